# SPDX-License-Identifier: MIT
"""Prints what can be counted of the styles: density of names, how many large cities are named, contrast, bytes and time.

    python3 -m staticmap_tools.cartography.measure [--styles a,b] [--json FILE]

The exit code is 1 when a style misses what its text, roads and water must have.
"""

import argparse
import html
import json
import math
import pathlib
import re
import statistics
import sys
import tempfile

from PIL import Image

from . import color, swatches, views

SIZE = (1200, 800)
ZOOMS = [0.6, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8]
#: Least contrast: names on the land, roads against land (by fill or edge), water against land, buildings by fill or edge.
LEAST = {"name": 4.5, "road": 1.3, "water": 1.4, "building": 1.3}
#: Colors that must not fall together: least distance in Lab.
LEAST_DISTANCE = 4.0
#: People of the greatest cities at a zoom.
GREATEST = {2: 8_000_000, 3: 4_000_000, 4: 2_000_000, 5: 1_000_000, 6: 500_000}
#: Points between two cities that stand beside each other.
NEAR = 50


def names(svg: str) -> list[str]:
    """The names of places and waters that an SVG shows, as they are read."""
    map_part = svg.split('id="attribution"')[0]
    return [html.unescape(name) for name in re.findall(r'<g aria-label="([^"]*)"', map_part)]


def shown(style: str, center: tuple[float, float], zoom: float, folder: pathlib.Path) -> list[str]:
    """The names in a view, in small letters and each on one line."""
    views.render(style, center, zoom, SIZE, folder / "view.svg")
    return [re.sub(r"\s+", " ", name).lower() for name in names((folder / "view.svg").read_text())]


def density(style: str, folder: pathlib.Path) -> dict[float, float]:
    """Names per 100 × 100 points at each zoom, the median of the continents."""
    out = {}
    for zoom in ZOOMS:
        counts = []
        for center in views.LANDS.values():
            counts.append(len(shown(style, center, zoom, folder)) / (SIZE[0] * SIZE[1] / 10_000))
        out[zoom] = round(statistics.median(counts), 2)
    return out


def share(style: str, folder: pathlib.Path, zoom: float, people: int) -> tuple[int, int]:
    """How many of the cities with so many people in the views of the continents are named, and how many there are."""
    named = known = 0
    for center in views.LANDS.values():
        found = shown(style, center, zoom, folder)
        for name, *_ in views.cities(center, zoom, SIZE, people):
            known += 1
            named += name.lower() in found
    return named, known


def giving_way(style: str, folder: pathlib.Path) -> tuple[int, int]:
    """How many of the greatest cities have no name where one beside them that is three times smaller has one; and of how many."""
    hidden = known = 0
    for center in views.LANDS.values():
        for zoom, least in GREATEST.items():
            found = shown(style, center, zoom, folder)
            named = [(people, x, y) for name, people, x, y in views.cities(center, zoom, SIZE, 15_000) if name.lower() in found]
            for name, people, x, y in views.cities(center, zoom, SIZE, least):
                known += 1
                hidden += name.lower() not in found and any(p * 3 < people and math.hypot(x - u, y - v) < NEAR for p, u, v in named)
    return hidden, known


def contrasts(style: str, folder: pathlib.Path) -> tuple[dict[str, float], dict[str, float]]:
    """Contrast of each thing against the land, the least of all ways to see; and the least distance of pairs of areas."""
    swatches.scene(style, folder / "swatches.json")
    views.run("render", str(folder / "swatches.json"), "-o", str(folder / "swatches.png"))
    image = Image.open(folder / "swatches.png").convert("RGB")

    def at(x: float, y: float) -> color.Color:
        return color.linear(image.getpixel((round(x * 2), round(y * 2))))

    land = at(460, 100)
    found = {name: [at(x + w / 2, y + h / 2)] for name, (_, _, (x, y, w, h)) in swatches.AREAS.items()}
    x, y, _, h = swatches.AREAS["building"][2]
    found["building"] += [at(x + dx / 2, y + h / 2) for dx in range(-3, 4)]
    for name, y in swatches.ROADS.items():
        found[f"road {name}"] = [at(60, y + dy / 2) for dy in range(-24, 25)]
    x, y = swatches.NAME_AT
    found["name"] = [at(x + dx / 2, y + dy / 2) for dx in range(-80, 80) for dy in range(-16, 16)]
    ways = (None, *color.DEFICIENCIES)
    table = {
        name: min(max(color.contrast(color.seen(c, way), color.seen(land, way)) for c in colors) for way in ways) for name, colors in found.items()
    }
    areas = {"land": land} | {name: found[name][0] for name in ("water", "park")} | {"motorway": at(60, swatches.ROADS["motorway"])}
    pairs = [(a, b) for a in areas for b in areas if a < b]
    distances = {f"{a}/{b}": min(color.distance(color.seen(areas[a], way), color.seen(areas[b], way)) for way in ways) for a, b in pairs}
    return table, distances


def cost(style: str, folder: pathlib.Path) -> tuple[int, float]:
    """Bytes of PNG, and milliseconds from opening to encoding, together for the views of the places."""
    size, time = 0, 0.0
    for center in views.PLACES.values():
        for zoom in (1, 3, 5, 7, 14):
            rounds = []
            for _ in range(3):
                views.render(style, center, zoom, (800, 600), folder / "view.png", options=("--report", str(folder / "report.json")))
                report = json.loads((folder / "report.json").read_text())
                rounds.append(sum(report["times"].values()))
            size += report["image"]["bytes"]
            time += min(rounds)
    return size, time


def lacking(table: dict[str, float], style: str) -> list[str]:
    """What is below the least contrast."""
    out = []
    for name, value in table.items():
        least = LEAST.get(name.split()[0])
        if least and value < least:
            out.append(f"{style}: {name} {value:.2f}, at least {least}")
    return out


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--styles", default=",".join(views.STYLES))
    parser.add_argument("--json", type=pathlib.Path)
    given = parser.parse_args()
    everything, wrong = {}, []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for style in given.styles.split(","):
            table, distances = contrasts(style, folder)
            wrong += lacking(table, style)
            millions, thousands = share(style, folder, 6, 1_000_000), share(style, folder, 7, 100_000)
            hidden, great = giving_way(style, folder)
            size, time = cost(style, folder)
            per_zoom = density(style, folder)
            print(f"\n{style}")
            print("  names per 100 x 100 points  " + "  ".join(f"z{zoom:g} {value:.2f}" for zoom, value in per_zoom.items()))
            print(f"  named: {millions[0]} of {millions[1]} cities over 1 000 000 at zoom 6, {thousands[0]} of {thousands[1]} over 100 000 at zoom 7")
            print(f"  {hidden} of {great} great cities give way to a lesser one beside them, zoom 2 to 6")
            print("  contrast with the land      " + "  ".join(f"{thing} {value:.2f}" for thing, value in table.items()))
            print("  distance in Lab             " + "  ".join(f"{pair} {value:.1f}" for pair, value in distances.items()))
            print(f"  {size / 1024:.0f} KiB, {time:.0f} ms for {len(views.PLACES) * 5} views of 800 x 600")
            everything[style] = {
                "density": per_zoom, "named": {"1000000": millions, "100000": thousands}, "giving way": (hidden, great), "contrast": table, "distance": distances, "bytes": size,
                "milliseconds": round(time, 1),
            }
    if given.json:
        given.json.write_text(json.dumps(everything, indent=1) + "\n")
    for line in wrong:
        print(line, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
