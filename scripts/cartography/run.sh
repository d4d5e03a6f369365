#!/usr/bin/env bash
# Measures the styles with the binary of this checkout, see measure.py. The packages go to a virtual environment in .build/.
set -euo pipefail
cd "$(dirname "$0")/../.."

readonly environment=.build/cartography
[ -x "$environment/bin/python" ] || python3 -m venv "$environment"
"$environment/bin/python" -m pip install --quiet --disable-pip-version-check --requirement scripts/cartography/requirements.txt
"$environment/bin/python" scripts/cartography/measure.py "$@"
