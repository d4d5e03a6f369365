# SPDX-License-Identifier: MIT
"""Draws scenes that are made from the schema and looks for what goes wrong in silence: run.py [--scenes 20000] [--seed 1]
[--show 3] [--program .build/release/staticmap] [--keep FOLDER]

Each scene is drawn as PNG and as SVG, and once more as SVG without one of its keys. What it finds:

- a key of something that is drawn, which changes nothing, and of which no diagnostic speaks,
- a PNG and an SVG that differ to the eye, as rsvg-convert draws the SVG,
- an image of one color without a diagnostic,
- a scene that the schema allows and the program refuses.

Keys that act on some occasions alone, such as `displayPriority`, are in a table with the reason. Exits with 1 after finds: keys
that are silent more often than not, but for scenes that break a rule that the schema does not say.
"""
import argparse
import collections
import concurrent.futures
import copy
import dataclasses
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import typing

from PIL import Image

from ..checkout import PROGRAM, ROOT
from . import files
from .maker import Maker, Path, Scene
from .pictures import difference, drawn

CHUNK = 250
# The share of an image in which PNG and SVG may differ by more than a shade, once both are blurred.
DIFFERENT = 0.004

# What need not change the image of a thing that is drawn.
OCCASIONAL = {
    "version": "is the same for all",
    "id": "is needed to find things",
    "displayPriority": "decides collisions",
    "collisionMode": "decides collisions",
    "zPriority": "orders what overlaps",
    "level": "orders what overlaps",
    "before": "orders what overlaps",
    "mergeStrokes": "is for strokes that overlap",
    "simplify": "leaves out what would not be seen",
    "geodesic": "bends long lines",
    "missingTiles": "is for tiles that are missing",
    "hitSize": "is for hit testing",
    "properties": "is for reports and regions",
    "minZoom": "is a bound",
    "maxZoom": "is a bound",
    "minimumZ": "is a bound",
    "maximumZ": "is a bound",
    "maxWidth": "is a bound",
    "maxTextWidth": "is a bound",
    "miterLimit": "is a bound",
    "minSize": "is a bound",
    "operation": "is for a property that is shown",
    "default": "is for scenes without content",
    "type": "is the same for all, or required",
    "align": "is for several lines",
    "wrap": "is for lines that break",
    "show": "is for what is hidden",
    "clusteringIdentifier": "decides collisions",
    "overzoom": "is for zooms without tiles",
    "track": "names the one that is meant without it",
    "format": "is for legends and labels",
    "noData": "is for what has no value",
}

# The same for one kind of thing alone.
OCCASIONAL_OF = {
    "overlays(geojson).title": "is for features without a title of their own",
    "overlays(gpx).track.units": "is for what is measured",
}

# What the schema does not say, and scenes by chance do not know.
BY_RULES = ("refused: scene.", "refused: camera.", "refused: tiles.missing")

# Values that mean what holds without the key, where the schema has no default.
USUAL: dict[str, list[typing.Any]] = {
    "coordinateSystem": ["wgs84"], "blendMode": ["normal"], "opacity": [1], "fit": ["all"], "style": ["streets"],
    "at": ["center", "topLeft", "topRight", "bottomLeft"], "view": ["image"], "frame": [True], "size": [60],
}


@dataclasses.dataclass
class Sample:
    number: int
    scene: Scene
    key: Path | None
    """The key that is left out of the second SVG."""
    result: dict[str, typing.Any] = dataclasses.field(default_factory=dict)
    reduced: dict[str, typing.Any] = dataclasses.field(default_factory=dict)


def keys(node: typing.Any, path: Path = ()) -> list[Path]:
    """The paths of all keys of a scene but what is inside of styles and data."""
    if isinstance(node, dict):
        found: list[Path] = []
        for key, child in node.items():
            found.append((*path, key))
            if key not in ("style", "data", "properties", "addLayers", "setPaint", "setLayout", "setFilter"):
                found += keys(child, (*path, key))
        return found
    if isinstance(node, list):
        return [inner for index, child in enumerate(node) for inner in keys(child, (*path, index))]
    return []


def value(node: typing.Any, path: Path) -> typing.Any:
    for part in path:
        node = node[part]
    return node


def without(scene: Scene, path: Path) -> Scene:
    changed = copy.deepcopy(scene)
    del value(changed, path[:-1])[path[-1]]
    return changed


def place(path: Path) -> str:
    """As diagnostics write it."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).removeprefix(".")


def kind(scene: Scene, path: Path) -> str:
    """The key without numbers, with the type of the thing that has it."""
    name = ".".join(str(part) for part in path if not isinstance(part, int))
    if len(path) > 2 and isinstance(path[1], int):
        thing = value(scene, path[:2])
        sort = thing.get("view", "marker") if path[0] == "annotations" else thing.get("type", "image")
        return f"{path[0]}({sort}).{'.'.join(str(part) for part in path[2:] if not isinstance(part, int))}"
    return name


class Sweep:
    def __init__(self, program: str, seed: int, folder: pathlib.Path, keep: pathlib.Path | None):
        self.program, self.seed, self.folder, self.keep = program, seed, folder, keep
        self.schema = json.loads(subprocess.run([program, "schema"], capture_output=True, check=True).stdout)
        self.drawn: collections.Counter[str] = collections.Counter()
        self.silent: dict[str, list[str]] = collections.defaultdict(list)
        self.finds: dict[str, list[str]] = collections.defaultdict(list)
        files.write(folder)

    def chunk(self, numbers: range) -> None:
        samples = [self.sample(number) for number in numbers]
        self.draw(samples)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(self.judge, samples))
        shutil.rmtree(self.folder / "out")

    def sample(self, number: int) -> Sample:
        scene = Maker(self.schema, self.seed * 1_000_000 + number).scene()
        choices = [path for path in keys(scene) if path[-1] not in OCCASIONAL and len(path) > 1 or path[0] == "attribution"]
        chosen = random.Random(number).choice(choices) if choices else None
        return Sample(number, scene, chosen)

    def draw(self, samples: list[Sample]) -> None:
        lines = []
        for sample in samples:
            name = str(sample.number)
            lines.append({"id": name, "scene": sample.scene, "outputs": [f"{name}.png", f"{name}.svg"]})
            if sample.key:
                lines.append({"id": f"{name}-", "scene": without(sample.scene, sample.key), "outputs": [f"{name}-.svg"]})
        scenes = self.folder / "scenes.jsonl"
        scenes.write_text("".join(json.dumps(line) + "\n" for line in lines))
        home = {"STATICMAP_HOME": os.environ.get("STATICMAP_HOME", str(ROOT))}
        done = subprocess.run(
            [self.program, "batch", scenes.name, "-o", "out", "--quiet"], cwd=self.folder, capture_output=True, text=True,
            env=os.environ | home,
        )
        if done.returncode not in (0, 1):
            self.finds["the program ended"].append(f"{samples[0].number}… exit code {done.returncode}: {done.stderr[-300:]}")
        results = {}
        for line in (self.folder / "out/results.jsonl").read_text().splitlines():
            result = json.loads(line)
            results[result["id"]] = result
        for sample in samples:
            sample.result = results.get(str(sample.number), {})
            sample.reduced = results.get(f"{sample.number}-", {})

    def judge(self, sample: Sample) -> None:
        if "outputs" not in sample.result:
            errors = [error for error in sample.result.get("errors", []) if error["severity"] == "error"]
            errors = errors or [{"code": "none", "message": "no result"}]
            self.find(f"refused: {errors[0].get('code')}", sample, f"{errors[0].get('path')}: {errors[0].get('message')}")
            return
        picture = Image.open(self.folder / f"out/{sample.number}.png").convert("RGBA")
        vector = self.folder / f"out/{sample.number}.svg"
        if picture.getcolors(1) and not sample.result.get("warnings"):
            self.find("one color", sample, "")
        self.compare(sample, picture, vector)
        if sample.key and "outputs" in sample.reduced:
            self.judge_key(sample, sample.key, vector.read_text())

    def compare(self, sample: Sample, picture: Image.Image, vector: pathlib.Path) -> None:
        share = difference(picture, drawn(vector, picture.size))
        if share > DIFFERENT:
            self.find("PNG and SVG differ", sample, f"{share:.2%}")
            self.save(sample)

    def judge_key(self, sample: Sample, key: Path, text: str) -> None:
        if len(key) > 2 and isinstance(key[1], int) and value(sample.scene, key[:2]).get("id", "") not in text:
            return
        name = kind(sample.scene, key)
        if name in OCCASIONAL_OF:
            return
        self.drawn[name] += 1
        if sample.result["outputs"][1]["sha256"] != sample.reduced["outputs"][0]["sha256"] or self.told(sample, key):
            return
        self.silent[name].append(f"{sample.number}: {place(key)} = {json.dumps(value(sample.scene, key))[:80]}")

    def told(self, sample: Sample, key: Path) -> bool:
        """Whether a diagnostic speaks of the key, or its value is what holds without it."""
        for diagnostic in sample.result.get("warnings", []):
            at = diagnostic.get("path", "")
            text = diagnostic["message"] + diagnostic.get("hint", "")
            same = at == place(key) or (at and (place(key).startswith(f"{at}.") or at.startswith(f"{place(key)}.")))
            # A selection without a callout is told of once, for all that the callout has.
            same = same or at.endswith(".selected") and place(key[:2]) == at.removesuffix(".selected") and "callout" in str(key[2:])
            of_clusters = key[0] == "clusters" and at.startswith("clusters[")
            if same or of_clusters or f'"{key[-1]}"' in text:
                return True
        return value(sample.scene, key) in self.defaults(str(key[-1]))

    def defaults(self, key: str) -> list[typing.Any]:
        """The values that hold without a key, in all definitions that have it."""
        nodes = [self.schema, *self.schema["$defs"].values()]
        found = [node["properties"][key].get("default") for node in nodes if key in node.get("properties", {})]
        return [one for one in found if one is not None] + USUAL.get(key, [False, {}, []])

    def find(self, what: str, sample: Sample, detail: str) -> None:
        self.finds[what].append(f"{sample.number}: {detail}")

    def save(self, sample: Sample) -> None:
        if not self.keep:
            return
        self.keep.mkdir(parents=True, exist_ok=True)
        (self.keep / f"{sample.number}.json").write_text(json.dumps(sample.scene))
        for suffix in (".png", ".svg", ".svg.png"):
            shutil.copy(self.folder / f"out/{sample.number}{suffix}", self.keep)

    def report(self, show: int) -> bool:
        for what, examples in sorted(self.finds.items(), key=lambda item: -len(item[1])):
            print(f"{len(examples):6} {what}")
            for example in examples[:show]:
                print(f"           {example}")
        for name, examples in sorted(self.silent.items(), key=lambda item: -len(item[1]) / self.drawn[item[0]]):
            print(f"{len(examples):6} of {self.drawn[name]} silent: {name}")
            for example in examples[:show]:
                print(f"           {example}")
        print(f"{sum(self.drawn.values())} keys left out, {len(self.drawn)} different ones")
        idle = [name for name, examples in self.silent.items() if len(examples) > max(7, self.drawn[name] / 2)]
        return bool(idle) or any(not what.startswith(BY_RULES) for what in self.finds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenes", type=int, default=20_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=3)
    parser.add_argument("--program", type=os.path.abspath, default=str(PROGRAM))
    parser.add_argument("--keep", type=pathlib.Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        sweep = Sweep(options.program, options.seed, pathlib.Path(folder), options.keep)
        last = options.first + options.scenes
        for first in range(options.first, last, CHUNK):
            sweep.chunk(range(first, min(first + CHUNK, last)))
        sys.exit(sweep.report(options.show))


if __name__ == "__main__":
    main()
