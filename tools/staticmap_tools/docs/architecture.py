# SPDX-License-Identifier: MIT
"""The tables of modules and folders in ARCHITECTURE.md, beside Package.swift and Sources, and the files that it names."""
import re
import sys

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
    products = dict(re.findall(
        r"let (\w+) = (?:Target\.Dependency\.product\(name: |programOnly\()\"([\w-]+)\"", manifest))
    names = re.findall(r'"([\w-]+)"', re.sub(r"programOnly\((\"[\w-]+\"), \"[\w-]+\"\)", r"\1", words))
    bare = re.findall(r"\b\w+\b", re.sub(r'"[^"]*"|programOnly\([^)]*\)', "", words))
    return names + [products[word] for word in bare if word in products]


def section(title):
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    return text.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def folder_problems():
    """Each folder of a module stands in the table, and each that stands there exists."""
    sources = ROOT / "Sources"
    folders = {
        path.relative_to(sources).as_posix() for path in sources.glob("*/**/")
        if path.relative_to(sources).parts[0] not in ("C", "Benchmarks") and any(path.glob("*.swift"))
        and path.parent != sources
    }
    listed = set(re.findall(r"`([\w/]+)`", "\n".join(
        line.split("|")[1] for line in section("Folders").splitlines() if line.startswith("| `"))))
    return [f"ARCHITECTURE.md: the table of folders lacks {folder}" for folder in sorted(folders - listed)] + [
        f"ARCHITECTURE.md: there is no folder Sources/{folder}" for folder in sorted(listed - folders)]


def file_problems():
    """The Swift files that the page names exist."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    return [
        f"ARCHITECTURE.md: there is no file Sources/{file}"
        for file in re.findall(r"`((?:Map|StaticMap)\w*/[\w/+-]+\.swift)`", text)
        if not (ROOT / "Sources" / file).is_file()]


def problems():
    return module_problems() + folder_problems() + file_problems()


def module_problems():
    modules = wanted()
    rows = {}
    for line in section("Modules").splitlines():
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


if __name__ == "__main__":
    wrong = problems()
    print("\n".join(wrong), end="\n" if wrong else "")
    sys.exit(bool(wrong))
