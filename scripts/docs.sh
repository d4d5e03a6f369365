#!/bin/sh
# The library's documentation as a web site in build/docs. Reads the modules of a release build.
set -eu
cd "$(dirname "$0")/.."

swift build -c release --product staticmap
symbols=build/symbols
rm -rf "$symbols" build/docs
mkdir -p "$symbols"
triple=$(swift -print-target-info | sed -n 's/.*"triple": "\(.*\)",.*/\1/p' | head -n 1)

# Where the C libraries are that the modules were built with.
set -- -I .build/release/Modules
for folder in Sources/C/*/ .build/checkouts/GRDB.swift/Sources/*/; do set -- "$@" -I "$folder"; done
for flag in $(pkg-config --cflags cairo pangocairo libpng libturbojpeg libwebp libdeflate libzstd libbrotlidec)
do set -- "$@" -Xcc "$flag"; done

for module in MapGeometry MapCore MapGeo MapImages MapCanvas MapScene StaticMap; do
    swift symbolgraph-extract -module-name "$module" -target "$triple" -minimum-access-level public \
        -output-dir "$symbols" "$@"
done
docc convert Sources/StaticMap/StaticMap.docc --additional-symbol-graph-dir "$symbols" --output-path build/docs \
    --fallback-display-name StaticMap --fallback-bundle-identifier staticmap --warnings-as-errors
echo "The reference is in build/docs. Browsers need a server to show it:"
echo "  python3 -m http.server --directory build/docs 8000"
echo "  http://localhost:8000/documentation/staticmap"
