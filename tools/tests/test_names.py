# SPDX-License-Identifier: MIT
"""The names that labels have, in the language of the place and in others."""

import pytest

from staticmap_tools.basemap import city_crosscheck, cldr, geonames, label_points, rivers, state_labels


def city(name, country, zone="Europe/Paris", others=(), people=500_000, lon=0.0, lat=0.0, number=1):
    return {"geonameid": number, "name": name, "countrycode": country, "timezone": zone, "alternatenames": list(others), "population": people,
            "longitude": lon, "latitude": lat, "admin1code": "00"}


def test_a_territory_has_its_name_in_a_language(names):
    assert (cldr.territory("FI", "fi"), cldr.territory("FI", "de"), cldr.territory("FI", "sv")) == ("Suomi", "Finnland", None)


def test_short_forms_and_own_names_come_first(names):
    assert cldr.territory("HK", "en") == "Hong Kong"
    assert cldr.territory("CD", "en") == "DR Congo"


def test_the_main_language_of_a_country(names):
    assert cldr.main_language("FI") == ("fi", "Latn")
    assert cldr.main_language("IE") == ("en", "Latn")


def test_a_city_is_called_as_its_time_zone_where_it_names_it(names):
    found = geonames.names(city("Moscow", "RU", "Europe/Moscow"))
    assert (found["name"], found["name:en"], found["name:de"], found["name:ru"]) == ("Москва", "Moscow", "Moskau", "Москва")


def test_another_city_of_the_zone_does_not_take_its_name(names):
    assert geonames.zone_city(city("Samara", "RU", "Europe/Moscow")) is None
    assert "Москва" not in geonames.names(city("Tula", "RU", "Europe/Moscow", ["Тула"])).values()


def test_letters_tell_the_language_of_a_name(names):
    found = geonames.names(city("Tula", "RU", "Europe/Moscow", ["Тула", "图拉", "トゥーラ"]))
    assert found["name"] == "Тула" and found["name:ja"] == "トゥーラ"


def test_english_names_have_no_macrons_or_signs_for_softness(names):
    assert geonames.names(city("Ryazan’", "RU", "Europe/Moscow"))["name:en"] == "Ryazan"
    assert geonames.names(city("Ōtsu-shi", "JP", "Asia/Tokyo"))["name:en"] == "Otsu"


@pytest.mark.parametrize(("english", "code"), [("Texas", "ustx"), ("California State", "usca"), ("Nowhere", None)])
def test_states_are_found_by_nearly_their_name(names, english, code):
    assert state_labels._state_code("US", english) == code


def test_a_small_state_yields_to_the_city_of_its_name():
    def state(name, rank):
        return (10.0, 53.5, 5, {"name:en": name, "rank": rank})

    cities = [(10.0, 53.6, 2, {"name:en": "Hamburg", "rank": 3})]
    assert list(state_labels.without_namesakes([state("Hamburg", 6)], cities)) == []
    assert list(state_labels.without_namesakes([state("Hamburg", 2)], cities)) != []
    assert list(state_labels.without_namesakes([state("Hessen", 6)], cities)) != []


def test_latin_names_stand_where_styles_look_for_them():
    assert label_points.with_latin({"name": "東京", "name:en": "Tokyo"}) == {
        "name": "東京", "name:en": "Tokyo", "name:latin": "Tokyo", "name_en": "Tokyo"}
    assert label_points.with_latin({"name": None, "name:en": "Oslo"})["name"] == "Oslo"


@pytest.fixture
def towns(monkeypatch):
    monkeypatch.setattr(city_crosscheck, "read", lambda _: [("Pforzheim", 119_000, 8.7, 48.9), ("Hamlet", 900, 8.7, 48.9)])
    return city_crosscheck.Crosscheck("")


def test_the_cross_check_knows_a_town_by_place_and_name(towns):
    assert towns.knows(["Pforzheim"], 8.7, 48.9)
    assert towns.knows(["Phorzheim"], 8.75, 48.95), "nearly the name"
    assert not towns.knows(["Pforzheim"], 12, 48.9), "elsewhere"
    assert not towns.knows(["Mannheim"], 8.7, 48.9)
    assert not towns.knows(["Hamlet"], 8.7, 48.9), "too small to be listed"


def test_keys_of_names_have_no_accents_case_or_spaces():
    assert city_crosscheck.key("São  Paulo-Süd") == "saopaulosud"


class Towns:
    """A list that knows some names."""

    def __init__(self, *names):
        self.names = set(names)

    def knows(self, names, lon, lat):
        return bool(self.names & set(names))


def test_a_place_beside_a_larger_one_that_no_list_knows_is_a_district():
    great = city("Great", "FR", people=2_000_000, number=1)
    part = city("Part", "FR", people=100_000, lon=0.1, number=2)
    assert geonames.check([great, part], Towns("Great"), set()) == ({2}, set())
    assert geonames.check([great, part], Towns("Great", "Part"), set()) == (set(), set())


def test_a_capital_is_no_district():
    great, capital = city("Great", "FR", people=2_000_000, number=1), city("Capital", "FR", people=100_000, lon=0.1, number=2)
    assert geonames.check([great, capital], Towns("Great"), {2}) == (set(), set())


def test_a_lone_place_that_no_list_knows_is_doubtful():
    assert geonames.check([city("Lonely", "FR", people=100_000)], Towns(), set()) == (set(), {1})


def test_rivers_have_a_name_in_each_language_and_a_way():
    for names, reaches in rivers.table():
        assert {"name", "name:en", *(f"name:{code}" for code in rivers.COLUMNS)} <= names.keys()
        assert all(len(points) > 1 for points in reaches), names
