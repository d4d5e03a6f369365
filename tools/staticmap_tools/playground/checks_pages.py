# SPDX-License-Identifier: MIT
"""Front page, viewers, inspector, gallery, comparison; manners: names, contrast, narrow windows."""

import itertools
import json
import os
import re
import subprocess
import urllib.request

from ..checkout import ROOT
from .browser import pixels
from .checks_map import PLAIN
from .page import Page, difference, expect, serve, until


def go(page, fragment, ready):
    page.open()
    page.browser.run(f"location.hash = {json.dumps(fragment)}")
    page.browser.wait(ready)


def styles_with_thumbnails_and_addresses(page):
    go(page, "styles", "document.querySelectorAll('.card').length > 1")
    b = page.browser
    b.wait("[...document.querySelectorAll('.card img')].slice(0, 3).every(i => i.complete && i.naturalWidth === 800)", "thumbnails")
    b.run("document.querySelector('[data-style=streets] details').open = true")
    said = b.run("document.querySelector('[data-style=streets] .addresses').textContent")
    for part in ("style.json", "{z}/{x}/{y}.png", "wmts.xml", "wms?service=WMS", "streets.json"):
        expect(part in said, part, "is missing in", said)
    b.wait("document.querySelector('.health').textContent === 'Healthy'")
    b.send("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"], origin=page.url)
    b.press_on('[data-style=streets] .address:nth-child(3) button')
    copied = b.wait("document.getElementById('live').textContent === 'Copied' && navigator.clipboard.readText()")
    expect(copied == page.url + "styles/streets/{z}/{x}/{y}.png", "copied:", copied)
    b.run("document.querySelector('[data-style=dark] button').click()")
    page.settle()
    expect(page.scene["basemap"] == "dark" and not b.run("document.getElementById('playground').hidden"), "a style opens in the playground")


def style_viewer_shows_tiles(page):
    go(page, "styles/streets", "document.querySelectorAll('.leaflet-tile-loaded').length > 2")
    b = page.browser
    first = b.screenshot()
    left, top, width, height = b.box("#viewer-map")
    where = b.run("document.querySelector('.where').textContent")
    b.drag((left + 300, top + 300), (left + 100, top + 200))
    b.wait("document.querySelector('.where').textContent !== " + json.dumps(where), what="dragging moves the map")
    until(lambda: b.screenshot() != first, "the map is the same")


def inspector_names_features(page):
    go(page, "data/helsinki", "document.querySelectorAll('.leaflet-tile-loaded').length > 2")
    b = page.browser
    b.wait("document.querySelectorAll('.layers li').length > 5")
    left, top, width, height = b.box("#viewer-map")
    spots = ((left + 60 + 13 * i % (width - 120), top + 60 + 29 * i % (height - 120)) for i in itertools.count())

    def hovered():
        b.hover(*next(spots))
        return b.run("document.querySelectorAll('.feature').length > 1 && document.querySelectorAll('.feature td').length > 0")

    until(hovered, "no features under the pointer anywhere")
    before = b.screenshot()
    b.run("[...document.querySelectorAll('.layers input')].forEach(i => i.click())")
    until(lambda: b.screenshot() != before, "layers cannot be hidden")


def data_lists_archives(page):
    go(page, "data", "document.querySelectorAll('.card').length > 1")
    left, top, width, height = page.browser.box("[data-archive=helsinki] canvas")
    clip = (left + 20, top + 20, width - 40, height - 40)
    until(lambda: len({c for row in pixels(page.browser.screenshot(clip=clip))[2] for c in row}) > 20, "no thumbnail")
    said = page.browser.run("document.querySelector('[data-archive=helsinki]').textContent")
    expect("10 to 14" in said and "building" in said and "data/helsinki/{z}/{x}/{y}.pbf" in said, said[:300])


def gallery_opens_examples(page):
    go(page, "examples", "document.querySelectorAll('.card').length > 8")
    b = page.browser
    b.run("document.querySelectorAll('.card img').forEach(i => { i.loading = 'eager'; })")
    b.wait("[...document.querySelectorAll('.card img')].every(i => i.complete && i.naturalWidth > 100)", "an image of each")
    for name in ("fog", "night"):
        b.run("location.hash = 'examples'")
        b.wait(f"document.querySelector('[data-example={name}]')")
        b.run(f"document.querySelector('[data-example={name}]').click()")
        b.wait("!document.getElementById('playground').hidden")
        page.settle()
        expect(b.run("document.getElementById('stage-error').hidden"), name, b.run("document.getElementById('stage-error').textContent"))


def comparing_styles_scales_and_scenes(page):
    page.scene_open(PLAIN)
    b = page.browser
    b.run("location.hash = 'compare'")
    b.wait("/%/.test(document.getElementById('verdict').textContent)")
    left, top, width, height = b.box("#compare-box")
    expect(sum(page.color(left + width * 0.1, top + height * 0.5)) > sum(page.color(left + width * 0.9, top + height * 0.5)), "light to the left, dark to the right")
    b.drag((left + width / 2, top + height / 2), (left + width * 0.97, top + height / 2))
    expect(sum(page.color(left + width * 0.9, top + height * 0.5)) > 400, "the slider moves the border")

    def choose(name, value):
        b.run(f"(() => {{ const s = document.querySelector('[data-compare={name}]'); s.value = {json.dumps(value)}; s.dispatchEvent(new Event('change')); }})()")
        b.wait("document.getElementById('verdict').textContent !== 'Drawing'")

    choose("style1", "light")
    expect(b.run("document.getElementById('verdict').textContent") == "The two images are the same.", b.run("document.getElementById('verdict').textContent"))
    choose("scale1", "2")
    expect("%" in b.run("document.getElementById('verdict').textContent"), "two scales")
    choose("scene1", "fog")
    b.press_on("#difference")
    red = b.run("(() => { const c = document.querySelector('.side-b'), d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data; let n = 0;"
                " for (let i = 0; i < d.length; i += 4) if (d[i] === 215 && d[i + 1] === 0) n++; return n / d.length * 4; })()")
    expect(red > 0.3, "the difference is not shown:", red)


def everything_has_a_name(page):
    """What a screen reader would say of each control."""
    page.open()
    b = page.browser
    b.send("Accessibility.enable")
    for step in ("", "#tab-export", "#tab-report", "#tab-design", "selected", "unlock", "#examples", "#styles", "#data", "#compare"):
        if step.startswith("#tab"):
            b.press_on(step)
        elif step == "selected":
            b.run("staticmap.doc.select(['annotations', 1])")
            b.run("document.querySelector('#panel-design details').open = true")
        elif step == "unlock":
            b.run("import(new URL('playground/views/unlock.js', document.baseURI)).then(m => { m.askForKey({parameter: 'signature', message: ''}); })")
        elif step:
            b.run("document.querySelector('dialog')?.close()")
            b.run(f"location.hash = {json.dumps(step)}")
            b.wait("document.querySelector('#page h1')")
        for node in b.send("Accessibility.getFullAXTree")["nodes"]:
            role = node.get("role", {}).get("value")
            if node.get("ignored") or role not in ("button", "link", "textbox", "combobox", "checkbox", "switch", "radio", "slider", "tab", "image", "spinbutton", "application", "ColorWell"):
                continue
            expect(node.get("name", {}).get("value", "").strip(), role, "without a name in", step or "the playground", node.get("backendDOMNodeId"))


CONTRAST = """(() => {
  const parse = c => { const v = (c.match(/[\\d.]+/g) ?? []).map(Number); return v.length === 3 ? [...v, 1] : v; };
  const light = c => { const f = v => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }; return 0.2126 * f(c[0]) + 0.7152 * f(c[1]) + 0.0722 * f(c[2]); };
  const ground = e => { const layers = []; for (; e; e = e.parentElement) { const c = parse(getComputedStyle(e).backgroundColor); if (c[3] > 0) layers.push(c); if (c[3] === 1) break; }
    return layers.reverse().reduce((a, c) => a.map((v, i) => v * (1 - c[3]) + c[i] * c[3]), [255, 255, 255]); };
  const bad = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const t = walk.currentNode, e = t.parentElement;
    if (!t.data.trim() || !e.checkVisibility({opacityProperty: true, visibilityProperty: true}) || e.closest('textarea, option, canvas, .offscreen, :disabled, noscript, #live, .leaflet-container')) continue;
    const color = parse(getComputedStyle(e).color), g = ground(e), c = color.slice(0, 3).map((v, i) => v * color[3] + g[i] * (1 - color[3]));
    const [a, b] = [light(c), light(g)].sort((x, y) => y - x), ratio = (a + 0.05) / (b + 0.05);
    if (ratio < 4.5) bad.push(`${t.data.trim().slice(0, 20)} ${ratio.toFixed(2)} .${e.className} ${getComputedStyle(e).color} on ${g.map(Math.round)}`);
  }
  return bad; })()"""


def texts_have_contrast(page):
    for dark in (False, True):
        page.open(dark=dark)
        b = page.browser
        for step in ("#tab-design", "selected", "#tab-export", "#tab-report", "unlock", "#styles", "#data", "#examples", "#compare"):
            if step.startswith("#tab"):
                b.press_on(step)
            elif step == "selected":
                b.run("staticmap.doc.select(['annotations', 1])")
            elif step == "unlock":
                b.run("import(new URL('playground/views/unlock.js', document.baseURI)).then(m => { m.askForKey({parameter: 'key', message: ''}); })")
            else:
                b.run("document.querySelector('dialog')?.close()")
                b.run(f"location.hash = {json.dumps(step)}")
                b.wait("document.querySelector('.card, #compare-box')")
            bad = b.run(CONTRAST)
            expect(not bad, "dark" if dark else "light", step, bad[:4])


def narrow_windows_hold_everything(page):
    for width, height in ((360, 740), (390, 844), (768, 1024), (1440, 900)):
        page.open(width=width, height=height)
        b = page.browser
        for step in ("", "#tab-design", "#tab-export", "#styles", "#data", "#compare", "#examples"):
            if step.startswith("#tab"):
                b.press_on(step)
            elif step:
                b.run(f"location.hash = {json.dumps(step)}")
                b.wait("document.querySelector('#page h1')")
            wide = b.run("document.documentElement.scrollWidth")
            expect(wide <= width, f"{step} is {wide} wide in {width}")
            inner = b.run("Math.max(0, ...[...document.querySelectorAll('.panel, #page')].filter(e => e.offsetParent).map(e => e.scrollWidth - e.clientWidth))")
            expect(inner <= 0, f"{step} scrolls sideways by {inner} in {width}")
        b.run("location.hash = ''")


#: What can be pressed, and is too small for a finger or has no name; links in running text are as high as their line.
TARGETS = """[...document.querySelectorAll('button, select, input:not([type=file]), textarea, summary, nav a, .card a')].filter(e => e.checkVisibility({
    opacityProperty: true, visibilityProperty: true}) && e.getBoundingClientRect().width > 0).map(e => {
    const held = e.type === 'checkbox' || e.type === 'radio' ? e.closest('label, .row') ?? e : e;
    const {width, height} = held.getBoundingClientRect();
    const name = e.ariaLabel || e.getAttribute('aria-labelledby') || e.labels?.[0]?.textContent.trim() || e.textContent.trim() || e.title;
    const what = e.id || e.className || e.tagName;
    return width < 43.5 || height < 43.5 ? `${what} ${name}: ${Math.round(width)}x${Math.round(height)}` : name ? null : `${what}: no name`;
}).filter(Boolean)"""


def fingers_can_press_everything(page):
    page.scene_open(PLAIN, width=390, height=844)
    b = page.browser
    for step in ("", "#tab-design", "#tab-export", "#tab-report", "#styles", "#data", "#examples"):
        if step.startswith("#tab"):
            b.press_on(step)
        elif step:
            b.run(f"location.hash = {json.dumps(step)}")
            b.wait("document.querySelector('#page h1')")
        small = b.run(TARGETS)
        expect(not small, step, small[:12])
        if not step:
            apart = b.run("""(() => { const [a, c] = ['frame', 'view-controls'].map(id => document.getElementById(id).getBoundingClientRect());
                return a.right <= c.left || a.left >= c.right || a.bottom <= c.top || a.top >= c.bottom; })()""")
            expect(apart, "the view's buttons cover the map")
    b.run("location.hash = ''")


def dragging_works_in_a_narrow_window(page):
    page.scene_open(PLAIN, width=390, height=844)
    x, y = page.place([24.9425, 60.1705])
    before = page.image()
    page.browser.drag((x, y - 12), (x + 30, y - 32))
    page.settle()
    expect(page.scene["annotations"][0]["coordinate"] != PLAIN["annotations"][0]["coordinate"], "the pin did not move")
    expect(difference(before, page.image()) > 0.0005, "the image did not change")


class Guarded:
    """Another server, and the page that it shows."""

    def __init__(self, page, *options):
        self.process, self.url = serve(page.program, *options)
        self.page = Page(page.browser, self.url, page.program, page.folder)

    def __enter__(self):
        return self.page

    def __exit__(self, kind, error, trace):
        b = self.page.browser
        try:
            if kind is None:
                outside = [r for r in b.requests if not r.startswith((self.url, "data:", "blob:", "about:"))]
                # What is refused before a key is given is said by the browser itself.
                errors = [e for e in self.page.errors if "status of 40" not in e]
                expect(not outside and not errors, outside[:2], errors[:2])
            b.open("about:blank")
        finally:
            self.process.terminate()
            self.process.wait()
            b.requests.clear()
            b.console.clear()


def fill_in(b, **fields):
    for name, value in fields.items():
        b.press_on(f"#unlock-{name}")
        b.run(f"document.getElementById('unlock-{name}').value = ''")
        b.type(value)
    b.press("Enter")


DRAWN = "window.staticmap && staticmap.schema && staticmap.styles.length > 0 && staticmap.image.shown?.sharp"


def shows_everything(page):
    """Image, thumbnails, tiles of a style and of an archive, the command for curl."""
    b = page.browser
    b.wait(DRAWN, "an image")
    page.settle()
    expect(len({c for r in page.image()[2][::8] for c in r[::8]}) > 40, "the image is blank")
    b.press_on("#tab-export")
    b.press_on('[data-export="curl"]')
    command = b.wait("document.querySelector('#code[data-code=curl]')?.textContent")
    folder = os.path.join(page.folder, "guarded")
    os.makedirs(folder, exist_ok=True)
    subprocess.run(["bash", "-c", command], cwd=folder, check=True, capture_output=True, env={**os.environ, "STATICMAP_API_KEY": "sesame"})
    with open(os.path.join(folder, "map.png"), "rb") as file:
        expect(file.read(4) == b"\x89PNG", "curl gets no image:", command[:300])
    b.run("location.hash = 'styles'")
    b.wait("document.querySelector('.card img')?.naturalWidth === 800", "thumbnails")
    b.run("location.hash = 'styles/streets'")
    b.wait("document.querySelectorAll('.leaflet-tile-loaded').length > 2", "tiles of a style")
    b.run("location.hash = 'data/helsinki'")
    b.wait("document.querySelectorAll('.leaflet-tile-loaded').length > 2 && document.querySelectorAll('.layers li').length > 5", "tiles of an archive")


def a_key_is_asked_for(page):
    with Guarded(page, "--api-key", "sesame") as inner:
        b = inner.browser
        b.open(inner.url)
        b.wait("document.querySelector('dialog[open]')?.textContent.includes('API key')", "the question")
        expect(b.run("document.activeElement.id") == "unlock-secret", "the field has no focus")
        b.press("Escape")
        b.wait("document.querySelector('#stage-error button')", "a way back after Escape")
        b.press_on("#stage-error button")
        b.wait("document.querySelector('dialog[open]')")
        fill_in(b, secret="wrong")
        b.wait("/not valid/.test(document.getElementById('unlock-problem')?.textContent)", "a wrong key is told")
        fill_in(b, secret="sesame")
        shows_everything(inner)
        expect(not [r for r in b.requests if "sesame" in r], "the key is in an address")
        # It holds while the tab is open, and is in no link.
        b.open(inner.url)
        b.wait(DRAWN, "an image without another question")
        b.press_on("#share")
        b.wait("location.hash.startsWith('#scene=')")
        expect("sesame" not in b.run("location.href"), "the key is in the link")
        b.run("sessionStorage.clear()")


def a_key_in_the_address(page):
    with Guarded(page, "--api-key", "sesame") as inner:
        # It does not stay in the address.
        inner.browser.open(inner.url + "?key=sesame", inner.url)
        shows_everything(inner)
        inner.browser.run("sessionStorage.clear()")


def addresses_are_signed(page):
    with Guarded(page, "--signing-key", "a:first", "--signing-key", "b:second", "--require-signature") as inner:
        b = inner.browser
        b.open(inner.url)
        b.wait("document.querySelector('dialog[open]')?.textContent.includes('signed')", "the question")
        fill_in(b, id="b", secret="first")
        b.wait("/does not fit/.test(document.getElementById('unlock-problem')?.textContent)", "a wrong secret is told")
        fill_in(b, id="b", secret="second")
        shows_everything(inner)
        expect(not [r for r in b.requests if "second" in r], "the secret is in an address")
        b.run("location.hash = ''")
        b.wait("!document.getElementById('playground').hidden")
        address = b.run("import(new URL('playground/export/permalink.js', document.baseURI)).then(m => m.renderAddress(staticmap.doc.text, staticmap.image.settings))")
        with urllib.request.urlopen(address) as answer:
            expect(answer.headers["Content-Type"] == "image/png", "the signed address of the image")
        b.run("sessionStorage.clear()")


def nothing_without_the_playground(page):
    process, url = serve(page.program, "--no-playground")
    try:
        with urllib.request.urlopen(url) as answer:
            expect("playground" not in answer.read().decode(), "the page is there")
        scene = urllib.request.Request(url + "render", json.dumps(PLAIN).encode(), {"Content-Type": "application/json"})
        with urllib.request.urlopen(scene) as answer:
            expect(answer.headers["Content-Type"] == "image/png", "the API depends on it")
    finally:
        process.terminate()
        process.wait()


def modules_are_preloaded(page):
    """Each module that the page begins with, and no other, is named in its head: none waits for another."""
    root = os.path.join(ROOT, "playground")

    def read(name):
        with open(os.path.join(root, name), encoding="utf-8") as file:
            return file.read()

    found, open_ones = set(), ["start.js", "main.js", "app.js"]
    while open_ones:
        name = open_ones.pop()
        if name in found:
            continue
        found.add(name)
        open_ones += [os.path.normpath(os.path.join(os.path.dirname(name), m)) for m in re.findall(r"^import [^;]*? from '([^']+)';", read(name), re.M)]
    named = re.findall(r'<(?:link rel="modulepreload" href|script type="module"(?: async)? src)="playground/([^"]+)"', read("index.html"))
    expect(sorted(named) == sorted(found), "preloads differ from imports:", set(named) ^ found)


def focus_is_seen(page):
    """Each stop of the Tab key shows where it is, and is in sight."""
    page.open()
    b, stops = page.browser, 0
    b.run("document.activeElement.blur()")
    for _ in range(80):
        b.press("Tab")
        state = b.run("""(() => { const e = document.activeElement; if (e === document.body) return null;
            const seen = e.type === 'radio' ? e.nextElementSibling : e.id === 'scene' ? document.getElementById('text-box') : e, s = getComputedStyle(seen), r = seen.getBoundingClientRect();
            return [e.id || e.getAttribute('aria-label') || e.textContent.slice(0, 30), s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 2 || s.boxShadow.includes('inset'),
              r.width > 0 && r.top < innerHeight && r.bottom > 0 && r.left < innerWidth && r.right > 0]; })()""")
        if state is None:
            break
        stops += 1
        expect(state[1], state[0], "does not show its focus")
        expect(state[2], state[0], "has the focus and is not in sight")
    expect(stops > 25, "only", stops, "stops")


def motion_is_reduced(page):
    moving = "[...document.querySelectorAll('*')].filter(e => getComputedStyle(e).transitionDuration.split(', ').some(d => parseFloat(d) > 0)).length"
    page.open(reduced=False)
    expect(page.browser.run(moving) > 0, "nothing moves at all: the check sees nothing")
    page.open(reduced=True)
    page.browser.run("location.hash = 'styles'")
    page.browser.wait("document.querySelector('.card')")
    expect(page.browser.run(moving) == 0, "something moves")


def an_unknown_fragment_is_the_playground(page):
    page.open("#constructor/x")
    expect(not page.browser.run("document.getElementById('playground').hidden"), "the playground is hidden")
    page.open("#scene=AAAA")
    expect(page.scene["version"] == 1, "a broken link shows no scene")


CHECKS = [a_key_is_asked_for, a_key_in_the_address, addresses_are_signed, nothing_without_the_playground, modules_are_preloaded,
          an_unknown_fragment_is_the_playground, styles_with_thumbnails_and_addresses, style_viewer_shows_tiles, inspector_names_features,
          data_lists_archives, gallery_opens_examples, comparing_styles_scales_and_scenes, everything_has_a_name, texts_have_contrast, focus_is_seen,
          motion_is_reduced, narrow_windows_hold_everything, fingers_can_press_everything, dragging_works_in_a_narrow_window]
