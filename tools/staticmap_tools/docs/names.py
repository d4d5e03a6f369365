# SPDX-License-Identifier: MIT
"""Links, and the names in backticks: files, options, commands, types."""
import re

from ..checkout import ROOT
from . import command_help
from .pages import blocks, pages

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
CODE = re.compile(r"`([^`]+)`")
FILE = re.compile(r"^[\w.@+-]+(/[\w.@+-]+)*/?$")
# Endings that make a word a file of ours; others, such as map.png, are the reader's.
SOURCES = (".swift", ".py", ".sh", ".lua", ".md", ".txt")
TYPE = re.compile(r"^[A-Z][a-z0-9]+[A-Z]\w*|^[A-Z]{2,}[a-z]\w*")
FOREIGN = re.compile(r"^(CancellationError|MK|CL|UI|NS|CG|CA|AMap|MA[A-Z]|BMK|SF|HTTP|JSON|Geo|Open|PM|MB|Web|Map(Kit|Libre|Box)|StaticMapError|YlGnBu)")
DECLARATION = re.compile(
    r"\b(?:struct|class|enum|protocol|actor|typealias|associatedtype|func|var|let|case|static let) `?(\w+)")


def problems(binary):
    root = command_help.load(binary)
    options = {"--help", "--version"} | {
        f"--{command_help.long_name(a)}" for c in command_help.commands(root) for a in command_help.arguments(c)}
    names = declared()
    found = []
    for page in pages():
        for number, line in blocks(page)[1]:
            where = f"{page.relative_to(ROOT)}:{number}"
            for target in LINK.findall(line):
                found += link(page, where, target)
            for code in CODE.findall(line):
                found += word(page, where, code, options, names)
    return found


def declared():
    """Every name that the sources declare."""
    names = set()
    for folder in ["Sources", "Tests"]:
        for file in (ROOT / folder).rglob("*.swift"):
            names.update(DECLARATION.findall(file.read_text(encoding="utf-8")))
            names.add(file.stem)
    for file in (ROOT / "python/src").rglob("*.py"):
        names.update(re.findall(r"^ *(?:class|def) (\w+)", file.read_text(encoding="utf-8"), re.MULTILINE))
    package = (ROOT / "Package.swift").read_text(encoding="utf-8")
    return names | set(re.findall(r'"(\w+)"', package))


def anchors(page):
    """The anchors of a page's headings, as GitHub makes them."""
    return {
        re.sub(r"[^\w\- ]", "", line.lstrip("#").strip().lower()).replace(" ", "-")
        for _, line in blocks(page)[1] if line.startswith("#")}


def link(page, where, target):
    if re.match(r"^[a-z]+:", target):
        return []
    path, _, anchor = target.partition("#")
    file = (page.parent / path).resolve() if path else page
    if not file.exists():
        return [f"{where}: the link leads nowhere: {target}"]
    if anchor and file.suffix == ".md" and anchor not in anchors(file):
        return [f"{where}: no such heading: {target}"]
    return []


def word(page, where, code, options, names):
    """What is wrong with a name in backticks."""
    if code.startswith("--"):
        option = re.split(r"[ =,]", code)[0]
        return [] if option in options or option in FOREIGN_OPTIONS else [f"{where}: no such option: {code}"]
    if FILE.match(code) and ("/" in code or code.endswith(SOURCES)):
        return [] if exists(page, code) else [f"{where}: no such file: {code}"]
    if TYPE.match(code) and not FOREIGN.match(code):
        parts = [part for part in re.split(r"\W+", re.sub(r"\(.*", "", code)) if part]
        return [f"{where}: no such type or member: {code}" for part in parts if part not in names][:1]
    return []


FOREIGN_OPTIONS = {"--prefix", "--strategy"}
# First parts of paths that are the reader's, an installation's or those of what is built.
READERS = ("/", "ReferenceMaps/", ".vscode/", "build/", ".build/", "share/", "bin/", "tiles/", "fonts/", "image/", "application/", "annotation/", "overlay/", "scenes/",
           # Layers of tiles with a class, and conformance classes of OGC.
           "boundary/", "building/", "landcover/", "poi/", "transportation/", "transportation_name/", "water/", "water_name/", "ogcapi-",
           "tms/")


def exists(page, code):
    if code.startswith(READERS) or code.startswith("Type+"):
        return True
    return any((base / code).exists() for base in [page.parent, ROOT, ROOT / "Sources"]) or (
        "/" in code and any(ROOT.glob(f"Sources/{code}.swift")))
