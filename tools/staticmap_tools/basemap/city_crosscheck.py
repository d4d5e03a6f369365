# SPDX-License-Identifier: MIT
"""A second list of the world's cities, to check GeoNames against: `world.cities` of the R package maps (Debian's r-cran-maps, GPL 2).

Nothing of it is written to the map. It answers one question: is this name known as a town of its own?
"""
import difflib
import re
import zlib

import numpy as np
import rdata
import shapely
from anyascii import anyascii


def key(name):
    """A name's letters, without accents, case and spaces."""
    return re.sub("[^a-z]", "", anyascii(str(name)).lower())


def read(folder):
    """[(name, population, longitude, latitude)]"""
    index = rdata.conversion.convert(rdata.parser.parse_data(open(f"{folder}/Rdata.rdx", "rb").read()))
    start, length = (int(v) for v in index["variables"]["world.cities"])
    block = open(f"{folder}/Rdata.rdb", "rb").read()[start:start + length]
    # A block is its length in four bytes, then zlib.
    table = rdata.conversion.convert(rdata.parser.parse_data(zlib.decompress(block[4:])))
    return [(str(n), int(p), float(x), float(y)) for n, p, x, y in zip(table["name"], table["pop"], table["long"], table["lat"], strict=True)]


class Crosscheck:
    """Finds towns of the second list by place and name."""

    def __init__(self, folder, people=3000):
        self.towns = [t for t in read(folder) if t[1] >= people]
        self.keys = [key(t[0]) for t in self.towns]
        self.tree = shapely.STRtree(shapely.points([(t[2], t[3]) for t in self.towns]))

    def near(self, lon, lat, kilometres):
        """Towns within a distance, by number."""
        high = kilometres / 111.2
        wide = high / max(0.05, np.cos(np.radians(lat)))
        return [int(i) for i in self.tree.query(shapely.box(lon - wide, lat - high, lon + wide, lat + high))]

    def knows(self, names, lon, lat, kilometres=40, least=0.75):
        """Whether a town of one of these names, or of nearly that name, lies there."""
        wanted = list(dict.fromkeys(k for k in map(key, names) if k))
        near = [self.keys[i] for i in self.near(lon, lat, kilometres)]
        if set(near) & set(wanted):
            return True
        match = difflib.SequenceMatcher(None, autojunk=False)
        for name in wanted:
            match.set_seq2(name)
            for other in near:
                match.set_seq1(other)
                if match.real_quick_ratio() >= least and match.quick_ratio() >= least and match.ratio() >= least:
                    return True
        return False
