# SPDX-License-Identifier: MIT
"""The project's Markdown pages, taken apart."""
import dataclasses
import pathlib
import re

from ..checkout import ROOT

FENCE = re.compile(r"^( *)```(\w*)\s*$")
DIRECTIVE = re.compile(r"^<!-- (.*?) -->$")


@dataclasses.dataclass
class Block:
    """A fenced block, with the comments on the lines above it."""

    page: pathlib.Path
    line: int
    language: str
    text: str
    directives: list[str]

    @property
    def where(self):
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def pages():
    """README, the architecture and all of docs/."""
    return [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]


def blocks(page):
    """The page's fenced blocks, and its text without them."""
    found: list = []
    prose: list = []
    above: list = []
    open_at = None
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        fence = FENCE.match(line)
        if fence and open_at is None:
            body: list = []
            open_at, indent, language = number, len(fence.group(1)), fence.group(2)
        elif fence and not fence.group(2) and open_at is not None:
            found.append(Block(page, open_at, language, "\n".join(body), above))
            open_at, above = None, []
        elif open_at is not None:
            body.append(line[indent:])
        else:
            prose.append((number, line))
            directive = DIRECTIVE.match(line.strip())
            above = [*above, directive.group(1)] if directive else []
    return found, prose
