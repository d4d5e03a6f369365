# SPDX-License-Identifier: MIT
"""Writes styles/pictograms/pictograms.json: pictograms for markers, by name.

The drawings are Material Design Icons (Apache 2.0), taken from the PyPI package mkdocs-material. Each becomes one path
of absolute M, L, C and Z with whole numbers: hundredths of a point in a square of 24 points, y down.

    make pictograms
"""
import importlib.metadata
import json
import pathlib
import xml.etree.ElementTree

from fontTools.pens.basePen import BasePen
from fontTools.svgLib.path import parse_path

from ..checkout import ROOT
from .maki import DRAWN, PICTOGRAMS

FOLDER = ROOT / "styles" / "pictograms"
SVG = "{http://www.w3.org/2000/svg}"


class PathPen(BasePen):
    """Collects the commands of a path; quadratic curves arrive as cubic ones."""

    def __init__(self):
        super().__init__(None)
        self.parts = []

    def add(self, command, *points):
        self.parts.append(command + " ".join(f"{round(x * 100)} {round(y * 100)}" for x, y in points))

    def _moveTo(self, p):
        self.add("M", p)

    def _lineTo(self, p):
        self.add("L", p)

    def _curveToOne(self, a, b, p):
        self.add("C", a, b, p)

    def _closePath(self):
        self.parts.append("Z")

    def _endPath(self):
        self.parts.append("Z")


def icon_folder():
    package = importlib.metadata.distribution("mkdocs-material")
    return pathlib.Path(str(package.locate_file("material/templates/.icons/material")))


def path_of(file):
    root = xml.etree.ElementTree.parse(file).getroot()
    assert root.get("viewBox") == "0 0 24 24", file
    pen = PathPen()
    for path in root.iter(SVG + "path"):
        parse_path(path.get("d"), pen)
    return "".join(pen.parts)


def main():
    icons = icon_folder()
    paths = {name: path_of(icons / f"{icon}.svg") for name, icon in PICTOGRAMS.items()} | DRAWN
    FOLDER.mkdir(parents=True, exist_ok=True)
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(path)}" for name, path in sorted(paths.items()))
    (FOLDER / "pictograms.json").write_text("{\n" + lines + "\n}\n")
    print(f"{len(paths)} pictograms")


if __name__ == "__main__":
    main()
