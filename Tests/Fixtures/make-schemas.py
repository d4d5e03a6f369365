#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes schemas/protomaps and schemas/shortbread: one tile each of a town that does not exist, in both schemas."""
import json
import math
import pathlib
import struct
from typing import Any

ZOOM, COLUMN, ROW = 14, 9327, 4740
Feature = tuple[str, list[tuple[int, int]], dict[str, Any]]


def varint(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes(out + bytes([value]))


def field(number: int, payload: bytes) -> bytes:
    return varint(number << 3 | 2) + varint(len(payload)) + payload


def geometry(kind: str, points: list[tuple[int, int]]) -> bytes:
    pen = (0, 0)

    def step(point: tuple[int, int]) -> bytes:
        nonlocal pen
        deltas = (point[0] - pen[0], point[1] - pen[1])
        pen = point
        return b"".join(varint(d << 1 ^ d >> 63) for d in deltas)

    out = varint(1 | 1 << 3) + step(points[0])
    if kind != "point":
        out += varint(2 | len(points) - 1 << 3) + b"".join(step(p) for p in points[1:])
    return out + (varint(15) if kind == "area" else b"")


def value(item: Any) -> bytes:
    if isinstance(item, bool):
        return b"\x38" + varint(int(item))
    if isinstance(item, int):
        return b"\x20" + varint(item)
    if isinstance(item, float):
        return b"\x19" + struct.pack("<d", item)
    return field(1, item.encode())


def layer(name: str, features: list[Feature]) -> bytes:
    keys: list[str] = []
    values: list[Any] = []
    out = field(1, name.encode())
    for kind, points, tags in features:
        numbers = []
        for key, item in tags.items():
            if key not in keys:
                keys.append(key)
            mark = (type(item), item)
            if mark not in values:
                values.append(mark)
            numbers += [keys.index(key), values.index(mark)]
        number = {"point": 1, "line": 2, "area": 3}[kind]
        packed = b"".join(varint(n) for n in numbers)
        out += field(2, field(2, packed) + b"\x18" + varint(number) + field(4, geometry(kind, points)))
    out += b"".join(field(3, key.encode()) for key in keys)
    out += b"".join(field(4, value(item)) for _, item in values)
    return field(3, out + b"\x28" + varint(4096) + b"\x78\x02")


def box(x: int, y: int, w: int, h: int) -> list[tuple[int, int]]:
    return [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]


SEA = [(-64, 3100), (900, 3000), (1800, 3350), (2700, 3050), (4160, 3250), (4160, 4160), (-64, 4160)]
PARK, WOOD = box(300, 300, 900, 800), box(2900, 200, 1000, 900)
HOUSES = [box(1500 + 260 * i, 500 + 330 * j, 170, 220) for i in range(4) for j in range(3)]
POND = [(620 + int(150 * math.cos(a / 6 * math.pi)), 700 + int(110 * math.sin(a / 6 * math.pi))) for a in range(12)]
MOTORWAY, TRUNK = [(-64, 2200), (2000, 2300), (4160, 1900)], [(1350, -64), (1380, 2260), (1250, 3100)]
TUNNEL, BRIDGE = [(2000, 1700), (2700, 1600)], [(1250, 3100), (1200, 3700)]
STREET, PATH = [(1380, 1560), (2700, 1600), (4160, 1500)], [(320, 400), (760, 820), (1150, 1050)]
RAIL, RIVER = [(-64, 2600), (1900, 2700), (4160, 2500)], [(3400, -64), (3300, 1200), (3500, 3150)]
NAMES = {"name": "Нови Град", "name:en": "New Town"}


def protomaps() -> dict[str, list[Feature]]:
    names = {**NAMES, "script": "Cyrillic"}
    return {
        "earth": [("area", box(-64, -64, 4224, 4224), {"kind": "earth"})],
        "landuse": [("area", PARK, {"kind": "park"}), ("area", WOOD, {"kind": "wood"})],
        "water": [
            ("area", SEA, {"kind": "ocean"}),
            ("area", POND, {"kind": "water", "kind_detail": "lake"}),
            ("line", RIVER, {"kind": "river", "name": "Long River"}),
            ("point", [(2000, 3700)], {"kind": "bay", "name": "Wide Bay"}),
        ],
        "roads": [
            ("line", MOTORWAY, {"kind": "highway", "kind_detail": "motorway", "ref": "I 5", "shield_text": "5", "network": "US:I"}),
            ("line", TRUNK, {"kind": "major_road", "kind_detail": "primary", "name": "Main Road", "ref": "12"}),
            ("line", BRIDGE, {"kind": "major_road", "kind_detail": "primary", "is_bridge": True}),
            ("line", TUNNEL, {"kind": "major_road", "kind_detail": "primary", "is_tunnel": True}),
            ("line", STREET, {"kind": "minor_road", "kind_detail": "residential", "name": "Short Street", "oneway": "yes"}),
            ("line", PATH, {"kind": "path", "kind_detail": "footway"}),
            ("line", RAIL, {"kind": "rail", "kind_detail": "rail"}),
        ],
        "buildings": [("area", b, {"kind": "building", "height": 12.0}) for b in HOUSES],
        "places": [
            ("point", [(2000, 1300)], {"kind": "locality", "kind_detail": "city", "population_rank": 10, "min_zoom": 7, **names})
        ],
        "pois": [
            ("point", [(2500, 2750)], {"kind": "station", "name": "New Town Station", "min_zoom": 14}),
            ("point", [(3100, 2000)], {"kind": "hospital", "name": "Clinic", "min_zoom": 14}),
        ],
    }


def shortbread() -> dict[str, list[Feature]]:
    names = {"name": NAMES["name"], "name_en": NAMES["name:en"], "name_de": ""}
    flags = {"link": False, "rail": False, "tunnel": False, "bridge": False}
    return {
        "ocean": [("area", SEA, {})],
        "land": [("area", PARK, {"kind": "park"}), ("area", WOOD, {"kind": "forest"})],
        "water_polygons": [("area", POND, {"kind": "water", "way_area": 5000.0})],
        "water_lines": [("line", RIVER, {"kind": "river", "tunnel": False, "bridge": False})],
        "water_lines_labels": [("line", RIVER, {"kind": "river", "name": "Long River", "name_de": ""})],
        "streets": [
            ("line", MOTORWAY, {"kind": "motorway", **flags}),
            ("line", TRUNK, {"kind": "primary", **flags}),
            ("line", BRIDGE, {"kind": "primary", **flags, "bridge": True}),
            ("line", TUNNEL, {"kind": "primary", **flags, "tunnel": True}),
            ("line", STREET, {"kind": "residential", **flags, "oneway": True}),
            ("line", PATH, {"kind": "footway", **flags}),
            ("line", RAIL, {"kind": "rail", **flags, "rail": True}),
        ],
        "street_labels": [
            ("line", MOTORWAY, {"kind": "motorway", "ref": "I 5", "name": ""}),
            ("line", TRUNK, {"kind": "primary", "ref": "12", "name": "Main Road"}),
            ("line", STREET, {"kind": "residential", "ref": "", "name": "Short Street"}),
        ],
        "buildings": [("area", b, {"dummy": 1}) for b in HOUSES],
        "place_labels": [("point", [(2000, 1300)], {"kind": "city", "population": 60000, **names})],
        "public_transport": [("point", [(2500, 2750)], {"kind": "station", "name": "New Town Station"})],
        "pois": [("point", [(3100, 2000)], {"amenity": "hospital", "name": "Clinic", "shop": ""})],
    }


def main() -> None:
    for name, layers in {"protomaps": protomaps(), "shortbread": shortbread()}.items():
        folder = pathlib.Path(__file__).parent / "schemas" / name
        tile = folder / f"{ZOOM}/{COLUMN}/{ROW}.pbf"
        tile.parent.mkdir(parents=True, exist_ok=True)
        tile.write_bytes(b"".join(layer(key, features) for key, features in layers.items()))
        # Without layers: the schema is found in the tile.
        metadata = {"name": name, "minzoom": ZOOM, "maxzoom": ZOOM, "attribution": "Nobody", "format": "pbf"}
        (folder / "metadata.json").write_text(json.dumps(metadata) + "\n")


if __name__ == "__main__":
    main()
