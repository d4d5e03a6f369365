"""Maps for the rows of a Spark DataFrame."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from .columns import SceneOfRow, drawn, kept_renderer
from .files import names as names_of
from .tiles import arguments, merge, shard

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import DataFrame, SparkSession


def with_maps(
    frame: DataFrame, scene: SceneOfRow = "scene", format: str = "png", *, output: str = "map", keep: list[str] | None = None,
    files: Sequence[str | os.PathLike[str]] = (), **options: Any,
) -> DataFrame:
    """Adds a column of maps to a DataFrame, and one for errors: its diagnostics as JSON, where a map cannot be drawn.

    Each Python worker of Spark, that is each core of an executor, keeps one program with one thread running from its first
    map on. The package has to be on every node; archives are there under the paths that scenes name, or are shipped as ``files``.

    Args:
        frame: the rows.
        scene: the column with scenes as JSON, or a function that makes a scene of a row, a dictionary.
        format: the format of the maps.
        output: the name of the new column; that of errors is this with ``_error``.
        keep: the columns to keep; by default all.
        files: archives, images and the like that Spark copies to each executor once; scenes name them without a folder.
        options: those of ``Renderer``.

    Returns:
        The DataFrame with two more columns. Nothing is drawn before it is asked for.
    """
    from pyspark.sql.types import BinaryType, StringType, StructType

    are_shipped = bool(_shipped(frame.sparkSession, files))
    names = frame.columns if keep is None else keep
    schema = StructType([frame.schema[name] for name in names]).add(output, BinaryType()).add(f"{output}_error", StringType())
    return frame.mapInArrow(_drawing(scene, format, output, names, {"threads": 1, **options}, are_shipped), schema)


def tiles(
    spark: SparkSession, output: str | os.PathLike[str], *, shards: int | None = None, files: Sequence[str | os.PathLike[str]] = (),
    **options: Any,
) -> None:
    """Renders a pyramid of tiles on all cores of a cluster, and merges the shards into one archive on the driver.

    The archive has the same bytes as that of ``render_tiles``. A shard whose worker dies is drawn again by Spark.

    Args:
        spark: the session.
        output: a file of the driver that ends with .pmtiles or .mbtiles, or a folder.
        shards: how many tasks; by default four for each core. Each shard has blocks of all parts of the region.
        files: as for ``with_maps``; ``tiles`` and ``style`` name them without a folder.
        options: those of ``render_tiles``.
    """
    from pyspark import StorageLevel

    line = arguments(options, _shipped(spark, files))
    count = shards or 4 * spark.sparkContext.defaultParallelism
    frame = spark.range(0, count, 1, count).mapInArrow(
        _sharding(count, line, bool(files)), "shard int, part int, data binary").persist(StorageLevel.DISK_ONLY)
    try:
        # All are drawn at a time, then fetched one after the other.
        frame.select("shard").count()
        merge(((row.shard, bytes(row.data)) for row in frame.toLocalIterator()), output, options.get("style"))
    finally:
        frame.unpersist()


def _shipped(spark: SparkSession, files: Sequence[str | os.PathLike[str]]) -> list[str]:
    """The names of files, which Spark copies to each executor once."""
    names = names_of(files)
    for file in files:
        spark.sparkContext.addFile(os.path.abspath(file))
    return names


def _folder() -> str:
    """Where this executor has the files."""
    from pyspark import SparkFiles

    return str(SparkFiles.getRootDirectory())


def _drawing(
    scene: SceneOfRow, format: str, output: str, keep: list[str], options: dict[str, Any], are_shipped: bool
) -> Callable[[Iterable[pyarrow.RecordBatch]], Iterator[pyarrow.RecordBatch]]:
    def draw(batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        own = {**options, "folder": _folder()} if are_shipped else options
        yield from drawn(kept_renderer(own), batches, scene, format, output, keep)

    return draw


def _sharding(
    count: int, line: list[str], are_shipped: bool
) -> Callable[[Iterable[pyarrow.RecordBatch]], Iterator[pyarrow.RecordBatch]]:
    def draw(batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        import pyarrow

        kinds = [pyarrow.int32(), pyarrow.int32(), pyarrow.binary()]
        for batch in batches:
            for index in batch.column(0).to_pylist():
                for part, data in enumerate(shard(index, count, line, _folder() if are_shipped else None)):
                    yield pyarrow.RecordBatch.from_arrays(
                        [pyarrow.array([value], kind) for value, kind in zip((index, part, data), kinds)], ["shard", "part", "data"])

    return draw
