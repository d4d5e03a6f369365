#!/usr/bin/env bash
# Measures the server on loopback with wrk: scripts/server-bench.sh [SECONDS]
# Prints requests per second of /health, of a picture from memory, of 304, and of tiles and maps that are drawn.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-5}
command -v wrk >/dev/null || { echo 'wrk is missing: apt-get install wrk' >&2; exit 1; }

port=18090
address="http://127.0.0.1:$port"
.build/release/staticmap serve --port "$port" --log-level error &
server=$!
trap 'kill "$server" 2>/dev/null; wait "$server" 2>/dev/null || true' EXIT
until curl --silent --fail --output /dev/null "$address/health"; do sleep 0.05; done

rate() {
    wrk --threads 1 --connections 32 --duration "${seconds}s" "$@" | awk '/Requests\/sec/ { print $2 } /Non-2xx/ { print "errors:", $0 }'
}

picture="$address/styles/streets/static/24.94,60.17,12/200x150.png"
curl --silent --output /dev/null "$picture"
tag=$(curl --silent --head "$picture" | tr -d '\r' | awk 'tolower($1) == "etag:" { print $2 }')
printf 'picture: %s bytes\n' "$(curl --silent "$picture" | wc -c)"
printf 'health:            %s requests/s\n' "$(rate "$address/health")"
printf 'picture in memory: %s requests/s\n' "$(rate "$picture")"
printf 'not modified:      %s requests/s\n' "$(rate --header "If-None-Match: $tag" "$picture")"

script=$(mktemp)
trap 'kill "$server" 2>/dev/null; wait "$server" 2>/dev/null || true; rm -f "$script"' EXIT
cat >"$script" <<'LUA'
local n = 0
request = function()
  n = n + 1
  return wrk.format("GET", string.format("/styles/streets/static/%.6f,%.6f,14/512x512.png",
    24.93 + (n % 997) * 0.00002, 60.165 + (n % 991) * 0.00001))
end
LUA
printf 'maps of 512x512:   %s requests/s\n' "$(rate --script "$script" "$address")"
cat >"$script" <<'LUA'
local n = 0
request = function()
  n = n + 1
  local side = 64
  return wrk.format("GET", string.format("/styles/streets/17/%d/%d.png",
    74592 + math.floor(n / 4) % side, 37920 + n % 4 + 4 * (math.floor(n / 256) % 64)))
end
LUA
printf 'tiles of 256x256:  %s requests/s\n' "$(rate --script "$script" "$address")"
grep --extended-regexp 'VmRSS' "/proc/$server/status"
