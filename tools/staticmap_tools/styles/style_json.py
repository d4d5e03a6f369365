# SPDX-License-Identifier: MIT
"""Style JSON as people like to read it: short things on one line, the cases of a choice below each other."""

import json
import typing

WIDTH = 128


def written(value: typing.Any, indent: int = 0, before: int = 0) -> str:
    """The JSON of a value that begins at a column: indent, and what stands before it on the line."""
    line = _line(value)
    if not isinstance(value, (dict, list)) or not value:
        return line
    if indent + before + len(line) <= WIDTH and not (isinstance(value, dict) and ("id" in value or "layers" in value)):
        return line
    if isinstance(value, dict):
        rows = [f"{json.dumps(key)}: {written(item, indent + 2, len(key) + 4)}" for key, item in value.items()]
        return _block("{", rows, "}", indent)
    if value[0] == "match":
        return _block(f'["match", {_line(value[1])},', _pairs(value[2:], indent + 2), "]", indent)
    if value[0] in ("interpolate", "step"):
        inputs = 3 if value[0] == "interpolate" else 2
        return _block(f"[{', '.join(map(_line, value[:inputs]))},", _pairs(value[inputs:], indent + 2), "]", indent)
    if isinstance(value[0], str):
        return _block(f"[{_line(value[0])},", [written(item, indent + 2) for item in value[1:]], "]", indent)
    return _block("[", [written(item, indent + 2) for item in value], "]", indent)


def _line(value: typing.Any) -> str:
    if isinstance(value, dict) and value:
        return "{ " + ", ".join(f"{json.dumps(key)}: {_line(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_line, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def _pairs(values: list, indent: int) -> list[str]:
    """Label and result on one line; what is left over, the result for all others, on the last."""
    rows = []
    for index in range(0, len(values) - 1, 2):
        label = _line(values[index])
        rows.append(f"{label}, {written(values[index + 1], indent, len(label) + 2)}")
    return rows + [written(item, indent) for item in values[len(rows) * 2 :]]


def _block(head: str, rows: list[str], tail: str, indent: int) -> str:
    inner = " " * (indent + 2)
    return f"{head}\n" + ",\n".join(inner + row for row in rows) + f"\n{' ' * indent}{tail}"
