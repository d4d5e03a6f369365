# SPDX-License-Identifier: MIT
"""Which cities show at which zoom: thinned so that the more important ones show first and keep their room."""
import math

from . import mercator

# Zoom: people needed, and distance (in pixels of 512 px tiles) to any more important city. A tile serves until the next zoom
# doubles its distances, so that these are half of what a label needs; collisions do the rest. The last zoom has all towns, and
# where they are far apart the larger villages.
_CITY_ZOOMS = [(1, 5_000_000, 40), (2, 800_000, 34), (3, 200_000, 28), (4, 60_000, 24), (4, 1_000, 160), (5, 20_000, 20), (5, 1_000, 100), (6, 15_000, 24),
               (6, 4_000, 40), (6, 1_000, 60), (7, 15_000, 3), (7, 4_000, 20), (7, 1_000, 40)]
# Of the crowded places of zoom 7, those so far apart (in pixels) have room at a zoom; `minzoom` tells it to styles.
_ROOM, _ROOM_ZOOMS = 30, (7, 8)
# Weight of a great city, of the world and from zoom 5 of a region.
_GREAT, _GREAT_NEAR = 2_000_000, 800_000


class _Grid:
    """Points by cells, to find whether one is near."""

    def __init__(self, cell):
        self.cell, self.points = cell, {}

    def add(self, x, y, weight=0):
        self.points.setdefault((int(x / self.cell), int(y / self.cell)), []).append((x, y, weight))

    def near(self, x, y, part=1, weight=0):
        """Whether a point of that weight or more lies within that part of a cell."""
        i, j = int(x / self.cell), int(y / self.cell)
        cells = (self.points.get((i + a, j + b), ()) for a in (-1, 0, 1) for b in (-1, 0, 1))
        return any(math.hypot(x - u, y - v) < self.cell * part and w >= weight for points in cells for u, v, w in points)


def _positions(cities):
    """{id: (x, y)} in world units."""
    return {c["geonameid"]: tuple(float(v) for v in mercator.project(c["longitude"], c["latitude"])) for c in cities}


def first_zooms(everything, weight, capitals, last_zoom):
    """{id: first zoom}: cities thinned for each zoom, so that the more important ones show first and keep their room.

    Great cities may stand closer to others, and from zoom 3 capitals. Cities do not show before one beside them that has twice their weight.
    """
    shown: dict = {}
    at, weights = _positions(everything), {c["geonameid"]: weight(c) for c in everything}
    for zoom, people, pixels in _CITY_ZOOMS:
        if zoom > last_zoom:
            break
        cell = pixels / (512 * 2 ** zoom)
        grid, waiting = _Grid(cell), _Grid(cell)
        # Those that show already come first; both they and the others are in order of weight.
        for key in sorted(at, key=lambda key: key not in shown):
            (x, y), own = at[key], weights[key]
            if key not in shown:
                if own < people or waiting.near(x, y, weight=2 * own):
                    continue
                close = own >= max(_GREAT if zoom < 5 else _GREAT_NEAR, 4 * people) or zoom >= 3 and key in capitals
                if grid.near(x, y, 0.5 if close else 1):
                    waiting.add(x, y, own)
                    continue
            grid.add(x, y)
            shown.setdefault(key, zoom)
    return shown


def room_zooms(places, shown):
    """{id: zoom} from which places, the more important ones first, are not crowded; of those that are crowded at `_ROOM_ZOOMS[0]`."""
    at = _positions(places)
    kept = [at[c["geonameid"]] for c in places if shown[c["geonameid"]] < _ROOM_ZOOMS[0]]
    crowded, out = [c["geonameid"] for c in places if shown[c["geonameid"]] >= _ROOM_ZOOMS[0]], {}
    for zoom in _ROOM_ZOOMS:
        grid, left = _Grid(_ROOM / (512 * 2 ** zoom)), []
        for point in kept:
            grid.add(*point)
        for key in crowded:
            if grid.near(*at[key]):
                left.append(key)
                out[key] = zoom + 1
            else:
                grid.add(*at[key])
                kept.append(at[key])
        crowded = left
    return out
