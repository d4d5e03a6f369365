"""Pyramids of tiles, and files for workers."""
# SPDX-License-Identifier: MIT
import concurrent.futures
import threading

import pytest

import mapsnapshot as ms
from mapsnapshot import files, tiles

BOX = {"bbox": (24.9, 60.15, 25.0, 60.2), "zooms": "0-3"}


def test_a_pyramid_and_its_shards(program, monkeypatch, tmp_path):
    monkeypatch.setenv("STATICMAP_PROGRAM", program)
    monkeypatch.setattr(tiles, "_PART", 1000)
    monkeypatch.chdir(tmp_path)
    ms.render_tiles("whole.pmtiles", threads=1, style="light", **BOX)
    line = tiles.arguments({**BOX, "style": "light"})
    for count in (1, 3):
        parts = [(index, part) for index in range(count) for part in tiles.shard(index, count, line)]
        assert len(parts) > count
        tiles.merge(parts, f"{count}.pmtiles", "light")
        assert (tmp_path / f"{count}.pmtiles").read_bytes() == (tmp_path / "whole.pmtiles").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["1.pmtiles", "3.pmtiles", "whole.pmtiles"]


def test_mistakes_are_raised(program, monkeypatch, tmp_path):
    monkeypatch.setenv("STATICMAP_PROGRAM", program)
    with pytest.raises(TypeError, match="no option 'zoom'"):
        ms.render_tiles(tmp_path / "a.pmtiles", zoom=3)
    with pytest.raises(ms.SceneError) as raised:
        ms.render_tiles(tmp_path / "a.pmtiles", style="none-such", **BOX)
    assert raised.value.diagnostics[0].code == "basemap.unknown-style"


def test_paths_become_absolute_but_for_shipped_files(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    line = tiles.arguments({"tiles": ["a.pmtiles", "b.pmtiles"], "style": "dark", "home": "h", "tile_size": 512}, ["b.pmtiles"])
    assert line == [f"--tiles={tmp_path}/a.pmtiles", "--tiles=b.pmtiles", "--style=dark", f"--home={tmp_path}/h", "--tile-size=512"]


def test_files_are_placed_once(monkeypatch, tmp_path):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    asked, start = [], threading.Barrier(4)

    def place(_):
        start.wait()
        return files.placed([("a", "1", b"first"), ("b", "2", b"second")], lambda content: asked.append(content) or content)

    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        folders = set(pool.map(place, range(4)))
    assert sorted(asked) == [b"first", b"second"] and len(folders) == 1
    folder = folders.pop()
    assert [open(f"{folder}/{name}", "rb").read() for name in "ab"] == [b"first", b"second"]
    # Other contents have another folder.
    assert files.placed([("a", "3", b"third")], bytes) != folder


def test_two_files_of_one_name_are_refused(tmp_path):
    for name in ("a/x", "b/x"):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_bytes(b"")
    with pytest.raises(ValueError, match="two have the name 'x'"):
        files.names([tmp_path / "a/x", tmp_path / "b/x"])
    with pytest.raises(FileNotFoundError):
        files.names([tmp_path / "none"])
