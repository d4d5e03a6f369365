"""Map images from Python: ``render(scene)`` draws scenes with the program staticmap, from local data alone."""
# SPDX-License-Identifier: MIT
from . import elements
from .data import Bubbles, Choropleth
from .default import animate, arender, atlas, configure, describe, render, render_many
from .element import Element
from .elements import *  # noqa: F403
from .errors import Diagnostic, MapError, ProgramError, SceneError
from .map import Map
from .program import find_program
from .renderer import Description, Renderer
from .scene import Camera, Scene
from .tiles import render_tiles

__version__ = "0.1.0"

__all__ = [
    "Bubbles", "Camera", "Choropleth", "Description", "Diagnostic", "Element", "Map", "MapError", "ProgramError", "Renderer", "Scene",
    "SceneError", "animate", "arender", "atlas", "configure", "describe", "find_program", "render", "render_many", "render_tiles",
]
# Type checkers read these statements, too.
__all__ += elements.__all__
__all__.remove("CameraKeys")
__all__.remove("SceneKeys")
