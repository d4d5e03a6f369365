# SPDX-License-Identifier: MIT
"""Natural Earth 1:10m countries, states and disputed borders (public domain), as QGIS carries them.

File: resources/data/world_map.gpkg of Debian's qgis-common.
"""
import itertools
import sqlite3

import numpy as np
import shapely


def read(path, table, columns):
    """Yield (geometry in degrees, {column: value}) of a GeoPackage table."""
    db = sqlite3.connect(path)
    for blob, *values in db.execute(f'select geom, {", ".join(columns)} from "{table}" order by fid'):
        header = 8 + {0: 0, 1: 32, 2: 48, 3: 48, 4: 64}[blob[3] >> 1 & 7]
        yield shapely.from_wkb(blob[header:]), dict(zip(columns, values, strict=True))


def segments(geometry):
    """The edges of a geometry as pairs of points with the smaller one first (coordinates to 1e-7 degrees)."""
    lines = shapely.get_parts(shapely.boundary(geometry) if "Polygon" in geometry.geom_type else geometry)
    out = []
    for line in lines:
        for part in shapely.get_parts(line):
            c = [tuple(p) for p in np.round(shapely.get_coordinates(part) * 1e7).astype(np.int64).tolist()]
            out += [(a, b) if a < b else (b, a) for a, b in itertools.pairwise(c) if a != b]
    return out


def shared_borders(areas):
    """Find the edges that two areas share: {(i, j): [edge]} with i < j. What only one area has is coast."""
    owner: dict = {}
    shared: dict = {}
    for i, geometry in enumerate(areas):
        for s in segments(geometry):
            j = owner.setdefault(s, i)
            if j != i:
                shared.setdefault((j, i), []).append(s)
    return shared


def join(edges):
    """Merge edges to long lines in degrees."""
    lines = shapely.multilinestrings(shapely.linestrings(np.array(edges, float) / 1e7))
    return shapely.line_merge(lines)
