# SPDX-License-Identifier: MIT
"""Draws the styles of MapLibre's render tests as PNG, as SVG and as PDF, and lists those that other programs show otherwise:
formats.py SUITE... [--only REGEX] [--program .build/release/staticmap] [--keep FOLDER]

A suite is a folder with index.json, as docs/testing.md says. Exits with 1 if an SVG, as rsvg-convert draws it, or a PDF, as pdftocairo
does, differs to the eye from the PNG, but for the cases that `KNOWN` explains.
"""
import argparse
import concurrent.futures
import dataclasses
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import typing

from PIL import Image

from ..checkout import PROGRAM
from .pictures import difference, drawn

# The share of an image in which PNG and the others may differ. Images of the suites are small, so that edges count for much.
DIFFERENT = 0.02

#: Why some cases differ: patterns of their names.
KNOWN = {
    "extrusion|flat-to-extrude|mapbox-gl-js#5982": "faces are widened by a quarter of a pixel, so that no seam shows between them",
    "fill-sort-key|within/|fill-translucent--fill": "edges that MapLibre does not smooth, or by an outline of one pixel",
    "fill-outside-tile": "a fill without an area has an outline, which is all that is seen of it",
    "fill-planet|wrapping-with-interpolation": "edges that MapLibre does not smooth",
    "line-gradient-dasharray": "dashes are stretched, but not the cap of the line",
    "line-gradient/": "joins are mitered where colors show through each other",
    "round-transparent|line-opacity": "MapLibre draws a line once more where it covers itself",
    "line-join/property-function-dasharray": "MapLibre stretches dashes around corners",
    "line-translucent--line-translucent": "poppler moves thin lines to whole pixels",
    "line-pattern/overscaled|icon-text-fit": "images are magnified otherwise",
    "symbol-sort-key|cjk-punctuation": "MapLibre cuts halos and glyphs at the box of a glyph",
}


@dataclasses.dataclass
class Case:
    name: str
    shares: dict[str, float] = dataclasses.field(default_factory=dict)
    error: str = ""

    @property
    def worst(self) -> float:
        return max(self.shares.values(), default=0)

    @property
    def reason(self) -> str:
        return next((why for pattern, why in KNOWN.items() if re.search(pattern, self.name)), "")


def local(style: typing.Any, assets: str) -> typing.Any:
    """The style with every address local://x as that of a file."""
    if isinstance(style, str):
        return f"file://{assets}/{style.removeprefix('local://')}" if style.startswith("local://") else style
    if isinstance(style, list):
        return [local(item, assets) for item in style]
    return {key: local(item, assets) for key, item in style.items()} if isinstance(style, dict) else style


def draw(case: dict[str, typing.Any], suite: pathlib.Path, folder: pathlib.Path, program: str) -> Case:
    result = Case(case["id"])
    stem = folder / re.sub(r"[/#]", "_", case["id"])
    assets = next(a for a in (suite / "assets", suite.parent / "render/assets") if a.exists())
    style = stem.with_name(stem.name + ".style.json")
    style.write_text(json.dumps(local(json.loads((suite / case["style"]).read_text()), str(assets))))
    camera = {
        "center": "{},{}".format(*case["center"]), "zoom": case["zoom"], "bearing": case["bearing"],
        "pitch": case.get("pitch", 0), "roll": case.get("roll", 0), "size": "{}x{}".format(case["width"], case["height"]),
        "scale": case["pixelRatio"],
    }  # fmt: skip
    options = [text for key, value in camera.items() for text in (f"--{key}", str(value))]
    files = {kind: stem.with_name(f"{stem.name}.{kind}") for kind in ("png", "svg", "pdf")}
    for file in files.values():
        run = subprocess.run(
            [program, "render", "--style", style, *options, "-o", file, "--quiet"], capture_output=True, text=True, timeout=120
        )
        if run.returncode != 0:
            result.error = run.stderr.strip()[-200:]
            return result
    image = Image.open(files["png"]).convert("RGBA")
    for kind in ("svg", "pdf"):
        result.shares[kind] = difference(image, drawn(files[kind], image.size))
    return result


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("suites", nargs="+", type=pathlib.Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--program", default=str(PROGRAM))
    parser.add_argument("--keep", type=pathlib.Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary, concurrent.futures.ThreadPoolExecutor() as pool:
        folder = options.keep or pathlib.Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        tasks = [
            pool.submit(draw, case, suite.resolve(), folder, options.program)
            for suite in options.suites
            for case in json.loads((suite / "index.json").read_text())
            if re.search(options.only, case["id"])
        ]
        cases = [task.result() for task in tasks]
    found = sorted((c for c in cases if c.error or c.worst > DIFFERENT), key=lambda c: -c.worst)
    for case in found:
        shares = ", ".join(f"{kind} {share:.1%}" for kind, share in case.shares.items())
        print(f"{case.name}: {case.error or shares}{f' ({case.reason})' if case.reason else ''}")
    finds = [case for case in found if case.error or not case.reason]
    print(f"{len(cases)} cases, {len(found)} differ, {len(finds)} of them without a reason")
    return 1 if finds or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
