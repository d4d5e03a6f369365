"""Overlays whose values decide how they look, for tables of GeoPandas and other data."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .element import Data
from .elements import ColorBy, GeoJSON, SizeBy

__all__ = ["Bubbles", "Choropleth"]

_COLORS = ("method", "classes", "breaks", "palette", "reverse", "no_data", "categories", "labels", "title", "format")
_SIZES = ("max_size", "min_size", "max_value", "title", "format")


def _taken(options: dict[str, Any], names: Sequence[str]) -> dict[str, Any]:
    return {name: options.pop(name) for name in names if name in options}


class Choropleth(GeoJSON):
    """Areas, lines or dots that are colored by a property.

    Args:
        data: A table of GeoPandas, GeoJSON, or a file.
        property: The property, which is a column of a table.
        options: Those of ``ColorBy``, such as ``method`` and ``palette``, and those of ``GeoJSON``, such as ``alpha``.
    """

    def __init__(self, data: Data, property: str, **options: Any) -> None:
        scale = _taken(options, _COLORS)
        super().__init__(data, color_by=ColorBy(property, **scale), **options)


class Bubbles(GeoJSON):
    """Circles whose areas are in proportion to a property; areas have them in their middle.

    Args:
        data: A table of GeoPandas, GeoJSON, or a file.
        property: The property, which is a column of a table.
        color_by: A property that colors them, or a ``ColorBy``.
        options: Those of ``SizeBy``, such as ``max_size``, and those of ``GeoJSON``, such as ``alpha``.
    """

    def __init__(self, data: Data, property: str, *, color_by: str | ColorBy | Mapping[str, Any] | None = None, **options: Any) -> None:
        scale = _taken(options, _SIZES)
        super().__init__(data, size_by=SizeBy(property, **scale), color_by=color_by, **options)
