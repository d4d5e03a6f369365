# SPDX-License-Identifier: MIT
"""Draws contact sheets, one for each place and style: every half zoom from 0 to 18.

    python3 -m staticmap_tools.cartography.contact_sheets FOLDER [--styles a,b] [--places a,b] [--zooms 0,0.5,1] [--scale 2] [--size 400x300] [--columns 7]
"""

import argparse
import concurrent.futures
import pathlib
import tempfile

from PIL import Image, ImageDraw

from . import views


def layout(count: int, columns: int, width: int, height: int) -> tuple[tuple[int, int], list[tuple[int, int]]]:
    """The size of a sheet of so many images of a size, and the corner of each cell: the title, and the image 16 pixels below."""
    corners = [(index % columns * (width + 4), index // columns * (height + 18)) for index in range(count)]
    return (columns * (width + 4), -(-count // columns) * (height + 18)), corners


def sheet(style: str, place: str, zooms: list[float], size: tuple[int, int], scale: float, columns: int, target: pathlib.Path) -> None:
    center = (views.PLACES | views.LANDS)[place]
    width, height = int(size[0] * scale), int(size[1] * scale)
    whole_size, corners = layout(len(zooms), columns, width, height)
    whole = Image.new("RGB", whole_size, "#fff")
    pen = ImageDraw.Draw(whole)
    with tempfile.TemporaryDirectory() as folder:
        for (x, y), zoom in zip(corners, zooms, strict=True):
            image = pathlib.Path(folder) / f"{zoom:g}.png"
            views.render(style, center, zoom, size, image, scale=scale)
            pen.text((x + 2, y + 3), f"{place} {style} z{zoom:g}", fill="#000")
            whole.paste(Image.open(image).convert("RGB"), (x, y + 16))
    whole.save(target)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--styles", default=",".join(views.STYLES))
    parser.add_argument("--places", default=",".join(views.PLACES))
    parser.add_argument("--zooms", default=",".join(f"{n / 2:g}" for n in range(37)))
    parser.add_argument("--scale", type=float, default=1)
    parser.add_argument("--size", default="400x300")
    parser.add_argument("--columns", type=int, default=7)
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    zooms = [float(zoom) for zoom in given.zooms.split(",")]
    width, height = (int(side) for side in given.size.split("x"))
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        jobs = [
            pool.submit(sheet, style, place, zooms, (width, height), given.scale, given.columns, given.folder / f"{style}-{place}.png")
            for style in given.styles.split(",")
            for place in given.places.split(",")
        ]
        for job in jobs:
            job.result()


if __name__ == "__main__":
    main()
