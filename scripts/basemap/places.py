"""Label points: continents, countries, states and cities, each with its names, rank and first zoom."""
import difflib
import math
import re
import unicodedata

import numpy as np
import shapely

import cldr
import geonames
import marine
import mercator


_LAKES = []


def keep_out(lakes):
    """Lakes that the labels of land must not fall into."""
    _LAKES[:] = [shapely.STRtree(lakes)]


def label_point(geometry):
    """The middle of the largest circle that fits into the largest part (degrees, true to shape at its latitude)."""
    parts = shapely.get_parts(geometry)

    def local(part):
        k = math.cos(math.radians(shapely.centroid(part).y))
        return shapely.transform(part, lambda c: c * [k, 1]), k

    shape, k = max((local(p) for p in parts), key=lambda s: s[0].area)
    width = math.sqrt(shape.area)
    shape = shapely.make_valid(shapely.simplify(shape, width / 200))
    shape = max(shapely.get_parts(shape), key=lambda p: p.area)
    radius = shapely.maximum_inscribed_circle(shape, width / 200)
    x, y = shapely.get_coordinates(radius)[0]
    if _LAKES and len(_LAKES[0].query(shapely.Point(x / k, y), "within")):
        # In a lake: the widest land within the same circle.
        disc = shapely.transform(shapely.buffer(shapely.Point(x, y), radius.length), lambda c: c / [k, 1])
        near = _LAKES[0].geometries[sorted(_LAKES[0].query(disc, "intersects"))]
        dry = max(shapely.get_parts(shapely.difference(disc, shapely.union_all(near))), key=lambda p: p.area)
        return tuple(shapely.get_coordinates(shapely.maximum_inscribed_circle(dry, width / k / 200))[0].tolist())
    return x / k, y


def square_kilometres(geometry):
    """Area on the sphere of a geometry in degrees."""
    r = 6371.0088

    def equal_area(c):
        c = np.radians(c)
        return np.column_stack((c[:, 0] * r, np.sin(c[:, 1]) * r))

    return shapely.transform(geometry, equal_area).area


def _finish(attributes):
    """Add the other attributes in which styles look for the Latin name."""
    english = attributes.get("name:en")
    if english:
        attributes |= {"name:latin": english, "name_en": english}
    return attributes


def with_latin(names):
    """Names with `name` (English unless given), name:latin and name_en."""
    return _finish({"name": names.get("name") or names["name:en"]} | {k: v for k, v in names.items() if k != "name"})


def continents():
    for code, (lon, lat) in marine.CONTINENTS.items():
        names = cldr.translations(lambda language: cldr.territory(code, language))
        yield lon, lat, 0, {"class": "continent", "rank": 1} | with_latin(names)


def _country_rank(area, people):
    """1 (most important) to 6, by area in square kilometres and population."""
    for rank, (a, p) in enumerate([(2.6e6, 1.5e8), (9e5, 6e7), (3e5, 2e7), (8e4, 8e6), (5e3, 1e6)], 1):
        if area >= a or people >= p:
            return rank
    return 6


# Ranks above by size alone put these too low or too high for the eye.
_RANK = {"GL": 2, "AQ": 3, "JP": 1, "GB": 2, "EH": 4, "TF": 6}
_COUNTRY_ZOOM = {1: 1, 2: 2, 3: 2, 4: 3, 5: 4, 6: 5}


def _weight(area, people):
    """Which of two countries of one rank keeps its label: a share of the Earth's land and one of its people."""
    return area / 1.5e8 + people / 8e9


def countries(shapes, people):
    """`shapes`: {ISO code: (geometry, English name)}; `people`: {ISO code: population}. The weightiest come first."""
    heaviest = sorted(shapes, key=lambda code: (-_weight(square_kilometres(shapes[code][0]), people.get(code, 0)), code))
    for code in heaviest:
        geometry, english = shapes[code]
        names = cldr.translations(lambda language: cldr.territory(code, language)) or {"name:en": english}
        language, script = cldr.main_language(code)
        if code in ("HK", "MO", "TW"):
            language = "zh_Hant"
        local = cldr.territory(code, language)
        rank = _RANK.get(code) or _country_rank(square_kilometres(geometry), people.get(code, 0))
        lon, lat = label_point(geometry)
        attributes = {"class": "country", "rank": rank, "iso_a2": code} | with_latin({"name": local} | names)
        yield lon, lat, 4 if code == "AQ" else _COUNTRY_ZOOM[rank], attributes


def _plain(name):
    """A state's name without what sets spellings apart: accents, case, "Oblast" and the like."""
    name = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    name = re.sub("y", "i", re.sub("[^a-z]+", " ", re.sub("[’'`]", "", name)))
    name = re.sub(r"\b(oblast|krai|kra|republic|of|the|province|region|autonomous|okrug|district|state|territory|al|ar|ash|provincia|de)\b", " ", name)
    return " ".join(name.split())


def _state_code(country, english):
    known = cldr.subdivisions(country)
    wanted = _plain(_STATES.get(english, english))
    names = {}
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
        names = cldr.translations(lambda language: cldr.subdivision(code, language)) if code else {"name:en": english}
        local = cldr.subdivision(code, cldr.main_language(country)[0]) if code else None
        rank = 1 + sum(square_kilometres(geometry) < a for a in (1e6, 4e5, 2e5, 8e4, 2e4))
        lon, lat = label_point(geometry)
        yield lon, lat, 4 if rank <= 4 else 5, {"class": "state", "rank": rank} | with_latin({"name": local} | names)


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

# Zoom: people needed, and distance (in pixels of 512 px tiles) to any more important city.
_CITY_ZOOMS = {2: (5_000_000, 70), 3: (1_500_000, 46), 4: (400_000, 42), 5: (100_000, 34), 6: (15_000, 28)}


def _city_rank(people):
    return 1 + sum(people < p for p in (1e7, 5e6, 2e6, 1e6, 5e5, 2e5, 1e5, 5e4, 2e4))


def cities(last_zoom, country_ranks):
    """Cities thinned for each zoom, so that the more important ones show first and keep their room."""
    everything, capitals = geonames.cities()
    capitals |= _CAPITAL

    def is_capital(c):
        name = capitals.get(c["countrycode"])
        return name and (c["name"] == name or name in c["alternatenames"]) and c["countrycode"] in country_ranks

    # A country has one capital: the largest city of that name.
    capital = {}
    for c in everything:
        if is_capital(c) and (c["name"] == capitals.get(c["countrycode"]) or c["countrycode"] not in capital):
            old = capital.get(c["countrycode"])
            if old is None or old["name"] != capitals.get(c["countrycode"]):
                capital[c["countrycode"]] = c
    capital_ids = {c["geonameid"] for c in capital.values()}

    def weight(c):
        bonus = {1: 8, 2: 6, 3: 4, 4: 3, 5: 2}.get(country_ranks.get(c["countrycode"], 6), 1.5) if c["geonameid"] in capital_ids else 1
        # Places that have hardly a name in other languages are parts of cities or villages with a wrong number.
        known = min(1, len(c["alternatenames"]) / 6)
        return c["population"] * bonus * known + (300_000 if bonus > 1 else 0)

    everything.sort(key=lambda c: (-weight(c), c["geonameid"]))
    shown = {}
    for zoom, (people, pixels) in _CITY_ZOOMS.items():
        if zoom > last_zoom:
            break
        if zoom == last_zoom:
            people = min(people, 50_000)
        cell = pixels / (512 * 2 ** zoom)
        grid = {}

        def near(x, y):
            i, j = int(x / cell), int(y / cell)
            return any(abs(x - u) < cell and abs(y - v) < cell and math.hypot(x - u, y - v) < cell
                       for a in (-1, 0, 1) for b in (-1, 0, 1) for u, v in grid.get((i + a, j + b), ()))

        for c in [*(c for c in everything if c["geonameid"] in shown), *(c for c in everything if c["geonameid"] not in shown)]:
            x, y = (float(v) for v in mercator.project(c["longitude"], c["latitude"]))
            old = c["geonameid"] in shown
            if not old and (weight(c) < people or near(x, y)):
                continue
            grid.setdefault((int(x / cell), int(y / cell)), []).append((x, y))
            shown.setdefault(c["geonameid"], zoom)
    for c in everything:
        zoom = shown.get(c["geonameid"])
        if zoom is None:
            continue
        attributes = {"class": "city" if c["population"] >= 100_000 or c["geonameid"] in capital_ids else "town", "rank": _city_rank(weight(c))}
        if c["geonameid"] in capital_ids:
            attributes["capital"] = 4 if c["countrycode"] in _DEPENDENT else 2
        yield c["longitude"], c["latitude"], zoom, attributes | with_latin(geonames.names(c))


# Where the list of countries names the capital otherwise than the list of cities.
_CAPITAL = {"US": "Washington", "UA": "Kyiv", "KZ": "Astana", "IL": "Jerusalem", "MM": "Nay Pyi Taw", "GQ": "Malabo"}
# Their capitals are not those of nations.
_DEPENDENT = set("AI AS AW AX BL BM CC CK CW CX EH FK FO GG GI GL GS GU HK IM IO JE KY MF MO MP MS NC NF NU PF PM PN PR SH SX TC TF TK VG VI WF".split())
