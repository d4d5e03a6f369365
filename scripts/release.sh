#!/usr/bin/env bash
# Makes what a release publishes: scripts/release.sh [--draft]. Tarball, Debian package and wheel for this machine's processor, their
# checksums and the notes go to build/release. RELEASING.md has the whole procedure. Called by make, after what "make install" copies
# is built.
#
# A release is made from a commit, and CHANGELOG.md has a section for its version. A draft may have changes that are not committed;
# its notes are those of the section "Unreleased".
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")/.."

fail() {
    echo "release: $*" >&2
    exit 1
}

case ${1:-} in
'') draft= ;;
--draft) draft=yes ;;
*) fail "usage: scripts/release.sh [--draft]" ;;
esac

version=$(scripts/package/version.sh build/install/bin/staticmap)
if [ -z "$draft" ]; then
    section=$version
    [ -z "$(git status --porcelain)" ] || fail "there are changes that are not committed; --draft allows them"
    grep --quiet --extended-regexp "^## \[${version//./\\.}\] - [0-9]{4}-[0-9]{2}-[0-9]{2}$" CHANGELOG.md ||
        fail "CHANGELOG.md has no line \"## [$version] - YEAR-MONTH-DAY\""
    if commit=$(git rev-parse --quiet --verify "refs/tags/$version^{commit}"); then
        [ "$commit" = "$(git rev-parse HEAD)" ] || fail "the tag $version is another commit: a new release has a new version"
    fi
else
    section=Unreleased
fi

# The section of a version in CHANGELOG.md, without its heading.
notes() {
    awk -v heading="## [$1]" '
        /^## / { inside = index($0, heading) == 1; next }
        inside' CHANGELOG.md | sed -e '/./,$!d' | sed -e :a -e '/^\n*$/{$d;N;ba' -e '}'
}

text=$(notes "$section")
[ -n "$text$draft" ] || fail "CHANGELOG.md says nothing in the section $section"

readonly release=build/release
rm -rf "$release"
mkdir -p "$release"
for kind in tarball deb wheel; do "scripts/package/$kind.sh" >/dev/null; done
cp "build/package/staticmap-$version-linux-$(uname -m).tar.xz" "build/package/staticmap_$version-1_$(dpkg --print-architecture).deb" \
    build/package/mapsnapshot-"$version"-py3-none-manylinux_*_"$(uname -m)".whl "$release"
(cd "$release" && sha256sum -- * >SHA256SUMS)
printf '%s\n' "$text" >"$release/notes.md"
du -h --apparent-size "$release"/*
