#!/usr/bin/env bash
# What can be said of the sources without building them. Prints all that is wrong.
set -uo pipefail
cd "$(dirname "$0")/.."

found=0
swift format lint --strict --parallel --recursive Sources Tests Fuzz Package.swift || found=1
if grep --recursive --line-number '^ *@testable' Tests; then
    printf 'Tests run in release: make what they need "package" and import it plainly.\n' >&2
    found=1
fi
scripts/imports.py || found=1
scripts/unsafe.py || found=1
scripts/promises.py || found=1
if grep --recursive --line-number --extended-regexp 'URLSession|URLRequest|FoundationNetworking|ClientBootstrap|AsyncHTTPClient' Sources; then
    printf 'Nothing is fetched: SECURITY.md.\n' >&2
    found=1
fi
if grep --recursive --line-number --perl-regexp 'lazy\.compactMap.*\.first(?!\(|\w| \{)' Sources; then
    printf 'Asks the element that it finds twice, and traps if that gives nothing then: use firstNonNil.\n' >&2
    found=1
fi
# Other modules inline nothing of a type that is only "package", whatever its functions say.
if find Sources -name '*.swift' -exec awk '
    FNR == 1 || /^[a-z@]/ { plain = /^(@frozen )?package (struct|enum|final class) / }
    plain && /^ +@inlinable/ { print FILENAME ":" FNR ": " $0 }' {} + | grep .; then
    printf 'Make the type "@usableFromInline package", and what the function uses, or the function not inlinable.\n' >&2
    found=1
fi
PYTHONPATH=tools PYTHONDONTWRITEBYTECODE=1 python3 -m staticmap_tools.docs.architecture || found=1
exit $found
