"""What scenes become, and what is said of those that cannot be drawn."""
# SPDX-License-Identifier: MIT
import json
import pathlib

import pytest
from conftest import told

import mapsnapshot
from mapsnapshot import Diagnostic, SceneError
from mapsnapshot.encoding import encode


def plain(scene, **changes):
    return json.loads(encode(scene, changes).text)


def refused(scene):
    with pytest.raises(SceneError) as caught:
        encode(scene)
    return [str(diagnostic) for diagnostic in caught.value.diagnostics]


def test_dictionaries_are_sent_as_they_are():
    scene = {"version": 1, "size": (600, 400), "overlays": [], "x-text": "東京 \n"}
    assert plain(scene) == {"version": 1, "size": [600, 400], "overlays": [], "x-text": "東京 \n"}
    assert b"\n" not in encode(scene).text


def test_arguments_replace_keys_and_leave_the_scene_alone():
    scene = {"version": 1, "size": [1, 2]}
    assert plain(scene, size=(3, 4), scale=2, basemap=None) == {"version": 1, "size": [3, 4], "scale": 2}
    assert plain(json.dumps(scene), scale=3) == {"version": 1, "size": [1, 2], "scale": 3}
    assert scene == {"version": 1, "size": [1, 2]}


def test_paths_become_texts():
    assert plain({"basemap": {"tiles": pathlib.Path("city.mbtiles")}}) == {"basemap": {"tiles": "city.mbtiles"}}


def test_numbers_and_arrays_of_numpy():
    numpy = pytest.importorskip("numpy")
    scene = {"overlays": [{"type": "polyline", "coordinates": numpy.array([[1, 2], [3, 4.5]]), "lineWidth": numpy.int64(3)}]}
    assert plain(scene) == {"overlays": [{"type": "polyline", "coordinates": [[1, 2], [3, 4.5]], "lineWidth": 3}]}


def test_what_json_cannot_hold_is_named():
    scene = {"version": 1, "annotations": [{"coordinate": [1, float("nan")]}, {"tint": {1, 2}}], 5: ["x"], "x": b"bytes"}
    assert refused({**scene, "camera": {1: 2}}) == [
        "annotations[0].coordinate[1]: expected a finite number, found float nan",
        "annotations[1].tint: expected what JSON has, found set {1, 2}",
        "expected texts as keys, found int 5",
        "x: expected what JSON has, found bytes b'bytes'",
        "camera: expected texts as keys, found int 1",
    ]
    assert refused([1]) == ["expected a scene: a dictionary, a builder or text, found list [1]"]
    endless = {}
    endless["x"] = endless
    assert refused(endless)[0].endswith("too many levels")


def test_text_is_one_line_and_says_where_it_is_wrong(fake):
    text = '{\r\n  "version": 1,\n  "x-ä": "東京",\n  "x-number": 5\n}'
    assert b"\n" not in encode(text).text
    assert told(fake.render(text))["x-number"] == 5
    assert refused('{\n  "version": 1\n  "size": []}') == ["3:3: the text is not JSON: Expecting ',' delimiter"]
    assert refused("[1]") == ["expected a scene: an object, found list [1]"]
    assert refused(b"{\"a\": \"\xff\"}")[0].startswith("the text is not UTF-8")
    assert refused("[" * 100_000) == ["the text has too many levels"]


def test_the_programs_errors_keep_all_they_say(fake):
    error = {
        "severity": "error", "code": "scene.unknown-key", "file": "standard input", "line": 9, "column": 55, "path": "overlays[0].fil",
        "message": 'unknown key "fil"', "expected": "a", "found": "b", "hint": 'did you mean "fill"?', "new": 1}
    with pytest.raises(SceneError) as caught:
        fake.render({"x-errors": [error, {**error, "file": "a.geojson", "path": "", "hint": None}]})
    first, second = caught.value.diagnostics
    assert first == Diagnostic(
        "error", "scene.unknown-key", 'unknown key "fil"', path="overlays[0].fil", expected="a", found="b",
        hint='did you mean "fill"?')
    assert (second.file, second.line, second.column) == ("a.geojson", 9, 55)
    assert str(caught.value) == (
        'overlays[0].fil: unknown key "fil" (did you mean "fill"?)\na.geojson:9:55: unknown key "fil"')


def test_an_unknown_format_is_an_argument(fake):
    with pytest.raises(ValueError, match="format"):
        fake.render({}, "../png")
    with pytest.raises(ValueError, match="in_flight"):
        fake.render_many([], in_flight=0)
    with pytest.raises(ValueError, match="errors"):
        fake.render_many([], errors="skip")


def test_the_package_exports_what_it_names():
    for name in mapsnapshot.__all__:
        assert getattr(mapsnapshot, name)
