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
    image=$output/${scene#examples/}
    image=${image%.json}.png
    mkdir -p "$(dirname "$image")"
    start=$(now)
    if ! "$program" render "$scene" -o "$image"; then
        printf '%s: not drawn\n' "$scene" >&2
        failed=1
        continue
    fi
    printf '%-52s %10s px %7d KiB %6d ms\n' "$image" "$(dimensions "$image")" \
        $((($(stat -c %s "$image") + 1023) / 1024)) $((($(now) - start) / 1000))
done

# The server's answers to three of the APIs that it speaks.
port=18089
"$program" serve --port "$port" --log-level error &
server=$!
trap 'kill "$server" 2>/dev/null || true' EXIT
curl --silent --fail --retry 40 --retry-connrefused --retry-delay 1 --output /dev/null "http://127.0.0.1:$port/health"
mkdir -p "$output/server"
ask() {
    local image=$output/server/$1 start
    start=$(now)
    if ! curl --silent --fail --globoff --output "$image" "http://127.0.0.1:$port$2"; then
        printf '%s: not answered\n' "$image" >&2
        failed=1
        return
    fi
    printf '%-52s %10s px %7d KiB %6d ms\n' "$image" "$(dimensions "$image")" \
        $((($(stat -c %s "$image") + 1023) / 1024)) $((($(now) - start) / 1000))
}
ask tileserver.png '/styles/streets/static/24.94,60.17,13/600x400@2x.png'
ask google.png '/maps/api/staticmap?center=60.17,24.94&zoom=13&size=600x400&markers=color:blue|label:S|60.17,24.94'
ask apple.png '/api/v1/snapshot?center=60.17,24.94&z=13&annotations=[{"point":"center"}]'
kill "$server"
wait "$server" 2>/dev/null || true

scripts/gallery.sh
exit $failed
