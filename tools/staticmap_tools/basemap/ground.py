# SPDX-License-Identifier: MIT
"""Which pixels of an image of the world are land, by GSHHG."""
import numpy as np
import shapely
from PIL import Image, ImageDraw

from . import gshhg

#: Square degrees of the smallest lake that counts.
_LAKE = 0.02


def dry(folder, size, to_world, resolution="h", smallest=0.0):
    """True on land, lakes are wet. `to_world` takes longitudes and latitudes to 0 … 1 of the image's (width, height)."""
    mask = Image.new("1", size)
    pen = ImageDraw.Draw(mask)

    def ring(line, value):
        points = np.column_stack(to_world(*shapely.get_coordinates(line).T)) * size
        west, east = points[:, 0].min(), points[:, 0].max()
        if east - west > 1 or np.ptp(points[:, 1]) > 1:
            # What crosses the antimeridian goes on at the other edge.
            for turn in (-1, 0, 1):
                if east + turn * size[0] > 0 and west + turn * size[0] < size[0]:
                    pen.polygon([(x + turn * size[0], y) for x, y in points], fill=value)

    for shapes in gshhg.land(folder, resolution, smallest):
        for shape in shapes:
            ring(shape.exterior, 1)
    for lake in gshhg.lakes(folder, resolution):
        for part in shapely.get_parts(lake):
            if part.geom_type == "Polygon" and part.area > _LAKE:
                ring(part.exterior, 0)
                for island in part.interiors:
                    ring(island, 1)
    return np.asarray(mask)
