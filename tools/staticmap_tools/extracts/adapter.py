# SPDX-License-Identifier: MIT
"""Measures what a map of another schema's tiles costs more than one of the same tiles in the OpenMapTiles schema: make bench-adapter

Each archive is converted once with `staticmap tiles convert --schema openmaptiles`, and once without, so that both are PMTiles: to open
MBTiles takes longer than the adapter. Maps are drawn of both, and the instructions that valgrind counts are compared: they are the same
on a busy machine. A map must not cost over 5 % more, or the command fails.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from ..checkout import PROGRAM, ROOT

MOST = 0.05
# Title, file in the folder of data, center, zooms.
MAPS = [
    ("Perth, Protomaps", "schemas/perth-protomaps.pmtiles", "115.8265,-31.9475", range(8, 18)),
    ("San Francisco, Shortbread", "schemas/sf-downtown-shortbread.mbtiles", "-122.399,37.786", range(12, 17)),
    ("Liechtenstein, Shortbread", "schemas/liechtenstein-shortbread.mbtiles", "9.5215,47.1395", range(12, 15)),
    ("Monaco, Shortbread", "schemas/monaco-shortbread.mbtiles", "7.4215,43.7345", range(13, 15)),
]


def instructions(program: pathlib.Path, tiles: pathlib.Path, center: str, zoom: int, folder: pathlib.Path) -> int:
    """Of one map of 800 by 600 pixels on one thread."""
    picture = folder / f"{tiles.stem}-{zoom}.png"
    command: list[str | pathlib.Path] = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program, "render", "--tiles", tiles, "--center", center,
               "--zoom", str(zoom), "--style", "streets", "--size", "800x600", "--threads", "1", "-o", picture]
    home = {**os.environ, "STATICMAP_HOME": str(ROOT)}
    result = subprocess.run(command, cwd=ROOT, env=home, capture_output=True, text=True, check=False)
    found = re.search(r"Collected : (\d+)", result.stderr)
    if result.returncode != 0 or found is None:
        sys.exit(f"{tiles.name} at zoom {zoom}: {result.stderr[-2000:]}")
    return int(found.group(1))


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=pathlib.Path, default=ROOT.parent / "shared/data")
    parser.add_argument("--program", type=pathlib.Path, default=PROGRAM)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    ratios = []
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(max_workers=options.jobs) as pool:
        folder = pathlib.Path(name)
        # valgrind reads the debug information of the whole program, which takes longer than the map.
        program = folder / "staticmap"
        subprocess.run(["strip", "-o", program, options.program], check=True)
        for title, file, center, zooms in MAPS:
            path = options.data / file
            if not path.exists():
                print(f"skipped: {title}: there is no {path}")
                continue
            stored, plain = folder / (path.stem + ".pmtiles"), folder / (path.stem + "-openmaptiles.pmtiles")
            for made, schema in ((stored, []), (plain, ["--schema", "openmaptiles"])):
                subprocess.run([program, "tiles", "convert", path, *schema, "-o", made], cwd=ROOT, check=True,
                               stderr=subprocess.DEVNULL)
            counts = [(zoom, pool.submit(instructions, program, stored, center, zoom, folder),
                       pool.submit(instructions, program, plain, center, zoom, folder)) for zoom in zooms]
            for zoom, adapted, converted in counts:
                ratio = adapted.result() / converted.result() - 1
                ratios.append(ratio)
                print(f"{title}, zoom {zoom:2}: {converted.result() / 1e6:8.1f} million instructions, {ratio:+.1%}", flush=True)
    if ratios:
        print(f"{len(ratios)} maps, {sum(ratios) / len(ratios):+.1%} in the mean, {max(ratios):+.1%} at most")
    if any(ratio > MOST for ratio in ratios):
        sys.exit(f"a map costs over {MOST:.0%} more")


if __name__ == "__main__":
    main()
