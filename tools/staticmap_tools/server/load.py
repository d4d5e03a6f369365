# SPDX-License-Identifier: MIT
"""Loads a server: load.py [overload] [idle] [stampede] [soak] [--seconds 120] [--connections 10000] [--requests 200000]
[--program .build/release/staticmap]; all of them unless some are named

overload: ten times as many maps as the server draws in the same time, for --seconds. Who asks takes processors from the
          server, most of all under overload: the rates that are compared are those of a second of one processor that
          whoever asks has left
idle:     --connections connections that say nothing, and as many that have had an answer
stampede: 200 clients for one tile that nobody asked for before; then 120 clients for 16 of them each, beside one client that
          asks for 16 others: a block, which is drawn at once, tiles of as many blocks, and a block of a server just started
soak:     --requests requests of all kinds, with the memory after the first twentieth and at the end

Prints what it measures beside the goal. Fails when an answer is wrong, and with --strict when a goal is missed.
"""
import argparse
import asyncio
import os
import random
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from ..checkout import PROGRAM
from .running import LATITUDE, LONGITUDE, Connection, Server, found, processor_seconds, processors

#: Of the command line.
arguments = argparse.Namespace()
missed: list = []


def judge(goal, is_met):
    if not is_met:
        missed.append(goal)
    return f"(goal: {goal}{'' if is_met else ', MISSED'})"


def city_map(size=512):
    """A map that nobody asked for before."""
    longitude, latitude = LONGITUDE + (random.random() - 0.5) * 0.02, LATITUDE + (random.random() - 0.5) * 0.01
    return f"/styles/streets/static/{longitude:.7f},{latitude:.7f},14/{size}x{size}.png"


def percentile(values, share):
    """In milliseconds."""
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * share))] * 1000 if values else 0


class Measured:
    """A rate of maps, and who took the processors meanwhile."""

    def __init__(self, server, *others):
        self.pids = (server.pid, os.getpid(), *others)
        self.start, self.before = time.perf_counter(), [processor_seconds(pid) for pid in self.pids]

    def stop(self, maps):
        self.seconds = time.perf_counter() - self.start
        server, *others = [processor_seconds(pid) - before for pid, before in zip(self.pids, self.before, strict=True)]
        self.rate = maps / self.seconds
        # Of all processors.
        self.server, self.others = (taken / self.seconds / processors() for taken in (server, sum(others)))
        self.rate_of_left = maps / (self.seconds * processors() * (1 - self.others))
        self.maps_of_server = maps / server
        return self

    def __str__(self):
        return (f"{self.rate:.1f} maps/s; of the processors the server took {self.server:.0%}, who asked {self.others:.0%}; "
                f"{self.rate_of_left:.1f} maps in a second of a processor that was left to the server, "
                f"{self.maps_of_server:.1f} in one that it took")


async def capacity(server, seconds):
    """The rate when there are always maps to draw, and none too many, and the median of the seconds for one."""
    end = time.perf_counter() + seconds
    times = []

    async def run():
        connection = Connection(server.port)
        while time.perf_counter() < end:
            status, duration = await connection.get(city_map())
            assert status == 200, status
            times.append(duration)
        connection.close()

    measured = Measured(server)
    await asyncio.gather(*[run() for _ in range(2 * processors())])
    return measured.stop(len(times)), statistics.median(times) * 1000


FLOOD = """
local n = 0
request = function()
  n = n + 1
  return wrk.format("GET", string.format("/styles/streets/static/%.7f,%.7f,14/512x512.png",
    {west} + math.random() * 0.02, {south} + math.random() * 0.01))
end
delay = function() return {delay} end
"""


async def answers(server):
    """Maps that were drawn so far."""
    _, body, _ = await Connection(server.port).ask("/metrics")
    count = re.search(rb'^staticmap_requests_total\{route="tileserver",status="200"\} (.*)$', body, re.MULTILINE)
    return int(count[1]) if count else 0


async def overload():
    """wrk asks, which takes little of the processors; a few requests in between are timed."""
    with Server(arguments.program) as server, tempfile.NamedTemporaryFile("w", suffix=".lua") as script:
        await capacity(server, 5)
        first, alone = await capacity(server, min(20, arguments.seconds))
        print(f"overload: capacity {first}; median {alone:.0f} ms; {server.memory():.0f} MB", flush=True)
        # The queue holds 64; the other connections are refused, and ask again after a while.
        pause = 200
        connections = 64 + processors() + int(9 * first.rate * pause / 1000)
        script.write(FLOOD.format(west=LONGITUDE - 0.01, south=LATITUDE - 0.005, delay=pause))
        script.flush()
        flood = await asyncio.create_subprocess_exec(
            "wrk", "--threads", "1", "--connections", str(connections), "--duration", f"{arguments.seconds + 2:.0f}s",
            "--timeout", "60s", "--script", script.name, server.address, stdout=asyncio.subprocess.PIPE)
        await asyncio.sleep(1)
        accepted: list = []
        refused: list = []
        running: set = set()
        memory: list = []

        async def ask():
            connection = Connection(server.port)
            status, duration = await connection.get(city_map())
            assert status in (200, 503), status
            (accepted if status == 200 else refused).append(duration)
            connection.close()

        before = await answers(server)
        measured = Measured(server, flood.pid)
        while (now := time.perf_counter() - measured.start) < arguments.seconds:
            task = asyncio.create_task(ask())
            running.add(task)
            task.add_done_callback(running.discard)
            if now > len(memory):
                memory.append(server.memory())
            await asyncio.sleep(0.04)
        measured.stop(await answers(server) - before)
        await asyncio.gather(*running)
        text = (await flood.communicate())[0].decode()
        asked = float(found(r"Requests/sec:\s*([\d.]+)", text))
        assert (wrong := re.search(r"Socket errors.*", text)) is None, wrong.group()
        second, _ = await capacity(server, min(20, arguments.seconds))
    usual, usual_of_left = (first.rate + second.rate) / 2, (first.rate_of_left + second.rate_of_left) / 2
    share = measured.rate_of_left / usual_of_left
    median, last = percentile(accepted, 0.5), percentile(accepted, 0.99)
    third = len(memory) // 3 or 1
    early, late = statistics.median(memory[third:2 * third] or memory), statistics.median(memory[2 * third:] or memory)
    print(f"  afterwards {second}")
    print(f"  {asked:.0f} requests/s for {arguments.seconds:.0f} s, {asked / usual:.1f} times capacity: {measured}")
    print(f"  accepted {measured.rate / usual:.0%} of capacity by the clock, {share:.0%} for the processors that were left "
          f"{judge('90 %', share >= 0.9)}")
    if accepted:
        print(f"  accepted ones: median {median:.0f} ms, p99 {last:.0f} ms, {last / median:.1f} times "
              f"{judge('4', last <= 4 * median)}")
    print(f"  refused ones: median {percentile(refused, 0.5):.1f} ms, p99 {percentile(refused, 0.99):.1f} ms "
          f"{judge('20 ms', percentile(refused, 0.99) < 20)}")
    print(f"  memory {early:.0f} MB in the middle third, {late:.0f} MB in the last "
          f"{judge('flat: 5 %', late <= 1.05 * early)}", flush=True)


async def idle():
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    wanted = arguments.connections
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted + 200, hard), hard))
    for kind in ("say nothing", "have had an answer"):
        with Server(arguments.program) as server:
            await Connection(server.port).get(city_map())
            before = server.memory()
            connections = []
            for _ in range(min(wanted, hard - 200)):
                connection = Connection(server.port)
                await connection.open()
                if kind != "say nothing":
                    assert (await connection.get("/health"))[0] == 200
                connections.append(connection)
            await asyncio.sleep(1)
            status, duration = await Connection(server.port).get("/health")
            assert status == 200, status
            memory = server.memory() - before
            print(f"idle: {len(connections)} connections that {kind} take {memory:.0f} MB "
                  f"{judge('100 MB for 10000', memory < 100)}; another one is answered in {duration * 1000:.1f} ms", flush=True)
            for connection in connections:
                connection.close()


async def outcomes(server):
    """Images that were sent so far: how many were drawn for their request, and how many others."""
    _, body, _ = await Connection(server.port).ask("/metrics")
    counts = dict(re.findall(r'^staticmap_images_total\{cache="(\w+)"\} (.*)$', body.decode(), re.MULTILINE))
    drawn = int(counts.pop("miss", 0))
    return drawn, sum(map(int, counts.values()))


def ask(server, clients, paths):
    """Seconds until each client has had all paths, one after the other."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.writelines(f"{server.address}{path}\n" for path in paths)
        file.flush()
        total = clients * len(paths)
        command = ["h2load", "--h1", "--requests", str(total), "--clients", str(clients), "--input-file", file.name]
        text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert f"{total} succeeded, 0 failed, 0 errored, 0 timeout" in text and f"{total} 2xx" in text, text
    found = re.search(r"finished in ([\d.]+)(us|ms|s),", text)
    assert found, text
    return float(found[1]) * {"us": 1e-6, "ms": 1e-3, "s": 1}[found[2]]


def block(number, z=17, scale=""):
    """The tiles of a block, which the server draws at once."""
    left, top = (int(unit * 2 ** z) // 4 * 4 for unit in (LONGITUDE / 360 + 0.5, 0.289_45))
    column, row = (number % 12 - 6) * 4, (number // 12 - 2) * 4
    return [f"/styles/streets/{z}/{left + column + i}/{top + row + j}{scale}.png" for j in range(4) for i in range(4)]


async def stampede():
    if not shutil.which("h2load"):
        sys.exit("h2load is missing: apt-get install nghttp2-client")
    with Server(arguments.program) as server:
        # The style, the fonts and the city are known.
        ask(server, 1, block(0))
        before = await outcomes(server)
        ask(server, 200, block(1)[:1])
        drawn, others = (now - then for now, then in zip(await outcomes(server), before, strict=True))
        print(f"stampede: 200 clients for one tile: {drawn + others} answers, {drawn} drawn "
              f"{judge('one drawing', (drawn, others) == (1, 199))}", flush=True)
        # The server knows the style; nobody has asked for the tiles. A block is drawn at once, tiles of 16 blocks one by one.
        apart = [block(number)[0] for number in range(20, 20 + 2 * 16 * 9)]
        for name, goal, tiles in (
                ("a block of 16", None, lambda turn: block(2 + turn)),
                ("a block of 16 of the city, @2x", None, lambda turn: block(2 + turn, 14, "@2x")),
                ("16 blocks", 2, lambda turn: apart[16 * turn:16 * turn + 16])):
            turns = []
            for turn in range(9):
                alone = ask(server, 1, tiles(2 * turn))
                together = ask(server, 120, tiles(2 * turn + 1))
                turns.append((together / alone, alone, together, ask(server, 120, tiles(2 * turn + 1))))
            tell(name, turns, goal)

    # A server that has just been started opens style, fonts and archives first.
    turns = []
    for _ in range(5):
        with Server(arguments.program) as server:
            alone = ask(server, 1, block(1))
        with Server(arguments.program) as server:
            together = ask(server, 120, block(1))
            turns.append((together / alone, alone, together, ask(server, 120, block(1))))
    tell("a block of 16, from a server just started", turns, 2)


def tell(name, turns, goal):
    """The turn with the median ratio."""
    ratio, *seconds = sorted(turns)[len(turns) // 2]
    alone, together, again = (f"{1000 * time:.0f} ms" for time in seconds)
    print(f"stampede: {name}, for 120 clients: 1,920 answers, none refused, in {together}; for one client {alone}; {ratio:.1f} times "
          f"(median of {len(turns)}){' ' + judge(str(goal), ratio < goal) if goal else ''}; once more, from memory: {again}", flush=True)


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
    # The cache of encoded maps is small, so that it is full after the first twentieth.
    with Server(arguments.program, "--memory", "16") as server:
        total = left = arguments.requests
        first = 0.0
        start = time.perf_counter()

        async def run():
            nonlocal left, first
            connection = Connection(server.port)
            while left > 0:
                left -= 1
                if total - left == total // 20:
                    first = server.memory()
                path = mixed()
                status, _ = await connection.get(path)
                assert status in (200, 204), f"{status} for {path}"
            connection.close()

        await asyncio.gather(*[run() for _ in range(8)])
        last = server.memory()
        print(f"soak: {total} requests in {time.perf_counter() - start:.0f} s; {first:.0f} MB after the first {total // 20}, "
              f"{last:.0f} MB in the end, {(last - first) / first:+.1%} {judge('5 %', last <= 1.05 * first)}", flush=True)


def main():
    parts = {"overload": overload, "idle": idle, "stampede": stampede, "soak": soak}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", choices=[*parts, []], default=[])
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--connections", type=int, default=10_000)
    parser.add_argument("--requests", type=int, default=200_000)
    parser.add_argument("--program", type=os.path.abspath, default=str(PROGRAM))
    parser.add_argument("--strict", action="store_true")
    parser.parse_args(namespace=arguments)
    if not shutil.which("wrk"):
        sys.exit("wrk is missing: apt-get install wrk")
    for part in arguments.parts or parts:
        asyncio.run(parts[part]())
    if missed:
        print("missed:", "; ".join(missed))
        sys.exit(1 if arguments.strict else 0)


if __name__ == "__main__":
    main()
