#!/usr/bin/env python3
"""Loads a server: scripts/server/load.py [overload] [idle] [soak] [--seconds 120] [--connections 10000] [--requests 200000]
[--program .build/release/staticmap]; all three unless some are named

overload: ten times as many maps as the server draws in the same time, for --seconds
idle:     --connections connections that say nothing
soak:     --requests requests of all kinds, with the memory after the first twentieth and at the end

Prints what it measures beside the goal. Fails when an answer is wrong, and with --strict when a goal is missed.
"""
# SPDX-License-Identifier: MIT
import argparse
import asyncio
import os
import random
import resource
import statistics
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from running import LATITUDE, LONGITUDE, TOP, Connection, Server  # noqa: E402

missed = []


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


async def capacity(server, seconds):
    """Maps a second when there are always some to draw, and none too many."""
    end = time.perf_counter() + seconds
    times = []

    async def run():
        connection = Connection(server.port)
        while time.perf_counter() < end:
            status, duration = await connection.get(city_map())
            assert status == 200, status
            times.append(duration)
        connection.close()

    start = time.perf_counter()
    await asyncio.gather(*[run() for _ in range(2 * os.cpu_count())])
    return len(times) / (time.perf_counter() - start), statistics.median(times) * 1000


async def overload():
    with Server(PROGRAM) as server:
        await capacity(server, 5)
        first, alone = await capacity(server, min(20, arguments.seconds))
        before = server.memory()
        print(f"overload: capacity {first:.1f} maps/s, median {alone:.0f} ms; {before:.0f} MB", flush=True)
        idle, accepted, refused, running, memory = [], [], [], set(), []

        async def ask():
            connection = idle.pop() if idle else Connection(server.port)
            status, duration = await connection.get(city_map())
            assert status in (200, 503), status
            (accepted if status == 200 else refused).append(duration)
            idle.append(connection)

        start = time.perf_counter()
        count = 0
        while (now := time.perf_counter() - start) < arguments.seconds:
            while count < now * first * 10:
                task = asyncio.create_task(ask())
                running.add(task)
                task.add_done_callback(running.discard)
                count += 1
            if now > len(memory):
                memory.append(server.memory())
            await asyncio.sleep(0.002)
        sent = time.perf_counter() - start
        done = len(accepted)
        await asyncio.gather(*running)
        second, _ = await capacity(server, min(20, arguments.seconds))
    rate, usual = done / sent, (first + second) / 2
    median, last = percentile(accepted, 0.5), percentile(accepted, 0.99)
    third = len(memory) // 3 or 1
    early, late = statistics.median(memory[third:2 * third] or memory), statistics.median(memory[2 * third:] or memory)
    print(f"  afterwards {second:.1f} maps/s; {count / sent:.0f} requests/s for {sent:.0f} s:")
    print(f"  accepted {rate:.1f}/s, {rate / usual:.0%} of capacity {judge('90 %', rate >= 0.9 * usual)}")
    print(f"  median {median:.0f} ms, p99 {last:.0f} ms, {last / median:.1f} times {judge('4', last <= 4 * median)}")
    print(f"  refused {len(refused)}: median {percentile(refused, 0.5):.1f} ms, p99 {percentile(refused, 0.99):.1f} ms "
          f"{judge('20 ms', percentile(refused, 0.99) < 20)}")
    print(f"  memory {early:.0f} MB in the middle third, {late:.0f} MB in the last "
          f"{judge('flat: 5 %', late <= 1.05 * early)}", flush=True)


async def idle():
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    wanted = arguments.connections
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted + 200, hard), hard))
    with Server(PROGRAM) as server:
        await Connection(server.port).get(city_map())
        before = server.memory()
        connections = []
        for _ in range(min(wanted, hard - 200)):
            connection = Connection(server.port)
            await connection.open()
            connections.append(connection)
        await asyncio.sleep(1)
        status, duration = await Connection(server.port).get("/health")
        assert status == 200, status
        memory = server.memory() - before
        print(f"idle: {len(connections)} connections that say nothing take {memory:.0f} MB "
              f"{judge('100 MB for 10000', memory < 100)}; another one is answered in {duration * 1000:.1f} ms", flush=True)
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
    # The cache of encoded maps is small, so that it is full after the first twentieth.
    with Server(PROGRAM, "--memory", "16") as server:
        total = left = arguments.requests
        first = None
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


parser = argparse.ArgumentParser()
parser.add_argument("parts", nargs="*", choices=["overload", "idle", "soak", []], default=[])
parser.add_argument("--seconds", type=float, default=120)
parser.add_argument("--connections", type=int, default=10_000)
parser.add_argument("--requests", type=int, default=200_000)
parser.add_argument("--program", default=os.path.join(TOP, ".build/release/staticmap"))
parser.add_argument("--strict", action="store_true")
arguments = parser.parse_args()
PROGRAM = os.path.abspath(arguments.program)
for part in arguments.parts or ["overload", "idle", "soak"]:
    asyncio.run({"overload": overload, "idle": idle, "soak": soak}[part]())
if missed:
    print("missed:", "; ".join(missed))
    sys.exit(1 if arguments.strict else 0)
