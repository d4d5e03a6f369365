"""What can go wrong, and what the program says about it."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any


@dataclasses.dataclass(frozen=True)
class Diagnostic:
    """An error, a warning or a note of the program.

    Attributes:
        severity: ``"error"``, ``"warning"`` or ``"note"``.
        code: what programs compare, such as ``"scene.unknown-key"``; the page Troubleshooting answers each.
        message: the problem in words.
        path: where it is in the scene, such as ``"overlays[0].fillColor"``; empty for the scene as a whole.
        file: the data file or archive; None for the scene itself.
        line: from 1, in the file, or in the text of a scene that was given as text.
        column: from 1.
        expected: what would have been valid.
        found: what is there instead.
        hint: how to correct it.
    """

    severity: str
    code: str
    message: str
    path: str = ""
    file: str | None = None
    line: int | None = None
    column: int | None = None
    expected: str | None = None
    found: str | None = None
    hint: str | None = None

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Diagnostic:
        """Reads the form that the program writes, and leaves out keys that this version does not know."""
        known = {field.name for field in dataclasses.fields(cls)}
        return cls(**{"severity": "error", "code": "", "message": "",
                      **{key: entry for key, entry in value.items() if key in known}})

    def __str__(self) -> str:
        position = ":".join(str(part) for part in (self.file, self.line, self.column) if part is not None)
        where = [part for part in (position, self.path) if part]
        hint = f" ({self.hint})" if self.hint else ""
        return ": ".join([*where, self.message]) + hint


class MapError(Exception):
    """The base of this package's errors."""


class SceneError(MapError):
    """A scene cannot be drawn.

    Attributes:
        diagnostics: all that is wrong with it, in the order of the scene.
    """

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        super().__init__(tuple(diagnostics))
        self.diagnostics = tuple(diagnostics)

    def __str__(self) -> str:
        return "\n".join(map(str, self.diagnostics)) or "the scene cannot be drawn"


class ProgramError(MapError):
    """The program is missing, cannot be started, or ended while it drew a map."""
