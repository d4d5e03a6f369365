#!/usr/bin/env bash
# Tries packages of build/package in a bare system: scripts/package/check.sh ROOT [wheel|tarball|deb]...; by default wheel and tarball.
#
# ROOT is a folder that debootstrap made (--variant=minbase, with python3-venv for the wheel). The wheel is installed into an empty
# virtual environment, without the network, and draws the first map of the Python page; the tarball is unpacked and draws a map
# without any environment; the Debian package is installed by apt, with the network, and its server answers. Maps are copied to
# build/package/check-KIND.png. Needs root.
set -euo pipefail
cd "$(dirname "$0")/../.."

fail() {
    echo "check: $*" >&2
    exit 1
}

[ $# -ge 1 ] || fail "usage: scripts/package/check.sh ROOT [wheel|tarball|deb]..."
root=$(realpath "$1")
shift
[ -x "$root/bin/sh" ] || fail "$root is no system: make one with debootstrap"
readonly packages=$PWD/build/package work=$root/tmp/check
system=$(. "$root/etc/os-release" && echo "$PRETTY_NAME")
mkdir -p "$work"
mount -t proc proc "$root/proc"
trap 'umount "$root/proc"; rm -rf "$work"' EXIT

# Runs lines of bash in the system, with as little as a login has.
inside() {
    chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp/check DEBIAN_FRONTEND=noninteractive bash -euc "cd /tmp/check; $1"
}

# The only package of a kind.
package() {
    local found=("$packages"/$1)
    [ -e "${found[0]}" ] && [ ${#found[@]} -eq 1 ] || fail "expected one $1 in build/package: make it first"
    cp "${found[0]}" "$work"
}

check_wheel() {
    package 'mapsnapshot-*.whl'
    # The first block of code of the package's page.
    awk '/^```python$/ { inside = 1; next } /^```$/ { if (inside) exit } inside' python/README.md >"$work/map.py"
    inside 'python3 -m venv venv; venv/bin/pip install --quiet --no-index ./*.whl; venv/bin/python map.py; venv/bin/python -m mapsnapshot --version'
    cp "$work/map.png" "$packages/check-wheel.png"
}

# A pin with a callout, text in several scripts, an SVG: fonts and all libraries are used.
scene='{"version": 1, "size": [480, 320], "camera": {"center": [24.9414, 60.1719], "zoom": 13}, "annotations": [
    {"coordinate": [24.9414, 60.1719], "view": "image", "image": "data:image/svg+xml,<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"24\" height=\"24\"><circle cx=\"12\" cy=\"12\" r=\"10\" fill=\"teal\"/></svg>"},
    {"coordinate": [24.9522, 60.1704], "title": "東京 Ελλάδα"}]}'

check_tarball() {
    package 'staticmap-*.tar.xz'
    echo "$scene" >"$work/scene.json"
    tar -xf "$work"/*.tar.xz -C "$work"
    inside 'cd /; env -i /tmp/check/staticmap-*/bin/staticmap render /tmp/check/scene.json --strict -o /tmp/check/map.png'
    cp "$work/map.png" "$packages/check-tarball.png"
}

check_deb() {
    package 'staticmap_*.deb'
    echo "$scene" >"$work/scene.json"
    cp /etc/resolv.conf "$root/etc/resolv.conf"
    inside 'apt-get -q update >/dev/null; chmod 755 /tmp/check; apt-get -q -y install --no-install-recommends ./staticmap_*.deb >/dev/null
        staticmap render scene.json -o map.png
        staticmap serve --host 127.0.0.1 --port 8099 & server=$!
        for wait in $(seq 100); do
            answer=$( (exec 3<>/dev/tcp/127.0.0.1/8099; printf "GET /health HTTP/1.0\r\n\r\n" >&3; head -1 <&3) 2>/dev/null) && break
            sleep 0.1
        done
        kill $server; wait $server || true
        case $answer in *" 200 "*) ;; *) echo "the server does not answer: $answer" >&2; exit 1 ;; esac
        apt-get -q -y purge staticmap >/dev/null; [ ! -e /usr/share/staticmap ]'
    cp "$work/map.png" "$packages/check-deb.png"
}

for kind in "${@:-wheel tarball}"; do
    for one in $kind; do
        case $one in
        wheel | tarball | deb) "check_$one" ;;
        *) fail "$one is none of wheel, tarball and deb" ;;
        esac
        echo "$one works in $system: build/package/check-$one.png"
    done
done
