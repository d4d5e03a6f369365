# SPDX-License-Identifier: MIT
"""Compares an imported archive with one that tilemaker made of the same extract: make compare-import REFERENCE=… OTHER=…

For each class of the reference at one zoom: points, kilometres of lines and square kilometres of areas, each clipped to its tile, and the
names of each layer. Several points of one feature count each, and lines that lie on one another count once: tilemaker joins points of
equal attributes, and draws a border for each of its areas. What departs on purpose is listed in docs/import.md, by class and with the
reason. A class of points of interest may only depart if its points are in the other archive too, under whatever class: each is looked
for by place, name and subclass. What differs and is not listed, or is not found, makes the exit status 1.
"""
import argparse
import fnmatch
import gzip
import math
import pathlib
import re
import sqlite3
import sys
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

import mapbox_vector_tile
from pmtiles.reader import MmapSource, all_tiles
from shapely import make_valid, unary_union
from shapely.geometry import box, shape

PAGE = pathlib.Path("docs/import.md")
HEADING = "## Differences from tilemaker"
# Classes of the reference that have less are too small to be compared: points, km, km².
LEAST = (3, 0.05, 0.0005)
# What rounding to the grid of a tile makes of a class.
ROUNDING = (1, 0.02, 0.0002)
TOLERANCE = 0.03
# How far apart two points of interest may be, in tile units: of any kind, and of the same kind, whose area may be labelled elsewhere.
NEAR, NEAR_OF_KIND = 41, 410
# So many points of interest of a class may be missing, and this share: murals on walls are lines, which have no points here.
MISSING, MISSING_SHARE = 2, 0.08

Tile = tuple[int, int]


def tiles(path: str, zoom: int) -> Iterator[tuple[Tile, bytes]]:
    """The tiles of a zoom, not packed, with columns from the west and rows from the north."""
    found: list[tuple[Tile, bytes]]
    if path.endswith(".pmtiles"):
        with open(path, "rb") as file:
            found = [((x, y), data) for (z, x, y), data in all_tiles(MmapSource(file)) if z == zoom]
    else:
        rows = sqlite3.connect(path).execute(
            "select tile_column, tile_row, tile_data from tiles where zoom_level = ?", (zoom,))
        found = [((x, 2**zoom - 1 - y), data) for x, y, data in rows]
    for tile, data in found:
        yield tile, gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data


class Place(NamedTuple):
    """A point of interest."""

    x: float
    y: float
    key: str
    kind: str

    def is_like(self, other: "Place") -> bool:
        """True for a place of the same name that is the same one."""
        distance = max(abs(self.x - other.x), abs(self.y - other.y))
        return distance < NEAR or (self.kind == other.kind and distance < NEAR_OF_KIND)


class Contents:
    """What an archive has in some tiles."""

    def __init__(self, path: str, zoom: int, wanted: set[Tile] | None = None) -> None:
        self.tiles: set[Tile] = set()
        self.sums: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])
        self.names: dict[str, set[str]] = defaultdict(set)
        self.places: dict[tuple[Tile, str], list[Place]] = defaultdict(list)
        for tile, data in tiles(path, zoom):
            if wanted is None or tile in wanted:
                self.tiles.add(tile)
                self.add(tile, data, zoom)

    def add(self, tile: Tile, data: bytes, zoom: int) -> None:
        latitude = math.atan(math.sinh(math.pi * (1 - 2 * (tile[1] + 0.5) / 2**zoom)))
        lines: dict[tuple[str, float], list[Any]] = defaultdict(list)
        for name, layer in mapbox_vector_tile.decode(data).items():
            extent = layer["extent"]
            meters = 40_075_016.686 / 2**zoom / extent * math.cos(latitude)
            frame = box(0, 0, extent, extent)
            for feature in layer["features"]:
                self.add_feature(tile, name, feature, meters, frame, lines)
        for (key, meters), parts in lines.items():
            self.sums[key][1] += unary_union(parts).length * meters / 1000

    def add_feature(self, tile: Tile, layer: str, feature: Any, meters: float, frame: Any, lines: Any) -> None:
        properties = feature["properties"]
        geometry = shape(feature["geometry"])
        geometry = (geometry if geometry.is_valid else make_valid(geometry)).intersection(frame)
        if geometry.is_empty:
            return
        kind = properties.get("class", properties.get("admin_level", ""))
        key = f"{layer}/{int(kind) if isinstance(kind, float) else kind}"
        name = properties.get("name") or properties.get("name:latin")
        stored = feature["geometry"]["type"]
        if stored.endswith("Point"):
            points = getattr(geometry, "geoms", [geometry])
            self.sums[key][0] += len(points)
            if layer == "poi":
                subclass = str(properties.get("subclass", ""))
                self.places[tile, name or ""] += [Place(point.x, point.y, key, subclass) for point in points]
        elif stored.endswith("Polygon"):
            self.sums[key][2] += geometry.area * meters * meters / 1e6
        else:
            lines[key, meters].append(geometry)
        if name:
            self.names[layer].add(name)

    def missing_places(self, other: "Contents") -> dict[str, int]:
        """How many points of interest of each class the other archive does not have under any class."""
        missing: dict[str, int] = defaultdict(int)
        for key, places in self.places.items():
            for place in places:
                if not any(place.is_like(known) for known in other.places.get(key, [])):
                    missing[place.key] += 1
        return missing


def departures() -> list[tuple[str, str]]:
    """The patterns of classes that docs/import.md lists, with the whole row."""
    section = PAGE.read_text().split(HEADING)[1]
    rows = [line for line in section.splitlines() if line.startswith("| `")]
    return [(pattern, row) for row in rows for pattern in re.findall(r"`([a-z_]+/[^`]*)`", row.split("|")[1])]


def differs(reference: list[float], other: list[float]) -> bool:
    """True where what the class has of any kind is not about the same."""
    return any(
        abs(a - b) > max(TOLERANCE * a, rounding)
        for a, b, least, rounding in zip(reference, other, LEAST, ROUNDING, strict=True) if a >= least)


def main() -> int:
    """Prints the table; 0 where all differences are listed and 97 % of the names are found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("reference")
    parser.add_argument("other")
    parser.add_argument("--zoom", type=int, default=14)
    options = parser.parse_args()
    reference = Contents(options.reference, options.zoom)
    other = Contents(options.other, options.zoom, reference.tiles)
    listed = departures()
    missing = reference.missing_places(other)
    agree, explained, unknown = 0, 0, 0
    for key, sums in sorted(reference.sums.items()):
        if not any(value >= least for value, least in zip(sums, LEAST, strict=True)):
            continue
        if not differs(sums, other.sums[key]):
            agree += 1
            continue
        row = next((row for pattern, row in listed if fnmatch.fnmatchcase(key, pattern)), None)
        if missing[key] > max(MISSING, MISSING_SHARE * sums[0]):
            row = None
        explained, unknown = (explained + 1, unknown) if row else (explained, unknown + 1)
        pairs = (f"{a:9.3f} {b:9.3f}" for a, b in zip(sums, other.sums[key], strict=True))
        print(f"{'listed ' if row else 'UNKNOWN'} {key:40}", " | ".join(pairs))
    wanted = sum(map(len, reference.names.values()))
    found = sum(len(names & other.names[layer]) for layer, names in reference.names.items())
    for layer, names in sorted(reference.names.items()):
        lost = sorted(names - other.names[layer])
        if lost:
            print(f"names of {layer}: {len(lost)} of {len(names)} are missing, such as {', '.join(lost[:4])}")
    places = sum(map(len, reference.places.values()))
    print(f"{places - sum(missing.values())} of {places} points of interest are there, under whatever class")
    print(f"{agree} of {agree + explained + unknown} classes agree, {explained} differ as listed, {unknown} do not; "
          f"{found} of {wanted} names; {len(reference.tiles)} tiles")
    return int(unknown > 0 or found < 0.97 * wanted)


if __name__ == "__main__":
    sys.exit(main())
