#!/usr/bin/env bash
# Runs maps and tests under sanitizers: scripts/sanitize.sh [address|thread|undefined]… [stress|tests]… Each sanitizer has a
# build of its own in build/sanitize, optimized as the one that is measured and shipped: ten minutes for maps, ten more for tests.
# SANITIZE_TESTS is the expression that chooses the tests, SANITIZE_STRESS the options of the stress, SANITIZE_BUILD the folder of
# the builds.
set -uo pipefail
cd "$(dirname "$0")/.."

# Decoders, kernels and caches; whole maps only where threads share a renderer. Images of whole maps take too long.
readonly tests=${SANITIZE_TESTS:-'^(MapTilesTests|MapDataTests|MapCanvasTests|MapStyleTests|MapCoreTests|MapGeoTests|MapGeometryTests|FuzzTests)\.|SharedRendererTests|ThreadTests'}
readonly folder=${SANITIZE_BUILD:-$PWD/build/sanitize}
# What the thread sanitizer is told about locks of Swift's library, and libraries of which it knows nothing: docs/testing.md.
readonly locks=$folder/swift-mutex.so suppressions=$PWD/scripts/sanitize/suppressions.txt

# Fontconfig, Pango and librsvg keep what they once made until the process ends: no search for leaks.
export ASAN_OPTIONS="detect_leaks=0:halt_on_error=1:allocator_may_return_null=1"
export TSAN_OPTIONS="suppressions=$suppressions:halt_on_error=0:exitcode=66"
export UBSAN_OPTIONS="halt_on_error=1:print_stacktrace=1" SWIFT_BACKTRACE=enable=no

build() { swift build -c release --sanitize="$1" --scratch-path "$folder/$1" "${@:2}"; }

# Runs a command with what its sanitizer needs.
watched() {
    local preloaded=
    [ "$1" = thread ] && [ "$(uname)" = Linux ] && preloaded=$locks
    LD_PRELOAD=$preloaded "${@:2}"
}

# Eight threads draw differing maps with one renderer, and must draw the bytes of one thread alone.
stress() {
    build "$1" --product Benchmarks &&
        watched "$1" "$(build "$1" --show-bin-path)/Benchmarks" stress ${SANITIZE_STRESS:-}
}

tests() {
    build "$1" --build-tests &&
        watched "$1" swift test -c release --skip-build --sanitize="$1" --scratch-path "$folder/$1" --disable-xctest \
            --filter "$tests"
}

# Swift has no sanitizer for undefined behavior on Linux, for example.
is_supported() { echo | swiftc -sanitize="$1" -typecheck -; }

# The thread sanitizer must know the locks of Swift's library, and yet see what happens without a lock.
sees_races() {
    local control=$folder/control
    swiftc -O -swift-version 6 -sanitize=thread scripts/sanitize/control.swift -o "$control" || return
    watched thread "$control" || { echo 'A lock is taken for a race.'; return 1; }
    ! watched thread "$control" racy 2>/dev/null || { echo 'A race is not seen.'; return 1; }
}

prepare() {
    mkdir -p "$folder"
    is_supported "$1" || return
    [ "$1" = thread ] || return 0
    [ "$(uname)" != Linux ] || clang -O2 -Wall -Wextra -Werror -shared -fPIC scripts/sanitize/swift-mutex.c -o "$locks" || return
    sees_races
}

sanitizers=() steps=()
for word in "$@"; do
    case $word in
    stress | tests) steps+=("$word") ;;
    *) sanitizers+=("$word") ;;
    esac
done
failed=()
for name in ${sanitizers[@]:-address thread}; do
    prepare "$name" || { failed+=("$name"); continue; }
    for step in ${steps[@]:-stress tests}; do
        printf '\n%s sanitizer: %s\n' "$name" "$step"
        "$step" "$name" || failed+=("$name $step")
    done
done
[ ${#failed[@]} -eq 0 ] || {
    (IFS=, && printf 'Failed: %s\n' "${failed[*]}")
    exit 1
}
