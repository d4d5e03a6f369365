# SPDX-License-Identifier: MIT
"""Web Mercator in world units: x and y run from 0 to 1, y points south."""
import numpy as np
import shapely

# Beyond the square of the map, so that Antarctica reaches into the tile buffers.
SOUTH_LIMIT = -86.5
NORTH_LIMIT = 86.5


def project(lon, lat):
    """Project arrays of degrees to world units."""
    lat = np.radians(np.clip(lat, SOUTH_LIMIT, NORTH_LIMIT))
    return lon / 360 + 0.5, 0.5 - np.log(np.tan(np.pi / 4 + lat / 2)) / (2 * np.pi)


def unproject(x, y):
    """Degrees of world units."""
    return (x - 0.5) * 360, float(np.degrees(2 * np.arctan(np.exp((0.5 - y) * 2 * np.pi)) - np.pi / 2))


def project_geometry(geometry):
    """Project a geometry (or an array of them) from degrees to world units."""
    return shapely.transform(geometry, lambda c: np.column_stack(project(c[:, 0], c[:, 1])))


def scaled(geometry, factor):
    """A geometry (or an array of them) times a factor."""
    return shapely.transform(geometry, lambda c: c * factor)


def moved(geometry, dx, dy):
    """A geometry (or an array of them), moved."""
    return shapely.transform(geometry, lambda c: c + [dx, dy])


def wrap(geometries, margin=0.02):
    """Repeat what lies at the antimeridian on the other side of the world, for the tile buffers.

    Takes and returns a list of (geometry, payload).
    """
    out = []
    for geometry, payload in geometries:
        out.append((geometry, payload))
        west, _, east, _ = geometry.bounds
        for near, shift, box in ((west < margin, 1, (-1, -1, margin, 2)), (east > 1 - margin, -1, (1 - margin, -1, 2, 2))):
            if not near:
                continue
            part = shapely.clip_by_rect(geometry, *box)
            if not part.is_empty:
                out.append((moved(part, shift, 0), payload))
    return out
