# SPDX-License-Identifier: MIT
"""Builds the disputed borders of the world with what countries say of them: python3 -m staticmap_tools.basemap.worldviews WORLD_MAP.gpkg OUT.geojson

Lines are those of the world base map, where `worldviews.tsv` beside this file says which of them a view draws, and how. A map with a worldview
takes the disputed lines of the base map away and draws these.
"""
import csv
import json
import pathlib
import sys

import shapely

from . import natural_earth, world

TABLE = pathlib.Path(__file__).with_name("worldviews.tsv")
#: ISO 3166-1 codes of the countries whose view is known; ISO is that of ISO 3166 itself.
VIEWS = "AR BD BR CN DE EG ES FR GB GR ID IL IN IT JP KR MA NL NP PK PL PS PT RU SA SE TR TW UA US VN ISO".split()
CLASSES = ("firm", "dashed", "state", "hidden")
#: Names of countries: hidden where the border of that country is not drawn; a part of another country, like a state.
PLACES = [
    {"iso_a2": "XK", "hidden": "ISO CN BR MA AR VN ID GR UA RU IN"},
    {"iso_a2": "EH", "hidden": "MA"},
    {"iso_a2": "IL", "hidden": "PK SA BD"},
    {"iso_a2": "TW", "state": "CN"},
]
#: Names of states of a country, by their English name.
STATES = [{"name:en": "Arunachal Pradesh", "hidden": "CN TW"}]
#: Names that a country's authorities use in place of another.
NAMES = [
    {"views": "AR", "layer": "place", "from": "Falkland Islands", "to": "Islas Malvinas"},
    {"views": "KR", "layer": "water_name", "from": "Sea of Japan", "to": "East Sea"},
]


def read_table():
    with open(TABLE, encoding="utf-8") as file:
        rows = list(csv.DictReader((line for line in file if not line.startswith("#")), delimiter="\t"))
    for row in rows:
        listed = [view for name in CLASSES for view in (row[name] or "").split()]
        assert len(listed) == len(set(listed)), (row["id"], "a view is listed twice")
        assert set(listed) <= set(VIEWS) and row["otherwise"] in CLASSES, row["id"]
    return rows


def _inside(box, edge):
    return all(box[0] <= p[0] / 1e7 <= box[2] and box[1] <= p[1] / 1e7 <= box[3] for p in edge)


def lines(gpkg):
    """Yield (row, geometry in degrees). Each edge of a pair goes to the first row whose box holds it."""
    countries = world.read_countries(gpkg)
    keys = list(countries)
    borders = {frozenset((keys[i], keys[j])): edges for (i, j), edges in natural_earth.shared_borders([countries[k][0] for k in keys]).items()}
    claims: dict = {}
    for line, row in natural_earth.read(gpkg, "disputed_borders", ["name"]):
        claims.setdefault(row["name"], []).append(line)
    for row in read_table():
        kind, _, rest = row["source"].partition(" ")
        if kind == "points":
            points = [tuple(map(float, p.split())) for p in row["box or points"].split(",")]
            yield row, shapely.LineString(points)
            continue
        box = tuple(map(float, row["box or points"].split()))
        if kind == "claim":
            found = [line for line in claims[rest] if shapely.box(*box).contains_properly(line)]
            assert found, row["id"]
            for line in found:
                claims[rest].remove(line)
            yield row, shapely.line_merge(shapely.union_all(found))
            continue
        pair = frozenset(rest.split())
        edges = [edge for edge in borders[pair] if _inside(box, edge)]
        assert edges, row["id"]
        taken = set(edges)
        borders[pair] = [edge for edge in borders[pair] if edge not in taken]
        # What the base map does not draw as disputed has to be taken away by its place.
        a, b = rest.split()
        firm = [e for e in edges if (a, b) not in world.DISPUTED or not world.in_box(e, world.DISPUTED[a, b])]
        yield row | {"replaces": bool(firm)}, natural_earth.join(edges)
    print("not in the table:", {n: len(c) for n, c in claims.items() if c}, {"-".join(sorted(p)): len(e) for p, e in borders.items() if e and tuple(sorted(p)) in world.DISPUTED})


def features(gpkg):
    for row, geometry in lines(gpkg):
        parts = [[[round(x, 4), round(y, 4)] for x, y in shapely.get_coordinates(p)] for p in shapely.get_parts(geometry)]
        properties = {"name": row["id"], "otherwise": row["otherwise"]} | {name: row[name] for name in CLASSES if row[name]}
        if row["source"].startswith("pair "):
            properties["fromStart"] = True
        if row.get("replaces"):
            properties["replaces"] = True
        yield {"type": "Feature", "properties": properties, "geometry": {"type": "MultiLineString", "coordinates": parts}}


def main(gpkg, out):
    collection = {
        "type": "FeatureCollection", "attribution": "Natural Earth",
        "views": VIEWS, "places": PLACES, "states": STATES, "names": NAMES, "features": list(features(gpkg)),
    }
    text = json.dumps(collection, ensure_ascii=False, separators=(",", ":")).replace('{"type":"Feature"', '\n{"type":"Feature"')
    pathlib.Path(out).write_text(text + "\n", encoding="utf-8")
    print(len(collection["features"]), "lines,", len(text), "bytes")


if __name__ == "__main__":
    main(*sys.argv[1:])
