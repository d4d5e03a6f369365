"""The program behind a renderer: one for many maps, restarted, left behind by forks, ended at exit."""
# SPDX-License-Identifier: MIT
import asyncio
import concurrent.futures
import json
import os
import signal
import subprocess
import sys
import time

import pytest
from conftest import FAKE, is_running, told

import mapsnapshot


def until(condition, seconds=10):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.01)


def test_one_program_draws_all_maps(fake):
    pids = {told(fake.render({"x-number": number}))["pid"] for number in range(5)}
    assert len(pids) == 1


def test_answers_reach_those_who_asked(fake):
    with concurrent.futures.ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda number: fake.render({"x-number": number}), range(200)))
    assert [told(answer)["x-number"] for answer in answers] == list(range(200))


def test_large_answers_and_scenes(fake):
    answer = fake.render({"x-bytes": 3_000_000, "x-text": "ä" * 1_000_000})
    assert len(answer.data) > 4_000_000
    assert told(answer)["x-text"] == "ä" * 1_000_000


def test_options_are_those_of_the_command(tmp_path):
    with mapsnapshot.Renderer(
            program=FAKE, threads=3, fonts=[tmp_path], root=tmp_path, limits="strict", strict=True, quality=80) as renderer:
        arguments = told(renderer.render({}))["arguments"]
    assert arguments[:5] == ["batch", "-", "--output", "-", "--quiet"]
    assert arguments[5:] == [
        "--threads", "3", "--limits", "strict", "--quality", "80", "--fonts", str(tmp_path), "--root", str(tmp_path), "--strict"]


def test_a_dead_program_is_replaced(fake):
    pid = told(fake.render({}))["pid"]
    os.kill(pid, signal.SIGKILL)
    until(lambda: not is_running(pid))
    assert told(fake.render({}))["pid"] != pid


def test_a_scene_that_ends_the_program_fails_alone(fake):
    scenes = [{"x-number": number, **({"x-die": True} if number == 3 else {})} for number in range(8)]
    results = list(fake.render_many(scenes, errors="yield"))
    assert isinstance(results[3], mapsnapshot.ProgramError)
    assert str(results[3]) == (
        "the program was ended by signal 9 while it drew this map\nfake: killed by a scene")
    assert [told(result)["x-number"] for number, result in enumerate(results) if number != 3] == [0, 1, 2, 4, 5, 6, 7]


def test_an_answer_that_is_none_is_an_error(fake):
    with pytest.raises(mapsnapshot.ProgramError, match="cannot be understood"):
        fake.render({"x-garbage": True})
    assert told(fake.render({"x-number": 1}))["x-number"] == 1


def test_a_program_that_does_not_start_says_why(monkeypatch):
    monkeypatch.setenv("FAKE_PROGRAM", "--broken")
    with mapsnapshot.Renderer(program=FAKE) as renderer:
        with pytest.raises(mapsnapshot.ProgramError, match="ended with code 1.*\n.*there is no such folder"):
            renderer.render({})


def test_a_missing_program(tmp_path):
    with pytest.raises(mapsnapshot.ProgramError, match="cannot be started: No such file"):
        mapsnapshot.Renderer(program=tmp_path / "none").render({})


def test_the_program_is_found(monkeypatch, tmp_path):
    monkeypatch.setenv("STATICMAP_PROGRAM", str(FAKE))
    assert mapsnapshot.find_program() == str(FAKE)
    monkeypatch.setenv("STATICMAP_PROGRAM", str(tmp_path / "none"))
    with pytest.raises(mapsnapshot.ProgramError, match="names no program"):
        mapsnapshot.find_program()
    monkeypatch.delenv("STATICMAP_PROGRAM")
    (tmp_path / "staticmap").symlink_to(FAKE)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert mapsnapshot.find_program() == str(tmp_path / "staticmap")
    monkeypatch.setenv("PATH", "")
    with pytest.raises(mapsnapshot.ProgramError, match="is not installed"):
        mapsnapshot.find_program()


def test_relative_paths_begin_in_the_working_folder(fake, monkeypatch, tmp_path):
    here = told(fake.render({}))
    monkeypatch.chdir(tmp_path)
    there = told(fake.render({}))
    assert (here["folder"], there["folder"]) == (os.path.dirname(here["folder"]) + "/" + os.path.basename(here["folder"]), str(tmp_path))
    until(lambda: not is_running(here["pid"]))


def test_a_folder_of_its_own(tmp_path):
    with mapsnapshot.Renderer(program=FAKE, folder=tmp_path) as renderer:
        assert told(renderer.render({}))["folder"] == str(tmp_path)


def test_close_ends_the_program_after_its_maps(fake):
    pid = told(fake.render({}))["pid"]
    last = fake.submit({"x-sleep": 0.3, "x-number": 7})
    fake.close()
    assert told(last.result(0))["x-number"] == 7
    assert not is_running(pid)
    # The next map starts another.
    assert told(fake.render({}))["pid"] != pid


def test_a_forked_child_has_a_program_of_its_own(fake):
    pid = told(fake.render({}))["pid"]
    answers, answer = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(answer, json.dumps(told(fake.render({}))["pid"]).encode())
        fake.close()
        os._exit(0)
    os.close(answer)
    with open(answers) as pipe:
        own = json.loads(pipe.read())
    assert os.waitpid(child, 0)[1] == 0
    assert own != pid
    assert told(fake.render({}))["pid"] == pid


def test_a_forked_child_keeps_no_program_running(fake):
    pid = told(fake.render({}))["pid"]
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(writing)
        os.read(reading, 1)
        os._exit(0)
    try:
        fake.close()
        assert not is_running(pid)
    finally:
        os.close(writing)
        os.close(reading)
        os.waitpid(child, 0)


@pytest.mark.parametrize("end", ["", "os._exit(0)", "os.kill(os.getpid(), 9)", "raise SystemExit(3)"])
def test_the_program_ends_with_python(end):
    script = (
        f"import json, mapsnapshot, os\nrenderer = mapsnapshot.Renderer(program={str(FAKE)!r})\n"
        "print(json.loads(renderer.render({}).data)['pid'], flush=True)\n"
        f"waiting = renderer.submit({{'x-sleep': 5}})\n{end}")
    environment = {**os.environ, "PYTHONPATH": os.path.dirname(os.path.dirname(mapsnapshot.__file__))}
    output = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environment)
    assert output.stdout, output.stderr
    assert "Exception" not in output.stderr and "Warning" not in output.stderr
    until(lambda: not is_running(int(output.stdout)))


def test_many_maps_keep_their_order_and_are_few_at_a_time(fake):
    read = []

    def scenes():
        for number in range(50):
            read.append(number)
            yield {"x-number": number, "x-sleep": 0.001}

    for count, answer in enumerate(fake.render_many(scenes(), in_flight=4)):
        assert told(answer)["x-number"] == count
        assert len(read) <= count + 5
    assert count == 49


def test_many_maps_in_any_order(fake):
    results = dict(fake.render_many(({"x-number": number} for number in range(30)), ordered=False))
    assert {index: told(result)["x-number"] for index, result in results.items()} == {n: n for n in range(30)}


def test_many_maps_stop_at_an_error(fake):
    maps = fake.render_many([{}, {"x-wrong": {1}}, {}])
    with pytest.raises(mapsnapshot.SceneError, match="x-wrong: expected what JSON has"):
        list(maps)


def test_asyncio(fake):
    async def draw():
        return await asyncio.gather(*(fake.arender({"x-number": number}) for number in range(20)))

    assert [told(answer)["x-number"] for answer in asyncio.run(draw())] == list(range(20))


def test_a_cancelled_map_disturbs_nobody(fake):
    async def draw():
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(fake.arender({"x-sleep": 0.2}), 0.01)
        return await fake.arender({"x-number": 2})

    assert told(asyncio.run(draw()))["x-number"] == 2


def test_a_renderer_stays_in_its_process(fake):
    import pickle

    with pytest.raises(TypeError, match="create one there"):
        pickle.dumps(fake)
