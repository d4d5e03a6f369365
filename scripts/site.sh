#!/usr/bin/env bash
# Builds the site of the documentation: scripts/site.sh; the pages are in build/site/html. Fetches MkDocs and its theme from PyPI into
# build/site/tools. Takes the reference of the Swift library from build/docs if "make docs" wrote it. SITE_URL is the address that the
# site gets, SITE_REPOSITORY that of the sources; both can be left out.
set -euo pipefail
cd "$(dirname "$0")/.."

fail() {
    echo "site: $*" >&2
    exit 1
}

site=$PWD/build/site
tools=$site/tools/bin
requirements=docs/site/requirements.txt
if ! cmp --silent "$requirements" "$site/tools/requirements.txt"; then
    python3 -m venv --clear "$site/tools" || fail "venv is missing: apt-get install python3-venv"
    "$tools/pip" install --quiet --disable-pip-version-check --requirement "$requirements"
    cp "$requirements" "$site/tools/requirements.txt"
fi

rm -rf "$site/reference" "$site/html"
if [ -e build/docs/documentation/staticmap/index.html ]; then
    # The reference names its files from the root of the server.
    path=$(sed -E 's,^[a-z]+://[^/]*,,; s,^/*,,; s,/*$,,' <<<"${SITE_URL:-}")
    docc process-archive transform-for-static-hosting build/docs --output-path "$site/reference" \
        --hosting-base-path "/${path:+$path/}reference"
else
    echo 'site: without the reference of the Swift library, which "make docs" writes'
fi
docs/site/stage.py "$site"
# Material announces its successor, and what cuts Chinese words tells of its dictionary: neither is about the site.
NO_MKDOCS_2_WARNING=1 "$tools/mkdocs" build --strict --config-file "$site/mkdocs.yml" \
    2> >(grep --invert-match --extended-regexp '^INFO|jieba|^Loading model|[Pp]refix dict' >&2)
docs/site/check.py "$site/html"
echo "The site is in build/site/html. Its search needs a server:"
echo "  python3 -m http.server --directory build/site/html 8000"
