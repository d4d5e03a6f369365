// SPDX-License-Identifier: MIT
// The heap in large pages, for commands that draw one map: thousands of small ones that come one by one, at their first use, are a
// tenth of the time of a map. Where the system has no large pages to give, they stay small.
#define _GNU_SOURCE
#include <malloc.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// What is reserved, of which only pages that are used take memory, and the size of a large page (x86-64), both in bytes. With the
// space before the first large page it is less than the greatest M_MMAP_THRESHOLD.
enum { wanted = 29 << 20, largePage = 2 << 20 };

// Commands that draw many maps keep what glibc finds out about their memory.
static int drawsOneMap(int argc, char **argv) {
    return argc > 3 && (strcmp(argv[1], "render") == 0 || strpbrk(argv[1], "./") != NULL);
}

// Threads share the heap. Others, which have small pages, are for so many processors that threads would wait for it.
static int heapCount(void) {
    cpu_set_t processors;
    return sched_getaffinity(0, sizeof processors, &processors) == 0 ? 1 + CPU_COUNT(&processors) / 4 : 1;
}

__attribute__((constructor)) static void prepare(int argc, char **argv) {
    if (!drawsOneMap(argc, argv)) return;
    // Once one of these is set, glibc adjusts none: they get the values that it would come to.
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 64 << 20);
    mallopt(M_TOP_PAD, 1 << 20);
    mallopt(M_ARENA_MAX, heapCount());
    uintptr_t end = (uintptr_t)sbrk(0);
    uintptr_t start = (end + largePage - 1) & ~(uintptr_t)(largePage - 1);
    // What it was given stays with the heap.
    void *volatile block = malloc(start + wanted - end);
    free(block);
    if ((uintptr_t)sbrk(0) >= start + wanted) madvise((void *)start, wanted, MADV_HUGEPAGE);
}
