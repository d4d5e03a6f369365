# SPDX-License-Identifier: MIT
"""Maps by Mapnik, with its own painter (AGG)."""
import os
import pathlib
import sys

from work import FOLDER, HALF, city_views, measured, measured_process, mercator, scene

import mapnik_city
import mapnik_files
import mapnik_style

PNG = "png32:t=0:z=3"  # without transparency, at the level of zlib that makes files as large as ours
ONCE = """
import sys, mapnik
file, width, height, scale, *box, output = sys.argv[1:]
for font in filter(None, FONTS.split(":")):
    mapnik.FontEngine.register_font(font)
map = mapnik.Map(int(width), int(height))
mapnik.load_map(map, file)
map.zoom_to_box(mapnik.Box2d(*(float(side) for side in box)))
image = mapnik.Image(int(width), int(height))
mapnik.render(map, image, float(scale))
open(output, "wb").write(image.to_string(PNG))
"""


def map_file(view):
    zoom = view["camera"]["zoom"]
    if "tiles" in view["basemap"]:
        name = "overlays/map" if "overlays" in view else "tiles/map"
    else:
        name = "world/map" if zoom < 10 else f"city/{zoom:g}"
    return FOLDER / f"mapnik/{name}.xml"


def prepared_file(view):
    if not map_file(view).exists():
        raise SystemExit("there is no map file for it: its preparation failed")
    return str(map_file(view))


def prepare():
    """Makes the map files."""
    for view in (scene("w1"), scene("w4")):
        mapnik_files.raster(view, map_file(view))
    city, world = scene("w2"), scene("w3")
    mapnik_city.prepare(pathlib.Path(city["basemap"]["style"]), map_file(city).parent, [14, 14.5, 15, 15.5, 16])
    mapnik_files.world(pathlib.Path(world["basemap"]["style"]), map_file(world))


def size_of(view):
    return [round(side * view.get("scale", 1)) for side in view["size"]]


def box_of(view):
    camera = view["camera"]
    x, y = mercator(*camera["center"])
    reach = [side / 2 * 2 * HALF / (512 * 2 ** camera["zoom"]) for side in view["size"]]
    return x - reach[0], y - reach[1], x + reach[0], y + reach[1]


def open_map(view):
    import mapnik

    map = mapnik.Map(*size_of(view))
    mapnik.load_map(map, prepared_file(view))
    return map


def png_of(map, view):
    import mapnik

    map.zoom_to_box(mapnik.Box2d(*box_of(view)))
    image = mapnik.Image(*size_of(view))
    mapnik.render(map, image, view.get("scale", 1))
    return image.to_string(PNG)


def new(work):
    """A new map each time; what Mapnik keeps by itself, such as icons, letters and mapped files, it may keep."""
    mapnik_style.register_fonts()
    view = scene(work)
    return measured(lambda: png_of(open_map(view), view))


def panned(work):
    """The same map, moved."""
    mapnik_style.register_fonts()
    view = scene(work)
    longitude, latitude = view["camera"]["center"]
    map, steps = open_map(view), iter(range(1, 99))

    def draw():
        moved = [longitude + 0.001 * (next(steps) % 5), latitude]
        return png_of(map, view | {"camera": view["camera"] | {"center": moved}})

    return measured(draw)


def many(work, processes=1):
    """Two hundred different maps, of one loaded map for each zoom; each process draws its share."""
    mapnik_style.register_fonts()
    views = list(city_views(200))
    prepared_file(views[0])

    def draw(share):
        maps = {}
        for view in share:
            zoom = view["camera"]["zoom"]
            maps[zoom] = maps.get(zoom) or open_map(view)
            last = png_of(maps[zoom], view)
        return last

    def draw_side_by_side():
        children = [fork(lambda: draw(views[first::processes])) for first in range(processes)]
        if any([os.waitpid(child, 0)[1] for child in children]):
            raise SystemExit("a process failed")

    return measured(draw_side_by_side if processes > 1 else lambda: draw(views), runs=1, warm=False)


def fork(body):
    child = os.fork()
    if child == 0:
        try:
            body()
            os._exit(0)
        finally:
            os._exit(1)
    return child


def process(work):
    view = scene(work)
    output = FOLDER / "mapnik-once.png"
    script = f"FONTS, PNG = {':'.join(map(str, mapnik_style.font_files()))!r}, {PNG!r}" + ONCE
    arguments = [prepared_file(view), *size_of(view), view.get("scale", 1), *box_of(view), output]
    return measured_process([sys.executable, "-c", script, *map(str, arguments)], output)
