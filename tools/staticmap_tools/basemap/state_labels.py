# SPDX-License-Identifier: MIT
"""Label points of states, and of islands far from their country, with names, rank and first zoom."""
import difflib
import functools
import re
import unicodedata

from . import cldr, label_points


def _plain(name):
    """A state's name without what sets spellings apart: accents, case, "Oblast" and the like."""
    name = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    name = re.sub("y", "i", re.sub("[^a-z]+", " ", re.sub("[’'`]", "", name)))
    name = re.sub(r"\b(oblast|krai|kra|republic|of|the|province|region|autonomous|okrug|district|state|territory|al|ar|ash|provincia|de)\b", " ", name)
    return " ".join(name.split())


def _state_code(country, english):
    known = cldr.subdivisions(country)
    wanted = _plain(_STATES.get(english, english))
    names: dict = {}
    for code, name in sorted(known.items()):
        names.setdefault(_plain(name), code)
    local, _ = cldr.main_language(country)
    for code in sorted(known):
        names.setdefault(_plain(cldr.subdivision(code, local) or "") or code, code)
    close = difflib.get_close_matches(wanted, names, 1, 0.8)
    return names[close[0]] if close else None


def states(shapes):
    """`shapes`: [(country's ISO code, English name, geometry)] of states that get a label."""
    for country, english, geometry in shapes:
        code = _state_code(country, english)
        names = cldr.translations(functools.partial(cldr.subdivision, code)) if code else {"name:en": english}
        local = cldr.subdivision(code, cldr.main_language(country)[0]) if code else None
        rank = 1 + sum(label_points.square_kilometres(geometry) < a for a in (1e6, 4e5, 2e5, 8e4, 2e4))
        lon, lat = label_points.label_point(geometry)
        attributes = {"class": "state", "rank": rank}
        if code and country in _ABBREVIATED:
            attributes["ref"] = code[2:].upper()
        yield lon, lat, 3 if country in _ABBREVIATED or rank <= 3 else 4 if rank <= 5 else 5, attributes | label_points.with_latin({"name": local} | names)


def without_namesakes(states, cities):
    """The small states among `states` but those that are called as a large city in them is: one name is enough."""
    at: dict = {}
    for lon, lat, _, attributes in cities:
        if attributes["rank"] <= 7:
            at.setdefault(_plain(attributes["name:en"]), []).append((lon, lat))
    for state in states:
        lon, lat, _, attributes = state
        near = (abs(lon - x) < 2 and abs(lat - y) < 2 for x, y in at.get(_plain(attributes["name:en"]), ()))
        if attributes["rank"] < 4 or not any(near):
            yield state


#: Islands far from their country, which maps name: ISO 3166-2, first zoom, longitude, latitude, attributes. Svalbard is a territory as
#: Greenland is.
_ISLANDS = [
    ("no21", 1, 16.2, 78.75, {"class": "country", "rank": 5, "iso_a2": "SJ"}),
    ("pt20", 4, -27.2, 38.6, {"class": "state", "rank": 5}),
    ("pt30", 4, -17.0, 32.75, {"class": "state", "rank": 6}),
    ("ecw", 4, -91.1, -0.4, {"class": "state", "rank": 4}),
]


def islands():
    for code, first, lon, lat, attributes in _ISLANDS:
        names = cldr.translations(functools.partial(cldr.subdivision, code))
        local = cldr.subdivision(code, cldr.main_language(code[:2].upper())[0])
        yield lon, lat, first, attributes | label_points.with_latin({"name": local} | names)


#: Countries whose states everyone knows by two or three letters.
_ABBREVIATED = {"US", "CA", "AU", "BR"}

# Natural Earth's spelling of states that CLDR spells otherwise.
_STATES = {
    "Xizang": "Tibet", "Inner Mongol": "Inner Mongolia", "Orissa": "Odisha", "Uttaranchal": "Uttarakhand", "México": "State of Mexico",
    "Jawa Timur": "East Java", "Jawa Tengah": "Central Java", "Jawa Barat": "West Java", "Sumatera Barat": "West Sumatra", "Sumatera Utara": "North Sumatra",
    "Sumatera Selatan": "South Sumatra", "Kalimantan Barat": "West Kalimantan", "Kalimantan Tengah": "Central Kalimantan",
    "Kalimantan Selatan": "South Kalimantan", "Kalimantan Timur": "East Kalimantan", "Sulawesi Tengah": "Central Sulawesi",
    "Sulawesi Selatan": "South Sulawesi", "Sulawesi Tenggara": "Southeast Sulawesi", "Sulawesi Barat": "West Sulawesi", "Sulawesi Utara": "North Sulawesi",
    "Nusa Tenggara Timur": "East Nusa Tenggara", "Nusa Tenggara Barat": "West Nusa Tenggara", "Papua Barat": "West Papua", "Maluku Utara": "North Maluku",
    "Bangka-Belitung": "Bangka Belitung Islands", "Chukchi Autonomous Okrug": "Chukotka", "Maga Buryatdan": "Magadan", "Primor'ye": "Primorsky",
    "Yevrey": "Jewish", "Chita": "Zabaykalsky", "Sakha (Yakutia)": "Sakha", "Khakass": "Khakassia", "K.P.": "Khyber Pakhtunkhwa",
    "Northern Areas": "Gilgit-Baltistan", "Sind": "Sindh", "Baluchistan": "Balochistan", "Esfahan": "Isfahan", "Ardebil": "Ardabil",
    "East Azarbaijan": "East Azerbaijan", "Kordestan": "Kurdistan", "Ash Sharqiyah": "Eastern", "`Asir": "Asir", "Nassarawa": "Nasarawa",
    "Al Quassim": "Al-Qassim", "Al Hudud ash Shamaliyah": "Northern Borders", "Ha'il": "Ha'il", "Stavropol'": "Stavropol", "Nizhegorod": "Nizhny Novgorod",
    "Moskovsskaya": "Moscow Oblast", "Orel": "Oryol", "Bayern": "Bavaria", "Rheinland-Pfalz": "Rhineland-Palatinate",
    "Nordrhein-Westfalen": "North Rhine-Westphalia", "Hessen": "Hesse", "Thüringen": "Thuringia", "Niedersachsen": "Lower Saxony",
    "Sachsen-Anhalt": "Saxony-Anhalt", "Sachsen": "Saxony", "Khanty-Mansiy": "Khanty-Mansi", "Mariy-El": "Mari El", "Kalmyk": "Kalmykia",
    "Chechnya": "Chechen", "Gorno-Altay": "Altai Republic", "Altay": "Altai Krai", "Yamal-Nenets": "Yamalo-Nenets", "Aqmola": "Akmola",
    "Qaraghandy": "Karaganda", "Qostanay": "Kostanay", "Qyzylorda": "Kyzylorda", "Mangghystau": "Mangystau", "Aqtöbe": "Aktobe", "Zhambyl": "Jambyl",
}
