# SPDX-License-Identifier: MIT
"""Opens tiles of "staticmap tiles" in headless Chromium.

    python3 -m staticmap_tools.clients.tiles_page maplibre|leaflet SCRIPT TILES IMAGE

maplibre: TILES is a PMTiles archive, SCRIPT the widget of PyPI's package maplibre, which has MapLibre GL JS and the reader of PMTiles
inside. leaflet: TILES is a folder of the same tiles, SCRIPT is leaflet.js. Fails when something cannot be read, or when the map is not
the tiles of zoom 2, put together.
"""
import pathlib
import sys

from PIL import Image, ImageChops, ImageStat

from . import headless_page

# The widget expects a notebook's model. MapLibre counts zooms for tiles of 512 pixels.
MAPLIBRE = f"""<!doctype html><body style="margin:0"><div id="map"></div><script type="module">{headless_page.SAVE}
import widget from '/library.js';
const element = document.getElementById('map');
let errors = '';
addEventListener('error', event => errors += event.message + '; ');
const values = {{height: '1024px', calls: [], map_options: {{
  center: [0, 0], zoom: 1, interactive: false, attributionControl: false, fadeDuration: 0,
  canvasContextAttributes: {{preserveDrawingBuffer: true}},
  style: {{version: 8, layers: [{{id: 'tiles', type: 'raster', source: 'tiles', paint: {{'raster-fade-duration': 0}}}}],
    sources: {{tiles: {{type: 'raster', url: `pmtiles://${{location.origin}}/tiles.pmtiles`, tileSize: 256}}}}}}}}}};
const set = (key, value) => {{
  if (key == '_rendered') setTimeout(() => save(element.querySelector('canvas').toDataURL(), errors), 500);
}};
element.style.width = '1024px';
widget.render({{el: element, model: {{get: key => values[key], set, save_changes() {{}}, on() {{}}}}}});
</script>"""

LEAFLET = f"""<!doctype html><link rel="stylesheet" href="/library.css"><body style="margin:0">
<div id="map" style="width:1024px;height:1024px"></div><script src="/library.js"></script><script>{headless_page.SAVE}{headless_page.SAVE_TILES}
const map = L.map('map', {{center: [0, 0], zoom: 2, zoomControl: false, attributionControl: false, fadeAnimation: false}});
const layer = L.tileLayer('/tiles/{{z}}/{{x}}/{{y}}.png', {{noWrap: true, bounds: [[-85.06, -180], [85.06, 180]]}});
saveTiles(map, layer, 1024, 1024);
</script>"""


def file_of(path, script, tiles):
    """The file of an address of the page."""
    if path == "/tiles.pmtiles":
        return tiles
    if path.startswith("/tiles/") and ".." not in path:
        return tiles + path.removeprefix("/tiles")
    return {"/library.js": script, "/library.css": script.replace(".js", ".css")}.get(path)


def assembled(folder):
    """The tiles of zoom 2 of a folder, put together."""
    whole = Image.new("RGB", (1024, 1024))
    for column in range(4):
        for row in range(4):
            whole.paste(Image.open(folder / "2" / str(column) / f"{row}.png").convert("RGB"), (256 * column, 256 * row))
    return whole


def main(library, script, tiles, target):
    page = {"maplibre": MAPLIBRE, "leaflet": LEAFLET}[library]
    image = headless_page.image(page, lambda path: file_of(path, script, tiles))
    image.save(target)
    found = image.convert("RGB")
    assert found.size == (1024, 1024), f"the map has {found.size}"
    expected = assembled(pathlib.Path(tiles) if library == "leaflet" else pathlib.Path(tiles).with_suffix(""))
    mean = sum(ImageStat.Stat(ImageChops.difference(found, expected)).mean) / 3
    assert mean < 1, f"the map differs from its tiles by {mean:.2f} of 255"
    print(f"differs from the tiles by {mean:.3f} of 255")


if __name__ == "__main__":
    main(*sys.argv[1:])
