#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the built site: docs/site/check.py FOLDER

Each link and each image leads to a file of the site, each anchor to an element of that page, and no page loads anything from another
server. The search finds English and Chinese words. Pages of the Swift reference (reference/) are DocC's, and only have to be there.
"""
import html.parser
import json
import pathlib
import sys
import urllib.parse

LOADED = {("script", "src"), ("link", "href"), ("img", "src"), ("iframe", "src"), ("source", "src")}
# Relations of <link> that a browser does not fetch.
NAMED = {"canonical", "prev", "next", "alternate", "edit"}


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.anchors, self.targets, self.loaded = set(), [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if values.get("id"):
            self.anchors.add(values["id"])
        for name in ("href", "src"):
            value = values.get(name)
            if value is None or (tag, name) == ("base", "href"):
                continue
            self.targets.append(value)
            if (tag, name) in LOADED and values.get("rel") not in NAMED:
                self.loaded.append(value)


def problems(folder):
    files = [file for file in sorted(folder.rglob("*.html")) if "reference" not in file.relative_to(folder).parts[:1]]
    pages = {file: Page(file.read_text(encoding="utf-8")) for file in files}
    for file, page in pages.items():
        name = file.relative_to(folder)
        for value in page.loaded:
            if urllib.parse.urlsplit(value).netloc:
                yield f"{name}: loads {value} from another server"
        if name.name == "404.html":
            continue  # its links begin at the root of a server
        for value in page.targets:
            address = urllib.parse.urlsplit(value)
            if address.scheme or address.netloc:
                continue
            path = urllib.parse.unquote(address.path)
            target = (file.parent / path).resolve() if path else file
            if not target.is_relative_to(folder):
                yield f"{name}: leads out of the site: {value}"
            elif not target.exists():
                yield f"{name}: leads nowhere: {value}"
            elif address.fragment and target in pages:
                anchor = urllib.parse.unquote(address.fragment)
                if anchor not in pages[target].anchors and anchor != "__skip":
                    yield f"{name}: no such anchor: {value}"
    index = json.loads((folder / "search/search_index.json").read_text(encoding="utf-8"))["docs"]
    for word in ["callout", "大头针"]:
        if not any(word in entry["text"].replace("\u200b", "") for entry in index):
            yield f"search: no page has {word}"
    print(f"site: {len(pages)} pages checked, {sum(len(page.targets) for page in pages.values())} links, {len(index)} entries to search")


def main():
    found = list(problems(pathlib.Path(sys.argv[1]).resolve()))
    print("\n".join(found), end="\n" if found else "")
    sys.exit(1 if found else 0)


main()
