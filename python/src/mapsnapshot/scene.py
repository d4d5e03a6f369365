"""Scenes and cameras, as in the Swift library."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .element import Coordinate, Element
from .elements import CameraKeys, SceneKeys
from .geo import is_geographic


class Camera(CameraKeys):
    """The visible part of the map. ``Camera(center=…, zoom=…)`` takes every key of the scene format."""

    __doc__ = f"{__doc__}\n\n{CameraKeys.__doc__}"

    @classmethod
    def center(
        cls, center: Coordinate, zoom: float, *, bearing: float | None = None, pitch: float | None = None
    ) -> Camera:
        """A camera above a center, at a zoom level."""
        return cls(center=center, zoom=zoom, bearing=bearing, pitch=pitch)

    @classmethod
    def looking(
        cls, at_center: Coordinate, from_distance: float, *, heading: float | None = None, pitch: float | None = None
    ) -> Camera:
        """A camera at a distance in meters from its center, as in MapKit."""
        return cls(center=at_center, distance=from_distance, bearing=heading, pitch=pitch)

    @classmethod
    def region(
        cls, center: Coordinate, *, span: Sequence[float] | None = None, latitudinal_meters: float | None = None,
        longitudinal_meters: float | None = None,
    ) -> Camera:
        """A camera that sees a region: its span in degrees of latitude and longitude, or its extent in meters."""
        region: dict[str, Any] = {"center": center}
        if span is not None:
            region["span"] = {"latitudeDelta": span[0], "longitudeDelta": span[1]}
        if latitudinal_meters is not None:
            region["latitudinalMeters"] = latitudinal_meters
        if longitudinal_meters is not None:
            region["longitudinalMeters"] = longitudinal_meters
        return cls(region=region)

    @classmethod
    def bounds(
        cls, west: float, south: float, east: float, north: float, *, padding: float | str | None = None
    ) -> Camera:
        """A camera that sees a box in degrees, such as ``Camera.bounds(*table.total_bounds)``."""
        return cls(bounds=[west, south, east, north], padding=padding)

    @classmethod
    def map_rect(
        cls, x: float, y: float, width: float, height: float, *, padding: float | str | None = None
    ) -> Camera:
        """A camera that sees a rectangle in MapKit's map points."""
        return cls(map_rect={"x": x, "y": y, "width": width, "height": height}, padding=padding)

    @classmethod
    def fit(
        cls, ids: Sequence[str] | None = None, *, padding: float | str | None = None, max_zoom: float | None = None
    ) -> Camera:
        """A camera that sees everything in the scene, or what has one of some ids."""
        return cls(fit="all" if ids is None else list(ids), padding=padding, max_zoom=max_zoom)


class Scene(SceneKeys):
    """A map to draw."""

    __doc__ = f"{SceneKeys.__doc__}"

    def add(self, *elements: Any) -> Scene:
        """Adds annotations, overlays and decorations, each to its list; objects of other packages become overlays.

        Returns:
            The scene itself.

        Raises:
            TypeError: when something is no builder, and its list cannot be told.
        """
        for element in elements:
            if is_geographic(element):
                name = "overlays"
            elif isinstance(element, Element) and element._list:
                name = element._list
            elif isinstance(element, Mapping) and "coordinate" in element:
                name = "annotations"
            else:
                raise TypeError(f"expected an annotation, an overlay or a decoration, found {element!r}")
            entries = self.setdefault(name, [])
            if not isinstance(entries, list):
                entries = self[name] = list(entries)
            entries.append(element)
        return self
