"""Maps for the rows of Arrow tables, for the engines that hand these out."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

import collections
import concurrent.futures
import functools
import json
import os
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Union

import pyarrow

from .encoding import Scene
from .errors import SceneError
from .map import Map
from .renderer import Renderer

#: The name of a column of scenes as JSON, or a function that makes a scene of a row, a dictionary.
SceneOfRow = Union[str, Callable[[dict[str, Any]], Scene]]

Answer = concurrent.futures.Future[Map]

# So many rows are handed on at a time; the maps of twice as many are in memory.
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

    The next maps are asked for before the last ones are handed on, so that the program draws while the engine takes them. Python
    wakes up once for many maps: after each, its code and data would have to come from memory again.

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
    asked: collections.deque[tuple[pyarrow.RecordBatch, list[Answer]]] = collections.deque()
    try:
        for batch in batches:
            for start in range(0, batch.num_rows, _ROWS):
                part = batch.slice(start, _ROWS)
                asked.append((part, [_asked(renderer, one, format) for one in _scenes(part, scene)]))
                if len(asked) > 1:
                    yield _joined(*asked.popleft(), output, keep)
        while asked:
            yield _joined(*asked.popleft(), output, keep)
    finally:
        for _, answers in asked:
            for answer in answers:
                answer.cancel()


def _asked(renderer: Renderer, scene: Scene, format: str) -> Answer:
    """The map, or the reason why it cannot be asked for."""
    try:
        return renderer.submit(scene, format)
    except SceneError as error:
        failed: Answer = concurrent.futures.Future()
        failed.set_exception(error)
        return failed


def _joined(part: pyarrow.RecordBatch, answers: list[Answer], output: str, keep: list[str] | None) -> pyarrow.RecordBatch:
    """The rows with their maps, when all are drawn."""
    concurrent.futures.wait(answers)
    images, errors = zip(*map(_cells, answers))
    names = part.schema.names if keep is None else keep
    columns = [part.column(part.schema.get_field_index(name)) for name in names]
    added = [pyarrow.array(values, kind) for values, (_, kind) in zip((images, errors), fields(output))]
    return pyarrow.RecordBatch.from_arrays([*columns, *added], [*names, *(name for name, _ in fields(output))])


def _cells(answer: Answer) -> tuple[bytes | None, str | None]:
    """The map, or the diagnostics of its error as JSON."""
    try:
        return answer.result().data, None
    except SceneError as error:
        return None, json.dumps([
            {key: value for key, value in vars(diagnostic).items() if value not in (None, "")}
            for diagnostic in error.diagnostics], ensure_ascii=False)


def _scenes(part: pyarrow.RecordBatch, scene: SceneOfRow) -> Iterator[Scene]:
    if callable(scene):
        return map(scene, part.to_pylist())
    column = part.column(part.schema.get_field_index(scene))
    # A row without a scene has a mistake of its own.
    return (value.as_py() or "" for value in column)
