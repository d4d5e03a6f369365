# SPDX-License-Identifier: MIT
"""Draws twenty views with each placement of labels side by side, and prints what can be counted of them as a table.

    python3 -m staticmap_tools.cartography.label_sheet [--folder build/labels] [--views italy,japan] [--size 900x700] [--repeats 3]

Views of San Francisco need the tiles of ../shared, and are left out where there are none.
"""

import argparse
import json
import os
import pathlib
import resource
import statistics
import sys

from PIL import Image

from ..checkout import ROOT
from . import measure, views

TILES = ROOT.parent / "shared/data/sf-downtown.pmtiles"
PLACEMENTS = ("standard", "best")

#: Name: longitude, latitude, zoom, language.
VIEWS = {
    "france": (2.5, 46.5, 5.6, "fr"),
    "germany": (10.4, 51, 6, "de"),
    "italy": (12.5, 42.5, 5.8, "it"),
    "spain": (-3.7, 40, 5.8, "en"),
    "britain": (-2.5, 54, 5.6, "en"),
    "japan": (138, 37, 5.5, "ja"),
    "india": (79, 22, 4.8, "en"),
    "brazil": (-47, -17, 5, "pt"),
    "us-east": (-80, 39, 5.5, "en"),
    "china": (113, 32, 5, "zh"),
    "turkey": (35, 39, 5.8, "tr"),
    "egypt": (31, 28, 5.6, "ar"),
    "helsinki-14": (24.945, 60.170, 14, "fi"),
    "helsinki-15": (24.945, 60.170, 15, "sv"),
    "helsinki-16": (24.943, 60.169, 16, "fi"),
    "helsinki-17": (24.9400, 60.1685, 17, "fi"),
    "sf-14": (-122.41, 37.785, 14, "en"),
    "sf-15": (-122.408, 37.787, 15, "en"),
    "sf-16": (-122.41, 37.787, 16, "en"),
    "sf-17": (-122.408, 37.788, 17, "en"),
}


def seconds_of_children() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def draw(name: str, placement: str, size: str, folder: pathlib.Path, repeats: int) -> tuple[list[str], int, float]:
    """The names on a map, how many found no room, and the least processor time of some runs."""
    longitude, latitude, zoom, language = VIEWS[name]
    stem = folder / f"{name}-{placement}"
    arguments = ["render", "--center", f"{longitude},{latitude}", "--zoom", str(zoom), "--size", size, "--language", language]
    arguments += ["--labels", placement]
    if name.startswith("sf-"):
        arguments += ["--tiles", str(TILES)]
    times = []
    for _ in range(repeats):
        start = seconds_of_children()
        views.run(*arguments, "-o", f"{stem}.png")
        times.append(seconds_of_children() - start)
    views.run(*arguments, "-o", f"{stem}.svg", "--report", f"{stem}.json")
    omitted = json.loads(stem.with_suffix(".json").read_text())["omitted"]["count"]
    return measure.names(stem.with_suffix(".svg").read_text()), omitted, min(times)


def side_by_side(name: str, folder: pathlib.Path) -> None:
    images = [Image.open(folder / f"{name}-{placement}.png").convert("RGB") for placement in PLACEMENTS]
    both = Image.new("RGB", (sum(image.width for image in images) + 8, images[0].height), "#fff")
    both.paste(images[0], (0, 0))
    both.paste(images[1], (images[0].width + 8, 0))
    both.save(folder / f"{name}.png")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "build/labels")
    parser.add_argument("--views", default=",".join(VIEWS))
    parser.add_argument("--size", default="900x700")
    parser.add_argument("--repeats", type=int, default=3)
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    print("| View | Labels | | More | Different names | | Without room | | Time |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    gains, ratios = [], []
    for name in given.views.split(","):
        if name.startswith("sf-") and not os.path.exists(TILES):
            print(f"skipped: {name}: there is no {TILES}", file=sys.stderr)
            continue
        (old, lost, before), (new, left, after) = (
            draw(name, placement, given.size, given.folder, given.repeats) for placement in PLACEMENTS
        )
        side_by_side(name, given.folder)
        gains.append(len(new) / max(1, len(old)) - 1)
        ratios.append(after / before)
        print(
            f"| {name} | {len(old)} | {len(new)} | {gains[-1]:+.0%} | {len(set(old))} | {len(set(new))} | {lost} | {left} | {ratios[-1]:.2f} |",
            flush=True,
        )
    print(f"\nThe median of the gains is {statistics.median(gains):+.0%}, that of the times {statistics.median(ratios):.2f}.")


if __name__ == "__main__":
    main()
