#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that each promise of SECURITY.md names what holds it: tests that there are, targets of make, or scripts."""
import pathlib
import re
import sys

TEXT = pathlib.Path("SECURITY.md").read_text(encoding="utf-8")
SUITES = {name for file in pathlib.Path("Tests").rglob("*.swift")
          for name in re.findall(r"\bstruct (\w+Tests)\b", file.read_text(encoding="utf-8"))}
TARGETS = set(re.findall(r"^([\w-]+):", pathlib.Path("Makefile").read_text(encoding="utf-8"), re.MULTILINE))

wrong = [f"there are no tests {name}" for name in re.findall(r"`(\w+Tests)`", TEXT) if name not in SUITES]
wrong += [f"there is no target {name} of make" for name in re.findall(r"`make ([\w-]+)", TEXT) if name not in TARGETS]
wrong += [f"there is no {name}" for name in re.findall(r"`(scripts/[\w./-]+)`", TEXT) if not pathlib.Path(name).exists()]
section = TEXT.split("## What is promised")[1].split("\n## ")[0]
for promise in re.split(r"^- ", section, flags=re.MULTILINE)[1:]:
    if not re.search(r"Held by .*(`\w+Tests`|`make )", " ".join(promise.split())):
        wrong.append(f"what holds \"{' '.join(promise.split())[:60]}\"?")
print("".join(f"SECURITY.md: {problem}\n" for problem in wrong), end="")
sys.exit(bool(wrong))
