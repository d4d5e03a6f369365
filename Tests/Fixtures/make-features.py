#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes features/: files of GDAL (PyPI's pyogrio and geopandas), and what GDAL reads of them as expected.json."""
import json
import pathlib
import shutil
import zipfile

import fiona
import geopandas
import pyogrio
import shapely
from shapely import wkt

FOLDER = pathlib.Path(__file__).with_name("features")
DONUT = "POLYGON((24 60, 25 60, 25 61, 24 61, 24 60), (24.2 60.2, 24.2 60.8, 24.8 60.8, 24.8 60.2, 24.2 60.2))"
ISLAND = "MULTIPOLYGON(((24 60, 25 60, 25 61, 24 61, 24 60), (24.2 60.2, 24.2 60.8, 24.8 60.8, 24.8 60.2, 24.2 60.2)), " \
    "((24.4 60.4, 24.6 60.4, 24.6 60.6, 24.4 60.6, 24.4 60.4)), ((26 60, 27 60, 26.5 61, 26 60)))"
SHAPES = {
    "point": ["POINT(24.5 60.5)"], "points": ["MULTIPOINT((24.1 60.1), (24.9 60.9))"],
    "lines": ["LINESTRING(24.1 60.1, 24.9 60.9)", "MULTILINESTRING((24 60, 25 60), (24 61, 25 61, 25 60.5))"],
    "areas": [DONUT, ISLAND], "deep": ["POINT Z (24.5 60.5 12)"], "heights": ["LINESTRING Z (24 60 1, 25 61 2)"],
}
COLUMNS = {"name": "Järvenpää", "height": 2.5, "count": 7, "big": 12345678901}
expected = {}


def frame(shapes, **more):
    rows = {name: [value] * len(shapes) for name, value in (COLUMNS | more).items()}
    return geopandas.GeoDataFrame(rows, geometry=[wkt.loads(shape) for shape in shapes], crs="EPSG:4326")


def rounded(value):
    return [rounded(part) for part in value] if isinstance(value, (list, tuple)) else round(value, 7)


def flat(geometry):
    """Of two dimensions; rings may begin anywhere, so that they are compared by what they cover."""
    shape = json.loads(shapely.to_geojson(shapely.force_2d(geometry)))
    if "geometries" in shape:
        return shape
    return {"type": shape["type"], "coordinates": rounded(shape["coordinates"])}


def remember(name, path, **options):
    read = pyogrio.read_dataframe(path, **options)
    if read.crs and read.crs != "EPSG:4326":
        read = read.to_crs("EPSG:4326")
    expected[name] = [
        {"geometry": flat(row.geometry), "properties": {k: (None if v != v else v) for k, v in row.drop("geometry").to_dict().items()}}
        for _, row in read.iterrows()
    ]


def main():
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir()
    everything = [shape for name in ("point", "points", "lines", "areas") for shape in SHAPES[name]]
    everything.append("GEOMETRYCOLLECTION(POINT(24 60), LINESTRING(24 60, 25 61))")
    mixed = frame(everything, open=True)
    pyogrio.write_dataframe(mixed, FOLDER / "mixed.fgb", driver="FlatGeobuf", geometry_type="Unknown")
    remember("mixed.fgb", FOLDER / "mixed.fgb")
    pyogrio.write_dataframe(frame(["LINESTRING Z (24 60 1, 25 61 2)"]), FOLDER / "heights.fgb", driver="FlatGeobuf")
    remember("heights.fgb", FOLDER / "heights.fgb")
    for name, index in (("plain.fgb", "NO"), ("indexed.fgb", "YES")):
        grid = [f"POINT({24 + x / 20} {60 + y / 20})" for y in range(20) for x in range(20)]
        frame_ = geopandas.GeoDataFrame({"number": range(400)}, geometry=[wkt.loads(p) for p in grid], crs="EPSG:4326")
        pyogrio.write_dataframe(frame_, FOLDER / name, driver="FlatGeobuf", layer_options={"SPATIAL_INDEX": index})
        remember(name, FOLDER / name)
    pyogrio.write_dataframe(frame(SHAPES["areas"]).to_crs("EPSG:3067"), FOLDER / "finland.fgb", driver="FlatGeobuf",
                            geometry_type="Unknown")
    remember("finland.fgb", FOLDER / "finland.fgb")
    for name, shapes in SHAPES.items():
        encoding = "CP1252" if name == "lines" else "UTF-8"
        pyogrio.write_dataframe(frame(shapes), FOLDER / f"{name}.shp", driver="ESRI Shapefile", encoding=encoding)
        remember(f"{name}.shp", FOLDER / f"{name}.shp")
    pyogrio.write_dataframe(frame(SHAPES["areas"]).to_crs("EPSG:3067"), FOLDER / "finland.shp", driver="ESRI Shapefile")
    remember("finland.shp", FOLDER / "finland.shp")
    # With measures, which GEOS of PyPI does not write.
    with fiona.open(FOLDER / "measures.shp", "w", driver="ESRI Shapefile", crs="EPSG:4326",
                    schema={"geometry": "LineString", "properties": {"name": "str"}}, SHPT="ARCM") as file:
        file.write({"type": "Feature", "geometry": {"type": "LineString", "coordinates": [(24, 60), (25, 61)]},
                    "properties": {"name": "Järvenpää"}})
    remember("measures.shp", FOLDER / "measures.shp")
    with zipfile.ZipFile(FOLDER / "two.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for stem in ("areas", "lines"):
            for ending in ("shp", "dbf", "prj", "cpg"):
                archive.write(FOLDER / f"{stem}.{ending}", f"folder/{stem}.{ending}")
    # Most need less than all of their files.
    for name in ("point", "points", "deep", "heights"):
        for ending in ("shx", "cpg", "prj"):
            (FOLDER / f"{name}.{ending}").unlink(missing_ok=True)
    (FOLDER / "expected.json").write_text("{\n" + ",\n".join(f"{json.dumps(name)}: [\n" + ",\n".join(json.dumps(f, ensure_ascii=False, default=str) for f in features) + "\n]"
                                for name, features in expected.items()) + "\n}\n", encoding="utf-8")


main()
