#!/usr/bin/env bash
# Installs the wheel into an empty virtual environment of a bare system, and draws the first map of the README there:
# scripts/package/check-wheel.sh ROOT [WHEEL]. ROOT is a folder that debootstrap made, with python3-venv; the map is copied to
# build/package/wheel-map.png.
set -euo pipefail
cd "$(dirname "$0")/../.."

root=$(realpath "$1")
wheel=${2:-$(ls build/package/mapsnapshot-*.whl)}
mkdir -p "$root/tmp/wheel"
trap 'umount "$root/proc"; rm -rf "$root/tmp/wheel"' EXIT
mount -t proc proc "$root/proc"
cp "$wheel" "$root/tmp/wheel"
# The first block of code of the package's page.
awk '/^```python$/ { inside = 1; next } /^```$/ { if (inside) exit } inside' python/README.md >"$root/tmp/wheel/map.py"
chroot "$root" env -i PATH=/usr/bin:/bin HOME=/tmp/wheel bash -euc "
    cd /tmp/wheel
    ! command -v staticmap
    python3 -m venv venv
    venv/bin/pip install --quiet --no-index ./*.whl
    venv/bin/python map.py
    venv/bin/python -m mapsnapshot --version
"
cp "$root/tmp/wheel/map.png" build/package/wheel-map.png
echo "drawn in $root: build/package/wheel-map.png"
