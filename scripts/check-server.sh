#!/usr/bin/env bash
# Runs real clients against the server: scripts/check-server.sh [PROGRAM]
#
# googlemaps, mapbox, mcp, OWSLib, contextily and folium of PyPI, GDAL's OGC API, WMS, WMTS and XYZ drivers, schemathesis on the OpenAPI document, MapLibre GL JS
# and Leaflet in headless Chromium, nginx and Varnish as docs/deployment.md has them, and processes that end under load. Debian
# packages that are missing are installed if that is allowed; clients that are still
# not there are named as skipped. What the clients cache, and the images of the browser's maps go into build/clients.
set -euo pipefail
cd "$(dirname "$0")/.."
readonly top=$PWD
program=$(realpath "${1:-.build/release/staticmap}")
if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
    missing=$(dpkg-query --show --showformat '${db:Status-Status} ${Package}\n' 2>/dev/null |
        awk '$1 == "installed" { print $2 }' | sort |
        comm -13 - <(printf '%s\n' chromium gdal-bin libjs-leaflet nginx-light python3-venv varnish | sort))
    # shellcheck disable=SC2086 # one word a package
    [ -z "$missing" ] || DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $missing >/dev/null ||
        echo "apt-get could not install: $missing" >&2
fi
export STATICMAP_HOME=${STATICMAP_HOME:-$top}
python=$(scripts/venv.sh clients)
readonly packages=$top/build/tools/clients
# The wheel of MapLibre's bindings holds maplibre-gl.js; what it would draw with in notebooks is not needed.
ls "$packages"/lib/*/site-packages/maplibre >/dev/null 2>&1 || "$packages/bin/pip" install --quiet --no-deps maplibre
mkdir -p build/clients
cd build/clients

port=18091
export ADDRESS="http://127.0.0.1:$port"
work=$(mktemp -d)
export WORK=$work
"$program" serve --port "$port" --log-level error &
server=$!
trap 'kill "$server" 2>/dev/null; wait "$server" 2>/dev/null || true; rm -rf "$work"' EXIT
until curl --silent --fail --output /dev/null "$ADDRESS/health"; do sleep 0.05; done

# shellcheck source=scripts/check.sh
source "$top/scripts/check.sh"

check 'googlemaps (PyPI)' "$python" -m staticmap_tools.clients.vendor_clients google
check 'mapbox (PyPI)' "$python" -m staticmap_tools.clients.vendor_clients mapbox

for transport in "stdio $program" "http $ADDRESS/mcp"; do
    # shellcheck disable=SC2086 # a transport and its target
    check "mcp (PyPI) over ${transport%% *}, all revisions" "$python" -m staticmap_tools.clients.mcp_client $transport
    check "the ten tasks of docs/mcp.md over ${transport%% *} (build/clients/mcp)" \
        "$python" -m staticmap_tools.clients.mcp_tasks "${transport#* }" mcp
done

check 'OWSLib WMS (PyPI)' "$python" -m staticmap_tools.clients.vendor_clients wms
check 'OWSLib WMTS (PyPI)' "$python" -m staticmap_tools.clients.vendor_clients wmts

check 'OWSLib OGC API – Maps (PyPI)' "$python" -m staticmap_tools.clients.vendor_clients ogcapi
check 'contextily (PyPI)' "$python" -m staticmap_tools.clients.vendor_clients contextily
check 'folium (PyPI)' "$python" -m staticmap_tools.clients.vendor_clients folium

if command -v gdal_translate >/dev/null; then
    check 'GDAL OGC API – Maps' gdal_translate -q -of PNG -oo API=MAP -outsize 200 100 -projwin 24 61 26 60 \
        "OGCAPI:$ADDRESS/ogc/collections/world" "$work/ogcapi.png"
    for version in 1.1.1 1.3.0; do
        check "GDAL WMS $version" gdal_translate -q -of PNG -outsize 200 100 -projwin 24 61 26 60 \
            "WMS:$ADDRESS/wms?SERVICE=WMS&VERSION=$version&REQUEST=GetMap&LAYERS=streets&$([ "$version" = 1.3.0 ] && echo 'CRS=CRS:84' || echo 'SRS=EPSG:4326')&BBOX=-180,-85,180,85&FORMAT=image/png" \
            "$work/wms-$version.png"
    done
    check 'GDAL WMTS' gdal_translate -q -of PNG -outsize 200 200 -projwin 2700000 8500000 2900000 8300000 \
        "WMTS:$ADDRESS/styles/streets/wmts.xml,layer=streets-256" "$work/wmts.png"
    cat >"$work/xyz.xml" <<XML
<GDAL_WMS><Service name="TMS"><ServerUrl>$ADDRESS/styles/streets/\${z}/\${x}/\${y}.png</ServerUrl></Service>
<DataWindow><UpperLeftX>-20037508.34</UpperLeftX><UpperLeftY>20037508.34</UpperLeftY><LowerRightX>20037508.34</LowerRightX>
<LowerRightY>-20037508.34</LowerRightY><TileLevel>14</TileLevel><TileCountX>1</TileCountX><TileCountY>1</TileCountY>
<YOrigin>top</YOrigin></DataWindow><Projection>EPSG:3857</Projection><BlockSizeX>256</BlockSizeX>
<BlockSizeY>256</BlockSizeY><BandsCount>3</BandsCount></GDAL_WMS>
XML
    check 'GDAL XYZ' gdal_translate -q -of PNG -outsize 200 200 -projwin 2700000 8500000 2900000 8300000 "$work/xyz.xml" "$work/xyz.png"
else
    echo 'skipped  GDAL: apt-get install gdal-bin'
fi

maplibre=$(find "$packages/lib" -name maplibre-gl.js | head -1)
leaflet=/usr/share/javascript/leaflet/leaflet.js
if command -v chromium >/dev/null; then
    check 'MapLibre GL JS in Chromium' "$python" -m staticmap_tools.clients.server_page "$ADDRESS" maplibre "$maplibre" maplibre.png
    if [ -e "$leaflet" ]; then
        check 'Leaflet in Chromium' "$python" -m staticmap_tools.clients.server_page "$ADDRESS" leaflet "$leaflet" leaflet.png
    else
        echo 'skipped  Leaflet: apt-get install libjs-leaflet'
    fi
else
    echo 'skipped  MapLibre GL JS, Leaflet: apt-get install chromium'
fi

for proxy in nginx varnish; do
    if command -v "${proxy/varnish/varnishd}" >/dev/null; then
        check "$proxy as documented, with forged headers" "$python" -m staticmap_tools.server.proxies "$proxy" --program "$program"
    else
        echo "skipped  $proxy: apt-get install ${proxy/nginx/nginx-light}"
    fi
done

check 'processes that end under load' "$python" -m staticmap_tools.server.processes check --program "$program"

check 'a client made by openapi-python-client (PyPI), openapi-spec-validator' \
    "$python" -m staticmap_tools.clients.generated_client "$ADDRESS" openapi
if command -v java >/dev/null; then
    check 'a client made by openapi-generator (PyPI, Java) of OpenAPI 3.0' \
        "$python" -m staticmap_tools.clients.openapi_generator "$ADDRESS" openapi
else
    echo 'skipped  openapi-generator: apt-get install default-jre-headless'
fi
check 'schemathesis' "$packages/bin/schemathesis" run "$ADDRESS/v1/openapi.json" --phases fuzzing --max-examples 100 \
    --checks not_a_server_error,status_code_conformance,content_type_conformance

check 'examples of the documentation of each dialect (build/dialects/index.html)' "$python" -m staticmap_tools.clients.dialect_examples --program "$program"

exit "$failed"
