"""Maps for the rows of Arrow tables, for the engines that hand these out."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

import collections
import concurrent.futures
import functools
import json
import os
from collections.abc import Callable, Iterable, Iterator
from typing import Any, BinaryIO, Union

import pyarrow

from .encoding import EncodedScene, Scene, encode
from .errors import SceneError
from .images import Images
from .renderer import Renderer
from .worker import Job

#: The name of a column of scenes as JSON, or a function that makes a scene of a row, a dictionary.
SceneOfRow = Union[str, Callable[[dict[str, Any]], Scene]]

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
    asked: collections.deque[_Part] = collections.deque()
    try:
        for batch in batches:
            for start in range(0, batch.num_rows, _ROWS):
                asked.append(_Part(renderer, batch.slice(start, _ROWS), scene, format))
                if len(asked) > 1:
                    yield asked.popleft().joined(output, keep)
        while asked:
            yield asked.popleft().joined(output, keep)
    finally:
        for part in asked:
            part.cancel()


class _Part:
    """Some rows whose maps are asked for."""

    def __init__(self, renderer: Renderer, rows: pyarrow.RecordBatch, scene: SceneOfRow, format: str) -> None:
        self._rows = rows
        self._images = Images(rows.num_rows)
        self._jobs: list[_RowJob | SceneError] = []
        for row, value in enumerate(_scenes(rows, scene)):
            try:
                job = _RowJob(encode(value), format, self._images, row)
            except SceneError as error:
                self._jobs.append(error)
            else:
                renderer.ask(job)
                self._jobs.append(job)

    def joined(self, output: str, keep: list[str] | None) -> pyarrow.RecordBatch:
        """The rows with their maps, when all are drawn."""
        concurrent.futures.wait([job.future for job in self._jobs if isinstance(job, _RowJob)])
        errors = [_error(job) for job in self._jobs]
        names = self._rows.schema.names if keep is None else keep
        columns = [self._rows.column(self._rows.schema.get_field_index(name)) for name in names]
        added = [self._images.column(), pyarrow.array(errors, pyarrow.string())]
        return pyarrow.RecordBatch.from_arrays([*columns, *added], [*names, *(name for name, _ in fields(output))])

    def cancel(self) -> None:
        for job in self._jobs:
            if isinstance(job, _RowJob):
                job.future.cancel()


class _RowJob(Job):
    """The map of a row, which goes from the program to the column."""

    __slots__ = ("_images", "_row")

    def __init__(self, scene: EncodedScene, format: str, images: Images, row: int) -> None:
        super().__init__(scene, format)
        self._images = images
        self._row = row

    def read(self, answers: BinaryIO, size: int) -> bytes | None:
        return b"" if self._images.read(self._row, answers, size) else None


def _error(job: _RowJob | SceneError) -> str | None:
    """The diagnostics of the error as JSON, or nothing."""
    diagnostics = job.diagnostics if isinstance(job, SceneError) else job.future.result().messages("errors")
    if not diagnostics:
        return None
    return json.dumps([
        {key: value for key, value in vars(diagnostic).items() if value not in (None, "")} for diagnostic in diagnostics],
        ensure_ascii=False)


def _scenes(part: pyarrow.RecordBatch, scene: SceneOfRow) -> Iterator[Scene]:
    if callable(scene):
        return map(scene, part.to_pylist())
    column = part.column(part.schema.get_field_index(scene))
    # A row without a scene has a mistake of its own.
    return (value.as_py() or "" for value in column)
