"""Maps that the real program draws."""
# SPDX-License-Identifier: MIT
import asyncio
import io
import os
import signal
import struct
import time

import pytest
from conftest import is_running

import mapsnapshot as ms


def size(png):
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", png[16:24])


def test_the_first_map(renderer, scene):
    drawn = renderer.render(scene)
    assert (drawn.format, drawn.width, drawn.height) == ("png", 1200, 800)
    assert size(drawn.png) == (1200, 800) and drawn.png is drawn.data
    assert drawn.warnings == ()
    assert repr(drawn) == f"<Map png 1200×800, {len(drawn.data)} bytes>"


def test_every_format_is_drawn_when_it_is_read(renderer, small, tmp_path):
    drawn = renderer.render(small, "svg", size=(100, 75))
    assert drawn.svg.startswith("<") and "</svg>" in drawn.svg
    assert size(drawn.png) == (100, 75)
    assert drawn.pdf.startswith(b"%PDF-")
    assert drawn.to_bytes("JPG").startswith(b"\xff\xd8")
    drawn.save(tmp_path / "map.webp")
    assert (tmp_path / "map.webp").read_bytes()[8:12] == b"WEBP"
    with pytest.raises(ms.SceneError, match='expected the format png, png8, jpeg, webp, svg or pdf, found "bmp"'):
        drawn.save(tmp_path / "map.bmp")


def test_the_same_scene_is_the_same_map(renderer, small):
    assert renderer.render(small).png == renderer.render(dict(small)).png


def test_pillow(renderer, scene):
    image = pytest.importorskip("PIL.Image")
    drawn = renderer.render(scene).pil
    assert isinstance(drawn, image.Image) and drawn.size == (1200, 800)
    # There is more on it than one color.
    assert len(drawn.convert("RGB").getcolors(1 << 24)) > 100


def test_notebooks_show_a_map_in_points(renderer, small):
    data, metadata = renderer.render(small, scale=2)._repr_png_()
    assert size(data) == (128, 128) and metadata == {"width": 64, "height": 64}
    drawn = renderer.render(small, "svg")
    assert drawn._repr_png_() is None and drawn._repr_svg_() == drawn.svg
    assert renderer.render(small, "jpeg")._repr_jpeg_()[0].startswith(b"\xff\xd8")


def test_a_mistake_is_an_error_with_its_place_and_a_hint(renderer):
    scene = ms.Scene((100, 100)).add(ms.Polyline([(24, 60), (25, 60)], stroke_color="bleu"))
    with pytest.raises(ms.SceneError) as caught:
        renderer.render(scene)
    diagnostic, = caught.value.diagnostics
    assert (diagnostic.severity, diagnostic.path, diagnostic.found) == ("error", "overlays[0].strokeColor", '"bleu"')
    assert (diagnostic.file, diagnostic.line) == (None, None)
    assert "blue" in diagnostic.hint and diagnostic.hint in str(caught.value)


def test_a_mistake_in_a_text_has_its_line(renderer):
    text = '{\n  "version": 1, "x-ä": "東京",\n  "size": [100, 100],\n  "sclae": 2\n}\n'
    with pytest.raises(ms.SceneError) as caught:
        renderer.render(text)
    diagnostic, = caught.value.diagnostics
    assert (diagnostic.line, diagnostic.column, diagnostic.path) == (4, 3, "sclae")
    assert "scale" in diagnostic.hint


def test_warnings_are_those_of_the_map(renderer):
    drawn = renderer.render({"version": 1, "size": [100, 100], "camera": {"center": [0, 0], "zoom": 2, "zoomEnabled": False}})
    assert [warning.path for warning in drawn.warnings] == ["camera.zoomEnabled"]


def test_many_maps_with_a_mistake_among_them(renderer, small):
    scenes = [dict(small, size=[64 + number, 64]) for number in range(20)]
    scenes[7]["size"] = "large"
    results = list(renderer.render_many(scenes, errors="yield"))
    assert isinstance(results.pop(7), ms.SceneError)
    assert [result.width for result in results] == [64 + number for number in range(20) if number != 7]


def test_asyncio(renderer, small):
    async def draw():
        return await asyncio.gather(*(renderer.arender(small, size=(64 + number, 64)) for number in range(8)))

    assert [size(drawn.png) for drawn in asyncio.run(draw())] == [(64 + number, 64) for number in range(8)]


def test_a_killed_program_costs_no_map(program, small):
    with ms.Renderer(program=program, threads=2) as renderer:
        whole = renderer.render(small).png
        pid = renderer._worker.pid
        waiting = [renderer.submit(small) for _ in range(12)]
        os.kill(pid, signal.SIGKILL)
        assert all(future.result().png == whole for future in waiting)


def test_scenes_of_strangers_read_nothing_else(program, tmp_path):
    (tmp_path / "inside").mkdir()
    (tmp_path / "secret.geojson").write_text('{"type": "Point", "coordinates": [24.94, 60.17]}')
    scene = ms.Scene((64, 64)).add(ms.GeoJSON(str(tmp_path / "secret.geojson")))
    with ms.Renderer(program=program, root=tmp_path / "inside", limits="strict") as renderer:
        with pytest.raises(ms.SceneError, match="secret.geojson"):
            renderer.render(scene)
    with ms.Renderer(program=program, root=tmp_path) as renderer:
        assert renderer.render(scene).width == 64


def test_a_table_is_on_the_map(renderer):
    geopandas = pytest.importorskip("geopandas")
    shapely = pytest.importorskip("shapely")
    table = geopandas.GeoDataFrame(
        {"fill": ["#ff0000"], "fill-opacity": [1.0], "stroke-width": [0]}, geometry=[shapely.box(24.93, 60.165, 24.95, 60.175)],
        crs="EPSG:4326").to_crs("EPSG:3067")
    scene = ms.Scene((100, 100), camera=ms.Camera.center((24.94, 60.17), 14)).add(table)
    pixels = renderer.render(scene).pil.convert("RGB").getcolors(10_000)
    # Roads and labels are above it.
    assert max(pixels) == (max(pixels)[0], (255, 0, 0)) and max(pixels)[0] > 2_000


def test_the_programs_default_is_shared(program, monkeypatch, small):
    monkeypatch.setenv("STATICMAP_PROGRAM", program)
    ms.configure(threads=1)
    drawn = ms.render(small)
    assert [other.data for other in ms.render_many([small], "svg")] == [ms.render(small, "svg").data]
    assert asyncio.run(ms.arender(small)).png == drawn.png
    with pytest.raises(TypeError):
        ms.configure(thread=1)
    ms.configure()


def test_a_program_that_nobody_uses_any_more_ends(program, small):
    renderer = ms.Renderer(program=program)
    renderer.render(small)
    pid = renderer._worker.pid
    del renderer
    end = time.monotonic() + 10
    while is_running(pid):
        assert time.monotonic() < end
        time.sleep(0.01)
