# SPDX-License-Identifier: MIT
"""Shows a page in headless Chromium, and gets the image that it saves."""
import base64
import http.server
import io
import mimetypes
import os
import re
import subprocess
import tempfile
import threading

from PIL import Image

#: A function for pages: the image as a data address, and what went wrong.
SAVE = "const save = (image, errors) => fetch('/save', {method: 'POST', body: image + '\\n' + errors});"

#: A function for pages with SAVE: shows a layer of Leaflet, and saves its tiles where the map of that size shows them.
SAVE_TILES = """
const saveTiles = (map, layer, width, height) => {
  let errors = '';
  layer.on('tileerror', event => errors += event.coords + '; ');
  layer.on('load', () => {
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    for (const tile of document.querySelectorAll('img.leaflet-tile')) {
      const box = tile.getBoundingClientRect();
      canvas.getContext('2d').drawImage(tile, box.x, box.y, box.width, box.height);
    }
    save(canvas.toDataURL(), errors);
  });
  layer.addTo(map);
};"""


def image(page, file_of):
    """The image that a page hands to the function `save` of SAVE.

    Args:
        page: HTML.
        file_of: the file for a path of the page's address, or None; parts of it are sent where the page asks for ranges.

    Raises:
        AssertionError: when the page has said nothing in three minutes, or says that something went wrong.
    """
    saved = []
    done = threading.Event()

    class Handler(http.server.BaseHTTPRequestHandler):
        def log_message(self, *_):
            pass

        def reply(self, body, kind, status=200, headers=()):
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            for name, value in headers:
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def do_GET(self):
            if self.path == "/":
                self.reply(page.encode(), "text/html; charset=utf-8")
                return
            path = file_of(self.path)
            if path is None or not os.path.isfile(path):
                self.reply(b"", "text/plain", 404)
                return
            kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
            wanted = re.fullmatch(r"bytes=(\d+)-(\d+)", self.headers.get("Range", ""))
            with open(path, "rb") as file:
                if not wanted:
                    self.reply(file.read(), kind)
                    return
                first, last = map(int, wanted.groups())
                file.seek(first)
                body = file.read(last - first + 1)
            place = f"bytes {first}-{first + len(body) - 1}/{os.path.getsize(path)}"
            self.reply(body, kind, 206, [("Content-Range", place)])

        def do_POST(self):
            saved.extend(self.rfile.read(int(self.headers["Content-Length"])).decode().split("\n", 1))
            self.reply(b"", "text/plain")
            done.set()

    pages = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=pages.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:  # Chromium may still write to it
        browser = subprocess.Popen(
            ["chromium", "--headless=new", "--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader",
             "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist", "--no-first-run", "--disable-background-networking",
             "--force-device-scale-factor=1", "--window-size=900,700", f"--user-data-dir={profile}",
             f"http://127.0.0.1:{pages.server_port}/"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        finished = done.wait(180)
        browser.terminate()
        browser.wait()
    pages.shutdown()
    assert finished, "the page was not finished in three minutes"
    assert not saved[1], saved[1]
    return Image.open(io.BytesIO(base64.b64decode(saved[0].split(",", 1)[1]))).convert("RGBA")
