# SPDX-License-Identifier: MIT
"""What is generated in the documentation, and how it is checked."""

import json

import pytest

from staticmap_tools.docs import command_help, commands, man, names, pages, python_builders, write
from staticmap_tools.docs.schema_tables import SCHEMA, SHARED, SchemaTables

OPTION = {"kind": "option", "names": [{"kind": "short", "name": "o"}, {"kind": "long", "name": "output"}], "valueName": "file", "abstract": "Where to."}
FLAG = {"kind": "flag", "names": [{"kind": "long", "name": "strict"}], "abstract": "Warnings are errors."}
ROOT_COMMAND = {"subcommands": [
    {"commandName": "render", "arguments": [OPTION, FLAG]}, {"commandName": "check", "arguments": [FLAG]}, {"commandName": "help"},
    {"commandName": "tiles", "subcommands": [{"commandName": "merge", "arguments": [FLAG]}]}, {"commandName": "x", "shouldDisplay": False}]}


@pytest.fixture
def tables(tmp_path):
    path = tmp_path / SCHEMA
    path.parent.mkdir(parents=True)
    shared = {key: {"type": "object", "properties": {}} for group in SHARED for key in SHARED[group]}
    path.write_text(json.dumps({
        "required": ["size"],
        "properties": {"size": {"type": "array", "minItems": 2, "maxItems": 2, "items": {"type": "number", "minimum": 1, "maximum": 9}, "description": "In \"points\"."},
                       "scale": {"type": "number", "exclusiveMinimum": 0, "default": 1}, "camera": {"$ref": "#/$defs/camera"},
                       "mode": {"enum": ["a", "b"]}, "lines": {"type": "array", "items": {"type": "string"}}},
        "$defs": shared | {"camera": {"type": "object", "properties": {"zoom": {"type": "number"}}}},
    }), encoding="utf-8")
    return SchemaTables(tmp_path, {"camera": ("Camera", "camera")})


def test_a_table_has_type_default_and_description(tables):
    rows = tables.table("scene").splitlines()
    assert rows[2] == "| `size` | array of 2 numbers | *required* | In `points`. |"
    assert rows[3] == "| `scale` | number, above 0 and up | `1` |  |"
    assert rows[4] == "| `camera` | [Camera](#camera) |  |  |"
    assert rows[5].startswith('| `mode` | `"a"`, `"b"` |') and rows[6].startswith("| `lines` | array of strings |")


def test_keys_that_no_table_has_are_known(tables):
    tables.table("scene", ["size", "scale", "camera", "mode"])
    assert tables.missing() == ["camera.zoom", "scene.lines"]
    with pytest.raises(SystemExit, match="no key nothing"):
        tables.table("scene", ["nothing"])


def test_groups_of_commands_are_opened():
    assert [c["commandName"] for c in command_help.commands(ROOT_COMMAND)] == ["render", "check", "tiles merge"]


def test_options_that_three_commands_have_are_shared():
    assert [spelling for spelling, _ in command_help.shared(ROOT_COMMAND)] == ["--strict"]
    assert write.option_table(ROOT_COMMAND, "render").splitlines()[2:] == ["| `-o, --output <file>` | Where to. |"]
    assert "--strict" in write.option_table(ROOT_COMMAND, "shared")


def test_help_says_defaults_and_values_once():
    assert command_help.help_text({"abstract": "How.", "defaultValue": "a", "allValues": ["a", "b"]}) == "How. Default: a. Values: a, b."
    assert command_help.help_text({"abstract": "a or b, default a.", "defaultValue": "a", "allValues": ["a", "b"]}) == "a or b, default a."


def test_headings_lead_to_tables():
    assert write.anchors("## The camera\n<!-- scene: camera -->\n") == {"camera": ("The camera", "the-camera")}


def test_roff_is_escaped():
    assert man.escaped(".a -b \\c") == "\\&.a \\-b \\ec"
    assert man.sentence("Draws maps. And more.") == "draws maps"


def page(tmp_path, text):
    file = tmp_path / "page.md"
    file.write_text(text, encoding="utf-8")
    return file


def test_blocks_know_their_language_line_and_comments(tmp_path):
    found, prose = pages.blocks(page(tmp_path, "# A\n\n<!-- file: a.json -->\n<!-- not a scene -->\n```json\n{}\n```\ntext\n"))
    assert [(b.language, b.line, b.text, b.directives) for b in found] == [("json", 5, "{}", ["file: a.json", "not a scene"])]
    assert (8, "text") in prose


def test_expected_exit_codes_become_tests(tmp_path):
    block = pages.blocks(page(tmp_path, "```sh\nstaticmap check a.json  # exits 65\n```\n"))[0][0]
    assert commands.script(block).splitlines()[1] == "{ staticmap check a.json; } && false || test $? = 65"


def test_dots_stand_for_any_output():
    assert commands.matches("a …\nend", "a b c\nmore\nend\n") and not commands.matches("a …\nend", "a b c\n")


@pytest.mark.parametrize(("text", "scene"), [
    ('{"type": "circle"}', {"version": 1, "size": [400, 300], "overlays": [{"type": "circle"}]}),
    ('"scale": 2', {"version": 1, "size": [400, 300], "scale": 2}),
    ('{"coordinate": [1, 2]}', {"version": 1, "size": [400, 300], "annotations": [{"coordinate": [1, 2]}]}),
    ('{"version": 8, "layers": []}', None)])
def test_parts_of_scenes_are_completed(tmp_path, text, scene):
    assert commands.scene(pages.Block(tmp_path / "p.md", 1, "json", text, [])) == scene


def test_anchors_of_a_page_are_those_of_github(tmp_path):
    assert names.anchors(page(tmp_path, "# The `--limits` option, and more\n")) == {"the---limits-option-and-more"}


def test_keys_in_the_spelling_of_python():
    assert [python_builders.snake(key) for key in ("fillColor", "title", "from")] == ["fill_color", "title", "from_"]
