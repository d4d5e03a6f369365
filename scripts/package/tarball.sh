#!/usr/bin/env bash
# Packs the folder of bundle.sh: scripts/package/tarball.sh; prints the name of the archive.
set -euo pipefail
cd "$(dirname "$0")/../.."

version=$(scripts/package/version.sh build/install/bin/staticmap)
name=staticmap-$version-linux-$(uname -m)
scripts/package/bundle.sh "build/package/$name"
# The same bytes for the same files: names sorted, no owner, one time.
tar --create --xz --file "build/package/$name.tar.xz" --directory build/package --sort=name --owner=0 --group=0 --numeric-owner \
    --mtime="@$(git log -1 --format=%ct)" "$name"
du -h --apparent-size "build/package/$name.tar.xz"
