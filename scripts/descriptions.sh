#!/usr/bin/env bash
# Writes docs/descriptions.md: what the program given says of thirty scenes of examples/ in each of its languages.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly program=$1
export STATICMAP_HOME=$PWD
readonly scenes=(
    hello fit bearing region pacific globe world fog graticule flight annotations annotations/clusters
    annotations/user-location annotations/title-visibility callouts/several camera/terrain camera/region-span
    data-maps/chicago-flights data-maps/fiji-depths data-maps/helsinki-ride data-maps/us-places-hexbins
    data-maps/us-unemployment data-maps/us-unemployment-extremes data-maps/world-night overlays/circle
    overlays/geodesic overlays/antimeridian-area overlays/gradient projections/europe relief/contours
)

{
    printf '%s\n\n' '# Thirty maps in eight languages'
    printf '%s\n' 'What `staticmap describe` says of [examples](../examples/README.md), as `make descriptions` writes it. Names and titles are those of'
    printf '%s\n' 'the scene and of the tiles; [Maps in words](describe.md) says where the words come from.'
    for scene in "${scenes[@]}"; do
        printf '\n## %s\n\n' "$scene"
        [[ -f examples/$scene.png ]] && printf '![%s](../examples/%s.png)\n\n' "$scene" "$scene"
        printf '| | |\n| --- | --- |\n'
        for language in en de fr es fi zh ja ar; do
            words=$("$program" describe "examples/$scene.json" --language "$language" 2>/dev/null)
            printf '| `%s` | %s |\n' "$language" "${words//|/\\|}"
        done
    done
} >docs/descriptions.md.new
mv docs/descriptions.md.new docs/descriptions.md
