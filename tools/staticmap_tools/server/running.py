# SPDX-License-Identifier: MIT
"""A server that is started for a measurement or a test, and connections to it."""
import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
import time
import typing
import urllib.parse

from ..checkout import ROOT

HOST = "127.0.0.1"
# A city of the bundled base map.
LONGITUDE, LATITUDE = 24.944, 60.1715


def processor_seconds(pid):
    """What a process has taken of the processors so far."""
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def processors():
    """How many there are."""
    return os.cpu_count() or 1


def found(pattern, text):
    """The group of a pattern that a line of the text must have."""
    match = re.search(pattern, text, re.MULTILINE)
    assert match, f"no {pattern} in {text[:500]}"
    return match[1]


def free_port():
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return probe.getsockname()[1]


class Server:
    """`staticmap serve` on a free port, until it is stopped."""

    def __init__(self, program, *arguments, prefix=(), environment=None, log=subprocess.DEVNULL):
        self.port = free_port()
        #: Megabytes at the end of a fault, for what is told of it.
        self.last_memory = 0.0
        self.begin = time.perf_counter()
        self.process = subprocess.Popen(
            [*prefix, program, "serve", "--port", str(self.port), "--log-level", "error", *arguments],
            env={"STATICMAP_HOME": str(ROOT), **os.environ, **(environment or {})}, stderr=log)
        try:
            self.seconds_to_answer = self._first_answer()
        except BaseException:
            self.process.kill()
            raise

    def _first_answer(self):
        request = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
        while time.perf_counter() - self.begin < 60:
            if self.process.poll() is not None:
                sys.exit(f"the server has ended with {self.process.returncode}")
            try:
                with socket.create_connection((HOST, self.port)) as connection:
                    connection.sendall(request)
                    if connection.recv(4096).startswith(b"HTTP/1.1 200"):
                        return time.perf_counter() - self.begin
            except OSError:
                time.sleep(0.001)
        sys.exit("the server does not answer")

    @property
    def address(self):
        return f"http://{HOST}:{self.port}"

    @property
    def pid(self):
        """Of the server itself, if a wrapper started it."""
        children = open(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read().split()
        return int(children[0]) if children else self.process.pid

    def memory(self):
        """Resident megabytes."""
        with open(f"/proc/{self.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1024

    def signal(self, number):
        os.kill(self.pid, number)

    def stop(self):
        """The exit code of an orderly end."""
        if self.process.poll() is None:
            self.signal(signal.SIGTERM)
        try:
            return self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


class Connection(asyncio.Protocol):
    """One HTTP/1.1 connection with one request at a time, and little work for each."""

    def __init__(self, port):
        self.port = port
        self.transport: typing.Any = None
        self.answer: asyncio.Future | None = None

    def connection_made(self, transport):
        self.transport = transport
        self.received, self.length, self.close_after = bytearray(), None, False

    def data_received(self, data):
        self.received += data
        if self.length is None:
            end = self.received.find(b"\r\n\r\n")
            if end < 0:
                return
            head = bytes(self.received[:end]).lower()
            start = head.find(b"\r\ncontent-length:")
            count = int(head[start + 17:head.find(b"\r\n", start + 17) if head.find(b"\r\n", start + 17) > 0 else None]) if start >= 0 else 0
            self.status = int(head[9:12])
            self.length = end + 4 + (0 if self.status in (204, 304) else count)
            self.head_length = end + 4
            self.close_after = b"\r\nconnection: close" in head
        if len(self.received) >= self.length and self.answer is not None and not self.answer.done():
            body = bytes(self.received[self.head_length:self.length])
            self.received, self.length = bytearray(), None
            self.answer.set_result((self.status, body))
            if self.close_after:
                self.close()

    def connection_lost(self, _):
        self.transport = None
        if self.answer is not None and not self.answer.done():
            self.answer.set_exception(ConnectionResetError("the connection was closed before the answer"))

    async def open(self):
        await asyncio.get_running_loop().create_connection(lambda: self, HOST, self.port)

    async def ask(self, path):
        """Status, body and seconds; a connection that is closed before the answer is an error."""
        if self.transport is None:
            await self.open()
        start = time.perf_counter()
        self.answer = asyncio.get_running_loop().create_future()
        self.transport.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        status, body = await self.answer
        return status, body, time.perf_counter() - start

    async def get(self, path):
        """Status and seconds."""
        status, _, seconds = await self.ask(path)
        return status, seconds

    def close(self):
        if self.transport is not None:
            self.transport.close()
            self.transport = None


async def each(port, paths, connections, statuses=(200,)):
    """Asks for each path once, on so many connections; the seconds that all of it took."""
    left = list(reversed(paths))

    async def run():
        connection = Connection(port)
        while left:
            path = left.pop()
            status, _ = await connection.get(path)
            assert status in statuses, f"{status} for {path}"
        connection.close()

    start = time.perf_counter()
    await asyncio.gather(*[run() for _ in range(connections)])
    return time.perf_counter() - start


def scene_path(scene):
    return "/render?scene=" + urllib.parse.quote(scene)
