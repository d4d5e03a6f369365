# SPDX-License-Identifier: MIT
"""Compares an imported archive with one that tilemaker made of the same extract: make compare-import REFERENCE=… OTHER=…

For each class of the reference at one zoom: points, kilometres of lines and square kilometres of areas, each clipped to its tile, and the
names of each layer. Several points of one feature count each, and lines that lie on one another count once: tilemaker joins points of
equal attributes, and draws a border for each of its areas. What departs on purpose is listed in docs/import.md, by class and with the
reason; what differs and is not listed there makes the exit status 1.
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
from typing import Any

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


class Contents:
    """What an archive has in some tiles."""

    def __init__(self, path: str, zoom: int, wanted: set[Tile] | None = None) -> None:
        self.tiles: set[Tile] = set()
        self.sums: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])
        self.names: dict[str, set[str]] = defaultdict(set)
        # Points of interest by tile and name, whatever their class.
        self.places: dict[tuple[Tile, str], list[tuple[float, float]]] = defaultdict(list)
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
                self.places[tile, name or ""] += [(point.x, point.y) for point in points]
        elif stored.endswith("Polygon"):
            self.sums[key][2] += geometry.area * meters * meters / 1e6
        else:
            lines[key, meters].append(geometry)
        if name:
            self.names[layer].add(name)

    def places_in(self, other: "Contents") -> int:
        """How many points of interest the other archive has too, with the same name and within a hundredth of a tile."""
        def near(a: tuple[float, float], b: tuple[float, float]) -> bool:
            return abs(a[0] - b[0]) < 41 and abs(a[1] - b[1]) < 41

        return sum(
            any(near(place, known) for known in other.places.get(key, []))
            for key, places in self.places.items() for place in places)


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
    agree, explained, unknown = 0, 0, 0
    for key, sums in sorted(reference.sums.items()):
        if not any(value >= least for value, least in zip(sums, LEAST, strict=True)):
            continue
        if not differs(sums, other.sums[key]):
            agree += 1
            continue
        row = next((row for pattern, row in listed if fnmatch.fnmatchcase(key, pattern)), None)
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
    print(f"{reference.places_in(other)} of {places} points of poi have the same place and name, whatever their class")
    print(f"{agree} of {agree + explained + unknown} classes agree, {explained} differ as listed, {unknown} do not; "
          f"{found} of {wanted} names; {len(reference.tiles)} tiles")
    return int(unknown > 0 or found < 0.97 * wanted)


if __name__ == "__main__":
    sys.exit(main())
