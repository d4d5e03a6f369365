# SPDX-License-Identifier: MIT
"""On which side of its dot a city's name stands: the one where it hides less of other names, and in the sea rather than on land."""
import numpy as np
import shapely

from . import country_labels, mercator

#: Lesser cities have a name on the right, or where there is room.
_LAST_RANK = 6
#: Far and near: at small zooms great cities of a country are neighbours, later the towns around one.
_ZOOMS = {"far": np.arange(2, 5.5, 0.5), "near": np.arange(5.5, 7.5, 0.5)}


def _size(rank, zoom):
    """Size of letters in pixels, about as in the style Streets."""
    return 10.5 + max(0, 4 - rank) * 0.3 + (zoom - 2) * (0.9 if rank < 4 else 0.5)


def left(cities, countries, land):
    """{index: "left", "left-far" (to zoom 5.5) or "left-near"} of the `cities` (longitude, latitude, first zoom, attributes) whose names stand better there.

    `countries` are labels as the cities are; `land` is an STRtree in degrees.
    """
    far, near = (_left(cities, countries, land, zooms) for zooms in _ZOOMS.values())
    return {i: "left" if i in far and i in near else "left-far" if i in far else "left-near" for i in far | near}


def _country_names(countries, zoom):
    """Middle, half width and half height in pixels of countries' names, and what each is worth, about as in the style Streets."""
    shown = [c for c in countries if c[2] <= zoom]
    x, y = mercator.project(np.array([c[0] for c in shown]), np.array([c[1] for c in shown]))
    rank = np.array([c[3]["rank"] for c in shown])
    sizes = 8.5 + 1.4 * (zoom - 2) + 1.5 * (rank < 3)
    half = np.array([country_labels.half_extent(c[3]["name:en"], size) for c, size in zip(shown, sizes, strict=True)]).T
    pixels = 512 * 2 ** zoom
    return x * pixels, y * pixels, *half, 2.0 ** (6 - rank)


def _left(cities, countries, land, zooms):
    known = [i for i, c in enumerate(cities) if c[3]["class"] == "city" and c[3]["rank"] <= _LAST_RANK]
    x, y = mercator.project(np.array([cities[i][0] for i in known]), np.array([cities[i][1] for i in known]))
    first = np.array([cities[i][2] for i in known])
    rank = np.array([cities[i][3]["rank"] for i in known])
    worth = 2.0 ** (_LAST_RANK - rank)
    nations = {zoom: _country_names(countries, zoom) for zoom in zooms if zoom < 6}
    out = set()
    for i, (lon, lat, _, attributes) in enumerate(cities[k] for k in known):
        hidden = np.zeros(2)
        for zoom in zooms[zooms >= first[i]]:
            size, pixels = _size(rank[i], zoom), 512 * 2 ** zoom
            width = 0.56 * size * len(attributes["name:en"]) + size
            dx, dy = (x - x[i]) * pixels, (y - y[i]) * pixels
            beside = (first <= zoom) & (np.abs(dy) < 0.6 * size + 8) & (np.abs(dx) > 1) & (np.abs(dx) < width)
            hidden += (worth * (beside & (dx > 0))).sum(), (worth * (beside & (dx < 0))).sum()
            if zoom in nations:
                u, v, wide, high, value = nations[zoom]
                level = np.abs(v - y[i] * pixels) < high + 0.6 * size
                hidden += [(value * (level & (np.abs(u - x[i] * pixels - side * width / 2) < wide + width / 2))).sum() for side in (1, -1)]
        if hidden[1] < hidden[0] or not hidden.any() and _by_the_sea(lon, lat, max(first[i], zooms[0]), land):
            out.add(known[i])
    return out


def _by_the_sea(lon, lat, zoom, land):
    """Whether the sea lies to the left, and land to the right, at the zoom where the city shows first."""
    degree = 360 / (512 * 2.0 ** max(zoom, 3))
    sides = [shapely.points([lon + side * step * degree for step in (15, 30, 45)], [lat] * 3) for side in (-1, 1)]
    dry = [len(np.unique(land.query(points, "within")[0])) for points in sides]
    return dry[0] == 0 and dry[1] == 3
