#!/usr/bin/env bash
# Draws the same maps with other programs and with this one in turn, and prints how they compare.
# "many" draws ten thousand maps, "pyramid" the tiles of a city; options of theirs follow.
# STATICMAP_BENCH_DATA names a folder with styles/osm-bright/local.json, its tiles, glyphs and sprite, for a dense city, and with
# styles/osm-liberty/local-sf.json for its buildings.
set -euo pipefail
cd "$(dirname "$0")/../.."

readonly folder=.build/benchmarks
readonly python=$folder/venv/bin/python
readonly wanted=Benchmarks/peers/requirements.txt
if ! cmp --silent "$wanted" "$folder/venv/requirements.txt"; then
    python3 -m venv "$folder/venv"
    complete=true
    while read -r package; do
        "$folder/venv/bin/pip" install --quiet "$package" || {
            echo "left out: $package cannot be installed"
            complete=false
        }
    done < <(grep -o '^[^# ]*' "$wanted")
    if $complete; then cp "$wanted" "$folder/venv/requirements.txt"; fi
fi
# Software OpenGL without a display: Debian's libegl1 and libgl1-mesa-dri.
export EGL_PLATFORM=surfaceless
.build/release/Benchmarks --prepare
case ${1:-} in
many | pyramid) exec "$python" "Benchmarks/peers/$1.py" build/install/bin/staticmap "${@:2}" ;;
esac
for work in w1 w2 w2@2x w3 w4 w5 w6 w8 w9; do
    .build/release/staticmap render "$folder/$work.json" -o "$folder/$work.png"
done
.build/release/staticmap render "$folder/w2.json" -o "$folder/w2.svg"
"$python" Benchmarks/peers/peers.py prepare || echo 'left out: what Mapnik needs this for'
exec "$python" Benchmarks/peers/compare.py "$@"
