#!/usr/bin/env bash
# Reads the archives that "staticmap tiles" writes with programs of others: scripts/check-tiles.sh [PROGRAM]
#
# pmtiles of PyPI reads a PMTiles archive, GDAL an MBTiles archive, MapLibre GL JS a PMTiles archive and Leaflet a folder, both in
# headless Chromium. Clients that are not there are named as skipped. Images go into build/tiles.
set -euo pipefail
cd "$(dirname "$0")/.."
readonly top=$PWD
program=$(realpath "${1:-.build/release/staticmap}")
export STATICMAP_HOME=${STATICMAP_HOME:-$top}
mkdir -p build/tiles
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$program" tiles render --bbox -180,-85,180,85 --zooms 0-4 -o "$work/world.pmtiles"
"$program" tiles render --bbox 24.9,60.1,25,60.2 --zooms 0-9 --format jpeg --scale 2 -o "$work/helsinki.pmtiles"
for name in world helsinki; do "$program" tiles convert "$work/$name.pmtiles" -o "$work/$name.mbtiles"; done

# shellcheck source=scripts/check.sh
source "$top/scripts/check.sh"

readonly packages=build/tools/clients
if python=$(scripts/venv.sh clients); then
    for name in world helsinki; do
        check "pmtiles (PyPI): $name" "$python" -m staticmap_tools.clients.compare_archives "$work/$name.pmtiles" "$work/$name.mbtiles"
    done
else
    echo 'skipped  pmtiles (PyPI): it cannot be installed'
fi

if command -v gdal_translate >/dev/null; then
    check 'GDAL: MBTiles' gdal_translate -q -of PNG -outsize 512 512 "$work/world.mbtiles" "$work/world.png"
    check 'GDAL: MBTiles of JPEG' gdalinfo "$work/helsinki.mbtiles"
else
    echo 'skipped  GDAL: apt-get install gdal-bin'
fi

# The wheel of MapLibre's bindings has a widget with MapLibre GL JS and the reader of PMTiles.
ls "$packages"/lib/*/site-packages/maplibre >/dev/null 2>&1 || "$packages/bin/pip" install --quiet --no-deps maplibre || true
widget=$(find "$packages/lib" -name ipywidget.js -path '*/maplibre/*' -print -quit)
leaflet=/usr/share/javascript/leaflet/leaflet.js
if ! command -v chromium >/dev/null; then
    echo 'skipped  MapLibre GL JS, Leaflet: apt-get install chromium'
else
    "$program" tiles convert "$work/world.pmtiles" -o "$work/world"
    if [ -n "$widget" ]; then
        check 'MapLibre GL JS in Chromium: PMTiles' "$python" -m staticmap_tools.clients.tiles_page maplibre "$widget" \
            "$work/world.pmtiles" build/tiles/maplibre.png
    else
        echo 'skipped  MapLibre GL JS: the package maplibre cannot be installed'
    fi
    if [ -e "$leaflet" ]; then
        check 'Leaflet in Chromium: a folder' "$python" -m staticmap_tools.clients.tiles_page leaflet "$leaflet" "$work/world" \
            build/tiles/leaflet.png
    else
        echo 'skipped  Leaflet: apt-get install libjs-leaflet'
    fi
fi
exit "$failed"
