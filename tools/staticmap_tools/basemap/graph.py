# SPDX-License-Identifier: MIT
"""The graphs of roads and railways of the PyPI package scgraph-data (OpenStreetMap, ODbL), with what is wrong in them mended."""
import ast
import heapq

import numpy as np
import shapely
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import connected_components, dijkstra
from scipy.spatial import cKDTree

from .sphere import EARTH, on_sphere

#: An edge of more kilometres must not stray farther from its chord than this share of it.
_LONG, _ASTRAY = 25, 0.35
#: Kilometres of an edge in the sea; longer bridges and tunnels have points between.
_AT_SEA = 20
#: Gaps up to so many kilometres are closed; they count as longer than they are.
_GAP_REACH, _GAP = 6, 2
#: The termini of a city are joined up to so many kilometres, wherever their lines point.
_TERMINI = 2.5
#: Ways along dual carriageways are preferred as much as drivers prefer them.
_FAST = 0.7


class Graph:
    """Nodes (lon, lat), edges as pairs of nodes, and what each edge costs."""

    def __init__(self, nodes, edges, cost):
        self.nodes, self.edges, self.cost = nodes, edges, cost
        self.points = on_sphere(nodes)
        self.number = {}
        for n, (i, j) in enumerate(edges.tolist()):
            self.number[i, j] = self.number[j, i] = n
        both = np.concatenate((edges, edges[:, ::-1]))
        self.matrix = csr_matrix((np.tile(np.arange(len(edges)), 2), (both[:, 0], both[:, 1])), (len(nodes), len(nodes)))
        self.order = self.matrix.data
        self.component = connected_components(self.matrix, False)[1]
        self.size = np.bincount(self.component)[self.component]

    def ways(self, starts, reach, cost):
        """(cost to each node, node before it) from each start."""
        graph = csr_matrix((cost[self.order], self.matrix.indices, self.matrix.indptr), self.matrix.shape)
        return dijkstra(graph, False, starts, True, limit=reach)

    def back(self, before, at):
        """The edges from a node to the start."""
        while before[at] >= 0:
            yield self.number[int(at), int(before[at])]
            at = before[at]


def read(path):
    """(nodes as lon, lat; edges as pairs; kilometres) of a graph module, without running it."""
    graph: list[dict[int, float]] = []
    nodes = None
    with open(path) as f:
        for line in f:
            if line.startswith("graph="):
                graph = ast.literal_eval(line[len("graph="):])
            elif line.startswith("nodes="):
                nodes = np.array(ast.literal_eval(line[len("nodes="):]), float)[:, ::-1]
    edges = [(i, j, w) for i, links in enumerate(graph) for j, w in links.items() if i < j]
    table = np.array(edges, float)
    return nodes, table[:, :2].astype(int), np.maximum(table[:, 2], 0.05)


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


def truthful(nodes, edges, length):
    """Edges whose chord is near the way: a long edge that is recorded much longer than its chord has lost its points between."""
    p = on_sphere(nodes)
    chord = EARTH * np.linalg.norm(p[edges[:, 0]] - p[edges[:, 1]], axis=1)
    astray = np.sqrt(np.maximum(length ** 2 - chord ** 2, 0)) / 2
    return ~((chord > _LONG) & (astray > chord * _ASTRAY)) & (np.abs(nodes[edges[:, 0], 0] - nodes[edges[:, 1], 0]) < 180)


def ashore(nodes, edges, length, land):
    """Edges of which less than `_AT_SEA` kilometres lie in the sea: others cut off a bay. `land` is an STRtree in degrees."""
    long = np.flatnonzero(length > _AT_SEA)
    a, b = nodes[edges[long, 0]], nodes[edges[long, 1]]
    along = (np.arange(20) + 0.5) / 20
    points = shapely.points((a[:, None] + (b - a)[:, None] * along[None, :, None]).reshape(-1, 2))
    dry = np.zeros(len(points), bool)
    dry[land.query(points, "within")[0]] = True
    out = np.ones(len(edges), bool)
    out[long] = (~dry.reshape(-1, 20)).mean(1) * length[long] < _AT_SEA
    return out


def collapsed(nodes, edges, cost, grid):
    """The graph on a grid (degrees) in which the tracks of one line fall together."""
    cells, cell = np.unique(np.round(nodes / grid).astype(int), axis=0, return_inverse=True)
    pairs = np.sort(cell.reshape(-1)[edges], axis=1)
    apart = pairs[:, 0] != pairs[:, 1]
    pairs, cost = pairs[apart], cost[apart]
    order = np.lexsort((cost, pairs[:, 1], pairs[:, 0]))
    pairs, cost = pairs[order], cost[order]
    first = np.concatenate(([True], (np.diff(pairs, axis=0) != 0).any(axis=1)))
    return cells * grid, pairs[first], cost[first]


def near_by_way(links, start, reach):
    """The nodes that a way of so many kilometres leads to."""
    far, heap = {start: 0.0}, [(0.0, start)]
    while heap:
        d, at = heapq.heappop(heap)
        if d > far[at]:
            continue
        for to, cost in links[at]:
            if d + cost <= reach and d + cost < far.get(to, 1e9):
                far[to] = d + cost
                heapq.heappush(heap, (d + cost, to))
    return far


def gaps(nodes, edges, cost, reach=_GAP_REACH):
    """New edges that close gaps: from an end of the graph to the nearest node that no short way leads to, straight on if it is far."""
    points = on_sphere(nodes) * EARTH
    links: list[list] = [[] for _ in nodes]
    for (i, j), c in zip(edges.tolist(), cost.tolist(), strict=True):
        links[i].append((j, c))
        links[j].append((i, c))
    tips = [i for i, to in enumerate(links) if len(to) == 1]
    tree = cKDTree(points)
    found = {}
    for tip, near in zip(tips, tree.query_ball_point(points[tips], reach), strict=True):
        on = points[tip] - points[links[tip][0][0]]
        on /= np.linalg.norm(on)
        step = points[near] - points[tip]
        gap = np.linalg.norm(step, axis=1)
        ahead = (gap > 0) & (step @ on > gap * np.where(gap < _TERMINI, -1, 0.8))
        known = near_by_way(links, tip, 3 * reach + 2) if ahead.any() else {}
        for k in np.argsort(gap, kind="stable"):
            if ahead[k] and known.get(near[k], np.inf) > 3 * gap[k] + 2:
                found[min(tip, near[k]), max(tip, near[k])] = gap[k] * _GAP
                break
    return np.array(sorted(found)).reshape(-1, 2), np.array([found[p] for p in sorted(found)])


def mended(path, land, grid):
    """The graph of a module without false edges, on a grid (degrees) and with its gaps closed."""
    nodes, edges, length = read(path)
    cost = np.where(dual(nodes, edges), length * _FAST, length)
    true = truthful(nodes, edges, length) & ashore(nodes, edges, length, land)
    nodes, edges, cost = collapsed(nodes, edges[true], cost[true], grid)
    more, price = gaps(nodes, edges, cost)
    return Graph(nodes, np.concatenate((edges, more)), np.concatenate((cost, price)))
