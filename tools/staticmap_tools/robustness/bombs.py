# SPDX-License-Identifier: MIT
"""Gives the program inputs that ask for far more than they look like: bombs.py [NAME…]
[--program .build/release/staticmap] [--limits strict] [--keep FOLDER]

Prints a table of seconds, memory and the first line of what the program said. Each bomb must end, with a map or with a
diagnostic, within 2 seconds and 512 MiB; exits with 1 when one does not.
"""
import argparse
import base64
import gzip
import json
import math
import multiprocessing
import os
import random
import resource
import struct
import subprocess
import sys
import tempfile
import time
import typing
import zlib

from ..checkout import PROGRAM

SECONDS, MEBIBYTES = 2.0, 512
# Of the address space, for the machine's sake.
CEILING = 6 << 30

BOMBS: dict[str, typing.Callable[[], list[str]]] = {}


def bomb(make):
    """A function that writes its files into the current folder and returns the arguments of the program."""
    BOMBS[make.__name__.replace("_", "-")] = make
    return make


def save(name, value):
    with open(name, "wb") as file:
        file.write(value if isinstance(value, bytes) else json.dumps(value).encode())
    return name


def scene(**keys):
    keys.setdefault("basemap", {"style": {"version": 8, "sources": {}, "layers": []}})
    keys.setdefault("camera", {"center": [0, 0], "zoom": 2})
    return [save("scene.json", {"version": 1, "size": [800, 600], **keys})]


def styled(data, *layers, camera=None, sources=None, **keys):
    """A scene of a style over GeoJSON."""
    if sources is None:
        sources = {"g": {"type": "geojson", "data": save("data.geojson", data), **keys}}
    complete = [{"id": f"l{i}", "source": "g", **layer} for i, layer in enumerate(layers)]
    style = save("style.json", {"version": 8, "sources": sources, "layers": complete})
    return scene(basemap={"style": style}, camera=camera or {"center": [0, 0], "zoom": 2})


def collection(geometries, properties=None):
    return {
        "type": "FeatureCollection",
        "features": [{"type": "Feature", "properties": properties or {}, "geometry": g} for g in geometries],
    }


def line(points):
    return {"type": "LineString", "coordinates": points}


def rectangle(width=100, height=50):
    return {"type": "Polygon", "coordinates": [[[-width, -height], [width, -height], [width, height], [-width, height],
                                                [-width, -height]]]}


def wanderer(count, seed=1):
    places = random.Random(seed)
    return [[places.uniform(-80, 80), places.uniform(-60, 60)] for _ in range(count)]


POINT = {"type": "Point", "coordinates": [0, 0]}
STREETS = ["--center", "24.941,60.171", "--zoom", "14", "--size", "800x600"]


def varint(value):
    out = b""
    while value > 127:
        out += bytes([value & 127 | 128])
        value >>= 7
    return out + bytes([value])


def chunk(field, content):
    return varint(field << 3 | 2) + varint(len(content)) + content


def mvt(features, keys=(), values=(), name=b"layer"):
    parts = chunk(1, name) + features
    parts += b"".join(chunk(3, k) for k in keys) + b"".join(chunk(4, chunk(1, v)) for v in values)
    return chunk(3, parts + varint(5 << 3) + varint(4096) + varint(15 << 3) + varint(2))


def tiles(tile, *layers):
    """A folder with one tile, of zoom 0."""
    os.makedirs("t/0/0", exist_ok=True)
    save("t/0/0/0.pbf", tile)
    source = {"type": "vector", "tiles": ["t/{z}/{x}/{y}.pbf"], "minzoom": 0, "maxzoom": 0}
    complete = [{"source-layer": "layer", **layer} for layer in layers]
    return styled(None, *complete, sources={"g": source})


def png(width, height, kind=6, depth=8, rows=None):
    channels = {0: 1, 2: 3, 6: 4}[kind]
    row = b"\0" + b"\x80" * ((width * channels * depth + 7) // 8)
    packer = zlib.compressobj(9)
    data = b"".join(packer.compress(row) for _ in range(rows if rows is not None else height)) + packer.flush()

    def part(name, content):
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
    header = struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + part(b"IHDR", header) + part(b"IDAT", data) + part(b"IEND", b"")


# Expressions


def doubled(times):
    text: list = ["var", f"s{times}"]
    for i in range(times, 0, -1):
        text = ["let", f"s{i}", ["concat", ["var", f"s{i - 1}"], ["var", f"s{i - 1}"]], text]
    return ["let", "s0", "xxxxxxxxxx", text]


@bomb
def concat_doubled():
    return styled(collection([POINT]), {"type": "symbol", "layout": {"text-field": doubled(25)}})


@bomb
def concat_on_many_features():
    points = [{"type": "Point", "coordinates": p} for p in wanderer(20000)]
    return styled(collection(points, {"a": "b"}),
                  {"type": "symbol", "layout": {"text-field": ["concat", ["get", "a"], doubled(12)]}})


@bomb
def expression_repeated():
    value: list = ["get", "a"]
    for i in range(17):
        value = ["let", f"v{i}", value, ["+", ["var", f"v{i}"], ["var", f"v{i}"]]]
    nested: list = ["get", "a"]
    for _ in range(60):
        nested = ["case", [">", nested, 0], 1, 2] if _ % 2 else ["+", nested, 1]
    points = [{"type": "Point", "coordinates": p} for p in wanderer(50000)]
    long = ["+"] + [["*", ["get", "a"], i] for i in range(20000)]
    return styled(collection(points, {"a": 1}), {"type": "circle", "paint": {"circle-radius": ["%", long, 3]}})


@bomb
def expression_within():
    ring = [[10 * math.cos(i / 5e3 * math.pi), 10 * math.sin(i / 5e3 * math.pi)] for i in range(10000)]
    shape = {"type": "Polygon", "coordinates": [ring + ring[:1]]}
    points = [{"type": "Point", "coordinates": [p[0] / 20, p[1] / 20]} for p in wanderer(20000)]
    return styled(collection(points), {"type": "circle", "filter": ["within", shape]})


@bomb
def expression_distance():
    shape = line(wanderer(20000))
    lines = [line(wanderer(100, i)) for i in range(200)]
    return styled(collection(lines), {"type": "line", "filter": ["<", ["distance", shape], 10]})


@bomb
def expression_index_of():
    points = [{"type": "Point", "coordinates": p} for p in wanderer(2000)]
    text = "a" * 50000
    value = ["index-of", ["concat", "a" * 20000, "b"], ["get", "t"]]
    return styled(
        {"type": "FeatureCollection", "features": [
            {"type": "Feature", "properties": {"t": text[: 50000 - i % 50]}, "geometry": p}
            for i, p in enumerate(points)]},
        {"type": "circle", "filter": [">=", value, -1]})


@bomb
def match_nested_lets():
    # Each "let" is bound twice in the next: 2^40 steps for whoever evaluates it by name.
    value: list = ["get", "a"]
    for i in range(40):
        value = ["+", value, 1] if i % 2 else ["let", "x", value, ["+", ["var", "x"], ["var", "x"]]]
    return styled(collection([POINT], {"a": 1}), {"type": "circle", "paint": {"circle-radius": ["%", value, 9]}})


# Text


@bomb
def label_long():
    return STREETS + ["--style", save("style.json", streets_style({"text-field": "abcdefghi " * 10000}))]


@bomb
def label_long_on_streets():
    return STREETS + ["--style", save("style.json", streets_style(
        {"text-field": "abcdefghi " * 10000, "symbol-placement": "line"}))]


def streets_style(layout):
    return {"version": 8, "sources": {"v": {"type": "vector", "url": "staticmap://basemap"}}, "layers": [
        {"id": "names", "type": "symbol", "source": "v", "source-layer": "transportation", "layout": layout}]}


@bomb
def label_words():
    points = [{"type": "Point", "coordinates": p} for p in wanderer(5000)]
    features = collection(points)
    for i, feature in enumerate(features["features"]):
        feature["properties"] = {"n": f"{i} " + "word " * 200}
    return styled(features, {"type": "symbol", "layout": {
        "text-field": ["get", "n"], "text-max-width": 1, "text-allow-overlap": True}})


@bomb
def title_combining_marks():
    return scene(annotations=[{"coordinate": [0, 0], "title": "a" + "\u0301" * 300000}])


@bomb
def label_combining_marks():
    return styled(collection([POINT]), {"type": "symbol", "layout": {"text-field": "a" + "\u0301" * 300000}})


@bomb
def title_long():
    return scene(annotations=[{"coordinate": [0, 0], "title": "abcdefghi " * 100000}])


@bomb
def halo_wide():
    return styled(collection([POINT]), {"type": "symbol", "layout": {"text-field": "Halo", "text-size": 40}, "paint": {
        "text-halo-width": 10000, "text-halo-color": "red", "text-halo-blur": 10000}})


@bomb
def text_size_huge():
    return styled(collection([POINT]), {"type": "symbol", "layout": {
        "text-field": "Size", "text-size": 100000, "text-allow-overlap": True}})


# Geometry


@bomb
def polygon_self_crossing():
    ring = wanderer(100000)
    return styled(collection([{"type": "Polygon", "coordinates": [ring + ring[:1]]}]), {"type": "fill", "paint": {
        "fill-color": "red"}})


@bomb
def polygon_self_crossing_overlay():
    ring = wanderer(100000)
    return scene(overlays=[{"type": "polygon", "coordinates": ring, "fillColor": "#f008"}])


@bomb
def polygon_self_crossing_stroke():
    ring = wanderer(100000)
    return scene(overlays=[{"type": "polygon", "coordinates": ring, "fillColor": "#f008", "strokeColor": "#0008",
                            "lineWidth": 3}])


@bomb
def polygon_extruded():
    ring = wanderer(100000)
    return styled(collection([{"type": "Polygon", "coordinates": [ring + ring[:1]]}]), {
        "type": "fill-extrusion", "paint": {"fill-extrusion-height": 100000}},
        camera={"center": [0, 0], "zoom": 2, "pitch": 50})


@bomb
def polyline_random():
    return scene(overlays=[{"type": "polyline", "coordinates": wanderer(100000), "strokeColor": "#f00", "lineWidth": 4}])


@bomb
def polyline_translucent():
    return scene(overlays=[{"type": "polyline", "coordinates": wanderer(100000), "strokeColor": "#f008", "lineWidth": 4}])


@bomb
def polyline_dashed():
    return scene(overlays=[{"type": "polyline", "coordinates": wanderer(100000), "strokeColor": "#f008",
                            "lineWidth": 1, "lineDashPattern": [0.1, 0.1]}])


@bomb
def style_line_random():
    return styled(collection([line(wanderer(100000))]), {"type": "line", "paint": {"line-width": 4}})


@bomb
def style_line_dashed():
    return styled(collection([line(wanderer(100000))]), {"type": "line", "paint": {
        "line-width": 1, "line-dasharray": [0.01, 0.01]}})


@bomb
def style_line_wide():
    return styled(collection([line(wanderer(20000))]), {"type": "line", "paint": {
        "line-width": 500, "line-blur": 100, "line-opacity": 0.5}, "layout": {"line-join": "round", "line-cap": "round"}})


@bomb
def style_line_gradient():
    return styled(collection([line(wanderer(50000))]), {"type": "line", "paint": {
        "line-width": 20, "line-gradient": ["interpolate", ["linear"], ["line-progress"], 0, "red", 1, "blue"]}},
        lineMetrics=True)


@bomb
def geodesic_long():
    return scene(overlays=[{"type": "polyline", "coordinates": wanderer(100000), "geodesic": True, "strokeColor": "#f00",
                            "lineWidth": 2}])


@bomb
def circles_geodesic():
    return scene(overlays=[{"type": "circle", "center": p, "radius": 1000000, "fillColor": "#f001"} for p in wanderer(20000)])


@bomb
def label_in_polygon():
    places = random.Random(1)
    ring = []
    for i in range(300000):
        angle, radius = i / 300000 * 2 * math.pi, places.uniform(10, 60)
        ring.append([radius * math.cos(angle), radius * math.sin(angle)])
    return styled(collection([{"type": "Polygon", "coordinates": [ring + ring[:1]]}]), {
        "type": "symbol", "layout": {"text-field": "x"}})


@bomb
def lines_many():
    places = random.Random(1)
    lines = []
    for _ in range(80000):
        x, y = places.uniform(-170, 170), places.uniform(-80, 80)
        lines.append(line([[x + places.uniform(-5, 5), y + places.uniform(-5, 5)] for _ in range(5)]))
    return styled(collection(lines), {"type": "line"}, tolerance=0)


@bomb
def circles_wide():
    points = [{"type": "Point", "coordinates": p} for p in wanderer(200000)]
    return styled(collection(points), {"type": "circle", "paint": {
        "circle-radius": 200, "circle-color": "#f00", "circle-opacity": 0.1, "circle-blur": 1}})


@bomb
def heatmap_wide():
    points = [{"type": "Point", "coordinates": p} for p in wanderer(200000)]
    return styled(collection(points), {"type": "heatmap", "paint": {"heatmap-radius": 500}})


@bomb
def heatmap_huge():
    points = [{"type": "Point", "coordinates": p} for p in wanderer(20)]
    return styled(collection(points), {"type": "heatmap", "paint": {"heatmap-radius": 1e9}})


@bomb
def clusters_many():
    points = [{"type": "Point", "coordinates": p} for p in wanderer(300000)]
    return styled(collection(points), {"type": "circle"}, cluster=True)


@bomb
def clusters_on_one_spot():
    places = random.Random(1)
    points = [{"type": "Point", "coordinates": [places.random() * 1e-9, 0]} for _ in range(100000)]
    return styled(collection(points), {"type": "circle"}, cluster=True, clusterRadius=1e6)


@bomb
def annotations_many():
    return scene(annotations=[{"coordinate": p, "title": f"Pin {i}"} for i, p in enumerate(wanderer(100000))])


@bomb
def layers_many():
    areas = [rectangle(1 + i / 10, 1 + i / 10) for i in range(100)]
    return styled(collection(areas), *[{"type": "fill", "paint": {"fill-opacity": 0.5, "fill-color": [
        "rgb", i % 255, 0, 0]}} for i in range(20000)])


@bomb
def backgrounds_many():
    layers = [{"id": f"l{i}", "type": "background", "paint": {"background-opacity": 0.01, "background-color": "red"}}
              for i in range(20000)]
    return scene(basemap={"style": {"version": 8, "sources": {}, "layers": layers}})


@bomb
def fog_holes():
    return scene(overlays=[{"type": "polygon", "coordinates": [[-100, -50], [100, -50], [100, 50], [-100, 50]],
                            "holes": [[[x, y], [x + 1, y], [x, y + 1]] for x, y in wanderer(30000)], "fillColor": "#000"}])


# Images and data


@bomb
def images_inline():
    places = []
    for i in range(60):
        image = "data:image/png;base64," + base64.b64encode(png(4096, 4096) + bytes([i])).decode()
        places.append({"coordinate": [i, 0], "view": "image", "image": image})
    return scene(annotations=places)


@bomb
def images_as_sources():
    overlays = {}
    image = png(4096, 4096)
    for i in range(60):
        # Bytes after the end of a PNG do not count, but each file is another one.
        name = save(f"i{i}.png", image + bytes([i]))
        overlays[f"i{i}"] = {"type": "image", "url": name, "coordinates": [[i, 1], [i + 1, 1], [i + 1, 0], [i, 0]]}
    layers = [{"id": name, "type": "raster", "source": name} for name in overlays]
    return scene(basemap={"style": {"version": 8, "sources": overlays, "layers": layers}})


@bomb
def png_wide():
    return scene(annotations=[{"coordinate": [0, 0], "view": "image", "image": "data:image/png;base64,"
                               + base64.b64encode(png(30000, 30000, 0, 1)).decode()}])


@bomb
def png_sixteen_bits():
    return scene(annotations=[{"coordinate": [0, 0], "view": "image", "image": "data:image/png;base64,"
                               + base64.b64encode(png(4096, 4096, 6, 16)).decode()}])


@bomb
def sources_of_one_file():
    points = [{"type": "Point", "coordinates": p} for p in wanderer(20000)]
    save("data.geojson", collection(points, {"a": "b"}))
    sources = {f"s{i}": {"type": "geojson", "data": "data.geojson"} for i in range(1000)}
    return styled(None, *[{"type": "circle", "source": name, "paint": {"circle-radius": 1}} for name in sources],
                  sources=sources)


@bomb
def sources_of_one_file_with_options():
    points = [{"type": "Point", "coordinates": p} for p in wanderer(20000)]
    save("data.geojson", collection(points, {"a": "b"}))
    sources = {f"s{i}": {"type": "geojson", "data": "data.geojson", "tolerance": i / 1000} for i in range(1000)}
    return styled(None, *[{"type": "circle", "source": name, "paint": {"circle-radius": 1}} for name in sources],
                  sources=sources)


@bomb
def overlays_of_one_file():
    points = [{"type": "Point", "coordinates": p} for p in wanderer(20000)]
    save("data.geojson", collection(points, {"a": "b"}))
    return scene(overlays=[{"type": "geojson", "data": "data.geojson"} for _ in range(400)])


@bomb
def output_jpeg_largest():
    return scene(size=[32767, 32767]) + ["--format", "jpeg"]


@bomb
def output_png8_largest():
    return scene(size=[32767, 32767]) + ["--format", "png8"]


@bomb
def output_png_largest():
    return scene(size=[32767, 32767])


@bomb
def output_webp_largest():
    return scene(size=[16383, 16383]) + ["--format", "webp"]


@bomb
def mvt_features():
    return tiles(gzip.compress(mvt(b"\x12\x00" * 6000000), 9), {"type": "fill"})


@bomb
def mvt_points():
    # Each feature is a multipoint whose count promises more than there is, and one whose zeros are all on one spot.
    geometry = varint(1 | 200000 << 3) + b"\0" * 400000
    feature = chunk(2, varint(3 << 3) + varint(1) + chunk(4, geometry))
    return tiles(gzip.compress(mvt(feature * 60), 9), {"type": "circle", "paint": {"circle-radius": 100}})


@bomb
def mvt_lines():
    geometry = varint(9) + varint(0) + varint(0) + varint(2 | 1000000 << 3) + (b"\x64\x64\x63\x63" * 500000)
    feature = chunk(2, varint(3 << 3) + varint(2) + chunk(4, geometry))
    return tiles(gzip.compress(mvt(feature * 12), 9), {"type": "line"})


@bomb
def mvt_layers():
    return tiles(gzip.compress(mvt(b"") * 3000000, 9), {"type": "fill"})


@bomb
def mvt_values():
    values = b"".join(chunk(4, chunk(1, b"")) for _ in range(10000000))
    return tiles(gzip.compress(chunk(3, chunk(1, b"layer") + values), 9), {"type": "fill"})


@bomb
def gzip_bomb():
    return tiles(gzip.compress(gzip.compress(b"\0" * (1 << 30), 9), 9), {"type": "fill"})


@bomb
def gzip_zeros():
    return tiles(gzip.compress(b"\0" * (1 << 30), 9), {"type": "fill"})


@bomb
def zstd_zeros():
    # RLE blocks (RFC 8878, 3.1.1.2.2) of 128 KiB each: 3 bytes of header and the byte.
    block = struct.pack("<I", 1 << 1 | (128 << 10) << 3)[:3] + b"\0"
    return tiles(b"\x28\xb5\x2f\xfd\x00\x60" + block * 50000, {"type": "fill"})


@bomb
def json_nested():
    return [save("scene.json", b'{"x":' * 200000)]


@bomb
def json_arrays():
    return [save("scene.json", b'{"annotations":' + b"[" * 5000000)]


@bomb
def json_keys():
    return [save("scene.json", b"{" + b",".join(b'"a%d":0' % i for i in range(1000000)) + b"}")]


@bomb
def json_numbers():
    return [save("scene.json", b'{"annotations":[' + b"0," * 8000000 + b"0]}")]


@bomb
def geojson_empty_features():
    return styled({"type": "FeatureCollection", "features": [{}] * 2000000}, {"type": "fill"})


@bomb
def geojson_many_points():
    points = [[i % 180, i % 80] for i in range(3000000)]
    return styled(collection([{"type": "MultiPoint", "coordinates": points}]), {"type": "circle"})


@bomb
def svg_nested_uses():
    parts = '<g id="u0"><rect width="9" height="9"/></g>'
    for i in range(1, 12):
        parts += f'<g id="u{i}">' + f'<use href="#u{i - 1}"/>' * 10 + "</g>"
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><defs>{parts}</defs><use href="#u11"/></svg>'
    return scene(annotations=[{"coordinate": [0, 0], "view": "image", "image": svg}])


@bomb
def svg_dashes():
    svg = ('<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><path stroke="red" stroke-dasharray="1e-6" '
           'd="M0 0H90000V90000H-90000V-90000"/></svg>')
    return scene(annotations=[{"coordinate": [0, 0], "view": "image", "image": svg}])


@bomb
def svg_many():
    places = random.Random(1)
    views = []
    for i in range(1000):
        shapes = "".join(f'<circle cx="{places.random() * 400:.1f}" cy="200" r="150" opacity=".1"/>' for _ in range(200))
        views.append({"coordinate": [i / 10, 0], "view": "image", "image":
                      f'<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400">{shapes}</svg>'})
    return scene(annotations=views)


@bomb
def dashes_tiny():
    return scene(overlays=[{"type": "polyline", "coordinates": [[-170, 0], [170, 1]], "strokeColor": "#f00", "lineWidth": 1,
                            "lineDashPattern": [1e-9, 1e-9]}])


@bomb
def dashes_tiny_border():
    return scene(overlays=[{"type": "polygon", "coordinates": wanderer(1000), "strokeColor": "#f00",
                            "lineWidth": 1, "lineDashPattern": [0.001, 0.001]}])


@bomb
def style_dashes_tiny():
    return styled(collection([line([[-170, 0], [170, 1]])]), {"type": "line", "paint": {
        "line-width": 1, "line-dasharray": [1e-9, 1e-9]}})


@bomb
def encoded_polyline():
    return scene(overlays=[{"type": "polyline", "polyline": "??" * 2000000, "strokeColor": "#f00", "lineWidth": 2}])


@bomb
def graticule_dense():
    return scene(overlays=[{"type": "graticule", "interval": 0.001}])


@bomb
def kml_elements():
    save("a.kml", b"<kml><Document><Placemark>" + b"<a/>" * 12000000 + b"</Placemark></Document></kml>")
    return scene(overlays=[{"type": "kml", "data": "a.kml"}])


@bomb
def text_of_lists():
    value: list = ["get", "a"]
    for _ in range(18):
        # Quotes within quotes double the text each time.
        value = ["to-string", ["split", ["concat", "\"", value], ","]]
    return styled(collection([POINT], {"a": "b,c"}), {"type": "symbol", "layout": {"text-field": value}})


@bomb
def text_joined():
    long = "x" * 60000
    value = ["join", ["split", long, ""], long]
    return styled(collection([POINT]), {"type": "symbol", "layout": {"text-field": value}})


@bomb
def tracks():
    points = "".join(f'<trkpt lat="{y:.4f}" lon="{x:.4f}"/>' for x, y in wanderer(500000))
    save("track.gpx", f'<gpx version="1.1"><trk><trkseg>{points}</trkseg></trk></gpx>'.encode())
    return scene(overlays=[{"type": "gpx", "data": "track.gpx"}])


# Data that is joined, shared or repeated


@bomb
def topojson_arcs_repeated():
    arc = [[0, 0], [1, 1], [2, 0]] * 500
    topology = {"type": "Topology", "arcs": [arc], "objects": {"a": {"type": "LineString", "arcs": [0] * 100000}}}
    return scene(overlays=[{"type": "geojson", "data": topology}])


@bomb
def topojson_arcs_in_polygons():
    arc = [[0, 0], [1, 1], [2, 0]] * 500
    polygons = [{"type": "MultiPolygon", "arcs": [[[0, -1]]] * 100} for _ in range(100)]
    topology = {"type": "Topology", "transform": {"scale": [1, 1], "translate": [0, 0]}, "arcs": [arc],
                "objects": {"a": {"type": "GeometryCollection", "geometries": polygons}}}
    return scene(overlays=[{"type": "topojson", "data": save("a.json", topology)}])


@bomb
def kml_styles_shared():
    style = ("<Style id='s'><LineStyle><color>ff0000ff</color><width>1.5</width></LineStyle><PolyStyle><color>7f00ff00"
             "</color><fill>0</fill><outline>0</outline></PolyStyle><IconStyle><color>ff00ff00</color><scale>2</scale>"
             "</IconStyle></Style>")
    place = "<Placemark><styleUrl>#s</styleUrl><Point><coordinates>0,0</coordinates></Point></Placemark>"
    save("a.kml", f"<kml><Document>{style}{place * 600000}</Document></kml>".encode())
    return scene(overlays=[{"type": "kml", "data": "a.kml"}])


@bomb
def kml_style_maps():
    maps = "".join(f"<StyleMap id='m{i}'><Pair><key>normal</key><styleUrl>#m{i + 1}</styleUrl></Pair></StyleMap>"
                   for i in range(100000))
    save("a.kml", f"<kml><Document>{maps}<Placemark><styleUrl>#m0</styleUrl><Point><coordinates>0,0</coordinates></Point>"
                  "</Placemark></Document></kml>".encode())
    return scene(overlays=[{"type": "kml", "data": "a.kml"}])


@bomb
def kml_coordinates():
    save("a.kml", b"<kml><Placemark><LineString><coordinates>" + b"1,1 " * 8000000
         + b"</coordinates></LineString></Placemark></kml>")
    return scene(overlays=[{"type": "kml", "data": "a.kml"}])


@bomb
def wkt_coordinates():
    return scene(overlays=[{"type": "wkt", "data": "LINESTRING(" + "1 1," * 4000000 + "1 1)"}])


@bomb
def wkt_file():
    save("a.wkt", b"LINESTRING(" + b"1 1," * 15000000 + b"1 1)")
    return scene(overlays=[{"type": "wkt", "data": "a.wkt"}])


@bomb
def geojson_collections_nested():
    geometry = {"type": "GeometryCollection", "geometries": [POINT] * 300000}
    for _ in range(25):
        geometry = {"type": "GeometryCollection", "geometries": [geometry]}
    return scene(overlays=[{"type": "geojson", "data": geometry}])


@bomb
def geojson_feature_of_collections():
    # Each geometry is drawn with the properties of the feature.
    properties = {f"p{i}": "x" * 100 for i in range(1000)}
    geometry = {"type": "GeometryCollection", "geometries": [POINT] * 300000}
    return scene(overlays=[{"type": "geojson", "data": {"type": "Feature", "properties": properties, "geometry": geometry}}])


@bomb
def numbering_of_many():
    return scene(annotations=[{"coordinate": [i / 100, 0]} for i in range(30000)],
                 numbering={"start": 1})


@bomb
def gpx_names():
    points = "<wpt lat='1' lon='1'><name>" + "name " * 20 + "</name></wpt>"
    save("a.gpx", f"<gpx>{points * 300000}</gpx>".encode())
    return scene(overlays=[{"type": "gpx", "data": "a.gpx"}])


@bomb
def gpx_comments():
    save("a.gpx", b"<gpx>" + b"<!---->" * 8000000 + b"</gpx>")
    return scene(overlays=[{"type": "gpx", "data": "a.gpx"}])


@bomb
def gpx_text_in_pieces():
    save("a.gpx", b"<gpx><wpt lat='1' lon='1'><name>" + b"<![CDATA[a]]>" * 4000000 + b"</name></wpt></gpx>")
    return scene(overlays=[{"type": "gpx", "data": "a.gpx"}])


@bomb
def text_newlines():
    return newlines({"text-field": "\n" * 200000})


@bomb
def text_spaces_in_one_line():
    return newlines({"text-field": "a " * 100000, "text-max-width": 1e9})


@bomb
def text_newlines_in_fonts():
    return styled(collection([POINT]), {"type": "symbol", "layout": {"text-field": "\n" * 200000}})


@bomb
def text_newlines_of_features():
    return newlines({"text-field": ["get", "n"], "text-allow-overlap": True},
                    [{"type": "Feature", "properties": {"n": "\n" * 1000 + f"{i}"}, "geometry": POINT}
                     for i in range(10000)])


@bomb
def text_arabic_marks():
    return newlines({"text-field": "\u05d0" + "\u064b" * 200000})


@bomb
def text_brackets_from_the_right():
    return newlines({"text-field": "\u202e\u202d" * 60 + "\u05d0(" * 100000})


def newlines(layout, features=None):
    """Labels that are set with glyph files."""
    style = {"version": 8, "glyphs": "glyphs/{fontstack}/{range}.pbf", "sources": {
        "g": {"type": "geojson", "data": {"type": "FeatureCollection", "features": features or [
            {"type": "Feature", "properties": {}, "geometry": POINT}]}}},
        "layers": [{"id": "l", "type": "symbol", "source": "g", "layout": {"text-font": ["Any"], **layout}}]}
    os.makedirs("glyphs/Any", exist_ok=True)
    glyphs = b"".join(chunk(3, varint(1 << 3) + varint(i) + b"".join(
        varint(field << 3) + varint(value) for field, value in [(3, 0), (4, 0), (5, 0), (6, 0), (7, 20)]))
        for i in range(32, 127))
    save("glyphs/Any/0-255.pbf", chunk(1, chunk(1, b"Any") + chunk(2, b"0-255") + glyphs))
    return scene(basemap={"style": save("style.json", style)})


@bomb
def collator_locale():
    long = "a" * 500000
    comparison = ["<", long, long + "b", ["collator", {"locale": "x" * 2000}]]
    return styled(collection([POINT]), {"type": "symbol", "layout": {"text-field": ["to-string", comparison]}})


@bomb
def collator_of_features():
    points = [{"type": "Point", "coordinates": p} for p in wanderer(200)]
    comparison = ["<", ["get", "a"], "é" * 30000, ["collator", {"locale": "fi"}]]
    return styled(collection(points, {"a": "é" * 30000}), {"type": "circle", "filter": comparison})


@bomb
def format_sections():
    return styled(collection([POINT]), {"type": "symbol", "layout": {
        "text-field": ["format"] + ["ab", {"font-scale": 1.1}] * 20000}})


@bomb
def format_sections_in_glyphs():
    return newlines({"text-field": ["format"] + ["ab ", {"font-scale": 1.1}] * 20000})


@bomb
def number_format_locale():
    points = [{"type": "Point", "coordinates": p} for p in wanderer(20000)]
    value = ["number-format", ["get", "a"], {"locale": "x-" * 20000, "max-fraction-digits": 100}]
    return styled(collection(points, {"a": 1e300}), {"type": "symbol", "layout": {"text-field": value}})


@bomb
def clusters_over_zooms():
    points = [{"type": "Point", "coordinates": p} for p in wanderer(400000)]
    return styled(collection(points), {"type": "circle"}, cluster=True, clusterMaxZoom=22, clusterProperties={
        f"p{i}": ["+", ["get", "x"]] for i in range(30)})


@bomb
def cluster_texts():
    # Each cluster's text is that of all of its points.
    points = [{"type": "Point", "coordinates": p} for p in wanderer(20000)]
    return styled(collection(points, {"t": "x" * 200}), {"type": "circle"}, cluster=True, clusterMaxZoom=22,
                  clusterRadius=4000, clusterProperties={"t": [["concat", ["accumulated"], ["get", "t"]], ["get", "t"]]})


@bomb
def names_along_lines():
    lines = [line([[-170, y / 100], [170, y / 100]]) for y in range(2000)]
    return styled(collection(lines, {"n": "Long name of a street"}), {"type": "symbol", "layout": {
        "symbol-placement": "line", "symbol-spacing": 1, "text-field": ["get", "n"], "text-allow-overlap": True}})


@bomb
def expression_in_list():
    points = [{"type": "Point", "coordinates": p} for p in wanderer(20000)]
    names = [f"name {i}" for i in range(200000)]
    return styled(collection(points, {"a": "none"}), {
        "type": "circle", "filter": ["in", ["get", "a"], ["literal", names]]})


@bomb
def expression_split():
    points = [{"type": "Point", "coordinates": p} for p in wanderer(200)]
    value = ["length", ["split", ["get", "a"], "a" * 20000 + "b"]]
    return styled(collection(points, {"a": "a" * 50000}), {"type": "circle", "filter": [">", value, 0]})


@bomb
def attribution_of_open_tags():
    return scene(basemap={"style": save("style.json", {
        "version": 8, "sources": {"g": {"type": "geojson", "data": collection([POINT]), "attribution": "<a'" * 2000000}},
        "layers": [{"id": "l", "type": "circle", "source": "g"}]})})


@bomb
def svg_uses_of_text():
    parts = '<text id="t">' + "ab" * 900 + "</text>"
    svg = (f'<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><defs>{parts}</defs>'
           + '<use href="#t"/>' * 10000 + "</svg>")
    return scene(annotations=[{"coordinate": [0, 0], "view": "image", "image": svg}])


@bomb
def png_palette():
    return scene(annotations=[{"coordinate": [0, 0], "view": "image", "image":
                 "data:image/png;base64," + base64.b64encode(png(4096, 4096, 0)).decode()}] * 300)


def written(name):
    """The arguments of a bomb whose files were written by another process: what a process has counts for its children."""
    with multiprocessing.get_context("fork").Pool(1) as pool:
        return pool.apply(BOMBS[name])


def run(name, options):
    """Seconds by the clock and of the processors, mebibytes, exit code and the first line of what was said."""
    with tempfile.TemporaryDirectory(dir=options.keep) as folder:
        os.chdir(folder)
        arguments = written(name)
        command = [options.program, "render", *arguments, "-o", "out.png", "-q", *options.arguments]
        if "--format" in arguments:
            command[command.index("out.png")] = "out"

        def bound():
            resource.setrlimit(resource.RLIMIT_AS, (CEILING, CEILING))
        start = time.monotonic()
        with open("said", "wb") as said:
            process = subprocess.Popen(command, stdout=said, stderr=said, preexec_fn=bound)
            late = False
            while True:
                pid, status, used = os.wait4(process.pid, os.WNOHANG)
                if pid:
                    break
                if time.monotonic() - start > options.longest and not late:
                    late = True
                    process.kill()
                time.sleep(0.01)
        seconds = time.monotonic() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        with open("said", "rb") as output:
            lines = output.read(2000).decode(errors="replace").splitlines()
        os.chdir("/")
        return seconds, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, process.returncode, lines[0] if lines else ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*")
    parser.add_argument("--program", default=str(PROGRAM))
    parser.add_argument("--limits", default="strict")
    parser.add_argument("--longest", type=float, default=20, help="seconds after which a bomb is ended")
    parser.add_argument("--keep", help="the folder to make inputs in")
    options = parser.parse_args()
    options.program = os.path.abspath(options.program)
    options.arguments = ["--limits", options.limits] if options.limits else []
    failed = 0
    print(f"| {'bomb':32} | seconds |     CPU | MiB | exit | said |\n|---|---|---|---|---|---|")
    for name in options.names or BOMBS:
        seconds, processors, memory, code, said = run(name, options)
        holds = seconds <= SECONDS and memory <= MEBIBYTES and code in (0, 65, 69)
        failed += not holds
        print(f"| {name:32} | {seconds:7.2f} | {processors:7.2f} | {memory:5.0f} | {code:4} | {'' if holds else '**past the limits** '}"
              f"{said[:110]} |", flush=True)
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
