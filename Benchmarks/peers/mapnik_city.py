# SPDX-License-Identifier: MIT
"""The city for Mapnik, made once: shapefiles out of its vector tiles, and a map file for each zoom out of its style.

Mapnik reads neither MapLibre styles nor their glyph files, so it gets a map of the same look, and the best of it: each
layer of the style has a shapefile of its own in the map's projection, with a spatial index, with just the features that
pass the layer's filter and the fields that its labels show.
"""
import collections
import gzip
import json
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess

from work import HALF

import mapnik_style

EXTENT = 4096  # units across a tile


def prepare(style_file, folder, zooms):
    """Makes the files, unless they have been made of the same."""
    if not style_file.is_file():
        shutil.rmtree(folder, ignore_errors=True)
        raise SystemExit("Mapnik cannot draw the city's style: set STATICMAP_BENCH_DATA")
    style = json.loads(style_file.read_text())
    source = next(s["url"] for s in style["sources"].values() if s.get("url", "").startswith("mbtiles://"))
    archive, sprite = style_file.parent / source.removeprefix("mbtiles://"), style_file.parent / style["sprite"]
    origin = "".join(f"{file.resolve()} {file.stat().st_mtime_ns}\n" for file in (style_file, archive))
    made_of = folder / "made-of"
    if made_of.exists() and made_of.read_text() == origin:
        return
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "icons").mkdir(parents=True)
    cut_icons(sprite, folder / "icons")
    layers = [layer for layer in style["layers"] if "source-layer" in layer]
    groups = collections.defaultdict(list)
    for layer, values, geometry in features(archive, layers):
        groups[layer, values].append(geometry)
    for layer in layers:
        records = [(values, part) for (id, values), geometries in groups.items() if id == layer["id"]
                   for part in joined(geometries)]
        if records:
            write_shapefile(folder / layer["id"], mapnik_style.fields(layer), records)
            add_missing_icons(layer, records, folder / "icons")
    for zoom in zooms:
        (folder / f"{zoom:g}.xml").write_text(mapnik_style.map_file(style, zoom, folder))
    made_of.write_text(origin)


def features(archive, layers):
    """What the tiles of the last zoom hold for the style: a layer's id, the fields that it shows, the geometry."""
    import mapbox_vector_tile

    database = sqlite3.connect(f"file:{archive}?immutable=1", uri=True)
    zoom, = database.execute("SELECT max(zoom_level) FROM tiles").fetchone()
    rows = database.execute("SELECT tile_column, tile_row, tile_data FROM tiles WHERE zoom_level = ?", [zoom])
    for column, row, data in rows:
        for name, contents in mapbox_vector_tile.decode(gzip.decompress(data)).items():
            for feature in contents["features"]:
                kind, parts = placed(feature["geometry"], zoom, column, row)
                properties = feature["properties"] | {"$type": kind}
                for layer in layers if parts else []:
                    if (layer["source-layer"] == name and kind == drawn_kind(layer)
                            and passes(layer.get("filter", ["all"]), properties)):
                        values = tuple(spelled(properties.get(key, "")) for key in mapnik_style.fields(layer))
                        yield from ((layer["id"], values, part) for part in parts)


def placed(geometry, zoom, column, row):
    """The kind of a geometry and its parts, cut at the tile's edges, in EPSG:3857. Rows count from the south."""
    import shapely

    whole = shapely.geometry.shape(geometry)
    kind = whole.geom_type.removeprefix("Multi")
    # Polygons overlap by a unit, for without it a seam shows between tiles.
    more = 1 if kind == "Polygon" else 0
    cut = shapely.clip_by_rect(whole, -more, -more, EXTENT + more, EXTENT + more)
    corner, unit = (column * EXTENT, row * EXTENT), 2 * HALF / EXTENT / 2**zoom
    return kind, [shapely.transform(part, lambda points: (points + corner).round() * unit - HALF)
                  for part in shapely.get_parts(cut) if part.geom_type == kind and not part.is_empty]


def spelled(value):
    return f"{value:g}" if isinstance(value, float) else str(value)


def drawn_kind(layer):
    along = "line" in str(layer.get("layout", {}).get("symbol-placement"))
    return {"fill": "Polygon", "line": "LineString", "symbol": "LineString" if along else "Point"}[layer["type"]]


def passes(filter, properties):
    """A style's filter, of the old kind."""
    operator, *operands = filter
    if operator in ("all", "any"):
        return {"all": all, "any": any}[operator](passes(operand, properties) for operand in operands)
    value, others = properties.get(operands[0]), operands[1:]
    match operator:
        case "has": return value is not None
        case "==" | "in": return value in others
        case ">=": return value is not None and value >= others[0]
        case "<=": return value is not None and value <= others[0]
        case "!has" | "!=" | "!in": return not passes([{"!=": "=="}.get(operator, operator[1:]), *operands], properties)
    raise ValueError(f"a filter with {operator}")


def joined(geometries):
    """Lines that tiles have cut, and streets of several pieces, in one."""
    import shapely

    if geometries[0].geom_type != "LineString":
        return geometries
    return shapely.get_parts(shapely.line_merge(shapely.MultiLineString(geometries)))


def write_shapefile(path, fields, records):
    """With a spatial index."""
    import mapnik
    import shapefile
    import shapely

    with shapefile.Writer(str(path), encoding="utf-8") as writer:
        for index, key in enumerate(fields or ["none"]):
            lengths = [len(values[index].encode()) for values, _ in records] if fields else []
            writer.field(key[:10], "C", max([1] + lengths))
        for values, geometry in records:
            writer.shape(json.loads(shapely.to_geojson(geometry)))
            writer.record(*(values or [""]))
    home = pathlib.Path(mapnik.__file__).parent
    subprocess.run([home / "bin/shapeindex", f"{path}.shp"], check=True, capture_output=True,
                   env=os.environ | {"LD_LIBRARY_PATH": str(home / "lib")})


def cut_icons(sprite, folder):
    from PIL import Image

    sheet = Image.open(f"{sprite}.png").convert("RGBA")
    for name, place in json.loads(pathlib.Path(f"{sprite}.json").read_text()).items():
        box = (place["x"], place["y"], place["x"] + place["width"], place["y"] + place["height"])
        sheet.crop(box).save(folder / f"{name}.png")


def add_missing_icons(layer, records, folder):
    """Empty ones, for a label is drawn though it has no icon."""
    from PIL import Image

    for values in {values for values, _ in records}:
        known = dict(zip(mapnik_style.fields(layer), values))
        name = re.sub(r"{(.*?)}", lambda key: known[key[1]], layer.get("layout", {}).get("icon-image", ""))
        if name and not (folder / f"{name}.png").exists():
            Image.new("RGBA", (1, 1)).save(folder / f"{name}.png")
