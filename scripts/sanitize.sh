#!/usr/bin/env bash
# Runs maps and tests under sanitizers: scripts/sanitize.sh [address|thread|undefined]… [stress|tests]… Each sanitizer has a
# build of its own in build/sanitize, which takes much longer than an ordinary one. SANITIZE_TESTS is the expression that
# chooses the tests, SANITIZE_STRESS the options of the stress, SANITIZE_BUILD the folder of the builds.
set -uo pipefail
cd "$(dirname "$0")/.."

# Decoders, kernels and caches; whole maps only where threads share a renderer. Pictures of whole maps take too long.
readonly tests=${SANITIZE_TESTS:-'^(MapTilesTests|MapCanvasTests|MapStyleTests|MapRuntimeTests|MapDiagnosticsTests|MapGeoTests|MapPlaneTests|FuzzTests)\.|SharedRendererTests|ThreadTests'}
# Libraries that were not built with a sanitizer: docs/testing.md says why each is named.
readonly suppressions=$PWD/scripts/sanitize.txt
readonly folder=${SANITIZE_BUILD:-build/sanitize}

# Fontconfig, Pango and librsvg keep what they once made until the process ends: no search for leaks.
export ASAN_OPTIONS="detect_leaks=0:halt_on_error=1:allocator_may_return_null=1"
export TSAN_OPTIONS="suppressions=$suppressions:halt_on_error=0:exitcode=66"
export UBSAN_OPTIONS="halt_on_error=1:print_stacktrace=1" SWIFT_BACKTRACE=enable=no

# Eight threads draw differing maps with one renderer, and must draw the bytes of one thread alone.
stress() {
    local options=(-c release --sanitize="$1" --scratch-path "$folder/$1")
    swift build "${options[@]}" --product Benchmarks &&
        "$(swift build "${options[@]}" --show-bin-path)/Benchmarks" stress ${SANITIZE_STRESS:-}
}

tests() {
    swift test --sanitize="$1" --scratch-path "$folder/$1" --disable-xctest --filter "$tests"
}

sanitizers=() steps=()
for word in "$@"; do
    case $word in
    stress | tests) steps+=("$word") ;;
    *) sanitizers+=("$word") ;;
    esac
done
failed=()
for sanitizer in "${sanitizers[@]:-address thread undefined}"; do
    for name in $sanitizer; do
        for step in ${steps[@]:-stress tests}; do
            printf '\n%s sanitizer: %s\n' "$name" "$step"
            "$step" "$name" || failed+=("$name $step")
        done
    done
done
[ ${#failed[@]} -eq 0 ] || {
    printf 'Failed: %s\n' "${failed[*]}"
    exit 1
}
