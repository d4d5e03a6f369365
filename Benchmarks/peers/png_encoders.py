# SPDX-License-Identifier: MIT
"""A PNG of the pixels of a large map, which are decoded before."""
import ctypes
import ctypes.util
import io

from work import FOLDER, measured

FILE = FOLDER / "w5.png"


def pixels():
    from PIL import Image

    image = Image.open(FILE).convert("RGB")
    image.load()
    return image


def pillow(work):
    """zlib, level 6, with a filter for each row."""
    image = pixels()

    def encode():
        out = io.BytesIO()
        image.save(out, "PNG", compress_level=6)
        return out.getvalue()

    return measured(encode)


def pyvips(work):
    """Level 6 without filters, which suits maps better."""
    import pyvips

    image = pyvips.Image.new_from_file(str(FILE)).copy_memory()
    return measured(lambda: image.pngsave_buffer(compression=6, filter="none"))


def fpng(work):
    import fpng

    image = pixels()
    data, width, height = image.tobytes(), image.width, image.height
    return measured(lambda: fpng.from_bytes(data, width, height, 3))


def libpng(work, filters=0xF8):
    """The C library itself, level 6; its choice of all filters, or 8 for none."""
    name = ctypes.util.find_library("png16")
    if not name:
        raise SystemExit("libpng is not installed")
    library = ctypes.CDLL(name)
    library.png_get_libpng_ver.restype = ctypes.c_char_p
    library.png_create_write_struct.restype = library.png_create_info_struct.restype = ctypes.c_void_p
    image = pixels()
    data, width, height = image.tobytes(), image.width, image.height
    stride = width * 3
    start = ctypes.cast(data, ctypes.c_void_p).value
    rows = (ctypes.c_void_p * height)(*(start + stride * row for row in range(height)))
    written = []
    write = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)(
        lambda png, bytes, count: written.append(ctypes.string_at(bytes, count)))

    def encode():
        written.clear()
        png = ctypes.c_void_p(library.png_create_write_struct(library.png_get_libpng_ver(None), None, None, None))
        info = ctypes.c_void_p(library.png_create_info_struct(png))
        library.png_set_write_fn(png, None, write, None)
        library.png_set_IHDR(png, info, width, height, 8, 2, 0, 0, 0)  # 8 bits, RGB
        library.png_set_compression_level(png, 6)
        library.png_set_filter(png, 0, filters)
        library.png_write_info(png, info)
        library.png_write_image(png, rows)
        library.png_write_end(png, None)
        library.png_destroy_write_struct(ctypes.byref(png), ctypes.byref(info))
        return b"".join(written)

    return measured(encode)
