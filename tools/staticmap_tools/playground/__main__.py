# SPDX-License-Identifier: MIT
"""Tests of the playground in headless Chromium, with real mouse and keyboard events, on the scene's text and on pixels.

    python3 -m staticmap_tools.playground STATICMAP [--only WORD,WORD] [--sessions N] [--url URL]
"""

import argparse
import sys
import tempfile
import time
import traceback

from . import checks_map, checks_pages, checks_panels, checks_sessions
from .browser import Browser, Failed
from .page import Page, serve


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--only", default="")
    parser.add_argument("--url", help="a server that is running, instead of one that is started")
    parser.add_argument("--sessions", type=int, default=10, help="random sessions")
    options = parser.parse_args()
    process, url = (None, options.url) if options.url else serve(options.program)
    checks_sessions.COUNT = options.sessions
    checks = [c for m in (checks_map, checks_panels, checks_pages, checks_sessions) for c in m.CHECKS if any(o in c.__name__ for o in options.only.split(","))]
    browser, failed, start = Browser(), [], time.monotonic()
    folder = tempfile.TemporaryDirectory()
    try:
        browser.send("Browser.setDownloadBehavior", behavior="allow", downloadPath=folder.name)
        for check in checks:
            began = time.monotonic()
            page = Page(browser, url, options.program, folder.name)
            try:
                check(page)
                if page.errors:
                    raise Failed("the console says: " + "; ".join(page.errors[:4]))
                outside = [r for r in browser.requests if not r.startswith((url, "data:", "blob:", "about:"))]
                if outside:
                    raise Failed("asked for " + outside[0])
                verdict = "ok"
            except Exception as error:  # whatever it is, the next one is run
                failed.append(check.__name__)
                verdict = "FAILED: " + (str(error) if isinstance(error, Failed) else traceback.format_exc(limit=-3))
            print(f"{check.__name__:34} {time.monotonic() - began:5.1f} s  {verdict}", flush=True)
    finally:
        browser.close()
        if process:
            process.terminate()
            process.wait()
    print(f"playground: {len(checks) - len(failed)} of {len(checks)} passed in {time.monotonic() - start:.0f} s")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
