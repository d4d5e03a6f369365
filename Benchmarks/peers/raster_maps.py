# SPDX-License-Identifier: MIT
"""Maps out of raster tiles, by programs that draw nothing else."""
import io
import pathlib

from work import FOLDER, HALF, line_and_markers, marker_file, measured, mercator, scene, tile_path, tile_zoom


def pyvips(work):
    import pyvips

    view = scene(work)
    zoom = tile_zoom(view)
    (x, y), (width, height) = mercator(*view["camera"]["center"]), view["size"]
    pixels = 2**zoom * 128
    left, top = round((1 + x / HALF) * pixels - width / 2), round((1 - y / HALF) * pixels - height / 2)

    def draw():
        columns = range(left // 256, (left + width - 1) // 256 + 1)
        rows = range(top // 256, (top + height - 1) // 256 + 1)
        tiles = [pyvips.Image.new_from_file(str(tile_path(zoom, c, r))) for r in rows for c in columns]
        tiles = [t[:3] if t.bands == 4 else t.colourspace("srgb") if t.bands < 3 else t for t in tiles]
        mosaic = pyvips.Image.arrayjoin(tiles, across=len(columns))
        cut = mosaic.crop(left - columns[0] * 256, top - rows[0] * 256, width, height)
        return cut.pngsave_buffer(compression=6, filter="none")

    return measured(draw)


def staticmap(work):
    import staticmap as library

    view = scene(work)
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
        map.render(zoom=tile_zoom(view), center=view["camera"]["center"]).save(out, "PNG")
        return out.getvalue()

    return measured(draw)


def py_staticmaps(work):
    import s2sphere
    import staticmaps

    view = scene(work)
    line, markers = line_and_markers(view)
    place = lambda p: s2sphere.LatLng.from_degrees(p[1], p[0])

    class Tiles(staticmaps.TileDownloader):
        def get(self, provider, cache_dir, zoom, x, y):
            return tile_path(zoom, x, y).read_bytes()

    def draw():
        context = staticmaps.Context()
        context.set_tile_downloader(Tiles())
        context.set_center(place(view["camera"]["center"]))
        context.set_zoom(tile_zoom(view))
        if line:
            context.add_object(staticmaps.Line([place(p) for p in line], color=staticmaps.RED, width=3))
        for p in markers:
            context.add_object(staticmaps.ImageMarker(place(p), str(marker_file()), 12, 12))
        out = io.BytesIO()
        context.render_cairo(*view["size"]).write_to_png(out)
        return out.getvalue()

    return measured(draw)
