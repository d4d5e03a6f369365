#!/usr/bin/env bash
# The version is the text of VERSION. Sources that need it as a constant repeat it; this script finds them by their form, wherever they
# are: a name that ends in "version", and a text of three numbers.
#
#   scripts/package/version.sh           fails if a source has another version, and prints the version
#   scripts/package/version.sh PROGRAM   fails, too, if that program prints another one
#   scripts/package/version.sh --write   writes it to the sources
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")/../.."

readonly form='[vV]ersion(__)?( =|:) "[0-9]+\.[0-9]+\.[0-9]+"'

fail() {
    echo "version: $*" >&2
    exit 1
}

version=$(<VERSION)
[[ $version =~ ^(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)$ ]] || fail "VERSION has \"$version\" instead of three numbers"

# FILE:LINE:TEXT of each constant.
constants() {
    grep --recursive --line-number --extended-regexp --include='*.swift' -- "$form" Sources
    grep --recursive --line-number --extended-regexp --include='*.py' --include=pyproject.toml -- "$form" python
}

if [ "${1:-}" = --write ]; then
    constants | cut -d: -f1 | sort -u | while read -r file; do
        sed --in-place --regexp-extended "/$form/s/\"[0-9]+\.[0-9]+\.[0-9]+\"/\"$version\"/" "$file"
    done
    exit
fi
found=$(constants)
for folder in Sources/ python/; do
    grep --quiet "^$folder" <<<"$found" || fail "$folder has no constant of the form that this script looks for"
done
[ "$(grep --count '^Sources/' <<<"$found")" = 1 ] || fail "Sources/ has several constants; MapRenderer.version is the one:"$'\n'"$found"
wrong=$(grep --invert-match --fixed-strings "\"$version\"" <<<"$found" || true)
[ -z "$wrong" ] || fail "VERSION says $version; \"make version\" writes it to these:"$'\n'"$wrong"
if [ $# -gt 0 ]; then
    built=$("$1" --version)
    [ "$built" = "$version" ] || fail "VERSION says $version, $1 says $built: build it again"
fi
echo "$version"
