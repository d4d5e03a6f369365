#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Pyramids of a city by this program and by Mapnik, in turn: pyramid.py PROGRAM [--zooms 10-16] [--rounds 3]

Tiles of 256 pixels, as PNG, in blocks of 8 by 8 on all processors. Mapnik draws a block as renderd does: as one image, with 128
pixels around it, which is cut; its tiles go to a file for each block, which costs it less than an archive. Its map is that of
mapnik_city.py, one for each zoom, loaded before the clock starts. Prints tiles a second, of processes from start to end, and
a second of processor time, which other work on the machine hardly changes.
"""
import argparse
import json
import math
import os
import pathlib
import resource
import sqlite3
import statistics
import subprocess
import tempfile
import time

import mapnik_city
import mapnik_style
from mapnik_maps import fork
from work import FOLDER, HALF, ROOT, scene

BLOCK = 8
AROUND = 128


def bounds(style_file):
    """Of the archive that the style draws from."""
    style = json.loads(style_file.read_text())
    source = next(s["url"] for s in style["sources"].values() if s.get("url", "").startswith("mbtiles://"))
    archive = style_file.parent / source.removeprefix("mbtiles://")
    with sqlite3.connect(f"file:{archive}?immutable=1", uri=True) as database:
        return [float(side) for side in database.execute("SELECT value FROM metadata WHERE name = 'bounds'").fetchone()[0].split(",")]


def column(longitude, zoom):
    return int((longitude + 180) / 360 * 2**zoom)


def row(latitude, zoom):
    return int((1 - math.asinh(math.tan(math.radians(latitude))) / math.pi) / 2 * 2**zoom)


def blocks(box, zooms):
    """Zoom, column and row of the first tile of each block, and the tiles that are wanted of it."""
    west, south, east, north = box
    for zoom in zooms:
        columns = range(column(west, zoom), column(east, zoom) + 1)
        rows = range(row(north, zoom), row(south, zoom) + 1)
        for x in range(columns[0] // BLOCK * BLOCK, columns[-1] + 1, BLOCK):
            for y in range(rows[0] // BLOCK * BLOCK, rows[-1] + 1, BLOCK):
                wanted = [(i, j) for i in range(BLOCK) for j in range(BLOCK) if x + i in columns and y + j in rows]
                yield zoom, x, y, wanted


def processor_seconds():
    """Of all processes that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def ours(program, style_file, box, zooms, processes, folder):
    output = folder / "tiles.mbtiles"
    started = time.perf_counter()
    subprocess.run(
        [program, "tiles", "render", "--style", style_file, f"--bbox={','.join(map(str, box))}", "--zooms", f"{zooms[0]}-{zooms[-1]}",
         "--output", output, "--metatile", str(BLOCK), "--threads", str(processes), "--quiet"], check=True, stderr=subprocess.DEVNULL)
    seconds = time.perf_counter() - started
    with sqlite3.connect(output) as database:
        return seconds, database.execute("SELECT count(*) FROM tiles").fetchone()[0]


def mapnik(box, zooms, processes, folder):
    import mapnik as library

    mapnik_style.register_fonts()
    side = BLOCK * 256
    maps = {}
    for zoom in zooms:
        maps[zoom] = library.Map(side, side)
        library.load_map(maps[zoom], str(FOLDER / f"mapnik/pyramid/{zoom - 1:g}.xml"))
        maps[zoom].buffer_size = AROUND
    work = list(blocks(box, zooms))

    def draw(share):
        for zoom, x, y, wanted in share:
            unit = 2 * HALF / 2**zoom
            maps[zoom].zoom_to_box(library.Box2d(
                x * unit - HALF, HALF - (y + BLOCK) * unit, (x + BLOCK) * unit - HALF, HALF - y * unit))
            image = library.Image(side, side)
            library.render(maps[zoom], image)
            with open(folder / f"{zoom}-{x}-{y}", "wb") as tiles:
                for i, j in wanted:
                    tiles.write(image.view(i * 256, j * 256, 256, 256).to_string("png32:t=0:z=3"))

    started = time.perf_counter()
    children = [fork(lambda: draw(work[first::processes])) for first in range(processes)]
    if any([os.waitpid(child, 0)[1] for child in children]):
        raise SystemExit("a process of Mapnik failed")
    return time.perf_counter() - started, sum(len(wanted) for *_, wanted in work)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("program", type=os.path.abspath)
    options.add_argument("--zooms", default="10-16")
    options.add_argument("--rounds", type=int, default=3)
    options = options.parse_args()
    first, last = map(int, options.zooms.split("-"))
    zooms = range(first, last + 1)
    style_file = pathlib.Path(scene("w6")["basemap"]["style"])
    # Zooms of styles count tiles of 512 pixels.
    mapnik_city.prepare(style_file, FOLDER / "mapnik/pyramid", [zoom - 1 for zoom in range(1, 20)])
    os.environ.setdefault("STATICMAP_HOME", str(ROOT))
    box, processes = bounds(style_file), len(os.sched_getaffinity(0))
    rates, processor_rates = {"staticmap": [], "Mapnik": []}, {"staticmap": [], "Mapnik": []}
    with tempfile.TemporaryDirectory() as scratch:
        for _ in range(options.rounds):
            for name, draw in (("staticmap", lambda *rest: ours(options.program, style_file, *rest)), ("Mapnik", mapnik)):
                folder = pathlib.Path(tempfile.mkdtemp(dir=scratch))
                before = processor_seconds()
                seconds, tiles = draw(box, zooms, processes, folder)
                processor = processor_seconds() - before
                rates[name].append(tiles / seconds)
                processor_rates[name].append(tiles / processor)
                print(f"{name:10} zooms {options.zooms}: {tiles} tiles in {seconds:.2f} s, {tiles / seconds:.1f} tiles/s, "
                      f"{processor:.2f} s of processors", flush=True)
    print(f"{ratio(rates):.2f} times the tiles a second of Mapnik, {ratio(processor_rates):.2f} times those a second of processor "
          f"time, {processes} processes each, medians of {options.rounds}")


def ratio(rates):
    return statistics.median(rates["staticmap"]) / statistics.median(rates["Mapnik"])


if __name__ == "__main__":
    main()
