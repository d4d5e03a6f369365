# SPDX-License-Identifier: MIT
"""A map made to be measured: squares of land, water, parks and buildings, a road of each class, one name. It is a GeoJSON source
for each layer of the schema, drawn through the style's own layers at zoom 16."""

import json
import pathlib

from . import views

#: Longitude and latitude of the middle, and degrees per point at zoom 16 (512 px tiles, at the equator).
CENTER, ZOOM, STEP = (0.0, 0.0), 16.0, 360 / (512 * 2**16)
SIZE = (480, 480)
#: What is drawn: source layer, attributes, and where it lies: x, y, width, height in points; roads are lines along y.
AREAS = {
    "water": ("water", {"class": "lake"}, (20, 20, 60, 60)),
    "park": ("landcover", {"class": "grass", "subclass": "park"}, (120, 20, 60, 60)),
    "wood": ("landcover", {"class": "wood"}, (220, 20, 60, 60)),
    "building": ("building", {}, (320, 20, 60, 60)),
}
ROADS = {"service": 110, "minor": 150, "tertiary": 190, "secondary": 230, "primary": 270, "trunk": 310, "motorway": 350, "rail": 390}
NAME_AT = (240, 440)


def _degrees(x: float, y: float) -> list[float]:
    return [(x - SIZE[0] / 2) * STEP, (SIZE[1] / 2 - y) * STEP]


def scene(style: str, target: pathlib.Path) -> None:
    """Writes a scene whose tiles are features of our own."""
    features: dict = {}
    for layer, attributes, (x, y, w, h) in AREAS.values():
        ring = [_degrees(*p) for p in ((x, y), (x + w, y), (x + w, y + h), (x, y + h), (x, y))]
        features.setdefault(layer, []).append({"type": "Feature", "properties": attributes, "geometry": {"type": "Polygon", "coordinates": [ring]}})
    for name, y in ROADS.items():
        line = [_degrees(-50, y), _degrees(SIZE[0] + 50, y)]
        features.setdefault("transportation", []).append({"type": "Feature", "properties": {"class": name}, "geometry": {"type": "LineString", "coordinates": line}})
    features["place"] = [{"type": "Feature", "properties": {"class": "neighbourhood", "name": "HIMMMMIH", "rank": 13}, "geometry": {"type": "Point", "coordinates": _degrees(*NAME_AT)}}]
    document = json.loads((views.home() / "styles" / style / "style.json").read_text())
    document["sources"] = {name: {"type": "geojson", "data": {"type": "FeatureCollection", "features": found}} for name, found in features.items()}
    document.pop("sprite", None)
    layers = []
    for layer in document["layers"]:
        if layer["type"] == "background":
            layers.append(layer)
        elif layer.get("source-layer") in features and "fill-pattern" not in layer.get("paint", {}):
            layer = layer | {"source": layer["source-layer"]}
            layer.pop("source-layer")
            layer.get("layout", {}).pop("icon-image", None)
            layers.append(layer)
    document["layers"] = layers
    scene = {"version": 1, "size": list(SIZE), "scale": 2, "basemap": {"style": document}, "camera": {"center": list(CENTER), "zoom": ZOOM}, "attribution": "none"}
    target.write_text(json.dumps(scene))
