# SPDX-License-Identifier: MIT
"""Depths of the sea from ETOPO5 (NOAA, public domain), as polygons below a depth.

File: etopo5.cdf of Debian's ferret-datasets, a grid of metres every 5 minutes of arc, which starts at the prime meridian.
"""
import itertools

import contourpy
import numpy as np
import shapely
from scipy.io import netcdf_file
from scipy.ndimage import gaussian_filter

#: Metres. The first is about the edge of the shelves.
DEPTHS = (200, 1000, 3000, 5000)
#: Degrees.
BEYOND = 12


def heights(path):
    """(longitudes from -180, latitudes from south to north, metres)"""
    with netcdf_file(path, mmap=False) as f:
        names = {k.upper(): k for k in f.variables}
        grid = np.array(f.variables[names["ROSE"]].data, np.float32)
        x = np.array(f.variables[names["ETOPO05_X"]].data, float)
        y = np.array(f.variables[names["ETOPO05_Y"]].data, float)
    if y[0] > y[-1]:
        y, grid = y[::-1], grid[::-1]
    x = np.where(x >= 180, x - 360, x)
    order = np.argsort(x)
    return x[order], y, grid[:, order]


def areas(path):
    """Yield (depth, polygons in degrees) for each of `DEPTHS`; they reach `BEYOND` the antimeridian on both sides."""
    x, y, grid = heights(path)
    keep = y > -80
    y, grid = y[keep], grid[keep]
    grid = gaussian_filter(grid, 2.5, mode=("nearest", "wrap"))
    # Beyond the antimeridian the grid goes on, so that outlines are simplified alike on both sides of it.
    more = round(BEYOND * 12)
    x = np.concatenate((x[-more:] - 360, x, x[:more] + 360))
    grid = np.column_stack((grid[:, -more:], grid, grid[:, :more]))
    lines = contourpy.contour_generator(x, y, grid, fill_type=contourpy.FillType.OuterOffset)
    for depth in DEPTHS:
        points, offsets = lines.filled(-12000, -depth)
        found = []
        for ring, offset in zip(points, offsets, strict=True):
            rings = [ring[a:b] for a, b in itertools.pairwise(offset)]
            shape = shapely.make_valid(shapely.Polygon(rings[0], rings[1:]))
            # Specks say nothing at these zooms.
            if shape.area > 0.3:
                found.append(shape)
        yield depth, found
