"""Scenes as one line of JSON."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

import json
import math
import os
from collections.abc import Iterator, Mapping
from typing import Any, Union

from .errors import Diagnostic, SceneError
from .geo import geojson_data, is_geographic, with_coordinates

Scene = Union[Mapping[str, Any], str, bytes]

# How the program calls its input.
_INPUT = "standard input"


class EncodedScene:
    """A scene as the program reads it."""

    __slots__ = ("text", "scale", "_source")

    def __init__(self, text: bytes, scale: float, source: str | None) -> None:
        """
        Args:
            text: JSON without a line break.
            scale: pixels per point.
            source: the same as the user wrote it, with line breaks; None for a scene that is not text.
        """
        self.text = text
        self.scale = scale
        self._source = source

    def located(self, message: Mapping[str, Any], column: int) -> Diagnostic:
        """A message of the program, with positions of the user's text in place of those of the line.

        Args:
            message: as the program writes it.
            column: where the scene begins in the line, from 1.
        """
        if message.get("file", _INPUT) != _INPUT:
            return Diagnostic.from_json(message)
        own = {key: value for key, value in message.items() if key not in ("file", "line", "column")}
        if self._source is not None and "column" in message:
            before = self._source[:max(0, message["column"] - column)]
            own["line"] = before.count("\n") + 1
            own["column"] = len(before) - (before.rfind("\n") + 1) + 1
        return Diagnostic.from_json(own)


def encode(scene: Scene, changes: Mapping[str, Any] | None = None) -> EncodedScene:
    """A scene as text.

    Args:
        scene: a builder, a dictionary, or text.
        changes: keys of the scene that are replaced, where their values are not None.

    Raises:
        SceneError: when the scene holds what JSON cannot.
    """
    changes = {key: value for key, value in (changes or {}).items() if value is not None}
    if isinstance(scene, (str, bytes)):
        parsed, text = _parse(scene)
        if not changes:
            line = text.replace("\r", " ").replace("\n", " ")
            return EncodedScene(line.encode("utf-8", "replace"), _scale(parsed), text)
        scene = parsed
    elif not isinstance(scene, Mapping):
        raise _wrong("", "a scene: a dictionary, a builder or text", scene)
    plain = _with_geometries({**scene, **changes})
    try:
        line = json.dumps(plain, default=_plain, allow_nan=False, separators=(",", ":"))
    except (TypeError, ValueError, RecursionError):
        raise SceneError(list(_faults(plain)) or [_diagnostic("", "JSON", plain)]) from None
    return EncodedScene(line.encode(), _scale(plain), None)


def _parse(scene: str | bytes) -> tuple[Mapping[str, Any], str]:
    try:
        text = (scene.decode() if isinstance(scene, bytes) else scene).removeprefix("\ufeff")
        parsed = json.loads(text)
    except UnicodeDecodeError as error:
        raise SceneError([Diagnostic("error", "scene.not-json", f"the text is not UTF-8: {error.reason}")]) from None
    except json.JSONDecodeError as error:
        raise SceneError([Diagnostic(
            "error", "scene.not-json", f"the text is not JSON: {error.msg}", line=error.lineno, column=error.colno)]) from None
    except RecursionError:
        raise SceneError([Diagnostic("error", "scene.not-json", "the text has too many levels")]) from None
    if not isinstance(parsed, dict):
        raise _wrong("", "a scene: an object", parsed)
    return parsed, text


def _scale(scene: Mapping[str, Any]) -> float:
    scale = scene.get("scale", 1)
    return scale if isinstance(scale, (int, float)) and not isinstance(scale, bool) and scale > 0 else 1


def _with_geometries(scene: dict[str, Any]) -> dict[str, Any]:
    """The scene with GeoJSON where it has objects of Shapely, GeoPandas and the like."""
    for name in ("annotations", "overlays"):
        if isinstance(entries := scene.get(name), (list, tuple)):
            scene[name] = [_plain_entry(entry, f"{name}[{index}]") for index, entry in enumerate(entries)]
    if "camera" in scene:
        scene["camera"] = _plain_entry(scene["camera"], "camera")
    return scene


def _plain_entry(entry: Any, path: str) -> Any:
    if is_geographic(entry):
        return {"type": "geojson", "data": geojson_data(entry)}
    if not isinstance(entry, Mapping):
        return entry
    if is_geographic(entry.get("data")):
        entry = {**entry, "data": geojson_data(entry["data"])}
    for key in ("coordinate", "coordinates", "center"):
        if is_geographic(entry.get(key)):
            try:
                entry = with_coordinates(entry, key)
            except TypeError:
                raise _wrong(f"{path}.{key}", "coordinates, or a geometry that has them", entry[key]) from None
    return entry


def _plain(value: Any) -> Any:
    """What JSON has no word for: paths, numbers and arrays of NumPy, tuples in sets and the like."""
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, Mapping):
        return dict(value)
    if hasattr(value, "tolist"):
        return value.tolist()
    if is_geographic(value):
        return geojson_data(value)
    raise TypeError


def _faults(value: Any, path: str = "", depth: int = 0) -> Iterator[Diagnostic]:
    """What of a value cannot be JSON."""
    if depth > 200:
        yield Diagnostic("error", "scene.not-json", "too many levels", path=path)
    elif isinstance(value, float) and not math.isfinite(value):
        yield _diagnostic(path, "a finite number", value)
    elif value is None or isinstance(value, (str, int, float)):
        return
    elif isinstance(value, Mapping):
        for key, entry in value.items():
            if not isinstance(key, str):
                yield _diagnostic(path, "texts as keys", key)
            yield from _faults(entry, f"{path}.{key}" if path else str(key), depth + 1)
    elif isinstance(value, (list, tuple)):
        for index, entry in enumerate(value):
            yield from _faults(entry, f"{path}[{index}]", depth + 1)
    else:
        try:
            plain = _plain(value)
        except TypeError:
            yield _diagnostic(path, "what JSON has", value)
        else:
            yield from _faults(plain, path, depth + 1)


def _diagnostic(path: str, expected: str, value: Any) -> Diagnostic:
    found = repr(value)
    found = f"{type(value).__name__} {found[:60]}{'…' if len(found) > 60 else ''}"
    return Diagnostic(
        "error", "scene.not-json", f"expected {expected}, found {found}", path=path, expected=expected, found=found)


def _wrong(path: str, expected: str, value: Any) -> SceneError:
    return SceneError([_diagnostic(path, expected, value)])
