# SPDX-License-Identifier: MIT
"""Random sessions: drags, tools, keys, rubbish, undo. Each has its number as a seed."""

import functools
import json
import random
import urllib.error
import urllib.request

from .browser import SHIFT, Failed
from .page import expect

COUNT = 10
EXAMPLES = ["walk", "callouts", "fog", "area", "legend", "clusters", "here", "night"]


def _spot(chance, box):
    """A point of a box, not at its very edge."""
    left, top, width, height = box
    return left + chance.uniform(0.05, 0.95) * width, top + chance.uniform(0.05, 0.95) * height


def random_sessions(page):
    page.open()
    b = page.browser
    for seed in range(COUNT):
        chance = random.Random(seed)
        text = b.run(f"fetch('playground/examples/{chance.choice(EXAMPLES)}.json').then(r => r.text())")
        b.run(f"staticmap.doc.select(null), staticmap.doc.change({json.dumps(text)}, {{source: 'example'}})")
        done = []
        for _ in range(chance.randint(4, 9)):
            spot = functools.partial(_spot, chance, b.box("#frame"))
            action = chance.choice(["drag", "drag", "drag", "click", "double", "wheel", "turn", "tool", "key", "rubbish", "undo", "redo", "style"])
            done.append(action)
            if action == "drag":
                b.drag(spot(), spot(), steps=chance.randint(1, 6))
            elif action == "turn":
                b.drag(spot(), spot(), modifiers=SHIFT)
            elif action == "click":
                b.click(*spot())
            elif action == "double":
                b.click(*spot(), times=2)
            elif action == "wheel":
                b.wheel(*spot(), chance.choice([-300, -100, 100, 300]))
            elif action == "tool":
                b.run(f"document.querySelectorAll('#tools button')[{chance.randrange(12)}].click()")
                for _ in range(chance.randint(1, 4)):
                    b.click(*spot())
                b.run("document.getElementById('frame').focus()")
                b.press(chance.choice(["Enter", "Escape"]))
            elif action == "key":
                b.run("document.getElementById('frame').focus()")
                for _ in range(3):
                    b.press(chance.choice(["ArrowLeft", "ArrowUp", "+", "-", "]", "[", "0", "Delete", "Enter", "Escape"]))
            elif action == "rubbish":
                at = chance.randrange(400)
                b.run(f"(() => {{ const a = document.getElementById('scene'); a.focus(); a.setSelectionRange({at}, {at + chance.randrange(9)}); }})()")
                b.type("".join(chance.choice('{}[]":,\\0e-x \nü') for _ in range(chance.randint(1, 6))))
                if chance.random() < 0.7:
                    for _ in range(3):
                        b.run("document.getElementById('undo').click()")
            elif action == "style":
                b.run(f"(() => {{ const s = document.getElementById('style'); if (!s) return; s.selectedIndex = {chance.randrange(6)}; s.dispatchEvent(new Event('change')); }})()")
            else:
                b.run(f"document.getElementById('{action}').click()")
        b.run("document.getElementById('frame').focus()")
        b.press("Escape")
        b.press("Escape")
        try:
            page.settle()
        except Failed as error:
            raise Failed(f"session {seed} {done}: {error}") from None
        request = urllib.request.Request(page.url + "check", page.text.encode(), {"Content-Type": "application/json"})
        try:
            answer = json.load(urllib.request.urlopen(request))
            explained = answer["valid"] or all(d["message"] for d in answer["diagnostics"])
        except urllib.error.HTTPError as error:
            problem = json.load(error)
            explained = error.code in (400, 404, 413, 422) and problem["detail"]
        expect(explained, "session", seed, done, "ends in a scene that the server does not explain")
        # A scene that the server does not draw may be refused; that is no fault of the page.
        ours = [c for c in b.console if "Failed to load resource" not in c]
        expect(not ours, "session", seed, done, ours[:2])
        b.console.clear()


CHECKS = [random_sessions]
