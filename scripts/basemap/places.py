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
_COUNTRY_ZOOM = {1: 0, 2: 0, 3: 1, 4: 1, 5: 2, 6: 4}


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
        attributes = {"class": "state", "rank": rank}
        if code and country in _ABBREVIATED:
            attributes["ref"] = code[2:].upper()
        yield lon, lat, 3 if country in _ABBREVIATED or rank <= 3 else 4 if rank <= 5 else 5, attributes | with_latin({"name": local} | names)


#: Islands far from their country, which maps name: ISO 3166-2, first zoom, longitude, latitude, attributes. Svalbard is a territory as
#: Greenland is.
_ISLANDS = [
    ("no21", _COUNTRY_ZOOM[5], 16.2, 78.75, {"class": "country", "rank": 5, "iso_a2": "SJ"}),
    ("pt20", 4, -27.2, 38.6, {"class": "state", "rank": 5}),
    ("pt30", 4, -17.0, 32.75, {"class": "state", "rank": 6}),
    ("ecw", 4, -91.1, -0.4, {"class": "state", "rank": 4}),
]


def islands():
    for code, first, lon, lat, attributes in _ISLANDS:
        names = cldr.translations(lambda language: cldr.subdivision(code, language))
        local = cldr.subdivision(code, cldr.main_language(code[:2].upper())[0])
        yield lon, lat, first, attributes | with_latin({"name": local} | names)


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

# Zoom: people needed, and distance (in pixels of 512 px tiles) to any more important city. A tile serves until the next zoom
# doubles its distances, so that these are half of what a label needs; collisions do the rest. The last zoom has all towns, and
# where they are far apart the larger villages.
_CITY_ZOOMS = [(1, 5_000_000, 40), (2, 800_000, 34), (3, 200_000, 28), (4, 60_000, 24), (4, 1_000, 160), (5, 20_000, 20), (5, 1_000, 100), (6, 15_000, 24),
               (6, 4_000, 40), (6, 1_000, 60), (7, 15_000, 3), (7, 4_000, 20), (7, 1_000, 40)]
# Of the crowded places of zoom 7, those so far apart (in pixels) have room at a zoom; `minzoom` tells it to styles.
_ROOM = 30
_ROOM_ZOOMS = (7, 8)


def _city_rank(people):
    return 1 + sum(people < p for p in (1e7, 5e6, 2e6, 1e6, 5e5, 2e5, 1e5, 5e4, 2e4))


def _capitals(everything, names, country_ranks):
    """The capital of each country: the largest city of its name."""
    found = {}
    for c in everything:
        name = names.get(c["countrycode"])
        if not name or c["countrycode"] not in country_ranks or not (c["name"] == name or name in c["alternatenames"]):
            continue
        old = found.get(c["countrycode"])
        if old is None or c["name"] == name and old["name"] != name:
            found[c["countrycode"]] = c
    return {c["geonameid"] for c in found.values()}


class _Grid:
    """Points by cells, to find whether one is near."""

    def __init__(self, cell):
        self.cell, self.points = cell, {}

    def add(self, x, y):
        self.points.setdefault((int(x / self.cell), int(y / self.cell)), []).append((x, y))

    def near(self, x, y):
        i, j = int(x / self.cell), int(y / self.cell)
        return any(math.hypot(x - u, y - v) < self.cell for a in (-1, 0, 1) for b in (-1, 0, 1) for u, v in self.points.get((i + a, j + b), ()))


def _first_zooms(everything, weight, last_zoom):
    """{id: first zoom}: cities thinned for each zoom, so that the more important ones show first and keep their room."""
    shown = {}
    for zoom, people, pixels in _CITY_ZOOMS:
        if zoom > last_zoom:
            break
        grid = _Grid(pixels / (512 * 2 ** zoom))
        old = [c for c in everything if c["geonameid"] in shown]
        for c in old + [c for c in everything if c["geonameid"] not in shown]:
            x, y = (float(v) for v in mercator.project(c["longitude"], c["latitude"]))
            if c["geonameid"] not in shown and (weight(c) < people or grid.near(x, y)):
                continue
            grid.add(x, y)
            shown.setdefault(c["geonameid"], zoom)
    return shown


def _room_zooms(places, shown):
    """{id: zoom} from which places, the more important ones first, are not crowded; of those that are crowded at `_ROOM_ZOOMS[0]`."""
    at = {c["geonameid"]: tuple(float(v) for v in mercator.project(c["longitude"], c["latitude"])) for c in places}
    kept = [at[c["geonameid"]] for c in places if shown[c["geonameid"]] < _ROOM_ZOOMS[0]]
    crowded, out = [c["geonameid"] for c in places if shown[c["geonameid"]] >= _ROOM_ZOOMS[0]], {}
    for zoom in _ROOM_ZOOMS:
        grid, left = _Grid(_ROOM / (512 * 2 ** zoom)), []
        for point in kept:
            grid.add(*point)
        for key in crowded:
            if grid.near(*at[key]):
                left.append(key)
                out[key] = zoom + 1
            else:
                grid.add(*at[key])
                kept.append(at[key])
        crowded = left
    return out


def _with_suburbs(everything, kilometres=35):
    """{id: people}: the largest city of a neighbourhood counts part of the people around it, as its agglomeration is its weight on a map."""
    points = shapely.points([(c["longitude"], c["latitude"]) for c in everything])
    tree = shapely.STRtree(points)
    high = kilometres / 111.2
    out = {}
    for c in everything:
        wide = high / max(0.05, math.cos(math.radians(c["latitude"])))
        box = shapely.box(c["longitude"] - wide, c["latitude"] - high, c["longitude"] + wide, c["latitude"] + high)
        near = [everything[i]["population"] for i in tree.query(box)]
        out[c["geonameid"]] = c["population"] + (0.7 * (sum(near) - c["population"]) if c["population"] >= max(near) else 0)
    return out


def cities(last_zoom, country_ranks, towns):
    """Cities, and the large districts of cities as suburbs; `towns` is the second list."""
    everything, names = geonames.cities()
    capital_ids = _capitals(everything, names | _CAPITAL, country_ranks)
    districts, unknown = geonames.check(everything, towns, capital_ids)
    people = _with_suburbs([c for c in everything if c["population"] >= 15_000 and c["geonameid"] not in districts | unknown])

    def weight(c):
        bonus = {1: 8, 2: 6, 3: 4, 4: 3, 5: 2}.get(country_ranks.get(c["countrycode"], 6), 1.5) if c["geonameid"] in capital_ids else 1
        # Places that neither the second list nor other languages know are villages with a wrong number.
        known = min(1, len(c["alternatenames"]) / 20) if c["geonameid"] in unknown else 1
        around = people.get(c["geonameid"], c["population"])
        return (around + 0.7 * (bonus - 1) * c["population"]) * known + (300_000 if bonus > 1 else 0)

    everything.sort(key=lambda c: (-weight(c), c["geonameid"]))
    shown = _first_zooms([c for c in everything if c["geonameid"] not in districts], weight, last_zoom)
    room = _room_zooms([c for c in everything if c["geonameid"] in shown], shown)
    for c in everything:
        district = c["geonameid"] in districts
        zoom = last_zoom if district else shown.get(c["geonameid"])
        if zoom is None:
            continue
        capital = c["geonameid"] in capital_ids
        kind = "suburb" if district else "city" if weight(c) >= 100_000 or capital else "town" if c["population"] >= 5_000 else "village"
        attributes = {"class": kind, "rank": 11 if district else _city_rank(weight(c))}
        if not district:
            # Two figures are enough to put cities in order.
            attributes["population"] = int(float(f"{people.get(c['geonameid'], c['population']):.2g}"))
        if capital:
            attributes["capital"] = 4 if c["countrycode"] in _DEPENDENT else 2
        if kind in ("town", "village") and c["geonameid"] in room:
            attributes["minzoom"] = room[c["geonameid"]]
        names = geonames.names(c)
        if district or c["population"] < 15_000:
            names = {k: v for k, v in names.items() if k in ("name", "name:en")}
        yield c["longitude"], c["latitude"], zoom, attributes | with_latin(names)


# Where the list of countries names the capital otherwise than the list of cities.
_CAPITAL = {"US": "Washington", "UA": "Kyiv", "KZ": "Astana", "IL": "Jerusalem", "MM": "Nay Pyi Taw", "GQ": "Malabo"}
# Their capitals are not those of nations.
_DEPENDENT = set("AI AS AW AX BL BM CC CK CW CX EH FK FO GG GI GL GS GU HK IM IO JE KY MF MO MP MS NC NF NU PF PM PN PR SH SX TC TF TK VG VI WF".split())
