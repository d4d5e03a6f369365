# SPDX-License-Identifier: MIT
"""The articles of the library's reference (StaticMap.docc): their code, their JSON, their links and topics."""
import functools
import json
import re

from ..checkout import ROOT
from .commands import code, compiled
from .pages import blocks

FOLDER = ROOT / "Sources/StaticMap/StaticMap.docc"
TYPE = re.compile(r"^public (?:final |indirect )*(?:struct|enum|class|protocol|actor|typealias) (\w+)", re.MULTILINE)
MEMBER = re.compile(r"public [^\n]*?\b(?:func|var|let|case|init)\b ?(\w*)|^ +case (\w+)", re.MULTILINE)
SYMBOL = re.compile(r"``([^`]+)``")
PUBLIC_IMPORT = re.compile(r"^ *(?:@_exported (?:public )?|public )import (?:struct |enum )?(\w+)", re.MULTILINE)
ARTICLE = re.compile(r"<doc:(\w+)>")


def problems():
    types = public_types()
    members = {name for module in modules() for file in sources(module) for pair in MEMBER.findall(text(file)) for name in pair}
    pages = sorted(FOLDER.glob("*.md"))
    names = {page.stem for page in pages}
    found, linked = [], set()
    for page in pages:
        where = page.relative_to(ROOT)
        for block in blocks(page)[0]:
            if block.language == "swift" and "not compiled" not in block.directives and code(block.text) not in compiled():
                found.append(f"{block.where}: no test has this code between `// show: {page.name}` and `// end`")
            if block.language == "json":
                json.loads(block.text)
            if not block.language:
                found.append(f"{block.where}: the block has no language")
        for number, line in blocks(page)[1]:
            for article in ARTICLE.findall(line):
                linked.add(article)
                if article not in names:
                    found.append(f"{where}:{number}: no such article: {article}")
            for symbol in SYMBOL.findall(line):
                module, name, member = parts(symbol)
                if line.startswith("- "):
                    linked.add(name)
                if name not in types.get(module, set()) and not (name == "StaticMap" and line.startswith("#")):
                    found.append(f"{where}:{number}: {module} has no public type {name}")
                if member and member not in members:
                    found.append(f"{where}:{number}: {name} has no member {member}")
    for module, declared in types.items():
        found += [f"{FOLDER.name}: no topic has the type {name} of {module}" for name in sorted(declared - linked)]
    found += [f"{FOLDER.name}: no topic has the article {name}" for name in sorted(names - linked - {"StaticMap"})]
    return found


def parts(symbol):
    """Module, type and member of `/MapScene/Scene`, `MapRenderer` and `MapSnapshot/point(for:)`."""
    steps = symbol.split("/")
    module = steps[1] if symbol.startswith("/") else "StaticMap"
    rest = steps[2:] if symbol.startswith("/") else steps
    return module, rest[0], re.sub(r"\(.*", "", rest[1]) if len(rest) > 1 else None


@functools.cache
def modules():
    """Those whose types are in the library's interface: what StaticMap imports publicly, and itself."""
    imported = {name for file in sources("StaticMap") for name in PUBLIC_IMPORT.findall(text(file))}
    return ["StaticMap", *sorted(name for name in imported if (ROOT / "Sources" / name).is_dir())]


def public_types():
    return {module: {name for file in sources(module) for name in TYPE.findall(text(file))} for module in modules()}


def sources(module):
    return sorted((ROOT / "Sources" / module).rglob("*.swift"))


def text(file):
    return file.read_text(encoding="utf-8")
