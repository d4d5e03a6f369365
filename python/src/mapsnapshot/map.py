"""A map that was drawn."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

import io
import os
import pathlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .errors import Diagnostic

if TYPE_CHECKING:
    import PIL.Image

_FORMATS = {"jpg": "jpeg"}


class Map:
    """A map. Formats other than the one that was asked for are drawn when they are first read, and then kept.

    Attributes:
        format: the format that was asked for, such as ``"png"``.
        data: the image in this format.
        width: in pixels.
        height: in pixels.
        warnings: what the program had to say about the map.
    """

    def __init__(
        self, *, draw: Callable[[str], bytes], scale: float, format: str, data: bytes, width: int, height: int,
        warnings: tuple[Diagnostic, ...],
    ) -> None:
        self._draw = draw
        self._scale = scale
        self._formats = {format: data}
        self.format = format
        self.data = data
        self.width = width
        self.height = height
        self.warnings = warnings

    def __repr__(self) -> str:
        return f"<Map {self.format} {self.width}×{self.height}, {len(self.data)} bytes>"

    def to_bytes(self, format: str) -> bytes:
        """The map in a format.

        Raises:
            SceneError: when the format is not known, or the map can no longer be drawn.
            ProgramError: when the program is missing or ends.
        """
        name = format.lower()
        name = _FORMATS.get(name, name)
        if name not in self._formats:
            self._formats[name] = self._draw(name)
        return self._formats[name]

    @property
    def png(self) -> bytes:
        """The map as PNG."""
        return self.to_bytes("png")

    @property
    def svg(self) -> str:
        """The map as SVG."""
        return self.to_bytes("svg").decode("utf-8")

    @property
    def pdf(self) -> bytes:
        """The map as PDF."""
        return self.to_bytes("pdf")

    @property
    def pil(self) -> PIL.Image.Image:
        """The map as an image of Pillow, which must be installed."""
        import PIL.Image

        return PIL.Image.open(io.BytesIO(self.png))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the map to a file, in the format of its extension.

        Raises:
            OSError: when the file cannot be written.
        """
        file = pathlib.Path(path)
        file.write_bytes(self.to_bytes(file.suffix[1:] or self.format))

    def _repr_png_(self) -> tuple[bytes, dict[str, Any]] | None:
        if self.format in ("svg", "jpeg"):
            return None
        return self.png, self._points()

    def _repr_jpeg_(self) -> tuple[bytes, dict[str, Any]] | None:
        return (self.data, self._points()) if self.format == "jpeg" else None

    def _repr_svg_(self) -> str | None:
        return self.svg if self.format == "svg" else None

    def _points(self) -> dict[str, Any]:
        """The size at which notebooks show the map: in points, so that a map at scale 2 is as sharp as the screen."""
        return {"width": round(self.width / self._scale), "height": round(self.height / self._scale)}
