"""The images of a column, gathered in memory that is used again."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

from typing import BinaryIO

import pyarrow

# Memory that is new to a process is cleared by the system first, which takes longer than to copy an image into it. So much is
# kept from column to column.
_SPARE_BYTES = 64 << 20

_spares: list[bytearray] = []


class Images:
    """The images of some rows, one after the other in one buffer, in the order in which they are read."""

    def __init__(self, count: int) -> None:
        self._buffer = _spare()
        self._used = 0
        self._spans: list[tuple[int, int] | None] = [None] * count

    def read(self, row: int, stream: BinaryIO, size: int) -> bool:
        """Reads the image of a row; False where the stream ends before. One thread reads at a time."""
        start, end = self._used, self._used + size
        if end > len(self._buffer):
            self._buffer.extend(bytes(max(end - len(self._buffer), len(self._buffer))))
        with memoryview(self._buffer) as whole, whole[start:end] as image:
            if stream.readinto(image) != size:  # type: ignore[attr-defined]
                return False
        self._used = end
        self._spans[row] = (start, end)
        return True

    def column(self) -> pyarrow.Array:
        """The images, null where there is none. Called once, at the end: the buffer is used again when the column is gone."""
        offsets, end, is_ordered = [0], 0, True
        for span in self._spans:
            if span is not None:
                is_ordered = is_ordered and span[0] == end
                end += span[1] - span[0]
            offsets.append(end)
        whole = memoryview(self._buffer)
        images: memoryview | bytes = whole[:end]
        if not is_ordered:
            images = b"".join(whole[span[0]:span[1]] for span in self._spans if span is not None)
        _keep(self._buffer)
        valid = pyarrow.array([span is not None for span in self._spans], pyarrow.bool_())
        return pyarrow.Array.from_buffers(
            pyarrow.binary(), len(self._spans),
            [valid.buffers()[1], pyarrow.array(offsets, pyarrow.int32()).buffers()[1], pyarrow.py_buffer(images)])


def _spare() -> bytearray:
    """A buffer that nobody uses any more, or a new one."""
    for _ in range(len(_spares)):
        try:
            buffer = _spares.pop(0)
        except IndexError:
            break
        try:
            # Refused as long as something looks into it.
            buffer.append(0)
            return buffer
        except BufferError:
            _spares.append(buffer)
    return bytearray()


def _keep(buffer: bytearray) -> None:
    if len(buffer) + sum(map(len, _spares)) <= _SPARE_BYTES:
        _spares.append(buffer)
