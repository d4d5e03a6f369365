#!/usr/bin/env python3
"""Shows what the server at $ADDRESS serves in headless Chromium: browser.py maplibre|leaflet SCRIPT IMAGE

SCRIPT is the library's JavaScript file, IMAGE is written. Fails when the library reports an error, when the map is empty,
or when there are seams between tiles.
"""
# SPDX-License-Identifier: MIT
import os
import sys

import shown

ADDRESS = os.environ["ADDRESS"]
LIBRARY, SCRIPT, IMAGE = sys.argv[1:4]
CENTER = (24.944, 60.1715)

MAPLIBRE = f"""<!doctype html><body style="margin:0"><div id="map" style="width:800px;height:600px"></div>
<script src="/library.js"></script><script>{shown.SAVE}
let errors = '';
const map = new maplibregl.Map({{container: 'map', style: '{ADDRESS}/styles/streets/style.json', center: {list(CENTER)},
  zoom: 13.5, interactive: false, attributionControl: false, fadeDuration: 0, localIdeographFontFamily: false,
  canvasContextAttributes: {{preserveDrawingBuffer: true}}}});
// A style may have layers for which the data have nothing.
map.on('error', event => {{ if (!/^Source layer/.test(event.error.message)) errors += event.error.message + '; '; }});
map.once('idle', () => save(map.getCanvas().toDataURL(), errors));
</script>"""

LEAFLET = f"""<!doctype html><link rel="stylesheet" href="/library.css"><body style="margin:0">
<div id="map" style="width:800px;height:600px"></div><script src="/library.js"></script><script>{shown.SAVE}{shown.SAVE_TILES}
const map = L.map('map', {{center: [{CENTER[1]}, {CENTER[0]}], zoom: 15, zoomControl: false, attributionControl: false,
  fadeAnimation: false}});
const layer = L.tileLayer('{ADDRESS}/styles/streets/{{z}}/{{x}}/{{y}}.png', {{crossOrigin: ''}});
saveTiles(map, layer, 800, 600);
</script>"""

files = {"/library.js": SCRIPT, "/library.css": SCRIPT.replace(".js", ".css")}
image = shown.image({"maplibre": MAPLIBRE, "leaflet": LEAFLET}[LIBRARY], files.get)
image.save(IMAGE)
colors = len(image.getcolors(1 << 24))
assert colors > 100, f"the map has {colors} colors only"

if LIBRARY == "leaflet":
    pixels = image.load()
    width, height = image.size
    assert all(pixels[x, y][3] == 255 for x in range(width) for y in range(height)), "there are holes between tiles"

    def step(x):
        """How much two neighboring columns differ."""
        return sum(abs(pixels[x, y][c] - pixels[x - 1, y][c]) for y in range(height) for c in range(3)) / height

    # Leaflet shows the center's pixel in the middle: tile edges follow from it.
    scale = 256 * 2 ** 15
    left = round((CENTER[0] + 180) / 360 * scale) - width // 2
    edges = [x for x in range(1, width) if (left + x) % 256 == 0]
    usual = sum(step(x) for x in range(1, width)) / (width - 1)
    worst = max(step(x) for x in edges)
    assert worst < 3 * usual + 3, f"a seam: neighboring columns differ by {worst:.1f} at a tile's edge, by {usual:.1f} elsewhere"
    print(f"columns differ by {usual:.1f}, at tile edges by at most {worst:.1f}")
print(colors, "colors")
