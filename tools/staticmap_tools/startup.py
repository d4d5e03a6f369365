# SPDX-License-Identifier: MIT
"""What each way to start quicker gains, over a small map: python3 -m staticmap_tools.startup [ROUNDS].

The program is linked without each of them from the objects that are built, and all are run in turn. Prints the median time of a
process and the median of its ratios to the program as it is installed.
"""
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

from staticmap_tools.checkout import ROOT

SCENE = {
    "version": 1,
    "size": [300, 200],
    "basemap": {"style": "streets", "tiles": str(ROOT / "basemap/helsinki.pmtiles")},
    "camera": {"center": [24.9458, 60.1722], "zoom": 14},
    "annotations": [{"coordinate": [24.9522, 60.1704], "title": "Cathedral"}],
}


def link(folder: pathlib.Path, without: str) -> pathlib.Path:
    program = folder / f"without-{without}"
    subprocess.run([ROOT / "scripts/link-static.sh", program], env=os.environ | {"WITHOUT": without}, check=True)
    return program


def run(command: list[str]) -> tuple[float, float]:
    """Elapsed time and processor time of a process, in milliseconds."""
    environment = os.environ | {"STATICMAP_HOME": str(ROOT)}
    begin = time.perf_counter()
    child = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    elapsed = time.perf_counter() - begin
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        sys.exit(f"{' '.join(command)}: ended with {child.returncode}")
    return elapsed * 1e3, (usage.ru_utime + usage.ru_stime) * 1e3


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        scene, image = folder / "small.json", folder / "small.png"
        scene.write_text(json.dumps(SCENE))
        map_of = ["render", str(scene), "-o", str(image)]
        full = str(link(folder, "nothing"))
        commands = {
            "as installed": [full, *map_of],
            "libraries not loaded late": [str(link(folder, "late")), *map_of],
            "heap as glibc begins it": [str(link(folder, "heap")), *map_of],
            "arguments through all options": [full, *map_of, "--scale", "1"],
            "Swift's libraries shared": [str(ROOT / ".build/release/staticmap"), *map_of],
        }
        times: dict[str, list[tuple[float, float]]] = {label: [] for label in commands}
        for turn in range(rounds + 1):
            for label in sorted(commands, reverse=turn % 2 == 1):
                times[label].append(run(commands[label]))
        usual = times["as installed"][1:]
        print("| | Elapsed | CPU | Ratio elapsed | Ratio CPU |\n| --- | --- | --- | --- | --- |")
        for label in commands:
            pairs = list(zip(times[label][1:], usual, strict=True))
            figures = [statistics.median(one[kind] for one, _ in pairs) for kind in (0, 1)]
            ratios = [statistics.median(one[kind] / other[kind] for one, other in pairs) for kind in (0, 1)]
            print(f"| {label} | {figures[0]:.1f} ms | {figures[1]:.1f} ms | {ratios[0]:.3f} | {ratios[1]:.3f} |")


if __name__ == "__main__":
    main()
