# SPDX-License-Identifier: MIT
"""Runs pairs of programs in turn and prints the medians of CPU time and of the ratios pair by pair."""
import json
import os
import pathlib
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = pathlib.Path(__file__).resolve().parent
ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 3

# Our measurement, the peer's work, the peers.
PAIRS = [
    ("map w1, new renderer", "w1", ["pyvips", "py-staticmaps", "staticmap", "maplibre-new", "maplibre-again"]),
    ("map w4, new renderer", "w4", ["py-staticmaps", "staticmap", "maplibre-new", "maplibre-again"]),
    ("map w2, new renderer", "w2", ["maplibre-new"]),
    ("map w2, panned", "w2", ["maplibre-panned"]),
    ("map w2@2x, new renderer", "w2@2x", ["maplibre-new"]),
    ("map w3, new renderer", "w3", ["maplibre-new", "mapnik"]),
    ("encode w5", "w5", ["libpng", "pyvips"]),
    ("process w6", "w6", ["maplibre-process"]),
    ("maps w7, 2 at a time", "w7", ["maplibre-new"]),
]


def ours(name):
    """One measurement of our own: CPU and wall seconds, and MiB."""
    file = ROOT / ".build/benchmarks/ours.json"
    command = [ROOT / ".build/release/Benchmarks", "--runs", "3", "--only", name, "--json", file]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    result = [r for r in json.loads(file.read_text())["results"] if r["name"] == name][0]
    return {"cpu": result["cpu"], "wall": result["wall"], "peak": result["peakMemory"] / 2**20}


def peer(program, work):
    """A peer's measurement; None where it cannot do the work."""
    command = [sys.executable, HERE / "peers.py", program, work]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ)
    if done.returncode == 0:
        return json.loads(done.stdout.splitlines()[-1])
    print(f"{program:18} {work:6} left out: {(done.stderr.strip().splitlines() or ['no reason'])[-1][:90]}")
    return None


def main():
    print(f"{'':18} {'work':6} {'theirs: CPU ms':>15} {'wall':>8} {'MiB':>6} {'ours: CPU ms':>13} {'wall':>8} {'MiB':>6}"
          f" {'CPU ratio':>10} {'wall ratio':>11}")
    for name, work, programs in PAIRS:
        for program in programs:
            pairs = []
            for _ in range(ROUNDS):
                theirs = peer(program, work)
                if theirs is None:
                    break
                pairs.append((theirs, ours(name)))
            if len(pairs) < ROUNDS:
                continue
            middle = lambda side, key: statistics.median(pair[side][key] for pair in pairs)
            ratio = lambda key: statistics.median(a[key] / b[key] for a, b in pairs)
            print(f"{program:18} {work:6} {middle(0, 'cpu') * 1e3:15.1f} {middle(0, 'wall') * 1e3:8.1f}"
                  f" {middle(0, 'peak'):6.0f} {middle(1, 'cpu') * 1e3:13.1f} {middle(1, 'wall') * 1e3:8.1f}"
                  f" {middle(1, 'peak'):6.0f} {ratio('cpu'):10.2f} {ratio('wall'):11.2f}", flush=True)


main()
