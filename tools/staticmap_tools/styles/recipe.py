# SPDX-License-Identifier: MIT
"""The words in which a style says how it differs from Streets."""

import dataclasses
import fnmatch
import json
import typing

from ..checkout import ROOT

Layer = dict[str, typing.Any]

#: How the names of a layer type's paint properties begin.
_PREFIXES = {"background": ("background",), "fill": ("fill",), "fill-extrusion": ("fill",), "line": ("line",), "symbol": ("text", "icon"), "raster": ("raster",)}


@dataclasses.dataclass(frozen=True)
class Change:
    """A change of the layers whose ids match one of the patterns."""

    names: str
    apply: typing.Callable[[Layer], None]

    def matches(self, layer: Layer) -> bool:
        return any(fnmatch.fnmatchcase(layer["id"], name) for name in self.names.split())


@dataclasses.dataclass(frozen=True)
class Recipe:
    """A style made from another: layers taken out, changes from the first to the last, layers put in."""

    name: str
    description: str
    without: str
    changes: list[Change]
    #: The id of the layer that the new one is drawn before, and the new one.
    added: list[tuple[str, Layer]]
    #: Sources besides those of Streets.
    sources: dict[str, Layer] = dataclasses.field(default_factory=dict)
    #: Members of the style's root in place of those of Streets.
    members: dict[str, Layer] = dataclasses.field(default_factory=dict)
    #: The style that it is made from.
    base: str = "streets"


def of_streets(id: str) -> Layer:
    """A layer of Streets, to have it at another height."""
    style = ROOT / "styles/streets/style.json"
    return next(layer for layer in json.loads(style.read_text())["layers"] if layer["id"] == id)


def paint(names: str, **properties: typing.Any) -> Change:
    """Sets paint properties, written with _ for -, on layers of the type that has them.

    A dict as a value exchanges the colors inside the expression there is.
    """

    def apply(layer: Layer) -> None:
        own = {key: value for key, value in properties.items() if key.partition("_")[0] in _PREFIXES[layer["type"]]}
        _set(layer, "paint", own)

    return Change(names, apply)


def layout(names: str, **properties: typing.Any) -> Change:
    """Sets layout properties, written with _ for -."""
    return Change(names, lambda layer: _set(layer, "layout", properties))


def pattern(names: str, image: str) -> Change:
    """Fills areas with a drawing of the sprite, whatever color they had."""

    def apply(layer: Layer) -> None:
        layer["paint"] = {"fill-pattern": image}

    return Change(names, apply)


def zooms(names: str, minzoom: float | None = None, maxzoom: float | None = None) -> Change:
    """Sets the zooms at which layers are drawn."""

    def apply(layer: Layer) -> None:
        layer.update({key: zoom for key, zoom in (("minzoom", minzoom), ("maxzoom", maxzoom)) if zoom is not None})

    return Change(names, apply)


def only(names: str, condition: list) -> Change:
    """Adds a condition to the layers' filters."""

    def apply(layer: Layer) -> None:
        old = layer.get("filter")
        parts = old[1:] if old and old[0] == "all" else [old] if old else []
        layer["filter"] = ["all", *parts, condition] if parts else condition

    return Change(names, apply)


def zoomed(*stops: typing.Any, base: float = 1) -> list:
    """An interpolation over the zoom; base 1 is linear."""
    return ["interpolate", ["linear"] if base == 1 else ["exponential", base], ["zoom"], *stops]


def one_of(key: str, *values: str) -> list:
    """True where an attribute is one of the values."""
    return ["match", ["get", key], list(values), True, False]


def _set(layer: Layer, part: str, properties: dict[str, typing.Any]) -> None:
    values = layer.setdefault(part, {})
    for key, value in properties.items():
        key = key.replace("_", "-")
        values[key] = _exchanged(values[key], value) if isinstance(value, dict) else value


def _exchanged(expression: typing.Any, colors: dict[str, str]) -> typing.Any:
    if isinstance(expression, list):
        return [_exchanged(item, colors) for item in expression]
    if isinstance(expression, str) and expression.startswith("#"):
        return colors[expression]
    return expression
