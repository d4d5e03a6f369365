# SPDX-License-Identifier: MIT
"""Reads archives back and prints what each zoom holds; stops at broken tiles: python3 -m staticmap_tools.basemap.verify CITIES_FOLDER FILE.pmtiles...

In an archive of the world it also stops where a well-known wood, desert or farmland is not shown as such, and looks for the cities over a million of the second list: those without any name within 25
kilometres at the last zoom are printed.
"""
import collections
import gzip
import sys

import mapbox_vector_tile
import numpy as np
import shapely
import shapely.geometry
from pmtiles.reader import MmapSource, Reader, all_tiles
from scipy.spatial import cKDTree

from . import city_crosscheck, mercator, sphere

#: Centres of cities differ from list to list.
NEAR = 25


#: The zoom where they are looked for, and what lies at longitude and latitude.
ZONE_ZOOM = 6
ZONES = {
    "wood": [(-62, -5), (22, 0), (114, 1), (102, -2), (142, -5), (90, 60), (60, 61), (-86, 50), (-123, 54), (16, 63), (27, 62.4), (-80.5, 38.5), (-69, 46), (136, 46)],
    "sand": [(5, 24), (28, 26), (50, 20), (105, 43), (83, 39), (59, 40), (54, 34.5), (71, 27), (21, -25), (15, -24), (128, -29), (137, -25), (-69.5, -24), (-116, 35)],
    None: [(80, 27), (76, 19), (116, 36), (1.7, 48.2), (9, 53), (-1, 52.3), (-8, 53.2), (-94, 42), (-99, 38.5), (41, 52), (-4, 39.5), (33, 38.7), (3, 13.5), (34, -4), (143, -36)],
}


def check_zones(zones):
    """Stop if a place is not of the class it should be; `zones` are {(x, y) of a tile: [(class, polygon)]}."""
    wrong = []
    for wanted, points in ZONES.items():
        for lon, lat in points:
            x, y = (float(v) * 2 ** ZONE_ZOOM for v in mercator.project(lon, lat))
            point = shapely.Point((x - int(x)) * 4096, (y - int(y)) * 4096)
            found = [name for name, shape in zones.get((int(x), int(y)), []) if shapely.intersects(shape, point)]
            if found != ([wanted] if wanted else []):
                wrong.append((lon, lat, wanted, found))
    assert not wrong, wrong
    print(f"  {sum(map(len, ZONES.values()))} well-known woods, deserts and farmlands are as they should be")


def degrees(z, x, y, point):
    """Longitude and latitude of a point in a tile."""
    u, v = (x + point[0] / 4096) / 2 ** z, (y + point[1] / 4096) / 2 ** z
    return u * 360 - 180, np.degrees(np.arctan(np.sinh(np.pi * (1 - 2 * v))))


def check_cities(folder, found):
    """Print the large cities of the second list that have no name."""
    tree = cKDTree(sphere.on_sphere(np.array(found)))
    large = [t for t in city_crosscheck.read(folder) if t[1] > 1_000_000]
    away, _ = tree.query(sphere.on_sphere(np.array([t[2:] for t in large])))
    missing = [f"{t[0]} ({t[2]}, {t[3]})" for t, d in zip(large, away, strict=True) if d * sphere.EARTH > NEAR]
    print(f"  {len(large) - len(missing)} of {len(large)} cities over a million have a name within {NEAR} km;", "missing:" if missing else "", ", ".join(missing))


def main(folder, *paths):
    for path in paths:
        with open(path, "rb") as f:
            source = MmapSource(f)
            header, metadata = Reader(source).header(), Reader(source).metadata()
            print(path, metadata["name"], "|", metadata["attribution"], "| bounds", metadata["bounds"], "| z", header["min_zoom"], "-", header["max_zoom"])
            counts: dict[int, collections.Counter] = collections.defaultdict(collections.Counter)
            sizes: collections.Counter = collections.Counter()
            largest: collections.Counter = collections.Counter()
            declared = {layer["id"]: layer["fields"] for layer in metadata["vector_layers"]}
            cities: list = []
            zones: dict = {}
            for (z, x, y), data in all_tiles(source):
                sizes[z] += len(data)
                largest[z] = max(largest[z], len(data))
                for name, layer in mapbox_vector_tile.decode(gzip.decompress(data), default_options={"y_coord_down": True}).items():
                    assert layer["extent"] == 4096 and layer["version"] == 2, (z, x, y, name)
                    assert name in declared, (z, x, y, name)
                    counts[z][name] += len(layer["features"])
                    for feature in layer["features"]:
                        assert set(feature["properties"]) <= set(declared[name]), (z, x, y, name, feature["properties"])
                        if z == ZONE_ZOOM and feature["properties"].get("subclass") == "zone":
                            zones.setdefault((x, y), []).append((feature["properties"]["class"], shapely.geometry.shape(feature["geometry"])))
                        if name == "place" and z == header["max_zoom"] and "population" in feature["properties"]:
                            cities.append(degrees(z, x, y, feature["geometry"]["coordinates"]))
            for z in sorted(counts):
                print(f"  z{z}: {sizes[z]} bytes, largest tile {largest[z]}:", ", ".join(f"{k} {v}" for k, v in sorted(counts[z].items())))
            if len(cities) > 1000:
                check_cities(folder, cities)
                check_zones(zones)


if __name__ == "__main__":
    main(*sys.argv[1:])
