# SPDX-License-Identifier: MIT
"""The playground as its tests see it."""

import json
import math
import re
import subprocess
import threading
import time

from .browser import PATIENCE, Failed, pixels


def serve(program, *options):
    """A server on a free port, and its address."""
    # Its drawings give way to other work of the machine: what waits long in its queue is not refused.
    process = subprocess.Popen([program, "serve", "--port", "0", "--queue-timeout", str(PATIENCE), *options], stderr=subprocess.PIPE, text=True)
    assert process.stderr
    for line in process.stderr:
        found = re.search(r"serving (http://[\d.:]+/)", line)
        if found:
            # What the server says later is not read, and must not stop it.
            threading.Thread(target=process.stderr.read, daemon=True).start()
            return process, found[1]
    raise SystemExit("the server did not start")


class Page:
    def __init__(self, browser, url, program, folder):
        self.browser, self.url, self.program, self.folder = browser, url, program, folder
        browser.size(1440, 900)
        browser.console.clear()
        browser.requests.clear()

    @property
    def errors(self):
        return [c for c in self.browser.console if c]

    def open(self, fragment="", width=1440, height=900, **how):
        self.browser.size(width, height, **how)
        self.browser.open(self.url + fragment)
        self.browser.wait("window.staticmap && staticmap.schema && staticmap.styles.length > 0")
        self.settle()

    def scene_open(self, scene, **how):
        """Opens the playground with a scene."""
        self.open(**how)
        self.put(scene)

    def put(self, scene):
        text = scene if isinstance(scene, str) else json.dumps(scene, indent=2)
        self.browser.run(f"staticmap.doc.select(null), staticmap.doc.endGroup(), staticmap.doc.change({json.dumps(text)}, {{source: 'example'}})")
        self.settle()

    def settle(self):
        """Until a sharp image of the present text is shown, and what can be hit is known; or until a mistake is told."""
        try:
            self.browser.wait("""(() => { const {image, stage, doc} = staticmap;
            if (doc.scene === null || !document.getElementById('stage-error').hidden) return true;
            return !stage.isBusy && image.settledText === doc.text && stage.regionsText === doc.text && stage.regionsView === image.view; })()""", "a sharp image")
        except Failed as error:
            state = self.browser.run("""(() => { const {image, stage, doc} = staticmap; return {busy: stage.isBusy, tool: stage.tool !== null,
                settled: image.settledText === doc.text, regions: stage.regionsText === doc.text, view: stage.regionsView === image.view,
                images: image.shownCount, text: doc.text}; })()""")
            raise Failed(f"{error} {state}") from None
        self.browser.run("new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)))")

    def settle_panel(self):
        """Until the panel, which is filled again a moment after the image has come, will stay as it is."""
        self.settle()
        self.browser.run("new Promise(r => setTimeout(r, 130))")

    def choose(self, selector, value):
        """Chooses in a list, and waits for the image."""
        quoted = json.dumps(selector)
        self.browser.wait(f"document.querySelector({quoted})")
        self.browser.run(f"(() => {{ const s = document.querySelector({quoted}); s.value = {json.dumps(value)}; s.dispatchEvent(new Event('change')); }})()")
        self.settle_panel()

    @property
    def text(self):
        return self.browser.run("staticmap.doc.text")

    @property
    def scene(self):
        return json.loads(self.text)

    @property
    def view(self):
        """Longitude, latitude, zoom and bearing."""
        return self.browser.run("""(async () => { const m = await import(new URL('playground/map/mercator.js', document.baseURI)), v = staticmap.image.view;
            return [...m.coordinate(v), v.zoom, ((v.bearing % 360) + 360) % 360]; })()""")

    def place(self, coordinate):
        """Where a coordinate is on the page."""
        p = self.browser.run(f"(() => {{ const p = staticmap.image.pointOf({json.dumps(coordinate)}); return [p.x, p.y]; }})()")
        return self.point(*p)

    def point(self, x, y):
        """Where a point of the image is on the page."""
        left, top, width, height = self.browser.box("#frame")
        w, h = self.browser.run("staticmap.image.size")
        return left + x * width / w, top + y * height / h

    def image(self):
        """The pixels of the image on the page."""
        left, top, width, height = self.browser.box("#frame")
        return pixels(self.browser.screenshot(clip=(math.floor(left), math.floor(top), round(width), round(height))))

    def color(self, x, y):
        """The color of a point of the page."""
        _, _, rows = pixels(self.browser.screenshot(clip=(round(x), round(y), 1, 1)))
        return rows[0][0]

    def selection(self):
        return self.browser.run("(() => { const a = document.getElementById('scene'); return a.value.slice(a.selectionStart, a.selectionEnd); })()")


def difference(a, b):
    """The share of pixels that differ by more than a shade."""
    (w, h, p), (v, g, q) = a, b
    if (w, h) != (v, g):
        return 1.0
    count = sum(1 for r, s in zip(p, q, strict=True) for x, y in zip(r, s, strict=True) if x != y and max(abs(i - j) for i, j in zip(x, y, strict=True)) > 12)
    return count / (w * h)


def near(color, other, slack=40):
    return all(abs(a - b) <= slack for a, b in zip(color, other, strict=True))


def changed_part(old, new):
    """What differs between two texts: the ends that they share are left out."""
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    end = 0
    while end < min(len(old), len(new)) - start and old[-1 - end] == new[-1 - end]:
        end += 1
    return old[start:len(old) - end], new[start:len(new) - end]


def until(probe, *said):
    """Asks again until the answer is something, and gives it."""
    end = time.monotonic() + PATIENCE
    while not (found := probe()):
        expect(time.monotonic() < end, *said)
        time.sleep(0.02)
    return found


def expect(condition, *said):
    if not condition:
        raise Failed(" ".join(str(s) for s in said))
