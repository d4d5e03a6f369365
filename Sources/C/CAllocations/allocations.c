// SPDX-License-Identifier: MIT
#include "CAllocations.h"

// Stands in for the C library's functions and counts their calls. Each thread counts for itself, so that counting costs
// next to nothing; threads that have ended are summed up. Sanitizers have functions of their own, and nothing is counted.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HAS_SANITIZER
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_SANITIZER
#endif
#endif

#if defined(__GLIBC__) && !defined(HAS_SANITIZER)
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

enum { slots = 64 };
static struct { _Alignas(64) atomic_uint_fast64_t count, bytes; } sums[slots];
static atomic_uint next_slot;
static _Thread_local unsigned slot;

static inline void note(size_t size) {
    if (slot == 0) slot = atomic_fetch_add(&next_slot, 1) % slots + 1;
    atomic_fetch_add_explicit(&sums[slot - 1].count, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&sums[slot - 1].bytes, size, memory_order_relaxed);
}

void *malloc(size_t size) { note(size); return __libc_malloc(size); }
void *calloc(size_t n, size_t size) { note(n * size); return __libc_calloc(n, size); }
void *realloc(void *p, size_t size) { note(size); return __libc_realloc(p, size); }
void *memalign(size_t alignment, size_t size) { note(size); return __libc_memalign(alignment, size); }
void *aligned_alloc(size_t alignment, size_t size) { note(size); return __libc_memalign(alignment, size); }
int posix_memalign(void **p, size_t alignment, size_t size) {
    note(size);
    *p = __libc_memalign(alignment, size);
    return *p ? 0 : ENOMEM;
}

uint64_t allocation_count(void) {
    uint64_t sum = 0;
    for (int i = 0; i < slots; i++) sum += sums[i].count;
    return sum;
}
uint64_t allocated_bytes(void) {
    uint64_t sum = 0;
    for (int i = 0; i < slots; i++) sum += sums[i].bytes;
    return sum;
}
#else
uint64_t allocation_count(void) { return 0; }
uint64_t allocated_bytes(void) { return 0; }
#endif

#if defined(__GLIBC__)
#include <malloc.h>

void release_free_memory(void) { malloc_trim(0); }
#else
void release_free_memory(void) {}
#endif
