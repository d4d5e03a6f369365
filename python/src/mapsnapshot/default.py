"""The renderer that the functions of the package share."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from .encoding import Scene
from .map import Map
from .renderer import Description, Renderer

_options: dict[str, Any] = {}


@functools.cache
def _renderer() -> Renderer:
    return Renderer(**_options)


def configure(**options: Any) -> None:
    """Sets the options of the renderer that ``render``, ``arender`` and ``render_many`` share: those of ``Renderer``."""
    global _options
    # Mistakes show here, not with the next map.
    Renderer(**options)
    _options = options
    _renderer.cache_clear()


def render(
    scene: Scene, format: str = "png", *, size: Sequence[float] | None = None, scale: float | None = None,
    basemap: str | Mapping[str, Any] | None = None,
) -> Map:
    """Draws a map: see ``Renderer.render``."""
    return _renderer().render(scene, format, size=size, scale=scale, basemap=basemap)


def describe(
    scene: Scene, *, language: str | None = None, size: Sequence[float] | None = None,
    basemap: str | Mapping[str, Any] | None = None,
) -> Description:
    """Says what a map shows: see ``Renderer.describe``."""
    return _renderer().describe(scene, language=language, size=size, basemap=basemap)


def animate(
    scene: Scene, format: str = "webp", *, duration: float | None = None, fps: float | None = None,
    quality: int | None = None, lossless: bool = False, size: Sequence[float] | None = None,
    basemap: str | Mapping[str, Any] | None = None,
) -> bytes:
    """Draws a map that moves: see ``Renderer.animate``."""
    return _renderer().animate(
        scene, format, duration=duration, fps=fps, quality=quality, lossless=lossless, size=size, basemap=basemap)


def atlas(scene: Scene, **options: Any) -> bytes:
    """Lays out sheets of one scale and draws them as a PDF: see ``Renderer.atlas``."""
    return _renderer().atlas(scene, **options)


async def arender(
    scene: Scene, format: str = "png", *, size: Sequence[float] | None = None, scale: float | None = None,
    basemap: str | Mapping[str, Any] | None = None,
) -> Map:
    """Draws a map without blocking the event loop: see ``Renderer.arender``."""
    return await _renderer().arender(scene, format, size=size, scale=scale, basemap=basemap)


def render_many(
    scenes: Iterable[Scene], format: str = "png", *, ordered: bool = True, in_flight: int | None = None,
    errors: Literal["raise", "yield"] = "raise",
) -> Iterator[Any]:
    """Draws many maps: see ``Renderer.render_many``."""
    return _renderer().render_many(scenes, format, ordered=ordered, in_flight=in_flight, errors=errors)  # type: ignore
