# SPDX-License-Identifier: MIT
"""Which cities show at which zoom."""

from staticmap_tools.basemap import thinning


def city(number, lon, lat, people):
    return {"geonameid": number, "longitude": lon, "latitude": lat, "population": people}


def zooms(cities, capitals=(), last_zoom=7):
    ordered = sorted(cities, key=lambda c: -c["population"])
    return thinning.first_zooms(ordered, lambda c: c["population"], set(capitals), last_zoom)


def test_larger_cities_show_first():
    shown = zooms([city(1, 0, 50, 9_000_000), city(2, 40, 50, 900_000), city(3, 80, 50, 90_000)])
    assert shown == {1: 1, 2: 2, 3: 4}


def test_a_city_beside_a_larger_one_waits_for_room():
    alone = zooms([city(2, 12, 50, 1_000_000)])[2]
    beside = zooms([city(1, 10, 50, 9_000_000), city(2, 12, 50, 1_000_000)])[2]
    assert alone == 2 and beside > alone


def test_a_great_city_may_stand_closer_than_a_lesser_one():
    def second(people):
        return zooms([city(1, 0, 50, 9_000_000), city(2, 5, 50, people)])[2]

    assert second(4_000_000) < second(1_000_000)


def test_a_capital_may_stand_closer():
    cities = [city(1, 0, 50, 2_000_000), city(2, 2, 50, 400_000)]
    assert zooms(cities, capitals=[2])[2] < zooms(cities)[2]


def test_no_city_shows_before_one_beside_it_of_twice_its_weight():
    # The second gives way to the first; the third is far enough from the first, and beside the second.
    shown = zooms([city(1, 0, 0, 9_000_000), city(2, 8, 0, 1_500_000), city(3, 11, 0, 700_000)])
    assert shown[3] >= shown[2]


def test_a_village_never_shows_in_a_crowd():
    assert 2 not in zooms([city(1, 0, 50, 500_000), city(2, 0.05, 50, 1_500)])


def test_zooms_after_the_last_do_not_count():
    assert zooms([city(1, 0, 50, 16_000)], last_zoom=3) == {}


def test_room_is_told_of_crowded_places_only():
    places = [city(1, 0, 50, 20_000), city(2, 0.02, 50, 19_000), city(3, 5, 50, 18_000)]
    assert thinning.room_zooms(places, {1: 7, 2: 7, 3: 7}) == {2: 9}


def test_places_that_showed_before_keep_their_room():
    places = [city(1, 0, 50, 20_000), city(2, 0.05, 50, 19_000)]
    assert 1 not in thinning.room_zooms(places, {1: 5, 2: 7}) and 2 in thinning.room_zooms(places, {1: 5, 2: 7})
