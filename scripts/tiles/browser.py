#!/usr/bin/env python3
"""Opens tiles of "staticmap tiles" in headless Chromium: browser.py maplibre|leaflet SCRIPT TILES IMAGE

maplibre: TILES is a PMTiles archive, SCRIPT the widget of PyPI's package maplibre, which has MapLibre GL JS and the reader of PMTiles
inside. leaflet: TILES is a folder of the same tiles, SCRIPT is leaflet.js. Fails when something cannot be read, or when the map is not
the tiles of zoom 2, put together.
"""
# SPDX-License-Identifier: MIT
import pathlib
import sys

from PIL import Image, ImageChops, ImageStat

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "server"))
import shown  # noqa: E402

LIBRARY, SCRIPT, TILES, IMAGE = sys.argv[1:5]

# The widget expects a notebook's model. MapLibre counts zooms for tiles of 512 pixels.
MAPLIBRE = f"""<!doctype html><body style="margin:0"><div id="map"></div><script type="module">{shown.SAVE}
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
<div id="map" style="width:1024px;height:1024px"></div><script src="/library.js"></script><script>{shown.SAVE}{shown.SAVE_TILES}
const map = L.map('map', {{center: [0, 0], zoom: 2, zoomControl: false, attributionControl: false, fadeAnimation: false}});
const layer = L.tileLayer('/tiles/{{z}}/{{x}}/{{y}}.png', {{noWrap: true, bounds: [[-85.06, -180], [85.06, 180]]}});
saveTiles(map, layer, 1024, 1024);
</script>"""


def file_of(path):
    """The file of an address of the page."""
    if path == "/tiles.pmtiles":
        return TILES
    if path.startswith("/tiles/") and ".." not in path:
        return TILES + path.removeprefix("/tiles")
    return {"/library.js": SCRIPT, "/library.css": SCRIPT.replace(".js", ".css")}.get(path)


def expected():
    """The tiles of zoom 2, put together."""
    whole = Image.new("RGB", (1024, 1024))
    folder = pathlib.Path(TILES) if LIBRARY == "leaflet" else pathlib.Path(TILES).with_suffix("")
    for column in range(4):
        for row in range(4):
            whole.paste(Image.open(folder / "2" / str(column) / f"{row}.png").convert("RGB"), (256 * column, 256 * row))
    return whole


image = shown.image({"maplibre": MAPLIBRE, "leaflet": LEAFLET}[LIBRARY], file_of)
image.save(IMAGE)
found = image.convert("RGB")
assert found.size == (1024, 1024), f"the map has {found.size}"
mean = sum(ImageStat.Stat(ImageChops.difference(found, expected())).mean) / 3
assert mean < 1, f"the map differs from its tiles by {mean:.2f} of 255"
print(f"differs from the tiles by {mean:.3f} of 255")
