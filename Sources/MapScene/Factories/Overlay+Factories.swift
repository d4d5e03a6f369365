// SPDX-License-Identifier: MIT
public import MapCanvas
public import MapGeo

extension Overlay {
    /// Creates a line.
    ///
    /// - Parameters:
    ///   - coordinates: the line's corners, in degrees.
    ///   - strokeColor: the line's color.
    ///   - lineWidth: the line's width, in points.
    ///   - lineDashPattern: alternating lengths of dashes and gaps in points; empty for a solid line.
    ///   - id: a name, unique among annotations and overlays of the scene.
    ///   - href: the URL that it links to.
    /// - Returns: the overlay.
    public static func polyline(
        _ coordinates: [Coordinate], strokeColor: Color = .systemBlue, lineWidth: Double = 3,
        lineDashPattern: [Double] = [], id: String? = nil, href: String? = nil
    ) -> Overlay {
        let style = LineStyle(
            strokeColor: strokeColor, lineWidth: .points(lineWidth), lineDashPattern: lineDashPattern)
        return Overlay(.polyline(Polyline(coordinates, style: style)), id: id, href: href)
    }

    /// Creates a line along great circles.
    ///
    /// - Parameters:
    ///   - coordinates: the line's corners, in degrees.
    ///   - strokeColor: the line's color.
    ///   - lineWidth: the line's width, in points.
    ///   - id: a name, unique among annotations and overlays of the scene.
    /// - Returns: the overlay.
    public static func geodesicPolyline(
        _ coordinates: [Coordinate], strokeColor: Color = .systemBlue, lineWidth: Double = 3, id: String? = nil
    ) -> Overlay {
        let style = LineStyle(strokeColor: strokeColor, lineWidth: .points(lineWidth))
        return Overlay(.polyline(Polyline(coordinates, style: style, geodesic: true)), id: id)
    }

    /// Creates an area.
    ///
    /// - Parameters:
    ///   - coordinates: the corners of the outer ring, in degrees; the last may repeat the first.
    ///   - holes: the rings of areas that are left out.
    ///   - fillColor: the color of the area; nil for none.
    ///   - strokeColor: the color of the outline.
    ///   - lineWidth: the width of the outline in points; 0 for no outline.
    ///   - id: a name, unique among annotations and overlays of the scene.
    ///   - href: the URL that it links to.
    /// - Returns: the overlay.
    public static func polygon(
        _ coordinates: [Coordinate], interiorPolygons holes: [[Coordinate]] = [],
        fillColor: Color? = Color.systemBlue.opacity(0.2), strokeColor: Color = .systemBlue, lineWidth: Double = 2,
        id: String? = nil, href: String? = nil
    ) -> Overlay {
        let style = LineStyle(strokeColor: strokeColor, lineWidth: .points(lineWidth))
        let polygon = Polygon(coordinates, holes: holes, fillColor: fillColor, style: lineWidth > 0 ? style : nil)
        return Overlay(.polygon(polygon), id: id, href: href)
    }

    /// Creates a circle on the ground.
    ///
    /// - Parameters:
    ///   - center: the circle's center.
    ///   - radius: the circle's radius in metres on the ground.
    ///   - fillColor: the color of the area; nil for none.
    ///   - strokeColor: the color of the outline.
    ///   - lineWidth: the width of the outline in points; 0 for no outline.
    ///   - id: a name, unique among annotations and overlays of the scene.
    ///   - href: the URL that it links to.
    /// - Returns: the overlay.
    public static func circle(
        center: Coordinate, radius: Double, fillColor: Color? = Color.systemBlue.opacity(0.2),
        strokeColor: Color = .systemBlue, lineWidth: Double = 2, id: String? = nil, href: String? = nil
    ) -> Overlay {
        let style = LineStyle(strokeColor: strokeColor, lineWidth: .points(lineWidth))
        let circle = Circle(center: center, radius: radius, fillColor: fillColor, style: lineWidth > 0 ? style : nil)
        return Overlay(.circle(circle), id: id, href: href)
    }

    /// Creates fog over everything except what is near some of the scene's overlays.
    ///
    /// - Parameters:
    ///   - ids: the ids of polylines, polygons and circles; the inside of areas is cleared too.
    ///   - radiusMeters: the distance to each side that is cleared, in metres on the ground.
    ///   - color: the fog's color and opacity; nil for the default.
    ///   - feather: the width of the soft edge in points, 0...200.
    ///   - id: a name, unique among annotations and overlays of the scene.
    /// - Returns: the overlay.
    public static func fog(
        clearing ids: [String], radiusMeters: Double, color: Color? = nil, feather: Double = 8, id: String? = nil
    ) -> Overlay {
        var fog = Fog(reveal: [Fog.Reveal(.overlays(ids), reach: .radiusMeters(radiusMeters))], feather: feather)
        fog.color = color ?? fog.color
        return Overlay(.fog(fog), id: id)
    }

    /// Creates an overlay of raster tiles.
    ///
    /// - Parameters:
    ///   - tiles: a path with placeholders such as `tiles/{z}/{x}_{y}.png`, a folder, or an MBTiles or PMTiles file.
    ///   - minimumZ: the smallest zoom of tiles that is drawn; nil for the archive's.
    ///   - maximumZ: the largest zoom of tiles; nil for the archive's. At larger zooms these tiles are enlarged.
    ///   - alpha: the opacity of the whole overlay, 0...1.
    ///   - id: a name, unique among annotations and overlays of the scene.
    /// - Returns: the overlay.
    public static func tiles(
        _ tiles: String, minimumZ: Int? = nil, maximumZ: Int? = nil, alpha: Double = 1, id: String? = nil
    ) -> Overlay {
        Overlay(.tiles(TileOverlay(tiles, minZoom: minimumZ, maxZoom: maximumZ)), id: id, alpha: alpha)
    }

    /// Creates lines of latitude and longitude, with labels at the edges of the map.
    ///
    /// - Parameters:
    ///   - degrees: the distance between lines, 0.0001...90; nil for a round number that suits the zoom.
    ///   - strokeColor: the color of the lines; nil for a translucent gray that suits the map.
    ///   - lineWidth: the width of the lines, in points.
    ///   - id: a name, unique among annotations and overlays of the scene.
    /// - Returns: the overlay.
    public static func graticule(
        every degrees: Double? = nil, strokeColor: Color? = nil, lineWidth: Double = 0.75, id: String? = nil
    ) -> Overlay {
        let interval = degrees.map { Graticule.Interval(longitude: $0, latitude: $0) }
        return Overlay(
            .graticule(Graticule(interval: interval, strokeColor: strokeColor, lineWidth: lineWidth)), id: id)
    }

    /// Creates an overlay that code draws, in points of the map: see `OverlayDrawing`.
    ///
    /// - Parameters:
    ///   - id: a name, unique among annotations and overlays of the scene.
    ///   - bounds: the box that it covers on the ground, in degrees, for cameras that are fitted to it.
    ///   - draw: draws on a canvas of the size of the map.
    /// - Returns: the overlay.
    public static func drawing(
        id: String? = nil, bounds: CoordinateBox? = nil, _ draw: @escaping OverlayDrawing.Draw
    ) -> Overlay {
        Overlay(.drawing(OverlayDrawing(bounds: bounds, draw)), id: id)
    }

    /// Creates an overlay with the contents of a GeoJSON file.
    ///
    /// - Parameters:
    ///   - file: the file's path, relative to the scene's folder.
    ///   - id: a name, unique among annotations and overlays of the scene.
    /// - Returns: the overlay; the file is read when the scene is rendered.
    public static func geojson(_ file: String, id: String? = nil) -> Overlay {
        Overlay(.data(DataOverlay(.geojson, .file(file))), id: id)
    }

    /// Creates an overlay with the contents of a KML or KMZ file.
    ///
    /// - Parameters:
    ///   - file: the file's path, relative to the scene's folder.
    ///   - id: a name, unique among annotations and overlays of the scene.
    /// - Returns: the overlay; the file is read when the scene is rendered.
    public static func kml(_ file: String, id: String? = nil) -> Overlay {
        Overlay(.data(DataOverlay(.kml, .file(file))), id: id)
    }

    /// Creates an overlay with the features of a GeoPackage.
    ///
    /// - Parameters:
    ///   - file: the file's path, relative to the scene's folder.
    ///   - layers: the names of the tables to draw; empty for all.
    ///   - id: a name, unique among annotations and overlays of the scene.
    /// - Returns: the overlay; the file is read when the scene is rendered.
    public static func geopackage(_ file: String, layers: [String] = [], id: String? = nil) -> Overlay {
        var data = DataOverlay(.geopackage, .file(file))
        data.layers = layers
        return Overlay(.data(data), id: id)
    }

    /// Creates an overlay with the tracks, routes and waypoints of a GPX file.
    ///
    /// - Parameters:
    ///   - file: the file's path, relative to the scene's folder.
    ///   - strokeColor: the color of tracks and routes.
    ///   - lineWidth: the width of tracks and routes, in points.
    ///   - id: a name, unique among annotations and overlays of the scene.
    /// - Returns: the overlay; the file is read when the scene is rendered.
    public static func gpx(
        _ file: String, strokeColor: Color = .systemBlue, lineWidth: Double = 3, id: String? = nil
    ) -> Overlay {
        let style = LineStyle(strokeColor: strokeColor, lineWidth: .points(lineWidth))
        return Overlay(.data(DataOverlay(.gpx, .file(file), style: style)), id: id)
    }
}
