# SPDX-License-Identifier: MIT
"""Does one piece of work with one program: `peers.py PROGRAM WORK` prints what it took as JSON, and keeps the image
in .build/benchmarks/images. `peers.py prepare` makes Mapnik's map files.

The scenes and tiles are those that `Benchmarks --prepare` made. Each program reads files, none a network.
"""
import functools
import json
import sys

import maplibre
import mapnik_maps
import png_encoders
import raster_maps
import svg_painters
from work import FOLDER, ROOT, measured_process


def this_program(work):
    """Ours as a whole process, as it is installed, measured as the others are; inside the process, `Benchmarks` measures."""
    output = FOLDER / f"{work}.png"
    program = ROOT / "build/install/bin/staticmap"
    return measured_process([program, "render", FOLDER / f"{work}.json", "-o", output], output)


PROGRAMS = {
    "this-process": this_program,
    "pyvips": raster_maps.pyvips,
    "staticmap": raster_maps.staticmap,
    "py-staticmaps": raster_maps.py_staticmaps,
    "maplibre-new": maplibre.new,
    "maplibre-again": maplibre.again,
    "maplibre-panned": maplibre.panned,
    "maplibre-process": maplibre.process,
    "maplibre-many-new": maplibre.many_new,
    "maplibre-many": maplibre.many_moved,
    "mapnik-new": mapnik_maps.new,
    "mapnik-panned": mapnik_maps.panned,
    "mapnik-process": mapnik_maps.process,
    "mapnik-many": mapnik_maps.many,
    "mapnik-many-2": functools.partial(mapnik_maps.many, processes=2),
    "skia": svg_painters.skia,
    "blend2d": svg_painters.blend2d,
    "libpng": png_encoders.libpng,
    "libpng-unfiltered": functools.partial(png_encoders.libpng, filters=8),
    "pillow-png": png_encoders.pillow,
    "pyvips-png": png_encoders.pyvips,
    "fpng": png_encoders.fpng,
}


def main():
    if sys.argv[1:] == ["prepare"]:
        return mapnik_maps.prepare()
    program, work = sys.argv[1:3]
    result = PROGRAMS[program](work)
    image = result.pop("image")
    if image:
        file = FOLDER / "images" / f"{work}-{program}.png"
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(image)
    print(json.dumps(result | {"bytes": len(image or b"")}))


main()
