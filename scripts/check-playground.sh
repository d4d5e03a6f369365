#!/usr/bin/env bash
# Tests the playground of a built program in headless Chromium; says so where there is none.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! command -v chromium >/dev/null; then
    printf 'playground: skipped, there is no chromium\n'
    exit 0
fi
program=$1
shift
PYTHONPATH=tools PYTHONDONTWRITEBYTECODE=1 exec python3 -m staticmap_tools.playground "$program" "$@"
