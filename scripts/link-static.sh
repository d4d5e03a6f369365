#!/bin/sh
# Links the program that is built once more, with Swift's libraries inside and without symbols, so that it runs on machines
# without the toolchain: scripts/link-static.sh OUTPUT. The system's libraries (cairo, Pango, ...) stay shared. On x86-64 they are
# loaded when they are first called (scripts/link/delayed.c); OUTPUT.libraries lists them.
#
# Where valgrind is installed, functions that maps call are laid side by side, so that less of the program gets into memory.
#
# WITHOUT=late and WITHOUT=heap leave out one of both ways to start quicker, for "make bench-start", which measures what each gains.
#
# SwiftPM would compile everything a second time for that (--static-swift-stdlib); the objects are the same, so only they are
# linked again, in seconds. Where the toolchain keeps them elsewhere, SwiftPM does it after all.
set -eu
cd "$(dirname "$0")/.."
output=$1
mkdir -p "$(dirname "$output")"

objects=.build/release/staticmap.product/Objects.LinkFileList
log=.build/link-static.log
late=.build/delayed
traced=.build/traced
packages='cairo pangocairo libpng libturbojpeg libwebp libdeflate libzstd libbrotlidec libbrotlienc sqlite3 libcrypto expat zlib'
# By the names that the linker knows them by.
delayed='cairo pangoft2-1.0 pango-1.0 gobject-2.0 glib-2.0 harfbuzz freetype fontconfig deflate pangocairo-1.0 png16 turbojpeg webp zstd
    brotlidec brotlienc sqlite3 crypto expat bz2 z'
# Foundation needs these of the toolchain; each needs others before and after it in the list.
foundation='-lFoundation -lCoreFoundation -lFoundationInternationalization -lFoundationEssentials
    -l_FoundationICU -l_FoundationCShims -l_FoundationCollections -lstdc++ -lm -ldl'

# Links with the given arguments added. Nothing looks symbols of the program up by their names.
# shellcheck disable=SC2046,SC2086 # words of lists
link() {
    swiftc -static-stdlib -o "$output.new" "$@" "@$objects" $(pkg-config --libs $packages) -lbz2 \
        -Xlinker --start-group $foundation -Xlinker --end-group -Xlinker --no-export-dynamic \
        -Xlinker --gc-sections -Xlinker --defsym=main=StaticMapCLI_main -Xlinker --strip-debug >>"$log" 2>&1 &&
        "$output.new" --version >>"$log" 2>&1
}

# What the libraries are replaced by; their own names lead to archives without contents, and C++ to its static library.
# shellcheck disable=SC2086
delay() {
    [ "$(uname -m)" = x86_64 ] && [ "${WITHOUT-}" != late ] && mkdir -p "$late" && scripts/link/delayed.py "$late" "$objects" $delayed &&
        clang -O2 -c "-I$late" -o "$late/delayed.o" scripts/link/delayed.c &&
        clang -O2 -c -o "$late/heap.o" scripts/link/heap.c &&
        ln -sf "$(clang -print-file-name=libstdc++.a)" "$late/libstdc++.a"
}

# Lists the functions that two maps call, of a program with symbols.
trace() {
    rm -rf "$traced"
    mkdir -p "$traced"
    : >"$traced/order"
    command -v valgrind || return 0
    "$output.new" tiles convert basemap/helsinki.pmtiles -o "$traced/city.mbtiles" || return 0
    echo '{"version": 1, "size": [512, 512], "basemap": {"style": "streets", "tiles": "city.mbtiles"},
        "camera": {"center": [24.9458, 60.1722], "zoom": 14}}' >"$traced/city.json"
    for scene in examples/hello.json "$traced/city.json"; do
        STATICMAP_HOME=$PWD SWIFT_DETERMINISTIC_HASHING=1 valgrind --tool=callgrind --demangle=no \
            --callgrind-out-file="$traced/calls" "$output.new" render "$scene" -o "$traced/map.png" || return 0
        sed -n "s/^c*fn=([0-9]*) \([^']*\).*/\1/p" "$traced/calls" >>"$traced/order"
    done
    # A name that several objects have for functions of their own would bring all of these, and what shares their sections.
    nm --defined-only --format=posix "@$objects" | awk '$2 ~ /^[tT]$/ && ++count[$1] == 2 { print $1 }' >"$traced/repeated"
    grep -vxFf "$traced/repeated" "$traced/order" >"$traced/unique"
    mv "$traced/unique" "$traced/order"
}

heap=$late/heap.o
[ "${WITHOUT-}" != heap ] || heap=
# Addresses that the loader corrects are packed where linker and C library know that (glibc 2.36): 3 MiB less in memory.
packed='-use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs'
: >"$log"
: >"$output.libraries"
arguments="$packed -L$late -Xclang-linker -static-libgcc $late/delayed.o $heap"
# shellcheck disable=SC2086 # words of lists
if delay >>"$log" 2>&1 && link $arguments; then
    cp "$late/libraries.txt" "$output.libraries"
    trace >>"$log" 2>&1
    if [ -s "$traced/order" ]; then
        link $arguments -Xlinker --symbol-ordering-file="$traced/order" -Xlinker --no-warn-symbol-ordering || link $arguments
    fi
elif ! link $packed && ! link; then
    echo "The objects at hand could not be linked ($log): building once more, with --static-swift-stdlib." >&2
    swift build -c release --product staticmap --static-swift-stdlib --scratch-path .build/static
    strip -o "$output" .build/static/release/staticmap
    exit
fi
strip -o "$output" "$output.new"
rm "$output.new"
