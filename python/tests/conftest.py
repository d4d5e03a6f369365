"""What the tests share."""
# SPDX-License-Identifier: MIT
import json
import os
import pathlib
import subprocess

import pytest

import mapsnapshot

FAKE = pathlib.Path(__file__).with_name("fake_program.py")


@pytest.fixture
def fake():
    """A renderer whose program is a fake."""
    with mapsnapshot.Renderer(program=FAKE, threads=2) as renderer:
        yield renderer


@pytest.fixture(scope="session")
def program():
    """The real program, which STATICMAP_PROGRAM names; tests that need it are skipped without it."""
    try:
        path = mapsnapshot.find_program()
    except mapsnapshot.ProgramError as error:
        pytest.skip(f"skipped: {error}")
    if b"staticmap batch" not in subprocess.run([path, "batch", "--help"], capture_output=True).stdout:
        pytest.skip(f"skipped: {path} has no command batch")
    return path


@pytest.fixture(scope="session")
def renderer(program):
    """A renderer with the real program."""
    with mapsnapshot.Renderer(program=program, threads=2) as renderer:
        yield renderer


@pytest.fixture
def scene():
    """The first map of the README."""
    return mapsnapshot.Scene(
        (600, 400), scale=2, camera=mapsnapshot.Camera.fit(padding=48),
        annotations=[
            mapsnapshot.Pin((24.9414, 60.1719), tint="purple"),
            mapsnapshot.Marker((24.9522, 60.1704), "Cathedral"),
        ])


@pytest.fixture
def small():
    """A map that is drawn quickly."""
    return mapsnapshot.Scene((64, 64), camera=mapsnapshot.Camera.center((24.94, 60.17), 14))


def told(answer):
    """What the fake program wrote into a map."""
    return json.loads(answer.data)


def is_running(pid):
    """Whether a process is there, and is more than its exit code."""
    try:
        stat = pathlib.Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):  # the latter if it ends between opening and reading
        return False
    return stat.rsplit(")", 1)[1].split()[0] != "Z"
