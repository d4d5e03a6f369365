# SPDX-License-Identifier: MIT
"""Breaks what the command line lives on while it draws maps: program_faults.py [NAME…] [--rounds 30]
[--program .build/release/staticmap]

archives:    an archive is cut off, replaced, overwritten or removed while it is read
disk:        the disk is full, a file may not grow, the output is a device that takes nothing
memory:      less and less memory
descriptors: fewer and fewer open files
signals:     SIGTERM, SIGINT, SIGHUP and SIGKILL at any time
writers:     several processes write one output
clock:       a clock of another century
server:      more connections than files may be open

A process ends with a code of docs/cli.md and a message, never by a signal that it was not sent. An output is whole, or as it
was before, and nothing else is left in its folder. Only where memory is refused may the process end by SIGTRAP, SIGILL,
SIGABRT or SIGSEGV, as Swift's runtime and libraries such as fontconfig end it, or wait for a thread until somebody ends it,
as libdispatch does.
"""
import argparse
import collections
import os
import random
import resource
import shutil
import signal
import socket
import subprocess
import tempfile
import time

from ..checkout import PROGRAM, ROOT
from ..server.running import HOST, LATITUDE, LONGITUDE, Server

#: Of the command line; and `typical`, the seconds that a map takes.
arguments = argparse.Namespace()
HOME = os.environ.get("STATICMAP_HOME", str(ROOT))
ARCHIVE = os.path.join(HOME, "basemap/helsinki.pmtiles")
CODES = {0, 64, 65, 66, 69, 71, 73}
MIB = 1 << 20
# How libraries end a process that gets no memory.
REFUSED = {signal.SIGTRAP, signal.SIGILL, signal.SIGABRT, signal.SIGSEGV}


class Folder:
    """A folder with a scene, to which maps are drawn."""

    def __init__(self, path, tiles=None):
        self.path, self.output = path, os.path.join(path, "map.png")
        self.scene = os.path.join(path, "scene.json")
        base = f', "tiles": ["{tiles}"]' if tiles else ""
        with open(self.scene, "w") as file:
            file.write(f'{{"version": 1, "size": [300, 200], "basemap": {{"style": "streets"{base}}}, '
                       f'"camera": {{"center": [{LONGITUDE}, {LATITUDE}], "zoom": 13}}}}')
        self.given = set(os.listdir(path))

    def start(self, *prefix, limits=(), environment=None):
        def restrict():
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            for kind, value in limits:
                resource.setrlimit(kind, (value, value))

        return subprocess.Popen(
            [*prefix, arguments.program, "render", self.scene, "-o", self.output], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, text=True, errors="replace", preexec_fn=restrict,
            env={**os.environ, "STATICMAP_HOME": HOME, "SWIFT_BACKTRACE": "enable=no", **(environment or {})})

    def draw(self, *prefix, **limits):
        process = self.start(*prefix, **limits)
        return ended(process)

    def image(self):
        return open(self.output, "rb").read() if os.path.exists(self.output) else None

    def check_files(self):
        left = set(os.listdir(self.path)) - self.given - {"map.png"}
        assert not left, f"files are left: {left}"


def ended(process, signals=()):
    """The code and the message of a process that must have ended as it should."""
    message = process.communicate(timeout=120)[1]
    code = process.returncode
    assert code in CODES or -code in signals, f"ended with {code}: {message[-400:]}"
    assert code in (0, *(-number for number in signals)) or message.strip(), f"code {code} without a message"
    return code, message


def report(name, outcomes):
    def words(code):
        if isinstance(code, str):
            return code
        return f"ended with signal {signal.Signals(-code).name}" if code < 0 else f"ended with code {code}"

    print(f"{name}: " + ", ".join(f"{count} {words(code)}" for code, count in sorted(outcomes.items(), key=str)), flush=True)


def archives(folder):
    archive = os.path.join(folder, "city.pmtiles")
    whole = open(ARCHIVE, "rb").read()
    shutil.copy(ARCHIVE, archive)
    maps = Folder(folder, archive)
    maps.given.add("city.pmtiles.new")
    assert maps.draw()[0] == 0
    before = maps.image()
    outcomes: collections.Counter = collections.Counter()
    for turn in range(arguments.rounds):
        process = maps.start()
        time.sleep(random.random() * arguments.typical)
        if turn % 4 == 0:
            os.truncate(archive, random.randint(0, len(whole)))
        elif turn % 4 == 1:
            with open(archive + ".new", "wb") as file:
                file.write(whole[: random.randint(0, len(whole))])
            os.replace(archive + ".new", archive)
        elif turn % 4 == 2:
            with open(archive, "r+b") as file:
                file.seek(random.randint(0, len(whole) // 2))
                file.write(random.randbytes(len(whole) // 4))
        else:
            os.remove(archive)
        outcomes[ended(process)[0]] += 1
        maps.check_files()
        with open(archive, "wb") as file:
            file.write(whole)
    assert maps.draw()[0] == 0 and maps.image() == before, "another map than before"
    report("archives", outcomes)


def disk(folder):
    maps = Folder(folder)
    assert maps.draw()[0] == 0
    before = maps.image()
    outcomes: collections.Counter = collections.Counter()
    for size in (0, 1, 4096, len(before) // 2, len(before) - 1):
        code, message = maps.draw(limits=[(resource.RLIMIT_FSIZE, size)])
        assert code == 73, f"code {code} when a file may have {size} bytes: {message}"
        assert maps.image() == before, "the old image is gone"
        maps.check_files()
        outcomes[code] += 1
    assert maps.draw(limits=[(resource.RLIMIT_FSIZE, len(before))])[0] == 0
    # A device that takes nothing, in place of the output.
    os.remove(maps.output)
    os.symlink("/dev/full", maps.output)
    code, message = maps.draw()
    assert code == 73 and "No space" in message, f"code {code}: {message}"
    os.remove(maps.output)
    outcomes[code] += 1
    small = os.path.join(folder, "small")
    os.mkdir(small)
    if os.geteuid() == 0 and subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=8k", "tmpfs", small], stderr=subprocess.DEVNULL).returncode == 0:
        try:
            full = Folder.__new__(Folder)
            full.path, full.output, full.scene, full.given = small, os.path.join(small, "map.png"), maps.scene, set()
            code, message = full.draw()
            assert code == 73 and "No space" in message, f"code {code}: {message}"
            assert os.listdir(small) == [], "files are left on a full disk"
            outcomes[code] += 1
        finally:
            subprocess.run(["umount", small])
    else:
        print("skipped: a full disk, which only root can make")
    report("disk", outcomes)


def memory(folder):
    maps = Folder(folder)
    assert maps.draw()[0] == 0
    before = maps.image()
    outcomes: collections.Counter = collections.Counter()
    # Less is taken up by the libraries themselves: the loader ends the process.
    for size in range(200, 1000, max(1, 800 // arguments.rounds)):
        process = maps.start(limits=[(resource.RLIMIT_AS, size * MIB)])
        try:
            message = process.communicate(timeout=30)[1]
        except subprocess.TimeoutExpired:
            process.kill()
            message = process.communicate()[1]
            outcomes["waited for a thread"] += 1
        else:
            code = process.returncode
            assert code in CODES or -code in REFUSED, f"{code}: {message[-400:]}"
            outcomes[code] += 1
        assert maps.image() == before, "the old image is gone"
        maps.check_files()
    report("memory", outcomes)


def descriptors(folder):
    maps = Folder(folder)
    outcomes: collections.Counter = collections.Counter()
    for count in [*range(8, 48, 2), 64]:
        code, message = maps.draw(limits=[(resource.RLIMIT_NOFILE, count)])
        assert (code == 71) == (count < 32), f"code {code} with {count} files: {message}"
        assert code in (0, 71), message
        maps.check_files()
        outcomes[code] += 1
    report("descriptors", outcomes)


def signals(folder):
    maps = Folder(folder)
    assert maps.draw()[0] == 0
    before = maps.image()
    outcomes: collections.Counter = collections.Counter()
    sent = [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGKILL]
    for turn in range(2 * arguments.rounds):
        process = maps.start()
        time.sleep(random.random() * arguments.typical * 1.2)
        number = sent[turn % len(sent)]
        process.send_signal(number)
        code, _ = ended(process, signals=[number])
        assert maps.image() == before, "the image is not whole"
        # A process that is killed between naming and renaming its file leaves it.
        for name in set(os.listdir(folder)) - maps.given - {"map.png"}:
            assert name.startswith(".staticmap-"), f"{name} is left"
            assert open(os.path.join(folder, name), "rb").read() == before, f"{name} is left, and not whole"
            os.remove(os.path.join(folder, name))
        outcomes[code] += 1
    report("signals", outcomes)


def writers(folder):
    maps = Folder(folder)
    images = set()
    for zoom in (11, 12, 13, 14):
        text = open(maps.scene).read().replace('"zoom": 13', f'"zoom": {zoom}')
        with open(os.path.join(folder, f"scene-{zoom}.json"), "w") as file:
            file.write(text)
        maps.given.add(f"scene-{zoom}.json")
        maps.scene = os.path.join(folder, f"scene-{zoom}.json")
        assert maps.draw()[0] == 0
        images.add(maps.image())
    outcomes: collections.Counter = collections.Counter()
    for _ in range(max(1, arguments.rounds // 8)):
        processes = []
        for zoom in (11, 12, 13, 14) * 2:
            maps.scene = os.path.join(folder, f"scene-{zoom}.json")
            processes.append(maps.start())
        while any(process.poll() is None for process in processes):
            assert maps.image() in images, "a reader saw a part of an image"
            time.sleep(0.01)
        for process in processes:
            outcomes[ended(process)[0]] += 1
        assert maps.image() in images
        maps.check_files()
    report("writers", outcomes)


def clock(folder):
    maps = Folder(folder)
    assert maps.draw()[0] == 0
    before = maps.image()
    library = os.path.join(folder, "clock.so")
    if subprocess.run(["cc", "-shared", "-fPIC", "-o", library, os.path.join(os.path.dirname(os.path.abspath(__file__)), "clock.c"), "-ldl"],
                      stderr=subprocess.DEVNULL).returncode != 0:
        return print("skipped: clock, which needs a C compiler")
    maps.given.add("clock.so")
    outcomes: collections.Counter = collections.Counter()
    shift = os.path.join(folder, "shift")
    maps.given.add("shift")
    for seconds in (-3_000_000_000, -86_400 * 365 * 60, 86_400 * 365 * 12, 3_000_000_000, 9_000_000_000):
        with open(shift, "w") as file:
            file.write(str(seconds))
        code, message = maps.draw(environment={"LD_PRELOAD": library, "CLOCK_OFFSET": shift})
        assert code == 0, message
        assert maps.image() == before, "the date changes the image"
        outcomes[code] += 1
    report("clock", outcomes)


def server(folder):
    """Maps are asked for over more connections than files may be open."""
    limit = 64
    running = Server(arguments.program, prefix=("prlimit", f"--nofile={limit}:{limit}"), environment={"STATICMAP_HOME": HOME})
    connections = []
    for index in range(2 * limit):
        connection = socket.create_connection((HOST, running.port), timeout=60)
        path = f"/styles/streets/static/{LONGITUDE},{LATITUDE},{3 + index % 12}/200x200.png"
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        connections.append(connection)
    statuses: collections.Counter = collections.Counter()
    for connection in connections:
        answer = connection.recv(4096)
        statuses[answer.split(b" ", 2)[1].decode() if answer else "nothing"] += 1
        connection.close()
    assert running.process.poll() is None, f"the server ended with {running.process.returncode}"
    assert set(statuses) <= {"200", "503"}, statuses
    code = running.stop()
    assert code == 0, f"the server ended with {code}"
    answers = ", ".join(f"{count} with {status}" for status, count in sorted(statuses.items()))
    print(f"server: {2 * limit} connections where {limit} files may be open; answers: {answers}", flush=True)


FAULTS = [archives, disk, memory, descriptors, signals, writers, clock, server]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="all of them unless named")
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--program", type=os.path.abspath, default=str(PROGRAM))
    parser.parse_args(namespace=arguments)
    random.seed(1)
    with tempfile.TemporaryDirectory() as first:
        begin = time.perf_counter()
        assert Folder(first).draw()[0] == 0
        # How long a map takes: faults happen at any time of it.
        arguments.typical = time.perf_counter() - begin
    for fault in FAULTS:
        if not arguments.names or fault.__name__ in arguments.names:
            with tempfile.TemporaryDirectory() as place:
                fault(place)


if __name__ == "__main__":
    main()
