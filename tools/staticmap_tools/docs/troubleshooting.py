# SPDX-License-Identifier: MIT
"""docs/troubleshooting.md answers each code that a diagnostic can have, and `Diagnostic.Code` has those of the library."""
import re

from ..checkout import ROOT

PAGE = ROOT / "docs/troubleshooting.md"
ENUMERATION = re.compile(r"\benum \w+: String, (?:DiagnosticCode|CaseIterable)[^{]*\{(.*?)\n\}", re.DOTALL)
CODE = re.compile(r'= "([a-z]+(?:\.[a-z0-9-]+)+)"')
CONSTANT = re.compile(r'^    public static let (\w+): Self = "([^"]+)"$', re.MULTILINE)
# Of the program alone.
PROGRAM = ("batch.", "command.", "server.")
ROW = re.compile(r"^\| `([a-z….]+\.[a-z0-9-]+)`", re.MULTILINE)


def codes():
    """The codes of all modules."""
    found = set()
    for file in (ROOT / "Sources").rglob("*.swift"):
        text = file.read_text(encoding="utf-8")
        if "DiagnosticCode" in text:
            for body in ENUMERATION.findall(text):
                found.update(CODE.findall(body))
    return found | document_codes()


def document_codes():
    """Problems of any JSON document; the page writes them as `….unknown-key`, once for all kinds of documents."""
    texts = (file.read_text(encoding="utf-8") for file in (ROOT / "Sources").rglob("*.swift"))
    body = next(text for text in texts if "enum DocumentProblem" in text).partition("enum DocumentProblem")[2].partition("\n}")[0]
    return {f"….{written or name}" for name, written in re.findall(r'case (\w+)(?: = "([^"]+)")?', body)}


def constants():
    """What is wrong with the public constants: they are named after the codes that the library can report."""
    file = ROOT / "Sources/MapCore/Diagnostics/DiagnosticCode.swift"
    declared = {code: name for name, code in CONSTANT.findall(file.read_text(encoding="utf-8"))}
    known = {code.replace("….", "scene.") for code in codes() if not code.startswith(PROGRAM)}
    misnamed = {code for code, name in declared.items()
                if name != re.sub(r"[.-](\w)", lambda letter: letter[1].upper(), code)}
    return (
        [f"{file.name}: no constant for {code}" for code in sorted(known - set(declared))]
        + [f"{file.name}: no diagnostic has the code {code}" for code in sorted(set(declared) - known)]
        + [f"{file.name}: the constant of {code} has another name" for code in sorted(misnamed)])


def problems():
    answered = ROW.findall(PAGE.read_text(encoding="utf-8"))
    known = codes()
    name = PAGE.relative_to(ROOT)
    return (
        constants()
        + [f"{name}: no answer to {code}" for code in sorted(known - set(answered))]
        + [f"{name}: no diagnostic has the code {code}" for code in sorted(set(answered) - known)]
        + [f"{name}: {code} is answered twice" for code in sorted({c for c in answered if answered.count(c) > 1})])
