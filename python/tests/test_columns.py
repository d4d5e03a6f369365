"""Rows of Arrow tables get their maps."""
# SPDX-License-Identifier: MIT
import io
import json

import pytest

import mapsnapshot as ms

pyarrow = pytest.importorskip("pyarrow")


@pytest.fixture
def renderer(program):
    with ms.Renderer(program=program, threads=1) as renderer:
        yield renderer


def scene(row):
    """A map with a dot whose color tells the row; the row 66 has a mistake."""
    size = "wrong" if row["number"] == 66 else [8, 8]
    return {
        "version": 1, "size": size, "camera": {"center": [24.94, 60.17], "zoom": 14}, "attribution": "none",
        "overlays": [{"type": "circle", "center": [24.94, 60.17], "radius": 99, "fillColor": f"#0000{row['number']:02x}"}]}


def batch(numbers):
    return pyarrow.RecordBatch.from_pydict({"number": pyarrow.array(numbers, pyarrow.int64()), "name": [f"No. {n}" for n in numbers]})


def test_rows_of_several_batches_keep_their_order(renderer):
    from mapsnapshot.columns import drawn

    batches = [batch(list(range(70))), batch([]), batch([70, 71])]
    parts = list(drawn(renderer, iter(batches), scene, "png", "image", ["number"]))
    rows = [row for part in parts for row in part.to_pylist()]
    assert [part.num_rows for part in parts] == [64, 6, 2]
    assert [row["number"] for row in rows] == list(range(72))
    assert len({row["image"] for row in rows}) == 72
    assert set(rows[0]) == {"number", "image", "image_error"}
    for row in rows:
        if row["number"] == 66:
            assert row["image"] is None and json.loads(row["image_error"])[0]["path"] == "size"
        else:
            assert row["image"] == renderer.render(scene(row)).data and row["image_error"] is None


def test_the_next_maps_are_asked_for_before_rows_are_handed_on(renderer):
    from mapsnapshot.columns import drawn

    asked = []

    def counted(row):
        asked.append(row["number"])
        return scene(row)

    first = next(drawn(renderer, [batch(list(range(64))), batch(list(range(64)))], counted, "png", "map", None))
    assert first.num_rows == 64 and len(asked) > 64


def test_maps_that_come_in_any_order_reach_their_rows(program):
    from mapsnapshot.columns import drawn

    with ms.Renderer(program=program, threads=4) as renderer:
        parts = [part for _ in range(3) for part in drawn(renderer, [batch(list(range(40)))], scene, "png", "map", None)]
        for part in parts:
            for row in part.to_pylist():
                assert row["map"] == renderer.render(scene(row)).data


def test_images_are_told_apart(tmp_path):
    from mapsnapshot.images import Images

    answers = tmp_path / "answers"
    answers.write_bytes(b"onethreetwo")
    with answers.open("rb") as stream:
        images = Images(4)
        assert images.read(0, stream, 3) and images.read(3, stream, 5) and images.read(1, stream, 3)
        assert not images.read(2, stream, 1)
    assert images.column().to_pylist() == [b"one", b"two", None, b"three"]


def test_memory_is_used_again_once_a_column_is_gone():
    from mapsnapshot.images import Images

    def column(value):
        images = Images(2)
        assert images.read(0, io.BytesIO(value), 1000) and images.read(1, io.BytesIO(value), 1000)
        return images.column()

    kept = [column(b"%03d" % number * 400) for number in range(20)]
    assert [array[1].as_py()[:3] for array in kept] == [b"%03d" % number for number in range(20)]
    addresses = {array.buffers()[2].address for array in kept}
    assert len(addresses) == 20
    del kept
    assert column(b"new" * 400).buffers()[2].address in addresses


def test_no_rows(renderer):
    from mapsnapshot.columns import drawn

    assert list(drawn(renderer, [batch([])], scene, "png", "map", None)) == []
