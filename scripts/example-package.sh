#!/usr/bin/env bash
# Compiles the program of examples/swift-package against the modules that are built, and runs it:
# scripts/example-package.sh OUTPUT.png
#
# `swift build --package-path examples/swift-package` would compile the library and all that it depends on a second time.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly output=$1 built=.build/release folder=build/examples/swift-package
readonly libraries='cairo pangocairo libpng libturbojpeg libwebp libdeflate libzstd libbrotlidec libcrypto sqlite3 expat zlib'
maps=("$PWD"/Sources/C/*/module.modulemap "$PWD"/.build/checkouts/GRDB.swift/Sources/GRDBSQLite/module.modulemap
    "$PWD/$built/COSM.build/module.modulemap")
mkdir -p "$folder" "$(dirname "$output")"

# Of the objects that the command line tool is linked from: those of the library and of the packages that it needs.
grep --extended-regexp '/(Map[A-Z][A-Za-z]*|StaticMap|Libc|COSM|GRDB[A-Za-z]*)\.build/' \
    "$built/staticmap.product/Objects.LinkFileList" >"$folder/objects"
# shellcheck disable=SC2046,SC2086 # words of lists
swiftc -swift-version 6 -parse-as-library -module-name CityMap -warnings-as-errors -o "$folder/CityMap" \
    examples/swift-package/Sources/CityMap/*.swift -I "$built/Modules" "@$folder/objects" \
    $(printf -- '-Xcc -fmodule-map-file=%s ' "${maps[@]}") $(printf -- '-Xcc %s ' $(pkg-config --cflags-only-I $libraries)) \
    $(pkg-config --libs $libraries) -lbz2 -lstdc++
STATICMAP_HOME=$PWD "$folder/CityMap" "$output"
