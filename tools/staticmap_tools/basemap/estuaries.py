# SPDX-License-Identifier: MIT
"""Tidal rivers that GSHHG has as land, traced by hand for this map (public domain, CC0)."""
import itertools
import math

import shapely

#: Points along the middle of the water: longitude, latitude, width in kilometres.
_HUDSON = [
    (-74.031, 40.69, 1.9), (-74.022, 40.715, 1.4), (-74.02, 40.735, 1.35), (-74.007, 40.768, 1.3), (-73.981, 40.805, 1.25), (-73.955, 40.848, 1.2),
    (-73.934, 40.885, 1.25), (-73.912, 40.94, 1.4), (-73.895, 41.0, 1.7), (-73.888, 41.05, 3.2), (-73.888, 41.1, 4.4), (-73.905, 41.15, 3.4), (-73.94, 41.195, 4.2),
    (-73.957, 41.235, 2.6), (-73.973, 41.262, 1.2), (-73.955, 41.285, 1.3), (-73.975, 41.31, 0.8), (-73.965, 41.335, 0.7), (-73.953, 41.37, 0.6),
]


def _water(middle):
    """A polygon in degrees from one width to the next."""
    k = math.cos(math.radians(middle[0][1]))
    discs = [shapely.Point(lon * k, lat).buffer(width / 2 / 111.2, 6) for lon, lat, width in middle]
    reaches = [shapely.union(a, b).convex_hull for a, b in itertools.pairwise(discs)]
    return shapely.transform(shapely.union_all(reaches), lambda c: c / [k, 1])


def cut(land):
    """The polygons of `land` without these waters."""
    for water in map(_water, [_HUDSON]):
        for shape in land:
            if shapely.intersects(shape, water):
                yield from (p for p in shapely.get_parts(shapely.difference(shape, water)) if p.geom_type == "Polygon")
            else:
                yield shape
