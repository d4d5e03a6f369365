# SPDX-License-Identifier: MIT
"""One line for the name of a street: OpenStreetMap has a piece between any two crossings, one for each carriageway, its pavements and its tracks."""
import math

import shapely

#: From the first on; a name runs along the first of these that there is.
_CLASSES = ("motorway", "trunk", "primary", "secondary", "tertiary", "minor", "pedestrian", "service", "track", "path")
#: Metres at the latitude of Helsinki: what runs so close has its name already; what is shorter has no room for one.
_BESIDE, _SHORTEST = 30, 20
#: A line goes on at a crossing with less than this turn.
_TURN = math.radians(50)


def _class(attributes):
    """The class; that of a pedestrian street is its subclass."""
    return "pedestrian" if attributes.get("subclass") == "pedestrian" else attributes.get("class")


def _turn(first, second):
    """The turn at the node that both lines end at, and the two joined; None if they share none, or close to a ring."""
    best = None
    for a in (first, first[::-1]):
        for b in (second, second[::-1]):
            if a[-1] == b[0] and a[0] != b[-1]:
                come, go = (math.atan2(q[1] - p[1], q[0] - p[0]) for p, q in ((a[-2], a[-1]), (b[0], b[1])))
                turn = abs(math.remainder(go - come, 2 * math.pi))
                if best is None or turn < best[0]:
                    best = turn, a + b[1:]
    return best


def _joined(lines):
    """Longest lines, straight on at crossings."""
    merged = shapely.line_merge(shapely.unary_union(lines))
    pieces = [list(line.coords) for line in shapely.get_parts(merged)]
    while True:
        found = [(*turn, i, j) for i in range(len(pieces)) for j in range(i) if (turn := _turn(pieces[i], pieces[j])) and turn[0] < _TURN]
        if not found:
            return [shapely.LineString(piece) for piece in pieces]
        _, line, i, j = min(found)
        pieces = [piece for k, piece in enumerate(pieces) if k not in (i, j)] + [line]


def axis(polygon):
    """The line along the middle of a long area; None of one that is as wide as long."""
    corners = list(polygon.minimum_rotated_rectangle.exterior.coords)
    sides = [math.dist(corners[i], corners[i + 1]) for i in range(2)]
    if max(sides) < 3 * min(sides):
        return None
    ends = (0, 2) if sides[0] < sides[1] else (1, 3)
    across = [shapely.LineString([corners[i], corners[i + 1]]).centroid for i in ends]
    return shapely.LineString(across)


def once(features, metre):
    """The features of a tile's transportation_name, each street once along its main line; `metre` in units of the tile.

    What has no name and no number is left out.
    """
    streets: dict = {}
    kept: list = []
    for geometry, attributes in features:
        if _class(attributes) not in _CLASSES:
            if "name" in attributes:
                kept.append((geometry, attributes))
        elif "name" in attributes or "ref" in attributes:
            lines = [part for part in shapely.get_parts(geometry) if part.geom_type == "LineString"]
            kind = _CLASSES.index(_class(attributes)), attributes.get("ref", "")
            streets.setdefault(attributes.get("name"), {}).setdefault(kind, []).extend((line, attributes) for line in lines)
    for kinds in streets.values():
        covered = shapely.Polygon()
        for _, pieces in sorted(kinds.items()):
            attributes = max(pieces, key=lambda p: (len(p[1]), p[0].length, repr(p[1])))[1]
            for line in sorted(_joined([line for line, _ in pieces]), key=lambda line: (-line.length, line.wkb)):
                for part in shapely.get_parts(shapely.difference(line, covered)):
                    part = shapely.set_precision(part.simplify(metre), 1.0)
                    if part.geom_type == "LineString" and part.length >= _SHORTEST * metre:
                        kept.append((part, attributes))
                        covered = shapely.union(covered, part.buffer(_BESIDE * metre, cap_style="flat"))
    return kept
