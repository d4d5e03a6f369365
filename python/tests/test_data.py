"""Overlays whose values decide how they look."""
# SPDX-License-Identifier: MIT
import pytest

import mapsnapshot as ms


def test_a_choropleth_is_data_with_a_scale_of_colors():
    assert ms.Choropleth("a.geojson", "rate", method="jenks", classes=4, no_data="#ddd", alpha=0.8) == {
        "type": "geojson", "data": "a.geojson", "alpha": 0.8,
        "colorBy": {"property": "rate", "method": "jenks", "classes": 4, "noData": "#ddd"}}


def test_bubbles_are_data_with_a_scale_of_sizes():
    assert ms.Bubbles("a.geojson", "n", max_size=30, color_by="kind", id="b") == {
        "type": "geojson", "id": "b", "data": "a.geojson", "sizeBy": {"property": "n", "maxSize": 30}, "colorBy": "kind"}


def test_unknown_arguments_are_refused():
    with pytest.raises(TypeError, match="colour"):
        ms.Choropleth("a.geojson", "rate", colour="red")


def test_they_are_put_into_the_overlays_of_a_scene():
    scene = ms.Scene((100, 100))
    scene.add(ms.Choropleth("a.geojson", "rate"), ms.Legend(counts=True))
    assert [entry["type"] for entry in scene["overlays"]] == ["geojson"]
    assert scene["decorations"] == [{"type": "legend", "counts": True}]
