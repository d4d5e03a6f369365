#!/usr/bin/env bash
# Copies the scenes of examples/ with the data and images that they use, but without the maps that they draw:
# scripts/install-examples.sh FOLDER
set -euo pipefail
folder=$(realpath --canonicalize-missing "$1")
cd "$(dirname "$0")/../examples"
find . -name .build -prune -o -path ./swift-package -prune -o -type f ! -name README.md -print | while read -r file; do
    if [[ $file == *.png && -e ${file%.png}.json ]]; then continue; fi
    install -D -m 644 "$file" "$folder/$file"
done
