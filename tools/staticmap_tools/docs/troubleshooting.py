# SPDX-License-Identifier: MIT
"""docs/troubleshooting.md answers each code that a diagnostic can have, and `Diagnostic.Code` has those of the library."""
import re

from ..checkout import ROOT

PAGE = ROOT / "docs/troubleshooting.md"
LIMITS = re.compile(r'^    case \w+ = "(limits\.[a-z0-9-]+)"$', re.MULTILINE)
PROBLEM = re.compile(r'ProblemKind\(\d+, "([a-z]+\.[a-z-]+)"')
CONSTANT = re.compile(r'^    (?:public |package )?static let (\w+): Self = "([a-z]+\.[a-z0-9-]+)"$', re.MULTILINE)
ROW = re.compile(r"^\| `([a-z….]+\.[a-z0-9-]+)`", re.MULTILINE)


def sources():
    return [file.read_text(encoding="utf-8") for file in (ROOT / "Sources").rglob("*.swift")]


def declared():
    """The name of the constant of each code."""
    return {code: name for text in sources() if "Diagnostic.Code" in text for name, code in CONSTANT.findall(text)}


def codes():
    """All codes that a diagnostic can have."""
    return set(declared()) - {code for code in declared() if code.startswith("scene.") and of_any_document(code)} | document_codes()


def of_any_document(code):
    return "…." + code.partition(".")[2] in document_codes()


def document_codes():
    """Problems of any JSON document; the page writes them as `….unknown-key`, once for all kinds of documents."""
    body = next(text for text in sources() if "enum DocumentProblem" in text).partition("enum DocumentProblem")[2].partition("\n}")[0]
    return {f"….{written or name}" for name, written in re.findall(r'case (\w+)(?: = "([^"]+)")?', body)}


def constants():
    """What is wrong with the constants: they are named after their codes, and something reports each."""
    names = declared()
    texts = sources()
    limits = {code for text in texts for code in LIMITS.findall(text)}
    uses = {word for text in texts for word in re.findall(r"\.([a-z]\w+)\b", text)}
    return (
        [f"the constant of {code} has another name: {name}" for code, name in sorted(names.items())
         if name != re.sub(r"[.-](\w)", lambda letter: letter[1].upper(), code)]
        + [f"there is no constant for {code}" for code in sorted(limits - set(names))]
        + [f"nothing reports {code}" for code, name in sorted(names.items())
           if name not in uses and code not in limits and not of_any_document(code)])


def problems():
    answered = ROW.findall(PAGE.read_text(encoding="utf-8"))
    known = codes() | {code for text in sources() for code in PROBLEM.findall(text)}
    name = PAGE.relative_to(ROOT)
    return (
        constants()
        + [f"{name}: no answer to {code}" for code in sorted(known - set(answered))]
        + [f"{name}: no diagnostic has the code {code}" for code in sorted(set(answered) - known)]
        + [f"{name}: {code} is answered twice" for code in sorted({c for c in answered if answered.count(c) > 1})])
