"""Maps for the rows of a Ray Dataset."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import pyarrow

from .columns import SceneOfRow, drawn, kept_renderer
from .files import digest, names, placed
from .tiles import arguments, merge, shard

if TYPE_CHECKING:
    from ray.data import Dataset


def with_maps(
    dataset: Dataset, scene: SceneOfRow = "scene", format: str = "png", *, output: str = "map", keep: list[str] | None = None,
    workers: int | None = None, batch_size: int = 500, files: Sequence[str | os.PathLike[str]] = (), **options: Any,
) -> Dataset:
    """Adds a column of maps to a Dataset, and one for errors: its diagnostics as JSON, where a map cannot be drawn.

    The maps are drawn by tasks that take a processor each. Each process of Ray that runs such tasks keeps one program with one thread
    running from its first map on. Tasks also write the rows that they drew, where that is what follows, so that maps do not pass
    through the object store. The package has to be on every node; archives are there under the paths that scenes name, or are
    shipped as ``files``.

    Args:
        dataset: the rows.
        scene: the column with scenes as JSON, or a function that makes a scene of a row, a dictionary.
        format: the format of the maps.
        output: the name of the new column; that of errors is this with ``_error``.
        keep: the columns to keep; by default all.
        workers: how many tasks draw at a time, at most; by default as many as the cluster has processors.
        batch_size: how many rows a task draws, and a file has that Ray writes of them.
        files: archives, images and the like that are written to each node once, through the object store; scenes name them without
            a folder.
        options: those of ``Renderer``.

    Returns:
        The Dataset with two more columns. Nothing is drawn before it is asked for.
    """
    import ray.data

    # A block is drawn by one task, and all rows of a small file are one block.
    blocks = dataset.repartition(target_num_rows_per_block=batch_size)
    return blocks.map_batches(
        _draw, fn_args=(scene, format, output, keep, {"threads": 1, **options}, _shipped(files)), batch_format="pyarrow", batch_size=None,
        num_cpus=1, compute=ray.data.TaskPoolStrategy(workers))


def _draw(
    table: pyarrow.Table, scene: SceneOfRow, format: str, output: str, keep: list[str] | None, options: dict[str, Any], files: list[Any]
) -> Iterator[pyarrow.Table]:
    """The rows of a table with their maps."""
    folder = {"folder": _folder(files)} if files else {}
    for batch in drawn(kept_renderer({**folder, **options}), table.to_batches(), scene, format, output, keep):
        yield pyarrow.Table.from_batches([batch])


def tiles(
    output: str | os.PathLike[str], *, shards: int | None = None, files: Sequence[str | os.PathLike[str]] = (), **options: Any
) -> None:
    """Renders a pyramid of tiles on all processors of a cluster, and merges the shards into one archive on the driver.

    The archive has the same bytes as that of ``render_tiles``. A shard whose worker dies is drawn again by Ray.

    Args:
        output: a file of the driver that ends with .pmtiles or .mbtiles, or a folder.
        shards: how many tasks; by default four for each processor. Each shard has blocks of all parts of the region.
        files: as for ``with_maps``; ``tiles`` and ``style`` name them without a folder.
        options: those of ``render_tiles``.
    """
    import ray

    line = arguments(options, names(files))
    count = shards or 4 * max(1, int(ray.cluster_resources().get("CPU", 1)))
    shipped = _shipped(files)
    draw = ray.remote(num_cpus=1, num_returns="streaming")(_parts)
    drawn = [draw.remote(index, count, line, shipped) for index in range(count)]
    merge(((index, ray.get(part)) for index, parts in enumerate(drawn) for part in parts), output, options.get("style"))


def _parts(index: int, count: int, line: list[str], files: list[Any]) -> Iterator[bytes]:
    yield from shard(index, count, line, _folder(files) if files else None)


def _shipped(files: Sequence[str | os.PathLike[str]]) -> list[Any]:
    """Names and digests of files, with their bytes in the object store, which brings them to a node once."""
    import numpy
    import ray

    return [(name, digest(file), ray.put(numpy.fromfile(file, numpy.uint8))) for name, file in zip(names(files), files)]


def _folder(files: list[Any]) -> str:
    """Where this node has the files."""
    import ray

    return placed(files, lambda content: ray.get(content).data)
