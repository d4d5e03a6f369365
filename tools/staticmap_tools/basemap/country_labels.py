# SPDX-License-Identifier: MIT
"""Label points of continents and countries, with names, rank and first zoom."""
import functools
import math

import shapely
import shapely.prepared

from . import cldr, label_points, marine, mercator

#: Countries whose one city is their name.
CITIES = {"HK", "MO", "SG"}
#: Territories that belong to another country.
DEPENDENT = set("AI AS AW AX BL BM CC CK CW CX EH FK FO GG GI GL GS GU HK IM IO JE KY MF MO MP MS NC NF NU PF PM PN PR SH SX TC TF TK VG VI WF".split())


def continents():
    for code, (lon, lat) in marine.CONTINENTS.items():
        names = cldr.translations(functools.partial(cldr.territory, code))
        yield lon, lat, 0, {"class": "continent", "rank": 1} | label_points.with_latin(names)


def _country_rank(area, people):
    """1 (most important) to 6, by area in square kilometres and population."""
    for rank, (a, p) in enumerate([(2.6e6, 1.5e8), (9e5, 6e7), (3e5, 2e7), (8e4, 8e6), (5e3, 1e6)], 1):
        if area >= a or people >= p:
            return rank
    return 6


# Ranks above by size alone put these too low or too high for the eye.
_RANK = {"GL": 2, "AQ": 3, "JP": 1, "GB": 2, "BD": 3, "NZ": 3, "EH": 4, "TF": 6}
# Where the middle of the widest land is not the best point: Japan's is in the sea, clear of its cities.
_LABEL_POINT = {"DE": (10.0, 50.8), "GB": (-2.5, 54.4), "JP": (136.9, 32.5), "KI": (173.4, 1.0), "PS": (35.25, 32.0), "SE": (15.3, 61.6)}
_COUNTRY_ZOOM = {1: 0, 2: 0, 3: 1, 4: 1, 5: 2, 6: 4}


def _weight(area, people):
    """Which of two countries of one rank keeps its label: a share of the Earth's land and one of its people."""
    return area / 1.5e8 + people / 8e9


# By rank: the zoom at which a country's name must not cover the dot of its capital, and the size of its letters there in pixels.
_NAME_AT = {1: (3, 13), 2: (3, 11.5), 3: (3.5, 10.5), 4: (4, 10), 5: (4, 9.5), 6: (5, 10)}


def half_extent(name, size):
    """Half the width and height of a country's name in letters of a size; a long name has a line for each word."""
    lines = name.split() if len(name) > 9 else [name]
    return 0.4 * size * max(map(len, lines)), 0.65 * size * len(lines)


def _clear_of(capital, lon, lat, name, rank, geometry, land):
    """The label point of a country moved as little as is needed for its capital to be named beside it.

    It stays in the country; names of islands may lie in the sea, but not on other `land` (an STRtree).
    """
    zoom, size = _NAME_AT[rank]
    pixels = 512 * 2 ** zoom
    half = half_extent(name, size)
    x, y = (float(v) * pixels for v in mercator.project(lon, lat))
    u, v = (float(v) * pixels for v in mercator.project(*capital))

    def covers(dx, dy):
        """Whether the country's name leaves no room for the dot and, on one side of it, the name of the capital."""
        return abs(x + dx - u) < half[0] + 8 and abs(y + dy - v) < half[1] + 13

    def in_degrees(px, py):
        return mercator.unproject(px / pixels, py / pixels)

    def on_own_land(dx, dy):
        """How much of the name lies on the country, of nine points."""
        along = [shapely.Point(in_degrees(x + dx + half[0] * i / 4, y + dy)) for i in range(-4, 5)]
        return sum(map(prepared.contains, along))

    if not covers(0, 0):
        return lon, lat
    prepared = shapely.prepared.prep(geometry)
    now = on_own_land(0, 0)
    beside = len(land.query(geometry, "intersects")) == 1
    # A name that stands beside its country cannot move far and still be read as its name.
    far = 22 if beside else 45
    steps = [(dx, dy) for dx in range(-far, far + 1, 2) for dy in range(-far, far + 1, 2)]
    for dx, dy in sorted(steps, key=lambda step: (math.hypot(*step), step)):
        if covers(dx, dy):
            continue
        center = shapely.Point(in_degrees(x + dx, y + dy))
        inside = prepared.contains(center) and on_own_land(dx, dy) >= 0.75 * now
        foreign = any(land.geometries[i] is not geometry for i in land.query(center, "within"))
        if inside or beside and not foreign:
            return center.x, center.y
    return lon, lat


def countries(shapes, people, capitals):
    """`shapes`: {ISO code: (geometry, English name)}; `people`: {ISO code: population}; `capitals`: {ISO code: (lon, lat)}.

    The weightiest come first.
    """
    land = shapely.STRtree([geometry for geometry, _ in shapes.values()])
    heaviest = sorted(shapes.keys() - CITIES, key=lambda code: (-_weight(label_points.square_kilometres(shapes[code][0]), people.get(code, 0)), code))
    for code in heaviest:
        geometry, english = shapes[code]
        names = cldr.translations(functools.partial(cldr.territory, code)) or {"name:en": english}
        language, script = cldr.main_language(code)
        if code == "TW":
            language = "zh_Hant"
        local = cldr.territory(code, language)
        rank = _RANK.get(code) or _country_rank(label_points.square_kilometres(geometry), people.get(code, 0))
        lon, lat = _LABEL_POINT.get(code) or label_points.label_point(geometry)
        if code in capitals and code not in _LABEL_POINT:
            lon, lat = _clear_of(capitals[code], lon, lat, names["name:en"], rank, geometry, land)
        attributes = {"class": "country", "rank": rank, "iso_a2": code} | label_points.with_latin({"name": local} | names)
        yield lon, lat, 4 if code == "AQ" else _COUNTRY_ZOOM[rank] + (rank == 6 and code in DEPENDENT), attributes
