// SPDX-License-Identifier: MIT
// Tells the thread sanitizer about contended locks of Swift's Mutex; scripts/sanitize.sh builds and preloads it.
//
// A free Mutex is taken and given back by atomics that the compiler puts into our own code, where the sanitizer sees them. A
// contended one goes through two functions of libswiftSynchronization, which has no instrumentation. They are wrapped here: what a
// thread did before it gave the lock back happens before what the next one does once it has it. Nothing else is told, so that
// accesses without the lock are reported as ever.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

// Of the sanitizer's runtime, in the executable; absent in other programs, such as swift itself.
extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

#define swiftcall __attribute__((swiftcall))
#define context __attribute__((swift_context))

// The mangled names of Synchronization._MutexHandle._lockSlow(UInt32) and _unlockSlow(); the mutex is the context.
#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

typedef swiftcall void lock_function(uint32_t, context void *);
typedef swiftcall void unlock_function(context void *);

static lock_function *library_lock;
static unlock_function *library_unlock;

// Before there are threads. Both stay NULL in programs without the library, which call neither.
__attribute__((constructor)) static void find_library_functions(void) {
    library_lock = (lock_function *)dlsym(RTLD_NEXT, LOCK_SLOW);
    library_unlock = (unlock_function *)dlsym(RTLD_NEXT, UNLOCK_SLOW);
}

swiftcall void lock_slow(uint32_t thread, context void *mutex) __asm__(LOCK_SLOW);
swiftcall void lock_slow(uint32_t thread, context void *mutex) {
    library_lock(thread, mutex);
    if (__tsan_acquire) __tsan_acquire(mutex);
}

swiftcall void unlock_slow(context void *mutex) __asm__(UNLOCK_SLOW);
swiftcall void unlock_slow(context void *mutex) {
    if (__tsan_release) __tsan_release(mutex);
    library_unlock(mutex);
}
