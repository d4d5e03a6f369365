# SPDX-License-Identifier: MIT
"""What all labels have in common: the point where one stands, and its names."""
import math

import numpy as np
import shapely

from .sphere import EARTH

_LAKES: list = []


def keep_out(lakes):
    """Lakes that the labels of land must not fall into."""
    _LAKES[:] = [shapely.STRtree(lakes)]


def label_point(geometry):
    """The middle of the largest circle that fits into the largest part (degrees, true to shape at its latitude)."""
    parts = shapely.get_parts(geometry)

    def local(part):
        k = math.cos(math.radians(shapely.centroid(part).y))
        return shapely.transform(part, lambda c: c * [k, 1]), k

    shape, k = max((local(p) for p in parts), key=lambda s: s[0].area)
    width = math.sqrt(shape.area)
    shape = shapely.make_valid(shapely.simplify(shape, width / 200))
    shape = max(shapely.get_parts(shape), key=lambda p: p.area)
    radius = shapely.maximum_inscribed_circle(shape, width / 200)
    x, y = shapely.get_coordinates(radius)[0]
    if _LAKES and len(_LAKES[0].query(shapely.Point(x / k, y), "within")):
        # In a lake: the widest land within the same circle.
        disc = shapely.transform(shapely.buffer(shapely.Point(x, y), radius.length), lambda c: c / [k, 1])
        near = _LAKES[0].geometries[sorted(_LAKES[0].query(disc, "intersects"))]
        dry = max(shapely.get_parts(shapely.difference(disc, shapely.union_all(near))), key=lambda p: p.area)
        return tuple(shapely.get_coordinates(shapely.maximum_inscribed_circle(dry, width / k / 200))[0].tolist())
    return x / k, y


def square_kilometres(geometry):
    """Area on the sphere of a geometry in degrees."""
    def equal_area(c):
        c = np.radians(c)
        return np.column_stack((c[:, 0] * EARTH, np.sin(c[:, 1]) * EARTH))

    return shapely.transform(geometry, equal_area).area


def with_latin(names):
    """Names with `name` (English unless given), and the other attributes in which styles look for the Latin name."""
    found = {"name": names.get("name") or names["name:en"]} | {k: v for k, v in names.items() if k != "name"}
    english = found.get("name:en")
    return found | {"name:latin": english, "name_en": english} if english else found
