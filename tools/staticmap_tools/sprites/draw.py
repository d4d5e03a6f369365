# SPDX-License-Identifier: MIT
"""Draws the sprite of each style in styles/ from icons.py, marks.py and themes.py: sprite.png and sprite.json, plain and @2x.

    make sprites
"""

import io
import json
import pathlib

import cairosvg
from PIL import Image

from ..checkout import ROOT
from . import icons, marks
from .themes import THEMES, Theme

STYLES = ROOT / "styles"
#: Points between two drawings, so that a sampled edge never shows the neighbour.
GAP = 2
WIDTH = 256


def badge(theme: Theme, name: str) -> marks.Drawing:
    """A disc with a rim and a white drawing, 16 × 16 points."""
    group, drawing = icons.BADGES[name]
    color = theme.groups[group]
    return (
        16,
        16,
        f'<circle cx="8" cy="8" r="7.8" fill="{theme.rim}" fill-opacity=".85"/><circle cx="8" cy="8" r="6.9" fill="{color}"/>'
        f'<g transform="translate(3.5 3.5) scale(.75)">{drawing.replace("BADGE", color)}</g>',
    )


def sprite(theme: Theme) -> dict[str, marks.Drawing]:
    """All drawings by name, with their size in points."""
    badges = {name: badge(theme, name) for name, (group, _) in icons.BADGES.items() if group not in theme.without}
    return dict(sorted((badges | marks.marks(theme) | marks.plates(theme) | marks.shields(theme) | marks.patterns(theme)).items()))


def places(drawings: dict[str, marks.Drawing]) -> tuple[dict[str, tuple[int, int]], int]:
    """Shelves, the tall ones first: the corner of each drawing, and the height of all."""
    corners, x, y, shelf = {}, GAP, GAP, 0
    for name, (width, height, _) in sorted(drawings.items(), key=lambda item: (-item[1][1], item[0])):
        if x + width + GAP > WIDTH:
            x, y, shelf = GAP, y + shelf + GAP, 0
        corners[name] = (x, y)
        x, shelf = x + width + GAP, max(shelf, height)
    return corners, y + shelf + GAP


def draw(drawings: dict[str, marks.Drawing], scale: int, target: pathlib.Path) -> None:
    """Writes target.png and target.json with all drawings at so many pixels a point."""
    corners, height = places(drawings)
    sheet = Image.new("RGBA", (WIDTH * scale, height * scale))
    index = {}
    for key, (w, h, drawing) in drawings.items():
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 {w} {h}">{drawing}</svg>'
        png = cairosvg.svg2png(svg.encode(), output_width=w * scale, output_height=h * scale)
        x, y = corners[key]
        sheet.paste(Image.open(io.BytesIO(png)), (x * scale, y * scale))
        index[key] = {"x": x * scale, "y": y * scale, "width": w * scale, "height": h * scale, "pixelRatio": scale}
    sheet.save(target.with_suffix(".png"), optimize=True)
    rows = ",\n".join(f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in index.items())
    target.with_suffix(".json").write_text("{\n" + rows + "\n}\n")


if __name__ == "__main__":
    for name, theme in THEMES.items():
        (STYLES / name).mkdir(exist_ok=True)
        everything = sprite(theme)
        draw(everything, 1, STYLES / name / "sprite")
        draw(everything, 2, STYLES / name / "sprite@2x")
