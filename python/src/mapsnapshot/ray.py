"""Maps for the rows of a Ray Dataset."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyarrow

from .columns import SceneOfRow, drawn
from .renderer import Renderer

if TYPE_CHECKING:
    from ray.data import Dataset


class Draw:
    """What an actor of ``map_batches`` does: it keeps one program with one thread running."""

    def __init__(self, scene: SceneOfRow, format: str, output: str, keep: list[str] | None, options: dict[str, Any]) -> None:
        self._renderer = Renderer(**{"threads": 1, **options})
        self._arguments = (scene, format, output, keep)

    def __call__(self, table: pyarrow.Table) -> pyarrow.Table:
        """The rows of a table with their maps."""
        batches = [part for batch in table.to_batches() for part in drawn(self._renderer, batch, *self._arguments)]
        return pyarrow.Table.from_batches(batches)


def with_maps(
    dataset: Dataset, scene: SceneOfRow = "scene", format: str = "png", *, output: str = "map", keep: list[str] | None = None,
    workers: int | tuple[int, int] | None = None, batch_size: int = 64, **options: Any,
) -> Dataset:
    """Adds a column of maps to a Dataset, and one for errors: its diagnostics as JSON, where a map cannot be drawn.

    The maps are drawn by actors that take one processor each. The package, and the archives that scenes name, have to be on every
    node.

    Args:
        dataset: the rows.
        scene: the column with scenes as JSON, or a function that makes a scene of a row, a dictionary.
        format: the format of the maps.
        output: the name of the new column; that of errors is this with ``_error``.
        keep: the columns to keep; by default all.
        workers: how many actors, or the least and the most; by default one for each processor of the cluster.
        batch_size: how many rows an actor takes at a time.
        options: those of ``Renderer``.

    Returns:
        The Dataset with two more columns. Nothing is drawn before it is asked for.
    """
    import ray

    count = workers or max(1, int(ray.cluster_resources().get("CPU", 1)))
    return dataset.map_batches(
        Draw, fn_constructor_args=(scene, format, output, keep, options), batch_format="pyarrow", batch_size=batch_size, num_cpus=1,
        concurrency=count)
