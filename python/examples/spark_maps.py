#!/usr/bin/env python3
"""Draws a map for each row of a Parquet file with Spark.

    spark_maps.py shops.parquet maps.parquet                                  on this machine, on all cores
    spark-submit --master yarn spark_maps.py hdfs://.../shops.parquet ...     on a cluster

Rows have the columns name, lon and lat. The result has them too, and the columns map and map_error.
"""
# SPDX-License-Identifier: MIT
import sys

from pyspark.sql import SparkSession

import mapsnapshot as ms
import mapsnapshot.spark


def scene(row):
    """The map of a shop."""
    here = (row["lon"], row["lat"])
    return ms.Scene((256, 256), camera=ms.Camera.center(here, 14)).add(ms.Marker(here, row["name"]))


def main():
    # Java only hands bytes on here: the time to optimize and to collect garbage in parallel is better spent on maps. With
    # spark-submit, that of the driver is an option of the command.
    java = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1"
    spark = SparkSession.builder.appName("maps").config("spark.driver.extraJavaOptions", java).config(
        "spark.executor.extraJavaOptions", java).getOrCreate()
    rows = spark.read.parquet(sys.argv[1])
    maps = mapsnapshot.spark.with_maps(rows, scene)
    maps.write.mode("overwrite").option("compression", "none").option("parquet.enable.dictionary#map", "false").parquet(sys.argv[2])
    spark.stop()


if __name__ == "__main__":
    main()
