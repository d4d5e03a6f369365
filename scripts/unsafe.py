#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares what can trap or read out of bounds with what has been looked at: unsafe.py [--write]

`scripts/unsafe.txt` has a line for each file of Sources with unsafe pointers or preconditions: how many lines of it have some, the
file, and why they hold. A file with more of them fails until somebody has looked and changed its line; `--write` counts anew and
keeps the reasons. `!`, `try!` and `as!` are nowhere.
"""
import pathlib
import re
import sys

LIST = pathlib.Path("scripts/unsafe.txt")
UNSAFE = re.compile(r"\bUnsafe|\.withUnsafe|\bwithUnsafe|unsafe(Uninitialized|BitCast|Downcast)|assumingMemoryBound|withMemoryRebound|"
                    r"\b(precondition|preconditionFailure|fatalError|assert)\(")
FORCED = re.compile(r"\b(try|as)!|[\w)\]]!(?!=)")
TEXT = re.compile(r'"(\\.|[^"\\])*"')

found, wrong = {}, []
for file in sorted(pathlib.Path("Sources").rglob("*.swift")):
    is_text = False
    for number, line in enumerate(file.read_text().splitlines(), 1):
        delimiters = line.count('"""')
        code = "" if is_text or delimiters else TEXT.sub('""', line).split("//")[0]
        is_text ^= delimiters % 2 == 1
        if UNSAFE.search(code):
            found[str(file)] = found.get(str(file), 0) + 1
        if FORCED.search(code):
            wrong.append(f"{file}:{number}: \"!\" traps; guard instead")

known = {}
if LIST.exists():
    for line in LIST.read_text().splitlines():
        count, name, reason = line.split(maxsplit=2)
        known[name] = (int(count), reason)
if "--write" in sys.argv:
    LIST.write_text("".join(f"{found[name]:3} {name} {known.get(name, (0, 'TODO'))[1]}\n" for name in sorted(found)))
    known = {name: (found[name], known.get(name, (0, "TODO"))[1]) for name in found}
for name in sorted(found.keys() | known.keys()):
    count, (listed, reason) = found.get(name, 0), known.get(name, (0, ""))
    if count != listed:
        wrong.append(f"{name}: {count} lines with unsafe pointers or preconditions, {listed} in {LIST}: look at them, "
                     "then run scripts/unsafe.py --write")
    elif reason == "TODO":
        wrong.append(f"{LIST}: why does it hold in {name}?")
print("\n".join(wrong), end="\n" if wrong else "")
sys.exit(bool(wrong))
