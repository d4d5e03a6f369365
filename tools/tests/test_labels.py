# SPDX-License-Identifier: MIT
"""Where labels of countries, cities and states stand."""

import math

import pytest
import shapely

from staticmap_tools.basemap import city_labels, country_labels, label_points, label_sides, marine, mercator


@pytest.fixture(autouse=True)
def dry():
    label_points._LAKES.clear()
    yield
    label_points._LAKES.clear()


def test_a_label_stands_in_the_middle_of_the_largest_part():
    shape = shapely.MultiPolygon([shapely.box(0, 0, 1, 1), shapely.box(10, 0, 14, 4)])
    x, y = label_points.label_point(shape)
    assert (x, y) == (pytest.approx(12, abs=0.1), pytest.approx(2, abs=0.1))


def test_a_label_stands_where_a_shape_is_widest():
    x, _ = label_points.label_point(shapely.union(shapely.box(0, 0, 10, 1), shapely.box(7, -2, 12, 3)))
    assert x == pytest.approx(9.5, abs=0.2)


def test_a_label_keeps_out_of_lakes():
    lake = shapely.Point(2, 2).buffer(1)
    label_points.keep_out([lake])
    point = shapely.Point(label_points.label_point(shapely.box(0, 0, 4, 4)))
    assert not lake.contains(point) and shapely.box(0, 0, 4, 4).contains(point)


def test_areas_are_true_on_the_sphere():
    equator, north = (label_points.square_kilometres(shapely.box(0, lat, 1, lat + 1)) for lat in (0, 60))
    assert equator == pytest.approx(12_364, rel=0.01)
    assert north / equator == pytest.approx(math.cos(math.radians(60.5)), rel=0.01)


@pytest.mark.parametrize(("area", "people", "rank"), [(9e6, 1, 1), (1, 2e8, 1), (1e6, 1, 2), (1, 3e7, 3), (100, 100, 6)])
def test_the_rank_of_a_country_follows_area_or_people(area, people, rank):
    assert country_labels._country_rank(area, people) == rank


def test_long_names_have_a_line_for_each_word():
    wide, high = country_labels.half_extent("Papua New Guinea", 10)
    assert wide == pytest.approx(0.4 * 10 * len("Guinea")) and high == pytest.approx(0.65 * 10 * 3)
    assert country_labels.half_extent("Chad", 10) == (pytest.approx(16), pytest.approx(6.5))


def test_the_name_of_a_country_leaves_its_capital_free():
    land = shapely.box(-10, -10, 10, 10)
    at = country_labels._clear_of((0.0, 0.0), 0.0, 0.0, "Land", 3, land, shapely.STRtree([land]))
    assert at != (0.0, 0.0) and land.contains(shapely.Point(at))
    assert country_labels._clear_of((8.0, 8.0), 0.0, 0.0, "Land", 3, land, shapely.STRtree([land])) == (0.0, 0.0)


def label(lon, lat, name, rank, first=2):
    return lon, lat, first, {"class": "city", "rank": rank, "name:en": name}


#: Where it hides nothing.
COUNTRIES = [label(120, -50, "Faraway", 1)]
LAND = shapely.STRtree([shapely.box(-180, -80, 180, 80)])


def test_a_name_goes_left_where_it_would_hide_a_neighbor():
    def sides(degrees):
        return label_sides.left([label(0, 50, "Westville", 4), label(degrees, 50, "Eastville", 1)], COUNTRIES, LAND)

    assert sides(0.4) == {0: "left"}
    assert sides(2.5) == {0: "left-far"}, "at larger zooms there is room on the right"
    assert sides(-0.4) == {1: "left"}


def test_a_lone_inland_city_has_its_name_on_the_right():
    assert label_sides.left([label(0, 50, "Lonely", 3)], COUNTRIES, LAND) == {}


def test_a_city_by_the_western_sea_has_its_name_in_the_sea():
    coast = shapely.STRtree([shapely.box(-0.001, 40, 10, 60)])
    assert label_sides.left([label(0, 50, "Harbor", 3)], COUNTRIES, coast)[0].startswith("left")


def test_lesser_cities_are_not_asked_for_a_side():
    assert label_sides.left([label(0, 50, "Small", 9), label(2.5, 50, "Great", 1)], COUNTRIES, LAND) == {}


@pytest.mark.parametrize(("people", "rank"), [(2e7, 1), (9e6, 2), (1.5e6, 4), (30_000, 9), (1_000, 10)])
def test_the_rank_of_a_city(people, rank):
    assert city_labels._city_rank(people) == rank


def test_the_leading_city_counts_the_people_around_it():
    def city(number, people, lon, others):
        return {"geonameid": number, "population": people, "longitude": lon, "latitude": 50.0, "countrycode": "DE", "alternatenames": ["x"] * others}

    people = city_labels._with_suburbs([city(1, 500_000, 0, 30), city(2, 300_000, 0.1, 3), city(3, 200_000, 9, 3)], set())
    assert people == {1: 500_000 + 0.7 * 300_000, 2: 300_000, 3: 200_000}
    assert city_labels._with_suburbs([city(1, 500_000, 0, 30), city(2, 300_000, 0.1, 3)], {2})[1] == 500_000, "the capital leads"


def test_names_of_oceans_repeat_only_where_an_image_hardly_holds_both():
    assert marine._first_apart([(0, 0.0, 0.0)], 0, 150.0, 0.0) < marine._first_apart([(0, 0.0, 0.0)], 0, 30.0, 0.0)


def test_mercator_there_and_back():
    x, y = mercator.project(24.94, 60.17)
    lon, lat = mercator.unproject(x, y)
    assert (lon, lat) == (pytest.approx(24.94), pytest.approx(60.17))
    assert mercator.project(0, 0) == (0.5, pytest.approx(0.5))


def test_what_lies_at_the_antimeridian_is_repeated_beyond():
    found = mercator.wrap([(shapely.box(0.99, 0.4, 1, 0.5), "a"), (shapely.box(0.4, 0.4, 0.5, 0.5), "b")])
    assert [payload for _, payload in found] == ["a", "a", "b"]
    assert found[1][0].bounds == (pytest.approx(-0.01), 0.4, pytest.approx(0), 0.5)
