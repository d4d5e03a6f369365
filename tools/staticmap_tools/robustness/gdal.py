# SPDX-License-Identifier: MIT
"""Draws GeoTIFF files of all kinds and compares their pixels with those of gdalwarp.

    python3 -m staticmap_tools.robustness.gdal BINARY [--keep FOLDER]

The files are made here, of the heights in examples/relief, with the programs of Debian's gdal-bin. Each is drawn as one tile of Web
Mercator, pixel for pixel, and compared with what `gdalwarp -r bilinear -et 0` (`near` for palettes) makes of it. Prints a table.
"""
import argparse
import json
import math
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from PIL import Image

ROOT = Path(__file__).resolve().parents[3]
DEM = ROOT / "examples/relief/dem.tif"
SIDE = 256
WORLD = 20037508.342789244
#: How RGB is packed.
TRANSLATE = {
    "deflate, tiles": ["-co", "COMPRESS=DEFLATE", "-co", "TILED=YES"],
    "no compression, strips": [],
    "LZW with predictor": ["-co", "COMPRESS=LZW", "-co", "PREDICTOR=2"],
    "ZSTD, tiles": ["-co", "COMPRESS=ZSTD", "-co", "TILED=YES"],
    "PackBits": ["-co", "COMPRESS=PACKBITS"],
    "LERC": ["-co", "COMPRESS=LERC_DEFLATE", "-co", "MAX_Z_ERROR=0"],
    "JPEG, YCbCr": ["-co", "COMPRESS=JPEG", "-co", "PHOTOMETRIC=YCBCR", "-co", "TILED=YES"],
    "JPEG, RGB": ["-co", "COMPRESS=JPEG", "-co", "TILED=YES"],
    "WebP, lossless": ["-co", "COMPRESS=WEBP", "-co", "WEBP_LOSSLESS=YES", "-co", "TILED=YES"],
    "bands apart": ["-co", "INTERLEAVE=BAND", "-co", "COMPRESS=DEFLATE"],
    "BigTIFF": ["-co", "BIGTIFF=YES", "-co", "COMPRESS=DEFLATE"],
    "big-endian": ["-co", "ENDIANNESS=BIG"],
}


#: From the Bessel ellipsoid of Switzerland to WGS 84: the transformation that EPSG has for it.
SHIFT = "+step +proj=cart +ellps=bessel +step +proj=helmert +x=674.374 +y=15.056 +z=405.346 +step +inv +proj=cart +ellps=WGS84"
SHIFT_BACK = "+step +proj=cart +ellps=WGS84 +step +proj=helmert +x=-674.374 +y=-15.056 +z=-405.346 +step +inv +proj=cart +ellps=bessel"
SWISS = "+proj=somerc +lat_0=46.9524055555556 +lon_0=7.43958333333333 +k_0=1 +x_0=2600000 +y_0=1200000 +ellps=bessel"


def run(*command):
    """Runs a program; its messages are shown when it fails."""
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(str(part) for part in command)}\n{done.stdout}{done.stderr}")
    return done.stdout


class Files:
    """Makes the files."""

    def __init__(self, folder):
        self.folder = folder
        self.cases = []
        for name, direction in [("red", 315), ("green", 60), ("blue", 180)]:
            run("gdaldem", "hillshade", "-q", "-compute_edges", "-az", direction, DEM, folder / f"{name}.tif")
        run("gdalbuildvrt", "-q", "-separate", folder / "rgb.vrt", *(folder / f"{name}.tif" for name in ("red", "green", "blue")))
        run("gdal_translate", "-q", "-a_nodata", "none", folder / "rgb.vrt", folder / "rgb.tif")

    def translate(self, name, source, *options):
        path = self.folder / f"{len(self.cases)}.tif"
        run("gdal_translate", "-q", *options, source, path)
        return self.add(name, path)

    def warp(self, name, source, *options):
        path = self.folder / f"{len(self.cases)}.tif"
        run("gdalwarp", "-q", "-r", "cubic", *options, source, path)
        return self.add(name, path)

    def add(self, name, path, **more):
        self.cases.append({"name": name, "path": path, "zoom": 13, "resampling": "bilinear"} | more)
        return self.cases[-1]

    def make(self):
        rgb = self.folder / "rgb.tif"
        for name, options in TRANSLATE.items():
            self.translate(f"RGB, {name}", rgb, *options)
        for code in ["EPSG:4326", "EPSG:3857", "EPSG:31287", "EPSG:3035", "EPSG:31254", "EPSG:32633"]:
            self.warp(f"RGB in {code}", rgb, "-t_srs", code, "-dstalpha")
        # Outside of the area of use of EPSG:2056, gdalwarp leaves the shift between the datums out, and is 190 m off: here it is named.
        self.warp(
            "RGB in EPSG:2056, 20 km beyond Switzerland", rgb, "-t_srs", "EPSG:2056", "-dstalpha", "-ct",
            f"+proj=pipeline +step +inv +proj=utm +zone=32 +ellps=WGS84 {SHIFT_BACK} +step {SWISS}")
        self.cases[-1]["transformation"] = f"+proj=pipeline +step +inv {SWISS} {SHIFT} +step +proj=webmerc +ellps=WGS84"
        # Four pixels and more of these are one of the tile.
        fine = self.folder / "fine.tif"
        run("gdal_translate", "-q", "-outsize", "400%", "400%", "-r", "cubic", rgb, fine)
        self.translate("RGB, COG with overviews", fine, "-of", "COG", "-co", "BLOCKSIZE=128", "-co", "OVERVIEWS=AUTO")["zoom"] = 12
        inner = self.translate("RGB, overviews inside", fine, "-co", "COMPRESS=DEFLATE")
        run("gdaladdo", "-q", "-r", "average", inner["path"], 2, 4)
        inner["zoom"] = 12
        outer = self.translate("RGB, overviews in .ovr", fine, "-co", "COMPRESS=DEFLATE")
        run("gdaladdo", "-q", "-ro", "-r", "average", outer["path"], 2, 4)
        outer["zoom"] = 12
        part = self.translate("RGB, overviews, tile covered in part", rgb, "-of", "COG", "-co", "BLOCKSIZE=128", "-co", "OVERVIEWS=AUTO")
        part["zoom"] = 11
        # An overview is nearly as fine as these tiles; gdalwarp takes the margins of what it reads for a part of the scale, and blurs.
        for case in self.cases[-4:]:
            case["scale"] = 1
        self.translate("RGB, reduced fourfold without overviews", fine)["zoom"] = 12
        self.translate("RGB, enlarged fourfold", rgb)["zoom"] = 15
        self.warp("RGB with alpha", rgb, "-t_srs", "EPSG:32632", "-dstalpha", "-te", 626000, 5257000, 640000, 5265000)
        masked = self.folder / "masked.tif"
        run("gdal_translate", "-q", "-a_nodata", "0", rgb, masked)
        self.translate("RGB with no data", masked)
        self.translate("RGB with a mask inside", self.cases[-2]["path"], "-b", 1, "-b", 2, "-b", 3, "-mask", 4, "--config", "GDAL_TIFF_INTERNAL_MASK", "YES")
        gray = self.translate("gray", self.folder / "red.tif")
        gray["gray"] = True
        low = {"gray": True, "stretch": [700, 2300]}
        self.translate("heights, 16 bits", DEM, "-ot", "UInt16").update(low)
        self.translate("heights, 16 bits signed", DEM, "-ot", "Int16", "-co", "COMPRESS=LZW").update(low)
        self.translate("heights, 32 bits", DEM, "-ot", "Int32").update(low)
        self.translate("heights, float", DEM, "-co", "COMPRESS=DEFLATE", "-co", "PREDICTOR=3").update(low)
        self.translate("heights, double", DEM, "-ot", "Float64").update(low)
        self.warp("heights with no data", DEM, "-t_srs", "EPSG:32633", "-dstnodata", "-9999").update(low)
        self.warp("heights with NaN", DEM, "-t_srs", "EPSG:4326", "-dstnodata", "nan").update(low)
        wide = self.folder / "wide.tif"
        run("gdal_translate", "-q", "-ot", "UInt16", "-scale", 0, 255, 0, 65535, rgb, wide)
        self.translate("RGB, 16 bits, bands apart, ZSTD", wide, "-co", "INTERLEAVE=BAND", "-co", "COMPRESS=ZSTD")["stretch"] = [0, 65535]
        self.translate("bands 3, 1, 2", rgb)["bands"] = [3, 1, 2]
        indexed = Image.open(self.folder / "red.tif").convert("P", palette=Image.Palette.ADAPTIVE, colors=64)
        indexed.convert("P").save(self.folder / "indexed.png")
        run("gdal_translate", "-q", "-a_srs", "EPSG:32632", "-a_ullr", *corners(DEM), self.folder / "indexed.png", self.folder / "indexed.tif")
        self.translate("palette", self.folder / "indexed.tif", "-co", "COMPRESS=DEFLATE")["resampling"] = "near"
        turned = self.translate("turned by a matrix", rgb)
        west, north, _, _ = corners(DEM)
        turn = math.radians(20)
        matrix = [25 * math.cos(turn), 25 * math.sin(turn), west + 2500, 25 * math.sin(turn), -25 * math.cos(turn), north - 1500]
        vrt = self.folder / "turned.vrt"
        run("gdal_translate", "-q", "-of", "VRT", rgb, vrt)
        text = vrt.read_text()
        start, end = text.index("<GeoTransform>"), text.index("</GeoTransform>")
        numbers = ", ".join(repr(number) for number in (matrix[2], matrix[0], matrix[1], matrix[5], matrix[3], matrix[4]))
        vrt.write_text(f"{text[:start]}<GeoTransform>{numbers}{text[end:]}")
        turned["path"].unlink()
        run("gdal_translate", "-q", vrt, turned["path"])
        mosaic = self.folder / "mosaic"
        mosaic.mkdir()
        for index, (x, y) in enumerate([(0, 0), (200, 0), (0, 200), (200, 200)]):
            run("gdal_translate", "-q", "-srcwin", x, y, 200, 200, rgb, mosaic / f"{index}.tif")
        run("gdalbuildvrt", "-q", self.folder / "mosaic.vrt", *sorted(mosaic.iterdir()))
        self.add("mosaic of four files", mosaic, reference=self.folder / "mosaic.vrt")
        return self.cases


def corners(path):
    """West, north, east and south of a raster in its own system."""
    size = json.loads(run("gdalinfo", "-json", path))
    (west, north), (east, south) = size["cornerCoordinates"]["upperLeft"], size["cornerCoordinates"]["lowerRight"]
    return west, north, east, south


def tile(zoom):
    """The tile in the middle of the heights."""
    place = json.loads(run("gdalinfo", "-json", DEM))["wgs84Extent"]["coordinates"][0]
    longitude = sum(point[0] for point in place[:4]) / 4
    latitude = sum(point[1] for point in place[:4]) / 4
    count = 2**zoom
    x = int((longitude + 180) / 360 * count)
    y = int((1 - math.asinh(math.tan(math.radians(latitude))) / math.pi) / 2 * count)
    return x, y


def drawn(binary, case, folder):
    """Red, green, blue and opacity of the tile, as staticmap draws it."""
    x, y = tile(case["zoom"])
    count = 2 ** case["zoom"]
    longitude = (x + 0.5) / count * 360 - 180
    latitude = math.degrees(math.atan(math.sinh(math.pi * (1 - 2 * (y + 0.5) / count))))
    source = {"type": "raster", "url": f"geotiff://{case['path']}"}
    source |= {key: case[key] for key in ("stretch", "bands") if key in case}
    scene = {
        "version": 1, "size": [SIDE, SIDE], "attribution": "none", "camera": {"center": [longitude, latitude], "zoom": case["zoom"] - 1},
        "basemap": {"style": {"version": 8, "sources": {"raster": source}, "layers": [{"id": "raster", "type": "raster", "source": "raster"}]}},
    }
    (folder / "scene.json").write_text(json.dumps(scene))
    run(binary, "render", folder / "scene.json", "-o", folder / "drawn.png")
    return np.asarray(Image.open(folder / "drawn.png").convert("RGBA")).astype(float)


def warped(case, folder):
    """The same by gdalwarp."""
    x, y = tile(case["zoom"])
    size = 2 * WORLD / 2 ** case["zoom"]
    west, north = -WORLD + x * size, WORLD - y * size
    path = folder / "warped.tif"
    source = case.get("reference", case["path"])
    path.unlink(missing_ok=True)
    options = ["-ot", "Float64"] if "stretch" in case else []
    bands = json.loads(run("gdalinfo", "-json", source))["bands"]
    if case["resampling"] == "near":
        run("gdal_translate", "-q", "-expand", "rgb", source, folder / "expanded.tif")
        source = folder / "expanded.tif"
        bands = [{}, {}, {}]
    if bands[-1].get("colorInterpretation") != "Alpha":
        options.append("-dstalpha")
    if "scale" in case:
        options += ["-wo", f"XSCALE={case['scale']}", "-wo", f"YSCALE={case['scale']}"]
    if "transformation" in case:
        options += ["-ct", case["transformation"]]
    if any("noDataValue" in band for band in bands):
        options += ["-dstnodata", "none"]
    run(
        "gdalwarp", "-q", "-t_srs", "EPSG:3857", "-te", west, north - size, west + size, north, "-ts", SIDE, SIDE, "-r", case["resampling"],
        "-et", 0, *options, source, path)
    raw = folder / "warped.raw"
    run("gdal_translate", "-q", "-of", "ENVI", "-co", "INTERLEAVE=BSQ", "-ot", "Float64", path, raw)
    pixels = np.fromfile(raw, "<f8").reshape(-1, SIDE, SIDE)
    alpha, colors = pixels[-1], pixels[:-1]
    if bands_of := case.get("bands"):
        colors = colors[[band - 1 for band in bands_of]]
    if "stretch" in case:
        low, high = case["stretch"]
        colors = np.clip((colors - low) / (high - low), 0, 1) * 255
        alpha = np.where(alpha > 0, 255, 0)
    if len(colors) == 1:
        colors = np.repeat(colors, 3, axis=0)
    return np.dstack([*colors, alpha])


def compare(binary, case, folder):
    """A row of the table."""
    own, other = drawn(binary, case, folder), warped(case, folder)
    both = (own[..., 3] == 255) & (other[..., 3] >= 254.5)
    one = int(np.sum((own[..., 3] > 0) != (other[..., 3] > 0)))
    levels = np.abs(own[..., :3] - other[..., :3])[both].max(axis=1) if both.any() else np.array([math.nan])
    return {
        "name": case["name"], "zoom": case["zoom"], "pixels": int(both.sum()), "largest": float(levels.max()), "mean": float(levels.mean()),
        "beyond": int(np.sum(levels > 2)), "edge": one,
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary", type=Path)
    parser.add_argument("--keep", type=Path, help="a folder for the files that are made")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        rows = [compare(arguments.binary, case, folder) for case in Files(folder).make()]
    print("| File | Zoom | Pixels | Largest difference | Mean | Beyond 2 | In one only |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for row in rows:
        print("| {name} | {zoom} | {pixels} | {largest:.1f} | {mean:.2f} | {beyond} | {edge} |".format(**row))
    bad = [row["name"] for row in rows if not row["beyond"] <= row["pixels"] // 1000 or not row["pixels"]]
    if bad:
        sys.exit(f"differ by more than two levels: {', '.join(bad)}")


if __name__ == "__main__":
    main()
