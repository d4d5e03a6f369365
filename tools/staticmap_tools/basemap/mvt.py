# SPDX-License-Identifier: MIT
"""A small writer of Mapbox Vector Tiles, version 2 (https://github.com/mapbox/vector-tile-spec)."""
import struct

import shapely
from shapely.geometry.polygon import orient

EXTENT = 4096


def _varint(n):
    out = bytearray()
    while n > 127:
        out.append(n & 127 | 128)
        n >>= 7
    out.append(n)
    return bytes(out)


def _field(number, payload):
    return _varint(number << 3 | 2) + _varint(len(payload)) + payload


def _packed(number, values):
    return _field(number, b"".join(_varint(v) for v in values))


def _zigzag(n):
    return n << 1 if n >= 0 else (-n << 1) - 1


class _Pen:
    """Writes the geometry commands of one feature."""

    def __init__(self):
        self.words, self.x, self.y = [], 0, 0

    def path(self, points, close):
        """One line, or one ring (without its repeated last point) when `close` is set."""
        for i, (x, y) in enumerate(points):
            if i == 0:
                self.words.append(1 << 3 | 1)
            elif i == 1:
                self.words.append((len(points) - 1) << 3 | 2)
            self.words += (_zigzag(x - self.x), _zigzag(y - self.y))
            self.x, self.y = x, y
        if close:
            self.words.append(1 << 3 | 7)


def _points(coords):
    out: list = []
    for x, y in coords:
        p = (int(round(x)), int(round(y)))
        if not out or out[-1] != p:
            out.append(p)
    return out


def _encode(geometry):
    """Return (type, command words) of a geometry in tile units, or None if nothing is left of it."""
    pen = _Pen()
    parts = shapely.get_parts(geometry)
    if geometry.is_empty:
        return None
    kind = {0: 1, 1: 2, 3: 3}[shapely.get_type_id(parts[0])]
    if kind == 1:
        pen.words.append(len(parts) << 3 | 1)
        for part in parts:
            x, y = int(round(part.x)), int(round(part.y))
            pen.words += (_zigzag(x - pen.x), _zigzag(y - pen.y))
            pen.x, pen.y = x, y
        return 1, pen.words
    for part in parts:
        if kind == 2:
            points = _points(part.coords)
            if len(points) > 1:
                pen.path(points, False)
            continue
        part = orient(part, 1.0)
        for i, ring in enumerate([part.exterior, *part.interiors]):
            points = _points(ring.coords)[:-1]
            if len(points) > 2:
                pen.path(points, True)
            elif i == 0:
                break
    return (kind, pen.words) if pen.words else None


def _value(v):
    if isinstance(v, bool):
        return _field(4, _varint(7 << 3) + _varint(v))
    if isinstance(v, float):
        return _field(4, _varint(3 << 3 | 1) + struct.pack("<d", v))
    if isinstance(v, int):
        return _field(4, _varint(6 << 3) + _varint(_zigzag(v)))
    return _field(4, _field(1, v.encode()))


def encode_tile(layers):
    """Encode {layer name: [(geometry in tile units, attributes)]}; empty layers are left out."""
    tile = b""
    for name, features in layers.items():
        keys: dict = {}
        values: dict = {}
        body = b""
        for geometry, attributes in features:
            encoded = _encode(geometry)
            if encoded is None:
                continue
            tags = []
            for k, v in attributes.items():
                tags.append(keys.setdefault(k, len(keys)))
                tags.append(values.setdefault((type(v), v), len(values)))
            body += _field(2, _packed(2, tags) + _varint(3 << 3) + _varint(encoded[0]) + _packed(4, encoded[1]))
        if body:
            head = _varint(15 << 3) + _varint(2) + _field(1, name.encode()) + body
            head += b"".join(_field(3, k.encode()) for k in keys)
            head += b"".join(_value(v) for _, v in values)
            head += _varint(5 << 3) + _varint(EXTENT)
            tile += _field(3, head)
    return tile
