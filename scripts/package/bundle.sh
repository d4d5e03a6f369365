#!/usr/bin/env bash
# Makes a folder that runs wherever there is a C library as new as this machine's, without anything installed:
# scripts/package/bundle.sh FOLDER. The program, the shared libraries it needs, styles, base map, fonts and all licences.
# Called by make, after what "make install" copies is built.
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")/../.."

fail() {
    echo "bundle: $*" >&2
    exit 1
}

command -v patchelf >/dev/null || scripts/setup.sh patchelf
folder=$(realpath -m "$1")
rm -rf "$folder"
make --silent install DESTDIR="$folder" PREFIX=

# The C library stays the machine's: it belongs to its kernel and its loader.
readonly machine='/(ld-linux|libc|libm|libdl|libpthread|librt|libresolv)[-.]'
licenses=$folder/share/doc/staticmap/licenses
parts=$(mktemp)
trap 'rm -f "$parts" "$parts.map"' EXIT
mkdir -p "$folder/lib" "$licenses"

# Copies the copyright file of the Debian package that a file belongs to, and notes the name that the file gets.
license() {
    local package
    package=$(dpkg-query --search "$1" "${1#/usr}" 2>/dev/null | head -1 | cut -d: -f1 || true)
    [ -n "$package" ] || fail "no Debian package has $1"
    cp "/usr/share/doc/$package/copyright" "$licenses/$package"
    printf '%s\t%s\n' "$(basename "$2")" "$package" >>"$parts"
}

# What the program loads itself: librsvg once there is an SVG to draw, libtiff and PROJ once there is a raster or another coordinate
# system, others when they are first called.
loaded=()
for name in librsvg-2.so.2 libtiff.so.6 libproj.so.25 $(cat build/install/bin/staticmap.libraries); do
    library=$(ldconfig -p | awk -v name="$name" '$1 == name && !found++ { print $NF }')
    [ -n "$library" ] || fail "$name is not installed"
    loaded+=("$library")
done

# Those lines that are not the machine's; none is left for a program that loads all of its libraries itself.
foreign() {
    grep -Ev "$machine" || true
}

libraries() {
    ldd "$@" | awk '$2 == "=>" { print $3 }' | foreign
}

# Makes a library without contents: see absent.c.
absent() {
    "${CC:-cc}" -shared -nostdlib -fPIC -O2 "-D$2" "-Wl,-soname,$1" "${@:3}" -o "$folder/lib/$1" scripts/package/absent.c
}

# What PROJ needs, without all that only libcurl needs.
readonly curl='libcurl-gnutls\.so\.4$'
direct() {
    local name
    readelf --dynamic "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | while read -r name; do
        ldd "$1" | awk -v name="$name" '$1 == name { print $3 }'
    done | foreign
}
proj() {
    local library
    direct "$1" | while read -r library; do
        echo "$library"
        if ! [[ $library =~ $curl ]]; then libraries "$library"; fi
    done
}

{
    for library in "$folder/bin/staticmap" "${loaded[@]}"; do
        case $library in
        */libproj.so.*) proj "$library" ;;
        *) libraries "$library" ;;
        esac
    done
    printf '%s\n' "${loaded[@]}"
} | sort -u | while read -r library; do
    # In place of these there are libraries of our own.
    case $library in
    */libcurl-gnutls.so.*)
        printf 'CURL_GNUTLS_3 { global: curl_*; local: *; };\n' >"$parts.map"
        absent libcurl-gnutls.so.4 CURL "-Wl,--version-script=$parts.map"
        continue
        ;;
    */libjbig.so.*)
        absent libjbig.so.0 JBIG
        continue
        ;;
    esac
    license "$(realpath "$library")" "$library"
    case $library in
    */libicudata.so.*)
        # Its data would be a third of the package, and nothing looks them up: see icudata.c.
        name=$(basename "$library")
        "${CC:-cc}" -shared -nostdlib -fPIC -O2 -DTABLE="icudt${name#libicudata.so.}_dat" "-Wl,-soname,$name" \
            -o "$folder/lib/$name" scripts/package/icudata.c
        ;;
    *) cp -L "$library" "$folder/lib/" ;;
    esac
done
# Libraries are taken from beside the program, wherever the folder is.
# shellcheck disable=SC2016 # the loader replaces $ORIGIN
patchelf --set-rpath '$ORIGIN/../lib' "$folder/bin/staticmap"
# shellcheck disable=SC2016
patchelf --set-rpath '$ORIGIN' "$folder"/lib/*

# PROJ finds its database by its own place.
license /usr/share/proj/proj.db proj.db
install -D -m 644 /usr/share/proj/proj.db "$folder/share/proj/proj.db"

mkdir -p "$folder/share/staticmap/fonts"
grep -v '^#' scripts/package/fonts.txt | while read -r font; do
    file=$(find /usr/share/fonts -name "$font" -print -quit)
    [ -n "$file" ] || fail "$font is not installed"
    license "$file" "$file"
    cp "$file" "$folder/share/staticmap/fonts/"
done

cp LICENSE NOTICE "$folder/share/doc/staticmap/"
scripts/package/contents.py "$folder" <"$parts"
