# SPDX-License-Identifier: MIT
"""Makes a larger extract of OpenStreetMap from a small one: multiply.py INPUT OUTPUT COPIES

Copies lie beside one another, with ids of their own, in a file that is sorted as extracts are. To measure the cost of an import.
"""

import math
import sys
from typing import Any

import osmium

# Copies are moved by the width of the box of all nodes, and so many are in a row.
MARGIN = 1.02


class Extract(osmium.SimpleHandler):
    """All objects, in memory."""

    def __init__(self) -> None:
        super().__init__()
        self.nodes: list[tuple[int, float, float, Any]] = []
        self.ways: list[tuple[int, list[int], Any]] = []
        self.relations: list[tuple[int, list[tuple[str, int, str]], Any]] = []

    def node(self, node: Any) -> None:
        self.nodes.append((node.id, node.location.lon, node.location.lat, dict(node.tags)))

    def way(self, way: Any) -> None:
        self.ways.append((way.id, [node.ref for node in way.nodes], dict(way.tags)))

    def relation(self, relation: Any) -> None:
        members = [(member.type, member.ref, member.role) for member in relation.members]
        self.relations.append((relation.id, members, dict(relation.tags)))


def multiply(source: str, target: str, copies: int) -> None:
    extract = Extract()
    extract.apply_file(source)
    last = max([node[0] for node in extract.nodes] + [way[0] for way in extract.ways] +
               [relation[0] for relation in extract.relations])
    longitudes = [node[1] for node in extract.nodes]
    latitudes = [node[2] for node in extract.nodes]
    width = (max(longitudes) - min(longitudes)) * MARGIN
    height = (max(latitudes) - min(latitudes)) * MARGIN
    columns = math.ceil(math.sqrt(copies))
    shifts = [(copy * (last + 1), copy % columns * width, copy // columns * height) for copy in range(copies)]
    with osmium.SimpleWriter(target) as writer:
        mutable = osmium.osm.mutable
        for offset, east, north in shifts:
            for id, longitude, latitude, tags in extract.nodes:
                writer.add_node(mutable.Node(id=id + offset, location=(longitude + east, latitude + north), tags=tags))
        for offset, _, _ in shifts:
            for id, nodes, tags in extract.ways:
                writer.add_way(mutable.Way(id=id + offset, nodes=[node + offset for node in nodes], tags=tags))
        for offset, _, _ in shifts:
            for id, members, tags in extract.relations:
                moved = [(kind, ref + offset, role) for kind, ref, role in members]
                writer.add_relation(mutable.Relation(id=id + offset, members=moved, tags=tags))


if __name__ == "__main__":
    multiply(sys.argv[1], sys.argv[2], int(sys.argv[3]))
