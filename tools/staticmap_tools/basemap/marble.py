# SPDX-License-Identifier: MIT
"""Natural Earth 1:50m areas (public domain), as KDE Marble carries them: built-up areas and glaciers.

Files: data/naturalearth/*.pn2 of Debian's marble-qt-data. Coordinates are in half minutes of arc, about 900 metres. A file
is a header (version, number of shapes before any were left out, a flag) and rings; a ring has nodes, each followed by nodes
relative to it.
"""
import struct

import numpy as np
import shapely

_OUTER, _INNER, _SEVERAL = 2, 3, 4


class _Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, layout):
        values = struct.unpack_from(">" + layout, self.data, self.at)
        self.at += struct.calcsize(">" + layout)
        return values

    def ring(self):
        """Points in degrees."""
        points = []
        for _ in range(self.take("I")[0]):
            lat, lon, relatives = self.take("hhh")
            steps = np.frombuffer(self.data, np.int8, 2 * relatives, self.at).reshape(-1, 2)
            self.at += 2 * relatives
            points.append((lon, lat))
            points += [(lon + int(x), lat + int(y)) for y, x in steps]
        return np.array(points) / 120


def areas(path):
    """The polygons of a file in degrees."""
    with open(path, "rb") as f:
        reader = _Reader(f.read())
    version, _, colored = reader.take("BI?")
    assert version == 2 and not colored, path
    rings = []
    while reader.at < len(reader.data):
        kind, _ = reader.take("BI")
        if kind != _SEVERAL:
            rings.append((kind, reader.ring()))
            continue
        for _ in range(reader.take("B")[0]):
            kind, _ = reader.take("BI")
            rings.append((kind, reader.ring()))
    assert reader.at == len(reader.data), path
    polygons: list = []
    for kind, points in rings:
        if len(points) < 4:
            continue
        if kind == _INNER:
            polygons[-1][1].append(points)
        else:
            polygons.append((points, []))
    whole = shapely.make_valid([shapely.Polygon(outer, holes) for outer, holes in polygons])
    return [part for shape in whole for part in shapely.get_parts(shape) if part.geom_type == "Polygon"]
