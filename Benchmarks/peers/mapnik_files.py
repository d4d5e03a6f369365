# SPDX-License-Identifier: MIT
"""Map files of Mapnik for raster tiles with a line and markers on top, and for the world."""
import json

from work import FOLDER, HALF, line_and_markers, marker_file, mercator, tile_zoom

import mapnik_city


def raster(view, file):
    """Raster tiles as one raster of GDAL's, the line and the markers as shapefiles in the map's projection."""
    import shapely

    folder = file.parent
    folder.mkdir(parents=True, exist_ok=True)
    line, markers = line_and_markers(view)
    tiles = folder / "tiles.vrt"
    tiles.write_text(virtual_raster(view))
    layers = [("tiles", "<RasterSymbolizer/>", "gdal", tiles)]
    if line:
        path = shapely.LineString([mercator(*place) for place in line])
        mapnik_city.write_shapefile(folder / "line", [], [((), path)])
        layers.append(("line", '<LineSymbolizer stroke="#d02020" stroke-width="3"/>', "shape", folder / "line.shp"))
    if markers:
        points = [((), shapely.Point(mercator(*place))) for place in markers]
        mapnik_city.write_shapefile(folder / "markers", [], points)
        mark = f'<MarkersSymbolizer file="{marker_file()}" allow-overlap="true" ignore-placement="true"/>'
        layers.append(("markers", mark, "shape", folder / "markers.shp"))
    file.write_text(map_text("white", "epsg:3857", layers))


def virtual_raster(view):
    """The tiles around the view, side by side."""
    zoom, (x, y) = tile_zoom(view), mercator(*view["camera"]["center"])
    across = 2 * HALF / 2**zoom  # metres
    column, row = int((x + HALF) / across) - 4, int((HALF - y) / across) - 4
    sources = [(path, (c, r)) for c in range(8) for r in range(8)
               if (path := FOLDER / f"tiles/{zoom}/{column + c}/{row + r}.png").exists()]
    bands = "".join(
        f'<VRTRasterBand dataType="Byte" band="{band}"><ColorInterp>{color}</ColorInterp>' + "".join(
            f'<SimpleSource><SourceFilename>{path}</SourceFilename><SourceBand>{band}</SourceBand>'
            '<SrcRect xOff="0" yOff="0" xSize="256" ySize="256"/>'
            f'<DstRect xOff="{c * 256}" yOff="{r * 256}" xSize="256" ySize="256"/></SimpleSource>'
            for path, (c, r) in sources) + "</VRTRasterBand>"
        for band, color in enumerate(("Red", "Green", "Blue"), 1))
    corner = f"{column * across - HALF!r}, {across / 256!r}, 0, {HALF - row * across!r}, 0, {-across / 256!r}"
    return (f'<VRTDataset rasterXSize="2048" rasterYSize="2048"><SRS>EPSG:3857</SRS>'
            f"<GeoTransform>{corner}</GeoTransform>{bands}</VRTDataset>")


def world(style_file, file):
    """Countries, lakes and rivers out of GeoJSON."""
    file.unlink(missing_ok=True)
    sources = json.loads(style_file.read_text())["sources"] if style_file.is_file() else {}
    if "countries" not in sources:
        raise SystemExit("Mapnik cannot draw the world's style: its data folder has no GeoJSON of countries")
    name = ('<TextSymbolizer face-name="DejaVu Sans Book" size="11" halo-fill="white" halo-radius="1" '
            'halo-rasterizer="fast" placement="interior">[name]</TextSymbolizer>')
    looks = [("land", '<PolygonSymbolizer fill="#f0ece0"/>', "countries"),
             ("lakes", '<PolygonSymbolizer fill="#a8c8e0"/>', "lakes"),
             ("rivers", '<LineSymbolizer stroke="#88b0d0" stroke-width="0.7"/>', "rivers"),
             ("borders", '<LineSymbolizer stroke="#b098a8" stroke-width="1"/>', "countries"),
             ("names", name, "countries")]
    layers = [(layer, look, "geojson", sources[source]["data"]) for layer, look, source in looks]
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(map_text("#a8c8e0", "epsg:4326", layers))


def map_text(background, projection, layers):
    text = f'<Map srs="epsg:3857" background-color="{background}">'
    for name, look, kind, file in layers:
        text += (f'<Style name="{name}"><Rule>{look}</Rule></Style><Layer name="{name}" srs="{projection}">'
                 f'<StyleName>{name}</StyleName><Datasource><Parameter name="type">{kind}</Parameter>'
                 f'<Parameter name="file">{file}</Parameter></Datasource></Layer>')
    return text + "</Map>"
