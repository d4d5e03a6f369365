#!/usr/bin/env python3
"""Loads a running server: server_load.py tiles|overload|idle|soak|faults [--seconds 20] [--requests 20000] [--connections 1000]

tiles:    each tile of the sample city at four zooms, once
overload: ten times as many maps as the server draws in the same time, for --seconds
idle:     --connections connections that say nothing
soak:     --requests requests of all kinds, with the memory at the beginning and at the end
faults:   archives replaced, cut off and removed, SIGHUP over and over, for --seconds; starts a server of its own

PROGRAM and ADDRESS come from the environment, SERVER is the process id. Prints what it measures, and fails when an answer is
wrong: a status that was not expected, or a connection that was closed.
"""
# SPDX-License-Identifier: MIT
import argparse
import asyncio
import json
import os
import random
import shutil
import signal
import statistics
import subprocess
import tempfile
import time
import urllib.parse

arguments = argparse.ArgumentParser()
arguments.add_argument("mode", choices=["tiles", "overload", "idle", "soak", "faults"])
arguments.add_argument("--seconds", type=float, default=20)
arguments.add_argument("--requests", type=int, default=20_000)
arguments.add_argument("--connections", type=int, default=1000)
arguments = arguments.parse_args()
ADDRESS = os.environ.get("ADDRESS", "http://127.0.0.1:18090")
PROCESS = int(os.environ.get("SERVER", 0))


def memory():
    """Resident megabytes of the server."""
    with open(f"/proc/{PROCESS}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1024


class Connection:
    def __init__(self, address=None):
        self.address = urllib.parse.urlparse(address or ADDRESS)
        self.streams = None

    async def get(self, path):
        """Status and seconds; a connection that was closed before the answer is an error."""
        if self.streams is None:
            self.streams = await asyncio.open_connection(self.address.hostname, self.address.port, limit=1 << 22)
        reader, writer = self.streams
        start = time.perf_counter()
        writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = next((int(line[15:]) for line in head.split("\r\n") if line.startswith("content-length:")), 0)
        await reader.readexactly(length)
        if "connection: close" in head:
            self.close()
        return int(head.split(" ", 2)[1]), time.perf_counter() - start

    def close(self):
        if self.streams:
            self.streams[1].close()
        self.streams = None


def city_map(size=512):
    """A map that nobody asked for before."""
    return f"/styles/streets/static/{24.93 + random.random() * 0.02:.7f},{60.165 + random.random() * 0.01:.7f},14/{size}x{size}.png"


async def closed_loop(seconds, connections, path):
    """Requests one after another on each connection: how many of them, and how long each was."""
    end = time.perf_counter() + seconds
    times = []

    async def run():
        connection = Connection()
        while time.perf_counter() < end:
            status, duration = await connection.get(path())
            assert status == 200, status
            times.append(duration)
        connection.close()

    await asyncio.gather(*[run() for _ in range(connections)])
    return len(times) / seconds, times


async def tiles():
    left = []
    for z in range(15, 19):
        x, y = (int(unit * 2 ** z) for unit in (0.56928, 0.28944))
        width, height = 3 << z - 16 if z > 15 else 2, 4 << z - 16 if z > 15 else 2
        left += [f"/styles/streets/{z}/{x + i}/{y + j}.png" for i in range(width) for j in range(height)]
    count = len(left)
    start = time.perf_counter()

    async def run():
        connection = Connection()
        while left:
            status, _ = await connection.get(left.pop(0))
            assert status == 200, status
        connection.close()

    await asyncio.gather(*[run() for _ in range(4)])
    print(f"{count / (time.perf_counter() - start):.1f}")


async def overload():
    await closed_loop(3, 4, city_map)
    capacity, times = await closed_loop(min(10, arguments.seconds), 4, city_map)
    print(f"capacity: {capacity:.1f} maps/s, median {statistics.median(times) * 1000:.0f} ms, {memory():.0f} MB")
    idle, answers, running = [], [], set()

    async def ask():
        connection = idle.pop() if idle else Connection()
        answers.append(await connection.get(city_map()))
        idle.append(connection)

    start = time.perf_counter()
    count = 0
    while (now := time.perf_counter() - start) < arguments.seconds:
        while count < now * capacity * 10:
            task = asyncio.create_task(ask())
            running.add(task)
            task.add_done_callback(running.discard)
            count += 1
        await asyncio.sleep(0.005)
    await asyncio.gather(*running)
    seconds = time.perf_counter() - start
    accepted = sorted(duration for status, duration in answers if status == 200)
    refused = sorted(duration for status, duration in answers if status == 503)
    assert len(accepted) + len(refused) == len(answers) == count, "an answer was neither 200 nor 503"

    def percentile(values, share):
        return values[min(len(values) - 1, int(len(values) * share))] * 1000 if values else 0

    print(f"ten times that for {seconds:.0f} s: accepted {len(accepted) / seconds:.1f}/s "
          f"({len(accepted) / seconds / capacity:.0%} of capacity), median {percentile(accepted, 0.5):.0f} ms, "
          f"p99 {percentile(accepted, 0.99):.0f} ms; refused {len(refused)}, median {percentile(refused, 0.5):.1f} ms, "
          f"p99 {percentile(refused, 0.99):.1f} ms; {memory():.0f} MB")


async def idle():
    before = memory()
    connections = []
    for _ in range(arguments.connections):
        connection = Connection()
        connection.streams = await asyncio.open_connection(connection.address.hostname, connection.address.port)
        connections.append(connection)
    await asyncio.sleep(1)
    status, duration = await Connection().get("/health")
    print(f"{len(connections)} idle connections: {memory() - before:.0f} MB; another one is answered with {status} "
          f"in {duration * 1000:.1f} ms")
    for connection in connections:
        connection.close()


def mixed():
    """A request of any kind, mostly of tiles as clients ask for them."""
    kind = random.random()
    if kind < 0.5:
        z = random.randint(4, 16)
        unit = (0.56925 + random.random() * 0.0002, 0.28945 + random.random() * 0.0002)
        return f"/styles/streets/{z}/{int(unit[0] * 2 ** z)}/{int(unit[1] * 2 ** z)}.png"
    if kind < 0.6:
        return city_map(256)
    return random.choice([
        "/health", "/styles.json", "/styles/streets/style.json", "/styles/streets/static/24.94,60.17,12/200x150.png",
        "/maps/api/staticmap?center=60.17,24.94&zoom=12&size=200x150", "/data/helsinki/14/9327/4742.pbf",
        "/fonts/Noto%20Sans%20Regular/0-255.pbf", "/metrics"])


async def soak():
    left = arguments.requests
    begin = None
    start = time.perf_counter()

    async def run():
        nonlocal left, begin
        connection = Connection()
        while left > 0:
            left -= 1
            if arguments.requests - left == arguments.requests // 20:
                begin = memory()
            status, _ = await connection.get(mixed())
            assert status in (200, 204), status
        connection.close()

    await asyncio.gather(*[run() for _ in range(8)])
    end = memory()
    print(f"{arguments.requests} requests in {time.perf_counter() - start:.0f} s: {begin:.0f} MB after the first twentieth, "
          f"{end:.0f} MB in the end ({(end - begin) / begin:+.0%})")


async def faults():
    source = os.path.join(os.environ["STATICMAP_HOME"], "basemap/helsinki.pmtiles")
    port = 18093
    with tempfile.TemporaryDirectory() as folder:
        archive = os.path.join(folder, "city.pmtiles")
        shutil.copy(source, archive)
        cache = os.path.join(folder, "cache")
        os.makedirs(cache)
        server = subprocess.Popen(
            [os.environ["PROGRAM"], "serve", archive, "--port", str(port), "--cache", cache, "--log-level", "error"],
            stderr=subprocess.DEVNULL)
        address = f"http://127.0.0.1:{port}"
        statuses = {}
        end = time.perf_counter() + arguments.seconds

        async def get(path):
            for _ in range(200):
                try:
                    return await Connection(address).get(path)
                except ConnectionRefusedError:
                    await asyncio.sleep(0.05)
            raise SystemExit("the server is gone")

        async def run():
            while time.perf_counter() < end:
                status, _ = await get(city_map(256))
                statuses[status] = statuses.get(status, 0) + 1

        async def break_things():
            done = 0
            while time.perf_counter() < end:
                step = done % 4
                replacement = archive + ".new"
                if step == 0:
                    shutil.copy(source, replacement)
                    os.replace(replacement, archive)
                elif step == 1:
                    with open(source, "rb") as whole, open(replacement, "wb") as part:
                        part.write(whole.read(random.randint(0, 200_000)))
                    os.replace(replacement, archive)
                elif step == 2:
                    if os.path.exists(archive):
                        os.remove(archive)
                else:
                    for _ in range(20):
                        server.send_signal(signal.SIGHUP)
                        await asyncio.sleep(0.01)
                done += 1
                await asyncio.sleep(0.3)
            return done

        *_, done = await asyncio.gather(*[run() for _ in range(4)], break_things())
        assert server.poll() is None, "the server has ended"
        shutil.copy(source, archive + ".new")
        os.replace(archive + ".new", archive)
        await asyncio.sleep(3)
        status, _ = await get(city_map(256))
        health, _ = await get("/health")
        server.terminate()
        code = server.wait(60)
        print(f"{done} faults, answers by status {json.dumps(statuses, sort_keys=True)}; afterwards {status}, health {health}, "
              f"end with {code}")
        assert (status, health, code) == (200, 200, 0)
        assert all(status < 500 or status in (502, 503) for status in statuses), statuses


asyncio.run({"tiles": tiles, "overload": overload, "idle": idle, "soak": soak, "faults": faults}[arguments.mode]())
