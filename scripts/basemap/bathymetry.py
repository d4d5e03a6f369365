"""Depths of the sea from ETOPO5 (NOAA, public domain), as polygons below a depth.

File: etopo5.cdf of Debian's ferret-datasets, a grid of metres every 5 minutes of arc, which starts at the prime meridian.
"""
import contourpy
import numpy as np
import shapely
from scipy.io import netcdf_file
from scipy.ndimage import gaussian_filter

#: Metres. The first is about the edge of the shelves.
DEPTHS = (200, 1000, 3000, 5000)


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
    """Yield (depth, polygons in degrees) for each of `DEPTHS`."""
    x, y, grid = heights(path)
    keep = y > -80
    y, grid = y[keep], grid[keep]
    # The grid is one of cells: the seam at the antimeridian is closed by a column on either side.
    x = np.concatenate(([x[-1] - 360], x, [x[0] + 360]))
    grid = np.column_stack((grid[:, -1], grid, grid[:, 0]))
    grid = gaussian_filter(grid, 2.5, mode=("nearest", "wrap"))
    lines = contourpy.contour_generator(x, y, grid, fill_type=contourpy.FillType.OuterOffset)
    world = shapely.box(-180, -80, 180, 90)
    for depth in DEPTHS:
        points, offsets = lines.filled(-12000, -depth)
        found = []
        for ring, offset in zip(points, offsets):
            rings = [ring[a:b] for a, b in zip(offset, offset[1:])]
            shape = shapely.make_valid(shapely.Polygon(rings[0], rings[1:]))
            # Specks say nothing at these zooms.
            if shape.area > 0.3:
                found.append(shapely.intersection(shape, world))
        yield depth, found
