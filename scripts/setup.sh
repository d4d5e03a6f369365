#!/usr/bin/env bash
# Installs the packages of packages.txt that are missing, and those that are named, and checks the Swift toolchain:
# setup.sh [PACKAGE...]. Silent when there is nothing to do, so that every make target can begin with it.
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")"

readonly oldest_swift=6.2
readonly also=("$@")

fail() {
    printf 'set-up: %s\n' "$@" >&2
    exit 1
}

# Words before "#", one a line.
wanted() {
    printf '%s\n' "${also[@]}" | sed 's/#.*//' - packages.txt | awk 'NF { print $1 }' | sort
}

installed() {
    wanted | xargs dpkg-query --show --showformat '${db:Status-Status} ${Package}\n' 2>/dev/null |
        awk '$1 == "installed" { print $2 }' | sort -u
}

install_packages() {
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || fail "these packages are missing, and there is neither root nor sudo to install them:" \
            "  $*" "let an administrator run: apt-get install $*"
        as_root=(sudo)
    fi
    printf 'set-up: installing %s\n' "$*"
    local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o Dpkg::Use-Pty=0)
    # A list that cannot be refreshed may still be good enough: installing decides.
    "${apt[@]}" update >/dev/null || printf 'set-up: apt-get update failed; going on with the lists at hand\n' >&2
    "${apt[@]}" install -y --no-install-recommends "$@" >/dev/null ||
        fail "apt-get could not install: $*" "its own words are above; mend that, then run this again"
}

check_packages() {
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        printf 'set-up: no apt here; install what these Debian packages hold by other means: %s\n' \
            "$(wanted | xargs)" >&2
        return
    fi
    local missing
    missing=$(comm -23 <(wanted) <(installed))
    # shellcheck disable=SC2086 # one word a package
    [ -z "$missing" ] || install_packages $missing
}

check_swift() {
    command -v swift >/dev/null || fail "no swift on the PATH; staticmap needs Swift $oldest_swift or later" \
        "get it from https://www.swift.org/install/"
    local version
    version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p' | head -n 1)
    [ -n "$version" ] || fail "swift --version says nothing that looks like a version; is the toolchain whole?"
    [ "$(printf '%s\n' "$oldest_swift" "$version" | sort -V | head -n 1)" = "$oldest_swift" ] ||
        fail "Swift $version is too old; staticmap needs $oldest_swift or later: https://www.swift.org/install/"
}

check_packages
check_swift
