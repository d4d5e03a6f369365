# SPDX-License-Identifier: MIT
"""The work that is compared, as `Benchmarks --prepare` wrote it to .build/benchmarks, and how it is measured."""
import json
import math
import os
import pathlib
import resource
import statistics
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".build/benchmarks"
HALF = 20037508.342789244  # metres: half the width of EPSG:3857
RUNS = 3


def scene(work):
    return json.loads((FOLDER / f"{work}.json").read_text())


def city_views(count):
    """Different views of the city, as `BenchmarkData` makes them: steps of the golden angle, outwards."""
    view = scene("w6")
    longitude, latitude = view["camera"]["center"]
    for index in range(count):
        turn, reach = index * 2.399963, 0.012 * math.sqrt(index / count)
        center = [longitude + reach * math.cos(turn), latitude + reach * math.sin(turn)]
        yield view | {"camera": {"center": center, "zoom": 14 + index % 5 * 0.5}}


def mercator(longitude, latitude):
    """Metres in EPSG:3857."""
    return longitude / 180 * HALF, math.asinh(math.tan(math.radians(latitude))) / math.pi * HALF


def tile_zoom(view):
    """Tiles of 256 pixels are one level deeper than those of 512 that the scene's zoom counts."""
    return round(view["camera"]["zoom"]) + 1


def tile_path(zoom, x, y):
    return FOLDER / "tiles" / str(zoom) / str(x) / f"{y}.png"


def line_and_markers(view):
    line = view["overlays"][0]["coordinates"] if "overlays" in view else []
    return line, [a["coordinate"] for a in view.get("annotations", [])]


def marker_file():
    """The marker without a palette, which not all programs take."""
    from PIL import Image

    path = FOLDER / "marker-rgba.png"
    if not path.exists():
        Image.open(FOLDER / "marker.png").convert("RGBA").save(path)
    return path


def measured(draw, runs=RUNS, warm=True):
    """The medians of some runs, by default after one that does not count, and the image that came last, if any."""
    seconds = []
    for run in range(runs + warm):
        before, start = cpu_seconds(), time.monotonic()
        image = draw()
        seconds.append((cpu_seconds() - before, time.monotonic() - start))
    cpu, wall = zip(*seconds[warm:])
    return {"cpu": statistics.median(cpu), "wall": statistics.median(wall), "image": image}


def cpu_seconds():
    """Of all threads, and of finished child processes."""
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def measured_process(command, output):
    """A program from start to end, with its peak of memory in MiB; it writes its image to a file."""
    seen = []
    for run in range(RUNS + 1):
        start = time.monotonic()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise SystemExit(f"{command[0]} ended with {process.returncode}")
        seen.append((usage.ru_utime + usage.ru_stime, time.monotonic() - start, usage.ru_maxrss / 1024))
    cpu, wall, peak = (statistics.median(values) for values in zip(*seen[1:]))
    return {"cpu": cpu, "wall": wall, "peak": peak, "image": pathlib.Path(output).read_bytes()}
