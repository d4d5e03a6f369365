# SPDX-License-Identifier: MIT
"""The table of the names of countries in the languages that the archives do not have: a row a country, a column a language.

usage: python -m staticmap_tools.basemap.country_names CLDR_FOLDER OUTPUT.tsv

CLDR_FOLDER is .../unicode/cldr/common of Debian's unicode-cldr-core. Countries are told by their codes of ISO 3166-1, as `iso_a2` of a
place tells them, so that the table serves any archive.
"""
import sys
from pathlib import Path

from staticmap_tools.basemap import cldr

# A language that names fewer of the countries would be mixed with English all over the map.
SHARE = 0.9


def languages():
    """Languages of CLDR that the archives do not have, by their BCP 47 tags: {"th": "th", "zh-Hant": "zh_Hant"}."""
    stems = {path.stem for path in Path(cldr.FOLDER, "main").glob("*.xml")}
    own = {s for s in stems if "_" not in s and s not in cldr.LANGUAGES}
    return {s.replace("_", "-"): s for s in sorted(own | {"zh_Hant"})}


def countries():
    """The codes of the countries that have an English name, sorted."""
    names = cldr.territories("en")
    return sorted(code for code in names if len(code) == 2 and code.isalpha() and code not in {"EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"})


def table():
    """[header, row, ...]; a cell is empty where CLDR has no name."""
    codes = countries()
    columns = {}
    for tag, stem in languages().items():
        names = [cldr.territory(code, stem) or "" for code in codes]
        if sum(map(bool, names)) >= SHARE * len(codes):
            columns[tag] = names
    return [["iso_a2", *columns], *([code, *(names[i] for names in columns.values())] for i, code in enumerate(codes))]


def main():
    cldr.FOLDER, output = sys.argv[1:]
    Path(output).write_text("".join("\t".join(row) + "\n" for row in table()), encoding="utf-8")


if __name__ == "__main__":
    main()
