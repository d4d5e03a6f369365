# SPDX-License-Identifier: MIT
"""What other programs draw of our SVGs and PDFs, and how far it is from our PNGs."""
import pathlib
import subprocess

from PIL import Image, ImageChops, ImageFilter


def drawn(vector: pathlib.Path, size: tuple[int, int]) -> Image.Image:
    """An SVG as rsvg-convert draws it, or a PDF as pdftocairo does."""
    width, height = map(str, size)
    out = vector.with_name(vector.name + ".png")
    if vector.suffix == ".svg":
        command = ["rsvg-convert", "--unlimited", "-w", width, "-h", height, "-o", str(out), str(vector)]
    else:
        sizes = ["-scale-to-x", width, "-scale-to-y", height]
        command = ["pdftocairo", "-png", "-transp", *sizes, "-singlefile", str(vector), str(out.with_suffix(""))]
    subprocess.run(command, check=True, timeout=60, capture_output=True)
    return Image.open(out).convert("RGBA")


def difference(a: Image.Image, b: Image.Image) -> float:
    """The share of an image in which two differ by more than a shade, once both are blurred."""
    white = Image.new("RGBA", a.size, "white")
    pair = [Image.alpha_composite(white, image).convert("RGB").filter(ImageFilter.BoxBlur(2)) for image in (a, b)]
    channels = [band.point(lambda shade: 255 if shade > 24 else 0) for band in ImageChops.difference(*pair).split()]
    seen = ImageChops.lighter(ImageChops.lighter(channels[0], channels[1]), channels[2])
    return seen.histogram()[255] / (a.width * a.height)
