"""The code of the pages runs."""
# SPDX-License-Identifier: MIT
import pathlib
import re

import pytest

import mapsnapshot as ms

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = ["README.md", "docs/python.md", "python/README.md"]


@pytest.mark.skipif(not (ROOT / "docs").exists(), reason="skipped: not in a checkout")
@pytest.mark.parametrize("page", PAGES)
def test_page(page, program, tmp_path, monkeypatch, capsys):
    geopandas = pytest.importorskip("geopandas")
    shapely = pytest.importorskip("shapely")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("STATICMAP_PROGRAM", program)
    text = (ROOT / page).read_text(encoding="utf-8")
    blocks = re.findall(r"(?<!<!-- not run -->\n)^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert blocks
    # What a page may take for granted.
    line = shapely.LineString([(24.93, 60.17), (24.95, 60.17)])
    names = {"scenes": [ms.Scene((64, 64))], "shapely_line": line, "table": geopandas.GeoDataFrame(geometry=[line], crs=4326)}
    for block in blocks:
        exec(compile(block, page, "exec"), names)
    assert list(tmp_path.iterdir())
    if page == "docs/python.md":
        assert capsys.readouterr().out.startswith("overlays[0].fillColor did you mean")
