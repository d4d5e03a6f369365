# SPDX-License-Identifier: MIT
"""Shows what a server serves in headless Chromium.

    python3 -m staticmap_tools.clients.server_page ADDRESS maplibre|leaflet SCRIPT IMAGE

SCRIPT is the library's JavaScript file, IMAGE is written. Fails when the library reports an error, when the map is empty,
or when there are seams between tiles.
"""
import sys

from PIL import Image

from . import headless_page

CENTER = (24.944, 60.1715)
#: Of the page that Leaflet shows.
ZOOM = 15


def maplibre(address):
    return f"""<!doctype html><body style="margin:0"><div id="map" style="width:800px;height:600px"></div>
<script src="/library.js"></script><script>{headless_page.SAVE}
let errors = '';
const map = new maplibregl.Map({{container: 'map', style: '{address}/styles/streets/style.json', center: {list(CENTER)},
  zoom: 13.5, interactive: false, attributionControl: false, fadeDuration: 0, localIdeographFontFamily: false,
  canvasContextAttributes: {{preserveDrawingBuffer: true}}}});
// A style may have layers for which the data have nothing.
map.on('error', event => {{ if (!/^Source layer/.test(event.error.message)) errors += event.error.message + '; '; }});
map.once('idle', () => save(map.getCanvas().toDataURL(), errors));
</script>"""


def leaflet(address):
    return f"""<!doctype html><link rel="stylesheet" href="/library.css"><body style="margin:0">
<div id="map" style="width:800px;height:600px"></div><script src="/library.js"></script><script>{headless_page.SAVE}{headless_page.SAVE_TILES}
const map = L.map('map', {{center: [{CENTER[1]}, {CENTER[0]}], zoom: {ZOOM}, zoomControl: false, attributionControl: false,
  fadeAnimation: false}});
const layer = L.tileLayer('{address}/styles/streets/{{z}}/{{x}}/{{y}}.png', {{crossOrigin: ''}});
saveTiles(map, layer, 800, 600);
</script>"""


def tile_edges(width):
    """The columns of an image at which tiles begin. Leaflet shows the center's pixel in the middle: tile edges follow from it."""
    left = round((CENTER[0] + 180) / 360 * 256 * 2 ** ZOOM) - width // 2
    return [x for x in range(1, width) if (left + x) % 256 == 0]


def column_steps(image: Image.Image) -> list[float]:
    """How much each column but the first differs from the one before it: the sum of three channels, the mean of all rows."""
    width, height = image.size
    data, stride = image.tobytes(), width * 4
    return [
        sum(abs(data[y * stride + 4 * x + c] - data[y * stride + 4 * x + c - 4]) for y in range(height) for c in range(3)) / height
        for x in range(1, width)]


def check_seams(image: Image.Image) -> None:
    """Fails where a tile is missing, or ends in a seam."""
    assert image.getextrema()[3] == (255, 255), "there are holes between tiles"
    steps = column_steps(image)
    usual = sum(steps) / len(steps)
    worst = max(steps[x - 1] for x in tile_edges(image.width))
    assert worst < 3 * usual + 3, f"a seam: neighboring columns differ by {worst:.1f} at a tile's edge, by {usual:.1f} elsewhere"
    print(f"columns differ by {usual:.1f}, at tile edges by at most {worst:.1f}")


def main(address, library, script, target):
    files = {"/library.js": script, "/library.css": script.replace(".js", ".css")}
    image = headless_page.image({"maplibre": maplibre, "leaflet": leaflet}[library](address), files.get)
    image.save(target)
    colors = len(image.getcolors(1 << 24) or ())
    assert colors > 100, f"the map has {colors} colors only"
    if library == "leaflet":
        check_seams(image)
    print(colors, "colors")


if __name__ == "__main__":
    main(*sys.argv[1:])
