# SPDX-License-Identifier: MIT
"""The living image: what the mouse, fingers and keys do to it, and to the scene's text."""

import time

from .browser import ALT, CONTROL, SHIFT
from .page import changed_part, difference, expect, near

PLAIN: dict = {
    "version": 1, "size": [600, 400], "basemap": "light", "camera": {"center": [24.9447, 60.1705], "zoom": 15},
    "annotations": [{"id": "a", "coordinate": [24.9425, 60.1705], "view": "pin", "tint": "#FF00FF"}],
    "overlays": [{"id": "plot", "type": "polygon", "handles": True, "fillColor": "#00FF0080", "strokeColor": "#008800",
                  "coordinates": [[24.9455, 60.1690], [24.9490, 60.1690], [24.9475, 60.1715]]}],
}


def first_image(page):
    page.open()
    width, height, rows = page.image()
    expect(len({c for r in rows[::8] for c in r[::8]}) > 40, "the first image is blank")
    expect(page.browser.run("document.getElementById('problem-count').textContent") == "No problems", "the first scene has problems")


def dragging_a_pin_changes_one_coordinate(page):
    page.scene_open(PLAIN)
    before, text = page.image(), page.text
    x, y = page.place([24.9425, 60.1705])
    page.browser.drag((x, y - 25), (x + 60, y - 85))
    page.settle()
    old, new = changed_part(text, page.text)
    expect(len(old) < 40 and len(new) < 40, "more changed than a coordinate:", repr(old), repr(new))
    lon, lat = page.scene["annotations"][0]["coordinate"]
    px, py = page.place([lon, lat])
    expect(abs(px - x - 60) < 1.5 and abs(py - y + 60) < 1.5, "the pin is not where it was dropped:", px - x, py - y)
    expect(page.scene["camera"] == PLAIN["camera"], "the camera moved")
    head = page.color(px, py - 29)
    expect(near(head, (255, 0, 255), 110) and head[1] < 150, "no pin where it was dropped:", head)
    share = difference(before, page.image())
    expect(0.0005 < share < 0.05, "too much of the image changed, or nothing:", share)


def dragging_a_handle_moves_a_vertex(page):
    page.scene_open(PLAIN)
    before = page.image()
    x, y = page.place([24.9475, 60.1715])
    page.browser.drag((x, y), (x + 20, y - 60))
    page.settle()
    ring = page.scene["overlays"][0]["coordinates"]
    expect(ring[:2] == PLAIN["overlays"][0]["coordinates"][:2] and ring[2] != PLAIN["overlays"][0]["coordinates"][2], "vertices:", ring)
    px, py = page.place(ring[2])
    expect(abs(px - x - 20) < 1.5 and abs(py - y + 60) < 1.5, "the vertex is not where it was dropped")
    expect(difference(before, page.image()) > 0.002, "the image did not change")


def dragging_a_vertex_of_a_selected_line(page):
    scene = {**PLAIN, "overlays": [{"type": "polyline", "coordinates": [[24.9425, 60.1690], [24.9465, 60.1690]], "lineWidth": 6}]}
    page.scene_open(scene)
    x, y = page.place([24.9445, 60.1690])
    page.browser.click(x, y)
    page.browser.wait("JSON.stringify(staticmap.doc.selected) === '[\"overlays\",0]'")
    ex, ey = page.place([24.9465, 60.1690])
    page.browser.drag((ex, ey), (ex + 30, ey - 40))
    page.settle()
    ends = page.scene["overlays"][0]["coordinates"]
    expect(ends[0] == [24.9425, 60.1690] and ends[1] != [24.9465, 60.1690], "the line:", ends)


def panning_zooming_turning(page):
    page.scene_open(PLAIN)
    start, before = page.view, page.image()
    x, y = page.point(520, 60)
    place = page.browser.run(f"staticmap.stage.coordinateAt(staticmap.stage.at({{clientX: {x}, clientY: {y}}}))")
    page.browser.drag((x, y), (x - 90, y + 50))
    page.settle()
    px, py = page.place(place)
    expect(abs(px - x + 90) < 1.5 and abs(py - y - 50) < 1.5, "the ground did not follow the pointer:", px - x, py - y)
    expect(difference(before, page.image()) > 0.05, "panning did not change the image")
    expect(page.scene["camera"]["zoom"] == 15 and page.scene["camera"]["center"] != PLAIN["camera"]["center"], page.scene["camera"])

    place = page.browser.run(f"staticmap.stage.coordinateAt(staticmap.stage.at({{clientX: {x}, clientY: {y}}}))")
    page.browser.wheel(x, y, -200)
    page.settle()
    px, py = page.place(place)
    expect(page.view[2] > start[2] + 0.3 and abs(px - x) < 1.5 and abs(py - y) < 1.5, "the wheel zooms around the pointer:", page.view, px - x, py - y)

    zoom = page.view[2]
    page.browser.drag((x, y), (x + 80, y), modifiers=SHIFT)
    page.settle()
    expect(abs(page.scene["camera"]["bearing"] - 320) < 1.1 and abs(page.view[2] - zoom) < 0.01, "turning:", page.scene["camera"])
    cx, cy = page.point(300, 200)
    page.browser.pinch(cx, cy, 60, 120)
    page.settle()
    expect(abs(page.view[2] - zoom - 1) < 0.25, "pinching zooms by the distance of the fingers:", page.view[2] - zoom)


def tilting(page):
    page.scene_open(PLAIN)
    b, before = page.browser, page.image()
    x, y = page.point(520, 300)
    b.drag((x, y), (x, y - 132), modifiers=SHIFT)
    page.settle()
    expect(page.scene["camera"] == {**PLAIN["camera"], "pitch": 40}, "dragging with Shift tilts, and nothing else:", page.scene["camera"])
    expect(difference(before, page.image()) > 0.05, "the image is not tilted")
    # What is seen and what the page knows of it agree: a pin is where its coordinate is, and goes where it is dragged.
    px, py = page.place([24.9425, 60.1705])
    head = page.color(px, py - 29)
    expect(head[0] > 150 and head[1] < 150 and head[2] > 150, "the pin is elsewhere:", head)
    b.drag((px, py - 25), (px + 70, py - 105))
    page.settle()
    nx, ny = page.place(page.scene["annotations"][0]["coordinate"])
    expect(abs(nx - px - 70) < 2 and abs(ny - py + 80) < 2, "the pin is not where it was dropped:", nx - px, ny - py)
    fx, fy = page.point(60, 330)
    place = b.run(f"staticmap.stage.coordinateAt(staticmap.stage.at({{clientX: {fx}, clientY: {fy}}}))")
    b.drag((fx, fy), (fx + 80, fy - 60))
    page.settle()
    nx, ny = page.place(place)
    expect(abs(nx - fx - 80) < 2 and abs(ny - fy + 60) < 2, "the ground did not follow the pointer:", nx - fx, ny - fy)
    b.run("document.getElementById('frame').focus()")
    b.press("ArrowUp", SHIFT)
    page.settle()
    expect(page.scene["camera"]["pitch"] == 45, "Shift and an arrow key tilt:", page.scene["camera"])
    b.press_on('[aria-label="North up"]')
    page.settle()
    expect(page.scene["camera"]["pitch"] == 0, "the compass looks down again:", page.scene["camera"])


def clicking_selects_in_the_text(page):
    page.scene_open(PLAIN)
    x, y = page.place([24.9425, 60.1705])
    page.browser.hover(x, y - 25)
    page.browser.wait("document.querySelector('#marks .hovered') !== null", what="an outline under the pointer")
    page.browser.click(x, y - 25)
    page.browser.wait("JSON.stringify(staticmap.doc.selected) === '[\"annotations\",0]'")
    expect("annotation/a" in page.browser.run("document.getElementById('where').textContent"), "what was hit is not told")
    expect('"id": "a"' in page.selection(), "the text is not selected:", page.selection()[:60])
    expect(page.browser.run("document.querySelector('#panel-design h2').textContent") == "a", "the panel does not show it")
    fx, fy = page.point(560, 30)
    page.browser.click(fx, fy)
    page.browser.wait("staticmap.doc.selected === null", what="the ground selects nothing")


def double_click_adds_a_pin_and_undo_takes_it_away(page):
    page.scene_open(PLAIN)
    text, before = page.text, page.image()
    x, y = page.point(480, 90)
    page.browser.click(x, y, times=2)
    page.settle()
    pins = page.scene["annotations"]
    expect(len(pins) == 2 and pins[1]["view"] == "pin", "annotations:", pins)
    px, py = page.place(pins[1]["coordinate"])
    expect(abs(px - x) < 1.5 and abs(py - y) < 1.5, "the pin is elsewhere")
    red = page.color(x, y - 29)
    expect(red[0] > 150 and red[1] < 140, "no red pin:", red)
    added = page.text
    page.browser.press("z", CONTROL)
    page.settle()
    expect(page.text == text and difference(before, page.image()) < 0.001, "undo did not bring everything back")
    page.browser.press_on("#redo")
    page.settle()
    expect(page.text == added, "redo did not bring the pin back")
    x, y = page.place(page.scene["annotations"][0]["coordinate"])
    page.browser.drag((x, y - 25), (x + 40, y - 25), steps=12)
    page.settle()
    page.browser.press("z", CONTROL)
    page.settle()
    expect(page.text == added, "a drag is one step of undo")


def a_camera_that_fits_stays_while_a_pin_is_dragged(page):
    scene = {**PLAIN, "camera": {"fit": "all", "padding": 40}}
    page.scene_open(scene)
    before = page.view
    x, y = page.place([24.9425, 60.1705])
    browser = page.browser
    browser.hover(x, y - 25)
    browser.mouse("mousePressed", (x, y - 25))
    browser.mouse("mouseMoved", (x - 40, y - 45))
    browser.mouse("mouseMoved", (x - 90, y - 65))
    browser.wait("staticmap.doc.scene.annotations[0].coordinate[0] < 24.9424")
    expect(page.view == before, "the map moved under the pointer")
    browser.mouse("mouseReleased", (x - 90, y - 65))
    page.settle()
    expect(page.scene["camera"] == scene["camera"], "the camera no longer fits")
    expect(page.view != before, "the camera was not solved anew")


def images_come_in_order(page):
    """Answers that arrive late must not replace newer images."""
    page.scene_open(PLAIN)
    page.browser.run("""(() => { const fetch = window.fetch; let n = 0;
        window.fetch = async (...a) => { const r = await fetch(...a); if (String(a[0]).includes('render') && n++ % 3 === 0) await new Promise(f => setTimeout(f, 250)); return r; };
        window.order = []; staticmap.image.addEventListener('shown', e => order.push([e.detail.number, performance.now()])); })()""")
    x, y = page.point(520, 60)
    page.browser.drag((x, y), (x - 300, y + 200), steps=40, pause=0.03)
    page.settle()
    order = [n for n, _ in page.browser.run("order")]
    expect(len(order) > 3 and order == sorted(order), "images out of order:", order)


def images_keep_coming_while_it_moves(page):
    page.scene_open(PLAIN)
    page.browser.run("""(() => { let moved = 0; window.order = []; addEventListener('pointermove', () => { moved = performance.now(); }, true);
        staticmap.image.addEventListener('shown', e => order.push([performance.now() - moved, e.detail.sharp])); })()""")
    x, y = page.point(520, 60)
    start = time.monotonic()
    page.browser.drag((x, y), (x - 200, y + 100), steps=60, pause=0.03)
    seconds = time.monotonic() - start
    order = page.browser.run("order")
    print(f"    {len(order) / seconds:.1f} images a second while dragging, first image of this page at "
          f"{page.browser.run('performance.getEntriesByName(`first-image`)[0].startTime'):.0f} ms")
    # On a busy machine the pointer may pause for longer than the page calls a rest.
    early = [rested for rested, sharp in order[:-1] if sharp and rested < 150]
    expect(sum(not sharp for _, sharp in order) > 3 and not early, "no quick images while it moves:", order)
    page.settle()
    expect(page.browser.run("staticmap.image.shown.sharp"), "no sharp image at rest")


def keyboard_alone(page):
    page.scene_open(PLAIN)
    browser = page.browser
    browser.run("document.getElementById('frame').focus()")
    before = page.view
    browser.press("ArrowRight")
    browser.press("+")
    page.settle()
    expect(page.view[0] > before[0] and page.view[2] > before[2], "arrows and plus:", page.view)
    browser.press("ArrowRight", SHIFT)
    page.settle()
    expect(page.scene["camera"].get("bearing") == 5, "Shift turns:", page.scene["camera"])
    browser.press("]")
    expect(browser.run("JSON.stringify(staticmap.doc.selected)") == '["annotations",0]', "brackets select")
    browser.press("ArrowRight", ALT | SHIFT)
    page.settle()
    expect(page.scene["annotations"][0]["coordinate"][0] > 24.9425, "Alt moves what is selected:", page.scene["annotations"])
    browser.press("Delete")
    page.settle()
    expect("annotations" not in page.scene, "Delete removes")
    browser.press("Enter")
    page.settle()
    expect(len(page.scene["annotations"]) == 1, "Return adds a pin")
    for _ in range(80):
        browser.press("Tab")
        if browser.run("document.activeElement === document.body"):
            break
    else:
        expect(False, "the Tab key does not come to the end of the page")


CHECKS = [first_image, dragging_a_pin_changes_one_coordinate, dragging_a_handle_moves_a_vertex, dragging_a_vertex_of_a_selected_line,
          panning_zooming_turning, tilting, clicking_selects_in_the_text, double_click_adds_a_pin_and_undo_takes_it_away,
          a_camera_that_fits_stays_while_a_pin_is_dragged, images_come_in_order, images_keep_coming_while_it_moves, keyboard_alone]
