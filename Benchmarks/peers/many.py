#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Many different maps of a city, 512 by 512 pixels: many.py PROGRAM [--maps 10000] [--no-peers] [--kills 3]

Draws them with "staticmap batch" into a tar, with the memory of the process as they go, then those of "Benchmarks" (maps w7) for the
rate in one process, and the same views with MapLibre Native and, of raster tiles, with py-staticmaps, on as many processes as do best.
With --kills, the batch is drawn once more, ended so many times by SIGKILL at random and resumed: the bytes have to be the same. Fails
when memory grows in the second half by more than a tenth.
"""
import argparse
import filecmp
import io
import json
import os
import pathlib
import random
import re
import signal
import statistics
import subprocess
import tempfile
import time

import maplibre
from mapnik_maps import fork
from work import FOLDER, ROOT, city_views


def command(program, lines, output, threads, *more):
    return [program, "batch", lines, "-o", output, "--ordered", "--threads", str(threads), "--quiet", *more]


def memory(pid):
    """Resident MiB of a process."""
    try:
        return int(pathlib.Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / (1 << 20)
    except (FileNotFoundError, IndexError, ProcessLookupError):
        return 0.0


def curve(seen):
    """Ten points of it, after the tenth in which caches fill."""
    return [seen[len(seen) * tenth // 10 - 1] for tenth in range(1, 11)]


def drawn(program, lines, output, threads):
    """Seconds, and the memory at moments of a run."""
    started = time.perf_counter()
    process = subprocess.Popen(command(program, lines, output, threads))
    seen = []
    while process.poll() is None:
        seen.append(memory(process.pid))
        time.sleep(0.1)
    if process.returncode:
        raise SystemExit(f"the batch ended with {process.returncode}")
    return time.perf_counter() - started, [value for value in seen if value]


def killed(program, lines, output, threads, seconds, kills):
    """Draws with interruptions; the moments at which it was ended."""
    moments = []
    for _ in range(kills):
        process = subprocess.Popen(command(program, lines, output, threads, "--resume"))
        moments.append(random.uniform(0.05, 0.9) * seconds / (kills + 1) + 0.3)
        try:
            process.wait(moments[-1])
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()
    subprocess.run(command(program, lines, output, threads, "--resume"), check=True)
    return moments


def in_one_process(threads):
    """Maps a second of "Benchmarks", as `make bench` prints them."""
    text = subprocess.run(
        [ROOT / ".build/release/Benchmarks", "--only", "maps w7", "--threads", str(threads), "--runs", "3"], check=True,
        capture_output=True, text=True).stdout
    found = re.findall(rf"maps w7, {threads} at a time(?: +[\d.]+){{2}} +([\d.]+) maps", text)
    if not found:
        raise SystemExit(f"Benchmarks said no rate:\n{text}")
    return float(found[-1])


def side_by_side(draw, views, processes):
    """Maps a second of a function that draws a share of the views."""
    started = time.perf_counter()
    children = [fork(lambda: draw(views[first::processes])) for first in range(processes)]
    if any([os.waitpid(child, 0)[1] for child in children]):
        raise SystemExit("a process failed")
    return len(views) / (time.perf_counter() - started)


def native(views):
    """A map that is moved, which is the faster way."""
    map = maplibre.open_map(json.dumps(maplibre.style_of(views[0])), views[0])
    for view in views:
        map.setCenter(*view["camera"]["center"])
        map.setZoom(view["camera"]["zoom"])
        map.renderPNG()


def native_new(views):
    """A new map each time."""
    style = json.dumps(maplibre.style_of(views[0]))
    for view in views:
        maplibre.open_map(style, view).renderPNG()


def of_tiles(views):
    """Raster tiles put together by py-staticmaps; any tile stands for one that is not there."""
    import s2sphere
    import staticmaps

    files = [file.read_bytes() for file in sorted(FOLDER.glob("tiles/16/*/*.png"))]

    class Tiles(staticmaps.TileDownloader):
        def get(self, provider, cache_dir, zoom, x, y):
            return files[(31 * x + y) % len(files)]

    for view in views:
        context = staticmaps.Context()
        context.set_tile_downloader(Tiles())
        longitude, latitude = view["camera"]["center"]
        context.set_center(s2sphere.LatLng.from_degrees(latitude, longitude))
        context.set_zoom(16)
        context.render_cairo(*view["size"]).write_to_png(io.BytesIO())


def main():
    options = argparse.ArgumentParser()
    options.add_argument("program", type=os.path.abspath)
    options.add_argument("--maps", type=int, default=10_000)
    options.add_argument("--kills", type=int, default=0)
    options.add_argument("--peers", action=argparse.BooleanOptionalAction, default=True)
    options = options.parse_args()
    os.environ.setdefault("STATICMAP_HOME", str(ROOT))
    os.environ.setdefault("EGL_PLATFORM", "surfaceless")
    threads = len(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory() as scratch:
        work = pathlib.Path(scratch)
        lines = work / "lines.jsonl"
        lines.write_text("".join(json.dumps(view) + "\n" for view in city_views(options.maps)))
        before = in_one_process(threads) if options.peers else None
        seconds, seen = drawn(options.program, lines, work / "clean.tar", threads)
        rate = options.maps / seconds
        print(f"batch      {rate:7.1f} maps/s  {options.maps} maps in {seconds:.1f} s, {threads} at a time", flush=True)
        print("memory     " + " ".join(f"{value:.0f}" for value in curve(seen)) + " MiB, at each tenth of the run", flush=True)
        if options.peers:
            after = in_one_process(threads)
            one = statistics.mean([before, after])
            print(f"maps w7    {one:7.1f} maps/s  in one process: batch has {100 * rate / one:.0f} % of it", flush=True)
            for name, draw, count in (("Native, map moved", native, 40), ("Native, new maps", native_new, 20)):
                found = max(side_by_side(draw, list(city_views(count)), processes) for processes in (1, threads))
                print(f"{name:18} {found:6.1f} maps/s  batch: {rate / found:.1f} times", flush=True)
            found = side_by_side(of_tiles, list(city_views(60)), threads)
            print(f"py-staticmaps      {found:6.1f} maps/s  batch: {rate / found:.1f} times; of raster tiles, at whole zooms", flush=True)
        if options.kills:
            moments = killed(options.program, lines, work / "killed.tar", threads, seconds, options.kills)
            if not filecmp.cmp(work / "clean.tar", work / "killed.tar", shallow=False):
                raise SystemExit("after it was ended and resumed, the archive differs")
            at = ", ".join(f"{moment:.1f} s" for moment in moments)
            print(f"killed after {at}, and resumed: the same {(work / 'clean.tar').stat().st_size} bytes")
        middle, end = statistics.median(seen[len(seen) // 2:len(seen) * 3 // 4]), statistics.median(seen[-len(seen) // 8:])
        if end > 1.1 * middle:
            raise SystemExit(f"memory grows: {middle:.0f} MiB in the third quarter, {end:.0f} MiB at the end")


if __name__ == "__main__":
    main()
