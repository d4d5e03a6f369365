# SPDX-License-Identifier: MIT
"""Tiles of the world and of Helsinki."""

import mapbox_vector_tile
import pytest
import shapely

from staticmap_tools.basemap import archive, helsinki, mvt, schema, verify, world


def decoded(layers):
    return mapbox_vector_tile.decode(mvt.encode_tile(layers), default_options={"y_coord_down": True})


def test_a_tile_reads_back():
    layers = {"water": [(shapely.box(0, 0, 100, 50), {"class": "lake", "depth": 7, "deep": True, "ratio": 0.5})],
              "place": [(shapely.Point(5, 9), {"name": "Ōtsu"})], "road": [(shapely.LineString([(0, 0), (9, 9)]), {})]}
    found = decoded(layers)
    assert found["water"]["features"][0]["properties"] == {"class": "lake", "depth": 7, "deep": True, "ratio": 0.5}
    assert shapely.geometry.shape(found["water"]["features"][0]["geometry"]).equals(shapely.box(0, 0, 100, 50))
    assert found["place"]["features"][0]["geometry"]["coordinates"] == [5, 9]
    assert found["place"]["features"][0]["properties"] == {"name": "Ōtsu"}


def test_what_vanishes_on_the_grid_is_left_out():
    assert mvt.encode_tile({"road": [(shapely.LineString([(0, 0), (0.2, 0.2)]), {})]}) == b""


def test_points_go_to_the_tile_they_lie_in():
    layers = world.Layers(1, False)
    layers.point("place", 90.0, 0.0, {"name": "East"})
    layers.point("place", 180.0, 66.6, {"name": "Edge"})
    assert sorted(layers.tiles) == [(1, 0), (1, 1)]
    assert (layers.tiles[1, 1]["place"][0][0].x, layers.tiles[1, 1]["place"][0][0].y) == (2048, 0)
    assert layers.tiles[1, 0]["place"][0][0].x == mvt.EXTENT


def test_specks_of_water_are_left_out_at_the_last_zoom_only():
    puddle = shapely.MultiPolygon([shapely.box(0, 0, 100, 100), shapely.box(200, 200, 203, 203)])
    areas = []
    for is_last in (False, True):
        layers = world.Layers(7, is_last)
        layers.put(0, 0, "water", puddle, {}, 2)
        areas.append(layers.tiles[0, 0]["water"][0][0].area)
    assert areas == [10_009, 10_000]


def test_small_holes_close():
    holed = shapely.difference(shapely.box(0, 0, 100, 100), shapely.MultiPolygon([shapely.box(10, 10, 12, 12), shapely.box(50, 50, 80, 80)]))
    assert world.without_small_holes(holed, 24).area == 10_000 - 900


def test_parts_are_cut_to_tiles_with_a_buffer():
    size = mvt.EXTENT * 2
    parts = {(x, y): found for x, y, found in world.cut([(shapely.box(0, 0, size, mvt.EXTENT // 2), "a")], 1)}
    assert sorted(parts) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert [bool(parts[key]) for key in sorted(parts)] == [True, False, True, False]
    assert parts[1, 0][0][0].bounds[0] == -world.BUFFER


def test_only_what_keeps_its_dimension_stays_on_the_grid():
    assert world.on_grid(shapely.box(0, 0, 0.3, 50), 2) is None
    assert world.on_grid(shapely.box(0, 0, 7.4, 50), 2, 4).bounds == (0, 0, 8, 52)


def test_disputed_borders_hold_in_their_box():
    inside, outside = ((730_000_000, 340_000_000), (731_000_000, 340_000_000)), ((800_000_000, 340_000_000), (801_000_000, 340_000_000))
    assert world.in_box(inside, world.DISPUTED["IN", "PK"]) and not world.in_box(outside, world.DISPUTED["IN", "PK"])
    assert world.in_box(outside, world.DISPUTED["PS", "IL"]), "anywhere"


def test_every_layer_is_listed():
    assert [layer["id"] for layer in schema.vector_layers(7)] == schema.LAYERS


def test_degrees_of_a_point_in_a_tile():
    assert verify.degrees(1, 1, 1, (0, 0)) == (0, 0)


def test_zones_that_are_not_as_they_should_be_are_told(monkeypatch):
    monkeypatch.setattr(verify, "ZONES", {"wood": [(10, 10)], None: [(50, 10)]})
    everywhere = [("wood", shapely.box(0, 0, 4096, 4096))]
    x, y = 33, 30
    assert verify.check_zones({(x, y): everywhere}) is None
    with pytest.raises(AssertionError):
        verify.check_zones({})


def test_an_archive_says_its_bounds_and_center(tmp_path):
    from pmtiles.reader import MmapSource, Reader

    path = tmp_path / "a.pmtiles"
    archive.write(path, {(0, 0, 0): b"tile", (1, 0, 1): b"tile"}, {"name": "A"}, (-180, -85.0511288, 180, 85.0511288), (10, 25.5, 1), (0, 1))
    with open(path, "rb") as file:
        reader = Reader(MmapSource(file))
        assert reader.metadata()["center"] == "10,25.5,1" and reader.metadata()["bounds"] == "-180,-85.0511288,180,85.0511288"
        assert reader.get(1, 0, 1) == reader.get(0, 0, 0) is not None


def number(x, text):
    return shapely.Point(x, 0), {"housenumber": text}


@pytest.mark.parametrize(("text", "shown"), [("12", "12"), ("12 A", "12 A"), ("12;14", "12–14"), ("12 3", "12"), ("kerros", None)])
def test_house_numbers_have_no_floors_or_flats(text, shown):
    assert [a["housenumber"] for _, a in helsinki._numbers({"housenumber": [number(0, text)]})] == ([shown] if shown else [])


def test_a_number_stands_once():
    assert len(helsinki._numbers({"housenumber": [number(0, "5"), number(40, "5"), number(900, "5")]})) == 2


def test_the_stop_across_the_street_is_the_same():
    stops = [(shapely.Point(x, 10), {"class": "bus", "subclass": "bus_stop", "name": "Kallio"}) for x in (10, 100, 2000)]
    assert [g.x for g, _ in helsinki._points({"poi": stops})] == [10, 2000]


def test_platforms_show_their_number_alone():
    point = (shapely.Point(10, 10), {"class": "bus", "subclass": "bus_stop", "name": "Kamppi, laituri 12"})
    assert helsinki._points({"poi": [point]})[0][1] == {"class": "bus", "subclass": "bus_stop", "ref": "12"}
