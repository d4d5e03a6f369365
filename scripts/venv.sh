#!/usr/bin/env bash
# Makes a virtual environment with tools/ and the packages of one of its extras (tools/pyproject.toml) in build/tools, or takes the
# one that is there, and prints its Python: scripts/venv.sh EXTRA
set -euo pipefail
cd "$(dirname "$0")/.."

readonly environment=$PWD/build/tools/$1
if [ ! "$environment/complete" -nt tools/pyproject.toml ]; then
    python3 -m venv "$environment"
    "$environment/bin/pip" install --quiet --disable-pip-version-check --editable "tools[$1]" >&2
    touch "$environment/complete"
fi
printf '%s\n' "$environment/bin/python"
