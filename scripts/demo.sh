#!/usr/bin/env bash
# Draws every scene of examples/ to build/examples/ with the program given, says how large and how long each was, and
# writes the page that shows them.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly program=$1 output=build/examples
export STATICMAP_HOME=$PWD

# Microseconds since 1970.
now() {
    printf '%s' "${EPOCHREALTIME/[^0-9]/}"
}

# "600x400", from the IHDR chunk of a PNG.
dimensions() {
    od -An -v -t u1 -j 16 -N 8 "$1" |
        awk '{ print ($1 * 16777216 + $2 * 65536 + $3 * 256 + $4) "x" ($5 * 16777216 + $6 * 65536 + $7 * 256 + $8) }'
}

mkdir -p "$output"
failed=0
for scene in examples/*.json examples/*/*.json; do
    [[ $scene == examples/data/* ]] && continue
    picture=$output/${scene#examples/}
    picture=${picture%.json}.png
    mkdir -p "$(dirname "$picture")"
    start=$(now)
    if ! "$program" render "$scene" -o "$picture"; then
        printf '%s: not drawn\n' "$scene" >&2
        failed=1
        continue
    fi
    printf '%-52s %10s px %7d KiB %6d ms\n' "$picture" "$(dimensions "$picture")" \
        $((($(stat -c %s "$picture") + 1023) / 1024)) $((($(now) - start) / 1000))
done
scripts/gallery.sh
exit $failed
