"""Builders for everything that a scene can have, with the keys of the scene format in Python's spelling.

Written by `make docs-tables` from the schema of scenes: do not edit.
"""
# SPDX-License-Identifier: MIT
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from .element import Coordinate, Coordinates, Data, Element

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = [
    "Accessory",
    "Aggregate",
    "AnimatedTrack",
    "Animation",
    "Annotation",
    "AnnotationOptions",
    "Arrows",
    "BaseMap",
    "CSV",
    "Callout",
    "CameraKeys",
    "Card",
    "Casing",
    "Circle",
    "ClusterStyle",
    "ColorBy",
    "Compass",
    "Contours",
    "DataLabel",
    "Detail",
    "Display",
    "Elevation",
    "Fallback",
    "FlatGeobuf",
    "Flows",
    "Fog",
    "GPX",
    "GeoJSON",
    "GeoPackage",
    "GeoTIFF",
    "Gradient",
    "Graticule",
    "Handles",
    "ImageAnnotation",
    "ImageStates",
    "Inset",
    "Insets",
    "Join",
    "KML",
    "Legend",
    "MapRect",
    "Marker",
    "Neighbors",
    "Night",
    "Numbering",
    "Page",
    "PageLegend",
    "Pin",
    "Polygon",
    "Polyline",
    "Profile",
    "Recolor",
    "RecolorTint",
    "Rectangle",
    "Region",
    "Reveal",
    "ScaleBar",
    "SceneKeys",
    "ScreenImage",
    "ScreenText",
    "Shapefile",
    "SizeBy",
    "Span",
    "TextAnnotation",
    "TextStyle",
    "TileOverlay",
    "Timeline",
    "TopoJSON",
    "TrackMoment",
    "TrackStyle",
    "UserLocation",
    "WKT",
    "Waypoint",
]


class SceneKeys(Element):
    """A map to draw: base map, camera, annotations, overlays and decorations. Keys that start with "x-" are reserved
    for your own use, in every object.

    Args:
        size: [width, height] in points, or with a unit of paper such as "190mm"; or a format of paper: A0 to A6, B3 to
            B5, letter, legal or tabloid, and "landscape" behind it. "auto" is the side that follows from the bounds,
            region or mapRect of the camera; both sides are, where it has a mapScale. Optional when the caller sets the
            size, for example with --size.
        page: A sheet of paper with the map on it: a title, a frame with coordinates, a legend and an imprint. The
            camera frames its content in the map's part of the sheet.
        scale: Pixels per point: 2 or 3 for Retina displays. Default: 1.
        basemap: The map below everything else: the name or file of a style, or an object with style and tiles.
        camera: The visible part of the map. Default: everything in the scene fits.
        annotations: Markers, pins, images and texts at coordinates.
        selection: How many annotations can be selected at once. With "single", as in MapKit, only the last selected
            annotation in the list is. Default: "multiple".
        clusters: The appearance of cluster markers, by ``clustering_identifier``.
        numbering: How "$num" and "$alpha" in the texts of annotations count.
        user_location: The user's location, drawn as a blue dot.
        appearance: The appearance of callouts, captions and decorations. Default: matches the brightness of the style's
            background. "dark" without a style selects the style Dark.
        labels: How the labels of the base map find their places: as in MapLibre, or by a search over many places for
            each, which shows more of them. Default: "standard".
        leaders: Whether titles of annotations that find no room beside them stand farther away, at the end of a line.
            Default: false.
        overlays: Lines, areas, fog, tiles and data files on the map, drawn in order: the last is on top.
        coordinate_system: The datum of the coordinates: WGS 84 (GPS), or the shifted datums of maps made in China. The
            innermost setting applies.
        decorations: Items that are fixed to the image instead of the map: scale bar, compass, legend, logo.
        attribution: "auto" credits the sources of tiles and style in the lower right corner. "none" draws nothing and
            leaves the credit to you. Any other text is drawn in its place. On small maps the text is set in small type,
            then the sources by their initials, at last a symbol; the report has what is drawn. Default: "auto".
        title: The map's name: the title of an SVG or PDF, and the sentence that describes the map. Default: a sentence
            about what is drawn.
        description: What the map shows, for people who do not see it. Default: sentences about what is drawn.
        animation: How the map moves, for `staticmap animate`. Still images do not show it.
        display: Few colors, for electronic paper and printers.
    """

    def __init__(
        self,
        size: Sequence[float | str] | str | None = None,
        *,
        page: Page | Mapping[str, Any] | None = None,
        scale: float | None = None,
        basemap: str | BaseMap | Mapping[str, Any] | None = None,
        camera: CameraKeys | Mapping[str, Any] | None = None,
        annotations: Sequence[Annotation | Mapping[str, Any]] | None = None,
        selection: Literal["multiple", "single"] | None = None,
        clusters: Sequence[ClusterStyle | Mapping[str, Any]] | None = None,
        numbering: Numbering | Mapping[str, Any] | None = None,
        user_location: UserLocation | Mapping[str, Any] | None = None,
        appearance: Literal["light", "dark"] | None = None,
        labels: Literal["standard", "best"] | None = None,
        leaders: bool | None = None,
        overlays: Sequence[Any] | None = None,
        coordinate_system: Literal["wgs84", "gcj02", "bd09"] | None = None,
        decorations: Sequence[Any] | None = None,
        attribution: str | None = None,
        title: str | None = None,
        description: str | None = None,
        animation: Animation | Mapping[str, Any] | None = None,
        display: Display | Mapping[str, Any] | None = None,
    ) -> None:
        self._set(
            {
                "version": 1,
                "size": size,
                "page": page,
                "scale": scale,
                "basemap": basemap,
                "camera": camera,
                "annotations": annotations,
                "selection": selection,
                "clusters": clusters,
                "numbering": numbering,
                "userLocation": user_location,
                "appearance": appearance,
                "labels": labels,
                "leaders": leaders,
                "overlays": overlays,
                "coordinateSystem": coordinate_system,
                "decorations": decorations,
                "attribution": attribution,
                "title": title,
                "description": description,
                "animation": animation,
                "display": display,
            }
        )


class BaseMap(Element):
    """The map below everything else: the name or file of a style, or an object with style and tiles.

    Args:
        style: The name of an installed style, the path of a MapLibre style file (a string with a slash or ending in
            .json), or an inline MapLibre style. Relative paths are resolved against the scene's folder.
        tiles: MBTiles, PMTiles or GeoJSON files, or tile folders, for the style's sources. Relative paths are resolved
            against the scene's folder.
        projection: How the round Earth is drawn: in Web Mercator, as a ball at low zooms that becomes a flat map
            between zoom 11 and 12, as a ball at every zoom, or in another projection: one with a name, or that of a
            coordinate system such as "EPSG:3035" or "+proj=moll". Overrides the style's own projection, which is
            "mercator" unless the style says otherwise.
        missing_tiles: What to do when a tile is missing: leave a gap, enlarge the nearest tile of a lower zoom, or
            fail. Default: ``overzoom`` for raster sources of the style, as in MapLibre, else "skip".
        language: The language of labels as a BCP 47 tag, such as "de" or "zh-Hant", or "local" for each feature's own
            "name". Features without a name in that language show "name:latin" if the language uses the Latin script,
            else "name".
        worldview: Whose opinion of disputed borders and names the map follows: a country's code of ISO 3166-1 such as
            `IN`, or `ISO` for that of ISO 3166 itself. Default: who holds a place, with disputed borders dashed.
        hide: Ids of style layers to hide. "*" matches any characters.
        show: Ids of style layers to show. Overrides ``hide`` and the style's own visibility. "*" matches any
            characters.
        set_filter: New filters, keyed by layer id, in which * stands for any characters. null removes the filter.
        set_paint: Paint properties to change, keyed by layer id. null resets a property to its default.
        set_layout: Layout properties to change, keyed by layer id. null resets a property to its default.
        add_sources: MapLibre sources to add, keyed by name. Relative URLs are resolved against the scene's folder.
        add_layers: MapLibre layers to add, each on top of the style. ``before`` names a layer to insert it below.
            "source" can be the name of a source or a source object.
        recolor: Changes to all colors of the style: a brand's hue, grays, a night.
        elevation: The heights of the ground: a file, an array of files, or an object that also says how they are shown.
        coordinate_system: The datum of the tiles. Default: WGS 84.
    """

    def __init__(
        self,
        style: str | Mapping[str, Any] | None = None,
        *,
        tiles: str | Sequence[str] | None = None,
        projection: Literal["mercator", "globe", "vertical-perspective", "naturalEarth", "equalEarth", "robinson", "winkelTripel", "mollweide", "polarNorth", "polarSouth", "europe", "albersUSA"] | str | None = None,
        missing_tiles: Literal["skip", "overzoom", "error"] | None = None,
        language: str | None = None,
        worldview: str | None = None,
        hide: Sequence[str] | None = None,
        show: Sequence[str] | None = None,
        set_filter: Mapping[str, Any] | None = None,
        set_paint: Mapping[str, Any] | None = None,
        set_layout: Mapping[str, Any] | None = None,
        add_sources: Mapping[str, Any] | None = None,
        add_layers: Sequence[Mapping[str, Any]] | None = None,
        recolor: Recolor | Mapping[str, Any] | None = None,
        elevation: str | Sequence[str] | Elevation | Mapping[str, Any] | None = None,
        coordinate_system: Literal["wgs84", "gcj02", "bd09"] | None = None,
    ) -> None:
        self._set(
            {
                "style": style,
                "tiles": tiles,
                "projection": projection,
                "missingTiles": missing_tiles,
                "language": language,
                "worldview": worldview,
                "hide": hide,
                "show": show,
                "setFilter": set_filter,
                "setPaint": set_paint,
                "setLayout": set_layout,
                "addSources": add_sources,
                "addLayers": add_layers,
                "recolor": recolor,
                "elevation": elevation,
                "coordinateSystem": coordinate_system,
            }
        )


class Recolor(Element):
    """Changes to all colors of the style, after the other changes to it. The steps follow each other in this order.
    Sprites and raster tiles keep their colors; the opacity of colors stays.

    Args:
        invert_brightness: Whether light colors become dark and dark ones light; hue and saturation stay. Decorations
            follow the ground's brightness. Default: false.
        hue: Degrees by which hues are turned. Default: 0.
        saturate: -1 for grays, 0 for no change, 1 for twice as saturated colors. Default: 0.
        gamma: Above 1 darkens the middle tones, below 1 lightens them. Default: 1.
        contrast: 0 for gray alone, 1 for no change, 2 for twice the contrast. Default: 1.
        brightness: -1 for black, 0 for no change, 1 for white. Default: 0.
        tint: A color towards which all are drawn.
    """

    def __init__(
        self,
        *,
        invert_brightness: bool | None = None,
        hue: float | None = None,
        saturate: float | None = None,
        gamma: float | None = None,
        contrast: float | None = None,
        brightness: float | None = None,
        tint: RecolorTint | Mapping[str, Any] | None = None,
    ) -> None:
        self._set(
            {
                "invertBrightness": invert_brightness,
                "hue": hue,
                "saturate": saturate,
                "gamma": gamma,
                "contrast": contrast,
                "brightness": brightness,
                "tint": tint,
            }
        )


class RecolorTint(Element):
    """A color whose hue and saturation others take on; their lightness stays.

    Args:
        color: The color.
        amount: How far: 1 for a map in one hue. Default: 1.
    """

    def __init__(
        self,
        *,
        color: str,
        amount: float | None = None,
    ) -> None:
        self._set(
            {
                "color": color,
                "amount": amount,
            }
        )


class Display(Element):
    """A display or printer with few colors. Areas are dithered; lines and letters keep sharp edges. PNG has 1, 2 or 4
    bits a pixel; vector formats keep all colors.

    Args:
        palette: 2, 4 or 16 grays, the seven colors of electronic paper (black, white, green, blue, red, yellow,
            orange), or colors of your own.
        dither: How areas get tones between the colors: not at all, by a regular pattern, by passing on errors, or by an
            irregular pattern without clumps. Default: "blue-noise".
    """

    def __init__(
        self,
        palette: Literal["gray2", "gray4", "gray16", "eink7"] | Sequence[str],
        *,
        dither: Literal["none", "ordered", "floyd-steinberg", "blue-noise"] | None = None,
    ) -> None:
        self._set(
            {
                "palette": palette,
                "dither": dither,
            }
        )


class Elevation(Element):
    """The heights of the ground. A base map shows them as light and shade above its ground and as contours below its
    roads; a tilted map stands on them.

    Args:
        data: A GeoTIFF or .hgt file, a folder of them, or tiles of heights, or an array of these, of which later ones
            lie over earlier ones. Relative paths are resolved against the scene's folder.
        encoding: What the colors of tiles mean: Terrain-RGB or Terrarium. Other files need none. Default: "mapbox".
        hillshade: How light and shade show the shape of the ground: not at all, as MapLibre's hillshade, with light
            from four directions, or in the manner of Swiss maps. Default: "multidirectional".
        shadows: Whether hills cast shadows. Default: false.
        contours: Lines of equal height: the usual ones for true, none for false. Default: true.
        slopes: What is shown of the steepness of the ground: nothing, classes from 30°, or the directions to which it
            falls. Default: "none".
        spot_heights: Whether the tops of hills have dots with their heights. Default: false.
        exaggeration: What heights are multiplied by on tilted maps; 0 for a flat ground. Default: 1.
    """

    def __init__(
        self,
        data: str | Sequence[str],
        *,
        encoding: Literal["mapbox", "terrarium"] | None = None,
        hillshade: Literal["none", "standard", "multidirectional", "swiss"] | None = None,
        shadows: bool | None = None,
        contours: bool | Contours | Mapping[str, Any] | None = None,
        slopes: Literal["none", "steepness", "aspect"] | None = None,
        spot_heights: bool | None = None,
        exaggeration: float | None = None,
    ) -> None:
        self._set(
            {
                "data": data,
                "encoding": encoding,
                "hillshade": hillshade,
                "shadows": shadows,
                "contours": contours,
                "slopes": slopes,
                "spotHeights": spot_heights,
                "exaggeration": exaggeration,
            }
        )


class Contours(Element):
    """Lines of equal height, and their numbers, which stand uphill.

    Args:
        interval: Between two lines, in the unit. Default: a round number that suits the zoom.
        index: Between two index lines, which are stronger and have numbers: a multiple of the interval. Default: five
            intervals.
        unit: Metres or feet. Default: "m".
        color: The color of lines and numbers. Default: a brown that suits the map.
        width: The width of the lines in points. Index lines are 1.8 times as wide. Default: 0.6.
        labels: Whether index lines have their heights. Default: true.
    """

    def __init__(
        self,
        *,
        interval: float | None = None,
        index: float | None = None,
        unit: Literal["m", "ft"] | None = None,
        color: str | None = None,
        width: float | None = None,
        labels: bool | None = None,
    ) -> None:
        self._set(
            {
                "interval": interval,
                "index": index,
                "unit": unit,
                "color": color,
                "width": width,
                "labels": labels,
            }
        )


class CameraKeys(Element):
    """The visible part of the map. Default: everything in the scene fits.

    Args:
        center: The center of the map, with ``zoom`` or ``distance``. With ``fit`` alone, it replaces the center that
            the content leads to; the zoom level stays.
        distance: The distance of MapKit's camera from ``center`` in meters, instead of ``zoom``: its
            centerCoordinateDistance.
        zoom: The zoom level, as in MapLibre: the world is 512 points wide at zoom 0. With ``region``, ``bounds`` or
            ``fit`` it replaces the zoom level that they lead to; their center stays. The highest is 24, or 25 with a
            ``zoom_tile_size`` of 256.
        map_scale: The scale on paper, as 25000 of 1:25 000, in place of a zoom: true at the center, to all sides, on
            WGS 84, where a point is 1/96 inch. For flat maps from straight above.
        zoom_tile_size: The tile size that this camera's zoom levels refer to. Use 256 for zoom levels of Google Maps or
            Leaflet, which are one higher for the same map. Default: 512.
        region: A region around a center, in degrees or in meters, as in MapKit. All of it is visible.
        bounds: [west, south, east, north] in degrees; all of it is visible. A box with west greater than east crosses
            the antimeridian.
        map_rect: A rectangle in map points, as MapKit's MKMapRect: the world is 268435456 (2^28) map points wide and
            high, from the upper left corner. All of it is visible.
        fit: Fits "all" annotations and overlays, or those with the given ids, including icons and captions.
        follow: Centers the user's location, at ``zoom`` or at zoom 15; "userWithHeading" turns the map so that the
            user's ``heading`` points up, as followWithHeading in MapKit.
        default: The camera to use when there is nothing to fit or no user location to follow.
        min_zoom: The lowest zoom level allowed. A warning tells you when it limits the camera.
        max_zoom: The highest zoom level allowed; 15 by default for ``fit``, or where the base map's data ends. A single
            coordinate is fitted at this zoom.
        bearing: The compass direction that points up, in degrees clockwise from north. Default: 0.
        pitch: The tilt of the camera, in degrees from straight down towards the horizon. The center stays where it is.
            The horizon comes into view from about 72 on; at 90 and above the camera lies on the ground and sees sky and
            labels, but no ground. Tilted maps in the installed styles show buildings in three dimensions from zoom 15
            on. Default: 0.
        roll: The rotation of the camera around its line of sight, in degrees clockwise; the image turns the other way.
            Default: 0.
        vertical_field_of_view: The angle that a tilted camera sees from the lower to the upper edge of the image, in
            degrees. The wider it is, the smaller distant things are drawn. Default: 36.87.
        zoom_enabled: Accepted for compatibility with MapKit and ignored with a note: an image has no gestures.
        scroll_enabled: Accepted for compatibility with MapKit and ignored with a note: an image has no gestures.
        rotate_enabled: Accepted for compatibility with MapKit and ignored with a note: an image has no gestures.
        rotate_camera_enabled: Accepted for compatibility with MapKit and ignored with a note: an image has no gestures.
        pitch_enabled: Accepted for compatibility with MapKit and ignored with a note: an image has no gestures.
        padding: Space around the framed content, in CSS order: one length, [vertical, horizontal] or [top, right,
            bottom, left]. Default: none; for a fit, a margin that keeps what is fitted off the edges, the decorations
            and the attribution.
        snap_zoom: Whether a fit takes the whole zoom below, at which raster tiles are sharp. Default: true for maps
            that consist of raster tiles alone.
        content_insets: Insets in points for content that will cover the image, such as a toolbar. The camera frames its
            content in the remaining area, and the attribution lies in it.
    """

    def __init__(
        self,
        *,
        center: Coordinate | None = None,
        distance: float | None = None,
        zoom: float | None = None,
        map_scale: float | None = None,
        zoom_tile_size: Literal[256, 512] | None = None,
        region: Region | Mapping[str, Any] | None = None,
        bounds: Sequence[float] | None = None,
        map_rect: MapRect | Mapping[str, Any] | None = None,
        fit: Literal["all"] | Sequence[str] | None = None,
        follow: Literal["user", "userWithHeading"] | None = None,
        default: Fallback | Mapping[str, Any] | None = None,
        min_zoom: float | None = None,
        max_zoom: float | None = None,
        bearing: float | None = None,
        pitch: float | None = None,
        roll: float | None = None,
        vertical_field_of_view: float | None = None,
        zoom_enabled: bool | None = None,
        scroll_enabled: bool | None = None,
        rotate_enabled: bool | None = None,
        rotate_camera_enabled: bool | None = None,
        pitch_enabled: bool | None = None,
        padding: float | str | Sequence[float | str] | None = None,
        snap_zoom: bool | None = None,
        content_insets: Insets | Mapping[str, Any] | None = None,
    ) -> None:
        self._set(
            {
                "center": center,
                "distance": distance,
                "zoom": zoom,
                "mapScale": map_scale,
                "zoomTileSize": zoom_tile_size,
                "region": region,
                "bounds": bounds,
                "mapRect": map_rect,
                "fit": fit,
                "follow": follow,
                "default": default,
                "minZoom": min_zoom,
                "maxZoom": max_zoom,
                "bearing": bearing,
                "pitch": pitch,
                "roll": roll,
                "verticalFieldOfView": vertical_field_of_view,
                "zoomEnabled": zoom_enabled,
                "scrollEnabled": scroll_enabled,
                "rotateEnabled": rotate_enabled,
                "rotateCameraEnabled": rotate_camera_enabled,
                "pitchEnabled": pitch_enabled,
                "padding": padding,
                "snapZoom": snap_zoom,
                "contentInsets": content_insets,
            }
        )


class MapRect(Element):
    """A rectangle in map points, as MapKit's MKMapRect: the world is 268435456 (2^28) map points wide and high, from
    the upper left corner. All of it is visible.

    Args:
        x: The left edge.
        y: The upper edge.
        width: The width; a rectangle beyond the world crosses the antimeridian.
        height: The height.
    """

    def __init__(
        self,
        *,
        x: float,
        y: float,
        width: float,
        height: float,
    ) -> None:
        self._set(
            {
                "x": x,
                "y": y,
                "width": width,
                "height": height,
            }
        )


class Region(Element):
    """A region around a center, in degrees or in meters, as in MapKit. All of it is visible.

    Args:
        center: [longitude, latitude] in degrees, or an object with ``latitude`` and ``longitude``.
        span: The extent of a region in degrees.
        latitudinal_meters: The north-to-south extent in meters.
        longitudinal_meters: The west-to-east extent in meters.
    """

    def __init__(
        self,
        center: Coordinate,
        *,
        span: Span | Mapping[str, Any] | None = None,
        latitudinal_meters: float | None = None,
        longitudinal_meters: float | None = None,
    ) -> None:
        self._set(
            {
                "center": center,
                "span": span,
                "latitudinalMeters": latitudinal_meters,
                "longitudinalMeters": longitudinal_meters,
            }
        )


class Span(Element):
    """The extent of a region in degrees.

    Args:
        latitude_delta: The extent from south to north.
        longitude_delta: The extent from west to east.
    """

    def __init__(
        self,
        latitude_delta: float,
        longitude_delta: float,
    ) -> None:
        self._set(
            {
                "latitudeDelta": latitude_delta,
                "longitudeDelta": longitude_delta,
            }
        )


class Fallback(Element):
    """The camera to use when there is nothing to fit or no user location to follow.

    Args:
        center: [longitude, latitude] in degrees, or an object with ``latitude`` and ``longitude``.
        distance: The distance of MapKit's camera from ``center`` in meters, instead of ``zoom``.
        zoom: The zoom level of ``center``.
        region: A region around a center, in degrees or in meters, as in MapKit. All of it is visible.
        bounds: [west, south, east, north] in degrees.
        map_rect: A rectangle in map points, as MapKit's MKMapRect: the world is 268435456 (2^28) map points wide and
            high, from the upper left corner. All of it is visible.
    """

    def __init__(
        self,
        *,
        center: Coordinate | None = None,
        distance: float | None = None,
        zoom: float | None = None,
        region: Region | Mapping[str, Any] | None = None,
        bounds: Sequence[float] | None = None,
        map_rect: MapRect | Mapping[str, Any] | None = None,
    ) -> None:
        self._set(
            {
                "center": center,
                "distance": distance,
                "zoom": zoom,
                "region": region,
                "bounds": bounds,
                "mapRect": map_rect,
            }
        )


class Insets(Element):
    """Insets in points for content that will cover the image, such as a toolbar. The camera frames its content in the
    remaining area, and the attribution lies in it.

    Args:
        top: From the top. Default: 0.
        left: From the left. Default: 0.
        bottom: From the bottom. Default: 0.
        right: From the right. Default: 0.
    """

    def __init__(
        self,
        *,
        top: float | None = None,
        left: float | None = None,
        bottom: float | None = None,
        right: float | None = None,
    ) -> None:
        self._set(
            {
                "top": top,
                "left": left,
                "bottom": bottom,
                "right": right,
            }
        )


class Page(Element):
    """A sheet of paper with the map on it.

    Args:
        size: The size of the paper, as that of a scene: "A4", "A4 landscape" or [width, height] such as ["210mm",
            "297mm"]. Default: the size of the scene.
        margin: The distance of all that is printed from the edges of the paper. Default: 10 mm.
        title: The title above the map.
        subtitle: A smaller line below the title.
        legend: A legend in a column to the right of the map: true, or its title and width.
        imprint: Small lines below the map, such as sources and date. The scale, the projection and the grid are printed
            before it.
        date: The date of the map, such as `2026-11-26`: the imprint says where a compass points on that day (World
            Magnetic Model 2025). From 2025 to 2029.
        frame: `ticks` is a double line with degrees and minutes between, `line` a line, `none` nothing. Default:
            "ticks".
        bleed: How far a map without margin and frame is drawn beyond the edges of the paper, where it is cut; the sheet
            grows by that. Default: 0.
        crop_marks: Whether marks outside of the paper show where it is cut. Default: false.
        sheet: The number of the sheet in an atlas.
        neighbors: The sheets around it, named at the edges of the map.
        squares: [columns, rows] of squares with letters and numbers, for an index.
    """

    def __init__(
        self,
        *,
        size: Sequence[float | str] | str | None = None,
        margin: float | str | None = None,
        title: str | None = None,
        subtitle: str | None = None,
        legend: Literal[True] | PageLegend | Mapping[str, Any] | None = None,
        imprint: str | None = None,
        date: str | None = None,
        frame: Literal["ticks", "line", "none"] | None = None,
        bleed: float | str | None = None,
        crop_marks: bool | None = None,
        sheet: str | None = None,
        neighbors: Neighbors | Mapping[str, Any] | None = None,
        squares: Sequence[int] | None = None,
    ) -> None:
        self._set(
            {
                "size": size,
                "margin": margin,
                "title": title,
                "subtitle": subtitle,
                "legend": legend,
                "imprint": imprint,
                "date": date,
                "frame": frame,
                "bleed": bleed,
                "cropMarks": crop_marks,
                "sheet": sheet,
                "neighbors": neighbors,
                "squares": squares,
            }
        )


class PageLegend(Element):
    """The legend of a page.

    Args:
        title: A heading above the list.
        width: The width of the column. Default: 45 mm.
    """

    def __init__(
        self,
        *,
        title: str | None = None,
        width: float | str | None = None,
    ) -> None:
        self._set(
            {
                "title": title,
                "width": width,
            }
        )


class Neighbors(Element):
    """The numbers of the sheets around one; each is a link to `#sheet-` and the number.

    Args:
        north: Beyond the upper edge.
        east: Beyond the right edge.
        south: Beyond the lower edge.
        west: Beyond the left edge.
    """

    def __init__(
        self,
        *,
        north: str | None = None,
        east: str | None = None,
        south: str | None = None,
        west: str | None = None,
    ) -> None:
        self._set(
            {
                "north": north,
                "east": east,
                "south": south,
                "west": west,
            }
        )


class AnnotationOptions(TypedDict, total=False):
    """What annotations with any view can be given, by name.

    Attributes:
        id: A unique name within the scene.
        subtitle: A second line in a smaller font.
        selected: Whether the annotation is selected: it is drawn on top with its callout open. Default: false.
        can_show_callout: Whether the annotation can show a callout. Default: true if it has a ``callout``.
        callout: The bubble shown for a selected annotation.
        callout_offset: Same as ``offset`` of the callout, under its name in MapKit.
        drag_state: The drag state. "starting" and "dragging" lift a marker or pin. Default: "none".
        alpha: The opacity. Default: 1.
        z_priority: The drawing order: higher values are drawn on top. Default: 500, or 1000 if selected. Among equals,
            the one lower in the image is on top.
        display_priority: Which annotations stay where some collide: "required" (1000) ones always do; "high" is 750,
            "low" 250. Default: low for markers, required for the other views.
        collision_mode: The shape used to detect collisions: the frame, a circle inside it, or none. Default:
            "rectangle".
        clustering_identifier: Annotations with the same identifier that collide are replaced by one cluster marker with
            their number. See ``clusters``.
        anchor: The point of the view that is placed at the coordinate: a name, or [x, y] as fractions of the size with
            [0, 0] at the top left. Default: the tip of markers and pins, else the center.
        center_offset: Moves the view from its anchored position, as in MapKit: [x, y], right and down.
        alt: Alternative text, for people who cannot see the image.
        href: A link target, for formats with links.
        properties: Your own data under any keys, written to SVG as data-x-… attributes. On data overlays, it applies to
            features without properties of their own.
        coordinate_system: The datum of the coordinates: WGS 84 (GPS), or the shifted datums of maps made in China. The
            innermost setting applies.
        elevation: "terrain": the annotation has the height of the ground, of ``elevation`` of the base map or of the
            style: in ``properties``, in reports, and in place of "$elevation" in its texts.
    """

    id: str | None
    subtitle: str | None
    selected: bool | None
    can_show_callout: bool | None
    callout: Callout | Mapping[str, Any] | None
    callout_offset: Sequence[float] | None
    drag_state: Literal["none", "starting", "dragging", "canceling", "ending"] | None
    alpha: float | None
    z_priority: float | None
    display_priority: Literal["required", "high", "low"] | float | None
    collision_mode: Literal["rectangle", "circle", "none"] | None
    clustering_identifier: str | None
    anchor: Literal["center", "top", "bottom", "left", "right", "topLeft", "topRight", "bottomLeft", "bottomRight"] | Sequence[float] | None
    center_offset: Sequence[float | str] | Mapping[str, Any] | None
    alt: str | None
    href: str | None
    properties: Mapping[str, Any] | None
    coordinate_system: Literal["wgs84", "gcj02", "bd09"] | None
    elevation: Literal["terrain"] | None


class Annotation(Element):
    """A marker, pin, image, text or callout at a coordinate.

    Args:
        coordinate: Where it is: a coordinate, or the time at which somebody was there on a track.
        view: A balloon with its title below (MKMarkerAnnotationView), a pin with a round head (MKPinAnnotationView),
            the ``image``, the ``text``, or the content of ``callout`` on a plate without a tail. Default: ``marker``.
        title: The title, drawn below markers and in callouts.
        tint: A CSS color. "red" (the default), "green" and "purple" are the system colors #FF3B30, #34C759 and #AF52DE.
        marker_tint_color: Same as ``tint``.
        pin_tint_color: Same as ``tint``.
        glyph_text: A few characters inside a marker. "$num" and "$alpha", here and in ``text``, ``title`` and
            ``subtitle``, become 1, 2, 3 and A, B, C in list order.
        glyph_image: An image inside a marker, used as a template: only its alpha channel counts. A file, a data: URL,
            or the name of a pictogram such as "hospital".
        selected_glyph_image: Replaces ``glyph_image`` while the annotation is selected.
        glyph_tint: The color of a marker's glyph. Default: white.
        glyph_tint_color: Same as ``glyph_tint``.
        marker_size: The size of a marker: 0.75, 1 or 1.3 times MapKit's. Default: "medium".
        title_visibility: Whether the title is drawn below a marker: "adaptive" draws it where there is room. Default:
            "adaptive".
        subtitle_visibility: Whether the subtitle is drawn below a marker: "adaptive" draws it while the marker is
            selected. Default: "adaptive".
        image: A PNG, JPEG, WebP or SVG file in the scene's folder, or a data: URL. At scales above 1, files with @2x or
            @3x before the extension are preferred; a data: URL states its pixels per point, as in
            data:image/png;scale=2;base64,… Without a ``view``, the view is ``image``.
        image_scale: The size of the view ``image`` relative to the image's own: 0.5 for a file with two pixels per
            point that is not called so. Default: 1.
        text: The text of the view ``text``. Default: the title.
        text_style: The style of the view ``text``. Lengths are in points.
        rotation: Clockwise rotation around the coordinate in degrees, for images, texts and callouts. Default: 0.
        options: What annotations with any view can have: see ``AnnotationOptions``.
    """

    _list = "annotations"

    def __init__(
        self,
        coordinate: Coordinate | TrackMoment | Mapping[str, Any],
        *,
        view: Literal["marker", "pin", "image", "text", "callout"] | None = None,
        title: str | None = None,
        tint: str | None = None,
        marker_tint_color: str | None = None,
        pin_tint_color: str | None = None,
        glyph_text: str | None = None,
        glyph_image: str | None = None,
        selected_glyph_image: str | None = None,
        glyph_tint: str | None = None,
        glyph_tint_color: str | None = None,
        marker_size: Literal["small", "medium", "large"] | None = None,
        title_visibility: Literal["adaptive", "hidden", "visible"] | None = None,
        subtitle_visibility: Literal["adaptive", "hidden", "visible"] | None = None,
        image: str | None = None,
        image_scale: float | None = None,
        text: str | None = None,
        text_style: TextStyle | Mapping[str, Any] | None = None,
        rotation: float | None = None,
        **options: Unpack[AnnotationOptions],
    ) -> None:
        self._set(
            {
                "coordinate": coordinate,
                "view": view,
                "title": title,
                "tint": tint,
                "markerTintColor": marker_tint_color,
                "pinTintColor": pin_tint_color,
                "glyphText": glyph_text,
                "glyphImage": glyph_image,
                "selectedGlyphImage": selected_glyph_image,
                "glyphTint": glyph_tint,
                "glyphTintColor": glyph_tint_color,
                "markerSize": marker_size,
                "titleVisibility": title_visibility,
                "subtitleVisibility": subtitle_visibility,
                "image": image,
                "imageScale": image_scale,
                "text": text,
                "textStyle": text_style,
                "rotation": rotation,
            }
        )
        self._set_options(options, AnnotationOptions.__annotations__)


class TextStyle(Element):
    """The style of the view ``text``. Lengths are in points.

    Args:
        size: The font size. Default: 13.
        weight: 400 is regular, 700 bold. Default: 600.
        color: Any CSS color.
        halo: The halo's color. Default without a box: the background color of the map.
        halo_width: The width of the halo. Default: 1.5.
        box: The color of a box behind the text.
        padding: The space between text and box: one length, or [vertical, horizontal].
        radius: The corner radius of the box. Default: 6.
        max_width: The width at which lines wrap. Default: no wrapping.
        align: The alignment of wrapped lines. Default: ``center``.
    """

    def __init__(
        self,
        *,
        size: float | None = None,
        weight: int | None = None,
        color: str | None = None,
        halo: str | None = None,
        halo_width: float | None = None,
        box: str | None = None,
        padding: float | Sequence[float] | None = None,
        radius: float | None = None,
        max_width: float | None = None,
        align: Literal["left", "center", "right"] | None = None,
    ) -> None:
        self._set(
            {
                "size": size,
                "weight": weight,
                "color": color,
                "halo": halo,
                "haloWidth": halo_width,
                "box": box,
                "padding": padding,
                "radius": radius,
                "maxWidth": max_width,
                "align": align,
            }
        )


class UserLocation(Element):
    """The user's location, drawn as a blue dot.

    Args:
        coordinate: [longitude, latitude] in degrees, or an object with ``latitude`` and ``longitude``.
        accuracy: The horizontal accuracy in meters, drawn as a translucent disc.
        heading: The heading in degrees clockwise from north, drawn as a cone.
        coordinate_system: The datum of the coordinate. Default: the scene's.
    """

    def __init__(
        self,
        coordinate: Coordinate,
        *,
        accuracy: float | None = None,
        heading: float | None = None,
        coordinate_system: Literal["wgs84", "gcj02", "bd09"] | None = None,
    ) -> None:
        self._set(
            {
                "coordinate": coordinate,
                "accuracy": accuracy,
                "heading": heading,
                "coordinateSystem": coordinate_system,
            }
        )


class ClusterStyle(Element):
    """A cluster marker, which replaces several annotations. In its texts, "$count" is the number of members, "$more"
    that number minus one, "$title" the first member's title, and "$members" all titles, one per line.

    Args:
        identifier: The ``clustering_identifier`` this applies to. Default: all that have no entry of their own.
        tint: Default: the first member's.
        marker_tint_color: Same as ``tint``.
        glyph_text: The characters inside the marker. Default: "$count".
        glyph_tint: Default: white.
        glyph_tint_color: Same as ``glyph_tint``.
        title: The title below the marker. Default: "$title".
        subtitle: The line below the title. Default: "+$more".
        title_visibility: Whether the title is drawn below the marker: "adaptive" draws it where there is room. Default:
            "adaptive".
        subtitle_visibility: "adaptive" draws the subtitle whenever the title is drawn. Default: "adaptive".
        selected: Whether the clusters are selected: their callouts are open. Default: false.
        callout: The bubble shown for a selected annotation.
    """

    def __init__(
        self,
        *,
        identifier: str | None = None,
        tint: str | None = None,
        marker_tint_color: str | None = None,
        glyph_text: str | None = None,
        glyph_tint: str | None = None,
        glyph_tint_color: str | None = None,
        title: str | None = None,
        subtitle: str | None = None,
        title_visibility: Literal["adaptive", "hidden", "visible"] | None = None,
        subtitle_visibility: Literal["adaptive", "hidden", "visible"] | None = None,
        selected: bool | None = None,
        callout: Callout | Mapping[str, Any] | None = None,
    ) -> None:
        self._set(
            {
                "identifier": identifier,
                "tint": tint,
                "markerTintColor": marker_tint_color,
                "glyphText": glyph_text,
                "glyphTint": glyph_tint,
                "glyphTintColor": glyph_tint_color,
                "title": title,
                "subtitle": subtitle,
                "titleVisibility": title_visibility,
                "subtitleVisibility": subtitle_visibility,
                "selected": selected,
                "callout": callout,
            }
        )


class Numbering(Element):
    """How "$num" and "$alpha" in the texts of annotations count.

    Args:
        start: The first number. Letters start accordingly: A for 1, B for 2. Default: 1.
    """

    def __init__(
        self,
        *,
        start: int | None = None,
    ) -> None:
        self._set(
            {
                "start": start,
            }
        )


class Card(Element):
    """A custom card that replaces title, subtitle, detail and accessories: an icon, a text to its right, and an image
    below the text.

    Args:
        text: The text, set in 12 points.
        icon: A file in the scene's folder, or a data: URL.
        rating: A file in the scene's folder, or a data: URL.
        padding: The space around and between the parts, in points. Default: 5.
        max_text_width: The maximum line width in points. Default: 200.
        wrap: Where lines can break. Default: "character".
        background: Default: a light gray.
    """

    def __init__(
        self,
        text: str,
        *,
        icon: str | None = None,
        rating: str | None = None,
        padding: float | None = None,
        max_text_width: float | None = None,
        wrap: Literal["character", "word"] | None = None,
        background: str | None = None,
    ) -> None:
        self._set(
            {
                "type": "card",
                "text": text,
                "icon": icon,
                "rating": rating,
                "padding": padding,
                "maxTextWidth": max_text_width,
                "wrap": wrap,
                "background": background,
            }
        )


class Callout(Element):
    """The bubble shown for a selected annotation.

    Args:
        title: One bold line. Default: the annotation's title.
        subtitle: One line in a smaller font. Default: the annotation's subtitle.
        left: The accessory to the left of the text.
        right: The accessory to the right of the text.
        detail: A view that replaces the subtitle.
        content: A custom card that replaces title, subtitle, detail and accessories: an icon, a text to its right, and
            an image below the text.
        offset: Moves the tip of the tail from the middle of the annotation's edge on the callout's side. Mirrored if
            lack of space puts the callout on the opposite side.
        placement: The preferred side. Without enough space the callout moves to the opposite side, or to one of the
            others. Default: ``top``.
        overlap: How far the callout overlaps the annotation, in points. Default: 0.
        tail: Whether the callout has a tail. Without one, its edge is placed where the tip would be. Default: true.
        appearance: Default: the scene's.
    """

    def __init__(
        self,
        title: str | None = None,
        *,
        subtitle: str | None = None,
        left: Accessory | Mapping[str, Any] | None = None,
        right: Accessory | Mapping[str, Any] | None = None,
        detail: Detail | Mapping[str, Any] | None = None,
        content: Card | Mapping[str, Any] | None = None,
        offset: Sequence[float] | None = None,
        placement: Literal["top", "bottom", "left", "right"] | None = None,
        overlap: float | None = None,
        tail: bool | None = None,
        appearance: Literal["light", "dark"] | None = None,
    ) -> None:
        self._set(
            {
                "title": title,
                "subtitle": subtitle,
                "left": left,
                "right": right,
                "detail": detail,
                "content": content,
                "offset": offset,
                "placement": placement,
                "overlap": overlap,
                "tail": tail,
                "appearance": appearance,
            }
        )


class Accessory(Element):
    """A button, an image or a short text on one side of a callout.

    Args:
        button: A standard button, named as in UIKit.
        image: A file in the scene's folder, or a data: URL.
        text: A word or two.
        id: A name for hit tests, reports and SVG.
        href: A link target, for formats with links.
        label: An accessibility label that says what it does.
    """

    def __init__(
        self,
        *,
        button: Literal["contactAdd", "detailDisclosure", "infoLight", "infoDark", "close"] | None = None,
        image: str | None = None,
        text: str | None = None,
        id: str | None = None,
        href: str | None = None,
        label: str | None = None,
    ) -> None:
        self._set(
            {
                "button": button,
                "image": image,
                "text": text,
                "id": id,
                "href": href,
                "label": label,
            }
        )


class Detail(Element):
    """A wrapped text, an image, a colored box, or a stack of these.

    Args:
        text: A text, wrapped if it is long.
        image: A file in the scene's folder, or a data: URL.
        box: The color of a box. Requires ``width`` and ``height``.
        stack: The views of a stack. Stacks can be nested four levels deep.
        axis: The direction of a stack. Default: "vertical".
        spacing: The space between the views of a stack, in points. Default: 4.
        width: Points. Default: the natural width.
        height: Points. Default: the natural height.
    """

    def __init__(
        self,
        *,
        text: str | None = None,
        image: str | None = None,
        box: str | None = None,
        stack: Sequence[Detail | Mapping[str, Any]] | None = None,
        axis: Literal["horizontal", "vertical"] | None = None,
        spacing: float | None = None,
        width: float | None = None,
        height: float | None = None,
    ) -> None:
        self._set(
            {
                "text": text,
                "image": image,
                "box": box,
                "stack": stack,
                "axis": axis,
                "spacing": spacing,
                "width": width,
                "height": height,
            }
        )


class Polyline(Element):
    """A line through coordinates.

    Args:
        coordinates: The vertices. Each segment takes the shorter way around the Earth.
        id: A unique name within the scene.
        level: Below or above the map's labels. Default: "aboveRoads", and "aboveLabels" for fog.
        before: The id of the style layer that it is drawn below, instead of ``level``.
        alpha: The opacity of the whole overlay. Default: 1.
        opacity: Same as ``alpha``.
        blend: The blend mode with the map below. Default: ``normal``.
        blend_mode: Same as ``blend``.
        coordinate_system: The datum of the coordinates: WGS 84 (GPS), or the shifted datums of maps made in China. The
            innermost setting applies.
        title: A title, for formats with tooltips.
        alt: Alternative text, for people who cannot see the image.
        href: A link target, for formats with links.
        properties: Your own data under any keys, written to SVG as data-x-… attributes. On data overlays, it applies to
            features without properties of their own.
        polyline: The vertices as an encoded polyline, instead of ``coordinates``.
        precision: The precision of the encoded polyline: 5 decimals, or 6 for Valhalla and OSRM. Default: 5.
        stroke_color: The line color. Default: #007AFF.
        line_width: The line width in points, at every zoom.
        width_meters: The line width in meters on the ground, instead of ``line_width``.
        line_cap: The shape of line ends. Default: "round".
        line_join: The shape of line corners. Default: "round".
        miter_limit: The maximum miter length in line widths; longer miters become bevels. Default: 10.
        line_dash_pattern: Alternating lengths of dashes and gaps, in points.
        line_dash_phase: The offset into the dash pattern at which the line starts, in points. Default: 0.
        stroke_start: The fraction of the line's length at which drawing starts. Default: 0.
        stroke_end: The fraction of the line's length at which drawing ends. Default: 1.
        casing: A casing along both sides.
        gradient: A color gradient along the line, as in MKGradientPolylineRenderer.
        arrows: Arrows along the line that show its direction.
        geodesic: Whether segments follow great circles. Default: false.
        simplify: The simplification tolerance in points. Default: 0.05.
        merge_strokes: Strokes this line together with all lines of the same style that set this, so that translucent
            lines do not darken where they cross. Default: false.
    """

    _list = "overlays"

    def __init__(
        self,
        coordinates: Coordinates | None = None,
        *,
        id: str | None = None,
        level: Literal["aboveRoads", "aboveLabels"] | None = None,
        before: str | None = None,
        alpha: float | None = None,
        opacity: float | None = None,
        blend: Literal["normal", "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "softLight", "hardLight", "difference", "exclusion", "hue", "saturation", "color", "luminosity", "plusLighter"] | None = None,
        blend_mode: Literal["normal", "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "softLight", "hardLight", "difference", "exclusion", "hue", "saturation", "color", "luminosity", "plusLighter"] | None = None,
        coordinate_system: Literal["wgs84", "gcj02", "bd09"] | None = None,
        title: str | None = None,
        alt: str | None = None,
        href: str | None = None,
        properties: Mapping[str, Any] | None = None,
        polyline: str | None = None,
        precision: int | None = None,
        stroke_color: str | None = None,
        line_width: float | None = None,
        width_meters: float | None = None,
        line_cap: Literal["butt", "round", "square"] | None = None,
        line_join: Literal["miter", "round", "bevel"] | None = None,
        miter_limit: float | None = None,
        line_dash_pattern: Sequence[float] | None = None,
        line_dash_phase: float | None = None,
        stroke_start: float | None = None,
        stroke_end: float | None = None,
        casing: bool | Casing | Mapping[str, Any] | None = None,
        gradient: Gradient | Mapping[str, Any] | None = None,
        arrows: bool | Arrows | Mapping[str, Any] | None = None,
        geodesic: bool | None = None,
        simplify: float | None = None,
        merge_strokes: bool | None = None,
    ) -> None:
        self._set(
            {
                "type": "polyline",
                "coordinates": coordinates,
                "id": id,
                "level": level,
                "before": before,
                "alpha": alpha,
                "opacity": opacity,
                "blend": blend,
                "blendMode": blend_mode,
                "coordinateSystem": coordinate_system,
                "title": title,
                "alt": alt,
                "href": href,
                "properties": properties,
                "polyline": polyline,
                "precision": precision,
                "strokeColor": stroke_color,
                "lineWidth": line_width,
                "widthMeters": width_meters,
                "lineCap": line_cap,
                "lineJoin": line_join,
                "miterLimit": miter_limit,
                "lineDashPattern": line_dash_pattern,
                "lineDashPhase": line_dash_phase,
                "strokeStart": stroke_start,
                "strokeEnd": stroke_end,
                "casing": casing,
                "gradient": gradient,
                "arrows": arrows,
                "geodesic": geodesic,
                "simplify": simplify,
                "mergeStrokes": merge_strokes,
            }
        )


class Gradient(Element):
    """A color gradient along the line, as in MKGradientPolylineRenderer.

    Args:
        colors: The colors, from the start of the line to its end.
        locations: The position of each color, from 0 at the start to 1 at the end. Default: evenly spaced.
    """

    def __init__(
        self,
        colors: Sequence[str],
        *,
        locations: Sequence[float] | None = None,
    ) -> None:
        self._set(
            {
                "colors": colors,
                "locations": locations,
            }
        )


class Arrows(Element):
    """Direction arrows.

    Args:
        spacing: The distance between arrows in points; half of the width of a line that is wider than twice as much.
            Default: 64.
        color: A CSS color.
    """

    def __init__(
        self,
        *,
        spacing: float | None = None,
        color: str | None = None,
    ) -> None:
        self._set(
            {
                "spacing": spacing,
                "color": color,
            }
        )


class Casing(Element):
    """A casing along both sides of a line.

    Args:
        color: Default: a darker shade of the line color.
        width: The width on each side, in points. Default: 1.25.
    """

    def __init__(
        self,
        *,
        color: str | None = None,
        width: float | None = None,
    ) -> None:
        self._set(
            {
                "color": color,
                "width": width,
            }
        )


class Polygon(Element):
    """An area inside a ring of coordinates.

    Args:
        coordinates: The outer ring.
        id: A unique name within the scene.
        level: Below or above the map's labels. Default: "aboveRoads", and "aboveLabels" for fog.
        before: The id of the style layer that it is drawn below, instead of ``level``.
        alpha: The opacity of the whole overlay. Default: 1.
        opacity: Same as ``alpha``.
        blend: The blend mode with the map below. Default: ``normal``.
        blend_mode: Same as ``blend``.
        coordinate_system: The datum of the coordinates: WGS 84 (GPS), or the shifted datums of maps made in China. The
            innermost setting applies.
        title: A title, for formats with tooltips.
        alt: Alternative text, for people who cannot see the image.
        href: A link target, for formats with links.
        properties: Your own data under any keys, written to SVG as data-x-… attributes. On data overlays, it applies to
            features without properties of their own.
        polyline: The vertices as an encoded polyline, instead of ``coordinates``.
        precision: The precision of the encoded polyline: 5 decimals, or 6 for Valhalla and OSRM. Default: 5.
        holes: Holes in the area.
        handles: Editing handles on the vertices of the outer ring, numbered from 0.
        fill_color: The fill color. If neither fill nor stroke is set, both are blue.
        stroke_color: The line color. Default: #007AFF.
        line_width: The line width in points, at every zoom.
        width_meters: The line width in meters on the ground, instead of ``line_width``.
        line_cap: The shape of line ends. Default: "round".
        line_join: The shape of line corners. Default: "round".
        miter_limit: The maximum miter length in line widths; longer miters become bevels. Default: 10.
        line_dash_pattern: Alternating lengths of dashes and gaps, in points.
        line_dash_phase: The offset into the dash pattern at which the line starts, in points. Default: 0.
        stroke_start: The fraction of the line's length at which drawing starts. Default: 0.
        stroke_end: The fraction of the line's length at which drawing ends. Default: 1.
        casing: A casing along both sides.
    """

    _list = "overlays"

    def __init__(
        self,
        coordinates: Coordinates | None = None,
        *,
        id: str | None = None,
        level: Literal["aboveRoads", "aboveLabels"] | None = None,
        before: str | None = None,
        alpha: float | None = None,
        opacity: float | None = None,
        blend: Literal["normal", "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "softLight", "hardLight", "difference", "exclusion", "hue", "saturation", "color", "luminosity", "plusLighter"] | None = None,
        blend_mode: Literal["normal", "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "softLight", "hardLight", "difference", "exclusion", "hue", "saturation", "color", "luminosity", "plusLighter"] | None = None,
        coordinate_system: Literal["wgs84", "gcj02", "bd09"] | None = None,
        title: str | None = None,
        alt: str | None = None,
        href: str | None = None,
        properties: Mapping[str, Any] | None = None,
        polyline: str | None = None,
        precision: int | None = None,
        holes: Sequence[Sequence[Coordinate]] | None = None,
        handles: bool | Handles | Mapping[str, Any] | None = None,
        fill_color: str | None = None,
        stroke_color: str | None = None,
        line_width: float | None = None,
        width_meters: float | None = None,
        line_cap: Literal["butt", "round", "square"] | None = None,
        line_join: Literal["miter", "round", "bevel"] | None = None,
        miter_limit: float | None = None,
        line_dash_pattern: Sequence[float] | None = None,
        line_dash_phase: float | None = None,
        stroke_start: float | None = None,
        stroke_end: float | None = None,
        casing: bool | Casing | Mapping[str, Any] | None = None,
    ) -> None:
        self._set(
            {
                "type": "polygon",
                "coordinates": coordinates,
                "id": id,
                "level": level,
                "before": before,
                "alpha": alpha,
                "opacity": opacity,
                "blend": blend,
                "blendMode": blend_mode,
                "coordinateSystem": coordinate_system,
                "title": title,
                "alt": alt,
                "href": href,
                "properties": properties,
                "polyline": polyline,
                "precision": precision,
                "holes": holes,
                "handles": handles,
                "fillColor": fill_color,
                "strokeColor": stroke_color,
                "lineWidth": line_width,
                "widthMeters": width_meters,
                "lineCap": line_cap,
                "lineJoin": line_join,
                "miterLimit": miter_limit,
                "lineDashPattern": line_dash_pattern,
                "lineDashPhase": line_dash_phase,
                "strokeStart": stroke_start,
                "strokeEnd": stroke_end,
                "casing": casing,
            }
        )


class Handles(Element):
    """The appearance of editing handles.

    Args:
        image: A file in the scene's folder, or a data: URL. Default: a blue dot with a white border.
        highlighted_image: The image of the highlighted handle.
        hit_size: The touch area around each vertex, in points. Default: [44, 44].
        highlighted: The number of the vertex that is being moved.
    """

    def __init__(
        self,
        *,
        image: str | None = None,
        highlighted_image: str | None = None,
        hit_size: Sequence[float] | None = None,
        highlighted: int | None = None,
    ) -> None:
        self._set(
            {
                "image": image,
                "highlightedImage": highlighted_image,
                "hitSize": hit_size,
                "highlighted": highlighted,
            }
        )


class Circle(Element):
    """All points within a distance from a center, on the ground.

    Args:
        center: [longitude, latitude] in degrees, or an object with ``latitude`` and ``longitude``.
        radius: The radius in meters.
        id: A unique name within the scene.
        level: Below or above the map's labels. Default: "aboveRoads", and "aboveLabels" for fog.
        before: The id of the style layer that it is drawn below, instead of ``level``.
        alpha: The opacity of the whole overlay. Default: 1.
        opacity: Same as ``alpha``.
        blend: The blend mode with the map below. Default: ``normal``.
        blend_mode: Same as ``blend``.
        coordinate_system: The datum of the coordinates: WGS 84 (GPS), or the shifted datums of maps made in China. The
            innermost setting applies.
        title: A title, for formats with tooltips.
        alt: Alternative text, for people who cannot see the image.
        href: A link target, for formats with links.
        properties: Your own data under any keys, written to SVG as data-x-… attributes. On data overlays, it applies to
            features without properties of their own.
        fill_color: The fill color. If neither fill nor stroke is set, both are blue.
        stroke_color: The line color. Default: #007AFF.
        line_width: The line width in points, at every zoom.
        width_meters: The line width in meters on the ground, instead of ``line_width``.
        line_cap: The shape of line ends. Default: "round".
        line_join: The shape of line corners. Default: "round".
        miter_limit: The maximum miter length in line widths; longer miters become bevels. Default: 10.
        line_dash_pattern: Alternating lengths of dashes and gaps, in points.
        line_dash_phase: The offset into the dash pattern at which the line starts, in points. Default: 0.
        stroke_start: The fraction of the line's length at which drawing starts. Default: 0.
        stroke_end: The fraction of the line's length at which drawing ends. Default: 1.
        casing: A casing along both sides.
    """

    _list = "overlays"

    def __init__(
        self,
        center: Coordinate,
        radius: float,
        *,
        id: str | None = None,
        level: Literal["aboveRoads", "aboveLabels"] | None = None,
        before: str | None = None,
        alpha: float | None = None,
        opacity: float | None = None,
        blend: Literal["normal", "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "softLight", "hardLight", "difference", "exclusion", "hue", "saturation", "color", "luminosity", "plusLighter"] | None = None,
        blend_mode: Literal["normal", "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "softLight", "hardLight", "difference", "exclusion", "hue", "saturation", "color", "luminosity", "plusLighter"] | None = None,
        coordinate_system: Literal["wgs84", "gcj02", "bd09"] | None = None,
        title: str | None = None,
        alt: str | None = None,
        href: str | None = None,
        properties: Mapping[str, Any] | None = None,
        fill_color: str | None = None,
        stroke_color: str | None = None,
        line_width: float | None = None,
        width_meters: float | None = None,
        line_cap: Literal["butt", "round", "square"] | None = None,
        line_join: Literal["miter", "round", "bevel"] | None = None,
        miter_limit: float | None = None,
        line_dash_pattern: Sequence[float] | None = None,
        line_dash_phase: float | None = None,
        stroke_start: float | None = None,
        stroke_end: float | None = None,
        casing: bool | Casing | Mapping[str, Any] | None = None,
    ) -> None:
        self._set(
            {
                "type": "circle",
                "center": center,
                "radius": radius,
                "id": id,
                "level": level,
                "before": before,
                "alpha": alpha,
                "opacity": opacity,
                "blend": blend,
                "blendMode": blend_mode,
                "coordinateSystem": coordinate_system,
                "title": title,
                "alt": alt,
                "href": href,
                "properties": properties,
                "fillColor": fill_color,
                "strokeColor": stroke_color,
                "lineWidth": line_width,
                "widthMeters": width_meters,
                "lineCap": line_cap,
                "lineJoin": line_join,
                "miterLimit": miter_limit,
                "lineDashPattern": line_dash_pattern,
                "lineDashPhase": line_dash_phase,
                "strokeStart": stroke_start,
                "strokeEnd": stroke_end,
                "casing": casing,
            }
        )


class Graticule(Element):
    """Lines of latitude and longitude, with labels at the edges of the map.

    Args:
        id: A unique name within the scene.
        level: Below or above the map's labels. Default: "aboveRoads", and "aboveLabels" for fog.
        before: The id of the style layer that it is drawn below, instead of ``level``.
        alpha: The opacity of the whole overlay. Default: 1.
        opacity: Same as ``alpha``.
        blend: The blend mode with the map below. Default: ``normal``.
        blend_mode: Same as ``blend``.
        coordinate_system: The datum of the coordinates: WGS 84 (GPS), or the shifted datums of maps made in China. The
            innermost setting applies.
        title: A title, for formats with tooltips.
        alt: Alternative text, for people who cannot see the image.
        href: A link target, for formats with links.
        properties: Your own data under any keys, written to SVG as data-x-… attributes. On data overlays, it applies to
            features without properties of their own.
        grid: What the lines are: `degrees` of latitude and longitude; the meters of `utm`, or of `mgrs` with the names
            of zones and squares, in each zone; or those of a projected system such as `EPSG:2056`. Default: "degrees".
        interval: The distance between lines in degrees: one number, or [longitude, latitude]; of a grid of meters, one
            number of meters. Default: a round number that suits the zoom.
        stroke_color: The line color. Default: a translucent gray that suits the map.
        line_width: The line width in points. Default: 0.75.
        line_dash_pattern: Alternating lengths of dashes and gaps, in points.
        labels: Whether lines are labeled at the edges of the map, such as 25°E, and squares by their letters. Default:
            true.
        text_style: The style of the labels, 10 points by default.
    """

    _list = "overlays"

    def __init__(
        self,
        *,
        id: str | None = None,
        level: Literal["aboveRoads", "aboveLabels"] | None = None,
        before: str | None = None,
        alpha: float | None = None,
        opacity: float | None = None,
        blend: Literal["normal", "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "softLight", "hardLight", "difference", "exclusion", "hue", "saturation", "color", "luminosity", "plusLighter"] | None = None,
        blend_mode: Literal["normal", "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "softLight", "hardLight", "difference", "exclusion", "hue", "saturation", "color", "luminosity", "plusLighter"] | None = None,
        coordinate_system: Literal["wgs84", "gcj02", "bd09"] | None = None,
        title: str | None = None,
        alt: str | None = None,
        href: str | None = None,
        properties: Mapping[str, Any] | None = None,
        grid: str | None = None,
        interval: float | Sequence[float] | None = None,
        stroke_color: str | None = None,
        line_width: float | None = None,
        line_dash_pattern: Sequence[float] | None = None,
        labels: bool | None = None,
        text_style: TextStyle | Mapping[str, Any] | None = None,
    ) -> None:
        self._set(
            {
                "type": "graticule",
                "id": id,
                "level": level,
                "before": before,
                "alpha": alpha,
                "opacity": opacity,
                "blend": blend,
                "blendMode": blend_mode,
                "coordinateSystem": coordinate_system,
                "title": title,
                "alt": alt,
                "href": href,
                "properties": properties,
                "grid": grid,
                "interval": interval,
                "strokeColor": stroke_color,
                "lineWidth": line_width,
                "lineDashPattern": line_dash_pattern,
                "labels": labels,
                "textStyle": text_style,
            }
        )


class Fog(Element):
    """Fog of war: covers the whole image except what tracks have revealed.

    Args:
        reveal: The revealed areas.
        id: A unique name within the scene.
        level: Below or above the map's labels. Default: "aboveRoads", and "aboveLabels" for fog.
        before: The id of the style layer that it is drawn below, instead of ``level``.
        alpha: The opacity of the whole overlay. Default: 1.
        opacity: Same as ``alpha``.
        blend: The blend mode with the map below. Default: ``normal``.
        blend_mode: Same as ``blend``.
        coordinate_system: The datum of the coordinates: WGS 84 (GPS), or the shifted datums of maps made in China. The
            innermost setting applies.
        title: A title, for formats with tooltips.
        alt: Alternative text, for people who cannot see the image.
        href: A link target, for formats with links.
        properties: Your own data under any keys, written to SVG as data-x-… attributes. On data overlays, it applies to
            features without properties of their own.
        color: The color of the fog, including its opacity.
        feather: The width of the soft edge in points. Default: 8.
    """

    _list = "overlays"

    def __init__(
        self,
        reveal: Sequence[Reveal | Mapping[str, Any]],
        *,
        id: str | None = None,
        level: Literal["aboveRoads", "aboveLabels"] | None = None,
        before: str | None = None,
        alpha: float | None = None,
        opacity: float | None = None,
        blend: Literal["normal", "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "softLight", "hardLight", "difference", "exclusion", "hue", "saturation", "color", "luminosity", "plusLighter"] | None = None,
        blend_mode: Literal["normal", "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "softLight", "hardLight", "difference", "exclusion", "hue", "saturation", "color", "luminosity", "plusLighter"] | None = None,
        coordinate_system: Literal["wgs84", "gcj02", "bd09"] | None = None,
        title: str | None = None,
        alt: str | None = None,
        href: str | None = None,
        properties: Mapping[str, Any] | None = None,
        color: str | None = None,
        feather: float | None = None,
    ) -> None:
        self._set(
            {
                "type": "fog",
                "reveal": reveal,
                "id": id,
                "level": level,
                "before": before,
                "alpha": alpha,
                "opacity": opacity,
                "blend": blend,
                "blendMode": blend_mode,
                "coordinateSystem": coordinate_system,
                "title": title,
                "alt": alt,
                "href": href,
                "properties": properties,
                "color": color,
                "feather": feather,
            }
        )


class Night(Element):
    """The part of the Earth where it is night at a time, darker from one twilight to the next.

    Args:
        time: When, such as `2026-06-21T12:00:00Z`. Times without a zone are UTC.
        id: A unique name within the scene.
        level: Below or above the map's labels. Default: "aboveRoads", and "aboveLabels" for fog.
        before: The id of the style layer that it is drawn below, instead of ``level``.
        alpha: The opacity of the whole overlay. Default: 1.
        opacity: Same as ``alpha``.
        blend: The blend mode with the map below. Default: ``normal``.
        blend_mode: Same as ``blend``.
        coordinate_system: The datum of the coordinates: WGS 84 (GPS), or the shifted datums of maps made in China. The
            innermost setting applies.
        title: A title, for formats with tooltips.
        alt: Alternative text, for people who cannot see the image.
        href: A link target, for formats with links.
        properties: Your own data under any keys, written to SVG as data-x-… attributes. On data overlays, it applies to
            features without properties of their own.
        until: When an animation ends, which begins at ``time``. Default: the sun stands still.
        color: The color of the night. Default: a dark blue.
        darkness: How dark the deepest night is. Default: 0.55.
        twilight: Whether twilight is lighter than night, in three steps. Default: true.
    """

    _list = "overlays"

    def __init__(
        self,
        time: str,
        *,
        id: str | None = None,
        level: Literal["aboveRoads", "aboveLabels"] | None = None,
        before: str | None = None,
        alpha: float | None = None,
        opacity: float | None = None,
        blend: Literal["normal", "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "softLight", "hardLight", "difference", "exclusion", "hue", "saturation", "color", "luminosity", "plusLighter"] | None = None,
        blend_mode: Literal["normal", "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "softLight", "hardLight", "difference", "exclusion", "hue", "saturation", "color", "luminosity", "plusLighter"] | None = None,
        coordinate_system: Literal["wgs84", "gcj02", "bd09"] | None = None,
        title: str | None = None,
        alt: str | None = None,
        href: str | None = None,
        properties: Mapping[str, Any] | None = None,
        until: str | None = None,
        color: str | None = None,
        darkness: float | None = None,
        twilight: bool | None = None,
    ) -> None:
        self._set(
            {
                "type": "night",
                "time": time,
                "id": id,
                "level": level,
                "before": before,
                "alpha": alpha,
                "opacity": opacity,
                "blend": blend,
                "blendMode": blend_mode,
                "coordinateSystem": coordinate_system,
                "title": title,
                "alt": alt,
                "href": href,
                "properties": properties,
                "until": until,
                "color": color,
                "darkness": darkness,
                "twilight": twilight,
            }
        )


class Reveal(Element):
    """An area that a track has revealed.

    Args:
        track: Ids of polylines, polygons or circles in the scene.
        coordinates: The vertices of a track, or a single coordinate.
        width: The width of the revealed track, in points. Default: 32.
        radius_meters: The visible distance to each side in meters, instead of ``width``.
        coordinate_system: The datum of ``coordinates``. Default: the overlay's.
    """

    def __init__(
        self,
        *,
        track: str | Sequence[str] | None = None,
        coordinates: Sequence[Coordinate] | None = None,
        width: float | None = None,
        radius_meters: float | None = None,
        coordinate_system: Literal["wgs84", "gcj02", "bd09"] | None = None,
    ) -> None:
        self._set(
            {
                "track": track,
                "coordinates": coordinates,
                "width": width,
                "radiusMeters": radius_meters,
                "coordinateSystem": coordinate_system,
            }
        )


class ScaleBar(Element):
    """A bar that shows a round distance, correct at the latitude where it is drawn.

    Args:
        units: Meters, feet and miles, or nautical miles. Default: "metric".
        max_width: The maximum length in points. Default: 110.
        style: `bar` draws a bar, and above it the ratio where the camera has a `mapScale`; `ratio` draws the ratio
            alone, with the latitude at which it is true. Default: "bar".
        at: The position. Default: "bottomLeft".
        margin: The distance from the edge in points: one number or [horizontal, vertical].
        origin: The top left corner, instead of ``at``.
        center: The center, instead of ``at``. Outside the image, nothing is drawn.
        visible: Whether it is drawn. Default: true.
        id: A name within the scene.
        alt: Alternative text, for people who cannot see the image.
        href: A link target, for formats with links.
    """

    _list = "decorations"

    def __init__(
        self,
        *,
        units: Literal["metric", "imperial", "nautical"] | None = None,
        max_width: float | None = None,
        style: Literal["bar", "ratio"] | None = None,
        at: Literal["topLeft", "top", "topRight", "left", "center", "right", "bottomLeft", "bottom", "bottomRight"] | None = None,
        margin: float | Sequence[float] | None = None,
        origin: Sequence[float] | None = None,
        center: Sequence[float] | None = None,
        visible: bool | None = None,
        id: str | None = None,
        alt: str | None = None,
        href: str | None = None,
    ) -> None:
        self._set(
            {
                "type": "scaleBar",
                "units": units,
                "maxWidth": max_width,
                "style": style,
                "at": at,
                "margin": margin,
                "origin": origin,
                "center": center,
                "visible": visible,
                "id": id,
                "alt": alt,
                "href": href,
            }
        )


class Compass(Element):
    """A compass that turns with the map.

    Args:
        visibility: "adaptive" draws it only if north is not up. Default: "adaptive".
        at: The position. Default: "topRight".
        margin: The distance from the edge in points: one number or [horizontal, vertical].
        origin: The top left corner, instead of ``at``.
        center: The center, instead of ``at``. Outside the image, nothing is drawn.
        visible: Whether it is drawn. Default: true.
        id: A name within the scene.
        alt: Alternative text, for people who cannot see the image.
        href: A link target, for formats with links.
    """

    _list = "decorations"

    def __init__(
        self,
        *,
        visibility: Literal["adaptive", "hidden", "visible"] | None = None,
        at: Literal["topLeft", "top", "topRight", "left", "center", "right", "bottomLeft", "bottom", "bottomRight"] | None = None,
        margin: float | Sequence[float] | None = None,
        origin: Sequence[float] | None = None,
        center: Sequence[float] | None = None,
        visible: bool | None = None,
        id: str | None = None,
        alt: str | None = None,
        href: str | None = None,
    ) -> None:
        self._set(
            {
                "type": "compass",
                "visibility": visibility,
                "at": at,
                "margin": margin,
                "origin": origin,
                "center": center,
                "visible": visible,
                "id": id,
                "alt": alt,
                "href": href,
            }
        )


class Legend(Element):
    """What the colors and sizes of data overlays mean, and a list of the annotations that are numbered ($num, $alpha)
    or have one or two characters in their marker.

    Args:
        title: A heading above the list.
        max_width: The maximum width in points. Default: 190.
        overlays: The ids of the data overlays that it explains. Default: all with `colorBy` or `sizeBy`.
        counts: Whether classes have the number of their features beside them. Default: false.
        at: The position. Default: "topLeft".
        margin: The distance from the edge in points: one number or [horizontal, vertical].
        origin: The top left corner, instead of ``at``.
        center: The center, instead of ``at``. Outside the image, nothing is drawn.
        visible: Whether it is drawn. Default: true.
        id: A name within the scene.
        alt: Alternative text, for people who cannot see the image.
        href: A link target, for formats with links.
    """

    _list = "decorations"

    def __init__(
        self,
        *,
        title: str | None = None,
        max_width: float | None = None,
        overlays: str | Sequence[str] | None = None,
        counts: bool | None = None,
        at: Literal["topLeft", "top", "topRight", "left", "center", "right", "bottomLeft", "bottom", "bottomRight"] | None = None,
        margin: float | Sequence[float] | None = None,
        origin: Sequence[float] | None = None,
        center: Sequence[float] | None = None,
        visible: bool | None = None,
        id: str | None = None,
        alt: str | None = None,
        href: str | None = None,
    ) -> None:
        self._set(
            {
                "type": "legend",
                "title": title,
                "maxWidth": max_width,
                "overlays": overlays,
                "counts": counts,
                "at": at,
                "margin": margin,
                "origin": origin,
                "center": center,
                "visible": visible,
                "id": id,
                "alt": alt,
                "href": href,
            }
        )


class ScreenText(Element):
    """A text at a fixed position, such as a title.

    Args:
        text: The text. Line breaks are kept.
        text_style: The style of the view ``text``. Lengths are in points.
        at: The position. Default: "topLeft".
        margin: The distance from the edge in points: one number or [horizontal, vertical].
        origin: The top left corner, instead of ``at``.
        center: The center, instead of ``at``. Outside the image, nothing is drawn.
        visible: Whether it is drawn. Default: true.
        id: A name within the scene.
        alt: Alternative text, for people who cannot see the image.
        href: A link target, for formats with links.
    """

    _list = "decorations"

    def __init__(
        self,
        text: str,
        *,
        text_style: TextStyle | Mapping[str, Any] | None = None,
        at: Literal["topLeft", "top", "topRight", "left", "center", "right", "bottomLeft", "bottom", "bottomRight"] | None = None,
        margin: float | Sequence[float] | None = None,
        origin: Sequence[float] | None = None,
        center: Sequence[float] | None = None,
        visible: bool | None = None,
        id: str | None = None,
        alt: str | None = None,
        href: str | None = None,
    ) -> None:
        self._set(
            {
                "type": "text",
                "text": text,
                "textStyle": text_style,
                "at": at,
                "margin": margin,
                "origin": origin,
                "center": center,
                "visible": visible,
                "id": id,
                "alt": alt,
                "href": href,
            }
        )


class ScreenImage(Element):
    """An image at a fixed position in the output. Default position: the center, and the lower left for a logo.

    Args:
        image: A file in the scene's folder or a data: URL, or one of these for each state.
        type: An image, or a logo, whose default position is the lower left.
        selected: Whether the ``selected`` image is shown. Default: false.
        anchor: The point of the image that is placed at the position. Default: same as ``at``.
        at: The position. Default: ``center``.
        margin: The distance from the edge in points: one number or [horizontal, vertical].
        origin: The top left corner, instead of ``at``.
        center: The center, instead of ``at``. Outside the image, nothing is drawn.
        visible: Whether it is drawn. Default: true.
        id: A name within the scene.
        alt: Alternative text, for people who cannot see the image.
        href: A link target, for formats with links.
    """

    _list = "decorations"

    def __init__(
        self,
        image: str | ImageStates | Mapping[str, Any],
        *,
        type: Literal["image", "logo"] | None = None,
        selected: bool | None = None,
        anchor: Literal["topLeft", "top", "topRight", "left", "center", "right", "bottomLeft", "bottom", "bottomRight"] | None = None,
        at: Literal["topLeft", "top", "topRight", "left", "center", "right", "bottomLeft", "bottom", "bottomRight"] | None = None,
        margin: float | Sequence[float] | None = None,
        origin: Sequence[float] | None = None,
        center: Sequence[float] | None = None,
        visible: bool | None = None,
        id: str | None = None,
        alt: str | None = None,
        href: str | None = None,
    ) -> None:
        self._set(
            {
                "image": image,
                "type": type,
                "selected": selected,
                "anchor": anchor,
                "at": at,
                "margin": margin,
                "origin": origin,
                "center": center,
                "visible": visible,
                "id": id,
                "alt": alt,
                "href": href,
            }
        )


class Rectangle(Element):
    """A plain rectangle at a fixed position, such as an app's sheet in a mock-up.

    Args:
        size: [width, height] in points, or as percentages of the image.
        fill_color: Default: white, or nearly black in dark appearance.
        stroke_color: The border color. Default: no border.
        line_width: The border width in points. Default: 1.
        corner_radius: One radius in points, or [topLeft, topRight, bottomRight, bottomLeft].
        shadow: Whether it has a soft shadow. Default: false.
        at: The position. Default: ``center``.
        margin: The distance from the edge in points: one number or [horizontal, vertical].
        origin: The top left corner, instead of ``at``.
        center: The center, instead of ``at``. Outside the image, nothing is drawn.
        visible: Whether it is drawn. Default: true.
        id: A name within the scene.
        alt: Alternative text, for people who cannot see the image.
        href: A link target, for formats with links.
    """

    _list = "decorations"

    def __init__(
        self,
        size: Sequence[float | str],
        *,
        fill_color: str | None = None,
        stroke_color: str | None = None,
        line_width: float | None = None,
        corner_radius: float | Sequence[float] | None = None,
        shadow: bool | None = None,
        at: Literal["topLeft", "top", "topRight", "left", "center", "right", "bottomLeft", "bottom", "bottomRight"] | None = None,
        margin: float | Sequence[float] | None = None,
        origin: Sequence[float] | None = None,
        center: Sequence[float] | None = None,
        visible: bool | None = None,
        id: str | None = None,
        alt: str | None = None,
        href: str | None = None,
    ) -> None:
        self._set(
            {
                "type": "rectangle",
                "size": size,
                "fillColor": fill_color,
                "strokeColor": stroke_color,
                "lineWidth": line_width,
                "cornerRadius": corner_radius,
                "shadow": shadow,
                "at": at,
                "margin": margin,
                "origin": origin,
                "center": center,
                "visible": visible,
                "id": id,
                "alt": alt,
                "href": href,
            }
        )


class ImageStates(Element):
    """An image for each state.

    Args:
        normal: The image of what is not selected.
        selected: The image of what is selected. Default: ``normal``.
    """

    def __init__(
        self,
        *,
        normal: str,
        selected: str | None = None,
    ) -> None:
        self._set(
            {
                "normal": normal,
                "selected": selected,
            }
        )


class Inset(Element):
    """A small map in the map that shows where it lies, or a part of it.

    Args:
        size: The width and height in points, or with a unit such as "30mm". Default: [120, 90].
        basemap: Its base map: a style, tiles, a projection such as `globe`, a language. Default: that of the scene.
        camera: What it shows: a center with a zoom, a region, bounds or a mapRect. Default: the center of the map, from
            farther away.
        zoom_out: How many zooms it is farther away than the map; negative numbers are nearer. Default: 5.
        extent: Whether the extent of the map is drawn in it. Default: true.
        extent_color: The color of the extent. Default: red.
        frame: Whether it has an edge. Default: true for flat maps, false for globes.
        at: The position. Default: "bottomLeft".
        margin: The distance from the edge in points: one number or [horizontal, vertical].
        origin: The top left corner, instead of ``at``.
        center: The center, instead of ``at``. Outside the image, nothing is drawn.
        visible: Whether it is drawn. Default: true.
        id: A name within the scene.
        alt: Alternative text, for people who cannot see the image.
        href: A link target, for formats with links.
    """

    _list = "decorations"

    def __init__(
        self,
        *,
        size: Sequence[float | str] | None = None,
        basemap: str | BaseMap | Mapping[str, Any] | None = None,
        camera: CameraKeys | Mapping[str, Any] | None = None,
        zoom_out: float | None = None,
        extent: bool | None = None,
        extent_color: str | None = None,
        frame: bool | None = None,
        at: Literal["topLeft", "top", "topRight", "left", "center", "right", "bottomLeft", "bottom", "bottomRight"] | None = None,
        margin: float | Sequence[float] | None = None,
        origin: Sequence[float] | None = None,
        center: Sequence[float] | None = None,
        visible: bool | None = None,
        id: str | None = None,
        alt: str | None = None,
        href: str | None = None,
    ) -> None:
        self._set(
            {
                "type": "inset",
                "size": size,
                "basemap": basemap,
                "camera": camera,
                "zoomOut": zoom_out,
                "extent": extent,
                "extentColor": extent_color,
                "frame": frame,
                "at": at,
                "margin": margin,
                "origin": origin,
                "center": center,
                "visible": visible,
                "id": id,
                "alt": alt,
                "href": href,
            }
        )


class Profile(Element):
    """A chart of what was measured along a track over the distance, in the colors of the track.

    Args:
        track: The id of the overlay that has the track. Default: the first one.
        value: What it shows over the distance. Default: ``elevation``.
        title: The title above the chart.
        size: The width and height in points. Default: [280, 110].
        card: Whether the chart lies on a card. Default: true.
        at: The position. Default: "bottomLeft".
        margin: The distance from the edge in points: one number or [horizontal, vertical].
        origin: The top left corner, instead of ``at``.
        center: The center, instead of ``at``. Outside the image, nothing is drawn.
        visible: Whether it is drawn. Default: true.
        id: A name within the scene.
        alt: Alternative text, for people who cannot see the image.
        href: A link target, for formats with links.
    """

    _list = "decorations"

    def __init__(
        self,
        *,
        track: str | None = None,
        value: Literal["elevation", "speed", "heartRate", "slope", "cadence", "temperature"] | None = None,
        title: str | None = None,
        size: Sequence[float] | None = None,
        card: bool | None = None,
        at: Literal["topLeft", "top", "topRight", "left", "center", "right", "bottomLeft", "bottom", "bottomRight"] | None = None,
        margin: float | Sequence[float] | None = None,
        origin: Sequence[float] | None = None,
        center: Sequence[float] | None = None,
        visible: bool | None = None,
        id: str | None = None,
        alt: str | None = None,
        href: str | None = None,
    ) -> None:
        self._set(
            {
                "type": "profile",
                "track": track,
                "value": value,
                "title": title,
                "size": size,
                "card": card,
                "at": at,
                "margin": margin,
                "origin": origin,
                "center": center,
                "visible": visible,
                "id": id,
                "alt": alt,
                "href": href,
            }
        )


class Animation(Element):
    """How the map moves, for `staticmap animate`. Still images do not show it.

    Args:
        duration: Seconds. Default: 6.
        fps: Frames per second. Default: 30.
        loop: Whether it begins again after its end. Default: true.
        camera: Where the camera passes. Default: it stays.
        tracks: Lines that are drawn over time.
        timeline: When annotations and overlays appear, by a property of theirs. What does not have it is always shown.
    """

    def __init__(
        self,
        *,
        duration: float | None = None,
        fps: float | None = None,
        loop: bool | None = None,
        camera: Sequence[Waypoint | Mapping[str, Any]] | None = None,
        tracks: Sequence[AnimatedTrack | Mapping[str, Any]] | None = None,
        timeline: Timeline | Mapping[str, Any] | None = None,
    ) -> None:
        self._set(
            {
                "duration": duration,
                "fps": fps,
                "loop": loop,
                "camera": camera,
                "tracks": tracks,
                "timeline": timeline,
            }
        )


class Waypoint(Element):
    """A camera at a time.

    Args:
        at: Seconds from the start. Default: spread evenly between its neighbors; the first begins, the last ends.
        camera: The visible part of the map. Default: everything in the scene fits.
        path: How the camera comes here: `fly` rises and descends as flyTo of MapLibre GL JS, `straight` changes center
            and zoom evenly, `cut` jumps. Default: "fly".
        ease: How fast it moves on its way here: it gathers speed and slows down, or moves evenly. Default: "smooth".
    """

    def __init__(
        self,
        *,
        at: float | None = None,
        camera: CameraKeys | Mapping[str, Any] | None = None,
        path: Literal["fly", "straight", "cut"] | None = None,
        ease: Literal["smooth", "linear"] | None = None,
    ) -> None:
        self._set(
            {
                "at": at,
                "camera": camera,
                "path": path,
                "ease": ease,
            }
        )


class AnimatedTrack(Element):
    """A line that is drawn over time.

    Args:
        track: The id of a polyline, or of an overlay of data, whose lines are drawn one after another.
        from_: Seconds from the start. Default: 0.
        to: Seconds from the start. Default: the end.
        marker: The id of an annotation that moves along.
    """

    def __init__(
        self,
        *,
        track: str,
        from_: float | None = None,
        to: float | None = None,
        marker: str | None = None,
    ) -> None:
        self._set(
            {
                "track": track,
                "from": from_,
                "to": to,
                "marker": marker,
            }
        )


class Timeline(Element):
    """When annotations and overlays appear, by a property of theirs. What does not have it is always shown.

    Args:
        property: The name of a property: a number, such as a year, or a date such as 2024-05-01T10:00:00Z.
        from_: The value at the start. Default: the smallest.
        to: The value at the end. Default: the largest.
        window: How long things stay, in units of the property, or seconds for dates. Default: until the end.
    """

    def __init__(
        self,
        *,
        property: str,
        from_: float | str | None = None,
        to: float | str | None = None,
        window: float | None = None,
    ) -> None:
        self._set(
            {
                "property": property,
                "from": from_,
                "to": to,
                "window": window,
            }
        )


class TileOverlay(Element):
    """Raster tiles over the map.

    Args:
        tiles: A path template such as tiles/{z}/{x}_{y}.png, a folder, or an MBTiles or PMTiles file. Relative paths
            are resolved against the scene's folder.
        id: A unique name within the scene.
        level: Below or above the map's labels. Default: "aboveRoads", and "aboveLabels" for fog.
        before: The id of the style layer that it is drawn below, instead of ``level``.
        alpha: The opacity of the whole overlay. Default: 1.
        opacity: Same as ``alpha``.
        blend: The blend mode with the map below. Default: ``normal``.
        blend_mode: Same as ``blend``.
        coordinate_system: The datum of the coordinates: WGS 84 (GPS), or the shifted datums of maps made in China. The
            innermost setting applies.
        title: A title, for formats with tooltips.
        alt: Alternative text, for people who cannot see the image.
        href: A link target, for formats with links.
        properties: Your own data under any keys, written to SVG as data-x-… attributes. On data overlays, it applies to
            features without properties of their own.
        min_zoom: The lowest tile zoom. Below it, nothing is drawn.
        minimum_z: Same as ``min_zoom``.
        max_zoom: The highest tile zoom available.
        maximum_z: Same as ``max_zoom``.
        overzoom: Whether tiles of ``max_zoom`` are enlarged beyond it. Default: true.
        tile_size: The side of a tile in points at its own zoom. Default: its size in pixels, or half of that for @2x
            files.
        geometry_flipped: Whether rows count from the south, as in TMS. Default: false.
        can_replace_map_content: Whether the tiles replace the base map, which is then not drawn. Default: false.
        missing_tiles: What to do when a tile is missing: leave a gap, enlarge the nearest tile of a lower zoom, or
            fail. Default: "skip".
        bounds: [west, south, east, north] in degrees. Nothing is drawn outside.
    """

    _list = "overlays"

    def __init__(
        self,
        tiles: str,
        *,
        id: str | None = None,
        level: Literal["aboveRoads", "aboveLabels"] | None = None,
        before: str | None = None,
        alpha: float | None = None,
        opacity: float | None = None,
        blend: Literal["normal", "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "softLight", "hardLight", "difference", "exclusion", "hue", "saturation", "color", "luminosity", "plusLighter"] | None = None,
        blend_mode: Literal["normal", "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "softLight", "hardLight", "difference", "exclusion", "hue", "saturation", "color", "luminosity", "plusLighter"] | None = None,
        coordinate_system: Literal["wgs84", "gcj02", "bd09"] | None = None,
        title: str | None = None,
        alt: str | None = None,
        href: str | None = None,
        properties: Mapping[str, Any] | None = None,
        min_zoom: int | None = None,
        minimum_z: int | None = None,
        max_zoom: int | None = None,
        maximum_z: int | None = None,
        overzoom: bool | None = None,
        tile_size: float | None = None,
        geometry_flipped: bool | None = None,
        can_replace_map_content: bool | None = None,
        missing_tiles: Literal["skip", "overzoom", "error"] | None = None,
        bounds: Sequence[float] | None = None,
    ) -> None:
        self._set(
            {
                "type": "tiles",
                "tiles": tiles,
                "id": id,
                "level": level,
                "before": before,
                "alpha": alpha,
                "opacity": opacity,
                "blend": blend,
                "blendMode": blend_mode,
                "coordinateSystem": coordinate_system,
                "title": title,
                "alt": alt,
                "href": href,
                "properties": properties,
                "minZoom": min_zoom,
                "minimumZ": minimum_z,
                "maxZoom": max_zoom,
                "maximumZ": maximum_z,
                "overzoom": overzoom,
                "tileSize": tile_size,
                "geometryFlipped": geometry_flipped,
                "canReplaceMapContent": can_replace_map_content,
                "missingTiles": missing_tiles,
                "bounds": bounds,
            }
        )


class GeoTIFF(Element):
    """GeoTIFF files over the map: orthophotos, satellite images or other rasters with a place on the Earth.

    Args:
        data: A GeoTIFF file or a folder of them, or an array of both, of which later ones lie over earlier ones.
            Relative paths are resolved against the scene's folder.
        id: A unique name within the scene.
        level: Below or above the map's labels. Default: "aboveRoads", and "aboveLabels" for fog.
        before: The id of the style layer that it is drawn below, instead of ``level``.
        alpha: The opacity of the whole overlay. Default: 1.
        opacity: Same as ``alpha``.
        blend: The blend mode with the map below. Default: ``normal``.
        blend_mode: Same as ``blend``.
        coordinate_system: The datum of the coordinates: WGS 84 (GPS), or the shifted datums of maps made in China. The
            innermost setting applies.
        title: A title, for formats with tooltips.
        alt: Alternative text, for people who cannot see the image.
        href: A link target, for formats with links.
        properties: Your own data under any keys, written to SVG as data-x-… attributes. On data overlays, it applies to
            features without properties of their own.
        bands: The bands that are red, green and blue, or one band, from 1. Default: those that the file says.
        stretch: What is black and what is white, or where a palette begins and ends: percent of the values such as
            "2-98%", two values, or "none" for the values as they are. Default: "none" for 8 bits, else "2-98%".
        colors: The colors of a single band: the name of a palette such as viridis or an array of colors, over the
            stretch, or an array of [value, color].
        min_zoom: The lowest tile zoom. Below it, nothing is drawn.
        minimum_z: Same as ``min_zoom``.
        max_zoom: The highest tile zoom available.
        maximum_z: Same as ``max_zoom``.
        overzoom: Whether the finest pixels are enlarged. Default: true.
        can_replace_map_content: Whether the rasters replace the base map, which is then not drawn. Default: false.
        bounds: [west, south, east, north] in degrees. Nothing is drawn outside.
    """

    _list = "overlays"

    def __init__(
        self,
        data: str | Sequence[str],
        *,
        id: str | None = None,
        level: Literal["aboveRoads", "aboveLabels"] | None = None,
        before: str | None = None,
        alpha: float | None = None,
        opacity: float | None = None,
        blend: Literal["normal", "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "softLight", "hardLight", "difference", "exclusion", "hue", "saturation", "color", "luminosity", "plusLighter"] | None = None,
        blend_mode: Literal["normal", "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "softLight", "hardLight", "difference", "exclusion", "hue", "saturation", "color", "luminosity", "plusLighter"] | None = None,
        coordinate_system: Literal["wgs84", "gcj02", "bd09"] | None = None,
        title: str | None = None,
        alt: str | None = None,
        href: str | None = None,
        properties: Mapping[str, Any] | None = None,
        bands: int | Sequence[int] | None = None,
        stretch: str | Sequence[float] | None = None,
        colors: Sequence[Sequence[float]] | str | Sequence[str] | None = None,
        min_zoom: int | None = None,
        minimum_z: int | None = None,
        max_zoom: int | None = None,
        maximum_z: int | None = None,
        overzoom: bool | None = None,
        can_replace_map_content: bool | None = None,
        bounds: Sequence[float] | None = None,
    ) -> None:
        self._set(
            {
                "type": "geotiff",
                "data": data,
                "id": id,
                "level": level,
                "before": before,
                "alpha": alpha,
                "opacity": opacity,
                "blend": blend,
                "blendMode": blend_mode,
                "coordinateSystem": coordinate_system,
                "title": title,
                "alt": alt,
                "href": href,
                "properties": properties,
                "bands": bands,
                "stretch": stretch,
                "colors": colors,
                "minZoom": min_zoom,
                "minimumZ": minimum_z,
                "maxZoom": max_zoom,
                "maximumZ": maximum_z,
                "overzoom": overzoom,
                "canReplaceMapContent": can_replace_map_content,
                "bounds": bounds,
            }
        )


class GeoJSON(Element):
    """The points, lines and areas of GeoJSON data, styled by simplestyle properties or by those of the MapLibre style
    specification.

    Args:
        data: A file, or inline GeoJSON or TopoJSON. Relative paths are resolved against the scene's folder.
        id: A unique name within the scene.
        level: Below or above the map's labels. Default: "aboveRoads", and "aboveLabels" for fog.
        before: The id of the style layer that it is drawn below, instead of ``level``.
        alpha: The opacity of the whole overlay. Default: 1.
        opacity: Same as ``alpha``.
        blend: The blend mode with the map below. Default: ``normal``.
        blend_mode: Same as ``blend``.
        coordinate_system: The datum of the coordinates: WGS 84 (GPS), or the shifted datums of maps made in China. The
            innermost setting applies.
        title: A title, for formats with tooltips.
        alt: Alternative text, for people who cannot see the image.
        href: A link target, for formats with links.
        properties: Your own data under any keys, written to SVG as data-x-… attributes. On data overlays, it applies to
            features without properties of their own.
        layers: The names of the objects of a topology to draw. Default: all.
        fill_color: The fill color of areas without a color of their own.
        color_by: Colors by a property: its name, or more.
        size_by: Sizes of circles, or widths of lines, by a property: its name, or more.
        label: Texts on features with properties in braces, such as `{rate|0.0} %`.
        join: A table whose columns become properties.
        flows: Lines from one place to another in place of the features.
        aggregate: Cells or clusters in which points are counted.
        track: What is marked along tracks, and their units.
        elevation: "terrain": lines and points have the heights of the ground, of ``elevation`` of the base map or of
            the style, in place of their own.
        stroke_color: The line color. Default: #007AFF.
        line_width: The line width in points, at every zoom.
        width_meters: The line width in meters on the ground, instead of ``line_width``.
        line_cap: The shape of line ends. Default: "round".
        line_join: The shape of line corners. Default: "round".
        miter_limit: The maximum miter length in line widths; longer miters become bevels. Default: 10.
        line_dash_pattern: Alternating lengths of dashes and gaps, in points.
        line_dash_phase: The offset into the dash pattern at which the line starts, in points. Default: 0.
        stroke_start: The fraction of the line's length at which drawing starts. Default: 0.
        stroke_end: The fraction of the line's length at which drawing ends. Default: 1.
        casing: A casing along both sides.
    """

    _list = "overlays"

    def __init__(
        self,
        data: Data,
        *,
        id: str | None = None,
        level: Literal["aboveRoads", "aboveLabels"] | None = None,
        before: str | None = None,
        alpha: float | None = None,
        opacity: float | None = None,
        blend: Literal["normal", "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "softLight", "hardLight", "difference", "exclusion", "hue", "saturation", "color", "luminosity", "plusLighter"] | None = None,
        blend_mode: Literal["normal", "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "softLight", "hardLight", "difference", "exclusion", "hue", "saturation", "color", "luminosity", "plusLighter"] | None = None,
        coordinate_system: Literal["wgs84", "gcj02", "bd09"] | None = None,
        title: str | None = None,
        alt: str | None = None,
        href: str | None = None,
        properties: Mapping[str, Any] | None = None,
        layers: str | Sequence[str] | None = None,
        fill_color: str | None = None,
        color_by: str | ColorBy | Mapping[str, Any] | None = None,
        size_by: str | SizeBy | Mapping[str, Any] | None = None,
        label: str | DataLabel | Mapping[str, Any] | None = None,
        join: Join | Mapping[str, Any] | None = None,
        flows: Flows | Mapping[str, Any] | None = None,
        aggregate: Literal["hexagons", "squares", "clusters"] | Aggregate | Mapping[str, Any] | None = None,
        track: TrackStyle | Mapping[str, Any] | None = None,
        elevation: Literal["terrain"] | None = None,
        stroke_color: str | None = None,
        line_width: float | None = None,
        width_meters: float | None = None,
        line_cap: Literal["butt", "round", "square"] | None = None,
        line_join: Literal["miter", "round", "bevel"] | None = None,
        miter_limit: float | None = None,
        line_dash_pattern: Sequence[float] | None = None,
        line_dash_phase: float | None = None,
        stroke_start: float | None = None,
        stroke_end: float | None = None,
        casing: bool | Casing | Mapping[str, Any] | None = None,
    ) -> None:
        self._set(
            {
                "type": "geojson",
                "data": data,
                "id": id,
                "level": level,
                "before": before,
                "alpha": alpha,
                "opacity": opacity,
                "blend": blend,
                "blendMode": blend_mode,
                "coordinateSystem": coordinate_system,
                "title": title,
                "alt": alt,
                "href": href,
                "properties": properties,
                "layers": layers,
                "fillColor": fill_color,
                "colorBy": color_by,
                "sizeBy": size_by,
                "label": label,
                "join": join,
                "flows": flows,
                "aggregate": aggregate,
                "track": track,
                "elevation": elevation,
                "strokeColor": stroke_color,
                "lineWidth": line_width,
                "widthMeters": width_meters,
                "lineCap": line_cap,
                "lineJoin": line_join,
                "miterLimit": miter_limit,
                "lineDashPattern": line_dash_pattern,
                "lineDashPhase": line_dash_phase,
                "strokeStart": stroke_start,
                "strokeEnd": stroke_end,
                "casing": casing,
            }
        )


class TopoJSON(Element):
    """The points, lines and areas of GeoJSON data, styled by simplestyle properties or by those of the MapLibre style
    specification.

    Args:
        data: A file, or inline GeoJSON or TopoJSON. Relative paths are resolved against the scene's folder.
        id: A unique name within the scene.
        level: Below or above the map's labels. Default: "aboveRoads", and "aboveLabels" for fog.
        before: The id of the style layer that it is drawn below, instead of ``level``.
        alpha: The opacity of the whole overlay. Default: 1.
        opacity: Same as ``alpha``.
        blend: The blend mode with the map below. Default: ``normal``.
        blend_mode: Same as ``blend``.
        coordinate_system: The datum of the coordinates: WGS 84 (GPS), or the shifted datums of maps made in China. The
            innermost setting applies.
        title: A title, for formats with tooltips.
        alt: Alternative text, for people who cannot see the image.
        href: A link target, for formats with links.
        properties: Your own data under any keys, written to SVG as data-x-… attributes. On data overlays, it applies to
            features without properties of their own.
        layers: The names of the objects of a topology to draw. Default: all.
        fill_color: The fill color of areas without a color of their own.
        color_by: Colors by a property: its name, or more.
        size_by: Sizes of circles, or widths of lines, by a property: its name, or more.
        label: Texts on features with properties in braces, such as `{rate|0.0} %`.
        join: A table whose columns become properties.
        flows: Lines from one place to another in place of the features.
        aggregate: Cells or clusters in which points are counted.
        track: What is marked along tracks, and their units.
        elevation: "terrain": lines and points have the heights of the ground, of ``elevation`` of the base map or of
            the style, in place of their own.
        stroke_color: The line color. Default: #007AFF.
        line_width: The line width in points, at every zoom.
        width_meters: The line width in meters on the ground, instead of ``line_width``.
        line_cap: The shape of line ends. Default: "round".
        line_join: The shape of line corners. Default: "round".
        miter_limit: The maximum miter length in line widths; longer miters become bevels. Default: 10.
        line_dash_pattern: Alternating lengths of dashes and gaps, in points.
        line_dash_phase: The offset into the dash pattern at which the line starts, in points. Default: 0.
        stroke_start: The fraction of the line's length at which drawing starts. Default: 0.
        stroke_end: The fraction of the line's length at which drawing ends. Default: 1.
        casing: A casing along both sides.
    """

    _list = "overlays"

    def __init__(
        self,
        data: Data,
        *,
        id: str | None = None,
        level: Literal["aboveRoads", "aboveLabels"] | None = None,
        before: str | None = None,
        alpha: float | None = None,
        opacity: float | None = None,
        blend: Literal["normal", "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "softLight", "hardLight", "difference", "exclusion", "hue", "saturation", "color", "luminosity", "plusLighter"] | None = None,
        blend_mode: Literal["normal", "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "softLight", "hardLight", "difference", "exclusion", "hue", "saturation", "color", "luminosity", "plusLighter"] | None = None,
        coordinate_system: Literal["wgs84", "gcj02", "bd09"] | None = None,
        title: str | None = None,
        alt: str | None = None,
        href: str | None = None,
        properties: Mapping[str, Any] | None = None,
        layers: str | Sequence[str] | None = None,
        fill_color: str | None = None,
        color_by: str | ColorBy | Mapping[str, Any] | None = None,
        size_by: str | SizeBy | Mapping[str, Any] | None = None,
        label: str | DataLabel | Mapping[str, Any] | None = None,
        join: Join | Mapping[str, Any] | None = None,
        flows: Flows | Mapping[str, Any] | None = None,
        aggregate: Literal["hexagons", "squares", "clusters"] | Aggregate | Mapping[str, Any] | None = None,
        track: TrackStyle | Mapping[str, Any] | None = None,
        elevation: Literal["terrain"] | None = None,
        stroke_color: str | None = None,
        line_width: float | None = None,
        width_meters: float | None = None,
        line_cap: Literal["butt", "round", "square"] | None = None,
        line_join: Literal["miter", "round", "bevel"] | None = None,
        miter_limit: float | None = None,
        line_dash_pattern: Sequence[float] | None = None,
        line_dash_phase: float | None = None,
        stroke_start: float | None = None,
        stroke_end: float | None = None,
        casing: bool | Casing | Mapping[str, Any] | None = None,
    ) -> None:
        self._set(
            {
                "type": "topojson",
                "data": data,
                "id": id,
                "level": level,
                "before": before,
                "alpha": alpha,
                "opacity": opacity,
                "blend": blend,
                "blendMode": blend_mode,
                "coordinateSystem": coordinate_system,
                "title": title,
                "alt": alt,
                "href": href,
                "properties": properties,
                "layers": layers,
                "fillColor": fill_color,
                "colorBy": color_by,
                "sizeBy": size_by,
                "label": label,
                "join": join,
                "flows": flows,
                "aggregate": aggregate,
                "track": track,
                "elevation": elevation,
                "strokeColor": stroke_color,
                "lineWidth": line_width,
                "widthMeters": width_meters,
                "lineCap": line_cap,
                "lineJoin": line_join,
                "miterLimit": miter_limit,
                "lineDashPattern": line_dash_pattern,
                "lineDashPhase": line_dash_phase,
                "strokeStart": stroke_start,
                "strokeEnd": stroke_end,
                "casing": casing,
            }
        )


class GPX(Element):
    """The features of a GPX, KML, KMZ or GeoPackage file, or of well-known text.

    Args:
        data: A file; well-known text may also be inline, such as "POINT(24.94 60.17)". Relative paths are resolved
            against the scene's folder.
        id: A unique name within the scene.
        level: Below or above the map's labels. Default: "aboveRoads", and "aboveLabels" for fog.
        before: The id of the style layer that it is drawn below, instead of ``level``.
        alpha: The opacity of the whole overlay. Default: 1.
        opacity: Same as ``alpha``.
        blend: The blend mode with the map below. Default: ``normal``.
        blend_mode: Same as ``blend``.
        coordinate_system: The datum of the coordinates: WGS 84 (GPS), or the shifted datums of maps made in China. The
            innermost setting applies.
        title: A title, for formats with tooltips.
        alt: Alternative text, for people who cannot see the image.
        href: A link target, for formats with links.
        properties: Your own data under any keys, written to SVG as data-x-… attributes. On data overlays, it applies to
            features without properties of their own.
        layers: The names of what to draw: feature tables of a GeoPackage, or folders of a KML document. Default: all.
        fill_color: The fill color of areas without a color of their own.
        color_by: Colors by a property: its name, or more.
        size_by: Sizes of circles, or widths of lines, by a property: its name, or more.
        label: Texts on features with properties in braces, such as `{rate|0.0} %`.
        join: A table whose columns become properties.
        flows: Lines from one place to another in place of the features.
        aggregate: Cells or clusters in which points are counted.
        track: What is marked along tracks, and their units.
        elevation: "terrain": lines and points have the heights of the ground, of ``elevation`` of the base map or of
            the style, in place of their own.
        stroke_color: The line color. Default: #007AFF.
        line_width: The line width in points, at every zoom.
        width_meters: The line width in meters on the ground, instead of ``line_width``.
        line_cap: The shape of line ends. Default: "round".
        line_join: The shape of line corners. Default: "round".
        miter_limit: The maximum miter length in line widths; longer miters become bevels. Default: 10.
        line_dash_pattern: Alternating lengths of dashes and gaps, in points.
        line_dash_phase: The offset into the dash pattern at which the line starts, in points. Default: 0.
        stroke_start: The fraction of the line's length at which drawing starts. Default: 0.
        stroke_end: The fraction of the line's length at which drawing ends. Default: 1.
        casing: A casing along both sides.
    """

    _list = "overlays"

    def __init__(
        self,
        data: str,
        *,
        id: str | None = None,
        level: Literal["aboveRoads", "aboveLabels"] | None = None,
        before: str | None = None,
        alpha: float | None = None,
        opacity: float | None = None,
        blend: Literal["normal", "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "softLight", "hardLight", "difference", "exclusion", "hue", "saturation", "color", "luminosity", "plusLighter"] | None = None,
        blend_mode: Literal["normal", "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "softLight", "hardLight", "difference", "exclusion", "hue", "saturation", "color", "luminosity", "plusLighter"] | None = None,
        coordinate_system: Literal["wgs84", "gcj02", "bd09"] | None = None,
        title: str | None = None,
        alt: str | None = None,
        href: str | None = None,
        properties: Mapping[str, Any] | None = None,
        layers: str | Sequence[str] | None = None,
        fill_color: str | None = None,
        color_by: str | ColorBy | Mapping[str, Any] | None = None,
        size_by: str | SizeBy | Mapping[str, Any] | None = None,
        label: str | DataLabel | Mapping[str, Any] | None = None,
        join: Join | Mapping[str, Any] | None = None,
        flows: Flows | Mapping[str, Any] | None = None,
        aggregate: Literal["hexagons", "squares", "clusters"] | Aggregate | Mapping[str, Any] | None = None,
        track: TrackStyle | Mapping[str, Any] | None = None,
        elevation: Literal["terrain"] | None = None,
        stroke_color: str | None = None,
        line_width: float | None = None,
        width_meters: float | None = None,
        line_cap: Literal["butt", "round", "square"] | None = None,
        line_join: Literal["miter", "round", "bevel"] | None = None,
        miter_limit: float | None = None,
        line_dash_pattern: Sequence[float] | None = None,
        line_dash_phase: float | None = None,
        stroke_start: float | None = None,
        stroke_end: float | None = None,
        casing: bool | Casing | Mapping[str, Any] | None = None,
    ) -> None:
        self._set(
            {
                "type": "gpx",
                "data": data,
                "id": id,
                "level": level,
                "before": before,
                "alpha": alpha,
                "opacity": opacity,
                "blend": blend,
                "blendMode": blend_mode,
                "coordinateSystem": coordinate_system,
                "title": title,
                "alt": alt,
                "href": href,
                "properties": properties,
                "layers": layers,
                "fillColor": fill_color,
                "colorBy": color_by,
                "sizeBy": size_by,
                "label": label,
                "join": join,
                "flows": flows,
                "aggregate": aggregate,
                "track": track,
                "elevation": elevation,
                "strokeColor": stroke_color,
                "lineWidth": line_width,
                "widthMeters": width_meters,
                "lineCap": line_cap,
                "lineJoin": line_join,
                "miterLimit": miter_limit,
                "lineDashPattern": line_dash_pattern,
                "lineDashPhase": line_dash_phase,
                "strokeStart": stroke_start,
                "strokeEnd": stroke_end,
                "casing": casing,
            }
        )


class KML(Element):
    """The features of a GPX, KML, KMZ or GeoPackage file, or of well-known text.

    Args:
        data: A file; well-known text may also be inline, such as "POINT(24.94 60.17)". Relative paths are resolved
            against the scene's folder.
        id: A unique name within the scene.
        level: Below or above the map's labels. Default: "aboveRoads", and "aboveLabels" for fog.
        before: The id of the style layer that it is drawn below, instead of ``level``.
        alpha: The opacity of the whole overlay. Default: 1.
        opacity: Same as ``alpha``.
        blend: The blend mode with the map below. Default: ``normal``.
        blend_mode: Same as ``blend``.
        coordinate_system: The datum of the coordinates: WGS 84 (GPS), or the shifted datums of maps made in China. The
            innermost setting applies.
        title: A title, for formats with tooltips.
        alt: Alternative text, for people who cannot see the image.
        href: A link target, for formats with links.
        properties: Your own data under any keys, written to SVG as data-x-… attributes. On data overlays, it applies to
            features without properties of their own.
        layers: The names of what to draw: feature tables of a GeoPackage, or folders of a KML document. Default: all.
        fill_color: The fill color of areas without a color of their own.
        color_by: Colors by a property: its name, or more.
        size_by: Sizes of circles, or widths of lines, by a property: its name, or more.
        label: Texts on features with properties in braces, such as `{rate|0.0} %`.
        join: A table whose columns become properties.
        flows: Lines from one place to another in place of the features.
        aggregate: Cells or clusters in which points are counted.
        track: What is marked along tracks, and their units.
        elevation: "terrain": lines and points have the heights of the ground, of ``elevation`` of the base map or of
            the style, in place of their own.
        stroke_color: The line color. Default: #007AFF.
        line_width: The line width in points, at every zoom.
        width_meters: The line width in meters on the ground, instead of ``line_width``.
        line_cap: The shape of line ends. Default: "round".
        line_join: The shape of line corners. Default: "round".
        miter_limit: The maximum miter length in line widths; longer miters become bevels. Default: 10.
        line_dash_pattern: Alternating lengths of dashes and gaps, in points.
        line_dash_phase: The offset into the dash pattern at which the line starts, in points. Default: 0.
        stroke_start: The fraction of the line's length at which drawing starts. Default: 0.
        stroke_end: The fraction of the line's length at which drawing ends. Default: 1.
        casing: A casing along both sides.
    """

    _list = "overlays"

    def __init__(
        self,
        data: str,
        *,
        id: str | None = None,
        level: Literal["aboveRoads", "aboveLabels"] | None = None,
        before: str | None = None,
        alpha: float | None = None,
        opacity: float | None = None,
        blend: Literal["normal", "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "softLight", "hardLight", "difference", "exclusion", "hue", "saturation", "color", "luminosity", "plusLighter"] | None = None,
        blend_mode: Literal["normal", "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "softLight", "hardLight", "difference", "exclusion", "hue", "saturation", "color", "luminosity", "plusLighter"] | None = None,
        coordinate_system: Literal["wgs84", "gcj02", "bd09"] | None = None,
        title: str | None = None,
        alt: str | None = None,
        href: str | None = None,
        properties: Mapping[str, Any] | None = None,
        layers: str | Sequence[str] | None = None,
        fill_color: str | None = None,
        color_by: str | ColorBy | Mapping[str, Any] | None = None,
        size_by: str | SizeBy | Mapping[str, Any] | None = None,
        label: str | DataLabel | Mapping[str, Any] | None = None,
        join: Join | Mapping[str, Any] | None = None,
        flows: Flows | Mapping[str, Any] | None = None,
        aggregate: Literal["hexagons", "squares", "clusters"] | Aggregate | Mapping[str, Any] | None = None,
        track: TrackStyle | Mapping[str, Any] | None = None,
        elevation: Literal["terrain"] | None = None,
        stroke_color: str | None = None,
        line_width: float | None = None,
        width_meters: float | None = None,
        line_cap: Literal["butt", "round", "square"] | None = None,
        line_join: Literal["miter", "round", "bevel"] | None = None,
        miter_limit: float | None = None,
        line_dash_pattern: Sequence[float] | None = None,
        line_dash_phase: float | None = None,
        stroke_start: float | None = None,
        stroke_end: float | None = None,
        casing: bool | Casing | Mapping[str, Any] | None = None,
    ) -> None:
        self._set(
            {
                "type": "kml",
                "data": data,
                "id": id,
                "level": level,
                "before": before,
                "alpha": alpha,
                "opacity": opacity,
                "blend": blend,
                "blendMode": blend_mode,
                "coordinateSystem": coordinate_system,
                "title": title,
                "alt": alt,
                "href": href,
                "properties": properties,
                "layers": layers,
                "fillColor": fill_color,
                "colorBy": color_by,
                "sizeBy": size_by,
                "label": label,
                "join": join,
                "flows": flows,
                "aggregate": aggregate,
                "track": track,
                "elevation": elevation,
                "strokeColor": stroke_color,
                "lineWidth": line_width,
                "widthMeters": width_meters,
                "lineCap": line_cap,
                "lineJoin": line_join,
                "miterLimit": miter_limit,
                "lineDashPattern": line_dash_pattern,
                "lineDashPhase": line_dash_phase,
                "strokeStart": stroke_start,
                "strokeEnd": stroke_end,
                "casing": casing,
            }
        )


class GeoPackage(Element):
    """The features of a GPX, KML, KMZ or GeoPackage file, or of well-known text.

    Args:
        data: A file; well-known text may also be inline, such as "POINT(24.94 60.17)". Relative paths are resolved
            against the scene's folder.
        id: A unique name within the scene.
        level: Below or above the map's labels. Default: "aboveRoads", and "aboveLabels" for fog.
        before: The id of the style layer that it is drawn below, instead of ``level``.
        alpha: The opacity of the whole overlay. Default: 1.
        opacity: Same as ``alpha``.
        blend: The blend mode with the map below. Default: ``normal``.
        blend_mode: Same as ``blend``.
        coordinate_system: The datum of the coordinates: WGS 84 (GPS), or the shifted datums of maps made in China. The
            innermost setting applies.
        title: A title, for formats with tooltips.
        alt: Alternative text, for people who cannot see the image.
        href: A link target, for formats with links.
        properties: Your own data under any keys, written to SVG as data-x-… attributes. On data overlays, it applies to
            features without properties of their own.
        layers: The names of what to draw: feature tables of a GeoPackage, or folders of a KML document. Default: all.
        fill_color: The fill color of areas without a color of their own.
        color_by: Colors by a property: its name, or more.
        size_by: Sizes of circles, or widths of lines, by a property: its name, or more.
        label: Texts on features with properties in braces, such as `{rate|0.0} %`.
        join: A table whose columns become properties.
        flows: Lines from one place to another in place of the features.
        aggregate: Cells or clusters in which points are counted.
        track: What is marked along tracks, and their units.
        elevation: "terrain": lines and points have the heights of the ground, of ``elevation`` of the base map or of
            the style, in place of their own.
        stroke_color: The line color. Default: #007AFF.
        line_width: The line width in points, at every zoom.
        width_meters: The line width in meters on the ground, instead of ``line_width``.
        line_cap: The shape of line ends. Default: "round".
        line_join: The shape of line corners. Default: "round".
        miter_limit: The maximum miter length in line widths; longer miters become bevels. Default: 10.
        line_dash_pattern: Alternating lengths of dashes and gaps, in points.
        line_dash_phase: The offset into the dash pattern at which the line starts, in points. Default: 0.
        stroke_start: The fraction of the line's length at which drawing starts. Default: 0.
        stroke_end: The fraction of the line's length at which drawing ends. Default: 1.
        casing: A casing along both sides.
    """

    _list = "overlays"

    def __init__(
        self,
        data: str,
        *,
        id: str | None = None,
        level: Literal["aboveRoads", "aboveLabels"] | None = None,
        before: str | None = None,
        alpha: float | None = None,
        opacity: float | None = None,
        blend: Literal["normal", "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "softLight", "hardLight", "difference", "exclusion", "hue", "saturation", "color", "luminosity", "plusLighter"] | None = None,
        blend_mode: Literal["normal", "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "softLight", "hardLight", "difference", "exclusion", "hue", "saturation", "color", "luminosity", "plusLighter"] | None = None,
        coordinate_system: Literal["wgs84", "gcj02", "bd09"] | None = None,
        title: str | None = None,
        alt: str | None = None,
        href: str | None = None,
        properties: Mapping[str, Any] | None = None,
        layers: str | Sequence[str] | None = None,
        fill_color: str | None = None,
        color_by: str | ColorBy | Mapping[str, Any] | None = None,
        size_by: str | SizeBy | Mapping[str, Any] | None = None,
        label: str | DataLabel | Mapping[str, Any] | None = None,
        join: Join | Mapping[str, Any] | None = None,
        flows: Flows | Mapping[str, Any] | None = None,
        aggregate: Literal["hexagons", "squares", "clusters"] | Aggregate | Mapping[str, Any] | None = None,
        track: TrackStyle | Mapping[str, Any] | None = None,
        elevation: Literal["terrain"] | None = None,
        stroke_color: str | None = None,
        line_width: float | None = None,
        width_meters: float | None = None,
        line_cap: Literal["butt", "round", "square"] | None = None,
        line_join: Literal["miter", "round", "bevel"] | None = None,
        miter_limit: float | None = None,
        line_dash_pattern: Sequence[float] | None = None,
        line_dash_phase: float | None = None,
        stroke_start: float | None = None,
        stroke_end: float | None = None,
        casing: bool | Casing | Mapping[str, Any] | None = None,
    ) -> None:
        self._set(
            {
                "type": "geopackage",
                "data": data,
                "id": id,
                "level": level,
                "before": before,
                "alpha": alpha,
                "opacity": opacity,
                "blend": blend,
                "blendMode": blend_mode,
                "coordinateSystem": coordinate_system,
                "title": title,
                "alt": alt,
                "href": href,
                "properties": properties,
                "layers": layers,
                "fillColor": fill_color,
                "colorBy": color_by,
                "sizeBy": size_by,
                "label": label,
                "join": join,
                "flows": flows,
                "aggregate": aggregate,
                "track": track,
                "elevation": elevation,
                "strokeColor": stroke_color,
                "lineWidth": line_width,
                "widthMeters": width_meters,
                "lineCap": line_cap,
                "lineJoin": line_join,
                "miterLimit": miter_limit,
                "lineDashPattern": line_dash_pattern,
                "lineDashPhase": line_dash_phase,
                "strokeStart": stroke_start,
                "strokeEnd": stroke_end,
                "casing": casing,
            }
        )


class WKT(Element):
    """The features of a GPX, KML, KMZ or GeoPackage file, or of well-known text.

    Args:
        data: A file; well-known text may also be inline, such as "POINT(24.94 60.17)". Relative paths are resolved
            against the scene's folder.
        id: A unique name within the scene.
        level: Below or above the map's labels. Default: "aboveRoads", and "aboveLabels" for fog.
        before: The id of the style layer that it is drawn below, instead of ``level``.
        alpha: The opacity of the whole overlay. Default: 1.
        opacity: Same as ``alpha``.
        blend: The blend mode with the map below. Default: ``normal``.
        blend_mode: Same as ``blend``.
        coordinate_system: The datum of the coordinates: WGS 84 (GPS), or the shifted datums of maps made in China. The
            innermost setting applies.
        title: A title, for formats with tooltips.
        alt: Alternative text, for people who cannot see the image.
        href: A link target, for formats with links.
        properties: Your own data under any keys, written to SVG as data-x-… attributes. On data overlays, it applies to
            features without properties of their own.
        layers: The names of what to draw: feature tables of a GeoPackage, or folders of a KML document. Default: all.
        fill_color: The fill color of areas without a color of their own.
        color_by: Colors by a property: its name, or more.
        size_by: Sizes of circles, or widths of lines, by a property: its name, or more.
        label: Texts on features with properties in braces, such as `{rate|0.0} %`.
        join: A table whose columns become properties.
        flows: Lines from one place to another in place of the features.
        aggregate: Cells or clusters in which points are counted.
        track: What is marked along tracks, and their units.
        elevation: "terrain": lines and points have the heights of the ground, of ``elevation`` of the base map or of
            the style, in place of their own.
        stroke_color: The line color. Default: #007AFF.
        line_width: The line width in points, at every zoom.
        width_meters: The line width in meters on the ground, instead of ``line_width``.
        line_cap: The shape of line ends. Default: "round".
        line_join: The shape of line corners. Default: "round".
        miter_limit: The maximum miter length in line widths; longer miters become bevels. Default: 10.
        line_dash_pattern: Alternating lengths of dashes and gaps, in points.
        line_dash_phase: The offset into the dash pattern at which the line starts, in points. Default: 0.
        stroke_start: The fraction of the line's length at which drawing starts. Default: 0.
        stroke_end: The fraction of the line's length at which drawing ends. Default: 1.
        casing: A casing along both sides.
    """

    _list = "overlays"

    def __init__(
        self,
        data: str,
        *,
        id: str | None = None,
        level: Literal["aboveRoads", "aboveLabels"] | None = None,
        before: str | None = None,
        alpha: float | None = None,
        opacity: float | None = None,
        blend: Literal["normal", "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "softLight", "hardLight", "difference", "exclusion", "hue", "saturation", "color", "luminosity", "plusLighter"] | None = None,
        blend_mode: Literal["normal", "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "softLight", "hardLight", "difference", "exclusion", "hue", "saturation", "color", "luminosity", "plusLighter"] | None = None,
        coordinate_system: Literal["wgs84", "gcj02", "bd09"] | None = None,
        title: str | None = None,
        alt: str | None = None,
        href: str | None = None,
        properties: Mapping[str, Any] | None = None,
        layers: str | Sequence[str] | None = None,
        fill_color: str | None = None,
        color_by: str | ColorBy | Mapping[str, Any] | None = None,
        size_by: str | SizeBy | Mapping[str, Any] | None = None,
        label: str | DataLabel | Mapping[str, Any] | None = None,
        join: Join | Mapping[str, Any] | None = None,
        flows: Flows | Mapping[str, Any] | None = None,
        aggregate: Literal["hexagons", "squares", "clusters"] | Aggregate | Mapping[str, Any] | None = None,
        track: TrackStyle | Mapping[str, Any] | None = None,
        elevation: Literal["terrain"] | None = None,
        stroke_color: str | None = None,
        line_width: float | None = None,
        width_meters: float | None = None,
        line_cap: Literal["butt", "round", "square"] | None = None,
        line_join: Literal["miter", "round", "bevel"] | None = None,
        miter_limit: float | None = None,
        line_dash_pattern: Sequence[float] | None = None,
        line_dash_phase: float | None = None,
        stroke_start: float | None = None,
        stroke_end: float | None = None,
        casing: bool | Casing | Mapping[str, Any] | None = None,
    ) -> None:
        self._set(
            {
                "type": "wkt",
                "data": data,
                "id": id,
                "level": level,
                "before": before,
                "alpha": alpha,
                "opacity": opacity,
                "blend": blend,
                "blendMode": blend_mode,
                "coordinateSystem": coordinate_system,
                "title": title,
                "alt": alt,
                "href": href,
                "properties": properties,
                "layers": layers,
                "fillColor": fill_color,
                "colorBy": color_by,
                "sizeBy": size_by,
                "label": label,
                "join": join,
                "flows": flows,
                "aggregate": aggregate,
                "track": track,
                "elevation": elevation,
                "strokeColor": stroke_color,
                "lineWidth": line_width,
                "widthMeters": width_meters,
                "lineCap": line_cap,
                "lineJoin": line_join,
                "miterLimit": miter_limit,
                "lineDashPattern": line_dash_pattern,
                "lineDashPhase": line_dash_phase,
                "strokeStart": stroke_start,
                "strokeEnd": stroke_end,
                "casing": casing,
            }
        )


class FlatGeobuf(Element):
    """The features of a FlatGeobuf file, a Shapefile, or a text with columns such as CSV.

    Args:
        data: A file; of a Shapefile its .shp, or a ZIP archive. Relative paths are resolved against the scene's folder.
        id: A unique name within the scene.
        level: Below or above the map's labels. Default: "aboveRoads", and "aboveLabels" for fog.
        before: The id of the style layer that it is drawn below, instead of ``level``.
        alpha: The opacity of the whole overlay. Default: 1.
        opacity: Same as ``alpha``.
        blend: The blend mode with the map below. Default: ``normal``.
        blend_mode: Same as ``blend``.
        coordinate_system: The datum of the coordinates: WGS 84 (GPS), or the shifted datums of maps made in China. The
            innermost setting applies.
        title: A title, for formats with tooltips.
        alt: Alternative text, for people who cannot see the image.
        href: A link target, for formats with links.
        properties: Your own data under any keys, written to SVG as data-x-… attributes. On data overlays, it applies to
            features without properties of their own.
        layers: The names of the Shapefiles of an archive to draw. Default: all.
        crs: The coordinate reference system, such as "EPSG:25832", in place of the file's own. Default: that of the
            file, or WGS 84.
        encoding: The encoding of the texts of a Shapefile or CSV file, such as "windows-1252". Default: that of the
            file, or UTF-8.
        delimiter: The character between the columns of a CSV file, or "tab". Default: found by the first rows.
        longitude: The column of a CSV file with longitudes, or with values to the east. Default: found by its name.
        latitude: The column of a CSV file with latitudes, or with values to the north. Default: found by its name.
        geometry: The column of a CSV file with well-known text, GeoJSON or hexadecimal well-known binary. Default:
            found by its name and values.
        fill_color: The fill color of areas without a color of their own.
        color_by: Colors by a property: its name, or more.
        size_by: Sizes of circles, or widths of lines, by a property: its name, or more.
        label: Texts on features with properties in braces, such as `{rate|0.0} %`.
        join: A table whose columns become properties.
        flows: Lines from one place to another in place of the features.
        aggregate: Cells or clusters in which points are counted.
        track: What is marked along tracks, and their units.
        elevation: "terrain": lines and points have the heights of the ground, of ``elevation`` of the base map or of
            the style, in place of their own.
        stroke_color: The line color. Default: #555555.
        line_width: The line width in points, at every zoom.
        width_meters: The line width in meters on the ground, instead of ``line_width``.
        line_cap: The shape of line ends. Default: "round".
        line_join: The shape of line corners. Default: "round".
        miter_limit: The maximum miter length in line widths; longer miters become bevels. Default: 10.
        line_dash_pattern: Alternating lengths of dashes and gaps, in points.
        line_dash_phase: The offset into the dash pattern at which the line starts, in points. Default: 0.
        stroke_start: The fraction of the line's length at which drawing starts. Default: 0.
        stroke_end: The fraction of the line's length at which drawing ends. Default: 1.
        casing: A casing along both sides.
    """

    _list = "overlays"

    def __init__(
        self,
        data: str,
        *,
        id: str | None = None,
        level: Literal["aboveRoads", "aboveLabels"] | None = None,
        before: str | None = None,
        alpha: float | None = None,
        opacity: float | None = None,
        blend: Literal["normal", "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "softLight", "hardLight", "difference", "exclusion", "hue", "saturation", "color", "luminosity", "plusLighter"] | None = None,
        blend_mode: Literal["normal", "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "softLight", "hardLight", "difference", "exclusion", "hue", "saturation", "color", "luminosity", "plusLighter"] | None = None,
        coordinate_system: Literal["wgs84", "gcj02", "bd09"] | None = None,
        title: str | None = None,
        alt: str | None = None,
        href: str | None = None,
        properties: Mapping[str, Any] | None = None,
        layers: str | Sequence[str] | None = None,
        crs: str | None = None,
        encoding: str | None = None,
        delimiter: str | None = None,
        longitude: str | None = None,
        latitude: str | None = None,
        geometry: str | None = None,
        fill_color: str | None = None,
        color_by: str | ColorBy | Mapping[str, Any] | None = None,
        size_by: str | SizeBy | Mapping[str, Any] | None = None,
        label: str | DataLabel | Mapping[str, Any] | None = None,
        join: Join | Mapping[str, Any] | None = None,
        flows: Flows | Mapping[str, Any] | None = None,
        aggregate: Literal["hexagons", "squares", "clusters"] | Aggregate | Mapping[str, Any] | None = None,
        track: TrackStyle | Mapping[str, Any] | None = None,
        elevation: Literal["terrain"] | None = None,
        stroke_color: str | None = None,
        line_width: float | None = None,
        width_meters: float | None = None,
        line_cap: Literal["butt", "round", "square"] | None = None,
        line_join: Literal["miter", "round", "bevel"] | None = None,
        miter_limit: float | None = None,
        line_dash_pattern: Sequence[float] | None = None,
        line_dash_phase: float | None = None,
        stroke_start: float | None = None,
        stroke_end: float | None = None,
        casing: bool | Casing | Mapping[str, Any] | None = None,
    ) -> None:
        self._set(
            {
                "type": "flatgeobuf",
                "data": data,
                "id": id,
                "level": level,
                "before": before,
                "alpha": alpha,
                "opacity": opacity,
                "blend": blend,
                "blendMode": blend_mode,
                "coordinateSystem": coordinate_system,
                "title": title,
                "alt": alt,
                "href": href,
                "properties": properties,
                "layers": layers,
                "crs": crs,
                "encoding": encoding,
                "delimiter": delimiter,
                "longitude": longitude,
                "latitude": latitude,
                "geometry": geometry,
                "fillColor": fill_color,
                "colorBy": color_by,
                "sizeBy": size_by,
                "label": label,
                "join": join,
                "flows": flows,
                "aggregate": aggregate,
                "track": track,
                "elevation": elevation,
                "strokeColor": stroke_color,
                "lineWidth": line_width,
                "widthMeters": width_meters,
                "lineCap": line_cap,
                "lineJoin": line_join,
                "miterLimit": miter_limit,
                "lineDashPattern": line_dash_pattern,
                "lineDashPhase": line_dash_phase,
                "strokeStart": stroke_start,
                "strokeEnd": stroke_end,
                "casing": casing,
            }
        )


class Shapefile(Element):
    """The features of a FlatGeobuf file, a Shapefile, or a text with columns such as CSV.

    Args:
        data: A file; of a Shapefile its .shp, or a ZIP archive. Relative paths are resolved against the scene's folder.
        id: A unique name within the scene.
        level: Below or above the map's labels. Default: "aboveRoads", and "aboveLabels" for fog.
        before: The id of the style layer that it is drawn below, instead of ``level``.
        alpha: The opacity of the whole overlay. Default: 1.
        opacity: Same as ``alpha``.
        blend: The blend mode with the map below. Default: ``normal``.
        blend_mode: Same as ``blend``.
        coordinate_system: The datum of the coordinates: WGS 84 (GPS), or the shifted datums of maps made in China. The
            innermost setting applies.
        title: A title, for formats with tooltips.
        alt: Alternative text, for people who cannot see the image.
        href: A link target, for formats with links.
        properties: Your own data under any keys, written to SVG as data-x-… attributes. On data overlays, it applies to
            features without properties of their own.
        layers: The names of the Shapefiles of an archive to draw. Default: all.
        crs: The coordinate reference system, such as "EPSG:25832", in place of the file's own. Default: that of the
            file, or WGS 84.
        encoding: The encoding of the texts of a Shapefile or CSV file, such as "windows-1252". Default: that of the
            file, or UTF-8.
        delimiter: The character between the columns of a CSV file, or "tab". Default: found by the first rows.
        longitude: The column of a CSV file with longitudes, or with values to the east. Default: found by its name.
        latitude: The column of a CSV file with latitudes, or with values to the north. Default: found by its name.
        geometry: The column of a CSV file with well-known text, GeoJSON or hexadecimal well-known binary. Default:
            found by its name and values.
        fill_color: The fill color of areas without a color of their own.
        color_by: Colors by a property: its name, or more.
        size_by: Sizes of circles, or widths of lines, by a property: its name, or more.
        label: Texts on features with properties in braces, such as `{rate|0.0} %`.
        join: A table whose columns become properties.
        flows: Lines from one place to another in place of the features.
        aggregate: Cells or clusters in which points are counted.
        track: What is marked along tracks, and their units.
        elevation: "terrain": lines and points have the heights of the ground, of ``elevation`` of the base map or of
            the style, in place of their own.
        stroke_color: The line color. Default: #555555.
        line_width: The line width in points, at every zoom.
        width_meters: The line width in meters on the ground, instead of ``line_width``.
        line_cap: The shape of line ends. Default: "round".
        line_join: The shape of line corners. Default: "round".
        miter_limit: The maximum miter length in line widths; longer miters become bevels. Default: 10.
        line_dash_pattern: Alternating lengths of dashes and gaps, in points.
        line_dash_phase: The offset into the dash pattern at which the line starts, in points. Default: 0.
        stroke_start: The fraction of the line's length at which drawing starts. Default: 0.
        stroke_end: The fraction of the line's length at which drawing ends. Default: 1.
        casing: A casing along both sides.
    """

    _list = "overlays"

    def __init__(
        self,
        data: str,
        *,
        id: str | None = None,
        level: Literal["aboveRoads", "aboveLabels"] | None = None,
        before: str | None = None,
        alpha: float | None = None,
        opacity: float | None = None,
        blend: Literal["normal", "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "softLight", "hardLight", "difference", "exclusion", "hue", "saturation", "color", "luminosity", "plusLighter"] | None = None,
        blend_mode: Literal["normal", "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "softLight", "hardLight", "difference", "exclusion", "hue", "saturation", "color", "luminosity", "plusLighter"] | None = None,
        coordinate_system: Literal["wgs84", "gcj02", "bd09"] | None = None,
        title: str | None = None,
        alt: str | None = None,
        href: str | None = None,
        properties: Mapping[str, Any] | None = None,
        layers: str | Sequence[str] | None = None,
        crs: str | None = None,
        encoding: str | None = None,
        delimiter: str | None = None,
        longitude: str | None = None,
        latitude: str | None = None,
        geometry: str | None = None,
        fill_color: str | None = None,
        color_by: str | ColorBy | Mapping[str, Any] | None = None,
        size_by: str | SizeBy | Mapping[str, Any] | None = None,
        label: str | DataLabel | Mapping[str, Any] | None = None,
        join: Join | Mapping[str, Any] | None = None,
        flows: Flows | Mapping[str, Any] | None = None,
        aggregate: Literal["hexagons", "squares", "clusters"] | Aggregate | Mapping[str, Any] | None = None,
        track: TrackStyle | Mapping[str, Any] | None = None,
        elevation: Literal["terrain"] | None = None,
        stroke_color: str | None = None,
        line_width: float | None = None,
        width_meters: float | None = None,
        line_cap: Literal["butt", "round", "square"] | None = None,
        line_join: Literal["miter", "round", "bevel"] | None = None,
        miter_limit: float | None = None,
        line_dash_pattern: Sequence[float] | None = None,
        line_dash_phase: float | None = None,
        stroke_start: float | None = None,
        stroke_end: float | None = None,
        casing: bool | Casing | Mapping[str, Any] | None = None,
    ) -> None:
        self._set(
            {
                "type": "shapefile",
                "data": data,
                "id": id,
                "level": level,
                "before": before,
                "alpha": alpha,
                "opacity": opacity,
                "blend": blend,
                "blendMode": blend_mode,
                "coordinateSystem": coordinate_system,
                "title": title,
                "alt": alt,
                "href": href,
                "properties": properties,
                "layers": layers,
                "crs": crs,
                "encoding": encoding,
                "delimiter": delimiter,
                "longitude": longitude,
                "latitude": latitude,
                "geometry": geometry,
                "fillColor": fill_color,
                "colorBy": color_by,
                "sizeBy": size_by,
                "label": label,
                "join": join,
                "flows": flows,
                "aggregate": aggregate,
                "track": track,
                "elevation": elevation,
                "strokeColor": stroke_color,
                "lineWidth": line_width,
                "widthMeters": width_meters,
                "lineCap": line_cap,
                "lineJoin": line_join,
                "miterLimit": miter_limit,
                "lineDashPattern": line_dash_pattern,
                "lineDashPhase": line_dash_phase,
                "strokeStart": stroke_start,
                "strokeEnd": stroke_end,
                "casing": casing,
            }
        )


class CSV(Element):
    """The features of a FlatGeobuf file, a Shapefile, or a text with columns such as CSV.

    Args:
        data: A file; of a Shapefile its .shp, or a ZIP archive. Relative paths are resolved against the scene's folder.
        id: A unique name within the scene.
        level: Below or above the map's labels. Default: "aboveRoads", and "aboveLabels" for fog.
        before: The id of the style layer that it is drawn below, instead of ``level``.
        alpha: The opacity of the whole overlay. Default: 1.
        opacity: Same as ``alpha``.
        blend: The blend mode with the map below. Default: ``normal``.
        blend_mode: Same as ``blend``.
        coordinate_system: The datum of the coordinates: WGS 84 (GPS), or the shifted datums of maps made in China. The
            innermost setting applies.
        title: A title, for formats with tooltips.
        alt: Alternative text, for people who cannot see the image.
        href: A link target, for formats with links.
        properties: Your own data under any keys, written to SVG as data-x-… attributes. On data overlays, it applies to
            features without properties of their own.
        layers: The names of the Shapefiles of an archive to draw. Default: all.
        crs: The coordinate reference system, such as "EPSG:25832", in place of the file's own. Default: that of the
            file, or WGS 84.
        encoding: The encoding of the texts of a Shapefile or CSV file, such as "windows-1252". Default: that of the
            file, or UTF-8.
        delimiter: The character between the columns of a CSV file, or "tab". Default: found by the first rows.
        longitude: The column of a CSV file with longitudes, or with values to the east. Default: found by its name.
        latitude: The column of a CSV file with latitudes, or with values to the north. Default: found by its name.
        geometry: The column of a CSV file with well-known text, GeoJSON or hexadecimal well-known binary. Default:
            found by its name and values.
        fill_color: The fill color of areas without a color of their own.
        color_by: Colors by a property: its name, or more.
        size_by: Sizes of circles, or widths of lines, by a property: its name, or more.
        label: Texts on features with properties in braces, such as `{rate|0.0} %`.
        join: A table whose columns become properties.
        flows: Lines from one place to another in place of the features.
        aggregate: Cells or clusters in which points are counted.
        track: What is marked along tracks, and their units.
        elevation: "terrain": lines and points have the heights of the ground, of ``elevation`` of the base map or of
            the style, in place of their own.
        stroke_color: The line color. Default: #555555.
        line_width: The line width in points, at every zoom.
        width_meters: The line width in meters on the ground, instead of ``line_width``.
        line_cap: The shape of line ends. Default: "round".
        line_join: The shape of line corners. Default: "round".
        miter_limit: The maximum miter length in line widths; longer miters become bevels. Default: 10.
        line_dash_pattern: Alternating lengths of dashes and gaps, in points.
        line_dash_phase: The offset into the dash pattern at which the line starts, in points. Default: 0.
        stroke_start: The fraction of the line's length at which drawing starts. Default: 0.
        stroke_end: The fraction of the line's length at which drawing ends. Default: 1.
        casing: A casing along both sides.
    """

    _list = "overlays"

    def __init__(
        self,
        data: str,
        *,
        id: str | None = None,
        level: Literal["aboveRoads", "aboveLabels"] | None = None,
        before: str | None = None,
        alpha: float | None = None,
        opacity: float | None = None,
        blend: Literal["normal", "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "softLight", "hardLight", "difference", "exclusion", "hue", "saturation", "color", "luminosity", "plusLighter"] | None = None,
        blend_mode: Literal["normal", "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "softLight", "hardLight", "difference", "exclusion", "hue", "saturation", "color", "luminosity", "plusLighter"] | None = None,
        coordinate_system: Literal["wgs84", "gcj02", "bd09"] | None = None,
        title: str | None = None,
        alt: str | None = None,
        href: str | None = None,
        properties: Mapping[str, Any] | None = None,
        layers: str | Sequence[str] | None = None,
        crs: str | None = None,
        encoding: str | None = None,
        delimiter: str | None = None,
        longitude: str | None = None,
        latitude: str | None = None,
        geometry: str | None = None,
        fill_color: str | None = None,
        color_by: str | ColorBy | Mapping[str, Any] | None = None,
        size_by: str | SizeBy | Mapping[str, Any] | None = None,
        label: str | DataLabel | Mapping[str, Any] | None = None,
        join: Join | Mapping[str, Any] | None = None,
        flows: Flows | Mapping[str, Any] | None = None,
        aggregate: Literal["hexagons", "squares", "clusters"] | Aggregate | Mapping[str, Any] | None = None,
        track: TrackStyle | Mapping[str, Any] | None = None,
        elevation: Literal["terrain"] | None = None,
        stroke_color: str | None = None,
        line_width: float | None = None,
        width_meters: float | None = None,
        line_cap: Literal["butt", "round", "square"] | None = None,
        line_join: Literal["miter", "round", "bevel"] | None = None,
        miter_limit: float | None = None,
        line_dash_pattern: Sequence[float] | None = None,
        line_dash_phase: float | None = None,
        stroke_start: float | None = None,
        stroke_end: float | None = None,
        casing: bool | Casing | Mapping[str, Any] | None = None,
    ) -> None:
        self._set(
            {
                "type": "csv",
                "data": data,
                "id": id,
                "level": level,
                "before": before,
                "alpha": alpha,
                "opacity": opacity,
                "blend": blend,
                "blendMode": blend_mode,
                "coordinateSystem": coordinate_system,
                "title": title,
                "alt": alt,
                "href": href,
                "properties": properties,
                "layers": layers,
                "crs": crs,
                "encoding": encoding,
                "delimiter": delimiter,
                "longitude": longitude,
                "latitude": latitude,
                "geometry": geometry,
                "fillColor": fill_color,
                "colorBy": color_by,
                "sizeBy": size_by,
                "label": label,
                "join": join,
                "flows": flows,
                "aggregate": aggregate,
                "track": track,
                "elevation": elevation,
                "strokeColor": stroke_color,
                "lineWidth": line_width,
                "widthMeters": width_meters,
                "lineCap": line_cap,
                "lineJoin": line_join,
                "miterLimit": miter_limit,
                "lineDashPattern": line_dash_pattern,
                "lineDashPhase": line_dash_phase,
                "strokeStart": stroke_start,
                "strokeEnd": stroke_end,
                "casing": casing,
            }
        )


class ColorBy(Element):
    """Colors of features by one of their properties.

    Args:
        property: The name of the property. Numbers that are written as texts are numbers.
        method: Classes with as many features each, of the same width, by natural breaks (Fisher and Jenks), of the same
            width on a logarithmic scale, or between `breaks`; a color for each value; or a ramp without classes, plain
            or logarithmic. Default: `manual` with `breaks`, `categorical` for texts, else `quantile`.
        classes: The number of classes; there are fewer where too many values are equal. Default: 5.
        breaks: The upper bounds of classes, which belong to them; a class for larger values is added. Of a ramp, the
            values over which the palette is spread, such as [-10, 0, 10].
        palette: One of ColorBrewer's 35 schemes, viridis, magma, inferno, plasma, cividis or turbo; or colors from low
            values to high ones. Default: `YlGnBu`, for a ramp `viridis`, for categories `Set2`.
        reverse: Whether the palette is turned around. On dark maps ColorBrewer's sequential schemes are turned already,
            so that the least values are nearest to the ground. Default: false.
        no_data: The color of features without a value. Default: a gray that suits the map.
        categories: Values with colors of their own, in the order of the legend; other values are gray.
        labels: What a legend calls the classes or categories, in their order. Default: their bounds or values.
        title: What a legend calls the scale. Default: the property's name, in a legend without a title.
        format: A pattern for the numbers of a legend, such as `0.0`, `#,##0` or `0 %`, which takes them times 100.
            Separators are those of the map's `language`.
    """

    def __init__(
        self,
        property: str,
        *,
        method: Literal["quantile", "equal", "jenks", "log", "manual", "categorical", "continuous", "continuousLog"] | None = None,
        classes: int | None = None,
        breaks: Sequence[float] | None = None,
        palette: str | Sequence[str] | None = None,
        reverse: bool | None = None,
        no_data: str | None = None,
        categories: Mapping[str, Any] | None = None,
        labels: Sequence[str] | None = None,
        title: str | None = None,
        format: str | None = None,
    ) -> None:
        self._set(
            {
                "property": property,
                "method": method,
                "classes": classes,
                "breaks": breaks,
                "palette": palette,
                "reverse": reverse,
                "noData": no_data,
                "categories": categories,
                "labels": labels,
                "title": title,
                "format": format,
            }
        )


class SizeBy(Element):
    """Sizes of features by one of their properties: circles whose areas are in proportion to the values, or widths of
    lines. Areas become circles in their middle.

    Args:
        property: The name of the property. Features with a value of zero or below, or none, are not drawn.
        max_size: The diameter of the largest circle in points, or the width of the widest line. Default: 48, and 10 for
            lines.
        min_size: The least diameter or width. Default: 0, and 0.5 for lines.
        max_value: The value that has the largest size, so that several maps share a scale. Default: the largest of the
            data.
        title: What a legend calls the scale. Default: the property's name, in a legend without a title.
        format: A pattern for the numbers of a legend, such as `#,##0`.
    """

    def __init__(
        self,
        property: str,
        *,
        max_size: float | None = None,
        min_size: float | None = None,
        max_value: float | None = None,
        title: str | None = None,
        format: str | None = None,
    ) -> None:
        self._set(
            {
                "property": property,
                "maxSize": max_size,
                "minSize": min_size,
                "maxValue": max_value,
                "title": title,
                "format": format,
            }
        )


class DataLabel(Element):
    """Texts on features that are made of their properties.

    Args:
        text: The text with properties in braces, such as `{name}: {rate|0.0} %`; what follows a bar is a pattern for
            numbers, two braces are one. Features that lack a property have no text.
        text_style: The style of the texts, 11 points by default.
    """

    def __init__(
        self,
        text: str,
        *,
        text_style: TextStyle | Mapping[str, Any] | None = None,
    ) -> None:
        self._set(
            {
                "text": text,
                "textStyle": text_style,
            }
        )


class TrackStyle(Element):
    """What is marked along the tracks of an overlay of data, and in which units they are measured.

    Args:
        units: The units of distances, speeds and heights, also of legends and profiles. Default: "metric".
        distance_marks: The distance between marks, in kilometers, miles or nautical miles.
        ends: Whether start and finish are marked. Default: false.
        pauses: The least duration of pauses that are marked, in seconds.
    """

    def __init__(
        self,
        *,
        units: Literal["metric", "imperial", "nautical"] | None = None,
        distance_marks: float | None = None,
        ends: bool | None = None,
        pauses: float | None = None,
    ) -> None:
        self._set(
            {
                "units": units,
                "distanceMarks": distance_marks,
                "ends": ends,
                "pauses": pauses,
            }
        )


class TrackMoment(Element):
    """A place on a track, by the time at which somebody was there.

    Args:
        time: When, such as `2026-06-21T12:30:00Z`. Times without a zone are UTC.
        track: The id of the overlay that has the track. Default: the first one that was recorded then.
    """

    def __init__(
        self,
        time: str,
        *,
        track: str | None = None,
    ) -> None:
        self._set(
            {
                "time": time,
                "track": track,
            }
        )


class Join(Element):
    """A table whose columns become properties of the features with the same key.

    Args:
        file: A text file with columns (CSV), separated by commas, semicolons, tabs or vertical bars. Relative paths are
            resolved against the scene's folder.
        key: The column with the key. Numbers match whatever zeros they begin with.
        on: The property of features that has the key. Default: the one with the column's name, else the id of features.
    """

    def __init__(
        self,
        file: str,
        key: str,
        *,
        on: str | None = None,
    ) -> None:
        self._set(
            {
                "file": file,
                "key": key,
                "on": on,
            }
        )


class Flows(Element):
    """Lines from one place to another in place of the features. `from` and `to` name features, or have coordinates;
    without them each line of the data is a flow from its first end to its last.

    Args:
        from_: A column that names a place, or [longitude, latitude], two columns.
        to: A column that names a place, or [longitude, latitude], two columns.
        on: The property by which flows name places. Default: the id of features.
        file: A text file with columns (CSV) and a flow in each row. Default: the features themselves are the flows.
            Relative paths are resolved against the scene's folder.
        shape: The shortest line on the Earth; an arc that bends to the left of its direction, so that there and back
            are two lines; or a straight line. Default: ``geodesic``.
        arrows: Arrows along the lines that show their direction.
    """

    def __init__(
        self,
        *,
        from_: str | Sequence[str] | None = None,
        to: str | Sequence[str] | None = None,
        on: str | None = None,
        file: str | None = None,
        shape: Literal["geodesic", "arched", "straight"] | None = None,
        arrows: bool | Arrows | Mapping[str, Any] | None = None,
    ) -> None:
        self._set(
            {
                "from": from_,
                "to": to,
                "on": on,
                "file": file,
                "shape": shape,
                "arrows": arrows,
            }
        )


class Aggregate(Element):
    """Points counted in cells or clusters, in place of the features. Each has the properties `count`, and the sum or
    mean of a property under its own name, for `colorBy`, `sizeBy` and `label`.

    Args:
        into: A grid of hexagons or squares, or circles in the middle of points that are near each other.
        size: The width of a cell, or the distance within which points are one cluster, in meters at the middle latitude
            of the data. Default: a fortieth of their extent.
        property: A property whose values are put together.
        operation: How they are put together. Default: "sum".
        pie: A property by whose values clusters are divided like a pie.
    """

    def __init__(
        self,
        into: Literal["hexagons", "squares", "clusters"],
        *,
        size: float | None = None,
        property: str | None = None,
        operation: Literal["sum", "mean", "min", "max"] | None = None,
        pie: str | None = None,
    ) -> None:
        self._set(
            {
                "into": into,
                "size": size,
                "property": property,
                "operation": operation,
                "pie": pie,
            }
        )


class Marker(Annotation):
    """An annotation whose view is a marker. A callout that it is given is open, unless ``selected`` is false.

    Args:
        coordinate: Where it is: a coordinate, or the time at which somebody was there on a track.
        title: The title, drawn below markers and in callouts.
        tint: A CSS color. "red" (the default), "green" and "purple" are the system colors #FF3B30, #34C759 and #AF52DE.
        marker_tint_color: Same as ``tint``.
        glyph_text: A few characters inside a marker. "$num" and "$alpha", here and in ``text``, ``title`` and
            ``subtitle``, become 1, 2, 3 and A, B, C in list order.
        glyph_image: An image inside a marker, used as a template: only its alpha channel counts. A file, a data: URL,
            or the name of a pictogram such as "hospital".
        selected_glyph_image: Replaces ``glyph_image`` while the annotation is selected.
        glyph_tint: The color of a marker's glyph. Default: white.
        glyph_tint_color: Same as ``glyph_tint``.
        marker_size: The size of a marker: 0.75, 1 or 1.3 times MapKit's. Default: "medium".
        title_visibility: Whether the title is drawn below a marker: "adaptive" draws it where there is room. Default:
            "adaptive".
        subtitle_visibility: Whether the subtitle is drawn below a marker: "adaptive" draws it while the marker is
            selected. Default: "adaptive".
        options: What annotations with any view can have: see ``AnnotationOptions``.
    """

    def __init__(
        self,
        coordinate: Coordinate | TrackMoment | Mapping[str, Any],
        title: str | None = None,
        *,
        tint: str | None = None,
        marker_tint_color: str | None = None,
        glyph_text: str | None = None,
        glyph_image: str | None = None,
        selected_glyph_image: str | None = None,
        glyph_tint: str | None = None,
        glyph_tint_color: str | None = None,
        marker_size: Literal["small", "medium", "large"] | None = None,
        title_visibility: Literal["adaptive", "hidden", "visible"] | None = None,
        subtitle_visibility: Literal["adaptive", "hidden", "visible"] | None = None,
        **options: Unpack[AnnotationOptions],
    ) -> None:
        if options.get("callout") is not None and options.get("selected") is None:
            options["selected"] = True
        self._set(
            {
                "view": "marker",
                "coordinate": coordinate,
                "title": title,
                "tint": tint,
                "markerTintColor": marker_tint_color,
                "glyphText": glyph_text,
                "glyphImage": glyph_image,
                "selectedGlyphImage": selected_glyph_image,
                "glyphTint": glyph_tint,
                "glyphTintColor": glyph_tint_color,
                "markerSize": marker_size,
                "titleVisibility": title_visibility,
                "subtitleVisibility": subtitle_visibility,
            }
        )
        self._set_options(options, AnnotationOptions.__annotations__)


class Pin(Annotation):
    """An annotation whose view is a pin. A callout that it is given is open, unless ``selected`` is false.

    Args:
        coordinate: Where it is: a coordinate, or the time at which somebody was there on a track.
        title: The title, drawn below markers and in callouts.
        tint: A CSS color. "red" (the default), "green" and "purple" are the system colors #FF3B30, #34C759 and #AF52DE.
        pin_tint_color: Same as ``tint``.
        options: What annotations with any view can have: see ``AnnotationOptions``.
    """

    def __init__(
        self,
        coordinate: Coordinate | TrackMoment | Mapping[str, Any],
        title: str | None = None,
        *,
        tint: str | None = None,
        pin_tint_color: str | None = None,
        **options: Unpack[AnnotationOptions],
    ) -> None:
        if options.get("callout") is not None and options.get("selected") is None:
            options["selected"] = True
        self._set(
            {
                "view": "pin",
                "coordinate": coordinate,
                "title": title,
                "tint": tint,
                "pinTintColor": pin_tint_color,
            }
        )
        self._set_options(options, AnnotationOptions.__annotations__)


class ImageAnnotation(Annotation):
    """An annotation whose view is an image. A callout that it is given is open, unless ``selected`` is false.

    Args:
        image: A PNG, JPEG, WebP or SVG file in the scene's folder, or a data: URL. At scales above 1, files with @2x or
            @3x before the extension are preferred; a data: URL states its pixels per point, as in
            data:image/png;scale=2;base64,… Without a ``view``, the view is ``image``.
        coordinate: Where it is: a coordinate, or the time at which somebody was there on a track.
        title: The title, drawn below markers and in callouts.
        image_scale: The size of the view ``image`` relative to the image's own: 0.5 for a file with two pixels per
            point that is not called so. Default: 1.
        rotation: Clockwise rotation around the coordinate in degrees, for images, texts and callouts. Default: 0.
        options: What annotations with any view can have: see ``AnnotationOptions``.
    """

    def __init__(
        self,
        image: str,
        coordinate: Coordinate | TrackMoment | Mapping[str, Any],
        *,
        title: str | None = None,
        image_scale: float | None = None,
        rotation: float | None = None,
        **options: Unpack[AnnotationOptions],
    ) -> None:
        if options.get("callout") is not None and options.get("selected") is None:
            options["selected"] = True
        self._set(
            {
                "view": "image",
                "image": image,
                "coordinate": coordinate,
                "title": title,
                "imageScale": image_scale,
                "rotation": rotation,
            }
        )
        self._set_options(options, AnnotationOptions.__annotations__)


class TextAnnotation(Annotation):
    """An annotation whose view is a text. A callout that it is given is open, unless ``selected`` is false.

    Args:
        text: The text of the view ``text``. Default: the title.
        coordinate: Where it is: a coordinate, or the time at which somebody was there on a track.
        title: The title, drawn below markers and in callouts.
        text_style: The style of the view ``text``. Lengths are in points.
        rotation: Clockwise rotation around the coordinate in degrees, for images, texts and callouts. Default: 0.
        options: What annotations with any view can have: see ``AnnotationOptions``.
    """

    def __init__(
        self,
        text: str,
        coordinate: Coordinate | TrackMoment | Mapping[str, Any],
        *,
        title: str | None = None,
        text_style: TextStyle | Mapping[str, Any] | None = None,
        rotation: float | None = None,
        **options: Unpack[AnnotationOptions],
    ) -> None:
        if options.get("callout") is not None and options.get("selected") is None:
            options["selected"] = True
        self._set(
            {
                "view": "text",
                "text": text,
                "coordinate": coordinate,
                "title": title,
                "textStyle": text_style,
                "rotation": rotation,
            }
        )
        self._set_options(options, AnnotationOptions.__annotations__)
