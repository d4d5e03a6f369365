#!/bin/sh
# Links the program that is built once more, with Swift's libraries inside and without symbols, so that it runs on machines
# without the toolchain: scripts/link-static.sh OUTPUT. The system's libraries (cairo, Pango, ...) stay shared; those that the
# program loads itself when it needs them (librsvg) are left out.
#
# SwiftPM would compile everything a second time for that (--static-swift-stdlib); the objects are the same, so only they are
# linked again, in seconds. Where the toolchain keeps them elsewhere, SwiftPM does it after all.
set -eu
cd "$(dirname "$0")/.."
output=$1
mkdir -p "$(dirname "$output")"

objects=.build/release/staticmap.product/Objects.LinkFileList
log=.build/link-static.log
libraries='cairo pangocairo libpng libturbojpeg libwebp libdeflate libzstd libbrotlidec libbrotlienc sqlite3'
# Foundation needs these of the toolchain; each needs others before and after it in the list.
foundation='-lFoundation -lCoreFoundation -lFoundationInternationalization -lFoundationEssentials
    -l_FoundationICU -l_FoundationCShims -l_FoundationCollections -lstdc++ -lm -ldl'

# Addresses in tables are packed where linker and C library know that (glibc 2.36): smaller by 3 MB, and quicker to load.
# shellcheck disable=SC2046,SC2086 # words of lists
for packed in '-use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs' ''; do
    if swiftc -static-stdlib $packed -o "$output.new" "@$objects" $(pkg-config --libs $libraries) \
        -Xlinker --start-group $foundation -Xlinker --end-group \
        -Xlinker --gc-sections -Xlinker --defsym=main=StaticMapCLI_main -Xlinker --strip-all >"$log" 2>&1 &&
        "$output.new" --version >>"$log" 2>&1
    then
        mv "$output.new" "$output"
        exit
    fi
done
echo "The objects at hand could not be linked ($log): building once more, with --static-swift-stdlib." >&2
swift build -c release --product staticmap --static-swift-stdlib --scratch-path .build/static
strip -o "$output" .build/static/release/staticmap
