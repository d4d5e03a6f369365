#!/usr/bin/env bash
# Runs tests under sanitizers: scripts/sanitize.sh [address|thread|undefined]… Each sanitizer has a build of its own in
# build/sanitize, which takes much longer than an ordinary one. SANITIZE_TESTS is the expression that chooses the tests.
set -uo pipefail
cd "$(dirname "$0")/.."

# Decoders, kernels and caches; whole maps only where threads share a renderer. Pictures of whole maps take too long.
readonly tests=${SANITIZE_TESTS:-'^(MapTilesTests|MapCanvasTests|MapStyleTests|MapRuntimeTests|MapDiagnosticsTests|MapGeoTests|MapPlaneTests|FuzzTests)\.|SharedRendererTests|ThreadTests'}
# Libraries that were not built with a sanitizer: docs/testing.md says why each is named.
readonly suppressions=$PWD/scripts/sanitize.txt

failed=()
for sanitizer in "${@:-address thread undefined}"; do
    for name in $sanitizer; do
        printf '\n%s sanitizer\n' "$name"
        # Fontconfig, Pango and librsvg keep what they once made until the process ends.
        ASAN_OPTIONS="detect_leaks=0:halt_on_error=1:allocator_may_return_null=1" \
            TSAN_OPTIONS="suppressions=$suppressions:halt_on_error=0:exitcode=66" \
            UBSAN_OPTIONS="halt_on_error=1:print_stacktrace=1" SWIFT_BACKTRACE=enable=no \
            swift test --sanitize="$name" --scratch-path "build/sanitize/$name" --disable-xctest --filter "$tests" ||
            failed+=("$name")
    done
done
[ ${#failed[@]} -eq 0 ] || {
    printf 'Failed: %s\n' "${failed[*]}"
    exit 1
}
