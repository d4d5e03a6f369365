# SPDX-License-Identifier: MIT
"""Compares a PMTiles archive, as the package pmtiles reads it, with an MBTiles archive.

    python3 -m staticmap_tools.clients.compare_archives PMTILES MBTILES
"""
import sqlite3
import sys

from pmtiles.reader import MmapSource, Reader, all_tiles


def main():
    rows = sqlite3.connect(sys.argv[2]).execute("SELECT zoom_level, tile_column, tile_row, tile_data FROM tiles")
    expected = {(z, x, (1 << z) - 1 - y): bytes(data) for z, x, y, data in rows}
    with open(sys.argv[1], "rb") as file:
        source = MmapSource(file)
        reader = Reader(source)
        header = reader.header()
        found = dict(all_tiles(source))
        assert found == expected, f"{len(found)} tiles, not {len(expected)}, or other bytes"
        for id, data in expected.items():
            assert reader.get(*id) == data, id
        assert header["addressed_tiles_count"] == len(expected)
        assert header["tile_contents_count"] == len(set(expected.values())), header
        assert header["tile_entries_count"] <= len(expected)
        assert header["clustered"]
        zooms = {z for z, _, _ in expected}
        assert (header["min_zoom"], header["max_zoom"]) == (min(zooms), max(zooms))
        assert reader.metadata()["attribution"]
    print(f"{len(expected)} tiles, {header['tile_contents_count']} different ones, {header['tile_entries_count']} entries")


if __name__ == "__main__":
    main()
