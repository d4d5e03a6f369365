#!/usr/bin/env python3
"""Draws a map for each row of a Parquet file with Ray.

    ray_maps.py shops.parquet maps                            on this machine, on all cores
    ray job submit -- python ray_maps.py s3://.../shops ...   on a cluster

Rows have the columns name, lon and lat. The result has them too, and the columns map and map_error.
"""
# SPDX-License-Identifier: MIT
import sys

import ray

import mapsnapshot as ms
import mapsnapshot.ray


def scene(row):
    """The map of a shop."""
    here = (row["lon"], row["lat"])
    return ms.Scene((256, 256), camera=ms.Camera.center(here, 14)).add(ms.Marker(here, row["name"]))


def main():
    # The newer reader starts two processes for each job that read the footers of files. Leave this out for many files.
    ray.data.DataContext.get_current().use_datasource_v2 = False
    rows = ray.data.read_parquet(sys.argv[1])
    mapsnapshot.ray.with_maps(rows, scene).write_parquet(sys.argv[2], compression="none", use_dictionary=False)


if __name__ == "__main__":
    main()
