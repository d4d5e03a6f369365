// SPDX-License-Identifier: MIT
// Shared libraries that are loaded at the first call of one of their functions, and not when the program starts: opening and
// relocating forty of them takes longer than the rest of a short command.
//
// scripts/link/delayed.py writes the libraries, and FUNCTION(index, library, name) for each function that the program calls. Each
// function is a jump through a slot. At first the slot leads to `delayed_find`, which loads the library and puts the addresses of all
// its functions into their slots.
#include <dlfcn.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

static const char *const libraries[] = {
#include "libraries.h"
};

#define FUNCTION(index, library, name) {library, #name},
static const struct {
    int library;
    const char *name;
} functions[] = {
#include "functions.h"
};
#undef FUNCTION
enum { functionCount = sizeof functions / sizeof *functions };

extern _Atomic(void *) delayed_slots[functionCount];

// The slots, and for each the function that jumps through it.
__asm__(".data\n"
        ".balign 8\n"
        "delayed_slots:\n");
#define FUNCTION(index, library, name) __asm__(".quad delayed_first_" #index "\n");
#include "functions.h"
#undef FUNCTION
__asm__(".text\n");
#define FUNCTION(index, library, name)                \
    __asm__(".globl " #name "\n"                      \
            ".type " #name ", @function\n"            \
            ".balign 16\n" #name ":\n"                \
            "    jmp *delayed_slots+8*" #index "(%rip)\n" \
            "delayed_first_" #index ":\n"             \
            "    movl $" #index ", %r11d\n"           \
            "    jmp delayed_enter\n");
#include "functions.h"
#undef FUNCTION

// Keeps what holds arguments (System V ABI, section 3.2.3), finds the function, and goes on there.
__asm__("delayed_enter:\n"
        "    push %rbp\n"
        "    mov %rsp, %rbp\n"
        "    and $-16, %rsp\n"
        "    sub $192, %rsp\n"
        "    mov %rdi, (%rsp)\n"
        "    mov %rsi, 8(%rsp)\n"
        "    mov %rdx, 16(%rsp)\n"
        "    mov %rcx, 24(%rsp)\n"
        "    mov %r8, 32(%rsp)\n"
        "    mov %r9, 40(%rsp)\n"
        "    mov %rax, 48(%rsp)\n"
        "    mov %r10, 56(%rsp)\n"
        "    movaps %xmm0, 64(%rsp)\n"
        "    movaps %xmm1, 80(%rsp)\n"
        "    movaps %xmm2, 96(%rsp)\n"
        "    movaps %xmm3, 112(%rsp)\n"
        "    movaps %xmm4, 128(%rsp)\n"
        "    movaps %xmm5, 144(%rsp)\n"
        "    movaps %xmm6, 160(%rsp)\n"
        "    movaps %xmm7, 176(%rsp)\n"
        "    mov %r11d, %edi\n"
        "    call delayed_find\n"
        "    mov %rax, %r11\n"
        "    mov (%rsp), %rdi\n"
        "    mov 8(%rsp), %rsi\n"
        "    mov 16(%rsp), %rdx\n"
        "    mov 24(%rsp), %rcx\n"
        "    mov 32(%rsp), %r8\n"
        "    mov 40(%rsp), %r9\n"
        "    mov 48(%rsp), %rax\n"
        "    mov 56(%rsp), %r10\n"
        "    movaps 64(%rsp), %xmm0\n"
        "    movaps 80(%rsp), %xmm1\n"
        "    movaps 96(%rsp), %xmm2\n"
        "    movaps 112(%rsp), %xmm3\n"
        "    movaps 128(%rsp), %xmm4\n"
        "    movaps 144(%rsp), %xmm5\n"
        "    movaps 160(%rsp), %xmm6\n"
        "    movaps 176(%rsp), %xmm7\n"
        "    mov %rbp, %rsp\n"
        "    pop %rbp\n"
        "    jmp *%r11\n");

// Ends the process as the loader does when a library is missing.
static void fail(const char *reason) {
    const char *parts[] = {"staticmap: error while loading shared libraries: ", reason, "\n"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (write(2, parts[i], strlen(parts[i])) < 0) break;
    }
    _exit(127);
}

static void load(int library) {
    void *handle = dlopen(libraries[library], RTLD_LAZY | RTLD_LOCAL);
    if (handle == NULL) fail(dlerror());
    for (size_t i = 0; i < functionCount; i++) {
        if (functions[i].library != library) continue;
        void *address = dlsym(handle, functions[i].name);
        if (address == NULL) fail(dlerror());
        __c11_atomic_store(&delayed_slots[i], address, __ATOMIC_RELEASE);
    }
}

// Several threads may load a library at once: the addresses are the same.
__attribute__((used)) static void *delayed_find(unsigned index) {
    load(functions[index].library);
    return __c11_atomic_load(&delayed_slots[index], __ATOMIC_ACQUIRE);
}
