# SPDX-License-Identifier: MIT
"""What lies around the sample of Helsinki, so that it does not end at a wall: the coast of GSHHG and names by hand (CC0).

The extract of OpenStreetMap is a box of 1 by 1.7 kilometres. Along its edge runs a line, `edge`, with which a style lets
the streets fade.
"""
import numpy as np
import shapely

from . import gshhg, mercator, mvt

#: West, south, east, north.
WIDE = (24.5, 60.02, 25.35, 60.38)
_BUFFER = 64

# Class, rank, longitude, latitude, Finnish name, Swedish name.
_NAMES = """
city 5 24.6559 60.2055 Espoo Esbo
city 6 25.0378 60.2934 Vantaa Vanda
town 9 24.7280 60.2120 Kauniainen Grankulla
suburb 11 24.9335 60.1990 Pasila Böle
suburb 11 24.9510 60.1840 Kallio Berghäll
suburb 11 24.9170 60.1800 Töölö Tölö
suburb 11 24.8730 60.1600 Lauttasaari Drumsö
suburb 11 24.8790 60.1970 Munkkiniemi Munksnäs
suburb 11 24.9870 60.1470 Suomenlinna Sveaborg
suburb 11 25.0060 60.1860 Kulosaari Brändö
suburb 11 25.0300 60.1940 Herttoniemi Hertonäs
suburb 11 25.0480 60.1700 Laajasalo Degerö
suburb 11 25.0820 60.2100 Itäkeskus Östra centrum
suburb 11 25.1430 60.2090 Vuosaari Nordsjö
suburb 11 25.0110 60.2510 Malmi Malm
suburb 11 24.9630 60.2180 Käpylä Kottby
suburb 11 24.8960 60.2250 Haaga Haga
suburb 11 24.8130 60.2190 Leppävaara Alberga
suburb 11 24.8050 60.1760 Tapiola Hagalund
suburb 11 24.8290 60.1860 Otaniemi Otnäs
suburb 11 24.7380 60.1600 Matinkylä Mattby
suburb 11 24.6570 60.1500 Espoonlahti Esboviken
suburb 11 24.8540 60.2610 Myyrmäki Myrbacka
suburb 11 25.0440 60.2930 Tikkurila Dickursby
suburb 11 24.9310 60.1580 Punavuori Rödbergen
suburb 11 24.9600 60.1560 Ullanlinna Ulrikasborg
"""


def _names():
    for row in _NAMES.strip().splitlines():
        kind, rank, lon, lat, finnish, swedish = row.split(" ", 5)
        names = {"name": finnish, "name:latin": finnish, "name_en": finnish, "name:fi": finnish, "name:sv": swedish}
        yield shapely.Point(float(lon), float(lat)), {"class": kind, "rank": int(rank)} | names


def _shapes(data, box):
    """Yield (layer, geometry in degrees, attributes)."""
    wide, inner = shapely.box(*WIDE), shapely.box(*box)
    # A little more, so that no edge shows within the buffers of the outermost tiles.
    around = shapely.buffer(wide, 0.05, join_style="mitre")

    def near(shapes):
        return [shapely.clip_by_rect(shapely.make_valid(s), *around.bounds) for s in shapes if shapely.intersects(shapely.box(*s.bounds), around)]

    land, _ = gshhg.land(data, "f")
    sea = shapely.difference(around, shapely.union_all(near(land)))
    lakes = shapely.difference(shapely.union_all(near(gshhg.lakes(data, "f"))), inner)
    yield "water", shapely.difference(sea, inner), {"class": "ocean"}
    yield "water", lakes, {"class": "lake"}
    west, south, east, north = box
    frame = shapely.LinearRing([(west, south), (east, south), (east, north), (west, north)])
    yield "edge", shapely.difference(frame, sea), {"class": "land"}
    yield "edge", shapely.intersection(frame, sea), {"class": "ocean"}
    for point, attributes in _names():
        yield "place", point, attributes


def tiles(data, box, zooms):
    """{(z, x, y): {layer: [(geometry in tile units, attributes)]}}

    `data` is the folder of GSHHG.
    """
    found: dict = {}
    shapes = [(layer, mercator.project_geometry(g), a) for layer, g, a in _shapes(data, box) if not g.is_empty]
    for zoom in zooms:
        size = mvt.EXTENT * 2 ** zoom
        (left, right), (top, bottom) = (np.array(mercator.project(np.array(WIDE[0::2]), np.array(WIDE[3::-2]))) * 2 ** zoom).astype(int)
        scaled = [(layer, shapely.simplify(mercator.scaled(g, size), 2.0), a) for layer, g, a in shapes]
        for x in range(left, right + 1):
            for y in range(top, bottom + 1):
                frame = (x * mvt.EXTENT - _BUFFER, y * mvt.EXTENT - _BUFFER, (x + 1) * mvt.EXTENT + _BUFFER, (y + 1) * mvt.EXTENT + _BUFFER)
                for layer, geometry, attributes in scaled:
                    if layer == "place":
                        inside = x * mvt.EXTENT <= geometry.x < (x + 1) * mvt.EXTENT and y * mvt.EXTENT <= geometry.y < (y + 1) * mvt.EXTENT
                        part = geometry if inside else shapely.Point()
                    else:
                        part = shapely.clip_by_rect(geometry, *frame)
                    part = _on_grid(mercator.moved(part, -x * mvt.EXTENT, -y * mvt.EXTENT))
                    if part is not None:
                        found.setdefault((zoom, x, y), {}).setdefault(layer, []).append((part, attributes))
    return found


def _on_grid(geometry):
    """Whole units; None if nothing is left."""
    if geometry.is_empty:
        return None
    if geometry.geom_type == "Point":
        return shapely.transform(geometry, np.round)
    dimension = shapely.get_dimensions(geometry)
    geometry = shapely.set_precision(shapely.make_valid(geometry), 1.0)
    parts = [q for p in shapely.get_parts(geometry) for q in shapely.get_parts(p) if shapely.get_dimensions(q) == dimension and not q.is_empty]
    if not parts:
        return None
    return parts[0] if len(parts) == 1 else (shapely.multilinestrings if dimension == 1 else shapely.multipolygons)(parts)
