"""What the builders of scenes have in common."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from typing import Any, Protocol, Union


class GeoInterface(Protocol):
    """A geometry or a table of another package, such as Shapely or GeoPandas."""

    @property
    def __geo_interface__(self) -> Mapping[str, Any]: ...


#: Longitude and latitude in degrees, an object with both, or a point of another package.
Coordinate = Union[Sequence[float], Mapping[str, float], GeoInterface]
#: Several of them, or a line or an area of another package.
Coordinates = Union[Sequence[Coordinate], GeoInterface]
#: A file, GeoJSON, or a geometry or table of another package.
Data = Union[str, Mapping[str, Any], GeoInterface]


class Element(dict[str, Any]):
    """A part of a scene: a dictionary with the keys of the scene format, made with arguments in Python's spelling."""

    #: The list of a scene that it is put into; empty for what is in no list.
    _list = ""

    def _set(self, keys: Mapping[str, Any]) -> None:
        self.update((key, value) for key, value in keys.items() if value is not None)

    def _set_options(self, options: Mapping[str, Any], known: Container[str]) -> None:
        """Sets keyword arguments that several builders have, under the keys of the scene format."""
        for name in options:
            if name not in known:
                raise TypeError(f"{type(self).__name__}() got an unexpected keyword argument {name!r}")
        self._set({re.sub(r"_([a-z])", lambda match: match[1].upper(), name): value for name, value in options.items()})

    def __repr__(self) -> str:
        return f"{type(self).__name__}({super().__repr__()})"
