# SPDX-License-Identifier: MIT
"""Writes what is generated: the tables of docs/, with the scene's keys from its JSON schema and the options from the
program, and the builders of the Python package, from the schema.

    python3 -m staticmap_tools.docs.write BINARY            refreshes the tables between their markers
    python3 -m staticmap_tools.docs.write --check BINARY    says what is not current, and fails

A table stands between `<!-- scene: camera center zoom -->` (an object of the schema, and some of its keys, or all) or
`<!-- cli: render -->` and `<!-- end -->`.
"""
import re
import sys

from ..checkout import ROOT
from . import command_help, python_builders
from .schema_tables import SchemaTables

MARKED = re.compile(r"(<!-- (scene|cli): ([^>]*?) -->\n)(.*?)(<!-- end -->)", re.DOTALL)


def anchors(page):
    """The section that describes each definition: the heading above its table."""
    found: dict = {}
    heading = ""
    for line in page.splitlines():
        if line.startswith("#"):
            heading = line.lstrip("#").strip()
        marker = re.match(r"<!-- (?:scene|about): (\w+)", line)
        if marker:
            slug = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
            found.setdefault(marker.group(1), (heading, slug))
    return found


def option_table(root, name):
    """The options of a command, or those that several share."""
    common = command_help.shared(root)
    if name == "shared":
        chosen = list(common.values())
    else:
        command = next(c for c in command_help.commands(root) if c["commandName"] == name)
        chosen = [
            a for a in command_help.arguments(command)
            if (command_help.spelling(a), a.get("abstract", "")) not in common
        ]
    lines = ["| Option | |", "| --- | --- |"]
    for argument in chosen:
        spelling = command_help.spelling(argument).replace("|", "\\|")
        text = command_help.help_text(argument).replace("|", "\\|").replace("<", "\\<")
        lines.append(f"| `{spelling}` | {text} |")
    return "\n".join(lines)


def refreshed(page, path, help_root):
    """The page with its tables as they should be."""
    tables = SchemaTables(ROOT, anchors(page))

    def replace(match):
        begin, kind, words, _, end = match.groups()
        name, *only = words.split()
        table = tables.table(name, only) if kind == "scene" else option_table(help_root, words.strip())
        return f"{begin}\n{table}\n\n{end}"

    text = MARKED.sub(replace, page)
    if tables.written and (missing := tables.missing()):
        raise SystemExit(f"{path}: no table has " + ", ".join(missing))
    documented = set(re.findall(r"<!-- cli: ([\w ]+?) -->", page))
    if documented:
        names = {c["commandName"] for c in command_help.commands(help_root)} | {"shared"}
        if missing := names - documented:
            raise SystemExit(f"{path}: no table of the options of " + ", ".join(sorted(missing)))
    return text


def main():
    check, binary = "--check" in sys.argv, sys.argv[-1]
    help_root = command_help.load(binary)
    stale = []
    texts = {ROOT / python_builders.FILE: python_builders.Builders(ROOT).text()}
    for path in sorted((ROOT / "docs").glob("*.md")):
        texts[path] = refreshed(path.read_text(encoding="utf-8"), path.relative_to(ROOT), help_root)
    for path, text in texts.items():
        if text == path.read_text(encoding="utf-8"):
            continue
        if check:
            stale.append(str(path.relative_to(ROOT)))
        else:
            path.write_text(text, encoding="utf-8")
            print(path.relative_to(ROOT))
    if stale:
        raise SystemExit(f"not current: {', '.join(stale)}; run make docs-tables")


if __name__ == "__main__":
    main()
