#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares what can trap or read out of bounds with what has been looked at: unsafe.py [--write]

`scripts/unsafe.txt` has a line for each file of Sources with unsafe pointers or preconditions, `scripts/traps.txt` one for each
decoder of what strangers write, with its subscripts, conversions to integers and plain arithmetic: how many lines of the file have
some, the file, and why they hold. A file with another number of them fails until somebody has looked and changed its line; `--write`
counts anew and keeps the reasons. `!`, `try!` and `as!` are nowhere.
"""
import pathlib
import re
import sys

UNSAFE = re.compile(r"\bUnsafe|\.withUnsafe|\bwithUnsafe|unsafe(Uninitialized|BitCast|Downcast)|assumingMemoryBound|withMemoryRebound|"
                    r"\b(precondition|preconditionFailure|fatalError|assert)\(")
# A subscript, but no list of literals or type; an integer made of another number; + - * / % and shifts, but not &+ or ->.
TRAPPING = re.compile(r'[\w)\]?]\[(?![\]"])|\bU?Int(8|16|32|64)?\((?!truncatingIfNeeded|clamping|exactly|bitPattern|ascii)|'
                      r"(?<![&<>=.])[-+*]=? |(?<=\w) (<<|/|%) ")
FORCED = re.compile(r"\b(try|as)!|[\w)\]]!(?!=)")
TEXT = re.compile(r'"(\\.|[^"\\])*"')
#: Below Sources, what reads bytes of strangers.
DECODERS = ["MapTiles/MVT/*", "MapTiles/Schema/*", "MapTiles/MLT/*", "MapTiles/PMTiles/*", "MapTiles/MBTiles/*",
            "MapTiles/GlyphRange", "MapTiles/TileCompression", "MapRaster/*", "MapData/*", "MapData/GeoJSON/*", "MapData/Features/*", "MapGeo/Lines/EncodedPolyline", "MapImages/Codecs/*", "MapImages/Codecs/PNG/PNGDecoder",
            "MapCore/JSON/*", "MapCore/XML/*", "StaticMapBatch/Input/*", "StaticMapServer/HTTP/*"]


def lines(file):
    """The code of each line, without texts and comments."""
    is_text = False
    for line in file.read_text(encoding="utf-8").splitlines():
        delimiters = line.count('"""')
        yield "" if is_text or delimiters else TEXT.sub('""', line).split("//")[0]
        is_text ^= delimiters % 2 == 1


def compare(name, what, found, wrong):
    """A list of files with what is found in them."""
    path, known = pathlib.Path(name), {}
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            count, file, reason = line.split(maxsplit=2)
            known[file] = (int(count), reason)
    if "--write" in sys.argv:
        known = {file: (found[file], known.get(file, (0, "TODO"))[1]) for file in found}
        path.write_text("".join(f"{count:3} {file} {reason}\n" for file, (count, reason) in sorted(known.items())), encoding="utf-8")
    for file in sorted(found.keys() | known.keys()):
        count, (listed, reason) = found.get(file, 0), known.get(file, (0, ""))
        if count != listed:
            wrong.append(f"{file}: {count} lines with {what}, {listed} in {name}: look at them, then run scripts/unsafe.py --write")
        elif reason == "TODO":
            wrong.append(f"{name}: why does it hold in {file}?")


def main():
    unsafe, trapping, wrong = {}, {}, []
    decoders = {file for pattern in DECODERS for file in pathlib.Path("Sources").glob(pattern + ".swift")
                if not file.stem.endswith(("Encoder", "Writer"))}
    for file in sorted(pathlib.Path("Sources").rglob("*.swift")):
        for number, code in enumerate(lines(file), 1):
            if UNSAFE.search(code):
                unsafe[str(file)] = unsafe.get(str(file), 0) + 1
            if file in decoders and TRAPPING.search(code) and "func " not in code:
                trapping[str(file)] = trapping.get(str(file), 0) + 1
            if FORCED.search(code):
                wrong.append(f"{file}:{number}: \"!\" traps; guard instead")
    compare("scripts/unsafe.txt", "unsafe pointers or preconditions", unsafe, wrong)
    compare("scripts/traps.txt", "subscripts, conversions to integers or plain arithmetic", trapping, wrong)
    print("\n".join(wrong), end="\n" if wrong else "")
    sys.exit(bool(wrong))


main()
