#!/usr/bin/env bash
# Lints, builds and runs all tests, in release because they draw maps, and checks the documentation. The last line counts
# the tests.
set -uo pipefail
cd "$(dirname "$0")/.."

readonly log=.build/test.log results=.build/test-results.xml

# "PASSED FAILED SKIPPED" from the results, which list each test once; a failed one may have several failures.
counts() {
    awk '/<testcase / { ended = 0; tests++ }
        /<failure / && !ended { ended = 1; failed++ }
        /<skipped/ && !ended { ended = 1; skipped++ }
        END { print tests - failed - skipped, failed + 0, skipped + 0 }' "$results"
}

swift format lint --strict --parallel --recursive Sources Tests Package.swift
lint=$?

if grep --recursive --line-number '^@testable' Tests; then
    printf 'Tests run in release: make what they need "package" and import it plainly.\n' >&2
    exit 1
fi
swift build -c release --build-tests || exit 1

rm -f "$results"
swift test -c release --skip-build --disable-xctest --quiet --xunit-output "$results" 2>&1 | tee "$log"
tests=${PIPESTATUS[0]}
if [ ! -f "$results" ]; then
    printf 'The tests ended without results (exit code %d); what they said is in %s.\n' "$tests" "$log" >&2
    exit 1
fi

scripts/docs/check.py .build/release/staticmap && scripts/docs/write.py --check .build/release/staticmap
docs=$?

read -r passed failed skipped < <(counts)
printf '\n'
[ "$lint" -eq 0 ] || printf 'swift format lint found something, see the first lines.\n'
[ "$docs" -eq 0 ] || printf 'The documentation is not what the program is, see above.\n'
[ "$tests" -eq 0 ] || printf 'Tests failed, see above or %s.\n' "$log"
printf '%d passed, %d failed' "$passed" "$failed"
[ "$skipped" -eq 0 ] || printf ', %d skipped' "$skipped"
printf '\n'
[ "$lint" -eq 0 ] && [ "$tests" -eq 0 ] && [ "$docs" -eq 0 ]
