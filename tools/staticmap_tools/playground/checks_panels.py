# SPDX-License-Identifier: MIT
"""Editor, tools, property panel, controls, files that are dropped, and what is taken away."""

import base64
import json
import os
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request

from ..checkout import ROOT
from .browser import CONTROL, png
from .checks_map import PLAIN
from .page import difference, expect, near, until

SPACE = {**PLAIN, "annotations": [], "overlays": []}


def typing_marks_mistakes(page):
    page.scene_open(PLAIN)
    b = page.browser
    at = page.text.index('"tint"')
    b.run(f"(() => {{ const a = document.getElementById('scene'); a.focus(); a.setSelectionRange({at + 1}, {at + 5}); }})()")
    b.type("colour")
    b.press("Escape")
    b.wait("document.querySelector('#scene-image .underlined')?.textContent.includes('colour')", what="the key is underlined")
    said = b.run("document.getElementById('problems').textContent")
    line = page.text[:page.text.index("colour")].count("\n") + 1
    expect("colour" in said and f"line {line}" in said, "the list says:", said[:120])
    expect(b.run("document.getElementById('scene').getAttribute('aria-invalid')") == "true", "nothing for screen readers")
    left, top, width, height = b.box("#scene-image .underlined")
    b.hover(left + 8, top + height / 2)
    b.wait("!document.getElementById('tip').hidden", what="the hint under the pointer")
    b.press("z", CONTROL)
    page.settle()
    expect(page.scene == PLAIN, "undo takes the mistake back")
    b.wait("document.getElementById('problem-count').textContent === 'No problems'")
    # Not JSON at all.
    b.run("(() => { const a = document.getElementById('scene'); a.setSelectionRange(0, 0); })()")
    b.type("{ rubbish")
    b.press("Escape")
    b.wait("document.querySelectorAll('#problems .error').length > 0")
    before = b.run("staticmap.image.shownCount")
    expect(before > 0, "the last image stays")


def completion_from_the_schema(page):
    page.scene_open(PLAIN)
    b = page.browser
    at = page.text.index('"view"')
    b.run(f"(() => {{ const a = document.getElementById('scene'); a.focus(); a.setSelectionRange({at}, {at}); }})()")
    b.type('"subt')
    b.wait("!document.getElementById('completion').hidden")
    expect(b.run("document.querySelector('#completion [aria-selected=true]').textContent").startswith("subtitle"), "offers")
    b.press("Enter")
    b.type("Harbour")
    b.run("(() => { const a = document.getElementById('scene'), i = a.value.indexOf('Harbour') + 8; a.setSelectionRange(i, i); })()")
    b.type(",")
    page.settle()
    expect(page.scene["annotations"][0].get("subtitle") == "Harbour", page.scene["annotations"])
    b.run("document.getElementById('scene').scrollTop = 0")
    # It scrolls with the next image of the window.
    b.run("new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)))")
    left, top, width, height = b.box("#scene-image .key")
    b.hover(left + 5, top + 5)
    b.wait("document.getElementById('tip').textContent.includes('version of the scene format')", what="documentation under the pointer")


def every_tool_adds_something(page):
    page.scene_open(SPACE)
    b = page.browser
    spots = iter([(70 + 110 * (i % 5), 90 + 90 * (i // 5)) for i in range(20)])

    def choose(tool):
        b.press_on(f'[data-tool="{tool}"]')

    for tool, view in [("pin", "pin"), ("marker", "marker"), ("image", "image"), ("text", "text"), ("callout", "pin")]:
        before, count = page.image(), len(page.scene["annotations"])
        choose(tool)
        x, y = page.point(*next(spots))
        b.click(x, y)
        page.settle()
        added = page.scene["annotations"]
        expect(len(added) == count + 1 and added[-1].get("view", "marker") == view, tool, added)
        px, py = page.place(added[-1]["coordinate"])
        expect(abs(px - x) < 1.5 and abs(py - y) < 1.5, tool, "is elsewhere")
        expect(difference(before, page.image()) > 0.0004, tool, "is not to be seen")
    for tool in ("polyline", "polygon"):
        before = page.image()
        choose(tool)
        for spot in ((100, 300), (180, 340), (240, 280)):
            b.click(*page.point(*(spot if tool == "polyline" else (spot[0] + 200, spot[1]))))
            time.sleep(0.05)
        b.press("Enter")
        page.settle()
        overlay = page.scene["overlays"][-1]
        expect(overlay["type"] == tool and len(overlay["coordinates"]) == 3, tool, overlay)
        expect(difference(before, page.image()) > 0.001, tool, "is not to be seen")
    before = page.image()
    choose("circle")
    x, y = page.point(530, 300)
    b.drag((x, y), (x + 40, y))
    page.settle()
    circle = page.scene["overlays"][-1]
    scale = b.run("(async () => (await import(new URL('playground/map/mercator.js', document.baseURI))).metersPerPoint(staticmap.image.view))()")
    expect(circle["type"] == "circle" and abs(circle["radius"] / scale - 40) < 2, "circle", circle, scale)
    expect(difference(before, page.image()) > 0.002, "the circle is not to be seen")
    # A selected circle has a handle on its right.
    ex, ey = page.place(circle["center"])
    b.drag((ex + circle["radius"] / scale, ey), (ex + 20, ey))
    page.settle()
    expect(abs(page.scene["overlays"][-1]["radius"] / scale - 20) < 2, "its handle", page.scene["overlays"][-1]["radius"] / scale)
    for tool, key in [("fog", "overlays"), ("scaleBar", "decorations"), ("compass", "decorations")]:
        before = page.image()
        choose(tool)
        page.settle()
        expect(page.scene[key][-1]["type"] == tool, tool, page.scene[key])
        expect(difference(before, page.image()) > 0.0005, tool, "is not to be seen")


def decorations_are_dragged_to_corners(page):
    page.scene_open({**SPACE, "decorations": [{"type": "scaleBar"}]})
    x, y = page.point(60, 378)
    page.browser.drag((x, y), page.point(500, 40))
    page.settle()
    expect(page.scene["decorations"][0].get("at") == "topRight", page.scene["decorations"])


def property_panel_edits_the_scene(page):
    page.scene_open(PLAIN)
    b = page.browser
    x, y = page.place([24.9425, 60.1705])
    b.click(x, y - 25)
    b.wait("document.querySelector('#panel-design h2')")
    page.settle_panel()
    label = "[...document.querySelectorAll('#panel-design .row')].find(r => r.firstElementChild.textContent === %r)"
    expect("CSS color" in b.run(label % "tint" + ".textContent"), "no documentation of tint")
    b.run(label % "title" + ".querySelector('input').id = 'probe-title'")
    b.press_on("#probe-title")
    b.type("Hotel")
    b.press("Enter")
    page.settle()
    expect(page.scene["annotations"][0].get("title") == "Hotel", page.scene["annotations"])
    before = page.color(x, y - 29)
    b.run("(() => { const w = " + label % "tint" + ".querySelector('[type=color]'); w.value = '#0000ff'; w.dispatchEvent(new Event('input')); })()")
    page.settle()
    after = page.color(x, y - 29)
    expect(page.scene["annotations"][0]["tint"] == "#0000ff" and not near(before, after, 30) and after[2] > after[0] + 60, "tint", before, after)
    b.run("(() => { const d = document.querySelector('#panel-design details'); d.open = true; })()")
    b.wait("document.querySelectorAll('#panel-design details .row').length > 15", what="the other keys")
    b.press_on('#panel-design [aria-label="Duplicate"]')
    page.settle()
    expect(len(page.scene["annotations"]) == 2, "duplicate")
    b.press_on('#panel-design [aria-label="Remove"]')
    page.settle()
    expect(len(page.scene["annotations"]) == 1, "remove")


def controls_change_the_image(page):
    page.scene_open(PLAIN)
    b = page.browser

    choose = page.choose
    before = page.image()
    choose("#style", "dark")
    expect(page.scene["basemap"] == "dark" and difference(before, page.image()) > 0.5, "style")
    before = page.image()
    choose("#language", "sv")
    expect(page.scene["basemap"] == {"style": "dark", "language": "sv"}, page.scene["basemap"])
    expect(difference(before, page.image()) > 0.0005, "the names are the same in another language")
    choose("#size-preset", "400 × 400")
    expect(page.scene["size"] == [400, 400] and abs(b.box("#frame")[2] - b.box("#frame")[3]) < 1, "size")
    b.press_on('[aria-label="Scale"] label:nth-child(3)')
    page.settle()
    expect(page.scene["scale"] == 3 and b.run("staticmap.image.shown.image.width") == 1200, "scale")
    choose("#size-preset", "A6")
    expect(page.scene["size"] == [559, 397], page.scene["size"])
    choose("#dpi", "192")
    expect(page.scene["scale"] == 2, "dpi", page.scene["scale"])
    for name, key in (("bounds", "bounds"), ("region", "region"), ("fit", "fit"), ("center", "center")):
        b.run(f"document.querySelector('[aria-label=Camera] [value={name}]').click()")
        page.settle()
        expect(key in page.scene["camera"], name, page.scene["camera"])
    page.settle_panel()
    b.press_on('[aria-label="Appearance"] label:nth-child(2)')
    page.settle()
    expect(page.scene["appearance"] == "light", "appearance")
    b.press_on("#tab-report")
    b.wait("/layout/.test(document.getElementById('panel-report').textContent)", "the report")
    said = b.run("document.getElementById('panel-report').textContent")
    expect("Threads" in said and "SHA-256" in said and "Missing tiles" in said, said[:200])


def format_and_quality(page):
    page.scene_open(PLAIN)
    b, text, before = page.browser, page.text, page.image()

    def status():
        return b.run("document.getElementById('timing').textContent")

    expect(status().startswith("PNG"), status())
    expect(b.run("document.getElementById('quality')") is None, "a PNG has no quality")
    page.choose("#format", "jpeg")
    b.wait("/^JPEG/.test(document.getElementById('timing').textContent)")
    page.choose("#quality", "5")
    b.wait("/^JPEG 5 /.test(document.getElementById('timing').textContent)")
    page.settle()
    expect(difference(before, page.image()) > 0.05, "a poor JPEG looks as the PNG does")
    expect(page.text == text, "the format is no part of the scene")
    b.press_on("#tab-export")
    for tab, parts in {"swift": ["as: .jpeg", "quality: 5", "map.jpg"], "cli": ["-o map.jpg --quality 5"], "curl": ["format=jpeg&quality=5", "-o map.jpg"]}.items():
        b.press_on(f'[data-export="{tab}"]')
        code = b.wait(f"document.querySelector('#code[data-code={tab}]')?.textContent")
        expect(all(p in code for p in parts), tab, code[-300:])
    poor = downloaded(page, "jpeg", "jpg")
    b.press_on("#tab-design")
    page.choose("#quality", "")
    b.press_on("#tab-export")
    expect(len(downloaded(page, "jpeg", "jpg")) > 2 * len(poor), "the quality of downloads")
    b.press_on("#tab-design")
    page.choose("#format", "pdf")
    b.wait("/preview is a PNG/.test(document.getElementById('panel-design').textContent)")
    page.settle()
    expect(difference(before, page.image()) < 0.001, "the preview of a PDF")


def threads_and_times(page):
    page.scene_open(PLAIN)
    b, before = page.browser, page.image()
    b.press_on("#tab-report")
    b.wait("/Threads used/.test(document.getElementById('panel-report').textContent)")
    for phase in ("open", "layout", "paint", "encode", "total"):
        expect(phase in b.run("document.getElementById('panel-report').textContent"), phase)
    page.choose("#threads", "1")
    b.wait("/Threads used1 of/.test(document.getElementById('panel-report').textContent)")
    expect(b.run("document.getElementById('threads').value") == "1", "the choice is forgotten")
    expect(difference(before, page.image()) < 0.001, "another image with another number of threads")


def own_images(page):
    page.scene_open(SPACE)
    b = page.browser
    red, wide, heavy = (os.path.join(page.folder, n) for n in ("red.png", "notes.txt", "heavy.svg"))
    for path, data in ((red, png(800, 400, (255, 0, 0))), (wide, b"text"), (heavy, b"<svg xmlns='http://www.w3.org/2000/svg'>" + b" " * 300_000 + b"</svg>")):
        with open(path, "wb") as file:
            file.write(data)
    b.press_on('[data-tool="image"]')
    for path, problem in ((wide, "not a PNG"), (heavy, "larger than 256 kB")):
        b.choose_file("#choose-image", path)
        b.wait(f"document.getElementById('live').textContent.includes({json.dumps(problem)})", what=problem)
    b.choose_file("#choose-image", red)
    b.wait("document.getElementById('tool-hint').textContent.includes('red.png')")
    x, y = page.point(300, 200)
    b.click(x, y)
    page.settle()
    image = page.scene["annotations"][0]["image"]
    expect(image.startswith("data:image/png;scale=3;base64,"), "its size:", image[:60])
    (px, py), right = page.place(page.scene["annotations"][0]["coordinate"]), page.point(300 + 40, 200)
    expect(near(page.color(px, py), (255, 0, 0)) and near(page.color(*right), (255, 0, 0)), "no red image:", page.color(px, py), page.color(*right))
    expect(not near(page.color(*page.point(300 + 60, 200)), (255, 0, 0)), "it is larger than 96 points")
    # Another one for what is selected.
    green = os.path.join(page.folder, "green.png")
    with open(green, "wb") as file:
        file.write(png(40, 40, (0, 200, 0)))
    b.choose_file('[data-choose="image"]', green)
    b.wait("staticmap.doc.scene.annotations[0].image.startsWith('data:image/png;base64')")
    page.settle()
    expect(near(page.color(px, py), (0, 200, 0)), "no green image", page.color(px, py))


def files_are_dropped(page):
    page.scene_open(SPACE)
    b = page.browser
    gpx = '<?xml version="1.0"?><gpx version="1.1"><wpt lat="60.171" lon="24.945"><name>Café</name></wpt><trk><name>Walk</name><trkseg>' \
        '<trkpt lat="60.170" lon="24.942"/><trkpt lat="60.172" lon="24.948"/></trkseg></trk></gpx>'
    kml = '<kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><name>Spot</name><Point><coordinates>24.944,60.1700,0</coordinates></Point></Placemark></kml>'
    geo = json.dumps({"type": "Feature", "properties": {}, "geometry": {"type": "LineString", "coordinates": [[24.942, 60.169], [24.947, 60.171]]}})
    png = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEklEQVR4nGP8z4APMOGVHbHSAEEsAROxCnMTAAAAAElFTkSuQmCC")
    files = {"track.gpx": gpx.encode(), "spot.kml": kml.encode(), "line.geojson": geo.encode(), "dot.png": png, "scene.json": json.dumps(PLAIN).encode()}
    for name, data in files.items():
        path = os.path.join(page.folder, name)
        with open(path, "wb") as file:
            file.write(data)
        before = page.image()
        x, y = page.point(300, 200)
        about = {"items": [], "files": [path], "dragOperationsMask": 1}
        for kind in ("dragEnter", "dragOver", "drop"):
            b.send("Input.dispatchDragEvent", type=kind, x=x, y=y, data=about)
        if name == "dot.png":
            b.wait("staticmap.doc.scene.annotations?.at(-1)?.image?.startsWith('data:image/png')", what=name)
        elif name == "scene.json":
            b.wait("staticmap.doc.scene.overlays?.[0]?.id === 'plot'", what=name)
        else:
            wanted = list(files).index(name) + 1
            b.wait(f"staticmap.doc.scene.overlays?.at(-1)?.type === 'geojson' && staticmap.doc.scene.overlays.length >= {wanted}", what=name)
        page.settle()
        expect(b.run("document.getElementById('stage-error').hidden"), name, b.run("document.getElementById('stage-error').textContent"))
        expect(name == "dot.png" or difference(before, page.image()) > 0.001, name, "is not to be seen")


def code_is_taken_away(page):
    scene = {"version": 1, "size": [300, 200], "basemap": "streets", "camera": {"center": [24.9447, 60.1705], "zoom": 14},
             "annotations": [{"coordinate": [24.9425, 60.1705], "title": "O'Hara", "tint": "#0000ff"}]}
    page.scene_open(scene)
    b = page.browser
    b.press_on("#tab-export")
    wanted = urllib.request.urlopen(urllib.request.Request(page.url + "render", page.text.encode(), {"Content-Type": "application/json"})).read()

    def code(tab):
        b.press_on(f'[data-export="{tab}"]')
        return b.wait(f"document.querySelector('#code[data-code={tab}]')?.textContent")

    expect(json.loads(code("json")) == scene, "JSON")
    swift = code("swift")
    expect("latitude: 60.1705, longitude: 24.9447" in swift and ".marker(\"O'Hara\"" in swift, swift)
    for tab in ("cli", "curl"):
        command = code(tab)
        folder = os.path.join(page.folder, tab)
        os.makedirs(folder, exist_ok=True)
        os.symlink(os.path.abspath(page.program), os.path.join(folder, "staticmap"))
        home = {"STATICMAP_HOME": str(ROOT)}
        subprocess.run(["bash", "-c", command], cwd=folder, check=True, capture_output=True,
                       env={**os.environ, **home, "PATH": folder + ":" + os.environ["PATH"]})
        with open(os.path.join(folder, "map.png"), "rb") as file:
            expect(file.read() == wanted, tab, "draws another image:", command)
    # A scene that options cannot say goes through standard input, and into Swift as JSON.
    page.put({**scene, "decorations": [{"type": "legend"}]})
    b.wait("document.getElementById('code')?.textContent.includes('legend')", what="the code follows the scene")
    expect("<<'SCENE'" in code("cli") and "SceneDocument(text:" in code("swift"), "long forms")


def addresses_of_every_dialect(page):
    page.open()
    b = page.browser
    b.press_on("#tab-export")
    b.press_on('[data-export="addresses"]')
    b.wait("document.querySelectorAll('.dialect').length === 6")
    for name, address in b.run("[...document.querySelectorAll('.dialect')].map(d => [d.dataset.dialect, d.querySelector('pre').textContent])"):
        try:
            with urllib.request.urlopen(address) as answer:
                expect(answer.headers["Content-Type"].startswith("image/"), name, address)
        except urllib.error.HTTPError as error:
            expect(False, name, address, error.read().decode())
        explained = json.load(urllib.request.urlopen(page.url + "explain?url=" + urllib.parse.quote(address, safe="")))
        expect(explained["scene"]["size"] == [640, 440], name, explained["scene"].get("size"))
    b.wait("[...document.querySelectorAll('.dialect')].every(d => d.querySelector('.lost li'))")
    expect("decorations" in b.run("document.querySelector('[data-dialect=mapbox] .lost').textContent"), "what is lost is not said")
    bad = b.run("[...document.querySelectorAll('.dialect .lost .bad')].map(e => e.textContent)")
    expect(not bad, bad)


def downloaded(page, format, ending):
    """The bytes of a file that is downloaded; it is removed again."""
    path = os.path.join(page.folder, "map." + ending)
    page.browser.press_on(f'[data-format="{format}"]')
    until(lambda: os.path.exists(path) and os.path.getsize(path), "no download of", path)
    with open(path, "rb") as file:
        data = file.read()
    os.remove(path)
    return data


def downloads(page):
    page.open()
    page.browser.press_on("#tab-export")
    for name, start in {"png": b"\x89PNG", "svg": b"<", "pdf": b"%PDF", "webp": b"RIFF", "jpeg": b"\xff\xd8"}.items():
        expect(downloaded(page, name, "jpg" if name == "jpeg" else name).startswith(start), name, "is another format")


def links_hold_the_scene(page):
    page.scene_open({**PLAIN, "annotations": [{"coordinate": [24.9425, 60.1705], "title": "Gruß, 你好"}]})
    text, image = page.text, page.image()
    page.browser.press_on("#share")
    link = page.browser.wait("location.hash.startsWith('#scene=') && location.href")
    page.browser.open(link)
    page.browser.wait("window.staticmap && staticmap.schema && staticmap.styles.length > 0")
    page.settle()
    expect(page.text == text, "the link opens another scene")
    expect(difference(image, page.image()) < 0.002, "the link shows another image")


def animations_play(page):
    b = page.browser
    page.scene_open({**SPACE, "size": [160, 100]})
    b.press_on("#tab-export")
    b.wait("document.getElementById('add-waypoint')")
    expect(b.run("document.getElementById('play') === null"), "nothing to play yet")
    b.press_on("#add-waypoint")
    page.settle()
    expect(len(page.scene["animation"]["camera"]) == 2, "the view is no waypoint:", page.scene.get("animation"))
    page.scene_open({**page.scene, "animation": {**page.scene["animation"], "duration": 0.4, "fps": 5}})
    b.press_on("#tab-export")
    b.wait("document.getElementById('play')")
    b.press_on("#play")
    b.wait("document.getElementById('film-image')?.naturalWidth > 0", what="the animation is shown")
    width = b.run("document.getElementById('film-image').naturalWidth")
    expect(width in (160, 320), "of another size:", width)


CHECKS = [typing_marks_mistakes, completion_from_the_schema, every_tool_adds_something, decorations_are_dragged_to_corners,
          property_panel_edits_the_scene, controls_change_the_image, format_and_quality, threads_and_times, own_images, files_are_dropped, code_is_taken_away, addresses_of_every_dialect,
          downloads, animations_play, links_hold_the_scene]
