#!/usr/bin/env bash
# Makes a wheel of the Python package that needs nothing beside it: scripts/package/wheel.sh; prints its name. It has the folder
# of bundle.sh inside: program, shared libraries, styles, base map, fonts and all licences. Fetches setuptools and wheel from PyPI
# into build/package/tools. Called by make, after what "make install" copies is built.
set -euo pipefail
cd "$(dirname "$0")/../.."

fail() {
    echo "wheel: $*" >&2
    exit 1
}

readonly work=$PWD/build/package/wheel
tools=build/package/tools
version=$(scripts/package/version.sh build/install/bin/staticmap)
if ! "$tools/bin/python" -c 'import setuptools, wheel' 2>/dev/null; then
    python3 -m venv "$tools" || fail "venv is missing: apt-get install python3-venv"
    "$tools/bin/pip" install --quiet 'setuptools>=77' wheel
fi

rm -rf "$work"
mkdir -p "$work"
# setuptools leaves folders beside the sources.
cp -R python "$work/source"
cp LICENSE NOTICE "$work/source"
"$tools/bin/pip" wheel --quiet --no-deps --no-build-isolation --wheel-dir "$work" "$work/source"
"$tools/bin/wheel" unpack --dest "$work" "$work"/*.whl >/dev/null
folder=$work/mapsnapshot-$version
program=$folder/mapsnapshot/_program
scripts/package/bundle.sh "$program"
rm -rf "$program/share/"{man,bash-completion,zsh,fish}

# The C library is the machine's, and has to be as new as this one's.
glibc=$(getconf GNU_LIBC_VERSION)
glibc=${glibc#glibc }
sed -i "s/^Root-Is-Purelib: .*/Root-Is-Purelib: false/; s/^Tag: .*/Tag: py3-none-manylinux_${glibc/./_}_$(uname -m)/" \
    "$folder/mapsnapshot-$version.dist-info/WHEEL"
rm "$work"/*.whl
# The same bytes for the same files.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct) "$tools/bin/wheel" pack --dest-dir build/package "$folder" >/dev/null
rm -rf "$work"
wheel=$(ls build/package/mapsnapshot-"$version"-py3-none-manylinux_*.whl)
[ "$(stat --format %s "$wheel")" -le $((100 << 20)) ] || echo 'wheel: PyPI takes files of up to 100 MiB unless asked for more' >&2
du -h --apparent-size "$wheel"
