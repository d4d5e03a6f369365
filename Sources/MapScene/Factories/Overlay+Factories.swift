// SPDX-License-Identifier: MIT
public import MapCanvas
public import MapGeo

extension Overlay {
    /// A line, its width in points.
    public static func polyline(
        _ coordinates: [Coordinate], strokeColor: Color = .systemBlue, lineWidth: Double = 3,
        lineDashPattern: [Double] = [], id: String? = nil, href: String? = nil
    ) -> Overlay {
        let style = LineStyle(
            strokeColor: strokeColor, lineWidth: .points(lineWidth), lineDashPattern: lineDashPattern)
        return Overlay(.polyline(Polyline(coordinates, style: style)), id: id, href: href)
    }

    /// A line along great circles.
    public static func geodesicPolyline(
        _ coordinates: [Coordinate], strokeColor: Color = .systemBlue, lineWidth: Double = 3, id: String? = nil
    ) -> Overlay {
        let style = LineStyle(strokeColor: strokeColor, lineWidth: .points(lineWidth))
        return Overlay(.polyline(Polyline(coordinates, style: style, geodesic: true)), id: id)
    }

    /// An area; the edge's width is in points, 0 for none.
    public static func polygon(
        _ coordinates: [Coordinate], interiorPolygons holes: [[Coordinate]] = [],
        fillColor: Color? = Color.systemBlue.opacity(0.2), strokeColor: Color = .systemBlue, lineWidth: Double = 2,
        id: String? = nil, href: String? = nil
    ) -> Overlay {
        let style = LineStyle(strokeColor: strokeColor, lineWidth: .points(lineWidth))
        let polygon = Polygon(coordinates, holes: holes, fillColor: fillColor, style: lineWidth > 0 ? style : nil)
        return Overlay(.polygon(polygon), id: id, href: href)
    }

    /// All within a distance of a place, in metres on the ground.
    public static func circle(
        center: Coordinate, radius: Double, fillColor: Color? = Color.systemBlue.opacity(0.2),
        strokeColor: Color = .systemBlue, lineWidth: Double = 2, id: String? = nil, href: String? = nil
    ) -> Overlay {
        let style = LineStyle(strokeColor: strokeColor, lineWidth: .points(lineWidth))
        let circle = Circle(center: center, radius: radius, fillColor: fillColor, style: lineWidth > 0 ? style : nil)
        return Overlay(.circle(circle), id: id, href: href)
    }

    /// Fog over everything farther than `radiusMeters` from the lines and areas with these ids.
    public static func fog(
        clearing ids: [String], radiusMeters: Double, color: Color? = nil, feather: Double = 8, id: String? = nil
    ) -> Overlay {
        var fog = Fog(reveal: [Fog.Reveal(.overlays(ids), reach: .radiusMeters(radiusMeters))], feather: feather)
        fog.color = color ?? fog.color
        return Overlay(.fog(fog), id: id)
    }

    /// AnnotationImage tiles: a path with placeholders such as `tiles/{z}/{x}_{y}.png`, a folder or an archive.
    public static func tiles(
        _ tiles: String, minimumZ: Int? = nil, maximumZ: Int? = nil, alpha: Double = 1, id: String? = nil
    ) -> Overlay {
        Overlay(.tiles(TileOverlay(tiles, minZoom: minimumZ, maxZoom: maximumZ)), id: id, alpha: alpha)
    }

    /// What code draws, in points of the map: see `OverlayDrawing`.
    ///
    /// - Parameters:
    ///   - id: unique among annotations and overlays of the scene.
    ///   - bounds: what it covers on the ground, for cameras that are fitted to it.
    ///   - draw: draws on a canvas of the size of the map.
    /// - Returns: the overlay.
    public static func drawing(
        id: String? = nil, bounds: CoordinateBox? = nil, _ draw: @escaping OverlayDrawing.Draw
    ) -> Overlay {
        Overlay(.drawing(OverlayDrawing(bounds: bounds, draw)), id: id)
    }

    /// What a GeoJSON file holds.
    public static func geojson(_ file: String, id: String? = nil) -> Overlay {
        Overlay(.data(DataOverlay(.geojson, .file(file))), id: id)
    }

    /// What a KML or KMZ file holds.
    public static func kml(_ file: String, id: String? = nil) -> Overlay {
        Overlay(.data(DataOverlay(.kml, .file(file))), id: id)
    }

    /// The tracks, routes and waypoints of a GPX file.
    public static func gpx(
        _ file: String, strokeColor: Color = .systemBlue, lineWidth: Double = 3, id: String? = nil
    ) -> Overlay {
        let style = LineStyle(strokeColor: strokeColor, lineWidth: .points(lineWidth))
        return Overlay(.data(DataOverlay(.gpx, .file(file), style: style)), id: id)
    }
}
