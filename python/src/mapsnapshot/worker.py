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

from .errors import ProgramError


# A pipe holds some maps, so that the program goes on when Python is busy: the most that Linux allows any user.
_PIPE_BYTES = 1 << 20

_workers: weakref.WeakSet[Worker] = weakref.WeakSet()


class Job:
    """A map that is asked for: its scene as one line of JSON, and the formats it is wanted in."""

    __slots__ = ("scene", "formats", "future")

    def __init__(self, scene: bytes, formats: Sequence[str]) -> None:
        self.scene = scene
        self.formats = tuple(formats)
        self.future: concurrent.futures.Future[Reply] = concurrent.futures.Future()

    def line(self, number: int) -> bytes:
        """What the program reads; the number names the answer."""
        outputs = ",".join(f'"{number}-{index}.{name}"' for index, name in enumerate(self.formats))
        return b'%s"scene":%s}\n' % (self._head(number, outputs), self.scene)

    def scene_column(self, number: int) -> int:
        """The column of the line at which the scene begins, from 1."""
        outputs = ",".join(f'"{number}-{index}.{name}"' for index, name in enumerate(self.formats))
        return len(self._head(number, outputs)) + len('"scene":') + 1

    @staticmethod
    def _head(number: int, outputs: str) -> bytes:
        return f'{{"id":"{number}","outputs":[{outputs}],'.encode()


class Reply:
    """The program's answer: its line, the outputs in the order of the formats, and where the scene began in the line."""

    __slots__ = ("line", "outputs", "scene_column")

    def __init__(self, line: dict[str, Any], outputs: list[bytes], scene_column: int) -> None:
        self.line = line
        self.outputs = outputs
        self.scene_column = scene_column


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
        with open(self._stdout, "rb", buffering=1 << 16, closefd=False) as answers:
            # A function of its own: while the thread waits, it keeps neither map nor renderer.
            while self._read_answer(answers):
                pass

    def _read_answer(self, answers: BinaryIO) -> bool:
        """Reads an answer and hands it over; False at the end."""
        if not (text := answers.readline()):
            return False
        line = json.loads(text)
        outputs = []
        for output in line.get("outputs", []):
            data = answers.read(output["bytes"])
            if len(data) != output["bytes"]:
                return False
            outputs.append(data)
        number = int(line["number"])
        with self._lock:
            job = self._jobs.pop(number)
        # A map that nobody waits for any more is dropped.
        if job.future.set_running_or_notify_cancel():
            job.future.set_result(Reply(line, outputs, job.scene_column(number)))
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
