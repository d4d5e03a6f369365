"""A program of a user, which mypy checks with strict settings and nothing runs."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

import mapsnapshot as ms

scene: ms.Scene = ms.Scene(
    size=(400, 300),
    camera=ms.Camera.fit(padding=20),
    annotations=[ms.Marker((24.94, 60.17), "Station"), ms.ImageAnnotation("pin.svg", (24.95, 60.17), title="Image")],
    overlays=[ms.Polyline([(24.94, 60.17), (24.95, 60.17)], stroke_color="#1565d8")],
)


def draw(scene: ms.Scene, renderer: ms.Renderer) -> bytes:
    try:
        drawn: ms.Map = renderer.render(scene, "svg")
    except ms.SceneError as error:
        raise SystemExit("\n".join(diagnostic.message for diagnostic in error.diagnostics)) from error
    drawn.save("map.png")
    return drawn.data
