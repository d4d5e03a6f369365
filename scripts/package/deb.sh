#!/usr/bin/env bash
# Makes a Debian package of what "make install" copies: scripts/package/deb.sh; prints its name. The maintainer is taken from
# DEBFULLNAME and DEBEMAIL, as Debian's own tools do.
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")/../.."

for tool in dpkg-shlibdeps fakeroot; do
    command -v "$tool" >/dev/null || scripts/setup.sh dpkg-dev fakeroot
done
version=$(scripts/package/version.sh build/install/bin/staticmap)
architecture=$(dpkg --print-architecture)
maintainer="${DEBFULLNAME:-The staticmap authors} <${DEBEMAIL:-authors@staticmap.example.org}>"
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH

work=build/package/deb
root=$work/debian/staticmap
doc=$root/usr/share/doc/staticmap
rm -rf "$work"
make --silent install DESTDIR="$root" PREFIX=/usr

# Debian's places, where they differ from those of other systems.
mkdir -p "$root/usr/share/zsh" "$doc"
mv "$root/usr/share/zsh/site-functions" "$root/usr/share/zsh/vendor-completions"
install -D -m 644 scripts/package/staticmap.service "$root/lib/systemd/system/staticmap.service"
gzip -9 --no-name "$root"/usr/share/man/man1/*.1
rm "$root"/usr/share/staticmap/{LICENSE,NOTICE}

sed -i '1{/^#!/d}' "$root/usr/share/bash-completion/completions/staticmap"

{
    cat LICENSE NOTICE
    printf '\nOn Debian systems, the LGPL is in /usr/share/common-licenses/LGPL-2.1 and LGPL-3, the Apache License in Apache-2.0.\n'
} >"$doc/copyright"
gzip -9 --no-name >"$doc/changelog.Debian.gz" <<CHANGES
staticmap ($version-1) unstable; urgency=medium

  * Release $version.

 -- $maintainer  $(date --utc --rfc-email --date="@$SOURCE_DATE_EPOCH")
CHANGES
install -D -m 644 scripts/package/lintian-overrides "$root/usr/share/lintian/overrides/staticmap"

fill() {
    sed -e "s/@VERSION@/$version-1/; s/@ARCHITECTURE@/$architecture/; s/@MAINTAINER@/$maintainer/" \
        -e "s/@SIZE@/$(du -sk --apparent-size "$root" | cut -f1)/; s/@LIBRARIES@/$1/" scripts/package/control
}
fill "" >"$work/debian/control"
# What the program loads itself is no part of it: a library that uses the same functions stands for that.
readonly late=.build/delayed
programs=debian/staticmap/usr/bin/staticmap
if [ -s build/install/bin/staticmap.libraries ]; then
    {
        echo '#define FUNCTION(index, library, name) extern char name[]; char *use_##name = name;'
        cat "$late/functions.h"
    } >"$work/late.c"
    paths=$(while read -r name; do ldconfig -p | awk -v name="$name" '$1 == name && !found++ { print $NF }'; done <"$late/libraries.txt")
    # shellcheck disable=SC2086 # words of a list
    "${CC:-cc}" -shared -fPIC -w -o "$work/late.so" "$work/late.c" $paths
    programs="$programs late.so"
fi
# shellcheck disable=SC2086
libraries=$(cd "$work" && dpkg-shlibdeps -O $programs 2>/dev/null)
# Packed relative addresses (scripts/link-static.sh) need the loader of glibc 2.36, which the symbols do not tell.
if readelf --version-info "$root/usr/bin/staticmap" | grep GLIBC_ABI_DT_RELR >/dev/null; then
    libraries=$(sed 's/libc6 (>= [^)]*)/libc6 (>= 2.36)/' <<<"$libraries")
fi
mkdir "$root/DEBIAN"
fill "${libraries#shlibs:Depends=}" | sed '1,/^$/d' >"$root/DEBIAN/control"
(cd "$root" && find usr lib -type f -print0 | sort -z | xargs -0 md5sum) \
    >"$root/DEBIAN/md5sums"
chmod -R u=rwX,go=rX "$root"
package=build/package/staticmap_$version-1_$architecture.deb
fakeroot dpkg-deb --build -Zxz "$root" "$package" >/dev/null
du -h --apparent-size "$package"
