#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes what scripts/link/delayed.c is compiled with, and keeps the linker from linking the libraries that it loads.

delayed.py FOLDER OBJECTS LIBRARY...: for a file with the paths of the program's objects, and for libraries by the names that the linker
knows them by, such as cairo. Writes into the folder

  libraries.h, functions.h  the tables of delayed.c
  libraries.txt             the names that the libraries are loaded by, one on each line
  libcairo.a                an archive without contents for each library, for the linker to find first

A library of which the program uses data is left to the linker: only calls can be late.
"""
import pathlib
import subprocess
import sys


def lines(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()


def undefined(objects):
    """The names that the objects use and none of them has."""
    used, defined = set(), set()
    for line in lines("nm", "--extern-only", "--format=posix", f"@{objects}"):
        name, _, kind = line.partition(" ")
        (used if kind[:1] in ("U", "w") else defined).add(name)
    return used - defined


def exported(library):
    """The name that a library is loaded by, and its symbols with their kinds."""
    path = lines("clang", f"-print-file-name=lib{library}.so")[0]
    soname = next(line.split("[")[1].rstrip("]") for line in lines("readelf", "--dynamic", path) if "(SONAME)" in line)
    symbols = {}
    for line in lines("nm", "--dynamic", "--defined-only", "--format=posix", path):
        name, kind = line.split()[:2]
        symbols[name.partition("@")[0]] = kind
    return soname, symbols


def main():
    folder, objects, libraries = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3:]
    wanted = undefined(objects)
    names, table, functions = [], [], []
    for library in libraries:
        soname, symbols = exported(library)
        found = sorted(wanted & symbols.keys())
        if any(symbols[name] not in ("T", "W", "i") for name in found):
            continue
        archive = folder / f"lib{library}.a"
        archive.unlink(missing_ok=True)
        lines("ar", "rc", str(archive))
        if found:
            functions += [f"FUNCTION({len(functions) + index}, {len(names)}, {name})" for index, name in enumerate(found)]
            table.append(f'"{soname}",')
            names.append(soname)
            wanted -= set(found)
    for name, rows in [("libraries.h", table), ("functions.h", functions), ("libraries.txt", names)]:
        (folder / name).write_text("".join(row + "\n" for row in rows))


main()
