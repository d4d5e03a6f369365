#!/usr/bin/env python3
"""Writes shapes.gpkg: tables in EPSG:4326, EPSG:3857, EPSG:3067 and a system that is not known, with every kind of geometry and some damage."""
# SPDX-License-Identifier: MIT
import math
import pathlib
import sqlite3
import struct

FILE = pathlib.Path(__file__).with_name("shapes.gpkg")
SQUARE = [(24.2, 60.2), (24.8, 60.2), (24.8, 60.8), (24.2, 60.8), (24.2, 60.2)]


def mercator(lon, lat):
    radius = 6378137
    return radius * math.radians(lon), radius * math.log(math.tan(math.pi / 4 + math.radians(lat) / 2))


def header(flags=1, envelope=b"", srs=4326):
    return b"GP\0" + bytes([flags]) + struct.pack("<i", srs) + envelope


def points(line, order="<"):
    return struct.pack(order + "I", len(line)) + b"".join(struct.pack(order + f"{len(p)}d", *p) for p in line)


def shape(kind, body, order="<"):
    return (b"\1" if order == "<" else b"\0") + struct.pack(order + "I", kind) + body


def point(p, kind=1, order="<"):
    return shape(kind, struct.pack(order + f"{len(p)}d", *p), order)


def polygon(ring):
    return shape(3, struct.pack("<I", 1) + points(ring))


def parts(kind, members):
    return shape(kind, struct.pack("<I", len(members)) + b"".join(members))


FILE.unlink(missing_ok=True)
db = sqlite3.connect(FILE)
db.executescript("""
    PRAGMA page_size = 512; PRAGMA application_id = 0x47504B47; PRAGMA user_version = 10300; VACUUM;
    CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT, srs_id INTEGER PRIMARY KEY, organization TEXT,
        organization_coordsys_id INTEGER, definition TEXT);
    CREATE TABLE gpkg_contents (table_name TEXT PRIMARY KEY, data_type TEXT, identifier TEXT, description TEXT, last_change TEXT,
        min_x REAL, min_y REAL, max_x REAL, max_y REAL, srs_id INTEGER);
    CREATE TABLE gpkg_geometry_columns (table_name TEXT PRIMARY KEY, column_name TEXT, geometry_type_name TEXT,
        srs_id INTEGER, z TINYINT, m TINYINT);
    CREATE TABLE areas (fid INTEGER PRIMARY KEY, geom BLOB, fill TEXT, height REAL, open BOOLEAN, note BLOB);
    CREATE TABLE mixed (geom BLOB, name TEXT);
    CREATE TABLE [odd "name"] (id INTEGER PRIMARY KEY, shape BLOB);
    CREATE TABLE projected (fid INTEGER PRIMARY KEY, geom BLOB);
    CREATE TABLE lost (fid INTEGER PRIMARY KEY, geom BLOB);
""")
for name, code in [("WGS 84 geodetic", 4326), ("WGS 84 / Pseudo-Mercator", 3857), ("ETRS89 / TM35FIN(E,N)", 3067), ("Flatland", 999999)]:
    db.execute("INSERT INTO gpkg_spatial_ref_sys VALUES (?, ?, 'EPSG', ?, 'undefined')", (name, code, code))
for table, column, code in [("areas", "geom", 4326), ("mixed", "geom", 4326), ('odd "name"', "shape", 3857),
                            ("projected", "geom", 3067), ("lost", "geom", 999999)]:
    db.execute("INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id) VALUES (?, 'features', ?, ?)", (table, table, code))
    db.execute("INSERT INTO gpkg_geometry_columns VALUES (?, ?, 'GEOMETRY', ?, 2, 2)", (table, column, code))
box = struct.pack("<4d", 24.2, 24.8, 60.2, 60.8)
db.execute("INSERT INTO areas VALUES (7, ?, '#ff0000', 2.5, 1, x'00')", (header(3, box) + polygon(SQUARE),))
mixed = [
    ("point with altitude", header(0) + point((24.5, 60.5, 12.0), 1001, ">")),
    ("point with measure, as PostGIS has it", header() + point((24.5, 60.5, 3.0), 0x40000001)),
    ("line", header() + shape(2, points([(24.1, 60.1), (24.9, 60.9)]))),
    ("points", header() + parts(4, [point((24.3, 60.3)), point((24.4, 60.4))])),
    ("lines", header() + parts(5, [shape(2, points([(24.1, 60.1), (24.2, 60.2)]))])),
    ("areas", header() + parts(6, [polygon(SQUARE)])),
    ("collection", header() + parts(7, [point((24.6, 60.6)), shape(2, points([(24, 60), (25, 61)]))])),
    ("empty", header(0x11)),
    ("empty point", header() + point((math.nan, math.nan))),
    ("nothing", None),
    ("curve", header() + shape(8, points([(24.1, 60.1), (24.2, 60.2), (24.3, 60.1)]))),
    ("cut off", (header() + polygon(SQUARE))[:60]),
    ("too many", header() + shape(2, struct.pack("<I", 0xFFFFFFFF))),
    ("nested", header() + shape(7, struct.pack("<I", 1)) * 40 + point((0, 0))),
]
db.executemany("INSERT INTO mixed VALUES (?, ?)", [(blob, name) for name, blob in mixed])
db.execute('INSERT INTO [odd "name"] VALUES (1, ?)', (header(srs=3857) + point(mercator(24.94, 60.17)),))
db.execute("INSERT INTO projected VALUES (1, ?)", (header(srs=3067) + point((385700.4213849057, 6672126.743010733)),))
db.execute("INSERT INTO lost VALUES (1, ?)", (header(srs=999999) + point((1.0, 2.0)),))
db.commit()
db.close()
