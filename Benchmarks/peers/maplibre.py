# SPDX-License-Identifier: MIT
"""Maps by MapLibre Native, which draws with OpenGL, here in software; each map is gone before the next is made."""
import json
import os
import pathlib
import re
import sys

from work import FOLDER, city_views, line_and_markers, marker_file, measured, measured_process, scene

SAMPLE = 40  # views of the 200, for which it would take minutes
ONCE = """
import sys, pymgl
style, width, height, scale, longitude, latitude, zoom, output = sys.argv[1:]
place = float(longitude), float(latitude), float(zoom)
map = pymgl.Map(open(style).read(), int(width), int(height), float(scale), *place)
map.load()
open(output, "wb").write(map.renderPNG())
"""


def new(work):
    """A new map each time."""
    view = scene(work)
    style = json.dumps(style_of(view))
    return measured(lambda: open_map(style, view).renderPNG())


def again(work):
    """The same map, which keeps all it has read and laid out."""
    view = scene(work)
    map = open_map(json.dumps(style_of(view)), view)
    return measured(map.renderPNG)


def panned(work):
    """The same map, moved."""
    view = scene(work)
    map = open_map(json.dumps(style_of(view)), view)
    longitude, latitude = view["camera"]["center"]
    steps = iter(range(1, 99))

    def draw():
        map.setCenter(longitude + 0.001 * (next(steps) % 5), latitude)
        return map.renderPNG()

    return measured(draw)


def many_new(work):
    """Different maps, each new."""
    views = list(city_views(SAMPLE))
    style = json.dumps(style_of(views[0]))
    return of_all(measured(lambda: [open_map(style, view).renderPNG() for view in views][-1], runs=1, warm=False))


def many_moved(work):
    """Different views of one map."""
    views = list(city_views(SAMPLE))
    map = open_map(json.dumps(style_of(views[0])), views[0])

    def draw():
        for view in views:
            map.setCenter(*view["camera"]["center"])
            map.setZoom(view["camera"]["zoom"])
            image = map.renderPNG()
        return image

    return of_all(measured(draw, runs=1))


def of_all(result):
    return result | {key: result[key] * 200 / SAMPLE for key in ("cpu", "wall")}


def process(work):
    view = scene(work)
    style, output = FOLDER / "maplibre-style.json", FOLDER / "maplibre-once.png"
    style.write_text(json.dumps(style_of(view)))
    camera = view["camera"]
    numbers = [*view["size"], view.get("scale", 1), *camera["center"], camera["zoom"]]
    return measured_process([sys.executable, "-c", ONCE, style, *map(str, numbers), output], output)


def open_map(style, view):
    import pymgl
    from PIL import Image

    camera = view["camera"]
    map = pymgl.Map(style, *view["size"], view.get("scale", 1), *camera["center"], camera["zoom"])
    map.setBearing(camera.get("bearing", 0) % 360)
    map.setPitch(camera.get("pitch", 0))
    if "annotations" in view:
        marker = Image.open(marker_file()).convert("RGBa")
        map.addImage("marker", marker.tobytes(), marker.width, marker.height, 1, False)
    map.load()
    return map


def style_of(view):
    """The scene's style with absolute addresses; a raster style for raster tiles."""
    base = view["basemap"]
    if "tiles" in base:
        return raster_style(view)
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
        style["glyphs"] = f"file://{all_glyphs(at(style['glyphs']), style)}/{{fontstack}}/{{range}}.pbf"
    return style


def all_glyphs(template, style):
    """A folder with every range of the style's fonts, empty where there is none: a missing one makes loading fail."""
    folder = FOLDER / "glyphs"
    for font in set(re.findall(r'"text-font": \["(.*?)"\]', json.dumps(style))):
        for first in range(0, 65536, 256):
            name = f"{first}-{first + 255}"
            source = pathlib.Path(template.replace("{fontstack}", font).replace("{range}", name))
            link = folder / font / f"{name}.pbf"
            link.parent.mkdir(parents=True, exist_ok=True)
            if not link.exists():
                link.symlink_to(source) if source.exists() else link.touch()
    return folder


def raster_style(view):
    line, markers = line_and_markers(view)
    geometry = lambda kind, c: {"type": "geojson", "data": {
        "type": "Feature", "properties": {}, "geometry": {"type": kind, "coordinates": c}}}
    sources = {"t": {"type": "raster", "tileSize": 256, "maxzoom": 16,
                     "tiles": [f"file://{FOLDER}/tiles/{{z}}/{{x}}/{{y}}.png"]}}
    layers = [{"id": "t", "type": "raster", "source": "t"}]
    if line:
        sources["line"] = geometry("LineString", line)
        layers.append({"id": "line", "type": "line", "source": "line",
                       "paint": {"line-color": "#d02020", "line-width": 3}})
    if markers:
        sources["marks"] = geometry("MultiPoint", markers)
        layers.append({"id": "marks", "type": "symbol", "source": "marks", "layout": {
            "icon-image": "marker", "icon-allow-overlap": True, "icon-ignore-placement": True}})
    return {"version": 8, "sources": sources, "layers": layers}
