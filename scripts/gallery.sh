#!/usr/bin/env bash
# Writes examples/README.md: every scene of the folders in examples/ with its image and what it says of itself
# ("x-about", alone on its line).
set -euo pipefail
cd "$(dirname "$0")/../examples"

# The value of a member that stands alone on a line: member "x-about" scene.json
member() {
    sed -n "s/^ *\"$1\": \"\(.*\)\",\{0,1\}$/\1/p" "$2" | sed 's/\\"/"/g' | head -n 1
}

# "tile-overlays" is "Tile overlays".
heading() {
    local words=${1//-/ }
    printf '%s%s\n' "$(printf '%s' "${words:0:1}" | tr '[:lower:]' '[:upper:]')" "${words:1}"
}

{
    printf '%s\n\n' '# Examples'
    printf '%s\n' 'Each image is rendered from the scene beside it: `staticmap render camera/size.json -o map.png`.'
    printf '%s\n' '`make demo` renders all of them to `build/examples/` and writes this page.'
    for folder in */; do
        folder=${folder%/}
        ls "$folder"/*.json >/dev/null 2>&1 || continue
        [[ $folder == data ]] && continue
        printf '\n## %s\n\n| | |\n| --- | --- |\n' "$(heading "$folder")"
        for scene in "$folder"/*.json; do
            name=$(basename "$scene" .json)
            about=$(member x-about "$scene")
            width=$(sed -n 's/^ *"size": \[\([0-9]*\),.*/\1/p' "$scene" | head -n 1)
            printf '| <img src="%s/%s.png" width="%s" alt="%s"> | [%s](%s): %s |\n' \
                "$folder" "$name" "${width:-240}" "$name" "$name" "$scene" "$about"
        done
    done
    printf '\n%s\n' 'The rain in `tile-overlays/rain` and all icons were drawn for these examples.'
} >README.md.new
mv README.md.new README.md
