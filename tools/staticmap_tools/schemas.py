# SPDX-License-Identifier: MIT
"""Writes the table of the OpenMapTiles schema as JSON in Swift, so that the library reads it without YAML: make schemas.

`schemas/openmaptiles.yml` is the source; a test compares both.
"""
import json
import pathlib
import re

import yaml

SOURCE = pathlib.Path("schemas/openmaptiles.yml")
TARGET = pathlib.Path("Sources/MapImport/Schema/OpenMapTilesTable.swift")
NUMBER = re.compile(r"-?\d+(\.\d+)?")


def value(node):
    """A node with its plain numbers as numbers and everything else as text, without what is for readers alone."""
    if isinstance(node, yaml.MappingNode):
        return {key.value: value(child) for key, child in node.value if key.value != "source"}
    if isinstance(node, yaml.SequenceNode):
        return [value(child) for child in node.value]
    if node.style is None and NUMBER.fullmatch(node.value):
        return float(node.value) if "." in node.value else int(node.value)
    return node.value


def main():
    """Writes the file."""
    text = json.dumps(value(yaml.compose(SOURCE.read_text())), ensure_ascii=False, separators=(",", ":"))
    # Long lines are cut where a row ends.
    text = text.replace('{"from"', '\n{"from"')
    TARGET.write_text(
        "// SPDX-License-Identifier: MIT\n"
        "import MapCore\n\n"
        "extension ImportSchema {\n"
        "    /// The OpenMapTiles schema; nil would be a mistake in this file.\n"
        "    static var openMapTilesDocument: JSONDocument? {\n"
        "        try? JSONDocument(.schema, file: \"openmaptiles.yml\", text: Array(openMapTilesTable.utf8))\n"
        "    }\n\n"
        "    /// `schemas/openmaptiles.yml` as JSON: make schemas.\n"
        "    // swift-format-ignore\n"
        "    package static let openMapTilesTable = #\"\"\"\n"
        f"{text}\n"
        "\"\"\"#\n"
        "}\n")


if __name__ == "__main__":
    main()
