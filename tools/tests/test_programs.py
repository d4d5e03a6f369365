# SPDX-License-Identifier: MIT
"""What clients, measurements and hostile inputs decide with."""

import asyncio
import json

import pytest
from PIL import Image

from staticmap_tools import account
from staticmap_tools.checkout import ROOT
from staticmap_tools.clients import server_page, tiles_page
from staticmap_tools.examples import island
from staticmap_tools.pictograms import sheet
from staticmap_tools.playground import browser, page
from staticmap_tools.robustness import bombs, fuzz
from staticmap_tools.server import load, running


def test_a_png_of_the_playground_reads_back():
    width, height, rows = browser.pixels(browser.png(3, 2, (10, 20, 30)))
    assert (width, height) == (3, 2) and rows == [[(10, 20, 30)] * 3] * 2


@pytest.mark.parametrize("filtered", [0, 1, 2, 3, 4])
def test_pixels_undo_the_filters_of_a_png(filtered, tmp_path):
    image = Image.effect_noise((16, 9), 60).convert("RGB")
    image.save(tmp_path / "a.png", compress_level=filtered)
    _, _, rows = browser.pixels((tmp_path / "a.png").read_bytes())
    assert rows == [[image.getpixel((x, y)) for x in range(16)] for y in range(9)]


def test_the_share_of_pixels_that_differ():
    black, half = (2, 1, [[(0, 0, 0), (0, 0, 0)]]), (2, 1, [[(0, 0, 0), (99, 0, 0)]])
    assert page.difference(black, half) == 0.5 and page.difference(black, black) == 0
    assert page.difference(black, (1, 1, [[(0, 0, 0)]])) == 1, "another size"


def tiled(step):
    """An image that is lighter by so much from the first edge between tiles on."""
    image = Image.new("RGBA", (300, 2), (100, 100, 100, 255))
    image.paste((100 + step, 100, 100, 255), (server_page.tile_edges(300)[0], 0, 300, 2))
    return image


def test_a_seam_between_tiles_is_found():
    server_page.check_seams(tiled(2))
    with pytest.raises(AssertionError, match="a seam"):
        server_page.check_seams(tiled(40))
    with pytest.raises(AssertionError, match="holes"):
        server_page.check_seams(Image.new("RGBA", (300, 2), (0, 0, 0, 0)))


def test_a_page_gets_files_of_its_tiles_only():
    assert tiles_page.file_of("/tiles/2/0/1.png", "lib.js", "/maps/world") == "/maps/world/2/0/1.png"
    assert tiles_page.file_of("/tiles/../../etc/passwd", "lib.js", "/maps/world") is None
    assert tiles_page.file_of("/library.css", "lib.js", "/maps/world") == "lib.css"


def test_percentiles_are_in_milliseconds():
    assert load.percentile([0.001 * n for n in range(100, 0, -1)], 0.95) == pytest.approx(96)
    assert load.percentile([], 0.5) == 0


def test_a_missed_goal_is_remembered(monkeypatch):
    monkeypatch.setattr(load, "missed", [])
    assert load.judge("5 %", True) == "(goal: 5 %)" and load.judge("9 %", False).endswith("MISSED)")
    assert load.missed == ["9 %"]


def test_a_value_of_a_report_must_be_there():
    assert running.found(r"^Requests/sec:\s*([\d.]+)", "x\nRequests/sec:  12.5\n") == "12.5"
    with pytest.raises(AssertionError):
        running.found("(absent)", "x")


def answered(*parts):
    """Status and body of an answer that arrives in parts."""
    async def ask():
        connection = running.Connection(0)
        connection.connection_made(None)
        connection.answer = asyncio.get_running_loop().create_future()
        for part in parts:
            connection.data_received(part)
        return await connection.answer

    return asyncio.run(ask())


def test_answers_may_arrive_in_parts():
    assert answered(b"HTTP/1.1 200 OK\r\nContent-Le", b"ngth: 4\r\n\r\nab", b"cd") == (200, b"abcd")
    assert answered(b"HTTP/1.1 304 Not Modified\r\ncontent-length: 99\r\n\r\n") == (304, b"")


def test_bombs_write_what_they_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    arguments = bombs.BOMBS["text-of-lists"]()
    assert arguments == ["scene.json"] and json.loads((tmp_path / "scene.json").read_text())["size"] == [800, 600]
    assert all(name == name.lower() and "_" not in name for name in bombs.BOMBS)


def test_targets_of_the_fuzzer_are_read_from_their_sources(tmp_path, monkeypatch):
    (tmp_path / "Fuzz/Targets").mkdir(parents=True)
    (tmp_path / "Fuzz/Targets/All.swift").write_text('let a = FuzzTarget("svg") { }\nlet b = FuzzTarget("mbtiles", maxLength: 32768) { }\n')
    monkeypatch.setattr(fuzz, "ROOT", tmp_path)
    assert fuzz.targets() == {"svg": 4096, "mbtiles": 32768}


def test_the_island_is_that_of_the_examples(tmp_path, monkeypatch):
    monkeypatch.setattr("sys.argv", ["island", str(tmp_path)])
    island.main()
    made = tmp_path / "island-10-512-511.png"
    assert made.read_bytes() == (ROOT / "examples/data" / made.name).read_bytes()


def test_pictograms_stand_where_their_cell_is():
    assert sheet.coordinate(500, 300, (1000, 600)) == [0, 0]
    longitude, latitude = sheet.coordinate(0, 0, (1000, 600))
    assert longitude < 0 < latitude


def test_instructions_of_a_profile(tmp_path):
    file = tmp_path / "calls"
    file.write_text("events: Ir\nfn=(1) main\n10 5\ncfn=(2) Painter.paint\ncalls=1 20\n11 60\ncfn=(3) swift_release\ncalls=2 30\n+1 4\n"
                    "fn=(2)\n20 50\ncfn=(2)\ncalls=1 20\n21 20\ncfn=(3)\ncalls=1 30\n22 10\nfn=(3)\n30 14\n")
    found = account.Profile(file)
    assert found.total == 69
    assert found.inclusive("Painter.paint") == 60, "a call of itself is a part of it"
    assert found.kinds()["retain and release"] == 14
    with pytest.raises(SystemExit, match="no function is named like"):
        found.inclusive("Encoder")
