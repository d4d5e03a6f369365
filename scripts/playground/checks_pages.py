# SPDX-License-Identifier: MIT
"""Front page, viewers, inspector, gallery, comparison; manners: names, contrast, narrow windows."""

import json

from checks_map import PLAIN
from page import Page, difference, expect, serve


def go(page, fragment, ready, seconds=30):
    page.open()
    page.browser.run(f"location.hash = {json.dumps(fragment)}")
    page.browser.wait(ready, seconds)


def styles_with_thumbnails_and_addresses(page):
    go(page, "styles", "document.querySelectorAll('.card').length > 1")
    b = page.browser
    b.wait("[...document.querySelectorAll('.card img')].slice(0, 3).every(i => i.complete && i.naturalWidth === 800)", 30, "thumbnails")
    b.run("document.querySelector('[data-style=streets] details').open = true")
    said = b.run("document.querySelector('[data-style=streets] .addresses').textContent")
    for part in ("style.json", "{z}/{x}/{y}.png", "wmts.xml", "wms?service=WMS", "streets.json"):
        expect(part in said, part, "is missing in", said)
    b.wait("document.querySelector('.health').textContent === 'Healthy'")
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
    expect(b.screenshot() != first, "the map is the same")


def inspector_names_features(page):
    go(page, "data/helsinki", "document.querySelectorAll('.leaflet-tile-loaded').length > 2")
    b = page.browser
    b.wait("document.querySelectorAll('.layers li').length > 5")
    left, top, width, height = b.box("#viewer-map")
    for i in range(60):
        b.hover(left + 60 + 13 * i % (width - 120), top + 60 + 29 * i % (height - 120))
        if b.run("document.querySelectorAll('.feature').length") > 1:
            break
    expect(b.run("document.querySelectorAll('.feature td').length") > 0, "no feature under the pointer anywhere")
    before = b.screenshot()
    b.run("[...document.querySelectorAll('.layers input')].forEach(i => i.click())")
    expect(b.screenshot() != before, "layers cannot be hidden")


def data_lists_archives(page):
    go(page, "data", "document.querySelectorAll('.card').length > 1")
    said = page.browser.run("document.querySelector('[data-archive=helsinki]').textContent")
    expect("11 to 14" in said and "building" in said and "data/helsinki/{z}/{x}/{y}.pbf" in said, said[:300])


def gallery_opens_examples(page):
    go(page, "examples", "document.querySelectorAll('.card').length > 8")
    b = page.browser
    b.run("document.querySelectorAll('.card img').forEach(i => { i.loading = 'eager'; })")
    b.wait("[...document.querySelectorAll('.card img')].every(i => i.complete && i.naturalWidth > 100)", 60, "a picture of each")
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
    b.wait("/%/.test(document.getElementById('verdict').textContent)", 30)
    left, top, width, height = b.box("#compare-box")
    expect(sum(page.color(left + width * 0.1, top + height * 0.5)) > sum(page.color(left + width * 0.9, top + height * 0.5)), "light to the left, dark to the right")
    b.drag((left + width / 2, top + height / 2), (left + width * 0.97, top + height / 2))
    expect(sum(page.color(left + width * 0.9, top + height * 0.5)) > 400, "the slider moves the border")

    def choose(name, value):
        b.run(f"(() => {{ const s = document.querySelector('[data-compare={name}]'); s.value = {json.dumps(value)}; s.dispatchEvent(new Event('change')); }})()")
        b.wait("document.getElementById('verdict').textContent !== 'Drawing'", 30)

    choose("style1", "light")
    expect(b.run("document.getElementById('verdict').textContent") == "The two pictures are the same.", b.run("document.getElementById('verdict').textContent"))
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
    for step in ("", "#examples", "#styles", "#data", "#compare"):
        if step:
            b.run(f"location.hash = {json.dumps(step)}")
            b.wait("document.querySelector('#page h1')", 20)
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
        for step in ("#tab-design", "#tab-export", "#tab-report", "#styles", "#data"):
            if step.startswith("#tab"):
                b.press_on(step)
            else:
                b.run(f"location.hash = {json.dumps(step)}")
                b.wait("document.querySelector('.card')", 20)
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
                b.wait("document.querySelector('#page h1')", 30)
            wide = b.run("document.documentElement.scrollWidth")
            expect(wide <= width, f"{step} is {wide} wide in {width}")
            inner = b.run("Math.max(0, ...[...document.querySelectorAll('.panel, #page')].filter(e => e.offsetParent).map(e => e.scrollWidth - e.clientWidth))")
            expect(inner <= 0, f"{step} scrolls sideways by {inner} in {width}")
        b.run("location.hash = ''")


def dragging_works_in_a_narrow_window(page):
    page.scene_open(PLAIN, width=390, height=844)
    x, y = page.place([24.9425, 60.1705])
    before = page.picture()
    page.browser.drag((x, y - 12), (x + 30, y - 32))
    page.settle()
    expect(page.scene["annotations"][0]["coordinate"] != PLAIN["annotations"][0]["coordinate"], "the pin did not move")
    expect(difference(before, page.picture()) > 0.0005, "the picture did not change")


def keys_are_passed_on(page):
    process, url = serve(page.program, "--api-key", "sesame")
    try:
        inner = Page(page.browser, url, page.program, page.folder)
        inner.open("?key=sesame")
        expect(len(inner.picture()[2]) > 100, "no picture")
        inner.browser.run("location.hash = 'styles'")
        inner.browser.wait("document.querySelector('.card img')?.naturalWidth === 800", 30, "thumbnails with a key")
        outside = [r for r in inner.browser.requests if not r.startswith((url, "data:", "blob:", "about:"))]
        expect(not outside and not inner.errors, outside[:2], inner.errors[:2])
        inner.browser.open("about:blank")
        inner.browser.requests.clear()
    finally:
        process.terminate()
        process.wait()


def an_unknown_fragment_is_the_playground(page):
    page.open("#constructor/x")
    expect(not page.browser.run("document.getElementById('playground').hidden"), "the playground is hidden")
    page.open("#scene=AAAA")
    expect(page.scene["version"] == 1, "a broken link shows no scene")


CHECKS = [keys_are_passed_on, an_unknown_fragment_is_the_playground, styles_with_thumbnails_and_addresses, style_viewer_shows_tiles, inspector_names_features, data_lists_archives, gallery_opens_examples,
          comparing_styles_scales_and_scenes, everything_has_a_name, texts_have_contrast, narrow_windows_hold_everything, dragging_works_in_a_narrow_window]
