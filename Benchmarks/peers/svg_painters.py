# SPDX-License-Identifier: MIT
"""The SVG of a map, painted by Skia and by Blend2D with one thread. It is read before, and its paths are made: only painting counts."""
import io
import re
import xml.etree.ElementTree as ElementTree

from work import FOLDER, measured, scene

SVG = "{http://www.w3.org/2000/svg}"
LINK = "{http://www.w3.org/1999/xlink}href"
IDENTITY = (1, 0, 0, 1, 0, 0)


def skia(work):
    import skia

    stream = skia.FILEStream(str(FOLDER / f"{work}.svg"))
    document = skia.SVGDOM.MakeFromStream(stream)
    width, height = scene(work)["size"]
    recorder = skia.PictureRecorder()
    document.render(recorder.beginRecording(width, height))
    picture, surface = recorder.finishRecordingAsPicture(), skia.Surface(width, height)
    result = measured(lambda: surface.getCanvas().drawPicture(picture))
    return result | {"image": surface.makeImageSnapshot().encodeToData().bytes()}


def blend2d(work):
    """Without the few images and the pattern of some water; its lines have no dashes, which it does not paint."""
    import blend2d
    from PIL import Image

    width, height = scene(work)["size"]
    image = blend2d.BLImage(width, height, blend2d.BLFormat.PRGB32)
    pieces = Reader(blend2d, ElementTree.parse(FOLDER / f"{work}.svg").getroot()).pieces

    def paint():
        context = blend2d.BLContext(image)
        for piece in pieces:
            piece(context)
        context.flush()

    result = measured(paint)
    file = io.BytesIO()
    Image.fromarray(image.getDataAsNumPy()[:, :, :3]).save(file, "PNG")
    return result | {"image": file.getvalue()}


class Reader:
    """What is painted, piece by piece, of the elements that maps consist of; others end it."""

    def __init__(self, library, root):
        self.library = library
        self.named = {element.get("id"): element for element in root.iter() if element.get("id")}
        self.pieces = []
        self.read(root, {"fill": "#000"}, IDENTITY)

    def read(self, element, style, matrix):
        kind = element.tag.removeprefix(SVG)
        if kind in ("title", "desc", "defs", "image"):
            return
        style = style | {key: value for key, value in element.attrib.items() if key.startswith(("fill", "stroke"))}
        matrix = product(matrix, transform(element.get("transform", "")))
        matrix = product(matrix, (1, 0, 0, 1, float(element.get("x", 0)), float(element.get("y", 0))))
        clip = element.get("clip-path")
        if clip:
            self.clip(points_of_box(self.named[clip[5:-1]][0].get("d")))
        if kind == "path":
            self.paint(element.get("d"), style, matrix)
        elif kind == "use":
            self.read(self.named[element.get(LINK)[1:]], style, matrix)
        elif kind in ("svg", "g"):
            for child in element:
                self.read(child, style, matrix)
        else:
            raise SystemExit(f"no painting of {kind}")
        if clip:
            self.pieces.append(lambda context: context.restore_clipping())

    def clip(self, box):
        rectangle = self.library.BLRect(*box)
        self.pieces.append(lambda context: context.clip_to_rect(rectangle))

    def paint(self, data, style, matrix):
        path = self.path(data, matrix)
        fill, stroke = (color(style.get(key, "none"), style.get(key + "-opacity", "1")) for key in ("fill", "stroke"))
        if fill:
            self.pieces.append(lambda context: (context.set_fill_style(fill), context.fill_path(path)))
        if stroke:
            self.pieces.append(self.stroke(path, stroke, style, (matrix[0] ** 2 + matrix[1] ** 2) ** 0.5))

    def stroke(self, path, paint, style, scale):
        import numpy

        library = self.library
        width = float(style.get("stroke-width", 1)) * scale
        cap = getattr(library.BLStrokeCap, "CAP_" + style.get("stroke-linecap", "butt").upper())
        join = getattr(library.BLStrokeJoin, {"round": "JOIN_ROUND", "bevel": "JOIN_BEVEL"}.get(style.get("stroke-linejoin"), "JOIN_MITER_BEVEL"))
        lengths = [float(length) * scale for length in style.get("stroke-dasharray", "").split()]
        dashes = library.BLArrayDouble.from_numpy(numpy.array(lengths)) if lengths else library.BLArrayDouble()
        offset, limit = float(style.get("stroke-dashoffset", 0)) * scale, float(style.get("stroke-miterlimit", 4))

        def draw(context):
            context.set_stroke_style(paint)
            context.stroke_width = width
            context.set_stroke_caps(cap)
            context.stroke_join = join
            context.stroke_miter_limit = limit
            context.set_stroke_dash_array(dashes)
            context.stroke_dash_offset = offset
            context.stroke_path(path)

        return draw

    def path(self, data, matrix):
        path = self.library.BLPath()
        for command, points in commands(data):
            flat = [value for x, y in points for value in (x * matrix[0] + y * matrix[2] + matrix[4], x * matrix[1] + y * matrix[3] + matrix[5])]
            {"m": path.move_to, "l": path.line_to, "c": path.cubic_to, "z": path.close}[command](*flat)
        return path


def commands(data):
    """Commands in lower case with absolute points."""
    at = start = (0.0, 0.0)
    for letter, text in re.findall(r"([A-Za-z])([^A-Za-z]*)", data):
        numbers = [float(number) for number in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", text)]
        kind, base = letter.lower(), (lambda: at if letter.islower() else (0.0, 0.0))
        if kind == "z":
            at = start
            yield "z", []
            continue
        size = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6}.get(kind)
        if size is None:
            raise SystemExit(f"no command {letter} in paths")
        for index in range(0, len(numbers), size):
            part, (x, y) = numbers[index:index + size], base()
            if kind in "hv":
                points = [(part[0] + x, at[1])] if kind == "h" else [(at[0], part[0] + y)]
            else:
                points = [(part[i] + x, part[i + 1] + y) for i in range(0, size, 2)]
            at = points[-1]
            if kind == "m" and index == 0:
                start = at
            yield "c" if kind == "c" else "m" if kind == "m" and index == 0 else "l", points


def points_of_box(data):
    points = [point for _, points in commands(data) for point in points]
    (left, top), (right, bottom) = (map(function, zip(*points)) for function in (min, max))
    return left, top, right - left, bottom - top


def transform(text):
    """All functions of a list as one matrix."""
    matrix = IDENTITY
    for kind, numbers in re.findall(r"(\w+)\(([^)]*)\)", text):
        values = [float(number) for number in numbers.replace(",", " ").split()]
        if kind == "translate":
            values = [1, 0, 0, 1, values[0], (values + [0])[1]]
        elif kind == "scale":
            values = [values[0], 0, 0, values[-1], 0, 0]
        elif kind != "matrix":
            raise SystemExit(f"no transform {kind}")
        matrix = product(matrix, values)
    return matrix


def product(a, b):
    return (a[0] * b[0] + a[2] * b[1], a[1] * b[0] + a[3] * b[1], a[0] * b[2] + a[2] * b[3], a[1] * b[2] + a[3] * b[3],
            a[0] * b[4] + a[2] * b[5] + a[4], a[1] * b[4] + a[3] * b[5] + a[5])


def color(text, opacity):
    """Red, green, blue and alpha up to 1; None for what is not painted."""
    if not text.startswith("#"):
        return None
    digits = text[1:] if len(text) == 7 else "".join(2 * digit for digit in text[1:])
    return (*(value / 255 for value in bytes.fromhex(digits)), float(opacity))
