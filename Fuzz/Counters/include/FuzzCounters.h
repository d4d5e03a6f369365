// SPDX-License-Identifier: MIT
#ifndef FUZZ_COUNTERS_H
#define FUZZ_COUNTERS_H

/// Keeps the counters of code that no input has reached from libFuzzer, which reads and clears all that it knows of for
/// each input: a small decoder would spend most of its time there.
///
/// Called once, after libFuzzer has set its signal handlers and before the first input.
void hide_untouched_counters(void);

/// Shows libFuzzer the counters that were reached since the last call. Called after each input.
void show_touched_counters(void);

#endif
