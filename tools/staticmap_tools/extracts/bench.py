# SPDX-License-Identifier: MIT
"""Measures imports beside tilemaker's, in one run: make bench-import IMPORTS="san-francisco.osm.pbf larger.osm.pbf"

Of each file and program: seconds of the processor, seconds by the clock, the most memory, and the bytes of the tiles. Debian's tilemaker
2.2 is asked for its OpenMapTiles profile, which writes MBTiles. Rounds alternate between the programs; the best of each counts.
"""
import argparse
import os
import pathlib
import resource
import shutil
import struct
import sys
import tempfile
import time
from typing import NamedTuple

from ..checkout import PROGRAM, ROOT

PROFILE = pathlib.Path("/usr/share/doc/tilemaker/examples")


class Run(NamedTuple):
    """What one import took."""

    cpu: float
    clock: float
    memory: int
    size: int

    def __str__(self) -> str:
        return f"{self.cpu:8.2f} s CPU {self.clock:8.2f} s {self.memory // 1024:6d} MiB {self.size / 1e6:8.2f} MB"


def measured(command: list[str], output: pathlib.Path) -> Run:
    """Runs a command in a process of its own, so that its memory is known."""
    start = time.monotonic()
    process = os.fork()
    if process == 0:
        with open(os.devnull, "w") as nothing:
            os.dup2(nothing.fileno(), 1)
            os.dup2(nothing.fileno(), 2)
        os.execvp(command[0], command)
    _, status, usage = os.wait4(process, 0)
    if status != 0:
        sys.exit(f"{' '.join(command)} ended with {os.waitstatus_to_exitcode(status)}")
    return Run(usage.ru_utime + usage.ru_stime, time.monotonic() - start, usage.ru_maxrss, output.stat().st_size)


def box(archive: pathlib.Path) -> str:
    """The bounds in the header of a PMTiles archive, as tilemaker takes them: larger extracts need not have a box."""
    with archive.open("rb") as file:
        return ",".join(str(edge / 1e7) for edge in struct.unpack_from("<4i", file.read(127), 102))


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--program", type=pathlib.Path, default=PROGRAM)
    parser.add_argument("--profile", type=pathlib.Path, default=PROFILE, help="the folder of tilemaker's config-openmaptiles.json")
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    tilemaker = shutil.which("tilemaker")
    if tilemaker is None:
        print("skipped: tilemaker is not installed")
    os.chdir(ROOT)
    for file in options.files:
        best: dict[str, Run] = {}
        with tempfile.TemporaryDirectory() as folder:
            own, other = pathlib.Path(folder, "own.pmtiles"), pathlib.Path(folder, "other.mbtiles")
            for _ in range(options.rounds):
                commands = [("staticmap", own, [str(options.program), "tiles", "import", file])]
                if tilemaker is not None:
                    profile = [f"{options.profile}/config-openmaptiles.json", "--process", f"{options.profile}/process-openmaptiles.lua"]
                    commands.append(("tilemaker", other, [tilemaker, "--input", file, "--config", *profile]))
                for name, output, command in commands:
                    output.unlink(missing_ok=True)
                    place = ["--bbox", box(own)] if name == "tilemaker" else []
                    run = measured([*command, *place, "--output", str(output)], output)
                    known = best.get(name)
                    best[name] = run if known is None or run.cpu < known.cpu else known
        print(f"{file} ({os.path.getsize(file) / 1e6:.1f} MB)")
        for name, run in best.items():
            print(f"  {name:10} {run}")
        if "tilemaker" in best:
            print(f"  {best['tilemaker'].cpu / best['staticmap'].cpu:.1f} times by the processor, "
                  f"{best['tilemaker'].clock / best['staticmap'].clock:.1f} times by the clock")


if __name__ == "__main__":
    main()
