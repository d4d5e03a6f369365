"""Maps for the rows of Arrow tables, for the engines that hand these out."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, Union

import pyarrow

from .encoding import Scene
from .errors import MapError, SceneError
from .renderer import Renderer

#: The name of a column of scenes as JSON, or a function that makes a scene of a row, a dictionary.
SceneOfRow = Union[str, Callable[[dict[str, Any]], Scene]]

# So many maps are held in memory before they are handed on.
_ROWS = 64


def fields(output: str) -> list[tuple[str, pyarrow.DataType]]:
    """The columns that are added: the map, null where there is none, and the diagnostics of its error as JSON, or null."""
    return [(output, pyarrow.binary()), (f"{output}_error", pyarrow.string())]


def drawn(
    renderer: Renderer, batch: pyarrow.RecordBatch, scene: SceneOfRow, format: str, output: str, keep: list[str] | None
) -> Iterator[pyarrow.RecordBatch]:
    """The rows of a batch with their maps, some at a time.

    Args:
        renderer: draws the maps.
        batch: the rows.
        scene: where their scenes are.
        format: the format of the maps.
        output: the name of the column of maps.
        keep: the columns that are kept; None for all.

    Raises:
        ProgramError: when a map ends the program: the engine decides whether the rows are tried again.
    """
    for start in range(0, batch.num_rows, _ROWS):
        part = batch.slice(start, _ROWS)
        images: list[bytes | None] = []
        errors: list[str | None] = []
        for result in renderer.render_many(_scenes(part, scene), format, errors="yield"):
            if isinstance(result, SceneError):
                images.append(None)
                errors.append(json.dumps([
                    {key: value for key, value in vars(diagnostic).items() if value not in (None, "")}
                    for diagnostic in result.diagnostics], ensure_ascii=False))
            elif isinstance(result, MapError):
                raise result
            else:
                images.append(result.data)
                errors.append(None)
        names = part.schema.names if keep is None else keep
        columns = [part.column(part.schema.get_field_index(name)) for name in names]
        added = [pyarrow.array(values, kind) for values, (_, kind) in zip((images, errors), fields(output))]
        yield pyarrow.RecordBatch.from_arrays([*columns, *added], [*names, *(name for name, _ in fields(output))])


def _scenes(part: pyarrow.RecordBatch, scene: SceneOfRow) -> Iterator[Scene]:
    if callable(scene):
        return map(scene, part.to_pylist())
    column = part.column(part.schema.get_field_index(scene))
    # A row without a scene has a mistake of its own.
    return (value.as_py() or "" for value in column)
