# SPDX-License-Identifier: MIT
"""Where the instructions of a map go: python3 -m staticmap_tools.account [MAP]

Draws a map of the benchmarks on one processor under valgrind's callgrind, and prints its instructions by phase and by kind, and what it looks
at beside what is seen. Instructions are the same on a busy machine.
"""
import collections
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from .checkout import PROGRAM, ROOT

BENCHMARKS = ROOT / ".build/release/Benchmarks"
# The functions that a phase begins with, in Swift's mangled names; nested ones are taken out of those around them.
PHASES = {
    "start of the process, options, end": [],
    "open scene, style, sources, fonts": ["RenderPipelineV4open"],
    "read, inflate and decode tiles": ["TileJobV4read"],
    "filter, shapes and symbols of tiles": ["SceneB0V8evaluate33_"],
    "place labels, assemble": ["RenderPipelineV6layOut"],
    "paint": ["RasterPainterV5paint_7threads4area"],
    "encode": ["OutputWriterV6encode33_"],
}
# What functions do by themselves, without those that they call; the first that matches counts.
KINDS = {
    "retain and release": r"^_?swift_(bridgeObject|unknownObject|nonatomic_|weak)?(retain|release|Retain|Release)|RefCount",
    "allocate and free": r"^(_int_)?(malloc|free|calloc|realloc|memalign)|unlink_chunk|sysmalloc|tcache|arena_get|"
                         r"swift_(slow)?(alloc|dealloc)|^swift_allocObject|systrim",
    "copy, clear and compare memory": r"^__?mem(cpy|move|set|cmp|chr)|^mem(cpy|move|set|cmp)|_avx_|_sse2_|_evex_",
    "load libraries": r"^_dl_|do_lookup|^dl_main|^check_match|^strcmp$|_dl_relocate|^elf_",
    "find types and conformances": r"swift_(conformsTo|getGenericMetadata|getTypeByMangled|dynamicCast|getWitnessTable|"
                                   r"getAssociated|instantiate)|[Mm]etadata|Demangle|onformance",
}


class Profile:
    """Instructions of functions, with and without those that they call, of a file of callgrind."""

    def __init__(self, file: pathlib.Path) -> None:
        self.names: dict[str, str] = {}
        self.own: collections.Counter[str] = collections.Counter()
        self.calls: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
        function = callee = ""
        is_call = False
        for line in file.read_text(encoding="utf-8").splitlines():
            if line.startswith("fn="):
                function = self.name(line[3:])
            elif line.startswith("cfn="):
                callee = self.name(line[4:])
            elif line.startswith("calls="):
                is_call = True
            elif line[:1] in "0123456789+-*" and " " in line:
                cost = int(line.split()[1])
                if is_call:
                    self.calls[function][callee] += cost
                else:
                    self.own[function] += cost
                is_call = False
        self.total = self.own.total()

    def name(self, text: str) -> str:
        """The number that stands for a name, which is told the first time."""
        number, _, name = text.partition(" ")
        if name:
            self.names[number] = name
        return number

    def inclusive(self, part: str) -> int:
        """Of calls of the functions with this in their names from others, with all that these call."""
        # Closures in them may be called by others, but these are called by them.
        named = {number for number, name in self.names.items()
                 if part in name and not re.search(r"[Uu][0-9]*_", name.split(part, 1)[1])}
        if not named:
            sys.exit(f"no function is named like {part}: has it another name now?")
        return sum(cost for caller, costs in self.calls.items() if caller not in named
                   for callee, cost in costs.items() if callee in named)

    def phases(self) -> dict[str, int]:
        """Instructions by phase."""
        found = {phase: sum(map(self.inclusive, parts)) for phase, parts in PHASES.items()}
        start, _, read, shapes, place, *_ = PHASES
        found[place] -= found[shapes]
        found[shapes] -= found[read]
        found[start] = self.total - sum(found.values())
        return found

    def kinds(self) -> dict[str, int]:
        """Instructions by kind."""
        found = dict.fromkeys(KINDS, 0)
        for number, cost in self.own.items():
            kind = next((kind for kind, pattern in KINDS.items() if re.search(pattern, self.names[number])), None)
            if kind:
                found[kind] += cost
        return found


def profile(view: str) -> Profile:
    """Draws a map under callgrind."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        # valgrind reads the debug information of the whole program, which takes longer than the map.
        subprocess.run(["strip", "--strip-debug", "-o", folder / "staticmap", PROGRAM], check=True)
        scene = ROOT / f".build/benchmarks/{view}.json"
        command: list[str | pathlib.Path] = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/calls", folder / "staticmap", "render", scene,
                   "-o", folder / "map.png"]
        # One thread: an option would have the whole table of options made.
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
        result = subprocess.run(command, env=os.environ | {"STATICMAP_HOME": str(ROOT)}, capture_output=True, text=True, check=False)
        if result.returncode:
            sys.exit(f"{view}: {result.stderr[-2000:]}")
        return Profile(folder / "calls")


def main() -> None:
    """Prints the tables."""
    view = sys.argv[1] if len(sys.argv) > 1 else "w2"
    counts = subprocess.run([BENCHMARKS, "count", view], check=True, capture_output=True, text=True).stdout
    found = profile(view)
    print(f"{view}: {found.total / 1e6:,.0f} million instructions\n")
    for title, parts in (("Phase", found.phases()), ("Of these, by kind", found.kinds())):
        print(f"| {title} | Million | Share |\n| --- | ---: | ---: |")
        for part, cost in parts.items():
            print(f"| {part} | {cost / 1e6:,.1f} | {100 * cost / found.total:.1f} % |")
        print()
    print("| Looked at | | Seen | | Ratio |\n| --- | ---: | --- | ---: | ---: |")
    for line in counts.splitlines():
        title, _, numbers = line.partition(": ")
        whole, *seen_parts = title.split(", ")
        amount, *amounts = [int(number) for number in numbers.split()]
        for part, seen in zip(seen_parts, amounts, strict=True):
            print(f"| {whole} | {amount:,} | {part} | {seen:,} | {amount / max(1, seen):.1f} |")


if __name__ == "__main__":
    main()
