#!/usr/bin/env bash
# Runs the public test suites and prints the score of each; every image of the render suite goes to build/conformance/.
# The suites lie in ../shared, or where STATICMAP_SHARED says.
set -uo pipefail
cd "$(dirname "$0")/.."

export STATICMAP_CONFORMANCE=build/conformance
readonly log=.build/conformance.log
readonly suites='ExpressionSuiteTests|ValidationTests|MVTFixtureTests|RenderSuiteTests|ReferenceMapTests'

swift build -c release --build-tests --quiet || exit 1
rm -rf build/conformance
swift test -c release --skip-build --disable-xctest --quiet --filter "$suites" >"$log" 2>&1
result=$?
grep --extended-regexp '^score: | skipped: ' "$log" | sort --unique | sed 's/^score: //'
[ "$result" -eq 0 ] || printf 'Some cases are not as they were, see %s.\n' "$log" >&2
exit "$result"
