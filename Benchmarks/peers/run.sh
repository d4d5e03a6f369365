#!/usr/bin/env bash
# Draws the same maps with other programs and with this one in turn, and prints how they compare.
# STATICMAP_BENCH_DATA names a folder with styles/osm-bright/local.json, its tiles, glyphs and sprite, for a dense city.
set -euo pipefail
cd "$(dirname "$0")/../.."

readonly venv=.build/benchmarks/venv
if [ ! -x "$venv/bin/python" ]; then
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --requirement Benchmarks/peers/requirements.txt
fi
# Software OpenGL without a display: Debian's libegl1 and libgl1-mesa-dri.
export EGL_PLATFORM=surfaceless
.build/release/Benchmarks --prepare
.build/release/staticmap render .build/benchmarks/w5.json -o .build/benchmarks/w5.png
exec "$venv/bin/python" Benchmarks/peers/compare.py "$@"
