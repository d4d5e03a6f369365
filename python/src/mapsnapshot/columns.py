"""Maps for the rows of Arrow tables, for the engines that hand these out."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

import collections
import functools
import json
import os
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Union

import pyarrow

from .encoding import Scene
from .errors import MapError, SceneError
from .map import Map
from .renderer import Renderer

#: The name of a column of scenes as JSON, or a function that makes a scene of a row, a dictionary.
SceneOfRow = Union[str, Callable[[dict[str, Any]], Scene]]

# So many maps are held in memory before they are handed on.
_ROWS = 64


def kept_renderer(options: dict[str, Any]) -> Renderer:
    """The renderer with these options that lives as long as an engine keeps the process."""
    return _renderer(json.dumps(options, sort_keys=True, default=os.fspath))


@functools.cache
def _renderer(options: str) -> Renderer:
    return Renderer(**json.loads(options))


def fields(output: str) -> list[tuple[str, pyarrow.DataType]]:
    """The columns that are added: the map, null where there is none, and the diagnostics of its error as JSON, or null."""
    return [(output, pyarrow.binary()), (f"{output}_error", pyarrow.string())]


def drawn(
    renderer: Renderer, batches: Iterable[pyarrow.RecordBatch], scene: SceneOfRow, format: str, output: str, keep: list[str] | None
) -> Iterator[pyarrow.RecordBatch]:
    """The rows of batches with their maps, some at a time.

    The next maps are asked for before the last ones are handed on, so that the program draws while the engine takes them.

    Args:
        renderer: draws the maps.
        batches: the rows.
        scene: where their scenes are.
        format: the format of the maps.
        output: the name of the column of maps.
        keep: the columns that are kept; None for all.

    Raises:
        ProgramError: when a map ends the program: the engine decides whether the rows are tried again.
    """
    parts: collections.deque[pyarrow.RecordBatch] = collections.deque()
    images: list[bytes | None] = []
    errors: list[str | None] = []
    for result in renderer.render_many(_scenes(batches, scene, parts), format, errors="yield"):
        image, error = _cells(result)
        images.append(image)
        errors.append(error)
        if len(images) == parts[0].num_rows:
            yield _joined(parts.popleft(), images, errors, output, keep)
            images, errors = [], []


def _cells(result: Map | MapError) -> tuple[bytes | None, str | None]:
    """The map, or the diagnostics of its error as JSON."""
    if isinstance(result, SceneError):
        return None, json.dumps([
            {key: value for key, value in vars(diagnostic).items() if value not in (None, "")}
            for diagnostic in result.diagnostics], ensure_ascii=False)
    if isinstance(result, MapError):
        raise result
    return result.data, None


def _joined(
    part: pyarrow.RecordBatch, images: list[bytes | None], errors: list[str | None], output: str, keep: list[str] | None
) -> pyarrow.RecordBatch:
    names = part.schema.names if keep is None else keep
    columns = [part.column(part.schema.get_field_index(name)) for name in names]
    added = [pyarrow.array(values, kind) for values, (_, kind) in zip((images, errors), fields(output))]
    return pyarrow.RecordBatch.from_arrays([*columns, *added], [*names, *(name for name, _ in fields(output))])


def _scenes(
    batches: Iterable[pyarrow.RecordBatch], scene: SceneOfRow, parts: collections.deque[pyarrow.RecordBatch]
) -> Iterator[Scene]:
    """The scenes of batches. What their rows are handed on with is added to the parts."""
    for batch in batches:
        for start in range(0, batch.num_rows, _ROWS):
            part = batch.slice(start, _ROWS)
            parts.append(part)
            if callable(scene):
                yield from map(scene, part.to_pylist())
            else:
                # A row without a scene has a mistake of its own.
                yield from (value.as_py() or "" for value in part.column(part.schema.get_field_index(scene)))
