# SPDX-License-Identifier: MIT
"""Prints a scene with all pictograms and their names, for docs/images/pictograms.webp.

    PYTHONPATH=tools python3 -m staticmap_tools.pictograms.sheet | staticmap render - -o docs/images/pictograms.webp --quality 80
"""
import json
import math

from ..checkout import ROOT

PICTOGRAMS = ROOT / "styles" / "pictograms" / "pictograms.json"
COLUMNS, CELL = 13, (84, 76)
TINTS = ["#e5484d", "#e2741d", "#3a9d4b", "#0a84c4", "#6e56cf", "#b5479e", "#8a6a4f", "#5b6675"]
ZOOM = 8


def coordinate(x, y, size):
    """Longitude and latitude of a point of the image, in points from its upper left corner."""
    degrees = 360 / (512 * 2**ZOOM)
    longitude, angle = (x - size[0] / 2) * degrees, (y - size[1] / 2) * degrees
    return [round(longitude, 5), round(math.degrees(math.atan(math.sinh(-math.radians(angle)))), 5)]


def main():
    names = sorted(json.loads(PICTOGRAMS.read_text()), key=str.lower)
    size = [COLUMNS * CELL[0], -(-len(names) // COLUMNS) * CELL[1] + 6]
    annotations = []
    for index, name in enumerate(names):
        row, column = divmod(index, COLUMNS)
        annotations.append({
            "coordinate": coordinate((column + 0.5) * CELL[0], row * CELL[1] + 46, size), "glyphImage": name,
            "title": name, "tint": TINTS[(row * 3 + column) % len(TINTS)], "titleVisibility": "visible",
            "displayPriority": "required", "collisionMode": "none",
        })
    ground = {"id": "ground", "type": "background", "paint": {"background-color": "#f7f7f5"}}
    print(json.dumps({
        "version": 1, "size": size, "scale": 1.5, "attribution": "none",
        "basemap": {"style": {"version": 8, "sources": {}, "layers": [ground]}},
        "camera": {"center": [0, 0], "zoom": ZOOM}, "annotations": annotations,
    }))


if __name__ == "__main__":
    main()
