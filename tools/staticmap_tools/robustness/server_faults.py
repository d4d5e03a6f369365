# SPDX-License-Identifier: MIT
"""Breaks what a server lives on while it is asked for maps: server_faults.py [NAME…] [--seconds 10]
[--program .build/release/staticmap]

archives: the archive is replaced, cut off in its place, overwritten in its place, removed; SIGHUP over and over
disk:     the folder of the cache is on a full disk
tiles:    tiles with flipped bits, cut off, and packed bombs
clock:    the time of day jumps by years, back and forth

After each, the server must still be the same process, answer at once, and draw the map of before byte by byte; none of its
answers may be another than those that say what is wrong.
"""
import argparse
import asyncio
import datetime
import email.utils
import glob
import gzip
import os
import pathlib
import random
import shutil
import signal
import subprocess
import tempfile
import urllib.request
import zlib

from ..checkout import PROGRAM, ROOT
from ..server.running import LATITUDE, LONGITUDE, Connection, Server, scene_path

#: Of the command line.
arguments = argparse.Namespace()
ARCHIVE = os.path.join(os.environ.get("STATICMAP_HOME", ROOT), "basemap/helsinki.pmtiles")
CLOCK = pathlib.Path(__file__).with_name("clock.c")
SAME = f"/styles/streets/static/{LONGITUDE},{LATITUDE},14/300x200.png"


def city_map():
    longitude, latitude = LONGITUDE + (random.random() - 0.5) * 0.02, LATITUDE + (random.random() - 0.5) * 0.01
    return f"/styles/streets/static/{longitude:.7f},{latitude:.7f},{random.randint(11, 15)}/256x256.png"


class Load:
    """Four clients that ask for maps until they are told to end."""

    def __init__(self, server, path=city_map, allowed=(200,)):
        self.server, self.path, self.allowed = server, path, allowed
        self.statuses, self.is_running = {}, True

    async def __aenter__(self):
        self.tasks = [asyncio.create_task(self.run()) for _ in range(4)]
        return self

    async def run(self):
        connection = Connection(self.server.port)
        while self.is_running:
            path = self.path()
            status, body, _ = await connection.ask(path)
            assert status in self.allowed, f"{status} for {path}: {body[:300]}"
            self.statuses[status] = self.statuses.get(status, 0) + 1
        connection.close()

    async def __aexit__(self, kind, *_):
        self.is_running = False
        await asyncio.gather(*self.tasks)


async def image(server, path=SAME):
    status, body, _ = await Connection(server.port).ask(path)
    assert status == 200, f"{status}: {body[:300]}"
    return body


async def checked(name, server, before, load, faults, path=SAME):
    """The server has survived, and draws what it drew."""
    assert server.process.poll() is None, "the server has ended"
    for _ in range(100):
        status, body, seconds = await Connection(server.port).ask(path)
        if (status, body) == (200, before):
            break
        await asyncio.sleep(0.1)
    assert (status, body) == (200, before), f"another map than before: {status}"
    _, health = await Connection(server.port).get("/health")
    assert health < 1, f"/health took {health:.1f} s"
    code = server.stop()
    assert code == 0, f"the server ended with {code}"
    answers = ", ".join(f"{count} with {status}" for status, count in sorted(load.statuses.items()))
    print(f"{name}: {faults}; answers: {answers}; then the same map, {server.last_memory:.0f} MB, end with {code}", flush=True)


async def archives(folder):
    archive = os.path.join(folder, "city.pmtiles")
    shutil.copy(ARCHIVE, archive)
    whole = open(ARCHIVE, "rb").read()
    server = Server(arguments.program, archive, "--memory", "1")
    before = await image(server)
    done = 0

    def replace(data):
        with open(archive + ".new", "wb") as new:
            new.write(data)
        os.replace(archive + ".new", archive)

    async with Load(server, allowed=(200, 404, 422, 503)) as load:
        end = asyncio.get_running_loop().time() + arguments.seconds
        while asyncio.get_running_loop().time() < end:
            step = done % 6
            if step == 0:
                replace(whole)
            elif step == 1:
                replace(whole[:random.randint(0, 200_000)])
            elif step == 2:
                if os.path.exists(archive):
                    os.remove(archive)
            elif step == 3:
                for _ in range(50):
                    server.signal(signal.SIGHUP)
                    await asyncio.sleep(0.005)
            elif step == 4:
                # As cp does it: the file that is in use gets shorter, and then other bytes.
                replace(whole)
                server.signal(signal.SIGHUP)
                await asyncio.sleep(0.5)
                os.truncate(archive, random.randint(0, len(whole) // 2))
            else:
                with open(archive, "r+b" if os.path.exists(archive) else "wb") as file:
                    file.write(random.randbytes(len(whole) // 3))
            done += 1
            await asyncio.sleep(0.5)
        assert server.process.poll() is None, f"the server has ended with {server.process.returncode}"
        replace(whole)
        await asyncio.sleep(2)
    server.last_memory = server.memory()
    await checked("archives", server, before, load, f"{done} times replaced, cut off, overwritten, removed, reloaded")


async def disk(folder):
    cache = os.path.join(folder, "cache")
    os.makedirs(cache)
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", cache], capture_output=True).returncode:
        return print("skipped  disk: mounting needs root")
    server = Server(arguments.program, "--cache", cache, "--memory", "1")
    try:
        before = await image(server)
        async with Load(server) as load:
            await asyncio.sleep(arguments.seconds)
        with open(os.path.join(cache, "rest"), "wb", buffering=0) as rest:
            try:
                while rest.write(bytes(4096)):
                    pass
            except OSError:
                pass
        async with Load(server) as more:
            await asyncio.sleep(arguments.seconds / 2)
        load.statuses = {status: load.statuses.get(status, 0) + more.statuses.get(status, 0)
                         for status in {*load.statuses, *more.statuses}}
        files = [file for file in glob.glob(cache + "/**", recursive=True) if os.path.isfile(file)]
        server.last_memory = server.memory()
        await checked("disk", server, before, load, f"the disk of the cache is full, with {len(files)} files")
    finally:
        server.stop()
        subprocess.run(["umount", cache], check=True)


def hostile(tile):
    """A tile that is not as it should be."""
    kind = random.randrange(6)
    data = bytearray(tile)
    if kind == 0:
        return bytes(data[:random.randrange(len(data))])
    if kind == 1:
        for _ in range(random.randint(1, 50)):
            data[random.randrange(len(data))] ^= 1 << random.randrange(8)
        return bytes(data)
    if kind == 2:
        start = random.randrange(len(data))
        return bytes(data[:start] + random.randbytes(random.randint(1, 200)) + data[start:])
    if kind == 3:
        # A gigabyte of zeros.
        packer = zlib.compressobj(9, zlib.DEFLATED, 31)
        return b"".join([packer.compress(bytes(1 << 20)) for _ in range(64)] + [packer.flush()])
    if kind == 4:
        return gzip.compress(bytes(data[:random.randrange(len(data))]))
    return random.randbytes(random.randint(0, 5000))


async def tiles(folder):
    source = Server(arguments.program)
    originals = []
    for _ in range(8):
        z = random.randint(11, 14)
        x, y = (int(unit * 2 ** z) for unit in (0.569289, 0.289443))
        status, body, _ = await Connection(source.port).ask(f"/data/helsinki/{z}/{x}/{y}.pbf")
        if status == 200 and body:
            originals.append(gzip.decompress(body) if body[:2] == b"\x1f\x8b" else body)
    source.stop()
    assert originals, "there are no tiles to break"
    archive = os.path.join(folder, "tiles")
    for z in range(11, 15):
        x, y = (int(unit * 2 ** z) for unit in (0.569289, 0.289443))
        for i in range(-3, 4):
            os.makedirs(f"{archive}/{z}/{x + i}")
            for j in range(-3, 4):
                with open(f"{archive}/{z}/{x + i}/{y + j}.pbf", "wb") as file:
                    file.write(hostile(random.choice(originals)))
    server = Server(arguments.program, "--assets", folder, "--memory", "1")
    before = await image(server)

    def broken():
        longitude, latitude = LONGITUDE + (random.random() - 0.5) * 0.05, LATITUDE + (random.random() - 0.5) * 0.03
        return scene_path(
            '{"version": 1, "size": [300, 200], "basemap": {"style": "streets", "tiles": ["tiles/{z}/{x}/{y}.pbf"]}, '
            f'"camera": {{"center": [{longitude}, {latitude}], "zoom": {random.randint(10, 15)}}}}}')

    async with Load(server, broken, allowed=(200, 422, 503, 504)) as load:
        end = asyncio.get_running_loop().time() + arguments.seconds
        while asyncio.get_running_loop().time() < end:
            await asyncio.sleep(0.05)
            path = random.choice(glob.glob(archive + "/*/*/*.pbf"))
            with open(path + ".new", "wb") as new:
                new.write(hostile(random.choice(originals)))
            os.replace(path + ".new", path)
    server.last_memory = server.memory()
    await checked("tiles", server, before, load, f"tiles made of {len(originals)} that are damaged in six ways")


async def clock(folder):
    compiler = next((name for name in ("cc", "gcc", "clang") if shutil.which(name)), None)
    if compiler is None:
        return print("skipped  clock: there is no C compiler")
    library, stamp = os.path.join(folder, "clock.so"), os.path.join(folder, "offset")
    subprocess.run(
        [compiler, "-shared", "-fPIC", "-O1", "-o", library, str(CLOCK), "-ldl"],
        check=True)

    def jump(seconds):
        with open(stamp + ".new", "w") as file:
            file.write(f"{seconds}\n")
        os.replace(stamp + ".new", stamp)

    jump(0)
    server = Server(
        arguments.program, "--cache", os.path.join(folder, "cache"), "--memory", "1",
        environment={"LD_PRELOAD": library, "CLOCK_OFFSET": stamp})
    before = await image(server)
    year, done = 365 * 86400, 0
    async with Load(server) as load:
        end = asyncio.get_running_loop().time() + arguments.seconds
        while asyncio.get_running_loop().time() < end:
            jump(random.choice([10 * year, -10 * year, 86400, -50 * year, 0, 3600, -3600, 1]))
            done += 1
            await asyncio.sleep(0.3)
        jump(5 * year)
        date = await answer_date(server)
        assert date.year == datetime.datetime.now().year + 5, f"the clock does not jump: {date}"
        jump(0)
    server.last_memory = server.memory()
    await checked("clock", server, before, load, f"{done} jumps of the clock by up to fifty years")


async def answer_date(server):
    """Of the header, so that it is known that the clock did jump."""
    await asyncio.sleep(1.5)
    with urllib.request.urlopen(server.address + "/health") as answer:
        return email.utils.parsedate_to_datetime(answer.headers["Date"])


FAULTS = {"archives": archives, "disk": disk, "tiles": tiles, "clock": clock}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", choices=[*FAULTS, []], default=[])
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--program", type=os.path.abspath, default=str(PROGRAM))
    parser.add_argument("--seed", type=int, default=1)
    parser.parse_args(namespace=arguments)
    random.seed(arguments.seed)
    for name in arguments.names or FAULTS:
        with tempfile.TemporaryDirectory() as scratch:
            asyncio.run(FAULTS[name](scratch))


if __name__ == "__main__":
    main()
