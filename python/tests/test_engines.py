"""Spark and Ray draw the maps that one process draws, also when a worker is killed."""
# SPDX-License-Identifier: MIT
import json
import os
import pathlib
import signal
import sys

import pytest

import mapsnapshot as ms

ROWS = int(os.environ.get("MAPSNAPSHOT_ROWS", "60"))
SOURCES = str(pathlib.Path(ms.__file__).parents[1])


def rows():
    return [{"number": n, "lon": 24.93 + n % 10 * 0.002, "lat": 60.165 + n // 10 % 10 * 0.001} for n in range(ROWS)]


def scene(row):
    """A small map; the row 30 ends its Python worker, once."""
    marker = os.environ.get("KILLED")
    if row["number"] == 30 and marker and not os.path.exists(marker):
        open(marker, "w").close()
        os.kill(os.getpid(), signal.SIGKILL)
    size = "wrong" if row["number"] == 7 else [64, 64]
    return {"version": 1, "size": size, "camera": {"center": [row["lon"], row["lat"]], "zoom": 14}, "attribution": "none"}


@pytest.fixture
def workers(program, monkeypatch, tmp_path):
    """The environment of an engine's workers."""
    monkeypatch.setenv("STATICMAP_PROGRAM", program)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([SOURCES, str(pathlib.Path(__file__).parent)]))
    monkeypatch.setenv("KILLED", str(tmp_path / "killed"))
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    return tmp_path / "killed"


def expect_all(maps, renderer, monkeypatch):
    """Maps by number are those of one process, and the one with a mistake says so."""
    monkeypatch.delenv("KILLED")
    assert sorted(maps) == list(range(ROWS))
    whole = renderer.render_many(map(scene, rows()), errors="yield")
    for number, one in enumerate(whole):
        image, error = maps[number]
        if number == 7:
            assert image is None and json.loads(error)[0]["path"] == "size"
        else:
            assert error is None and image == one.data


def test_spark(workers, renderer, monkeypatch, tmp_path):
    sql = pytest.importorskip("pyspark.sql")
    import mapsnapshot.spark

    # Two cores, and tasks are tried again, as on a cluster.
    spark = sql.SparkSession.builder.master("local[2,4]").config("spark.ui.enabled", False).config(
        "spark.driver.bindAddress", "127.0.0.1").config("spark.driver.host", "127.0.0.1").getOrCreate()
    try:
        spark.createDataFrame(rows()).repartition(4).write.parquet(str(tmp_path / "rows"))
        frame = spark.read.parquet(str(tmp_path / "rows"))
        mapsnapshot.spark.with_maps(frame, scene, keep=["number"]).write.parquet(str(tmp_path / "maps"))
        found = spark.read.parquet(str(tmp_path / "maps")).collect()
    finally:
        spark.stop()
    assert workers.exists() and len(found) == ROWS
    expect_all({row.number: (None if row.map is None else bytes(row.map), row.map_error) for row in found}, renderer, monkeypatch)


def test_ray(workers, renderer, monkeypatch, tmp_path):
    ray = pytest.importorskip("ray")
    pytest.importorskip("ray.data")
    import mapsnapshot.ray

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, runtime_env={
        "env_vars": {name: os.environ[name] for name in ("STATICMAP_PROGRAM", "PYTHONPATH", "KILLED")}})
    try:
        dataset = ray.data.from_items(rows(), override_num_blocks=4)
        mapsnapshot.ray.with_maps(dataset, scene, keep=["number"], workers=1, batch_size=8).write_parquet(str(tmp_path / "maps"))
        found = ray.data.read_parquet(str(tmp_path / "maps")).take_all()
    finally:
        ray.shutdown()
    assert workers.exists() and len(found) == ROWS
    expect_all({row["number"]: (row["map"], row["map_error"]) for row in found}, renderer, monkeypatch)
