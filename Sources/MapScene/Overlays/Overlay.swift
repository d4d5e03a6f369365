// SPDX-License-Identifier: MIT
public import MapCanvas
public import MapGeo
import MapGeometry
public import MapImages

/// A line, an area, fog or tiles, drawn on the map below annotations.
///
/// ```swift
/// scene.overlays = [Overlay(.polyline(Polyline(walk, strokeColor: .systemRed, lineWidth: .points(5))), id: "walk")]
/// ```
public struct Overlay: Hashable, Sendable {
    /// The position of an overlay between the map's layers.
    public enum Level: String, CaseIterable, Hashable, Sendable {
        /// Above roads and areas, below the map's labels.
        case aboveRoads
        /// Above the whole map, below annotations.
        case aboveLabels
    }

    /// The kinds of overlays.
    public enum Content: Hashable, Sendable {
        /// A line.
        case polyline(Polyline)
        /// An area, with holes or without.
        case polygon(Polygon)
        /// A circle on the ground.
        case circle(Circle)
        /// Fog over everything except the revealed parts.
        case fog(Fog)
        /// Raster tiles.
        case tiles(TileOverlay)
        /// The contents of a data file.
        case data(DataOverlay)
        /// Lines of latitude and longitude.
        case graticule(Graticule)
        /// The part of the Earth where it is night.
        case night(Night)
        /// A drawing made by code.
        case drawing(OverlayDrawing)
    }

    /// Identifies it within the scene, for `Camera.Content.ids` and for output; unique among annotations and overlays.
    public var id: String?
    /// What the overlay draws.
    public var content: Content
    /// Its position between the map's layers; nil for above labels for fog, and above roads for other content.
    public var level: Level
    /// The id of the style layer that the overlay is drawn below; nil to use `level`.
    public var before: String?
    /// The opacity of the whole overlay, 0...1; overlapping parts of it do not show through each other.
    public var alpha: Double
    /// The datum of its coordinates; nil for the scene's.
    public var coordinateSystem: CoordinateSystem?
    /// Its name, for output formats that show names.
    public var title: String?
    /// A description for people who do not see the image, in outputs that have one.
    public var alt: String?
    /// The URL that it links to, in outputs that have links.
    public var href: String?
    /// How it is blended with the map below.
    public var blendMode = BlendMode.normal
    /// Custom data that is included in outputs that support it; for a data overlay, defaults for its features.
    public var properties = Properties()
    /// The number of the feature of data that it is a part of; nil for what stands in the scene.
    package var feature: Int?
    /// The path of its target, for what a file of data holds; nil for what its place in the scene says.
    package var path: String?

    /// Creates an overlay.
    public init(
        _ content: Content, id: String? = nil, level: Level? = nil, alpha: Double = 1,
        coordinateSystem: CoordinateSystem? = nil, title: String? = nil, alt: String? = nil, href: String? = nil,
        before: String? = nil, blendMode: BlendMode = .normal, properties: Properties = Properties()
    ) {
        self.content = content
        self.id = id
        self.level = level ?? content.usualLevel
        self.alpha = alpha
        self.coordinateSystem = coordinateSystem
        self.title = title
        self.alt = alt
        self.href = href
        self.before = before
        self.blendMode = blendMode
        self.properties = properties
    }
}

extension Overlay.Content {
    /// The level of an overlay that does not name one.
    var usualLevel: Overlay.Level {
        switch self {
        case .polyline, .polygon, .circle, .tiles, .data, .graticule, .night, .drawing: .aboveRoads
        case .fog: .aboveLabels
        }
    }
}

extension Overlay {
    /// What a fitting camera must show of it.
    var fitItems: [FitItem] {
        switch content {
        case .polyline(let line):
            let path = line.geodesic ? geodesicLine(line.coordinates, tolerance: 0.001) : unwrapped(line.coordinates)
            return items(path, margin: (line.style.points + 2 * (line.style.casing?.width ?? 0)) / 2)
        case .polygon(let polygon):
            let ring = unwrappedRing(polygon.coordinates)
            return items(ring + ring.prefix(1), margin: (polygon.style?.points ?? 0) / 2)
        case .circle(let circle):
            let ring = unwrappedRing(circle.center.circle(radius: circle.radius, count: 64))
            return items(ring + ring.prefix(1), margin: (circle.style?.points ?? 0) / 2)
        case .fog(let fog):
            return fog.reveal.flatMap { reveal -> [FitItem] in
                guard case .line(let line) = reveal.track else { return [] }
                return items(unwrapped(line), margin: 0)
            }
        case .drawing(let drawing):
            guard let box = drawing.bounds else { return [] }
            return items(box.corners, margin: 0)
        case .tiles, .data, .graticule, .night: return []
        }
    }

    /// The corners, and places between them where they are far apart: so that the gap in which a fit cuts the world is
    /// never inside of a line.
    private func items(_ line: [Coordinate], margin: Double) -> [FitItem] {
        let extent = Rect(minX: -margin, minY: -margin, maxX: margin, maxY: margin)
        var items: [FitItem] = []
        var last: Coordinate?
        for c in line {
            if let last {
                let steps = min(72, (abs(c.longitude - last.longitude) / 10).rounded(.down))
                var step = 1.0
                while step <= steps {
                    let fraction = step / (steps + 1)
                    items.append(
                        FitItem(
                            coordinate: Coordinate(
                                latitude: last.latitude + (c.latitude - last.latitude) * fraction,
                                longitude: last.longitude + (c.longitude - last.longitude) * fraction), extent: extent))
                    step += 1
                }
            }
            items.append(FitItem(coordinate: c, extent: extent))
            last = c
        }
        return items
    }

    /// True when all of its numbers are.
    var isFinite: Bool {
        switch content {
        case .polyline(let line): line.coordinates.allSatisfy(\.isFinite)
        case .polygon(let polygon): (polygon.holes + [polygon.coordinates]).joined().allSatisfy(\.isFinite)
        case .circle(let circle): circle.center.isFinite && circle.radius.isFinite && circle.radius > 0
        case .fog(let fog):
            fog.reveal.allSatisfy {
                if case .line(let line) = $0.track { line.allSatisfy(\.isFinite) } else { true }
            }
        case .drawing(let drawing): drawing.bounds?.corners.allSatisfy(\.isFinite) ?? true
        case .tiles, .data, .graticule, .night: true
        }
    }
}

extension LineStyle {
    fileprivate var points: Double { if case .points(let points) = lineWidth { points } else { 0 } }
}

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

    /// Creates an overlay of GeoTIFF files: orthophotos, satellite images or other rasters with a place on the Earth.
    ///
    /// - Parameters:
    ///   - files: files or folders of them, relative to the scene's folder; later ones lie over earlier ones.
    ///   - bands: the bands that are red, green and blue, or one band, from 1; empty for those that the files say.
    ///   - stretch: what becomes black and white; nil for none where samples have 8 bits, else 2 to 98 percent of the values.
    ///   - colors: the colors of a single band; nil for the files' own.
    ///   - alpha: the opacity of the whole overlay, 0...1.
    ///   - id: a name, unique among annotations and overlays of the scene.
    /// - Returns: the overlay; the files are read when the scene is rendered.
    public static func geotiff(
        _ files: String..., bands: [Int] = [], stretch: RasterReading.Stretch? = nil,
        colors: RasterReading.Colors? = nil, alpha: Double = 1, id: String? = nil
    ) -> Overlay {
        let raster = RasterReading(files, bands: bands, stretch: stretch, colors: colors)
        return Overlay(.tiles(TileOverlay("", raster: raster)), id: id, alpha: alpha)
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

    /// Creates an overlay with the features of a FlatGeobuf file. With its index, only what the map shows is read.
    ///
    /// - Parameters:
    ///   - file: the file's path, relative to the scene's folder.
    ///   - id: a name, unique among annotations and overlays of the scene.
    /// - Returns: the overlay; the file is read when the scene is rendered.
    public static func flatgeobuf(_ file: String, id: String? = nil) -> Overlay {
        Overlay(.data(DataOverlay(.flatgeobuf, .file(file))), id: id)
    }

    /// Creates an overlay with the features of a Shapefile.
    ///
    /// - Parameters:
    ///   - file: the path of the `.shp` file, or of a ZIP archive, relative to the scene's folder.
    ///   - layers: of an archive with several, the names of those to draw; empty for all.
    ///   - id: a name, unique among annotations and overlays of the scene.
    /// - Returns: the overlay; the file is read when the scene is rendered.
    public static func shapefile(_ file: String, layers: [String] = [], id: String? = nil) -> Overlay {
        var data = DataOverlay(.shapefile, .file(file))
        data.layers = layers
        return Overlay(.data(data), id: id)
    }

    /// Creates an overlay with the rows of a text with columns, such as CSV or TSV.
    ///
    /// - Parameters:
    ///   - file: the file's path, relative to the scene's folder.
    ///   - longitude: the column of longitudes; nil to find it by its name.
    ///   - latitude: the column of latitudes; nil to find it by its name.
    ///   - id: a name, unique among annotations and overlays of the scene.
    /// - Returns: the overlay; the file is read when the scene is rendered.
    public static func csv(
        _ file: String, longitude: String? = nil, latitude: String? = nil, id: String? = nil
    ) -> Overlay {
        var data = DataOverlay(.csv, .file(file))
        (data.longitude, data.latitude) = (longitude, latitude)
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
