# SPDX-License-Identifier: MIT
"""Does one piece of work with one program: `peers.py PROGRAM WORK` prints CPU and wall seconds and peak MiB as JSON.

The scenes and tiles are those that `Benchmarks --prepare` made. Each program reads files, none a network.
"""
import io
import json
import math
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".build/benchmarks"
RUNS = 3


def measured(body, prepare=lambda: None, runs=RUNS):
    """The medians of some runs, after one that does not count."""
    cpu, wall = [], []
    for run in range(runs + 1):
        state = prepare()
        clock, start = time.process_time(), time.monotonic()
        body() if state is None else body(state)
        if run:
            cpu.append(time.process_time() - clock)
            wall.append(time.monotonic() - start)
    return statistics.median(cpu), statistics.median(wall)


def scene(work):
    return json.loads((FOLDER / f"{work}.json").read_text())


def tile_of(scene):
    """Where the view's middle lies in tiles of 256 pixels, and their zoom."""
    longitude, latitude = scene["camera"]["center"]
    zoom = round(scene["camera"]["zoom"]) + 1
    count = 2**zoom
    x = (longitude / 360 + 0.5) * count
    y = (0.5 - math.asinh(math.tan(math.radians(latitude))) / (2 * math.pi)) * count
    return x, y, zoom


def line_and_markers(scene):
    line = scene["overlays"][0]["coordinates"] if "overlays" in scene else []
    return line, [a["coordinate"] for a in scene.get("annotations", [])]


def tile_path(zoom, x, y):
    return FOLDER / "tiles" / str(zoom) / str(x) / f"{y}.png"


def marker_file():
    """The marker without a palette, which not all programs take."""
    from PIL import Image

    path = FOLDER / "marker-rgba.png"
    if not path.exists():
        Image.open(FOLDER / "marker.png").convert("RGBA").save(path)
    return path


# Raster programs


def pyvips(work):
    import pyvips

    if work == "w5":
        image = pyvips.Image.new_from_file(str(FOLDER / "w5.png")).copy_memory()
        return measured(lambda: image.pngsave_buffer(compression=6, filter="none"))
    view = scene(work)
    x, y, zoom = tile_of(view)
    width, height = view["size"]
    left, top = round(x * 256 - width / 2), round(y * 256 - height / 2)

    def draw():
        columns = range(left // 256, (left + width - 1) // 256 + 1)
        rows = range(top // 256, (top + height - 1) // 256 + 1)
        tiles = [pyvips.Image.new_from_file(str(tile_path(zoom, c, r))) for r in rows for c in columns]
        tiles = [t[:3] if t.bands == 4 else t.colourspace("srgb") if t.bands < 3 else t for t in tiles]
        mosaic = pyvips.Image.arrayjoin(tiles, across=len(columns))
        cut = mosaic.crop(left - columns[0] * 256, top - rows[0] * 256, width, height)
        cut.pngsave_buffer(compression=6, filter="none")

    return measured(draw)


def staticmap(work):
    import staticmap as library

    view = scene(work)
    _, _, zoom = tile_of(view)
    line, markers = line_and_markers(view)

    class Map(library.StaticMap):
        def get(self, url, **_):
            return 200, pathlib.Path(url).read_bytes()

    def draw():
        map = Map(*view["size"], url_template=str(FOLDER / "tiles/{z}/{x}/{y}.png"))
        if line:
            map.add_line(library.Line(line, "#d02020", 3))
        for place in markers:
            map.add_marker(library.IconMarker(place, str(marker_file()), 12, 12))
        out = io.BytesIO()
        map.render(zoom=zoom, center=view["camera"]["center"]).save(out, "PNG")

    return measured(draw)


def py_staticmaps(work):
    import s2sphere
    import staticmaps

    view = scene(work)
    _, _, zoom = tile_of(view)
    line, markers = line_and_markers(view)
    place = lambda p: s2sphere.LatLng.from_degrees(p[1], p[0])

    class Tiles(staticmaps.TileDownloader):
        def get(self, provider, cache_dir, zoom, x, y):
            return tile_path(zoom, x, y).read_bytes()

    def draw():
        context = staticmaps.Context()
        context.set_tile_downloader(Tiles())
        context.set_center(place(view["camera"]["center"]))
        context.set_zoom(zoom)
        if line:
            context.add_object(staticmaps.Line([place(p) for p in line], color=staticmaps.RED, width=3))
        for p in markers:
            context.add_object(staticmaps.ImageMarker(place(p), str(marker_file()), 12, 12))
        context.render_cairo(*view["size"]).write_to_png(io.BytesIO())

    return measured(draw)


def libpng(work):
    from PIL import Image

    image = Image.open(FOLDER / "w5.png").convert("RGB")
    image.load()
    return measured(lambda: image.save(io.BytesIO(), "PNG", compress_level=6))


# MapLibre Native


def maplibre_style(view):
    """The scene's style with absolute addresses; a raster style for picture tiles."""
    base = view["basemap"]
    if "tiles" in base:
        style = {
            "version": 8,
            "sources": {"t": {"type": "raster", "tileSize": 256, "maxzoom": 16,
                              "tiles": [f"file://{FOLDER}/tiles/{{z}}/{{x}}/{{y}}.png"]}},
            "layers": [{"id": "t", "type": "raster", "source": "t"}],
        }
        line, markers = line_and_markers(view)
        geometry = lambda kind, c: {"type": "Feature", "properties": {}, "geometry": {"type": kind, "coordinates": c}}
        if line:
            style["sources"]["line"] = {"type": "geojson", "data": geometry("LineString", line)}
            style["layers"].append({"id": "line", "type": "line", "source": "line",
                                    "paint": {"line-color": "#d02020", "line-width": 3}})
        if markers:
            style["sources"]["marks"] = {"type": "geojson", "data": geometry("MultiPoint", markers)}
            style["layers"].append({"id": "marks", "type": "symbol", "source": "marks", "layout": {
                "icon-image": "marker", "icon-allow-overlap": True, "icon-ignore-placement": True}})
        return style
    path = pathlib.Path(base["style"])
    if not path.is_file():
        raise SystemExit("this style's tiles are in an archive that it does not read: set STATICMAP_BENCH_DATA")
    style = json.loads(path.read_text())
    at = lambda name: os.path.normpath(path.parent / name)
    for source in style["sources"].values():
        if source.get("url", "").startswith("mbtiles://"):
            source["url"] = "mbtiles://" + at(source["url"][len("mbtiles://"):])
        if isinstance(source.get("data"), str):
            source["data"] = "file://" + at(source["data"])
    if "sprite" in style:
        style["sprite"] = "file://" + at(style["sprite"])
    if "glyphs" in style:
        style["glyphs"] = "file://" + at(style["glyphs"])
    return style


def maplibre(work, mode):
    import pymgl

    views = [scene(work)] if work != "w7" else [dict(scene("w6")) for _ in range(20)]
    if work == "w7":
        for index, view in enumerate(views):
            turn, (longitude, latitude) = index * 2.399963, view["camera"]["center"]
            reach = 0.012 * math.sqrt(index / len(views))
            view["camera"] = {"center": [longitude + reach * math.cos(turn), latitude + reach * math.sin(turn)],
                              "zoom": 14 + index % 5 * 0.5}
    text = json.dumps(maplibre_style(views[0]))
    scale = views[0].get("scale", 1)

    def open_map(view):
        (width, height), camera = view["size"], view["camera"]
        map = pymgl.Map(text, width, height, scale, *camera["center"], camera["zoom"])
        if '"marks"' in text:
            marker = marker_pixels()
            map.addImage("marker", marker[0], marker[1], marker[2], 1, False)
        map.load()
        return map

    if mode == "new":
        def draw():
            for view in views:
                map = open_map(view)
                map.renderPNG()
                del map

        result = measured(draw)
        return result if work != "w7" else tuple(200 / len(views) * t for t in result)
    map = open_map(views[0])
    longitude, latitude = views[0]["camera"]["center"]
    index = [0]

    def again():
        index[0] += 1
        if mode == "panned":
            map.setCenter(longitude + 0.001 * (index[0] % 5), latitude)
        map.renderPNG()

    return measured(again)


def marker_pixels():
    from PIL import Image

    image = Image.open(marker_file()).convert("RGBa")
    return image.tobytes(), image.width, image.height


def maplibre_process(work):
    """The whole process, as its parent sees it."""
    command = [sys.executable, __file__, "maplibre-once", work]
    cpu, wall = [], []
    for run in range(RUNS + 1):
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if run:
            cpu.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
            wall.append(time.monotonic() - start)
    return statistics.median(cpu), statistics.median(wall)


def maplibre_once(work):
    import pymgl

    view = scene(work)
    map = pymgl.Map(json.dumps(maplibre_style(view)), *view["size"], view.get("scale", 1), *view["camera"]["center"],
                    view["camera"]["zoom"])
    map.load()
    map.renderPNG()
    return 0, 0


# Mapnik


def mapnik(work):
    import mapnik as library

    view = scene(work)
    style = json.loads(pathlib.Path(view["basemap"]["style"]).read_text())
    if "countries" not in style["sources"]:
        raise SystemExit("it reads no tiles of this style: set STATICMAP_BENCH_DATA")
    projection = "epsg:3857"
    text = f"""<Map srs="{projection}" background-color="#a8c8e0">
    <Style name="land"><Rule><PolygonSymbolizer fill="#f0ece0"/></Rule></Style>
    <Style name="lakes"><Rule><PolygonSymbolizer fill="#a8c8e0"/></Rule></Style>
    <Style name="rivers"><Rule><LineSymbolizer stroke="#88b0d0" stroke-width="0.7"/></Rule></Style>
    <Style name="borders"><Rule><LineSymbolizer stroke="#b098a8" stroke-width="1"/></Rule></Style>
    <Style name="names"><Rule><TextSymbolizer face-name="DejaVu Sans Book" size="11" halo-fill="white"
      halo-radius="1" placement="interior">[name]</TextSymbolizer></Rule></Style>
    """
    for name, source in [("land", "countries"), ("lakes", "lakes"), ("rivers", "rivers"), ("borders", "countries"),
                         ("names", "countries")]:
        text += f"""<Layer name="{name}" srs="epsg:4326"><StyleName>{name}</StyleName><Datasource>
        <Parameter name="type">geojson</Parameter><Parameter name="file">{style["sources"][source]["data"]}</Parameter>
        </Datasource></Layer>"""
    text += "</Map>"
    width, height = view["size"]
    longitude, latitude = view["camera"]["center"]
    half = 20037508.342789244
    x, y = longitude / 180 * half, math.asinh(math.tan(math.radians(latitude))) / math.pi * half
    meters = 2 * half / (512 * 2 ** view["camera"]["zoom"])
    box = library.Box2d(x - width / 2 * meters, y - height / 2 * meters, x + width / 2 * meters, y + height / 2 * meters)

    def draw():
        map = library.Map(width, height)
        library.load_map_from_string(map, text)
        map.zoom_to_box(box)
        image = library.Image(width, height)
        library.render(map, image)
        image.to_string("png32:z=6")

    return measured(draw)


PROGRAMS = {
    "mapnik": mapnik,
    "pyvips": pyvips,
    "staticmap": staticmap,
    "py-staticmaps": py_staticmaps,
    "libpng": libpng,
    "maplibre-new": lambda work: maplibre(work, "new"),
    "maplibre-again": lambda work: maplibre(work, "again"),
    "maplibre-panned": lambda work: maplibre(work, "panned"),
    "maplibre-process": maplibre_process,
    "maplibre-once": maplibre_once,
}


def main():
    program, work = sys.argv[1:3]
    cpu, wall = PROGRAMS[program](work)
    peak = max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    print(json.dumps({"cpu": cpu, "wall": wall, "peak": peak / 1024}))


main()
