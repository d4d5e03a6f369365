#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes tiles/{z}/{x}/{y}.png and tiles.mbtiles: 64 pixels a tile, each with a color, a frame and a ramp of its own.

Zooms 0 to 2; tile 2/0/2 is missing. The colors tell x and y apart, the ramp tells left from right and top from bottom.
"""
import colorsys
import pathlib
import sqlite3
import struct
import zlib

SIDE = 64
HOLE = (2, 0, 2)


def png(rows: list[bytes]) -> bytes:
    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", SIDE, SIDE, 8, 2, 0, 0, 0)
    packed = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


def tile(z: int, x: int, y: int) -> bytes:
    hue = (x + y * 0.37) / 2**z
    rows = []
    for v in range(SIDE):
        row = bytearray()
        for u in range(SIDE):
            framed = u == 0 or v == 0 or u == SIDE - 1 or v == SIDE - 1
            light = 0.2 if framed else 0.85 - 0.15 * (u // 16 + v // 16) / 6
            row += bytes(round(c * 255) for c in colorsys.hls_to_rgb(hue % 1, light, 0.5))
        rows.append(bytes(row))
    return png(rows)


def main() -> None:
    folder = pathlib.Path(__file__).parent
    archive = folder / "tiles.mbtiles"
    archive.unlink(missing_ok=True)
    database = sqlite3.connect(archive)
    database.execute("PRAGMA page_size = 512")
    database.execute("CREATE TABLE metadata (name text, value text)")
    database.execute("CREATE TABLE tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob)")
    metadata = {"name": "Test tiles", "format": "png", "minzoom": "0", "maxzoom": "2", "attribution": "Nobody"}
    database.executemany("INSERT INTO metadata VALUES (?, ?)", metadata.items())
    for z in range(3):
        for x in range(2**z):
            for y in range(2**z):
                if (z, x, y) == HOLE:
                    continue
                data = tile(z, x, y)
                file = folder / f"tiles/{z}/{x}/{y}.png"
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(data)
                # MBTiles counts rows from the south.
                database.execute("INSERT INTO tiles VALUES (?, ?, ?, ?)", (z, x, 2**z - 1 - y, data))
    database.execute("CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row)")
    database.commit()
    database.execute("VACUUM")
    database.close()


main()
