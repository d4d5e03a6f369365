# SPDX-License-Identifier: MIT
"""The files that made scenes name."""
import math
import pathlib

from PIL import Image

from . import data
from .maker import HEIGHTS, LATITUDE, LONGITUDE

DISC = '<svg xmlns="http://www.w3.org/2000/svg" width="18" height="14"><ellipse cx="9" cy="7" rx="8" ry="6" fill="#07a"/></svg>'


def heights(zoom: int, column: int, row: int) -> Image.Image:
    """A tile of hills of up to 3,000 m, as terrarium writes them."""
    image = Image.new("RGB", (64, 64))
    step = 64 * 2**zoom
    for y in range(64):
        for x in range(64):
            east, south = (column * 64 + x) / step * 400, (row * 64 + y) / step * 400
            value = 32768 + round(1500 + 1000 * math.sin(east) + 500 * math.cos(south * 1.7))
            image.putpixel((x, y), (value // 256, value % 256, 0))
    return image


def write(folder: pathlib.Path) -> None:
    (folder / "disc.svg").write_text(DISC)
    (folder / data.TRACK_FILE).write_text(data.track_file(LONGITUDE, LATITUDE))
    (folder / data.RATES_FILE).write_text(data.rates_file())
    (folder / data.FLOWS_FILE).write_text(data.flows_file())
    for zoom in range(2, 8):
        for x in columns(zoom):
            for y in rows(zoom):
                file = folder / "tiles" / str(zoom) / f"{x}_{y}.png"
                file.parent.mkdir(parents=True, exist_ok=True)
                image = Image.new("RGBA", (256, 256), (200, 40 * (x % 6), 40 * (y % 6), 150))
                image.paste((0, 90, 0, 150), (64, 64, 128, 128))
                image.save(file)
                ground = folder / HEIGHTS / str(zoom) / str(x) / f"{y}.png"
                ground.parent.mkdir(parents=True, exist_ok=True)
                heights(zoom, x, y).save(ground)


def columns(zoom: int) -> range:
    return range(int((LONGITUDE - 12 + 180) / 360 * 2**zoom), int((LONGITUDE + 12 + 180) / 360 * 2**zoom) + 1)


def rows(zoom: int) -> range:
    def row(latitude: float) -> int:
        return int((1 - math.asinh(math.tan(math.radians(latitude))) / math.pi) / 2 * 2**zoom)
    return range(row(LATITUDE + 9), row(LATITUDE - 9) + 1)
