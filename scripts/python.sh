#!/usr/bin/env bash
# Tests the Python package with a program: scripts/python.sh PROGRAM [--engines | --rates OPTION...]
#
# Fetches pytest, mypy, Pillow, GeoPandas and what runs notebooks from PyPI into build/python. Runs the tests, checks the types, and
# runs the notebooks of python/examples, whose pages in docs have to say the same. With --engines, Spark and Ray are fetched too
# (a gigabyte), Java is installed where there is none of version 17 or later, and their tests are run; otherwise they are skipped.
# MAPSNAPSHOT_ROWS=5000 draws more rows in them. With --rates, Benchmarks/engines/rate.py measures batch, Spark and Ray instead.
set -euo pipefail
cd "$(dirname "$0")/.."
program=$(realpath "$1")
export STATICMAP_PROGRAM=$program STATICMAP_HOME=${STATICMAP_HOME:-$PWD}

venv=$PWD/build/python/venv
if ! "$venv/bin/python" -c 'import pytest, mypy, PIL, geopandas, nbconvert, ipykernel' 2>/dev/null; then
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet pytest mypy pillow geopandas nbconvert nbclient ipykernel
fi
case ${2:-} in --engines | --rates) engines=yes ;; *) engines= ;; esac
if [ -n "$engines" ] && ! java -version 2>&1 | grep -E 'version "(1[7-9]|[2-9][0-9])' >/dev/null; then
    scripts/setup.sh openjdk-17-jre-headless
fi
if [ -n "$engines" ] && ! "$venv/bin/python" -c 'import pyspark, ray.data' 2>/dev/null; then
    "$venv/bin/pip" install --quiet 'pyspark>=4' 'pandas<3' pyarrow 'ray[data]'
fi

if [ "${2:-}" = --rates ]; then
    PYTHONPATH=$PWD/python/src:$PWD/Benchmarks/engines exec "$venv/bin/python" Benchmarks/engines/rate.py "$program" "${@:3}"
fi

failed=0
cd python
"$venv/bin/mypy" || failed=1
"$venv/bin/pytest" -q || failed=1
cd ..
# A cell that fails, or a page that says something else, is a failure.
for notebook in python/examples/*.ipynb; do
    PYTHONPATH=$PWD/python/src:$PWD/tools "$venv/bin/python" -m staticmap_tools.docs.notebook "$notebook" "docs/$(basename "$notebook" .ipynb).md" --check ||
        failed=1
done
exit "$failed"
