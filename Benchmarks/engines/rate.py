#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Maps a second of "staticmap batch", Spark and Ray on the same processors: rate.py PROGRAM [--rows 5000] [--rounds 3]

--tiles, --style, --corner=LON,LAT and --zoom draw another city than the sample.

"scripts/python.sh PROGRAM --rates" runs it, with the package and this folder in PYTHONPATH: workers import both.

Draws one map of 256 by 256 points at scale 2 for each row of a Parquet file, three ways in turn, and prints a table. Engines read
Parquet and write Parquet, with workers that were warmed by a tenth of the rows; their own start is not counted and printed apart.
"""
import argparse
import functools
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import pyarrow
import pyarrow.parquet

ROOT = pathlib.Path(__file__).resolve().parents[2]

CORES = len(os.sched_getaffinity(0))


def rows(count, corner):
    """Places all over a city, northeast of a corner, none twice."""
    longitude, latitude = corner
    return [
        {"number": n, "lon": longitude + n % 100 * 0.0003, "lat": latitude + n // 100 % 100 * 0.0001, "name": f"No. {n}"}
        for n in range(count)]


def scene(basemap, zoom, row):
    here = [row["lon"], row["lat"]]
    return {
        "version": 1, "size": [256, 256], "scale": 2, "camera": {"center": here, "zoom": zoom}, "basemap": basemap,
        "annotations": [{"coordinate": here, "title": row["name"]}]}


def batch(work, program, table, draw):
    lines = work / "scenes.jsonl"
    lines.write_text("".join(json.dumps(draw(row)) + "\n" for row in table))
    started = time.perf_counter()
    subprocess.run([program, "batch", lines, "-o", work / "maps.tar", "--threads", str(CORES), "--quiet"], check=True)
    return time.perf_counter() - started


class Spark:
    """A session with as many cores as there are, whose workers were warmed."""

    def __init__(self, work, scene):
        import pyspark.sql

        os.environ["PYSPARK_PYTHON"] = sys.executable
        self.work, self.scene = work, scene
        self.session = pyspark.sql.SparkSession.builder.master(f"local[{CORES},4]").config("spark.ui.enabled", False).config(
            "spark.driver.bindAddress", "127.0.0.1").config("spark.driver.host", "127.0.0.1").config(
            "spark.sql.files.maxPartitionBytes", 1 << 30).config("spark.ui.showConsoleProgress", False).config(
            "spark.driver.extraJavaOptions", "-XX:+UseSerialGC -XX:TieredStopAtLevel=1").getOrCreate()
        self.draw("warm")

    def draw(self, name):
        import mapsnapshot.spark

        started = time.perf_counter()
        frame = self.session.read.parquet(str(self.work / name)).repartition(4 * CORES)
        mapsnapshot.spark.with_maps(frame, self.scene, keep=["number"]).write.mode("overwrite").option(
            "compression", "none").option("parquet.enable.dictionary#map", "false").parquet(str(self.work / "spark"))
        return time.perf_counter() - started

    def stop(self):
        self.session.stop()


class Ray:
    """A local cluster with as many processors as there are."""

    def __init__(self, work, scene):
        import ray

        self.work, self.scene = work, scene
        # Its processes have the environment of this one: a runtime_env would start others beside those that Ray starts ahead.
        ray.init(num_cpus=CORES, include_dashboard=False, log_to_driver=False)
        context = ray.data.DataContext.get_current()
        context.enable_progress_bars = False
        # One file needs no processes that read the footers of many.
        context.use_datasource_v2 = False
        self.draw("warm")

    def draw(self, name):
        import ray

        import mapsnapshot.ray

        shutil.rmtree(self.work / "ray", ignore_errors=True)
        started = time.perf_counter()
        table = ray.data.read_parquet(str(self.work / name))
        mapsnapshot.ray.with_maps(table, self.scene, keep=["number"]).write_parquet(
            str(self.work / "ray"), compression="none", use_dictionary=False)
        return time.perf_counter() - started

    def stop(self):
        import ray

        ray.shutdown()


def main():
    options = argparse.ArgumentParser()
    options.add_argument("program", type=os.path.abspath)
    options.add_argument("--rows", type=int, default=5000)
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--tiles", type=os.path.abspath)
    options.add_argument("--style", type=os.path.abspath)
    options.add_argument("--corner", type=lambda text: [float(part) for part in text.split(",")], default=[24.93, 60.165], metavar="LON,LAT")
    options.add_argument("--zoom", type=float, default=15)
    options = options.parse_args()
    basemap = {key: value for key, value in (("tiles", options.tiles and [options.tiles]), ("style", options.style)) if value}
    draw = functools.partial(scene, basemap or "streets", options.zoom)
    os.environ["STATICMAP_PROGRAM"] = options.program
    os.environ.setdefault("STATICMAP_HOME", str(ROOT))
    table = rows(options.rows, options.corner)
    with tempfile.TemporaryDirectory() as scratch:
        work = pathlib.Path(scratch)
        for name, part in (("all", table), ("warm", table[:len(table) // 10])):
            (work / name).mkdir()
            pyarrow.parquet.write_table(pyarrow.Table.from_pylist(part), work / name / "rows.parquet")
        seconds = {"batch": [], "Spark": [], "Ray": []}
        starts = {}
        for _ in range(options.rounds):
            seconds["batch"].append(batch(work, options.program, table, draw))
            # One engine at a time: each keeps its workers.
            for name, kind in (("Spark", Spark), ("Ray", Ray)):
                started = time.perf_counter()
                engine = kind(work, draw)
                starts[name] = time.perf_counter() - started
                seconds[name].append(engine.draw("all"))
                engine.stop()
        print(f"{options.rows} maps of 512 by 512 pixels on {CORES} processors, {options.rounds} rounds")
        best = statistics.median(seconds["batch"])
        for name, found in seconds.items():
            start = f", {starts[name]:.1f} s to start" if name in starts else ""
            print(f"{name:6} {options.rows / statistics.median(found):7.1f} maps/s  {100 * best / statistics.median(found):4.0f} %"
                  f"  ({', '.join(f'{value:.1f} s' for value in found)}{start})")


if __name__ == "__main__":
    # Workers import the functions of this file by its name.
    import rate

    rate.main()
