# SPDX-License-Identifier: MIT
"""Relief: the land's shape in shades, tinted by height and climate; roads and towns stand back. From zoom 4.5 to 7 it fades into the plain ground of Streets."""

from .recipe import Recipe, layout, paint, zoomed, zooms

LAND, URBAN = "#f6f4ee", "#cfc6bd"
WATER, SHORE = "#9cc3dd", "#6f9fc0"
#: As in the image, the sea gets darker with its depth.
DEPTHS = ["match", ["get", "depth"], 200, "#93bcd9", 1000, "#8ab4d4", 3000, "#81accf", "#78a4ca"]
HALO = "#fdfcf7"
INK, SOFT_INK, BORDER, COUNTRY = "#2c3540", "#414a55", "#7d6a86", "#4b3f5a"

SOURCE = {"relief": {"type": "raster", "url": "pmtiles://relief.pmtiles", "tileSize": 256, "attribution": "Natural Earth"}}


def layer(opacity: list) -> dict:
    """The image of the relief. Its pixels are those of zoom 4: from zoom 5 on they would be blots, so that it is gone at 7."""
    return {"id": "relief", "type": "raster", "metadata": {"group": "land"}, "source": "relief", "maxzoom": 7, "paint": {"raster-opacity": opacity, "raster-brightness-min": 0.06, "raster-saturation": -0.2}}


RECIPE = Recipe(
    name="Relief",
    description="Shaded and tinted relief of staticmap, for tiles of the OpenMapTiles schema.",
    without="building-3d landcover-zone",
    sources=SOURCE,
    added=[("landcover-farmland", layer(zoomed(4.5, 1, 7, 0)))],
    changes=[
        paint("background", background_color=LAND),
        paint("landuse-zone", fill_color=URBAN, fill_opacity=zoomed(4, 0, 5.5, 0.45, 6.5, 0.45, 8, 0)),
        # the image shows ice, but its ice shelves are flat and of another tint
        paint("landcover-ice", fill_color="#eceff8", fill_opacity=zoomed(4.5, 0.55, 7, 1)),
        paint("landcover-ice-edge", line_color="#c3d4e4", line_opacity=0.6),
        paint("landcover-wood", fill_color="#bcd3b0", fill_opacity=zoomed(7, 0, 10, 0.8)),
        paint("water", fill_color=WATER),
        paint("bathymetry", fill_color=DEPTHS),
        paint("water-shore water-shore-sea waterway-tunnel waterway-stream", line_color=SHORE),
        paint("waterway-river", line_color=zoomed(5, SHORE, 10, WATER)),
        paint("route-road", line_color=["match", ["get", "class"], "trunk", "#fffaf0", "primary", "#fffdf8", "#fffdf8"]),
        paint("route-road-casing", line_color=["match", ["get", "class"], "trunk", "#a98a5d", "primary", "#b3a083", "#bdb3a2"]),
        paint("route-railway", line_color="#8f857a"),
        paint("boundary-country boundary-country-disputed", line_color=BORDER),
        paint("boundary-country-casing", line_color="#fdf6fb", line_opacity=0.45),
        paint("boundary-state", line_color=BORDER, line_opacity=0.6),
        paint("edge-land", line_color=LAND),
        paint("edge-ocean", line_color=WATER),
        paint("place-* mountain-peak* park-name airport", text_halo_color=HALO, text_halo_width=1.4),
        paint("place-village place-town place-town-dot place-suburb place-borough place-neighbourhood", text_color=SOFT_INK),
        paint("place-city*", text_color=INK),
        paint("place-country place-country-great place-continent", text_color=COUNTRY),
        paint("place-state* place-country-wide", text_color="#5d5170"),
        paint("water*-name*", text_color="#0d3350"),
        paint("water-name-*", text_halo_color="#b4d3e7"),
        paint("mountain-peak*", text_color="#5a4028"),
        zooms("mountain-peak-great", minzoom=4.5),
        layout("mountain-peak*", icon_size=zoomed(5, 0.8, 10, 1)),
    ],
)
