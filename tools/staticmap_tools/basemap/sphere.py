# SPDX-License-Identifier: MIT
"""Points on the sphere of the Earth."""
import math

import numpy as np
import shapely

#: Radius in kilometres.
EARTH = 6371.0088


def on_sphere(points):
    lon, lat = np.radians(points[:, 0]), np.radians(points[:, 1])
    return np.column_stack((np.cos(lat) * np.cos(lon), np.cos(lat) * np.sin(lon), np.sin(lat)))


def square(lon, lat, kilometres):
    """The square that reaches so many kilometres from a point to each side, in degrees."""
    high = kilometres / 111.2
    wide = high / max(0.05, math.cos(math.radians(lat)))
    return shapely.box(lon - wide, lat - high, lon + wide, lat + high)
