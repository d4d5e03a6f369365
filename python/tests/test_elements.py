"""Builders make what the scene format has."""
# SPDX-License-Identifier: MIT
import copy
import inspect
import json
import pathlib
import pickle
import re

import pytest

import mapsnapshot as ms
from mapsnapshot import elements

ROOT = pathlib.Path(__file__).resolve().parents[2]


def test_arguments_become_keys():
    assert ms.Polyline([(1, 2), (3, 4)], stroke_color="red", line_dash_pattern=[4, 2], href="#") == {
        "type": "polyline", "coordinates": [(1, 2), (3, 4)], "strokeColor": "red", "lineDashPattern": [4, 2], "href": "#"}
    assert ms.Circle((1, 2), 50, fill_color="blue", id="c") == {
        "type": "circle", "center": (1, 2), "radius": 50, "fillColor": "blue", "id": "c"}
    assert ms.ScaleBar(units="nautical") == {"type": "scaleBar", "units": "nautical"}
    assert ms.BaseMap("dark", set_paint={"water": {"fill-color": None}}) == {
        "style": "dark", "setPaint": {"water": {"fill-color": None}}}


def test_values_that_are_false_are_kept():
    assert ms.Polyline([(0, 0), (1, 0)], line_width=0, casing=False) == {
        "type": "polyline", "coordinates": [(0, 0), (1, 0)], "lineWidth": 0, "casing": False}


def test_annotations_have_their_views():
    assert ms.Pin((1, 2), "Here", tint="red") == {"view": "pin", "coordinate": (1, 2), "title": "Here", "tint": "red"}
    assert ms.TextAnnotation("Hello", (1, 2)) == {"view": "text", "text": "Hello", "coordinate": (1, 2)}
    assert ms.ImageAnnotation("a.png", (1, 2)) == {"view": "image", "image": "a.png", "coordinate": (1, 2)}


@pytest.mark.parametrize("builder, arguments, key", [
    (ms.ImageAnnotation, ("a.png", (1, 2)), "marker_tint_color"), (ms.ImageAnnotation, ("a.png", (1, 2)), "glyph_text"),
    (ms.TextAnnotation, ("Hello", (1, 2)), "image"), (ms.Pin, ((1, 2),), "glyph_text"), (ms.Pin, ((1, 2),), "marker_tint_color"),
    (ms.Marker, ((1, 2),), "rotation"), (ms.Marker, ((1, 2),), "fill_color"), (ms.Annotation, ((1, 2),), "fill_color"),
])
def test_annotations_refuse_what_their_views_do_not_draw(builder, arguments, key):
    with pytest.raises(TypeError, match=f"unexpected keyword argument '{key}'"):
        builder(*arguments, **{key: "red"})


def test_annotations_with_any_view_share_arguments():
    shared = {"id": "a", "z_priority": 9, "alpha": 0, "center_offset": (1, 2), "coordinate_system": "gcj02"}
    keys = {"id": "a", "zPriority": 9, "alpha": 0, "centerOffset": (1, 2), "coordinateSystem": "gcj02"}
    assert ms.Marker((1, 2), glyph_text="1", **shared) == {"view": "marker", "coordinate": (1, 2), "glyphText": "1", **keys}
    assert ms.ImageAnnotation("a.png", (1, 2), rotation=3, **shared) == {
        "view": "image", "coordinate": (1, 2), "image": "a.png", "rotation": 3, **keys}
    assert ms.Annotation((1, 2), tint="red", view=None, href=None, **shared) == {"coordinate": (1, 2), "tint": "red", **keys}


@pytest.mark.skipif(not (ROOT / "Sources/MapScene").exists(), reason="skipped: not in a checkout")
def test_annotations_have_every_key_of_the_schema():
    schema = json.loads((ROOT / "Sources/MapScene/scene.schema.json").read_text(encoding="utf-8"))
    keys = schema["$defs"]["annotation"]["properties"]
    names = {re.sub("([A-Z])", lambda match: "_" + match[1].lower(), key) for key in keys}
    own = set(inspect.signature(ms.Annotation).parameters) - {"options"}
    shared = set(ms.AnnotationOptions.__annotations__)
    assert own | shared == names and not own & shared
    annotation = ms.Annotation((1, 2), **{name: "value" for name in names - {"coordinate"}})
    assert set(annotation) == set(keys)


def test_a_callout_is_open_unless_it_is_not():
    assert ms.Marker((1, 2), callout=ms.Callout("A"))["selected"] is True
    assert ms.Marker((1, 2), callout=ms.Callout("A"), selected=False)["selected"] is False
    assert "selected" not in ms.Annotation((1, 2), callout=ms.Callout("A"))


@pytest.mark.parametrize("camera, expected", [
    (ms.Camera.center((1, 2), 14, bearing=30), {"center": (1, 2), "zoom": 14, "bearing": 30}),
    (ms.Camera.looking((1, 2), 500, heading=9, pitch=40), {"center": (1, 2), "distance": 500, "bearing": 9, "pitch": 40}),
    (ms.Camera.region((1, 2), span=(3, 4)), {"region": {"center": (1, 2), "span": {"latitudeDelta": 3, "longitudeDelta": 4}}}),
    (ms.Camera.region((1, 2), latitudinal_meters=5, longitudinal_meters=6),
     {"region": {"center": (1, 2), "latitudinalMeters": 5, "longitudinalMeters": 6}}),
    (ms.Camera.bounds(1, 2, 3, 4, padding="5%"), {"bounds": [1, 2, 3, 4], "padding": "5%"}),
    (ms.Camera.map_rect(1, 2, 3, 4), {"mapRect": {"x": 1, "y": 2, "width": 3, "height": 4}}),
    (ms.Camera.fit(padding=48, max_zoom=16), {"fit": "all", "padding": 48, "maxZoom": 16}),
    (ms.Camera.fit(["a"]), {"fit": ["a"]}),
    (ms.Camera(follow="user", zoom=12), {"follow": "user", "zoom": 12}),
])
def test_cameras(camera, expected):
    assert camera == expected


def test_adding_finds_the_list():
    scene = ms.Scene(overlays=({"type": "graticule"},))
    assert scene.add(ms.Pin((1, 2)), {"coordinate": [3, 4]}, ms.ScaleBar(), ms.Fog([])) is scene
    assert scene == {
        "version": 1, "overlays": [{"type": "graticule"}, {"type": "fog", "reveal": []}],
        "annotations": [{"view": "pin", "coordinate": (1, 2)}, {"coordinate": [3, 4]}], "decorations": [{"type": "scaleBar"}]}
    with pytest.raises(TypeError, match="expected an annotation"):
        scene.add({"type": "polyline"})


def test_unknown_arguments_are_refused():
    with pytest.raises(TypeError, match="fill_colour"):
        ms.Circle((1, 2), 5, fill_colour="red")


def test_builders_are_copied_and_pickled():
    scene = ms.Scene((3, 4)).add(ms.Pin((1, 2)))
    for other in (copy.deepcopy(scene), pickle.loads(pickle.dumps(scene))):
        assert other == scene and type(other) is ms.Scene and type(other["annotations"][0]) is ms.Pin


@pytest.mark.skipif(not (ROOT / "tools").exists(), reason="skipped: not in a checkout")
def test_builders_are_those_of_the_schema(monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "tools")
    from staticmap_tools.docs import python_builders

    assert (ROOT / python_builders.FILE).read_text(encoding="utf-8") == python_builders.Builders(ROOT).text()


@pytest.mark.skipif(not (ROOT / "Sources/MapScene").exists(), reason="skipped: not in a checkout")
def test_every_overlay_and_decoration_has_a_builder():
    schema = json.loads((ROOT / "Sources/MapScene/scene.schema.json").read_text(encoding="utf-8"))
    builders = [value for value in vars(elements).values() if inspect.isclass(value) and issubclass(value, ms.Element)]
    for name in ("overlays", "decorations"):
        kinds = [entry["$ref"].rsplit("/", 1)[1] for entry in schema["properties"][name]["items"]["oneOf"]]
        types = [schema["$defs"][kind]["properties"]["type"] for kind in kinds]
        known = {value for kind in types for value in kind.get("enum", [kind.get("const")])}
        sources = "".join(inspect.getsource(builder) for builder in builders if builder._list == name)
        # A logo is an image that says so.
        assert known - {"logo", "image"} == set(re.findall(r'"type": "(\w+)"', sources))
