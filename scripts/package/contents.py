#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Lists what the folder of a relocatable package brings, with versions and licences: contents.py FOLDER < PARTS

PARTS has a line for each library and font: its name, a tab, and the Debian package that it was taken from. The list is written to
share/doc/staticmap/contents.md in the folder. Ends with an error for a package whose licence licenses.txt does not name.
"""
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))

#: What the program is made of, besides packages of Debian; the licences of each part are in NOTICE.
OWN = [
    ("bin/staticmap", "the program, with Swift's runtime and libraries inside", "MIT; Apache-2.0, MIT, BSD, Unicode, GCC-exception-3.1: NOTICE"),
    ("share/staticmap/basemap", "base map: the world, and the center of Helsinki",
     "ODbL-1.0, CC-BY-4.0, LGPL-3.0-or-later, public domain: NOTICE"),
    ("share/staticmap/styles", "styles, icons, relief", "MIT; Apache-2.0 for pictograms; Natural Earth is public domain"),
    ("share/staticmap/examples", "scenes of the documentation, with their data", "MIT"),
    ("share/staticmap/playground", "the page of the server", "MIT"),
]


def licences():
    """Licences by the names of packages without versions."""
    with open(os.path.join(HERE, "licenses.txt"), encoding="utf-8") as lines:
        pairs = [line.split(None, 1) for line in lines if line.strip() and not line.startswith("#")]
    return {name: licence.strip() for name, licence in pairs}


def name_of(package):
    """libpango-1.0-0 is libpango, libxcb-shm0 is libxcb-shm, fonts-inter is itself."""
    return re.sub(r"-?[0-9].*$", "", package)


def version(package):
    query = ["dpkg-query", "--show", "--showformat", "${source:Package} ${source:Version}", package]
    return subprocess.run(query, check=True, capture_output=True, text=True).stdout


def size(path):
    """Bytes of a file, or of all files of a folder."""
    if os.path.isfile(path):
        return os.path.getsize(path)
    return sum(os.path.getsize(os.path.join(top, file)) for top, _, files in os.walk(path) for file in files)


def shown(count):
    return f"{count / 1e6:.1f} MB" if count >= 1e5 else f"{count / 1e3:.0f} kB"


def main():
    folder = sys.argv[1]
    known = licences()
    packages = {}
    for line in sys.stdin:
        file, package = line.rstrip("\n").split("\t")
        packages.setdefault(package, set()).add(file)
    missing = sorted({name_of(package) for package in packages} - set(known))
    if missing:
        sys.exit(f"contents: licenses.txt does not name {', '.join(missing)}")

    rows = ["| Part | What it is | Size | Licence |", "| --- | --- | --- | --- |"]
    for path, words, licence in OWN:
        rows.append(f"| {path} | {words} | {shown(size(os.path.join(folder, path)))} | {licence} |")
    table = ["| Source package of Debian | Files | Size | Licence |", "| --- | --- | --- | --- |"]
    sources = {}
    for package, files in packages.items():
        sources.setdefault((version(package), known[name_of(package)]), set()).update(files)
    for (source, licence), files in sorted(sources.items()):
        places = [os.path.join(folder, place) for place in ("lib", "share/staticmap/fonts", "share/proj")]
        paths = [next(path for place in places if os.path.exists(path := os.path.join(place, file))) for file in files]
        # Thirty files of one kind are not listed one by one.
        names = ", ".join(sorted(files)) if len(files) < 6 else f"{len(files)} fonts"
        table.append(f"| {source} | {names} | {shown(sum(map(size, paths)))} | {licence} |")
    text = "\n".join([
        "# What this package brings", "",
        f"Together {shown(size(folder))}. The copyright files of all Debian packages are in `share/doc/staticmap/licenses`; their",
        "source code is at https://snapshot.debian.org under the names and versions below. Libraries in `lib` can be replaced: the",
        "program loads them from there. `libicudata` is a table without entries, in place of ICU's data; `libcurl-gnutls` and `libjbig`",
        "are empty, and stand for what is never called.", "",
        *rows, "", "## Libraries and fonts of Debian", "", *table, ""])
    with open(os.path.join(folder, "share/doc/staticmap/contents.md"), "w", encoding="utf-8") as page:
        page.write(text)


if __name__ == "__main__":
    main()
