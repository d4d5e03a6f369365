# SPDX-License-Identifier: MIT
"""A MapLibre style at one zoom as a map file of Mapnik: the same layers, colors, widths, dashes, icons and texts."""
import itertools
import pathlib
import re
import xml.etree.ElementTree as xml

FONTS = pathlib.Path("/usr/share/fonts/truetype/noto")  # Debian's fonts-noto-core


def font_files():
    files = [FONTS / f"NotoSans-{name}.ttf" for name in ("Regular", "Bold", "Italic")]
    return [file for file in files if file.exists()]


def register_fonts():
    import mapnik

    for file in font_files():
        mapnik.FontEngine.register_font(str(file))


def fields(layer):
    """What a layer's texts and icons show of its features."""
    look = layer.get("layout", {})
    texts = [key for key in re.findall(r"{(.*?)}", look.get("text-field", "")) if key != "name:nonlatin"]
    return list(dict.fromkeys(texts + re.findall(r"{(.*?)}", look.get("icon-image", ""))))


def map_file(style, zoom, folder):
    """Fills and lines from below, then symbols from above, for here the first label wins."""
    background = next(layer["paint"]["background-color"] for layer in style["layers"] if layer["type"] == "background")
    root = xml.Element("Map", {"srs": "epsg:3857", "background-color": background})
    seen = [layer for layer in style["layers"] if (folder / f"{layer['id']}.shp").exists()
            and layer.get("minzoom", 0) <= zoom < layer.get("maxzoom", 99)]
    order = [l for l in seen if l["type"] != "symbol"] + [l for l in reversed(seen) if l["type"] == "symbol"]
    # Layers that follow each other and show the same features read them once.
    for _, group in itertools.groupby(order, lambda l: (l["source-layer"], l["type"], l.get("filter"), fields(l))):
        drawn = [(layer, made) for layer in group if (made := symbolizers(layer, zoom, folder / "icons"))]
        for layer, made in drawn:
            xml.SubElement(xml.SubElement(root, "Style", name=layer["id"]), "Rule").extend(made)
        if drawn:
            id = drawn[0][0]["id"]
            element = xml.SubElement(root, "Layer", {"name": id, "srs": "epsg:3857", "cache-features": "true"})
            for layer, _ in drawn:
                xml.SubElement(element, "StyleName").text = layer["id"]
            source = xml.SubElement(element, "Datasource")
            xml.SubElement(source, "Parameter", name="type").text = "shape"
            xml.SubElement(source, "Parameter", name="file").text = str(folder / f"{id}.shp")
    return xml.tostring(root, encoding="unicode")


def at(zoom, value):
    """A property at a zoom: numbers are interpolated, all else goes by steps."""
    if not isinstance(value, dict):
        return value
    stops, base = value["stops"], value.get("base", 1)
    below, above = [s for s in stops if s[0] <= zoom], [s for s in stops if s[0] > zoom]
    if not below or not above or not isinstance(below[-1][1], (int, float)):
        return (below[-1:] or stops)[0][1]
    (start, first), (end, last) = below[-1], above[0]
    share = (zoom - start) / (end - start) if base == 1 else (base ** (zoom - start) - 1) / (base ** (end - start) - 1)
    return first + share * (last - first)


def symbolizers(layer, zoom, icons):
    """What draws a layer; nothing where it cannot be seen."""
    look = {key: at(zoom, value) for part in ("layout", "paint") for key, value in layer.get(part, {}).items()}
    return {"fill": fill, "line": line, "symbol": symbol}[layer["type"]](look, icons)


def symbolizer(name, attributes, text=None):
    element = xml.Element(name, {key: str(value) for key, value in attributes.items() if value is not None})
    element.text = text
    return element


def fill(look, icons):
    if "fill-pattern" in look:
        return [symbolizer("PolygonPatternSymbolizer", {"file": icons / f"{look['fill-pattern']}.png"})]
    opacity, outline = look.get("fill-opacity", 1), look.get("fill-outline-color")
    x, y = look.get("fill-translate", (0, 0))
    shared = {"geometry-transform": f"translate({x}, {y})" if x or y else None}
    made = [symbolizer("PolygonSymbolizer", {"fill": look["fill-color"], "fill-opacity": opacity} | shared)]
    if outline and look.get("fill-antialias", True):
        stroke = {"stroke": outline, "stroke-width": 1, "stroke-opacity": opacity}
        made.append(symbolizer("LineSymbolizer", stroke | shared))
    return made if opacity else []


def line(look, _):
    width, opacity = look.get("line-width", 1), look.get("line-opacity", 1)
    dashes = ",".join(f"{length * width:g}" for length in look.get("line-dasharray", []))
    return [symbolizer("LineSymbolizer", {
        "stroke": look["line-color"], "stroke-width": width, "stroke-opacity": opacity,
        "stroke-linecap": look.get("line-cap"), "stroke-linejoin": look.get("line-join"),
        "stroke-dasharray": dashes or None,
    })] if width and opacity else []


def symbol(look, icons):
    along = look.get("symbol-placement") == "line"
    place = {"placement": "line", "spacing": look.get("symbol-spacing", 250)} if along else {"placement": "point"}
    icon = {"file": icons / (bracketed(look["icon-image"]) + ".png")} if "icon-image" in look else {}
    if "text-field" not in look:
        turn = f"scale({look.get('icon-size', 1)}) rotate({look.get('icon-rotate', 0)})"
        mark = {"transform": turn, "opacity": look.get("icon-opacity")}
        return [symbolizer("MarkersSymbolizer", icon | place | mark)]
    size, face = look["text-size"], look["text-font"][0]
    text = place | {
        "face-name": face if FONTS / f"NotoSans-{face.split()[-1]}.ttf" in font_files() else "DejaVu Sans Book",
        "size": size, "fill": look.get("text-color", "black"), "text-transform": look.get("text-transform"),
        "halo-fill": look.get("text-halo-color"), "halo-radius": look.get("text-halo-width", 0),
        "halo-rasterizer": "fast", "character-spacing": look.get("text-letter-spacing", 0) * size, "margin": 2,
        "wrap-width": None if along else look.get("text-max-width", 10) * size,
    }
    if icon and look.get("text-anchor") == "top":
        text |= {"unlock-image": "true", "vertical-alignment": "bottom", "dy": look["text-offset"][1] * size}
    shown = bracketed(re.search(r"{.*?}", look["text-field"])[0])
    return [symbolizer("ShieldSymbolizer" if icon else "TextSymbolizer", text | icon, shown)]


def bracketed(text):
    """With fields as Mapnik writes them, and as shapefiles cut them."""
    return re.sub(r"{(.*?)}", lambda key: f"[{key[1][:10]}]", text)
