# SPDX-License-Identifier: MIT
"""Measures the server on loopback: bench.py [--rounds 5] [--seconds 2] [--program .build/release/staticmap]

Everything is a ratio of two measurements of the same round, one right after the other on the same processors, and the
median of the rounds counts:

- wrk, with one thread and 32 connections: a map from memory and "not modified", beside the framework's bare "Hello";
- 200 maps of 512x512, each drawn anew by a renderer with empty caches, beside the same maps in one process (W7 of
  `make bench`);
- tiles of 256 pixels of the same city at the same scales, each drawn anew, beside those maps;
- the time from the start of the process to its first answer.

Each round starts a server of its own. Prints a table; fails when an answer is not the expected one.
"""
import argparse
import asyncio
import json
import math
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

from ..checkout import PROGRAM, ROOT
from .running import HOST, LATITUDE, LONGITUDE, Connection, Server, each, found, processors, scene_path

BARE = f"http://{HOST}:18092/hello"
#: As many bytes as the map has, about.
BYTES = f"http://{HOST}:18092/bytes"
BARE_SERVER = str(ROOT / "Benchmarks/BareServer/.build/release/bare-server")
#: Of the command line.
arguments = argparse.Namespace()
# About 20 kB.
IMAGE = "/styles/streets/static/24.94,60.17,13/230x165.png"


def wrk(address, seconds, *headers):
    """Requests a second."""
    command = ["wrk", "--threads", "1", "--connections", "32", "--duration", f"{seconds}s", "--timeout", "5s"]
    for header in headers:
        command += ["--header", header]
    text = subprocess.run([*command, address], check=True, capture_output=True, text=True).stdout
    wrong = re.search(r"Non-2xx.*|Socket errors.*", text)
    assert not wrong, f"{address}: {wrong.group()}"
    return float(found(r"Requests/sec:\s*([\d.]+)", text))


def city(round_number):
    """The 200 views of W7; those of different rounds differ in their keys, not to the eye."""
    paths = []
    for index in range(200):
        reach = 0.012 * math.sqrt(index / 200)
        longitude = LONGITUDE + reach * math.cos(index * 2.399963) + round_number * 1e-9
        latitude = LATITUDE + reach * math.sin(index * 2.399963)
        paths.append(scene_path(
            f'{{"version": 1, "size": [512, 512], "basemap": {{"style": "streets"}}, '
            f'"camera": {{"center": [{longitude}, {latitude}], "zoom": {14 + index % 5 * 0.5}}}}}'))
    return paths


def tiles(zoom):
    """The tiles of whole blocks around the city's middle, of the scales of W7: 256 pixels at z are 512 at z - 1."""
    x, y = (int(unit * 2 ** zoom) for unit in mercator())
    left, top = x // 8 * 8, y // 8 * 8 - (8 if y % 8 < 4 else 0)
    return [f"/styles/streets/{zoom}/{left + i}/{top + j}.png"
            for row in (0, 4, 8, 12) for column in (0, 4) for j in range(row, row + 4) for i in range(column, column + 4)]


def mercator():
    sine = math.sin(math.radians(LATITUDE))
    return LONGITUDE / 360 + 0.5, 0.5 - math.log((1 + sine) / (1 - sine)) / (4 * math.pi)


async def reload(server):
    """A renderer with empty caches, as W7 has it."""
    connection = Connection(server.port)

    async def generation():
        _, body, _ = await connection.ask("/metrics")
        return float(found("^staticmap_reloads_total (.*)$", body.decode()))

    before = await generation()
    server.signal(signal.SIGHUP)
    while await generation() == before:
        await asyncio.sleep(0.02)


async def drawn(server, round_number):
    """Maps and tiles a second."""
    workers = processors()
    await each(server.port, city(1000 + round_number), 2 * workers)
    await reload(server)
    maps = 200 / await each(server.port, city(round_number), 2 * workers)
    await reload(server)
    rates = []
    for zoom in (15, 16, 17):
        paths = tiles(zoom)
        rates.append(len(paths) / await each(server.port, paths, 16 * workers))
    return maps, rates


def in_process():
    """Maps a second of W7."""
    workers = processors()
    with tempfile.NamedTemporaryFile(suffix=".json") as result:
        environment = {name: value for name, value in os.environ.items() if name != "STATICMAP_BENCH_DATA"}
        subprocess.run(
            [os.path.join(os.path.dirname(arguments.program), "Benchmarks"), "--only", f"maps w7, {workers} at a time", "--runs", "1",
             "--threads", str(workers), "--json", result.name],
            check=True, stdout=subprocess.DEVNULL, env=environment)
        return json.load(result)["results"][0]["rate"]


def cached(server, seconds):
    """Requests a second of the bare framework with "Hello" and with a map's bytes, of a map from memory, and of "not modified"; its size."""
    async def first():
        connection = Connection(server.port)
        _, body, _ = await connection.ask(IMAGE)
        return len(body)

    size = asyncio.run(first())
    address = server.address + IMAGE
    head = subprocess.run(["curl", "--silent", "--head", address], check=True, capture_output=True, text=True).stdout
    tag = found(r"(?i)^etag: (.*?)\r?$", head)
    header = f"If-None-Match: {tag}"
    for warm_up in ((BARE,), (BYTES,), (address,), (address, header)):
        wrk(warm_up[0], 1, *warm_up[1:])
    before, bytes_before = wrk(BARE, seconds), wrk(BYTES, seconds)
    hit = wrk(address, seconds)
    unchanged = wrk(address, seconds, header)
    # What is on both sides of the others.
    return (before + wrk(BARE, seconds)) / 2, (bytes_before + wrk(BYTES, seconds)) / 2, hit, unchanged, size


def measure():
    bare = subprocess.Popen([BARE_SERVER])
    rows = []
    try:
        for number in range(arguments.rounds):
            with Server(arguments.program) as server:
                time.sleep(0.5)
                hello, plain, hit, unchanged, size = cached(server, arguments.seconds)
                process = in_process()
                maps, rates = asyncio.run(drawn(server, number))
                process = (process + in_process()) / 2
                # Each scale counts as much as it does in W7.
                tile_rate = statistics.harmonic_mean(rates)
                row = {
                    "start": server.seconds_to_answer * 1000, "hello": hello, "plain": plain, "hit": hit, "unchanged": unchanged,
                    "process": process, "maps": maps, "tiles": tile_rate, "rates": rates, "memory": server.memory()}
                rows.append(row)
                print(f"round {number + 1}: hello {hello:.0f}/s, as many bytes {plain:.0f}/s, from memory {hit:.0f}/s, not modified {unchanged:.0f}/s; "
                      f"maps in one process {process:.1f}/s, of the server {maps:.1f}/s; tiles {tile_rate:.0f}/s "
                      f"({', '.join(f'{rate:.0f}' for rate in rates)} at zooms 15, 16, 17); first answer "
                      f"{row['start']:.0f} ms; {row['memory']:.0f} MB", flush=True)
    finally:
        bare.terminate()
        bare.wait()

    def ratio(name, beside):
        shares = [row[name] / row[beside] for row in rows]
        return f"{statistics.median(shares):.0%}", f"{min(shares):.0%} to {max(shares):.0%}"

    starts = [row["start"] for row in rows]
    table = [
        (f"map of {size / 1000:.1f} kB from memory, of the bare framework's \"Hello\"", *ratio("hit", "hello"), "60 %"),
        ("the same, of the bare framework's rate for 20.8 kB", *ratio("hit", "plain"), "100 %"),
        ("not modified, of the bare framework's rate", *ratio("unchanged", "hello"), "80 %"),
        ("maps of 512x512 drawn anew, of the rate in one process", *ratio("maps", "process"), "90 %"),
        ("tiles of 256x256 drawn anew, of the rate of those maps", *ratio("tiles", "maps"), "300 %"),
        ("first answer after start", f"{statistics.median(starts):.0f} ms", f"{min(starts):.0f} to {max(starts):.0f}",
         "150 ms"),
    ]
    print(f"\n{'median of ' + str(arguments.rounds) + ' rounds':62}{'':>9}{'range':>18}{'goal':>9}")
    for name, value, spread, goal in table:
        print(f"{name:62}{value:>9}{spread:>18}{goal:>9}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=2)
    parser.add_argument("--program", type=os.path.abspath, default=str(PROGRAM))
    parser.parse_args(namespace=arguments)
    for name in ("wrk", "curl"):
        if not shutil.which(name):
            sys.exit(f"{name} is missing: apt-get install {name}")
    if not os.access(os.path.join(os.path.dirname(arguments.program), "Benchmarks"), os.X_OK):
        sys.exit("Benchmarks is missing beside the program: swift build -c release --product Benchmarks")
    if not os.access(BARE_SERVER, os.X_OK):
        sys.exit("the bare server is missing: swift build -c release --package-path Benchmarks/BareServer")
    measure()


if __name__ == "__main__":
    main()
