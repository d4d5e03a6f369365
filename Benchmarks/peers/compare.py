# SPDX-License-Identifier: MIT
"""Runs pairs of programs in turn and prints the medians, and the medians of the ratios pair by pair.

CPU time is that of all threads and child processes. `compare.py [ROUNDS [WORD]]`: with a word, only the pairs that have
it in their names.
"""
import json
import os
import statistics
import subprocess
import sys

from work import FOLDER, ROOT

HERE = ROOT / "Benchmarks/peers"
ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 3
WORD = sys.argv[2] if len(sys.argv) > 2 else ""

# Our measurement, the peer's work, the peers.
PAIRS = [
    ("map w1, new renderer", "w1", ["pyvips", "py-staticmaps", "staticmap", "mapnik-new", "maplibre-new"]),
    ("map w1, again", "w1", ["maplibre-again"]),
    ("map w4, new renderer", "w4", ["py-staticmaps", "staticmap", "mapnik-new", "maplibre-new"]),
    ("map w4, again", "w4", ["maplibre-again"]),
    ("map w2, new renderer", "w2", ["mapnik-new", "maplibre-new"]),
    ("map w2, panned", "w2", ["mapnik-panned", "maplibre-panned"]),
    ("map w2@2x, new renderer", "w2@2x", ["mapnik-new", "maplibre-new"]),
    ("map w3, new renderer", "w3", ["mapnik-new", "maplibre-new"]),
    ("map w8, new renderer", "w8", ["maplibre-new"]),
    ("map w8, again", "w8", ["maplibre-again"]),
    ("map w9, new renderer", "w9", ["maplibre-new"]),
    ("map w9, again", "w9", ["maplibre-again"]),
    ("paint", "w2", ["skia", "blend2d"]),
    ("encode w5", "w5", ["fpng", "libpng", "libpng-unfiltered", "pillow-png", "pyvips-png"]),
    ("whole process", "w6", ["mapnik-process", "maplibre-process"]),
    ("maps w7, 1 at a time", "w7", ["mapnik-many", "maplibre-many", "maplibre-many-new"]),
    ("maps w7, 2 at a time", "w7", ["mapnik-many-2"]),
]

# Ours on one processor and on two.
SCALING = [
    ("map w2, new renderer", "map w2, new renderer"),
    ("map w2@2x, new renderer", "map w2@2x, new renderer"),
    ("encode w5", "encode w5"),
    ("maps w7, 1 at a time", "maps w7, 2 at a time"),
]


def ours(name, work, threads=None):
    """One measurement of our own."""
    if name == "whole process":
        return peer("this-process", work)
    file = FOLDER / "ours.json"
    runs = "1" if work == "w7" else "3"
    command = [ROOT / ".build/release/Benchmarks", "--runs", runs, "--only", name, "--json", file]
    command += ["--threads", str(threads)] if threads else []
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    result = next(result for result in json.loads(file.read_text())["results"] if result["name"] == name)
    image = FOLDER / f"{work}.png"
    size = {"bytes": image.stat().st_size} if image.exists() else {}
    return {"cpu": result["cpu"], "wall": result["wall"]} | size


def peer(program, work):
    """A peer's measurement; None, and a line that tells why, where it cannot do the work."""
    command = [sys.executable, HERE / "peers.py", program, work]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode == 0:
        return json.loads(done.stdout.splitlines()[-1])
    print(f"{program:18} {work:6} left out: {(done.stderr.strip().splitlines() or ['no reason'])[-1][:90]}")
    return None


def title(one, other):
    columns = f"{'CPU ms':>9}{'wall ms':>9}{'MiB':>5}{'kB':>6}"
    print(f"{'':30}{one + ':':>8}{columns}{other + ':':>8}{columns}{'ratios:':>9}{'CPU':>6}{'wall':>7}")


def row(program, work, pairs):
    cells = ""
    for side in (0, 1):
        middle = lambda key: statistics.median(pair[side].get(key, 0) for pair in pairs)
        cells += f"{middle('cpu') * 1e3:17.1f}{middle('wall') * 1e3:9.1f}"
        cells += f"{round(middle('peak')) or '-':>5}{round(middle('bytes') / 1e3) or '-':>6}"
    cpu, wall = (statistics.median(pair[0][key] / pair[1][key] for pair in pairs) for key in ("cpu", "wall"))
    print(f"{program:24}{work:6}{cells}{cpu:15.2f}{wall:7.2f}", flush=True)


def compare():
    title("theirs", "ours")
    for name, work, programs in PAIRS:
        for program in programs:
            if WORD not in f"{name} {program}":
                continue
            pairs = []
            for _ in range(ROUNDS):
                theirs = peer(program, work)
                if theirs is None:
                    break
                pairs.append((theirs, ours(name, work)))
            else:
                row(program, work, pairs)


def scale():
    chosen = [names for names in SCALING if WORD in f"scaling {names[0]}"]
    if chosen:
        title("1", "2")
    for one, other in chosen:
        work = one.split()[1].rstrip(",")
        row(one, "", [(ours(one, work, threads=1), ours(other, work, threads=2)) for _ in range(ROUNDS)])


def main():
    print(f"{ROUNDS} pairs each; load average {os.getloadavg()[0]:.1f}")
    compare()
    scale()
    print(f"load average {os.getloadavg()[0]:.1f}")


main()
