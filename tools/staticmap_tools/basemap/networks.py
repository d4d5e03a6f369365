# SPDX-License-Identifier: MIT
"""Main roads and railways of the world, generalised from graphs that hold junctions and straight edges without a class.

What matters is found by use: the ways between neighbouring cities, the larger ones first. The result suits maps of countries and
regions (zoom 4 to 9), not of towns.
"""
import numpy as np
from scipy.spatial import ConvexHull, cKDTree

from . import graph as graphs
from .sphere import EARTH, on_sphere

#: The ends of ways: cities of so many people, and the largest within so many kilometres; how long a way may be. The greatest
#: cities come first, so that the direct ways between them are of the first class wherever they lead.
ROADS = {"trunk": [(1_000_000, 300, 1500)], "primary": [(250_000, 130, 700)], "secondary": [(60_000, 60, 300)]}
RAILWAYS = {"main": [(2_000_000, 600, 1500), (500_000, 250, 1500)], "other": [(60_000, 70, 300)]}
#: Ways along others that are drawn are preferred.
_SHARED = 0.9
#: Dead ends go on to another way if the graph does within so many kilometres.
_ON = 150
#: So far (kilometres) the towns around the greatest of them count.
_AROUND = 25
#: A way that passes a city so near (kilometres) serves it; dead ends shorter than this are none.
_AT_CITY = _STUB = 4


def neighbours(points):
    """Pairs of cities that are neighbours on the sphere (Delaunay)."""
    hull = ConvexHull(on_sphere(points))
    return sorted({(min(t[i], t[i - 1]), max(t[i], t[i - 1])) for t in hull.simplices.tolist() for i in range(3)})


def ends(cities, people, apart):
    """The cities that ways lead to; `cities`: [(lon, lat, people)]. The greatest of many towns counts for all of them."""
    cities = sorted(cities, key=lambda c: (-c[2], c[0], c[1]))
    points = on_sphere(np.array([c[:2] for c in cities]))
    tree = cKDTree(points)
    near = tree.query_ball_point(points, apart / EARTH)
    around = tree.query_ball_point(points, _AROUND / EARTH)
    chosen = np.zeros(len(cities), bool)
    for i, c in enumerate(cities):
        together = min(around[i]) == i and sum(cities[j][2] for j in around[i]) >= people
        chosen[i] = c[2] >= people or together or not chosen[near[i]].any()
    return np.array([c[:2] for c in cities])[chosen]


def starts(graph, cities, chosen):
    """(number of the city, node) where ways begin: on ways already chosen, else on a large part of the graph, else anywhere near."""
    size = len(graph.nodes)
    used = np.zeros(size, bool)
    used[graph.edges[sorted(chosen)].ravel()] = True
    goals = on_sphere(cities)
    best = np.full(len(cities), -1)
    for nodes, reach in ((np.arange(size), 15), (np.flatnonzero(graph.size >= 300), 8), (np.flatnonzero(used), _AT_CITY)):
        if len(nodes):
            away, nearest = cKDTree(graph.points[nodes]).query(goals)
            best = np.where(away * EARTH < reach, nodes[np.minimum(nearest, len(nodes) - 1)], best)
    return best


def routes(graph, cities, reach, chosen):
    """The edges of the best ways between neighbouring cities: {edge number}. A way may be twice as long as the bee line.

    Ways follow those that are chosen already where this costs little.
    """
    start = starts(graph, cities, chosen)
    cities, start = cities[start >= 0], start[start >= 0]
    wanted: dict = {}
    for i, j in neighbours(cities):
        wanted.setdefault(i, []).append(j)
    used = set(chosen)
    goals = on_sphere(cities)
    sources = sorted(wanted)
    cost = graph.cost.copy()
    cost[sorted(used)] *= _SHARED
    for first in range(0, len(sources), 24):
        part = sources[first:first + 24]
        new = set()
        for i, far, before in zip(part, *graph.ways(start[part], reach, cost), strict=True):
            for j in wanted[i]:
                line = EARTH * 2 * np.arcsin(min(1, np.linalg.norm(goals[i] - goals[j]) / 2))
                if far[start[j]] <= min(reach, 2 * line + 20):
                    new.update(graph.back(before, start[j]))
        new -= used
        cost[sorted(new)] *= _SHARED
        used |= new
    return used - chosen


def tips(graph, chosen):
    """{node: edges} of dead ends: from the end back to the next junction."""
    at: dict = {}
    for n in chosen:
        for i in graph.edges[n].tolist():
            at.setdefault(i, []).append(n)
    out = {}
    for tip in sorted(i for i, e in at.items() if len(e) == 1):
        node, chain = tip, [at[tip][0]]
        while True:
            i, j = graph.edges[chain[-1]].tolist()
            node = j if node == i else i
            if len(at[node]) != 2:
                break
            chain.append(next(e for e in at[node] if e != chain[-1]))
        out[tip] = (node, chain)
    return out


def continued(graph, chosen, reach):
    """Edges that lead dead ends on to another way, where the graph goes on."""
    new = set()
    used = np.zeros(len(graph.nodes), bool)
    used[graph.edges[sorted(chosen)].ravel()] = True
    fresh = graph.cost.copy()
    fresh[sorted(chosen)] = np.inf
    last = tips(graph, chosen)
    for part in np.array_split(sorted(last), len(last) // 24 + 1):
        for tip, far, before in zip(part, *graph.ways(part, reach, fresh), strict=True):
            goals = np.flatnonzero(np.isfinite(far) & used)
            # Straight on, not back along another track.
            goals = goals[(graph.points[goals] - graph.points[tip]) @ (graph.points[tip] - graph.points[last[tip][0]]) > 0]
            if not len(goals):
                continue
            goal = goals[np.argmin(far[goals])]
            bee = EARTH * np.linalg.norm(graph.points[tip] - graph.points[goal])
            if far[goal] < 1.6 * bee + 5:
                new.update(graph.back(before, goal))
    return new


def without_stubs(graph, chosen, shortest):
    """Without dead ends that are shorter than so many kilometres."""
    chosen = set(chosen)
    while True:
        stubs = {n for _, chain in tips(graph, chosen).values() if graph.cost[chain].sum() < shortest for n in chain}
        if not stubs:
            return chosen
        chosen -= stubs


def ways(levels, path, cities, land, grid):
    """Yield (class, pairs of points), the most important class first; a way that two classes share belongs to the first."""
    graph = graphs.mended(path, land, grid)
    classes: dict = {}
    chosen: set = set()
    for name, steps in levels.items():
        classes[name] = set()
        for people, apart, reach in steps:
            found = routes(graph, ends(cities, people, apart), reach, chosen)
            classes[name] |= found
            chosen |= found
    classes[name] |= continued(graph, chosen, _ON) - chosen
    kept = without_stubs(graph, set().union(*classes.values()), _STUB)
    for name in classes:
        yield name, graph.nodes[graph.edges[sorted(classes[name] & kept)]]


def roads(path, cities, land):
    return ways(ROADS, path, cities, land, 0.004)


def railways(path, cities, land):
    return ways(RAILWAYS, path, cities, land, 0.003)
