"""Geometries of other packages: Shapely, GeoPandas, and whatever has ``__geo_interface__``."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

_FEATURES = ("Feature", "FeatureCollection")


def is_geographic(value: Any) -> bool:
    """Whether it is a geometry, a feature or a table of features of another package."""
    return not isinstance(value, (Mapping, str, bytes, type)) and hasattr(value, "__geo_interface__")


def geojson_data(value: Any) -> dict[str, Any]:
    """An object as GeoJSON in WGS 84.

    Tables and series of GeoPandas are transformed to WGS 84 if they say what their coordinates are. Their columns become
    properties, so that those of simplestyle, such as ``stroke`` or ``marker-color``, are drawn.
    """
    if hasattr(value, "to_crs"):
        if value.crs is not None and not value.crs.equals("EPSG:4326"):
            value = value.to_crs("EPSG:4326")
        # Missing values of a table are left out of a feature's properties.
        text = value.to_json(na="drop", drop_id=True) if hasattr(value, "iterfeatures") else value.to_json()
        data: dict[str, Any] = json.loads(text)
        return data
    data = value.__geo_interface__
    if data.get("type") in _FEATURES:
        return dict(data)
    return {"type": "Feature", "properties": {}, "geometry": data}


def with_coordinates(entry: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    """An entry of a scene whose geometry is an object of another package, with coordinates instead.

    Heights are left out. An area's holes become the holes of a polygon.

    Raises:
        TypeError: when the geometry is neither a point, a line nor an area.
    """
    data = entry[key].__geo_interface__
    data = data.get("geometry") or data
    kind, coordinates = data.get("type"), data.get("coordinates")
    if kind == "Point":
        return {**entry, key: list(coordinates[:2])}
    if kind in ("LineString", "LinearRing"):
        return {**entry, key: _flat(coordinates)}
    if kind == "Polygon" and coordinates and entry.get("type") == "polygon":
        holes = {"holes": [_flat(ring) for ring in coordinates[1:]]} if len(coordinates) > 1 else {}
        return {**holes, **entry, key: _flat(coordinates[0])}
    raise TypeError(f"a {kind}")


def _flat(line: Any) -> list[list[float]]:
    return [list(point[:2]) for point in line]
