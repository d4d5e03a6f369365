"""A program that draws maps as long as it is asked for some.

The program reads a line of JSON for each map from its standard input, and answers each, in any order, with a line of JSON
and the bytes of the outputs that this line lists. One thread writes lines, so that nobody who asks has to wait for a full
pipe, and another reads answers.
"""
# SPDX-License-Identifier: MIT
from __future__ import annotations

import atexit
import collections
import concurrent.futures
import contextlib
import fcntl
import json
import os
import queue
import subprocess
import threading
import weakref
from collections.abc import Callable, Sequence
from typing import Any, BinaryIO

from .encoding import EncodedScene
from .errors import Diagnostic, ProgramError


# A pipe holds some maps, so that the program goes on when Python is busy: the most that Linux allows any user.
_PIPE_BYTES = 1 << 20
# For lines: what is longer goes from the pipe to where it is kept, without a copy.
_BUFFER_BYTES = 1 << 12

_workers: weakref.WeakSet[Worker] = weakref.WeakSet()


class Job:
    """A map that is asked for, and the program's answer to come."""

    __slots__ = ("scene", "format", "future")

    def __init__(self, scene: EncodedScene, format: str) -> None:
        if not (format.isascii() and format.isalnum()):
            raise ValueError(f"format: expected a name such as \"png\", found {format!r}")
        self.scene = scene
        self.format = format.lower()
        self.future: concurrent.futures.Future[Reply] = concurrent.futures.Future()

    def read(self, answers: BinaryIO, size: int) -> bytes | None:
        """Takes the map from the program's answers; None where they end before."""
        data = answers.read(size)
        return data if len(data) == size else None

    def line(self, number: int) -> bytes:
        """What the program reads; the number names the answer."""
        return b'%s%s}\n' % (self._head(number), self.scene.text)

    def scene_column(self, number: int) -> int:
        """The column of the line at which the scene begins, from 1."""
        return len(self._head(number)) + 1

    def _head(self, number: int) -> bytes:
        return f'{{"id":"{number}","outputs":["{number}.{self.format}"],"scene":'.encode()


class Reply:
    """The program's answer: its line, and the map; empty where there is none."""

    __slots__ = ("line", "data", "_scene", "_column")

    def __init__(self, line: dict[str, Any], data: bytes, scene: EncodedScene, column: int) -> None:
        self.line = line
        self.data = data
        self._scene = scene
        self._column = column

    def messages(self, kind: str) -> list[Diagnostic]:
        """The ``"errors"`` or ``"warnings"``, with positions of the user's text."""
        return [self._scene.located(message, self._column) for message in self.line.get(kind, [])]


class Worker:
    """One running program."""

    def __init__(self, command: Sequence[str], folder: str, ended: Callable[[Worker, list[Job]], None]) -> None:
        """Starts the program.

        Args:
            command: the program and its arguments.
            folder: where relative paths of scenes begin.
            ended: called on a thread of the worker when the program has ended, with the maps that it has not answered.

        Raises:
            ProgramError: when the program cannot be started.
        """
        self.folder = folder
        self.is_killed = False
        self._ended = ended
        self._lock = threading.Lock()
        self._jobs: dict[int, Job] = {}
        self._count = 0
        self._is_open = True
        self._queue: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._errors: collections.deque[str] = collections.deque(maxlen=20)
        # Plain descriptors: a child of fork closes them without asking a lock that some thread may have held.
        lines, self._stdin = os.pipe()
        self._stdout, answers = os.pipe()
        self._stderr, messages = os.pipe()
        # Refused where a user has many pipes: then the program waits for Python more often.
        with contextlib.suppress(OSError):
            fcntl.fcntl(self._stdout, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
        try:
            # A session of its own: what interrupts Python from a terminal does not end the program.
            self._process = subprocess.Popen(
                command, stdin=lines, stdout=answers, stderr=messages, cwd=folder, start_new_session=True)
        except OSError as error:
            for descriptor in (self._stdin, self._stdout, self._stderr):
                os.close(descriptor)
            raise ProgramError(f"{command[0]} cannot be started: {error.strerror or error}") from error
        finally:
            for descriptor in (lines, answers, messages):
                os.close(descriptor)
        _workers.add(self)
        self._listener = threading.Thread(target=self._listen, name="mapsnapshot messages", daemon=True)
        self._listener.start()
        for work, name in ((self._write, "lines"), (self._read, "answers")):
            threading.Thread(target=work, name=f"mapsnapshot {name}", daemon=True).start()

    @property
    def pid(self) -> int:
        """The process."""
        return self._process.pid

    @property
    def is_open(self) -> bool:
        """Whether it takes maps."""
        return self._is_open

    def send(self, job: Job) -> bool:
        """Asks for a map; False when the program has ended, or is about to."""
        with self._lock:
            if not self._is_open:
                return False
            self._count += 1
            self._jobs[self._count] = job
            self._queue.put(job.line(self._count))
            return True

    def finish(self) -> None:
        """Lets the program end when it has answered what it was asked."""
        with self._lock:
            if self._is_open:
                self._is_open = False
                self._queue.put(None)

    def kill(self) -> None:
        """Ends the program at once."""
        self.is_killed = True
        self.finish()
        self._process.kill()

    def wait(self, timeout: float | None = None) -> None:
        """Waits until the program has ended."""
        try:
            self._process.wait(timeout)
        except subprocess.TimeoutExpired:
            self.kill()
            self._process.wait()

    def forget(self) -> None:
        """Lets go of the program in a child of fork: it belongs to the parent, and ends with the parent's pipe."""
        for descriptor in (self._stdin, self._stdout, self._stderr):
            if descriptor >= 0:
                os.close(descriptor)
        self._process.returncode = 0

    def death(self) -> str:
        """How the program ended, and what it said last."""
        code = self._process.wait()
        how = f"was ended by signal {-code}" if code < 0 else f"ended with code {code}"
        return "\n".join([f"the program {how} while it drew this map", *self._errors])

    def _write(self) -> None:
        while (line := self._queue.get()) is not None:
            view = memoryview(line)
            try:
                while view:
                    view = view[os.write(self._stdin, view):]
            except OSError:
                # The program is gone, which the other thread sees too.
                break
        descriptor, self._stdin = self._stdin, -1
        os.close(descriptor)

    def _read(self) -> None:
        try:
            self._read_answers()
        except (ValueError, KeyError, TypeError, AttributeError):
            # What it says is no answer: it is another program, or a broken one.
            self._errors.append("the answer of the program cannot be understood")
            self._process.kill()
        with self._lock:
            self._is_open = False
            jobs, self._jobs = list(self._jobs.values()), {}
            self._queue.put(None)
        self._process.wait()
        self._listener.join()
        descriptor, self._stdout = self._stdout, -1
        os.close(descriptor)
        self._ended(self, jobs)

    def _read_answers(self) -> None:
        with open(self._stdout, "rb", buffering=_BUFFER_BYTES, closefd=False) as answers:
            # A function of its own: while the thread waits, it keeps neither map nor renderer.
            while self._read_answer(answers):
                pass

    def _read_answer(self, answers: BinaryIO) -> bool:
        """Reads an answer and hands it over; False at the end."""
        if not (text := answers.readline()):
            return False
        line = json.loads(text)
        number = int(line["number"])
        job = self._jobs[number]
        data = b""
        for output in line.get("outputs", []):
            read = job.read(answers, output["bytes"])
            if read is None:
                return False
            data = read
        with self._lock:
            del self._jobs[number]
        # A map that nobody waits for any more is dropped.
        if job.future.set_running_or_notify_cancel():
            job.future.set_result(Reply(line, data, job.scene, job.scene_column(number)))
        return True

    def _listen(self) -> None:
        with open(self._stderr, encoding="utf-8", errors="replace", closefd=False) as messages:
            for line in messages:
                self._errors.append(line.rstrip())
        descriptor, self._stderr = self._stderr, -1
        os.close(descriptor)


def _kill_all() -> None:
    for worker in list(_workers):
        worker.kill()


def _forget_all() -> None:
    for worker in list(_workers):
        worker.forget()
    _workers.clear()


atexit.register(_kill_all)
os.register_at_fork(after_in_child=_forget_all)
