"""Objects of Shapely and GeoPandas in scenes."""
# SPDX-License-Identifier: MIT
import json

import pytest

import mapsnapshot as ms
from mapsnapshot.encoding import encode

shapely = pytest.importorskip("shapely")


def overlays(*objects):
    return json.loads(encode({"overlays": list(objects)}).text)["overlays"]


class Foreign:
    """What another package may have."""

    def __init__(self, data):
        self.__geo_interface__ = data


def test_geometries_are_overlays():
    point = {"type": "Point", "coordinates": [1.0, 2.0]}
    feature = {"type": "Feature", "properties": {"stroke": "red"}, "geometry": point}
    assert overlays(shapely.Point(1, 2)) == [
        {"type": "geojson", "data": {"type": "Feature", "properties": {}, "geometry": point}}]
    assert overlays(Foreign(feature)) == [{"type": "geojson", "data": feature}]
    assert overlays(ms.GeoJSON(shapely.Point(1, 2), stroke_color="red"))[0]["strokeColor"] == "red"


def test_geometries_are_coordinates():
    line = shapely.LineString([(1, 2, 9), (3, 4, 9)])
    ring = [(0, 0), (4, 0), (4, 4), (0, 0)]
    hole = [(2, 1), (3, 1), (3, 2), (2, 1)]
    area = shapely.Polygon(ring, [hole])
    assert overlays(ms.Polyline(line))[0]["coordinates"] == [[1, 2], [3, 4]]
    polygon = overlays(ms.Polygon(area))[0]
    assert sorted(map(tuple, polygon["coordinates"])) == sorted(map(tuple, ring)) and len(polygon["holes"]) == 1
    assert overlays(ms.Circle(shapely.Point(1, 2), 5))[0]["center"] == [1, 2]
    scene = ms.Scene(camera=ms.Camera.center(shapely.Point(1, 2, 3), 9), annotations=[ms.Pin(shapely.Point(3, 4))])
    plain = json.loads(encode(scene).text)
    assert plain["camera"]["center"] == [1, 2] and plain["annotations"][0]["coordinate"] == [3, 4]
    # The builders keep what they were given.
    assert isinstance(scene["annotations"][0]["coordinate"], shapely.Point)


def test_a_geometry_that_has_no_coordinates():
    with pytest.raises(ms.SceneError, match=r"annotations\[0\].coordinate: expected coordinates, or a geometry that has them"):
        encode({"annotations": [ms.Pin(shapely.MultiPoint([(1, 2), (3, 4)]))]})


def test_tables_are_transformed_and_styled():
    geopandas = pytest.importorskip("geopandas")
    table = geopandas.GeoDataFrame(
        {"fill": ["red", None], "name": ["a", "b"], "value": [1.5, float("nan")]},
        geometry=[shapely.Point(24.94, 60.17).buffer(0.01), shapely.Point(24.95, 60.17)], crs="EPSG:4326")
    there, here = overlays(table.to_crs("EPSG:3067"), table)
    assert [feature["properties"] for feature in there["data"]["features"]] == [
        {"fill": "red", "name": "a", "value": 1.5}, {"name": "b"}]
    assert there["data"]["features"][1]["geometry"]["coordinates"] == pytest.approx([24.95, 60.17])
    assert here["data"]["features"][1]["geometry"]["coordinates"] == [24.95, 60.17]
    series = overlays(ms.GeoJSON(table.to_crs(3857).geometry, line_width=1))[0]
    assert series["data"]["features"][1]["geometry"]["coordinates"] == pytest.approx([24.95, 60.17])
    assert ms.Scene().add(table)["overlays"][0] is table
