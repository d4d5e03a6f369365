"""Reads archives back and prints what each zoom holds; stops at broken tiles: check.py FILE.pmtiles..."""
import collections
import gzip
import sys

import mapbox_vector_tile
from pmtiles.reader import MmapSource, Reader, all_tiles


def main(*paths):
    for path in paths:
        with open(path, "rb") as f:
            source = MmapSource(f)
            header, metadata = Reader(source).header(), Reader(source).metadata()
            print(path, metadata["name"], "|", metadata["attribution"], "| bounds", metadata["bounds"], "| z", header["min_zoom"], "-", header["max_zoom"])
            counts, sizes, largest = collections.defaultdict(collections.Counter), collections.Counter(), collections.Counter()
            declared = {layer["id"]: layer["fields"] for layer in metadata["vector_layers"]}
            for (z, x, y), data in all_tiles(source):
                sizes[z] += len(data)
                largest[z] = max(largest[z], len(data))
                for name, layer in mapbox_vector_tile.decode(gzip.decompress(data)).items():
                    assert layer["extent"] == 4096 and layer["version"] == 2, (z, x, y, name)
                    assert name in declared, (z, x, y, name)
                    counts[z][name] += len(layer["features"])
                    for feature in layer["features"]:
                        assert set(feature["properties"]) <= set(declared[name]), (z, x, y, name, feature["properties"])
            for z in sorted(counts):
                print(f"  z{z}: {sizes[z]} bytes, largest tile {largest[z]}:", ", ".join(f"{k} {v}" for k, v in sorted(counts[z].items())))


if __name__ == "__main__":
    main(*sys.argv[1:])
