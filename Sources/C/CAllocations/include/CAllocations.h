// SPDX-License-Identifier: MIT
#ifndef CALLOCATIONS_H
#define CALLOCATIONS_H
#include <stdint.h>

/// How often memory was asked for, and how many bytes in all, since the process began; zeros where that is not known.
uint64_t allocation_count(void);
uint64_t allocated_bytes(void);

/// Gives free memory back to the system, where the C library can do that.
void release_free_memory(void);
#endif
