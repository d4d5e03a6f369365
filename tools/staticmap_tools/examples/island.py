# SPDX-License-Identifier: MIT
"""Writes the heights of an island that does not exist, for examples of terrains.

    python3 -m staticmap_tools.examples.island FOLDER


One tile of zoom 10 with 128 samples along a side, in MapLibre's encoding ("mapbox"): island-10-512-511.png.
"""
import math
import pathlib
import struct
import sys
import zlib

SIDE = 128
PEAK = 3600  # metres, about


def lattice(x, y):
    """A number from 0 to 1 for each point of a grid."""
    n = (x * 374761393 + y * 668265263 + 1442695) & 0xFFFFFFFF
    n = (n ^ n >> 13) * 1274126177 & 0xFFFFFFFF
    return (n ^ n >> 16) / 0xFFFFFFFF


def noise(x, y):
    """The numbers of the grid, smoothly interpolated."""
    column, row = math.floor(x), math.floor(y)
    u, v = (t * t * (3 - 2 * t) for t in (x - column, y - row))
    upper = lattice(column, row) * (1 - u) + lattice(column + 1, row) * u
    lower = lattice(column, row + 1) * (1 - u) + lattice(column + 1, row + 1) * u
    return upper * (1 - v) + lower * v


def ridges(x, y):
    """Valleys and sharp ridges of several sizes, from 0 to 1."""
    total, weight, scale = 0.0, 1.0, 4.0
    for octave in range(4):
        total += weight * (1 - abs(2 * noise(x * scale + 7 * octave, y * scale + 3 * octave) - 1))
        weight, scale = weight / 2.2, scale * 2
    return total / 1.75


def height(x, y):
    """Metres at a position in the tile, 0 to 1; 0 is the sea."""
    dx, dy = x - 0.5, (y - 0.5) * 1.25
    coast = math.hypot(dx, dy) * (1 + 0.35 * (noise(6 * x + 40, 6 * y) - 0.5))
    dome = max(0, 1 - (coast / 0.42) ** 2)
    return max(0, PEAK * (0.12 * dome + 0.88 * dome * ridges(x, y) ** 4) * min(1, 4 * dome))


def png(rows):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", len(rows[0]) // 3, len(rows), 8, 2, 0, 0, 0)
    # Each byte as the difference from that of the pixel before.
    lines = b"".join(
        b"\1" + bytes((row[i] - (row[i - 3] if i > 2 else 0)) & 255 for i in range(len(row))) for row in rows)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(lines, 9)) + chunk(b"IEND", b"")


def main():
    folder = pathlib.Path(sys.argv[1])
    rows = []
    for y in range(SIDE):
        row = bytearray()
        for x in range(SIDE):
            code = 10 * (round(height((x + 0.5) / SIDE, (y + 0.5) / SIDE)) + 10_000)
            row += bytes((code >> 16, code >> 8 & 255, code & 255))
        rows.append(row)
    (folder / "island-10-512-511.png").write_bytes(png(rows))


if __name__ == "__main__":
    main()
