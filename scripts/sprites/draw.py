# SPDX-License-Identifier: MIT
"""Draws the sprite of styles/streets from icons.py: sprite.png and sprite.json, plain and @2x.

    python3 -m venv venv && venv/bin/pip install -r requirements.txt && venv/bin/python draw.py
"""

import io
import json
import pathlib

import cairosvg
from PIL import Image

import icons

TARGET = pathlib.Path(__file__).resolve().parents[2] / "styles" / "streets"
#: Points between two drawings, so that a sampled edge never shows the neighbour.
GAP = 2
WIDTH = 256


def places(drawings: dict[str, tuple[int, int, str]]) -> tuple[dict[str, tuple[int, int]], int]:
    """Shelves, the tall ones first: the corner of each drawing, and the height of all."""
    corners, x, y, shelf = {}, GAP, GAP, 0
    for name, (width, height, _) in sorted(drawings.items(), key=lambda item: (-item[1][1], item[0])):
        if x + width + GAP > WIDTH:
            x, y, shelf = GAP, y + shelf + GAP, 0
        corners[name] = (x, y)
        x, shelf = x + width + GAP, max(shelf, height)
    return corners, y + shelf + GAP


def draw(drawings: dict[str, tuple[int, int, str]], scale: int, name: str) -> None:
    corners, height = places(drawings)
    sheet = Image.new("RGBA", (WIDTH * scale, height * scale))
    index = {}
    for key, (w, h, drawing) in drawings.items():
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 {w} {h}">{drawing}</svg>'
        png = cairosvg.svg2png(svg.encode(), output_width=w * scale, output_height=h * scale)
        x, y = corners[key]
        sheet.paste(Image.open(io.BytesIO(png)), (x * scale, y * scale))
        index[key] = {"x": x * scale, "y": y * scale, "width": w * scale, "height": h * scale, "pixelRatio": scale}
    sheet.save(TARGET / f"{name}.png", optimize=True)
    rows = ",\n".join(f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in index.items())
    (TARGET / f"{name}.json").write_text("{\n" + rows + "\n}\n")


if __name__ == "__main__":
    everything = icons.sprite()
    draw(everything, 1, "sprite")
    draw(everything, 2, "sprite@2x")
