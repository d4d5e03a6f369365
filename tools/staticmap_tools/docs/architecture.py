# SPDX-License-Identifier: MIT
"""The table of modules in ARCHITECTURE.md, beside Package.swift."""
import re

from ..checkout import ROOT

TARGET = re.compile(r"\b(?:module|program)\(\s*\"([\w-]+)\",?\s*(\[[^\]]*\])?")
ROW = re.compile(r"^\| `([\w-]+)` \| .* \| ([^|]*) \|$")


def wanted():
    """The modules of the package with what they depend on."""
    manifest = (ROOT / "Package.swift").read_text(encoding="utf-8")
    return {name: dependencies(words) for name, words in TARGET.findall(manifest.partition("targets: [")[2])}


def dependencies(words):
    """Names in quotes, and the products that Package.swift gives a name of its own: `grdb` is GRDB."""
    manifest = (ROOT / "Package.swift").read_text(encoding="utf-8")
    products = dict(re.findall(r"let (\w+) = Target\.Dependency\.product\(name: \"([\w-]+)\"", manifest))
    names = re.findall(r'"([\w-]+)"', re.sub(r"\.product\(name: (\"[\w-]+\"), package: \"[\w-]+\"\)", r"\1", words))
    bare = re.findall(r"\b\w+\b", re.sub(r'"[^"]*"|\.product\([^)]*\)', "", words))
    return names + [products[word] for word in bare if word in products]


def problems():
    modules = wanted()
    section = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8").partition("\n## Modules\n")[2].partition("\n## ")[0]
    rows = {}
    for line in section.splitlines():
        if row := ROW.match(line):
            rows[row.group(1)] = re.findall(r"`([\w-]+)`", row.group(2))
    found = [f"ARCHITECTURE.md: the table of modules lacks {name}" for name in modules if name not in rows]
    for name, listed in rows.items():
        if name not in modules:
            found.append(f"ARCHITECTURE.md: Package.swift has no module {name}")
        elif sorted(listed) != sorted(modules[name]):
            line = ", ".join(f"`{module}`" for module in modules[name]) or "nothing"
            found.append(f"ARCHITECTURE.md: {name} depends on {line}")
    return found
