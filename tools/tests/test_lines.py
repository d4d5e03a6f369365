# SPDX-License-Identifier: MIT
"""Networks of roads and railways, borders, streets and what is made of them."""

import numpy as np
import pytest
import shapely

from staticmap_tools.basemap import graph, natural_earth, networks, osm_clean, route_lines, street_names


def line_graph(*points):
    """A graph of a line through points, a kilometre's cost for each tenth of a degree."""
    nodes = np.array(points, float)
    edges = np.array([(i, i + 1) for i in range(len(points) - 1)])
    return graph.Graph(nodes, edges, np.full(len(edges), 10.0))


def test_the_greatest_of_many_towns_counts_for_all():
    towns = [(0.0, 50.0, 40_000), (0.05, 50.0, 30_000), (5.0, 50.0, 20_000)]
    ends = networks.ends(towns, 60_000, 500)
    assert ends.tolist() == [[0.0, 50.0]], "the second is near the first, and the third within the distance of it"


def test_a_lone_town_counts_where_nothing_greater_is_near():
    assert networks.ends([(0.0, 50.0, 10_000), (50.0, 50.0, 9_000)], 60_000, 100).tolist() == [[0.0, 50.0], [50.0, 50.0]]


def test_dead_ends_lead_back_to_the_junction():
    cross = graph.Graph(np.array([(0, 0), (1, 0), (2, 0), (1, 1), (1, 2)], float), np.array([(0, 1), (1, 2), (1, 3), (3, 4)]), np.full(4, 10.0))
    assert networks.tips(cross, {0, 1, 2, 3}) == {0: (1, [0]), 2: (1, [1]), 4: (1, [3, 2])}


def test_short_stubs_are_taken_out():
    cross = graph.Graph(np.array([(0, 0), (1, 0), (2, 0), (1, 0.1)], float), np.array([(0, 1), (1, 2), (1, 3)]), np.array([100.0, 100.0, 2.0]))
    assert networks.without_stubs(cross, {0, 1, 2}, 4) == {0, 1}


def test_gaps_of_a_line_are_closed_straight_on():
    # Two lines with two kilometres between their ends.
    nodes = np.array([(0, 0), (0.1, 0), (0.118, 0), (0.2, 0)], float)
    new, price = graph.gaps(nodes, np.array([(0, 1), (2, 3)]), np.array([11.0, 9.0]))
    assert new.tolist() == [[1, 2]] and price[0] == pytest.approx(4, rel=0.02)


def test_no_gap_is_closed_to_what_a_short_way_leads_to():
    nodes = np.array([(0, 0), (0.02, 0), (0.02, 0.01), (0, 0.01)], float)
    new, _ = graph.gaps(nodes, np.array([(0, 1), (1, 2), (2, 3)]), np.array([2.0, 1.0, 2.0]))
    assert len(new) == 0


def test_a_long_edge_that_was_recorded_much_longer_is_not_truthful():
    nodes = np.array([(0, 0), (1, 0)], float)
    edges = np.array([(0, 1), (0, 1)])
    assert graph.truthful(nodes, edges, np.array([112.0, 400.0])).tolist() == [True, False]


def test_tracks_of_one_line_fall_together_on_a_grid():
    nodes, pairs, cost = graph.collapsed(
        np.array([(0, 0), (1, 0), (0.001, 0), (1.001, 0)]), np.array([(0, 1), (2, 3)]), np.array([5.0, 3.0]), 0.1)
    assert len(nodes) == 2 and pairs.tolist() == [[0, 1]] and cost.tolist() == [3.0]


def test_the_way_back_is_that_of_the_edges():
    ways = line_graph((0, 0), (0.1, 0), (0.2, 0))
    far, before = ways.ways([0], 100, ways.cost)
    assert far[0].tolist() == [0, 10, 20] and list(ways.back(before[0], 2)) == [1, 0]


def test_lines_run_from_junction_to_junction():
    pairs = np.array([[(0, 0), (1, 0)], [(1, 0), (2, 0)], [(2, 0), (3, 0)], [(2, 0), (2, 1)]], float)
    found = sorted(len(points) for _, points in route_lines.chains([pairs]))
    assert found == [2, 2, 3]


def test_a_pair_that_two_classes_have_belongs_to_the_first():
    pair = np.array([[(0, 0), (1, 0)]], float)
    assert [number for number, _ in route_lines.chains([pair, pair])] == [0]


def test_a_ring_without_a_junction_is_one_line():
    corners = [(0, 0), (1, 0), (1, 1), (0, 1)]
    ring = np.array([[corners[i], corners[(i + 1) % 4]] for i in range(4)], float)
    assert [len(points) for _, points in route_lines.chains([ring])] == [5]


def test_pieces_too_short_to_be_seen_shrink_and_stay_joined():
    pairs = np.array([[(0, 0), (10, 0)], [(10, 0), (10.001, 0)], [(10.001, 0), (20, 0)], [(10, 0), (10, 9)], [(10.001, 0), (10.001, -9)]], float)
    merged = route_lines.drawn([pairs], 4096, 16, 2.6)[0]
    assert merged.length > 4096 * 20 / 360 and len({p for g in shapely.get_parts(merged) for p in (g.coords[0], g.coords[-1])}) == 5


def test_borders_are_what_two_areas_share():
    shared = natural_earth.shared_borders([shapely.box(0, 0, 1, 1), shapely.box(1, 0, 2, 1), shapely.box(5, 0, 6, 1)])
    assert list(shared) == [(0, 1)]
    assert shapely.get_coordinates(natural_earth.join(shared[0, 1])).tolist() == [[1, 0], [1, 1]]


def test_a_way_is_split_where_its_nodes_are_missing():
    assert osm_clean.runs(["n1", "n2", "n9", "n3", "n4", "n8", "n5"], {"n1", "n2", "n3", "n4", "n5"}) == [["n1", "n2"], ["n3", "n4"]]


def test_an_extract_is_mended():
    lines = ["n1 v1 x1 y1", "n2 v1 x1 y2", "n3 v1 x2 y2", "n4 v1 x3 y3", "w7 v1 Ta=b Nn1,n2,n9,n3,n4", "w8 v1 Nn1,n2,n3,n9,n1", "r1 v1 Mw7@way,w6@lost"]
    assert osm_clean.clean(lines)[4:] == ["w7 v1 Ta=b Nn1,n2", "w8 v1 Nn1,n2,n3,n1", "w9 v1 Ta=b Nn3,n4", "r1 v1 Mw7@way,w9@way"]


def street(line, name="Main Street", kind="minor", **more):
    return shapely.LineString(line), {"class": kind, "name": name, **more}


def test_pieces_of_a_street_become_one_line():
    found = street_names.once([street([(0, 0), (1000, 0)]), street([(1000, 0), (2000, 20)])], 3.4)
    assert len(found) == 1 and found[0][0].length == pytest.approx(2000, abs=1)


def test_a_carriageway_beside_another_has_no_second_name():
    found = street_names.once([street([(0, 0), (2000, 0)], kind="primary"), street([(0, 40), (1900, 40)], kind="service")], 3.4)
    assert [attributes["class"] for _, attributes in found] == ["primary"]


def test_a_street_does_not_go_on_around_a_corner():
    assert len(street_names._joined([shapely.LineString([(0, 0), (500, 0)]), shapely.LineString([(500, 0), (500, 500)]), shapely.LineString([(500, 0), (900, 10)])])) == 2


def test_the_axis_of_a_long_area():
    assert street_names.axis(shapely.box(0, 0, 100, 10)).length == pytest.approx(100)
    assert street_names.axis(shapely.box(0, 0, 100, 60)) is None
