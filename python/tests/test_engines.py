"""Spark and Ray draw the maps that one process draws, also when a worker is killed."""
# SPDX-License-Identifier: MIT
import contextlib
import json
import os
import pathlib
import signal
import sys

import pytest

import mapsnapshot as ms

ROWS = int(os.environ.get("MAPSNAPSHOT_ROWS", "60"))
SOURCES = str(pathlib.Path(ms.__file__).parents[1])
HOME = pathlib.Path(os.environ.get("STATICMAP_HOME", pathlib.Path(__file__).parents[2]))
# Shipped to the workers, whose scenes name it without a folder.
ARCHIVE = HOME / "basemap" / "helsinki.pmtiles"
PYRAMID = {"bbox": (24.9, 60.15, 25.0, 60.2), "zooms": "8-12", "metatile": 2, "tiles": ["helsinki.pmtiles"]}
ENVIRONMENT = ("STATICMAP_PROGRAM", "MAPSNAPSHOT_PROGRAM", "PYTHONPATH", "KILLED")
# Ends the worker that runs it, once, when it is to draw the second shard.
ENDS_ITS_WORKER = """#!/bin/sh
case "$*" in *--shard=2/*) [ -e "$KILLED" ] || { : > "$KILLED"; kill -9 $PPID; } ;; esac
exec "$MAPSNAPSHOT_PROGRAM" "$@"
"""


def rows():
    return [{"number": n, "lon": 24.93 + n % 10 * 0.002, "lat": 60.165 + n // 10 % 10 * 0.001} for n in range(ROWS)]


def scene(row):
    """A small map; the row 30 ends its Python worker, once."""
    marker = os.environ.get("KILLED")
    if row["number"] == 30 and marker and not os.path.exists(marker):
        open(marker, "w").close()
        os.kill(os.getpid(), signal.SIGKILL)
    size = "wrong" if row["number"] == 7 else [64, 64]
    return {
        "version": 1, "size": size, "camera": {"center": [row["lon"], row["lat"]], "zoom": 14}, "attribution": "none",
        "basemap": {"tiles": ["helsinki.pmtiles"]}}


@pytest.fixture
def workers(program, monkeypatch, tmp_path):
    """The environment of an engine's workers; the file that tells that one was killed."""
    script = tmp_path / "program"
    script.write_text(ENDS_ITS_WORKER)
    script.chmod(0o755)
    monkeypatch.setenv("STATICMAP_PROGRAM", str(script))
    monkeypatch.setenv("MAPSNAPSHOT_PROGRAM", program)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([SOURCES, str(pathlib.Path(__file__).parent)]))
    monkeypatch.setenv("KILLED", str(tmp_path / "killed"))
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    return tmp_path / "killed"


def expect_all(maps, program, monkeypatch):
    """Maps by number are those of one process, and the one with a mistake says so."""
    monkeypatch.delenv("KILLED")
    assert sorted(maps) == list(range(ROWS))
    with ms.Renderer(program=program, folder=ARCHIVE.parent) as renderer:
        for number, one in enumerate(renderer.render_many(map(scene, rows()), errors="yield")):
            image, error = maps[number]
            if number == 7:
                assert image is None and json.loads(error)[0]["path"] == "size"
            else:
                assert error is None and image == one.data


def expect_pyramid(path, program, monkeypatch):
    """The archive is that of one process."""
    monkeypatch.setenv("STATICMAP_PROGRAM", program)
    monkeypatch.chdir(ARCHIVE.parent)
    whole = path.with_name("whole.pmtiles")
    ms.render_tiles(whole, **PYRAMID)
    assert path.read_bytes() == whole.read_bytes()


@pytest.fixture(scope="module")
def spark(program):
    """A session with two cores, in which tasks are tried again, as on a cluster."""
    sql = pytest.importorskip("pyspark.sql")
    os.environ["PYSPARK_PYTHON"] = sys.executable
    return sql.SparkSession.builder.master("local[2,4]").config("spark.ui.enabled", False).config(
        "spark.driver.bindAddress", "127.0.0.1").config("spark.driver.host", "127.0.0.1")


@contextlib.contextmanager
def session(builder):
    """A session whose workers have the environment of the moment, though Java may have been started before."""
    for name in ENVIRONMENT:
        builder = builder.config(f"spark.executorEnv.{name}", os.environ[name])
    running = builder.getOrCreate()
    try:
        yield running
    finally:
        running.stop()


def test_spark(workers, spark, program, monkeypatch, tmp_path):
    import mapsnapshot.spark

    with session(spark) as running:
        running.createDataFrame(rows()).repartition(4).write.parquet(str(tmp_path / "rows"))
        frame = running.read.parquet(str(tmp_path / "rows"))
        drawn = mapsnapshot.spark.with_maps(frame, scene, keep=["number"], files=[ARCHIVE])
        drawn.write.parquet(str(tmp_path / "maps"))
        found = running.read.parquet(str(tmp_path / "maps")).collect()
    assert workers.exists() and len(found) == ROWS
    maps = {row.number: (None if row.map is None else bytes(row.map), row.map_error) for row in found}
    expect_all(maps, program, monkeypatch)


def test_spark_pyramid(workers, spark, program, monkeypatch, tmp_path):
    import mapsnapshot.spark

    with session(spark) as running:
        mapsnapshot.spark.tiles(running, tmp_path / "tiles.pmtiles", shards=5, files=[ARCHIVE], **PYRAMID)
    assert workers.exists()
    expect_pyramid(tmp_path / "tiles.pmtiles", program, monkeypatch)


@contextlib.contextmanager
def cluster():
    """Ray with two processors, whose workers have the environment of the moment."""
    ray = pytest.importorskip("ray")
    pytest.importorskip("ray.data")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, runtime_env={
        "env_vars": {name: os.environ[name] for name in ENVIRONMENT}})
    try:
        yield ray
    finally:
        ray.shutdown()


def test_ray(workers, program, monkeypatch, tmp_path):
    with cluster() as ray:
        import mapsnapshot.ray

        # One block, as a small file is: several tasks have to get parts of it.
        dataset = ray.data.from_items(rows(), override_num_blocks=1)
        drawn = mapsnapshot.ray.with_maps(dataset, scene, keep=["number"], batch_size=8, files=[ARCHIVE])
        drawn.write_parquet(str(tmp_path / "maps"))
        found = ray.data.read_parquet(str(tmp_path / "maps")).take_all()
    assert workers.exists() and len(found) == ROWS
    assert len(list((tmp_path / "maps").iterdir())) > 1
    expect_all({row["number"]: (row["map"], row["map_error"]) for row in found}, program, monkeypatch)


def test_ray_pyramid(workers, program, monkeypatch, tmp_path):
    with cluster():
        import mapsnapshot.ray

        mapsnapshot.ray.tiles(tmp_path / "tiles.pmtiles", shards=5, files=[ARCHIVE], **PYRAMID)
    assert workers.exists()
    expect_pyramid(tmp_path / "tiles.pmtiles", program, monkeypatch)
