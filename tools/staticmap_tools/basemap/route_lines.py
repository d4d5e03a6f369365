# SPDX-License-Identifier: MIT
"""Roads and railways as lines of a zoom's tiles: whole from junction to junction, without what is too short to be seen."""
import itertools

import numpy as np
import shapely

from . import mercator


def chains(tables):
    """[(class number, points)] of pairs of points, from junction to junction of all classes together."""
    at: dict = {}
    pairs: dict = {}
    for number, table in enumerate(tables):
        for a, b in table.tolist():
            a, b = tuple(a), tuple(b)
            if (min(a, b), max(a, b)) not in pairs:
                pairs[min(a, b), max(a, b)] = number
                at.setdefault(a, []).append((b, number))
                at.setdefault(b, []).append((a, number))
    node = {p for p, to in at.items() if len(to) != 2 or to[0][1] != to[1][1]}
    done: set = set()
    out: list = []
    for first in [*sorted(node), *sorted(set(at) - node)]:
        for second, number in at[first]:
            if (first, second) in done:
                continue
            line = [first, second]
            while line[-1] not in node and line[-1] != first:
                line.append(next((p for p, _ in at[line[-1]] if p != line[-2]), line[-2]))
            done.update(itertools.pairwise(line))
            done.update((b, a) for a, b in itertools.pairwise(line))
            out.append((number, line))
        # A ring without junctions begins anywhere.
        node.add(first)
    return out


def drawn(tables, size, shortest, tolerance):
    """Lines of each class in units of a zoom's tiles, of which the world has `size`.

    Pieces too short to be seen shrink to a point, so that what they join stays joined.
    """
    parts = [(n, np.column_stack(mercator.project(*np.array(line).T)) * size) for n, line in chains(tables)]
    length = [float(np.hypot(*np.diff(c, axis=0).T).sum()) for _, c in parts]
    keys = [(tuple(c[0]), tuple(c[-1])) for _, c in parts]
    degree: dict = {}
    for end in itertools.chain.from_iterable(keys):
        degree[end] = degree.get(end, 0) + 1
    group: dict[tuple, list[tuple]] = {k: [k] for k in degree}
    left = []
    for i in sorted(range(len(parts)), key=lambda i: length[i]):
        a, b = (group[k] for k in keys[i])
        if a is b:
            if length[i] >= 3 * shortest:
                left.append(i)
            continue
        if length[i] < shortest:
            (w, s), (e, n) = np.min(a + b, axis=0), np.max(a + b, axis=0)
            if max(e - w, n - s) < 1.5 * shortest:
                if degree[b[0]] > degree[a[0]]:
                    a, b = b, a
                a += b
                for k in b:
                    group[k] = a
                continue
        left.append(i)
    seen: dict = {}
    out: list[list] = [[] for _ in tables]
    for i in sorted(left, key=lambda i: (parts[i][0], length[i])):
        number, points = parts[i]
        first, last = (group[k][0] for k in keys[i])
        if length[i] < shortest and 1 in (degree[keys[i][0]], degree[keys[i][1]]):
            continue
        line = shapely.simplify(shapely.LineString([first, *points[1:-1], last]), tolerance)
        twins = seen.setdefault((min(first, last), max(first, last)), [])
        if not any(shapely.hausdorff_distance(line, t) < shortest for t in twins):
            twins.append(line)
            out[number].append(line)
    return [shapely.line_merge(shapely.multilinestrings(ls)) for ls in out]
