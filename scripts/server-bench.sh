#!/usr/bin/env bash
# Measures the server on loopback with wrk: scripts/server-bench.sh [SECONDS] [PROGRAM]
#
# The goals are ratios of one run: an image from memory beside the framework's bare answer, maps of the server beside maps
# drawn in one process, tiles beside maps. Then a few seconds of overload, idle connections, mixed requests and faults;
# scripts/server_load.py has longer ones.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-5}
export PROGRAM=${2:-.build/release/staticmap}
command -v wrk >/dev/null || { echo 'wrk is missing: apt-get install wrk' >&2; exit 1; }

port=18090
export ADDRESS="http://127.0.0.1:$port"
export STATICMAP_HOME=${STATICMAP_HOME:-$PWD}
script=$(mktemp)
pids=()
trap 'kill "${pids[@]}" 2>/dev/null; wait 2>/dev/null || true; rm -f "$script"' EXIT

now() {
    printf '%s' "${EPOCHREALTIME/[^0-9]/}"
}

wait_for() {
    until curl --silent --fail --output /dev/null "$1"; do sleep 0.002; done
}

rate() {
    wrk --threads 1 --connections "$connections" --duration "${seconds}s" "$@" |
        awk '/Requests\/sec/ { print $2 } /Non-2xx/ { print "errors:", $0 > "/dev/stderr" }'
}

percent() {
    awk -v a="$1" -v b="$2" 'BEGIN { printf "%.0f %%", 100 * a / b }'
}

start=$(now)
"$PROGRAM" serve --port "$port" --log-level error &
export SERVER=$!
pids+=("$SERVER")
wait_for "$ADDRESS/health"
printf 'first answer after start:  %d ms\n' $((($(now) - start) / 1000))
start=$(now)
curl --silent --output /dev/null "$ADDRESS/styles/streets/static/24.94,60.17,12/512x512.png"
printf 'first map after that:      %d ms\n' $((($(now) - start) / 1000))

bare=$(dirname "$PROGRAM")/bare-server
connections=32
if [ -x "$bare" ]; then
    "$bare" &
    pids+=($!)
    wait_for http://127.0.0.1:18092/hello
    hello=$(rate http://127.0.0.1:18092/hello)
    kill "${pids[1]}"
else
    hello=0
    echo 'the bare server is missing: swift build -c release --product bare-server' >&2
fi
image="$ADDRESS/styles/streets/static/24.94,60.17,12/200x150.png"
curl --silent --output /dev/null "$image"
tag=$(curl --silent --head "$image" | tr -d '\r' | awk 'tolower($1) == "etag:" { print $2 }')
printf 'image of %d bytes\n' "$(curl --silent "$image" | wc -c)"
cached=$(rate "$image")
unchanged=$(rate --header "If-None-Match: $tag" "$image")
printf 'framework alone:           %s requests/s\n' "$hello"
printf 'image from memory:         %s requests/s, %s (goal: 60 %%)\n' "$cached" "$(percent "$cached" "${hello/#0/1}")"
printf 'not modified:              %s requests/s, %s (goal: 80 %%)\n' "$unchanged" "$(percent "$unchanged" "${hello/#0/1}")"

cat >"$script" <<'LUA'
local n = 0
request = function()
  n = n + 1
  return wrk.format("GET", string.format("/styles/streets/static/%.6f,%.6f,14/512x512.png",
    24.93 + (n % 997) * 0.00002, 60.165 + (n % 991) * 0.00001))
end
LUA
connections=4
maps=$(rate --script "$script" "$ADDRESS")
printf 'maps of 512x512:           %s requests/s\n' "$maps"
tiles=$(scripts/server_load.py tiles)
printf 'tiles of 256x256:          %s requests/s, %s of the maps (goal: 300 %%)\n' "$tiles" "$(percent "$tiles" "$maps")"

scripts/server_load.py overload --seconds "$((seconds * 2))"
scripts/server_load.py idle --connections 1000
scripts/server_load.py soak --requests "$((seconds * 400))"
scripts/server_load.py faults --seconds "$((seconds * 2))"
