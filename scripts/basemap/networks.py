"""Main roads and railways of the world, generalised from the graphs of the PyPI package scgraph-data (OpenStreetMap, ODbL).

The graphs hold junctions and straight edges without a class. What matters is found by use: the ways between neighbouring
cities, the larger ones first. The result suits maps of countries and regions (zoom 4 to 9), not of towns.
"""
import ast

import numpy as np
import shapely
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import dijkstra
from scipy.spatial import ConvexHull, cKDTree

EARTH = 6371.0088
#: The ends of ways: cities of so many people, and the largest within so many kilometres; how long a way may be.
ROADS = {"trunk": (1_000_000, 300, 1500), "primary": (250_000, 130, 700), "secondary": (60_000, 60, 300)}
RAILWAYS = {"main": (500_000, 250, 1500), "other": (60_000, 70, 300)}
#: Ways along dual carriageways are preferred as much as drivers prefer them.
_FAST = 0.7


def read(path):
    """(nodes as lon, lat; edges as pairs; kilometres) of a graph module, without running it."""
    graph = nodes = None
    with open(path) as f:
        for line in f:
            if line.startswith("graph="):
                graph = ast.literal_eval(line[len("graph="):])
            elif line.startswith("nodes="):
                nodes = np.array(ast.literal_eval(line[len("nodes="):]), float)[:, ::-1]
    edges = [(i, j, w) for i, links in enumerate(graph) for j, w in links.items() if i < j]
    table = np.array(edges, float)
    return nodes, table[:, :2].astype(int), np.maximum(table[:, 2], 0.05)


def on_sphere(points):
    lon, lat = np.radians(points[:, 0]), np.radians(points[:, 1])
    return np.column_stack((np.cos(lat) * np.cos(lon), np.cos(lat) * np.sin(lon), np.sin(lat)))


def dual(nodes, edges, metres=140):
    """Which edges have a neighbour that runs beside them: the carriageways of motorways."""
    a, b = nodes[edges[:, 0]], nodes[edges[:, 1]]
    lines = shapely.linestrings(np.stack((a, b), axis=1))
    tree = shapely.STRtree(lines)
    squeeze = np.cos(np.radians((a[:, 1] + b[:, 1]) / 2))
    direction = np.column_stack(((b[:, 0] - a[:, 0]) * squeeze, b[:, 1] - a[:, 1]))
    length = np.hypot(direction[:, 0], direction[:, 1])
    out = np.zeros(len(edges), bool)
    middle = (a + b) / 2
    reach = metres / 111_200
    for part in np.array_split(np.arange(len(edges)), 64):
        p = middle[part]
        boxes = shapely.box(p[:, 0] - reach / squeeze[part], p[:, 1] - reach, p[:, 0] + reach / squeeze[part], p[:, 1] + reach)
        i, j = tree.query(boxes, "intersects")
        i = part[i]
        apart = (edges[i, 0] != edges[j, 0]) & (edges[i, 0] != edges[j, 1]) & (edges[i, 1] != edges[j, 0]) & (edges[i, 1] != edges[j, 1])
        cosine = np.abs((direction[i] * direction[j]).sum(1)) / np.maximum(length[i] * length[j], 1e-12)
        out[i[apart & (cosine > 0.97) & (length[j] > length[i] * 0.2)]] = True
    return out


def neighbours(points):
    """Pairs of cities that are neighbours on the sphere (Delaunay)."""
    hull = ConvexHull(on_sphere(points))
    return sorted({(min(t[i], t[i - 1]), max(t[i], t[i - 1])) for t in hull.simplices.tolist() for i in range(3)})


def ends(cities, people, apart):
    """The cities that ways lead to; `cities`: [(lon, lat, people)]."""
    cities = sorted(cities, key=lambda c: (-c[2], c[0], c[1]))
    points = on_sphere(np.array([c[:2] for c in cities]))
    near = cKDTree(points).query_ball_point(points, apart / EARTH)
    chosen = np.zeros(len(cities), bool)
    for i, c in enumerate(cities):
        chosen[i] = c[2] >= people or not chosen[near[i]].any()
    return np.array([c[:2] for c in cities])[chosen]


def routes(nodes, edges, cost, cities, reach):
    """The edges of the best ways between neighbouring cities: {edge number}. A way may be twice as long as the bee line."""
    tree = cKDTree(on_sphere(nodes))
    away, start = tree.query(on_sphere(cities))
    known = away * EARTH < 15
    cities, start = cities[known], start[known]
    number = {}
    for n, (i, j) in enumerate(edges.tolist()):
        number[i, j] = number[j, i] = n
    size = len(nodes)
    graph = csr_matrix((np.concatenate((cost, cost)), (np.concatenate((edges[:, 0], edges[:, 1])), np.concatenate((edges[:, 1], edges[:, 0])))), (size, size))
    wanted = {}
    for i, j in neighbours(cities):
        wanted.setdefault(i, []).append(j)
    used = set()
    sources = sorted(wanted)
    goals = on_sphere(cities)
    for first in range(0, len(sources), 24):
        part = sources[first:first + 24]
        far, before = dijkstra(graph, False, start[part], True, limit=reach)
        for row, i in enumerate(part):
            for j in wanted[i]:
                line = EARTH * 2 * np.arcsin(min(1, np.linalg.norm(goals[i] - goals[j]) / 2))
                if not far[row, start[j]] <= min(reach, 2 * line + 20):
                    continue
                at = start[j]
                while before[row, at] >= 0:
                    used.add(number[int(at), int(before[row, at])])
                    at = before[row, at]
    return used


def lines(nodes, edges, chosen, grid):
    """Edges as long lines, on a grid (degrees) in which the carriageways of one road fall together."""
    snapped = np.round(nodes / grid) * grid
    pairs = {}
    for n in sorted(chosen):
        a, b = tuple(snapped[edges[n, 0]]), tuple(snapped[edges[n, 1]])
        if a != b:
            pairs[min(a, b), max(a, b)] = True
    return shapely.line_merge(shapely.multilinestrings(shapely.linestrings(np.array(list(pairs))))) if pairs else None


def ways(levels, path, cities, grid):
    """Yield (class, lines), the most important class first; a way that two classes share belongs to the first."""
    nodes, edges, length = read(path)
    cost = np.where(dual(nodes, edges), length * _FAST, length)
    taken = set()
    for name, (people, apart, reach) in levels.items():
        found = routes(nodes, edges, cost, ends(cities, people, apart), reach) - taken
        taken |= found
        yield name, lines(nodes, edges, found, grid)


def roads(path, cities):
    return ways(ROADS, path, cities, 0.004)


def railways(path, cities):
    return ways(RAILWAYS, path, cities, 0.003)
