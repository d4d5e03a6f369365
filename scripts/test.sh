#!/usr/bin/env bash
# Lints, builds and runs all tests, in release because they draw maps: one target of tests after the other, each with its
# time. Then the documentation and the example package are checked against what was built. The last line counts the tests.
set -uo pipefail
cd "$(dirname "$0")/.."

export PYTHONPATH=$PWD/tools PYTHONDONTWRITEBYTECODE=1
readonly results=.build/test-results
failed=()

# "TESTS FAILED SKIPPED" of a target, from a file that lists each test once; a failed one may have several failures.
counts() {
    awk '/<testcase / { ended = 0; tests++ }
        /<failure / && !ended { ended = 1; failed++ }
        /<skipped/ && !ended { ended = 1; skipped++ }
        END { print tests + 0, failed + 0, skipped + 0 }' "$1"
}

# What was not tested, and why: tests as a whole, and what some said while they ran.
skipped_tests() {
    sed --quiet '/<testcase /h
        /<skipped/ { H; x; s/.* name="\([^"]*\)".*<skipped *\/*>/\1 skipped: /; s/<\/skipped>.*//; s/: $//; p }' "$results"/*.xml
    cat "$results"/*.log | grep '^skipped: '
}

# Seconds since an earlier time in microseconds, with a decimal.
since() {
    local tenths=$(((${EPOCHREALTIME/[^0-9]/} - $1) / 100000))
    printf '%d.%d s' $((tenths / 10)) $((tenths % 10))
}

# Runs a command, and adds its time and a line on how it went to the summary.
step() {
    local name=$1 start=${EPOCHREALTIME/[^0-9]/} verdict=passed
    shift
    "$@" || {
        verdict=failed
        failed+=("$name")
    }
    summary+=$(printf '%-24s %9s  %s' "$name" "$(since "$start")" "$verdict")$'\n'
}

# Runs a target's tests as "swift test --skip-build --disable-xctest" does, which would load the package each time; what is
# printed is kept too. A crash of one target does not hide the results of the others.
run_target() {
    local target=$1 log=$results/$1.log
    NO_COLOR=1 .build/release/staticmapPackageTests.xctest --testing-library swift-testing --quiet \
        --filter "^$target\\." --xunit-output "$results/$target.xml" 2>&1 </dev/null | tee "$log"
    local code=${PIPESTATUS[0]}
    # The file is there from the start, and complete at the end.
    if ! grep --quiet --no-messages '</testsuites>' "$results/$target.xml"; then
        printf '%s ended without results (exit code %d); what it said is in %s.\n' "$target" "$code" "$log" >&2
        return 1
    fi
    read -r tests _ < <(counts "$results/$target.xml")
    if [ "$tests" -eq 0 ]; then
        printf '%s: no test was run.\n' "$target" >&2
        return 1
    fi
    return "$code"
}

# The page of the server, in a browser, where there is one.
playground() { scripts/check-playground.sh .build/release/staticmap; }

# Waits for a job, and prints what it wrote to a file.
finish() {
    wait "$1"
    local code=$?
    cat "$2"
    return "$code"
}

summary=''
rm -rf "$results"
mkdir -p "$results"
# Compilers often wait for one another.
scripts/lint.sh >"$results/lint.txt" 2>&1 &
linter=$!
step build swift build -c release --build-tests
step lint finish "$linter" "$results/lint.txt"
[[ " ${failed[*]} " != *' build '* ]] || exit 1

# The browser mostly waits, and takes longer than any target.
playground >"$results/playground.txt" 2>&1 &
browser=$!
for folder in Tests/*Tests; do step "${folder#Tests/}" run_target "${folder#Tests/}"; done
step 'late loading' scripts/link/check.py
step 'example package' scripts/example-package.sh build/examples/swift-package.png
step documentation python3 -m staticmap_tools.docs.check .build/release/staticmap
step 'tables of docs/' python3 -m staticmap_tools.docs.write --check .build/release/staticmap
step playground finish "$browser" "$results/playground.txt"

printf '\n%s\n' "$summary"
skipped_tests | sort --unique
read -r tests wrong skipped < <(cat "$results"/*.xml | counts -)
printf '%d passed, %d failed' $((tests - wrong - skipped)) "$wrong"
[ "$skipped" -eq 0 ] || printf ', %d skipped' "$skipped"
printf '\n'
[ ${#failed[@]} -eq 0 ] || {
    sed --quiet 's/ *FAILED: /: /p' "$results/playground.txt"
    printf 'Failed: %s\n' "${failed[*]}"
    exit 1
}
