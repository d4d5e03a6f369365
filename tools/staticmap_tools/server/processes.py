# SPDX-License-Identifier: MIT
"""What becomes of a server's requests when a process ends: processes.py [check] [compare] [--seconds 10] [--program FILE]

check:   two processes under load lose one by kill -9, by a scene that crashes it and by one that never ends; all other requests
         must be answered, but for those that the process had when it ended, and the scenes must be refused afterwards
compare: one process that something starts again, as systemd does, beside one, two and four processes that the server watches:
         maps a second, memory, requests lost for each kill, and the longest time without an answer
"""
import argparse
import asyncio
import json
import os
import pathlib
import signal
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

from ..checkout import PROGRAM
from .load import city_map, percentile
from .running import HOST, Connection, Server, processor_seconds, processors

#: Each crash would be held up by a trace of all stacks, where Swift's toolchain is installed.
ENVIRONMENT = {"SWIFT_BACKTRACE": "enable=no"}
SCENE = {"version": 1, "size": [64, 64], "camera": {"center": [24.94, 60.17], "zoom": 3}}
BEGIN = time.monotonic()


def say(text):
    print(f"{time.monotonic() - BEGIN:6.2f} s  {text}", flush=True)


def processes(server):
    """Those that serve, whoever started them."""
    pid = server.process.pid
    children = [child for file in pathlib.Path(f"/proc/{pid}/task").glob("*/children") for child in file.read_text().split()]
    return sorted(map(int, children)) or [pid]


def memory(pid):
    """Resident megabytes, and those that no other process has."""
    lines = open(f"/proc/{pid}/smaps_rollup").read().splitlines()
    sizes = {line.split(":")[0]: int(line.split()[1]) / 1024 for line in lines[1:]}
    return sizes["Rss"], sizes["Private_Clean"] + sizes["Private_Dirty"]


class Load:
    """Clients that ask for one map after another, each on a connection of its own, which they open again when it is lost."""

    def __init__(self, port, clients):
        self.port, self.answers, self.lost, self.statuses = port, [], [], {}
        self.end = False
        self.tasks = [asyncio.create_task(self._client()) for _ in range(clients)]

    async def _client(self):
        connection = Connection(self.port)
        while not self.end:
            start = time.monotonic()
            try:
                status, _ = await connection.get(city_map(256))
            except OSError as problem:
                self.lost.append((time.monotonic(), type(problem).__name__))
                connection = Connection(self.port)
                await asyncio.sleep(0.01)
                continue
            now = time.monotonic()
            self.answers.append((now, now - start))
            self.statuses[status] = self.statuses.get(status, 0) + 1
        connection.close()

    async def stop(self):
        self.end = True
        await asyncio.gather(*self.tasks)

    def since(self, begin):
        """Answers, losses, and the longest time without an answer."""
        times = [begin, *[now for now, _ in self.answers if now >= begin], time.monotonic()]
        gap = max((later - earlier for earlier, later in zip(times, times[1:], strict=False)), default=0)
        return len(times) - 2, len([now for now, _ in self.lost if now >= begin]), gap


def post(port, scene):
    """The status of a scene, 0 when the connection was lost; and the answer."""
    request = urllib.request.Request(f"http://{HOST}:{port}/render", json.dumps(scene).encode(), {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()
    except OSError:
        return 0, b""


def faulty(fault):
    return {**SCENE, "x-test-fault": fault}


async def check(program, seconds):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "log")
        with path.open("w") as log, Server(
                program, "--processes", "2", "--test-faults", "--timeout", "2", "--watchdog", "1", "--log-level", "notice",
                environment=ENVIRONMENT, log=log) as server:
            await checked(server, seconds)
        print("\nThe log of the server:")
        print("\n".join(line[11:12 + 240] for line in path.read_text().splitlines()))


async def checked(server, seconds):
    while len(processes(server)) < 2:
        await asyncio.sleep(0.05)
    await asyncio.sleep(0.5)
    clients = 4 * processors()
    load = Load(server.port, clients)
    await asyncio.sleep(seconds)
    say(f"{clients} clients ask for maps: {len(load.answers) / seconds:.0f} a second from processes {processes(server)}")
    assert not load.lost and set(load.statuses) == {200}, (load.lost, load.statuses)

    async def event(text, action, most):
        begin, before = time.monotonic(), processes(server)
        result = await asyncio.to_thread(action)
        await asyncio.sleep(seconds)
        answers, lost, gap = load.since(begin)
        # One that is to be replaced first answers what it has begun, beside the new one.
        limit = time.monotonic() + 60
        while len(after := processes(server)) != 2 and time.monotonic() < limit:
            await asyncio.sleep(0.1)
        say(f"{text}: {answers} answers in {time.monotonic() - begin:.1f} s, {lost} lost, longest time without one {gap * 1000:.0f} ms; "
            f"processes {before}, now {after}")
        assert lost <= most and answers > 0 and len(after) == 2 and after != before, (lost, most, after)
        return result

    await event("kill -9 of one process", lambda: os.kill(processes(server)[0], signal.SIGKILL), clients)
    for fault, most in [("crash", clients), ("overflow", clients), ("hang", 0)]:
        scene = faulty(fault)
        status, _ = await event(f"a scene with a fault ({fault})", lambda scene=scene: post(server.port, scene), most)
        assert status == (504 if fault == "hang" else 0), status
        status, answer = post(server.port, scene)
        code = json.loads(answer)["diagnostics"][0]["code"]
        say(f"the same scene again: {status}, {code}")
        assert (status, code) == (422, "server.refused"), answer
    assert post(server.port, SCENE)[0] == 200
    await load.stop()
    statuses = dict(load.statuses)
    say(f"in all: {len(load.answers)} answers, by status {statuses}, {len(load.lost)} requests lost")
    assert set(statuses) == {200}, statuses


RESTARTING = 'while :; do "$@" & child=$!; trap "kill $child; exit" TERM; wait $child; sleep 0.1; done'


async def compare(program, seconds):
    print("| | maps/s | maps in a second of a processor | resident MB of each | of it, its own | lost for a kill | longest without an answer |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for name, prefix, options in [
            ("one process that systemd starts again", ["bash", "-c", RESTARTING, "-"], []),
            ("`--processes 1`", [], ["--processes", "1"]), ("`--processes 2`", [], ["--processes", "2"]),
            ("`--processes 2 --workers 1`", [], ["--processes", "2", "--workers", "1"]),
            ("`--processes 4`", [], ["--processes", "4"])]:
        with Server(program, *options, prefix=prefix, environment=ENVIRONMENT) as server:
            await asyncio.sleep(1.5)
            load = Load(server.port, 8 * processors())
            await asyncio.sleep(1)
            begin, taken = time.monotonic(), sum(map(processor_seconds, processes(server)))
            await asyncio.sleep(seconds)
            count, _, _ = load.since(begin)
            taken = sum(map(processor_seconds, processes(server))) - taken
            rate, sizes = count / seconds, [memory(pid) for pid in processes(server)]
            losses, gaps = [], []
            for _ in range(3):
                begin = time.monotonic()
                os.kill(processes(server)[0], signal.SIGKILL)
                await asyncio.sleep(seconds / 3)
                _, lost, gap = load.since(begin)
                losses.append(lost)
                gaps.append(gap)
            await load.stop()
            late = percentile([duration for _, duration in load.answers], 0.99)
            print(f"| {name} | {rate:.0f} | {count / taken:.0f} | {', '.join(f'{size[0]:.0f}' for size in sizes)} | {', '.join(f'{size[1]:.0f}' for size in sizes)} "
                  f"| {min(losses)}–{max(losses)} | {max(gaps) * 1000:.0f} ms (99 % of answers within {late:.0f} ms) |", flush=True)
            if prefix:
                subprocess.run(["kill", str(server.process.pid), *map(str, processes(server))], check=False)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", choices=["check", "compare"], default=["check"])
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--program", default=PROGRAM)
    arguments = parser.parse_args()
    for what in arguments.what:
        asyncio.run({"check": check, "compare": compare}[what](arguments.program, arguments.seconds))


if __name__ == "__main__":
    main()
