"""Maps for the rows of a Spark DataFrame."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

import functools
import json
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from .columns import SceneOfRow, drawn
from .renderer import Renderer

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import DataFrame


@functools.cache
def _renderer(options: str) -> Renderer:
    """The renderer of a Python worker, which lives as long as Spark keeps the worker."""
    return Renderer(**json.loads(options))


def with_maps(
    frame: DataFrame, scene: SceneOfRow = "scene", format: str = "png", *, output: str = "map", keep: list[str] | None = None,
    **options: Any,
) -> DataFrame:
    """Adds a column of maps to a DataFrame, and one for errors: its diagnostics as JSON, where a map cannot be drawn.

    Each Python worker of Spark, that is each core of an executor, keeps one program with one thread running from its first
    map on. The package, and the archives that scenes name, have to be on every node.

    Args:
        frame: the rows.
        scene: the column with scenes as JSON, or a function that makes a scene of a row, a dictionary.
        format: the format of the maps.
        output: the name of the new column; that of errors is this with ``_error``.
        keep: the columns to keep; by default all.
        options: those of ``Renderer``.

    Returns:
        The DataFrame with two more columns. Nothing is drawn before it is asked for.
    """
    from pyspark.sql.types import BinaryType, StringType, StructType

    names = frame.columns if keep is None else keep
    schema = StructType([frame.schema[name] for name in names]).add(output, BinaryType()).add(f"{output}_error", StringType())
    return frame.mapInArrow(_drawing(scene, format, output, names, json.dumps({"threads": 1, **options})), schema)


def _drawing(
    scene: SceneOfRow, format: str, output: str, keep: list[str], options: str
) -> Callable[[Iterable[pyarrow.RecordBatch]], Iterator[pyarrow.RecordBatch]]:
    def draw(batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        for batch in batches:
            yield from drawn(_renderer(options), batch, scene, format, output, keep)

    return draw
