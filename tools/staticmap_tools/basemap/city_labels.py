# SPDX-License-Identifier: MIT
"""Cities, towns and villages, and the large districts of cities, with names, rank and first zoom."""
import math

import shapely

from . import country_labels, geonames, label_points, sphere, thinning


def _city_rank(people):
    return 1 + sum(people < p for p in (1e7, 5e6, 2e6, 1e6, 5e5, 2e5, 1e5, 5e4, 2e4))


def _capitals(everything, names):
    """{ISO code: capital}: the largest city of that name."""
    found: dict = {}
    for c in everything:
        name = (names | _CAPITAL).get(c["countrycode"])
        if not name or not (c["name"] == name or name in c["alternatenames"]):
            continue
        old = found.get(c["countrycode"])
        if old is None or c["name"] == name and old["name"] != name:
            found[c["countrycode"]] = c
    return found


def capitals():
    """{ISO code: (longitude, latitude)}"""
    return {code: (c["longitude"], c["latitude"]) for code, c in _capitals(*geonames.cities()).items()}


def _with_suburbs(everything, capitals, kilometres=35):
    """{id: people}: the leading city of a neighbourhood counts part of the people around it, as its agglomeration is its weight on a map.

    The one that leads is the capital, else the one with most people and most names in other languages, by which the world knows it.
    """
    tree = shapely.STRtree(shapely.points([(c["longitude"], c["latitude"]) for c in everything]))

    def lead(c):
        return c["geonameid"] in capitals, c["population"] * (5 + len(c["alternatenames"]))

    out = {}
    for c in everything:
        square = sphere.square(c["longitude"], c["latitude"], kilometres)
        near = [everything[i] for i in tree.query(square) if everything[i]["countrycode"] == c["countrycode"]]
        around = sum(n["population"] for n in near) - c["population"] if lead(c) >= max(map(lead, near)) else 0
        out[c["geonameid"]] = c["population"] + min(0.7 * around, 0.1 * len(c["alternatenames"]) * c["population"])
    return out


def _is_borough(district):
    """Whether a district is as large as a city, and as well known."""
    known = len(district["alternatenames"]) >= 10 or district["name"] in geonames.DISTRICTS.get(district["countrycode"], ())
    return district["population"] >= (400_000 if known else 1_200_000)


def cities(last_zoom, country_ranks, towns):
    """Cities, and the large districts of cities as suburbs; `towns` is the second list."""
    everything, names = geonames.cities()
    capital_ids = {c["geonameid"] for code, c in _capitals(everything, names).items() if code in country_ranks or code in country_labels.CITIES}
    districts, unknown = geonames.check(everything, towns, capital_ids)
    people = _with_suburbs([c for c in everything if c["population"] >= 15_000 and c["geonameid"] not in districts | unknown], capital_ids)

    def weight(c):
        country = 1 if c["countrycode"] in _CITY_STATES else country_ranks.get(c["countrycode"], 6)
        bonus = {1: 8, 2: 6, 3: 4, 4: 3, 5: 2}.get(country, 1.5) if c["geonameid"] in capital_ids else 1
        # Places that neither the second list nor other languages know are villages with a wrong number.
        languages = len(c["alternatenames"])
        known = min(1, languages / 20) if c["geonameid"] in unknown else 1
        # Of large ones, those that other languages have a name for count more.
        known *= min(1, max(0.5, math.sqrt(languages / 10))) if c["population"] >= 150_000 else 1
        around = people.get(c["geonameid"], c["population"])
        lift = (100_000 if c["countrycode"] in country_labels.DEPENDENT else 300_000) if c["geonameid"] in capital_ids else 0
        return (around + 0.7 * (bonus - 1) * c["population"]) * known + lift

    everything = sorted(everything, key=lambda c: (-weight(c), c["geonameid"]))
    shown = thinning.first_zooms([c for c in everything if c["geonameid"] not in districts], weight, capital_ids, last_zoom)
    room = thinning.room_zooms([c for c in everything if c["geonameid"] in shown], shown)
    for c in everything:
        district = c["geonameid"] in districts
        zoom = last_zoom if district else shown.get(c["geonameid"])
        # Of districts there is room for the larger ones only.
        if zoom is None or district and c["population"] < 15_000:
            continue
        capital = c["geonameid"] in capital_ids
        kind = "suburb" if district else "city" if weight(c) >= 100_000 or capital else "town" if c["population"] >= 5_000 else "village"
        attributes = {"class": kind, "rank": (10 if _is_borough(c) else 11) if district else _city_rank(weight(c))}
        if not district:
            # Two figures are enough to put cities in order.
            attributes["population"] = int(float(f"{people.get(c['geonameid'], c['population']):.2g}"))
        if capital:
            attributes["capital"] = 4 if c["countrycode"] in country_labels.DEPENDENT else 2
        if kind in ("town", "village") and c["geonameid"] in room:
            attributes["minzoom"] = room[c["geonameid"]]
        names = geonames.names(c)
        if district or c["population"] < 15_000:
            names = {k: v for k, v in names.items() if k in ("name", "name:en")}
        yield c["longitude"], c["latitude"], zoom, attributes | label_points.with_latin(names)


# Where the list of countries names the capital otherwise than the list of cities.
_CAPITAL = {"US": "Washington", "UA": "Kyiv", "KZ": "Astana", "IL": "Jerusalem", "MM": "Nay Pyi Taw", "GQ": "Malabo"}
# Cities that lead their part of the world though they have no land around them.
_CITY_STATES = {"HK", "SG"}
