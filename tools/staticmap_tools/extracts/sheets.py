# SPDX-License-Identifier: MIT
"""Draws places as imports, and as archives of other schemas, make them, beside the bundled Helsinki: make import-sheet

A sheet for each style, in build/import-sheet: a row for each archive, a column for each zoom. Archives are drawn over the bundled world,
as those of the folder basemap are. Rows without a file in the folder of data are left out, and said so.
"""
import argparse
import os
import pathlib
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor

from PIL import Image, ImageDraw

from ..checkout import PROGRAM, ROOT

WORLD = ROOT / "basemap/world.pmtiles"
# Title, file in the folder of data, center.
ROWS = [
    ("Helsinki, bundled", str(ROOT / "basemap/helsinki.pmtiles"), "24.945,60.170"),
    ("Monaco, import", "osm/monaco.osm.pbf", "7.4215,43.7345"),
    ("Monaco, Shortbread", "schemas/monaco-shortbread.mbtiles", "7.4215,43.7345"),
    ("San Francisco, import", "osm/sf-downtown.osm.pbf", "-122.399,37.786"),
    ("San Francisco, Shortbread", "schemas/sf-downtown-shortbread.mbtiles", "-122.399,37.786"),
    ("Liechtenstein, import", "osm/liechtenstein.osm.pbf", "9.5215,47.1395"),
    ("Liechtenstein, Shortbread", "schemas/liechtenstein-shortbread.mbtiles", "9.5215,47.1395"),
    ("Perth, Protomaps", "schemas/perth-protomaps.pmtiles", "115.8265,-31.9475"),
]


def archive(file: pathlib.Path, folder: pathlib.Path, program: pathlib.Path) -> pathlib.Path:
    """The archive to draw: the file itself, or what its import makes."""
    if not file.name.endswith(".osm.pbf"):
        return file
    made = folder / (file.name.removesuffix(".osm.pbf") + ".pmtiles")
    subprocess.run([program, "tiles", "import", file, "-o", made], cwd=ROOT, check=True)
    return made


def draw(program: pathlib.Path, tiles: pathlib.Path, center: str, zoom: int, style: str, size: tuple[int, int]) -> Image.Image:
    """One map."""
    with tempfile.NamedTemporaryFile(suffix=".png") as file:
        command: list[str | pathlib.Path] = [program, "render", "--tiles", WORLD, "--tiles", tiles, "--center", center, "--zoom", str(zoom), "--style", style,
                   "--size", f"{size[0]}x{size[1]}", "--attribution", "none", "-o", file.name]
        subprocess.run(command, cwd=ROOT, check=True, stderr=subprocess.DEVNULL)
        return Image.open(file.name).convert("RGB")


def main() -> None:
    """Draws the sheets."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=pathlib.Path, default=ROOT.parent / "shared/data")
    parser.add_argument("--styles", default="streets,dark,outdoors,print")
    parser.add_argument("--zooms", default="8-17", help="the first and the last, or a list: 9,12,14")
    parser.add_argument("--rows", default="", help="words of titles, such as import; all unless given")
    parser.add_argument("--size", default="320x240")
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "build/import-sheet")
    parser.add_argument("--program", type=pathlib.Path, default=PROGRAM)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    first, _, last = options.zooms.partition("-")
    zooms = list(range(int(first), int(last) + 1)) if last else [int(zoom) for zoom in options.zooms.split(",")]
    width, height = map(int, options.size.split("x"))
    words = [word for word in options.rows.split(",") if word]
    rows = []
    for title, file, center in ROWS:
        if words and not any(word in title for word in words):
            continue
        path = options.data / file
        if not path.exists():
            print(f"skipped: {title}: there is no {path}")
            continue
        rows.append((title, archive(path, options.folder, options.program), center))
    bar = 16
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        for style in options.styles.split(","):
            sheet = Image.new("RGB", (width * len(zooms), (height + bar) * len(rows)), "white")
            text = ImageDraw.Draw(sheet)
            cells = [(row, column) for row in range(len(rows)) for column in range(len(zooms))]
            images = pool.map(
                lambda cell, style=style: draw(options.program, rows[cell[0]][1], rows[cell[0]][2], zooms[cell[1]], style, (width, height)),
                cells)
            for (row, column), image in zip(cells, images, strict=True):
                sheet.paste(image, (column * width, row * (height + bar) + bar))
                text.text((column * width + 4, row * (height + bar) + 2), f"{rows[row][0]}, zoom {zooms[column]}", fill="black")
            sheet.save(options.folder / f"{style}.png", optimize=True)
            print(options.folder / f"{style}.png")


if __name__ == "__main__":
    main()
