# SPDX-License-Identifier: MIT
"""The comparison with tilemaker's archives: what counts, and what docs/import.md lists."""
import fnmatch
import sqlite3

import mapbox_vector_tile
import pytest

from staticmap_tools.extracts import compare


def archive(path, features, layer="layer"):
    """An archive with one tile of a layer."""
    data = mapbox_vector_tile.encode({"name": layer, "features": features})
    with sqlite3.connect(path) as db:
        db.execute("create table tiles (zoom_level, tile_column, tile_row, tile_data)")
        db.execute("insert into tiles values (14, 8192, 8191, ?)", [data])
    return str(path)


def test_sums(tmp_path):
    """Points of one feature count each, and lines that lie on one another once, within the tile."""
    twice = [{"geometry": f"LINESTRING(0 {y}, 5000 {y})", "properties": {"class": "a"}} for y in (10, 10, 20)]
    points = {"geometry": "MULTIPOINT(1 1, 2 2, 3 3)", "properties": {"class": "b", "name": "B"}}
    contents = compare.Contents(archive(tmp_path / "a.mbtiles", [*twice, points]), 14)
    side = 40_075_016.686 / 2**14 / 1000
    assert contents.sums["layer/a"][1] == pytest.approx(2 * side, rel=1e-3)
    assert contents.sums["layer/b"][0] == 3
    assert contents.names == {"layer": {"B"}}


def test_missing_places(tmp_path):
    """A point of interest is found under any class: at its place, or near it if its kind is the same; its name has to be the same."""
    def place(x, kind, name, subclass):
        return {"geometry": f"POINT({x} 100)", "properties": {"class": kind, "name": name, "subclass": subclass}}

    reference = [place(100, "amenity", "A", "bank"), place(200, "amenity", "B", "bank"), place(300, "amenity", "C", "bank"),
                 place(400, "shop", "D", "shoes")]
    other = [place(110, "bank", "A", "atm"), place(500, "bank", "B", "bank"), place(500, "bank", "C", "atm"), place(400, "shop", "E", "shoes")]
    contents = [
        compare.Contents(archive(tmp_path / f"{name}.mbtiles", features, "poi"), 14)
        for name, features in (("a", reference), ("b", other))]
    assert contents[0].missing_places(contents[1]) == {"poi/amenity": 1, "poi/shop": 1}


def test_differs():
    """3 % count, and so does what the reference has more of than rounding makes."""
    assert not compare.differs([100, 1, 0], [103, 1.02, 5])
    assert compare.differs([100, 1, 0], [104, 1, 0])
    assert not compare.differs([3, 0, 0], [4, 0, 0])


def test_departures(monkeypatch):
    """The page lists classes of layers, and no layer as a whole but where any class may differ."""
    monkeypatch.chdir(compare.pathlib.Path(__file__).parents[2])
    patterns = [pattern for pattern, _ in compare.departures()]
    assert "poi/amenity" in patterns
    assert not any(fnmatch.fnmatchcase("transportation/motorway", pattern) for pattern in patterns)
    assert not any(fnmatch.fnmatchcase("building/x", pattern) for pattern in patterns)
