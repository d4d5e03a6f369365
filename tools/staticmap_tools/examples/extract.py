# SPDX-License-Identifier: MIT
"""Writes examples/data/island.osm.pbf: an island that there is not, with all that a map shows, for the pages on importing.

The format is that of https://wiki.openstreetmap.org/wiki/PBF_Format.
"""
import math
import pathlib
import struct

WEST, SOUTH, EAST, NORTH = -30.05, 39.95, -29.95, 40.05
NAME = "Ilha do Mapa"


def varint(value):
    """A number in groups of seven bits."""
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes(out) + bytes([value])


def zigzag(value):
    """A signed number as one without sign."""
    return value << 1 if value >= 0 else (-value << 1) - 1


def number(field, value):
    """A field with a number."""
    return varint(field << 3) + varint(value)


def chunk(field, content):
    """A field with bytes."""
    return varint(field << 3 | 2) + varint(len(content)) + content


def packed(field, values):
    """A field with numbers."""
    return chunk(field, b"".join(map(varint, values)))


class Extract:
    """Objects, and the strings of their tags."""

    def __init__(self):
        self.strings = [""]
        self.groups: dict[int, list[bytes]] = {1: [], 3: [], 4: []}
        self.nodes = 0
        self.objects = 0

    def index(self, text):
        """The number of a string."""
        if text not in self.strings:
            self.strings.append(text)
        return self.strings.index(text)

    def tags(self, tags):
        """The fields of tags."""
        if not tags:
            return b""
        return packed(2, map(self.index, tags)) + packed(3, map(self.index, tags.values()))

    def node(self, x, y, **tags):
        """Adds a node, in kilometres from the middle of the island."""
        self.nodes += 1
        longitude = (WEST + EAST) / 2 + x / 85.4
        latitude = (SOUTH + NORTH) / 2 + y / 111.2
        place = number(8, zigzag(round(latitude * 1e7))) + number(9, zigzag(round(longitude * 1e7)))
        self.groups[1].append(number(1, zigzag(self.nodes)) + self.tags(tags) + place)
        return self.nodes

    def way(self, places, closed=False, **tags):
        """Adds a way; places are coordinates or nodes."""
        nodes = [place if isinstance(place, int) else self.node(*place) for place in places]
        if closed:
            nodes.append(nodes[0])
        self.objects += 1
        deltas = [zigzag(b - a) for a, b in zip([0, *nodes], nodes, strict=False)]
        self.groups[3].append(number(1, self.objects) + self.tags(tags) + packed(8, deltas))
        return self.objects

    def relation(self, members, **tags):
        """Adds a relation of ways with roles."""
        self.objects += 1
        ids = [way for way, _ in members]
        deltas = [zigzag(b - a) for a, b in zip([0, *ids], ids, strict=False)]
        roles = packed(8, [self.index(role) for _, role in members])
        body = number(1, self.objects) + self.tags(tags) + roles + packed(9, deltas) + packed(10, [1] * len(members))
        self.groups[4].append(body)

    def file(self):
        """The bytes of the file."""
        nano = [zigzag(round(value * 1e9)) for value in (WEST, EAST, NORTH, SOUTH)]
        box = b"".join(number(i + 1, value) for i, value in enumerate(nano))
        out = blob("OSMHeader", chunk(1, box) + chunk(4, b"OsmSchema-V0.6") + chunk(16, b"staticmap"))
        table = b"".join(chunk(1, text.encode()) for text in self.strings)
        for field, objects in self.groups.items():
            out += blob("OSMData", chunk(1, table) + chunk(2, b"".join(chunk(field, body) for body in objects)))
        return out


def blob(kind, content):
    """A part of a file."""
    body = chunk(1, content)
    header = chunk(1, kind.encode()) + number(3, len(body))
    return struct.pack(">I", len(header)) + header + body


def ring(x, y, radius, count, wobble=0.0):
    """Places around another one, counterclockwise, so that land is on the left."""
    for i in range(count):
        angle = 2 * math.pi * i / count
        r = radius * (1 + wobble * math.sin(3 * angle) + wobble / 2 * math.cos(7 * angle))
        yield x + r * math.cos(angle), y + r * math.sin(angle)


def box(x, y, width, height):
    """The corners of a box."""
    return [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]


def draw():
    """The island."""
    osm = Extract()
    osm.way(ring(0, 0, 2.6, 90, 0.12), closed=True, natural="coastline")
    osm.way(ring(0, 1.1, 0.9, 24, 0.1), closed=True, natural="wood")
    lake = osm.way(ring(-0.9, -0.7, 0.45, 24, 0.08), closed=True)
    islet = osm.way(ring(-0.9, -0.7, 0.1, 10), closed=True)
    osm.relation([(lake, "outer"), (islet, "inner")], type="multipolygon", natural="water", name="Lagoa Azul")
    osm.way(box(0.2, -1.2, 1.3, 1.0), closed=True, landuse="residential")
    osm.way(box(0.85, -0.75, 0.25, 0.2), closed=True, leisure="park", name="Jardim Central")
    west, east = osm.node(-2.2, -0.1), osm.node(2.2, -0.3)
    middle = osm.node(0.15, -0.15)
    main = osm.way([west, (-1.2, 0.0), middle, (1.6, -0.1), east], highway="primary", name="Estrada Real", ref="N1")
    osm.relation([(main, "")], type="route", route="road", network="e-road", ref="E 1")
    osm.way([middle, (-0.3, -0.45), (-0.6, -1.2)], highway="tertiary", name="Caminho da Lagoa")
    osm.way([middle, (0.1, 0.6), (0, 1.1)], highway="path", name="Trilho do Pico", sac_scale="hiking")
    osm.way([(-0.5, -0.85), (-0.4, -1.4), (-0.2, -2.1)], waterway="river", name="Ribeira")
    for column in range(4):
        x = 0.3 + 0.35 * column
        osm.way([(x, -1.2), (x, -0.2)], highway="residential", name=f"Rua {'ABCD'[column]}")
        for row in range(5):
            y = -1.15 + 0.19 * row
            if (column, row) == (1, 2):
                continue
            osm.way(box(x + 0.05, y, 0.1, 0.1), closed=True, building="house",
                    **{"addr:housenumber": str(1 + 2 * row), "building:levels": str(2 + (column + row) % 3)})
    osm.way([(0.2, -0.7), (1.5, -0.7)], highway="secondary", name="Avenida do Mar")
    osm.node(0, 1.1, natural="peak", name="Pico do Mapa", ele="612")
    osm.node(0.8, -0.65, place="town", name=NAME, population="4100", capital="yes", **{"name:en": "Map Island"})
    osm.node(0.62, -0.7, amenity="cafe", name="Café Atlântico")
    osm.node(1.1, -0.7, amenity="pharmacy", name="Farmácia")
    osm.node(1.35, -0.45, tourism="hotel", name="Hotel Horizonte")
    for i in range(12):
        osm.node(0.87 + 0.07 * (i % 4), -0.73 + 0.06 * (i // 4), natural="tree", leaf_type="broadleaved", height="8 m")
    osm.way([(2.2, -0.5), (2.9, -0.8), (3.9, -1.6)], route="ferry", name="Barco")
    return osm.file()


if __name__ == "__main__":
    pathlib.Path("examples/data/island.osm.pbf").write_bytes(draw())
