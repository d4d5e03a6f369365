#!/usr/bin/env bash
# Finds words that the project has given up for those of the field (see the glossary in ARCHITECTURE.md), and says where
# and what to write. One word for one thing: a name that comes back here gets a second meaning.
set -euo pipefail
cd "$(dirname "$0")/.."

# Tab-separated: the word as an extended regular expression, what to write, and what a line may have all the same.
# A word is looked for in identifiers and comments of Swift files; "*" before it: in file names and Markdown too.
words() {
    grep -v '^#' <<'TABLE'
# annotations and overlays
*\b(Standing)?Sign(s|Maker|Cache)?\b	AnnotationArtwork, PlacedAnnotation, ArtworkBuilder	[Rr]oad [Ss]ign
*\w*Crowds?\b	AnnotationCollision
*\b[Ff]urniture\w*	decorations	`furniture`
*\b(Veil|veil)s?\b	MaskedFill, fog
*\bDiscs?\b	Circles
# evaluated properties
*\b[A-Z]\w*Looks?\b|\b(let|var) looks?\b|\blooks?: |\.looks?\b	Properties (evaluated), Style (of a scene), Appearance (light and dark)
# images; libwebp has a WebPPicture
*\b\w*Picture\w*\b|\b(let|var) \w*[pP]ictures?\b|\bpictures?:|\.pictures?\b	Image (asset), RasterTile, Output, bitmap	\bWebPPicture
# metadata
*\b\w*Facts\b|\b(let|var) facts?\b|\bfacts:|\.facts?\b	Metadata, report
# the canvas
\bhardFill\b|\bHardRaster\b	aliasedFill, AliasedRasterizer
\b[rR]ims?\b|\b\w*Rims?\b|\brim[A-Z]\w*	edge, halo, casing
\bFlatInk\b	SolidBlender
\b[cC]eiled\b	roundedUp, or what is rounded
\bSlopes\b	DitherMask
# text
\bFieldBlock\b|\bLabelSetter\b|\bEmLine\b|\bPieceHeight\b	SDFShaping, TextShaper, EmShapedLine, BaselineOffset
# caches
\bstruct Same\b|\bSame<|\bTileMemory\b|\bFilterSight\b	ObjectIdentity, TileLayoutCache, FilterDependencies
# geography and limits
\bViewFrame\b	ViewportFrame
\bunrolled\w*	unwrapped (across the antimeridian)
\b(dearest|deepest)[A-Z]?\w*\b	maxCost, maxDepth, maxZoom
\b(most|least)[A-Z]\w*	max…, min…	leastNormalMagnitude
# diagnostics
\btell[A-Z]\w*|\btell\(|\bcomplain\w*|\bisNews\b	report…, warn…, isFirstOccurrence
\bProblems\b|\w+(Finding|Fault|Flaw)s?\b|\bCaveats?\b|\w+Caveats?\b	Diagnostic, DiagnosticSink, Error	ValidationFinding
\bRender(Failure|Problem)\b|\w+Failure\b	Error	Never, Failure|<\w*Failure|\bonFailure\b
# positions; a gazetteer has places
\b(let|var|for|inout) places?\b|\bplaces?:|\(places?\)|\bplaces?\[	index, pixel, position, location, point of interest	Gazetteer|/Locat|Locate(Command|Tests)|In place:
*(^|/)(Making|Furniture)/	Factories/, Decorations/
TABLE
}

# FILE:LINE:TEXT of each line that has the word, without those that may.
matches() {
    local word=$1 allowed=$2
    {
        grep --recursive --line-number --extended-regexp --include='*.swift' -- "${word#\*}" Sources Tests Package.swift
        [ "${word:0:1}" != '*' ] || grep --line-number --extended-regexp -- "${word#\*}" ./*.md docs/*.md 2>/dev/null
    } | if [ -n "$allowed" ]; then grep --invert-match --extended-regexp -- "$allowed"; else cat; fi || true
    [ "${word:0:1}" = '*' ] || return 0
    find Sources Tests -path '*/Cases' -prune -o -type f -print | grep --extended-regexp -- "${word#\*}" |
        sed 's/$/:0:the file name/' || true
}

found=0
while IFS=$'\t' read -r word instead allowed; do
    lines=$(matches "$word" "$allowed")
    [ -n "$lines" ] || continue
    found=1
    while IFS= read -r line; do
        file=${line%%:*} rest=${line#*:}
        used=$(grep --only-matching --extended-regexp -- "${word#\*}" <<<"${rest#*:}" | head -n 1 || true)
        printf '%s:%s: "%s" is a retired word: write %s\n' "$file" "${rest%%:*}" "${used:-${word#\*}}" "$instead"
    done <<<"$lines"
done < <(words)
exit $found
