"""Draws maps with a program that keeps running."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

import asyncio
import collections
import concurrent.futures
import dataclasses
import functools
import json
import os
import subprocess
import tempfile
import threading
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, Union, overload

from .encoding import EncodedScene, Scene, encode
from .errors import Diagnostic, MapError, ProgramError, SceneError
from .map import Map
from .program import find_program
from .worker import Job, Reply, Worker

Path = Union[str, "os.PathLike[str]"]

# Those that do not say how an image is made.
_SHARED_OPTIONS = {"--home", "--limits", "--fonts", "--only-fonts", "--assets", "--root"}


@dataclasses.dataclass(frozen=True)
class Description:
    """What a map shows, in words.

    Attributes:
        language: of the words, as an ISO 639 code.
        sentence: one sentence.
        paragraph: the sentence and further ones.
    """

    language: str
    sentence: str
    paragraph: str


class Renderer:
    """Draws maps with a program of its own, which starts with the first map and keeps styles, tiles and fonts in memory.

    A renderer may be used by any number of threads and tasks. After a fork, the child starts another program. When the
    program dies, the maps that it was drawing are drawn once more, one by one, so that only the one that ends it fails.
    """

    def __init__(
        self,
        *,
        threads: int | None = None,
        fonts: Sequence[Path] = (),
        only_fonts: Sequence[Path] = (),
        assets: Sequence[Path] = (),
        home: Path | None = None,
        root: Sequence[Path] = (),
        limits: str | None = None,
        cache: int | None = None,
        quality: int | None = None,
        background: str | None = None,
        compression: Literal["fast", "small"] | None = None,
        title: str | None = None,
        strict: bool = False,
        folder: Path | None = None,
        program: Path | None = None,
    ) -> None:
        """Creates a renderer; the options are those of ``staticmap batch``.

        Args:
            threads: how many maps are drawn at a time; by default one for each processor.
            fonts: folders of fonts that are preferred to those of the machine.
            only_fonts: folders of fonts that are used instead of those of the machine.
            assets: folders with images for scenes.
            home: the folder with styles and base map.
            root: folders; scenes may read nothing that lies outside of them. For scenes that are not trusted.
            limits: how much a map may cost: ``"strict"`` for scenes that are not trusted, or limits by their names.
            cache: the memory for tiles and styles, in MB.
            quality: of JPEG and WebP, from 1 to 100.
            background: the color behind transparent parts of the map.
            compression: of PNG.
            title: of SVG and PDF.
            strict: True to raise warnings as errors.
            folder: where relative paths of scenes begin; by default the working folder of the moment.
            program: the program; by default that of ``find_program``.
        """
        options: list[tuple[str, Any]] = [
            ("--threads", threads), ("--home", home and os.path.abspath(home)), ("--limits", limits), ("--cache", cache), ("--quality", quality),
            ("--background", background), ("--compression", compression), ("--title", title)]
        for name, values in (("--fonts", fonts), ("--only-fonts", only_fonts), ("--assets", assets), ("--root", root)):
            if isinstance(values, (str, os.PathLike)):
                values = [values]
            options += [(name, os.path.abspath(value)) for value in values]
        self._options: list[str] = []
        for name, value in options:
            if value is not None:
                self._options += [name, str(value)]
        if strict:
            self._options.append("--strict")
        self._program = None if program is None else os.path.abspath(program)
        self._folder = None if folder is None else os.path.abspath(folder)
        self._threads = threads or len(os.sched_getaffinity(0))
        self._lock = threading.Lock()
        self._pid = os.getpid()
        self._worker: Worker | None = None

    def render(
        self, scene: Scene, format: str = "png", *, size: Sequence[float] | None = None, scale: float | None = None,
        basemap: str | Mapping[str, Any] | None = None,
    ) -> Map:
        """Draws a map.

        Args:
            scene: a builder, a dictionary, or the text of a scene.
            format: ``"png"``, ``"jpeg"``, ``"webp"``, ``"svg"``, ``"pdf"``, or whatever else the program writes.
            size: width and height in points, instead of the scene's.
            scale: pixels per point, instead of the scene's.
            basemap: instead of the scene's.

        Raises:
            SceneError: when the scene has a mistake, or cannot be drawn.
            ProgramError: when the program is missing or ends.
        """
        return self.submit(scene, format, size=size, scale=scale, basemap=basemap).result()

    def describe(
        self, scene: Scene, *, language: str | None = None, size: Sequence[float] | None = None,
        basemap: str | Mapping[str, Any] | None = None,
    ) -> Description:
        """Says what a map shows, without drawing it.

        Args:
            scene: a builder, a dictionary, or the text of a scene.
            language: of labels and words, such as ``"de"``, instead of the scene's.
            size: width and height in points, instead of the scene's.
            basemap: instead of the scene's.

        Raises:
            SceneError: when the scene has a mistake.
            ProgramError: when the program is missing or ends.
        """
        encoded = encode(scene, {"size": size, "basemap": basemap})
        options = [] if language is None else ["--language", language]
        words = json.loads(self._run(encoded, "describe", "-", "--json", *options))
        return Description(words["language"], words["sentence"], words["paragraph"])

    def animate(
        self, scene: Scene, format: str = "webp", *, duration: float | None = None, fps: float | None = None,
        quality: int | None = None, lossless: bool = False, size: Sequence[float] | None = None,
        basemap: str | Mapping[str, Any] | None = None,
    ) -> bytes:
        """Draws a map that moves, as the scene's ``animation`` says.

        Args:
            scene: a builder, a dictionary, or the text of a scene with an ``animation``.
            format: ``"webp"``, ``"png"`` (animated PNG), ``"gif"``, or ``"mp4"`` if ffmpeg is installed.
            duration: seconds, instead of the scene's.
            fps: frames per second, instead of the scene's.
            quality: of WebP and MP4, from 1 to 100; what suits each frame without it.
            lossless: whether each pixel of each frame is kept, in WebP and animated PNG.
            size: width and height in points, instead of the scene's.
            basemap: instead of the scene's.

        Returns:
            The file.

        Raises:
            SceneError: when the scene has a mistake, or no animation.
            ProgramError: when the program is missing or ends.
        """
        encoded = encode(scene, {"size": size, "basemap": basemap})
        options: list[str] = []
        if duration is not None:
            options += ["--duration", f"{duration}s"]
        if fps is not None:
            options += ["--fps", str(fps)]
        if quality is not None:
            options += ["--quality", str(quality)]
        if lossless:
            options.append("--lossless")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, f"map.{format}")
            self._run(encoded, "animate", "-", "-o", path, "--quiet", *options)
            with open(path, "rb") as file:
                return file.read()

    def atlas(
        self, scene: Scene, *, polygon: Mapping[str, Any] | None = None, along: Mapping[str, Any] | None = None,
        rows: Sequence[Mapping[str, Any]] | None = None, map_scale: float | None = None, overlap: str | None = None,
        overview: bool = False, index: Sequence[str] = (), squares: tuple[int, int] | None = None, title: str | None = None,
        threads: int | None = None,
    ) -> bytes:
        """Lays out sheets of one scale and draws them as a PDF with bookmarks and links.

        Args:
            scene: how a sheet looks: a builder, a dictionary, or the text of a scene.
            polygon: GeoJSON with the areas that the sheets cover.
            along: GeoJSON with the lines that the sheets follow.
            rows: a sheet at each ``lon`` and ``lat``, with its ``title``.
            map_scale: the number behind the colon of 1:25 000, instead of the scene's.
            overlap: what neighboring sheets have in common, such as ``"10mm"``.
            overview: whether it begins with a map of all sheets.
            index: layers whose names an index at the end has: ``"streets"``, ``"places"``, ``"waters"``, or ids.
            squares: columns and rows of the squares of the index.
            title: of the atlas.
            threads: how many sheets are drawn at a time.

        Returns:
            The PDF.

        Raises:
            ValueError: unless one of ``polygon``, ``along`` and ``rows`` is given.
            SceneError: when the scene has a mistake, or there would be too many sheets.
            ProgramError: when the program is missing or ends.
        """
        areas = {"polygon": polygon, "along": along, "rows": rows}
        given = [(name, value) for name, value in areas.items() if value is not None]
        if len(given) != 1:
            raise ValueError("give polygon, along or rows")
        name, value = given[0]
        options: list[str] = []
        for option, text in (
            ("--map-scale", map_scale and f"1:{map_scale:g}"), ("--overlap", overlap), ("--index", ",".join(index)),
            ("--squares", squares and f"{squares[0]}x{squares[1]}"), ("--title", title), ("--threads", threads),
        ):
            if text:
                options += [option, str(text)]
        if overview:
            options.append("--overview")
        with tempfile.TemporaryDirectory() as folder:
            area, path = os.path.join(folder, "area.jsonl" if name == "rows" else "area.geojson"), os.path.join(folder, "atlas.pdf")
            with open(area, "w", encoding="utf-8") as file:
                file.write("".join(json.dumps(row) + "\n" for row in value) if name == "rows" else json.dumps(value))
            self._run(encode(scene, {}), "atlas", "-", f"--{name}", area, "-o", path, *options)
            with open(path, "rb") as file:
                return file.read()

    def _run(self, scene: EncodedScene, *arguments: str) -> bytes:
        """What a command of the program prints, which is run once."""
        command = [self._program or find_program(), *arguments, "--diagnostics", "json"]
        for name, value in zip(self._options[::2], self._options[1::2]):
            if name in _SHARED_OPTIONS:
                command += [name, value]
        done = subprocess.run(command, input=scene.text, capture_output=True, cwd=self._folder, check=False)
        if done.returncode != 0:
            messages = [json.loads(line) for line in done.stderr.splitlines() if line.startswith(b"{")]
            if errors := [Diagnostic.from_json(m) for m in messages if m.get("severity") == "error"]:
                raise SceneError(errors)
            raise ProgramError(done.stderr.decode("utf-8", "replace").strip() or f"the program ended with {done.returncode}")
        return done.stdout

    async def arender(
        self, scene: Scene, format: str = "png", *, size: Sequence[float] | None = None, scale: float | None = None,
        basemap: str | Mapping[str, Any] | None = None,
    ) -> Map:
        """Draws a map without blocking the event loop: see ``render``."""
        return await asyncio.wrap_future(self.submit(scene, format, size=size, scale=scale, basemap=basemap))

    def submit(
        self, scene: Scene, format: str = "png", *, size: Sequence[float] | None = None, scale: float | None = None,
        basemap: str | Mapping[str, Any] | None = None,
    ) -> concurrent.futures.Future[Map]:
        """Asks for a map: see ``render``.

        Raises:
            SceneError: when the scene holds what JSON cannot.
            ProgramError: when the program is missing.
        """
        encoded = encode(scene, {"size": size, "scale": scale, "basemap": basemap})
        return self._submit(encoded, format)

    @overload
    def render_many(
        self, scenes: Iterable[Scene], format: str = ..., *, ordered: Literal[True] = ..., in_flight: int | None = ...,
        errors: Literal["raise"] = ...,
    ) -> Iterator[Map]: ...

    @overload
    def render_many(
        self, scenes: Iterable[Scene], format: str = ..., *, ordered: Literal[True] = ..., in_flight: int | None = ...,
        errors: Literal["yield"],
    ) -> Iterator[Map | MapError]: ...

    @overload
    def render_many(
        self, scenes: Iterable[Scene], format: str = ..., *, ordered: Literal[False], in_flight: int | None = ...,
        errors: Literal["raise", "yield"] = ...,
    ) -> Iterator[tuple[int, Map | MapError]]: ...

    def render_many(
        self, scenes: Iterable[Scene], format: str = "png", *, ordered: bool = True, in_flight: int | None = None,
        errors: Literal["raise", "yield"] = "raise",
    ) -> Iterator[Any]:
        """Draws many maps on all threads, and holds a few of them in memory at a time.

        Args:
            scenes: the scenes; a generator is read as maps are drawn.
            format: as for ``render``.
            ordered: False to get pairs of a scene's index and its map, in the order in which maps are ready.
            in_flight: how many maps are asked for at a time, at most; by default four for each thread.
            errors: ``"yield"`` to get the error in place of a map that cannot be drawn, and go on with the rest.

        Yields:
            Maps.
        """
        if errors not in ("raise", "yield"):
            raise ValueError(f"errors: expected \"raise\" or \"yield\", found {errors!r}")
        limit = 4 * self._threads if in_flight is None else in_flight
        if limit < 1:
            raise ValueError(f"in_flight: expected a positive number, found {in_flight!r}")
        return self._many(iter(scenes), format, ordered, limit, errors == "yield")

    def close(self) -> None:
        """Ends the program, once the maps that were asked for are drawn. The next map starts another."""
        if self._pid != os.getpid():
            return
        with self._lock:
            worker, self._worker = self._worker, None
        if worker is not None:
            worker.finish()
            worker.wait()

    def __enter__(self) -> Renderer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_pid", None) == os.getpid() and (worker := getattr(self, "_worker", None)) is not None:
            worker.finish()

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("a renderer has a program of its own, and cannot be sent to another process: create one there")

    def _submit(self, scene: EncodedScene, format: str) -> concurrent.futures.Future[Map]:
        """Asks for a map whose scene is already text."""
        job = Job(scene, format)
        answer: concurrent.futures.Future[Map] = concurrent.futures.Future()

        def convert(future: concurrent.futures.Future[Reply]) -> None:
            if not answer.set_running_or_notify_cancel():
                return
            try:
                answer.set_result(self._map(scene, format, future.result()))
            except Exception as error:
                answer.set_exception(error)

        job.future.add_done_callback(convert)
        self.ask(job)
        return answer

    def ask(self, job: Job) -> None:
        """Sends a job to the program. For those who want something else than a ``Map`` of each answer.

        Raises:
            ProgramError: when the program is missing.
        """
        while not self._running_worker().send(job):
            pass

    @staticmethod
    def _asked_for(error: Diagnostic, format: str) -> Diagnostic:
        """The program is told formats as the ends of names, which the caller has not given."""
        if error.code != "batch.invalid-name":
            return error
        expected, found = "png, png8, jpeg, webp, svg or pdf", f'"{format}"'
        return dataclasses.replace(
            error, message=f"expected the format {expected}, found {found}", expected=expected, found=found, hint=None)

    def _map(self, scene: EncodedScene, format: str, reply: Reply) -> Map:
        if errors := reply.messages("errors"):
            raise SceneError([self._asked_for(error, format) for error in errors])
        output = reply.line["outputs"][0]
        return Map(
            draw=functools.partial(self._drawn, scene), scale=scene.scale, format=output["format"], data=reply.data,
            width=output["width"], height=output["height"], warnings=tuple(reply.messages("warnings")))

    def _drawn(self, scene: EncodedScene, format: str) -> bytes:
        """The bytes of a map in another format."""
        return self._submit(scene, format).result().data

    def _many(
        self, scenes: Iterator[Scene], format: str, ordered: bool, limit: int, yields: bool
    ) -> Iterator[Any]:
        waiting: collections.OrderedDict[concurrent.futures.Future[Map], int] = collections.OrderedDict()
        try:
            for index, scene in enumerate(scenes):
                waiting[self._asked(scene, format, yields)] = index
                while len(waiting) >= limit:
                    yield from self._ready(waiting, ordered, yields)
            while waiting:
                yield from self._ready(waiting, ordered, yields)
        finally:
            for future in waiting:
                future.cancel()

    def _asked(self, scene: Scene, format: str, yields: bool) -> concurrent.futures.Future[Map]:
        """The map, or the reason why it cannot be asked for."""
        try:
            return self.submit(scene, format)
        except SceneError as error:
            if not yields:
                raise
            failed: concurrent.futures.Future[Map] = concurrent.futures.Future()
            failed.set_exception(error)
            return failed

    @staticmethod
    def _ready(
        waiting: collections.OrderedDict[concurrent.futures.Future[Map], int], ordered: bool, yields: bool
    ) -> Iterator[Any]:
        """The next map, or all that are ready."""
        done: Iterable[concurrent.futures.Future[Map]] = [next(iter(waiting))]
        if not ordered:
            done = concurrent.futures.wait(waiting, return_when=concurrent.futures.FIRST_COMPLETED).done
        for future in done:
            index = waiting.pop(future)
            result: Map | MapError
            try:
                result = future.result()
            except MapError as error:
                if not yields:
                    raise
                result = error
            yield result if ordered else (index, result)

    def _running_worker(self) -> Worker:
        """The program, started if none takes maps, or if the working folder is another than when it was started."""
        folder = self._folder or os.getcwd()
        if self._pid != os.getpid():
            # A child of fork: the program is the parent's, and so is whoever held the lock.
            self._pid, self._lock, self._worker = os.getpid(), threading.Lock(), None
        with self._lock:
            worker = self._worker
            if worker is None or not worker.is_open or worker.folder != folder:
                if worker is not None:
                    worker.finish()
                worker = self._worker = Worker(self._command(), folder, self._when_ended())
            return worker

    def _command(self, threads: int | None = None) -> list[str]:
        command = [self._program or find_program(), "batch", "-", "--output", "-", "--quiet", *self._options]
        return command if threads is None else [*command, "--threads", str(threads)]

    def _when_ended(self) -> Callable[[Worker, list[Job]], None]:
        """Calls ``_ended`` of a renderer that is still there: its program's threads do not keep it."""
        method = weakref.WeakMethod(self._ended)

        def call(worker: Worker, jobs: list[Job]) -> None:
            if ended := method():
                ended(worker, jobs)

        return call

    def _ended(self, worker: Worker, jobs: list[Job]) -> None:
        with self._lock:
            if self._worker is worker:
                self._worker = None
        if jobs and not worker.is_killed:
            again = threading.Thread(target=self._draw_again, args=(worker, jobs), name="mapsnapshot again", daemon=True)
            again.start()

    def _draw_again(self, dead: Worker, jobs: list[Job]) -> None:
        """Draws maps whose program died, one by one, so that the one that ends the program is found."""
        def failed(worker: Worker, jobs: list[Job]) -> None:
            for job in jobs:
                job.future.set_exception(ProgramError(worker.death()))

        alone: Worker | None = None
        for job in jobs:
            try:
                while alone is None or not alone.send(job):
                    alone = Worker(self._command(threads=1), dead.folder, failed)
                concurrent.futures.wait([job.future])
            except MapError as error:
                job.future.set_exception(error)
        if alone is not None:
            alone.finish()
