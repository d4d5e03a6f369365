"""Points on the sphere of the Earth."""
import numpy as np

#: Radius in kilometres.
EARTH = 6371.0088


def on_sphere(points):
    lon, lat = np.radians(points[:, 0]), np.radians(points[:, 1])
    return np.column_stack((np.cos(lat) * np.cos(lon), np.cos(lat) * np.sin(lon), np.sin(lat)))
