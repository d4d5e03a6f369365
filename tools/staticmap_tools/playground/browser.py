# SPDX-License-Identifier: MIT
"""Headless Chromium, commanded over a pipe with the DevTools protocol: real mouse and keyboard events, screenshots, the console."""

import base64
import json
import os
import shutil
import struct
import subprocess
import tempfile
import threading
import time
import zlib

KEYS = {
    "Enter": (13, "\r"), "Escape": (27, ""), "Tab": (9, ""), "Backspace": (8, ""), "Delete": (46, ""), "ArrowLeft": (37, ""), "ArrowUp": (38, ""),
    "ArrowRight": (39, ""), "ArrowDown": (40, ""), "Home": (36, ""), "End": (35, ""),
}
#: Seconds after which something will not come any more, however busy the machine is.
PATIENCE = 120
ALT, CONTROL, META, SHIFT = 1, 2, 4, 8


class Failed(Exception):
    """What a command of the protocol or a script of the page says went wrong."""


class Browser:
    """One Chromium with one page."""

    def __init__(self):
        self.profile = tempfile.mkdtemp(prefix="staticmap-chromium-")
        to_child, self.out = os.pipe()
        self.into, from_child = os.pipe()

        def wire():
            # DevTools reads from 3 and writes to 4; the numbers may be taken by each other.
            a, b = os.dup(to_child), os.dup(from_child)
            os.dup2(a, 3)
            os.dup2(b, 4)

        self.process = subprocess.Popen(
            ["chromium", "--headless=new", "--no-sandbox", "--remote-debugging-pipe", "--no-first-run", "--disable-background-networking",
             "--disable-component-update", "--disable-gpu", "--force-device-scale-factor=1", "--hide-scrollbars", "--user-data-dir=" + self.profile,
             "about:blank"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=wire, close_fds=False)
        os.close(to_child)
        os.close(from_child)
        self.number = 0
        self.answers, self.session = {}, None
        self.console, self.requests = [], []
        # The field whose file dialog is open.
        self.chooser = None
        self.arrived = threading.Condition()
        threading.Thread(target=self.read, daemon=True).start()
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.send(domain + ".enable")

    def read(self):
        buffer = b""
        while True:
            try:
                part = os.read(self.into, 1 << 16)
            except OSError:
                return
            if not part:
                return
            buffer += part
            while b"\0" in buffer:
                message, buffer = buffer.split(b"\0", 1)
                self.take(json.loads(message))

    def take(self, message):
        with self.arrived:
            if "id" in message:
                self.answers[message["id"]] = message
            method, about = message.get("method"), message.get("params", {})
            if method == "Runtime.exceptionThrown":
                details = about["exceptionDetails"]
                self.console.append(details.get("exception", {}).get("description") or details["text"])
            elif method == "Runtime.consoleAPICalled" and about["type"] in ("error", "warning", "assert"):
                self.console.append(" ".join(str(a.get("value", a.get("description", ""))) for a in about["args"]))
            elif method == "Log.entryAdded" and about["entry"]["level"] in ("error", "warning"):
                self.console.append(about["entry"]["text"] + " " + about["entry"].get("url", ""))
            elif method == "Network.requestWillBeSent":
                self.requests.append(about["request"]["url"])
            elif method == "Page.fileChooserOpened":
                self.chooser = about["backendNodeId"]
            self.arrived.notify_all()

    def send(self, method, **about):
        with self.arrived:
            self.number += 1
            number = self.number
        message = {"id": number, "method": method, "params": about}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        with self.arrived:
            if not self.arrived.wait_for(lambda: number in self.answers, timeout=PATIENCE):
                raise Failed(method + " was not answered")
            answer = self.answers.pop(number)
        if "error" in answer:
            raise Failed(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def close(self):
        try:
            self.session = None
            self.send("Browser.close")
            self.process.wait(10)
        except (Failed, subprocess.TimeoutExpired, OSError):
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    # The page

    def size(self, width, height, dark=False, scale=1, reduced=True):
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=False)
        self.send("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce" if reduced else "no-preference"}])

    def open(self, url, lands_on=None):
        """Opens an address; the same one with another fragment is loaded anew too."""
        for address in ("about:blank", url):
            error = self.send("Page.navigate", url=address).get("errorText")
            if error:
                raise Failed(f"{address}: {error}")
            landed = lands_on if lands_on and address == url else address
            self.wait(f"document.readyState === 'complete' && location.href === {json.dumps(landed)}")

    def run(self, script):
        """The value of an expression; promises are awaited."""
        answer = self.send("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True, userGesture=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise Failed(details.get("exception", {}).get("description") or details["text"])
        return answer["result"].get("value")

    def wait(self, condition, what=None):
        """Waits until an expression is true, and gives its value."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                value = self.run(condition)
                # An element has no value of its own.
                if value or value == {}:
                    return value
            except Failed as error:
                value = error
            if time.monotonic() > end:
                raise Failed(f"not within {PATIENCE} s: {what or condition} (last: {value})")
            time.sleep(0.02)

    # Mouse, keyboard, fingers

    def mouse(self, kind, at, button="left", count=1, modifiers=0, **more):
        self.send("Input.dispatchMouseEvent", type=kind, x=at[0], y=at[1], button=button, buttons=1 if kind != "mouseReleased" and button == "left" else 0,
                  clickCount=count, modifiers=modifiers, **more)

    def hover(self, x, y):
        self.mouse("mouseMoved", (x, y), button="none")

    def click(self, x, y, times=1, modifiers=0):
        self.hover(x, y)
        for count in range(1, times + 1):
            self.mouse("mousePressed", (x, y), count=count, modifiers=modifiers)
            self.mouse("mouseReleased", (x, y), count=count, modifiers=modifiers)

    def drag(self, start, end, steps=8, modifiers=0, pause=0.0):
        self.hover(*start)
        self.mouse("mousePressed", start, modifiers=modifiers)
        for i in range(1, steps + 1):
            self.mouse("mouseMoved", (start[0] + (end[0] - start[0]) * i / steps, start[1] + (end[1] - start[1]) * i / steps), modifiers=modifiers)
            if pause:
                time.sleep(pause)
        self.mouse("mouseReleased", end, modifiers=modifiers)

    def wheel(self, x, y, dy):
        self.send("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=dy)

    def pinch(self, x, y, start, end, steps=6):
        def touch(kind, r):
            points = [] if kind == "touchEnd" else [{"x": x - r, "y": y, "id": 1}, {"x": x + r, "y": y, "id": 2}]
            self.send("Input.dispatchTouchEvent", type=kind, touchPoints=points)
        touch("touchStart", start)
        for i in range(1, steps + 1):
            touch("touchMove", start + (end - start) * i / steps)
        touch("touchEnd", end)

    def press(self, key, modifiers=0):
        code, text = KEYS.get(key, (ord(key.upper()[0]), key))
        if modifiers & (CONTROL | META | ALT):
            text = ""
        name = key if key in KEYS else "Key" + key.upper() if key.isalpha() else key
        commands = {("z", CONTROL): ["undo"], ("a", CONTROL): ["selectAll"]}.get((key, modifiers), [])
        self.send("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", key=key, code=name, windowsVirtualKeyCode=code, text=text,
                  modifiers=modifiers, commands=commands)
        self.send("Input.dispatchKeyEvent", type="keyUp", key=key, code=name, windowsVirtualKeyCode=code, modifiers=modifiers)

    def type(self, text):
        for character in text:
            if character == "\n":
                self.press("Enter")
            else:
                self.send("Input.dispatchKeyEvent", type="char", text=character)

    def choose_file(self, selector, path):
        """Clicks what opens a file dialog, and answers that with a file."""
        self.send("Page.setInterceptFileChooserDialog", enabled=True)
        self.chooser = None
        self.press_on(selector)
        with self.arrived:
            if not self.arrived.wait_for(lambda: self.chooser, timeout=PATIENCE):
                raise Failed(selector + " opens no file dialog")
        self.send("DOM.setFileInputFiles", files=[path], backendNodeId=self.chooser)

    def box(self, selector):
        """Left, top, width and height of an element that is scrolled into view."""
        found = self.run(f"(() => {{ const e = document.querySelector({json.dumps(selector)}); if (!e) return null; e.scrollIntoView({{block: 'nearest'}});"
                         " const b = e.getBoundingClientRect(); return [b.left, b.top, b.width, b.height]; })()")
        if not found or not found[2]:
            raise Failed(f"{selector} is not on the page, or not to be seen")
        return found

    def press_on(self, selector):
        left, top, width, height = self.box(selector)
        self.click(left + width / 2, top + height / 2)

    def screenshot(self, path=None, clip=None):
        about: dict = {"format": "png"}
        if clip:
            about["clip"] = {"x": clip[0], "y": clip[1], "width": clip[2], "height": clip[3], "scale": 1}
        data = base64.b64decode(self.send("Page.captureScreenshot", **about)["data"])
        if path:
            with open(path, "wb") as file:
                file.write(data)
        return data


def png(width, height, color):
    """A PNG of one color."""
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    rows = (b"\0" + bytes(color) * width) * height
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def pixels(png):
    """Width, height and rows of (r, g, b) of a PNG as Chromium writes it: 8 bits, RGB or RGBA, not interlaced."""
    at, width, height, channels, packed = 8, 0, 0, 0, b""
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at:at + 8])
        body = png[at + 8:at + 8 + length]
        if kind == b"IHDR":
            width, height, depth, color = struct.unpack(">IIBB", body[:10])
            assert depth == 8 and color in (2, 6)
            channels = 3 if color == 2 else 4
        elif kind == b"IDAT":
            packed += body
        at += 12 + length
    data, stride, rows = zlib.decompress(packed), width * channels, []
    previous = bytearray(stride)
    for y in range(height):
        start = y * (stride + 1)
        kind, line = data[start], bytearray(data[start + 1:start + 1 + stride])
        for i in range(stride) if kind else ():
            a = line[i - channels] if i >= channels else 0
            b = previous[i]
            c = previous[i - channels] if i >= channels else 0
            if kind == 1:
                line[i] = line[i] + a & 255
            elif kind == 2:
                line[i] = line[i] + b & 255
            elif kind == 3:
                line[i] = line[i] + (a + b) // 2 & 255
            else:
                p = a + b - c
                pa, pb, pc = abs(p - a), abs(p - b), abs(p - c)
                line[i] = line[i] + (a if pa <= pb and pa <= pc else b if pb <= pc else c) & 255
        rows.append([tuple(line[i:i + 3]) for i in range(0, stride, channels)])
        previous = line
    return width, height, rows
