# SPDX-License-Identifier: MIT
"""Makes sea polygons from an extract's own coastline: python3 -m staticmap_tools.basemap.osm_sea IN.osm.pbf OUT_FOLDER WEST,SOUTH,EAST,NORTH

The coastline ways (natural=coastline: land on the left, sea on the right) are closed with the box of the extract.
Writes OUT_FOLDER/coastline/water_polygons.shp, which tilemaker's OpenMapTiles example reads for its ocean.
Needs the `osmium` command (Debian's osmium-tool).
"""
import itertools
import os
import subprocess
import sys

import shapefile
import shapely
from shapely.ops import polygonize

from . import osm_clean


def coastlines(source):
    """Lines of the coastline, in degrees, split where the extract lacks nodes."""
    opl = subprocess.run(["osmium", "cat", source, "-f", "opl"], check=True, stdout=subprocess.PIPE).stdout.decode().splitlines()
    nodes = {}
    for line in opl:
        if line[0] == "n":
            *_, x, y = line.split(" ")
            nodes[line.split(" ", 1)[0]] = (float(x[1:]), float(y[1:]))
    for line in opl:
        if line[0] == "w" and "natural=coastline" in line:
            for run in osm_clean.runs(line.rsplit(" ", 1)[1][1:].split(","), nodes):
                yield [nodes[r] for r in run]


def to_edge(point, box):
    """The point of the box's edge that is nearest."""
    west, south, east, north = box
    x, y = point
    return min([(west, y), (east, y), (x, south), (x, north)], key=lambda p: abs(p[0] - x) * 0.5 + abs(p[1] - y))


def sea(lines, box):
    lines = shapely.get_parts(shapely.line_merge(shapely.multilinestrings([shapely.linestrings(p) for p in lines]), directed=True))
    coasts = []
    for line in lines:
        points = [tuple(p) for p in shapely.get_coordinates(line)]
        if points[0] != points[-1]:
            points = [to_edge(points[0], box), *points, to_edge(points[-1], box)]
        coasts.append(shapely.linestrings(points))
    frame = shapely.box(*box)
    faces = list(polygonize(shapely.get_parts(shapely.union_all([frame.exterior, *coasts]))))
    wet = []
    for face in faces:
        inner = shapely.set_precision(face, 1e-9)
        score = 0
        for coast in coasts:
            points = shapely.get_coordinates(coast)
            for (ax, ay), (bx, by) in itertools.pairwise(points):
                length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
                if length == 0:
                    continue
                # A hair to the right of the middle of this edge.
                x, y = (ax + bx) / 2 + (by - ay) / length * 1e-6, (ay + by) / 2 - (bx - ax) / length * 1e-6
                left = shapely.Point(2 * (ax + bx) / 2 - x, 2 * (ay + by) / 2 - y)
                if shapely.contains(inner, shapely.Point(x, y)):
                    score += length
                elif shapely.contains(inner, left):
                    score -= length
        if score > 0:
            wet.append(face)
    return shapely.union_all(wet)


def main(source, folder, box):
    box = tuple(float(v) for v in box.split(","))
    water = sea(list(coastlines(source)), box)
    os.makedirs(f"{folder}/coastline", exist_ok=True)
    with shapefile.Writer(f"{folder}/coastline/water_polygons.shp", shapeType=shapefile.POLYGON) as out:
        out.field("x", "C", 1)
        for part in shapely.get_parts(water):
            part = shapely.geometry.polygon.orient(part, -1.0)
            out.poly([list(r.coords) for r in (part.exterior, *part.interiors)])
            out.record("")
    print(len(shapely.get_parts(water)), "pieces of sea,", round(100 * water.area / shapely.box(*box).area), "% of the box")


if __name__ == "__main__":
    main(*sys.argv[1:])
