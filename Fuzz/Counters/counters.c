// SPDX-License-Identifier: MIT
#include "FuzzCounters.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

// The compiler calls these functions with a counter for each branch of the program, and two words that describe it.
// The linker has their callers call ours (--wrap).
extern void __real___sanitizer_cov_8bit_counters_init(uint8_t *start, uint8_t *stop);
extern void __real___sanitizer_cov_pcs_init(const uintptr_t *start, const uintptr_t *stop);

// Counters are hidden by the page. libFuzzer takes no more than 4096 ranges.
enum { page_size = 4096, max_pages = 4000 };

static uint8_t *counters, *counters_end;
static const uintptr_t *descriptions;
// The pages that hold nothing but counters.
static uint8_t *first_page, *end_of_pages;

static uint8_t *touched[max_pages];
static atomic_int touched_count;
static int shown_count;
static struct sigaction other_faults;

static void show(uint8_t *start, uint8_t *stop) {
    if (start == stop) return;
    __real___sanitizer_cov_8bit_counters_init(start, stop);
    __real___sanitizer_cov_pcs_init(descriptions + 2 * (start - counters), descriptions + 2 * (stop - counters));
}

void __wrap___sanitizer_cov_8bit_counters_init(uint8_t *start, uint8_t *stop) {
    if (counters) return;
    counters = start;
    counters_end = stop;
}

void __wrap___sanitizer_cov_pcs_init(const uintptr_t *start, const uintptr_t *stop) {
    (void)stop;
    if (descriptions) return;
    descriptions = start;
    first_page = (uint8_t *)(((uintptr_t)counters + page_size - 1) / page_size * page_size);
    end_of_pages = (uint8_t *)((uintptr_t)counters_end / page_size * page_size);
    if (first_page >= end_of_pages || end_of_pages - first_page > (ptrdiff_t)max_pages * page_size) {
        first_page = end_of_pages = counters_end;
    }
    show(counters, first_page);
    show(end_of_pages, counters_end);
}

// The first write to a hidden page; other faults are libFuzzer's.
static void fault(int number, siginfo_t *info, void *context) {
    uint8_t *address = info->si_addr;
    if (address >= first_page && address < end_of_pages) {
        uint8_t *page = address - (uintptr_t)address % page_size;
        if (mprotect(page, page_size, PROT_READ | PROT_WRITE) == 0) {
            int index = atomic_fetch_add(&touched_count, 1);
            if (index < max_pages) touched[index] = page;
            return;
        }
    }
    if (other_faults.sa_flags & SA_SIGINFO) {
        other_faults.sa_sigaction(number, info, context);
    } else {
        signal(number, SIG_DFL);
    }
}

void hide_untouched_counters(void) {
    // A stack that has overflown has no room for the handler, which must save the input that did it.
    static _Alignas(16) char handler_stack[1 << 20];
    const stack_t stack = {.ss_sp = handler_stack, .ss_size = sizeof handler_stack};
    sigaltstack(&stack, NULL);
    struct sigaction faults;
    memset(&faults, 0, sizeof faults);
    faults.sa_sigaction = fault;
    faults.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigaction(SIGSEGV, &faults, &other_faults);
    mprotect(first_page, (size_t)(end_of_pages - first_page), PROT_READ);
}

void show_touched_counters(void) {
    int count = atomic_load(&touched_count);
    for (; shown_count < count && shown_count < max_pages; shown_count++) {
        show(touched[shown_count], touched[shown_count] + page_size);
    }
}
