// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
package import MapData
import MapGeo
public import MapImages

/// Lines, areas and points of a file: GeoJSON, TopoJSON, GPX, KML, GeoPackage or well-known text.
public struct DataOverlay: Hashable, Sendable {
    /// The formats.
    public enum Format: String, CaseIterable, Hashable, Sendable {
        /// RFC 7946; properties of simplestyle 1.1 and of the MapLibre style specification say how a feature looks.
        case geojson
        /// GPX 1.0 or 1.1: tracks, routes and waypoints.
        case gpx
        /// KML 2.3, or KMZ, which is KML in a ZIP archive.
        case kml
        /// TopoJSON 1.0. A topology in GeoJSON's place is read as well.
        case topojson
        /// The feature tables of a GeoPackage, in EPSG:4326 or EPSG:3857.
        case geopackage
        /// Well-known text of the OGC, with or without PostGIS's `SRID=4326;`.
        case wkt

        /// The format of a file by its extension; nil for others.
        ///
        /// - Parameter file: a name or path; `.json` is not enough to know.
        package init?(extensionOf file: String) {
            guard let dot = file.lastIndex(of: ".") else { return nil }
            switch file[file.index(after: dot)...].lowercased() {
            case "geojson", "geojsonl", "geojsons", "geojsonseq", "ndgeojson", "ndjson", "jsonl": self = .geojson
            case "gpkg": self = .geopackage
            case "gpx": self = .gpx
            case "kml", "kmz": self = .kml
            case "topojson": self = .topojson
            case "wkt": self = .wkt
            default: return nil
            }
        }
    }

    /// Where the data is.
    public enum Source: Hashable, Sendable {
        /// A file; a relative path starts in the scene's folder.
        case file(String)
        /// GeoJSON, TopoJSON or well-known text in the scene itself.
        case inline(InlineJSON)
    }

    /// The format.
    public var format: Format
    /// Where the data is.
    public var source: Source
    /// What of the data is drawn: names of feature tables of a GeoPackage, objects of a topology, or folders of a KML
    /// document; empty for all.
    public var layers: [String] = []
    /// The style of lines and area outlines that have none of their own.
    public var style: LineStyle
    /// The color of areas that have none of their own; nil for the stroke color at 60 % opacity, simplestyle's default.
    public var fillColor: Color?

    /// Creates an overlay of data.
    ///
    /// - Parameters:
    ///   - format: the format of the data.
    ///   - source: a file, or data in the scene itself.
    ///   - style: the style of lines and area outlines that have none of their own.
    ///   - fillColor: the color of areas that have none of their own; nil for the stroke color at 60 % opacity.
    ///   - layers: what of the data is drawn: names of feature tables of a GeoPackage, objects of a topology, or
    ///     folders of a KML document; empty for all.
    public init(
        _ format: Format, _ source: Source, style: LineStyle = .simplestyle, fillColor: Color? = nil,
        layers: [String] = []
    ) {
        self.format = format
        self.source = source
        self.style = style
        self.fillColor = fillColor
        self.layers = layers
    }

}

extension LineStyle {
    /// The default of simplestyle: #555555, 2 points wide.
    public static let simplestyle = LineStyle(strokeColor: Color(rgb: 0x555555), lineWidth: .points(2))
}

extension DataOverlay {
    init?(_ format: Format, _ object: inout ObjectReader) {
        let source = object.required("data") { field -> Source? in
            switch format {
            case .geojson, .topojson:
                if field.node.object != nil { return .inline(InlineJSON(field)) }
                guard field.node.string != nil else { return field.expected("a file or a GeoJSON object") }
            case .wkt:
                if let text = field.node.string, WellKnownText.matches(text) { return .inline(InlineJSON(field)) }
                guard field.node.string != nil else {
                    return field.expected("a file or a text such as POINT(24.9 60.2)")
                }
            case .gpx, .kml, .geopackage:
                guard field.node.string != nil else { return field.expected("a file") }
            }
            return field.filled().map(Source.file)
        }
        let layers = object.optional("layers") { DataOverlay.layers($0, of: format) }
        let style = LineStyle(&object, usually: format == .gpx ? LineStyle() : .simplestyle)
        let fill = object.optional("fillColor") { Color($0) }
        guard let source else { return nil }
        self.init(format, source, style: style, fillColor: fill)
        self.layers = layers ?? []
    }

    /// A name, or a list of names.
    private static func layers(_ field: Field, of format: Format) -> [String]? {
        switch format {
        case .geojson, .topojson, .kml, .geopackage: break
        case .gpx, .wkt:
            field.report(
                "\"layers\" goes with the types geopackage, topojson and kml", code: .sceneConflictingKeys)
            return nil
        }
        guard field.node.array != nil else {
            guard field.node.string != nil else { return field.expected("a name or an array of names") }
            return field.filled().map { [$0] }
        }
        guard let names = field.elements()?.compactMap({ $0.filled() }), !names.isEmpty else {
            return field.expected("a name or an array of names")
        }
        return names
    }
}

extension TileOverlay {
    init?(_ object: inout ObjectReader) {
        let zooms = 0...TileID.maxZoom
        let tiles = object.required("tiles") { $0.filled() }
        let minZoom = object.one(of: ["minZoom", "minimumZ"]) { $0.integer(in: zooms) }
        let maxZoom = object.one(of: ["maxZoom", "maximumZ"]) { $0.integer(in: zooms) }
        let overzoom = object.optional("overzoom") { $0.bool() }
        let bounds = object.optional("bounds", CoordinateBox.init)
        let tileSize = object.optional("tileSize") { $0.number(in: 32...4096) }
        let flipped = object.optional("geometryFlipped") { $0.bool() }
        let replaces = object.optional("canReplaceMapContent") { $0.bool() }
        let missing = object.optional("missingTiles") { $0.choice(of: MissingTilePolicy.self) }
        if let minZoom, let maxZoom, minZoom > maxZoom {
            object.field.report(expected: "a minZoom of at most the maxZoom \(maxZoom)", found: "\(minZoom)")
        }
        guard let tiles else { return nil }
        self.init(tiles, minZoom: minZoom, maxZoom: maxZoom, overzoom: overzoom ?? true, bounds: bounds)
        self.tileSize = tileSize
        geometryFlipped = flipped ?? false
        canReplaceMapContent = replaces ?? false
        missingTiles = missing ?? .skip
    }
}

/// What a file of data puts on the map.
package struct OverlayData: Sendable {
    /// Lines and areas, with the name, level and opacity of the overlay that they come from.
    package var overlays: [Overlay] = []
    /// Single places.
    package var annotations: [Annotation] = []

    package init() {}
}

extension Scene {
    /// The same scene with overlays of data replaced by what they hold.
    ///
    /// - Parameter load: gives what an overlay holds; nil after it has reported why there is nothing.
    /// - Returns: annotations of data come before the scene's own. All that is not named keeps the number that it has in
    ///   the scene as its name.
    package func expandingData(_ load: (Int, Overlay, DataOverlay) -> OverlayData?) -> Scene {
        var scene = self
        scene.overlays = []
        var imported: [Annotation] = []
        for (index, overlay) in overlays.enumerated() {
            let name = overlay.name(at: index)
            guard case .data(let source) = overlay.content else {
                var own = overlay
                own.path = targetPath("overlay", name)
                scene.overlays.append(own)
                continue
            }
            guard let data = load(index, overlay, source) else { continue }
            for (number, shape) in data.overlays.enumerated() {
                var shape = shape
                shape.path = targetPath("overlay", name, "shape", String(number))
                scene.overlays.append(shape)
            }
            for (number, annotation) in data.annotations.enumerated() {
                var annotation = annotation
                annotation.path = targetPath("overlay", name, "place", String(number))
                imported.append(annotation)
            }
        }
        scene.annotations =
            imported
            + annotations.enumerated().map { index, annotation in
                var own = annotation
                own.path = annotation.path(at: index)
                return own
            }
        return scene
    }
}

extension Overlay {
    fileprivate func name(at index: Int) -> String { id ?? String(index) }

    /// The path of its target.
    package func path(at index: Int) -> String { path ?? targetPath("overlay", name(at: index)) }
}

extension Annotation {
    /// The path of its target.
    package func path(at index: Int) -> String { path ?? targetPath("annotation", id ?? String(index)) }
}

extension OverlayData {
    /// The lines of a GPX file as polylines, its waypoints as annotations.
    ///
    /// - Parameters:
    ///   - gpx: the file's content.
    ///   - file: how messages name it.
    ///   - template: gives name, level and opacity to all that is read.
    ///   - style: the look of lines.
    package init(_ gpx: GPXFile, from file: String, template: Overlay, style: DataOverlay) {
        self.init()
        for content in gpx.contents {
            switch content {
            case .line(let line):
                var overlay = template
                overlay.content = .polyline(Polyline(line, style: style.style, mergeStrokes: true))
                add(overlay, from: file)
            case .waypoint(let coordinate, let name):
                var annotation = Annotation(at: coordinate, title: name)
                annotation.coordinateSystem = template.coordinateSystem
                annotation.properties = template.properties
                add(annotation, from: file)
            }
        }
    }
}

extension OverlayData {
    /// Adds a place.
    ///
    /// - Returns: false past the limit of memory, of which an annotation takes far more than a few bytes of a file.
    @discardableResult
    mutating func add(_ annotation: Annotation, from file: String) -> Bool {
        let bytes = MemoryLayout<Annotation>.stride + Annotation.layoutBytes
        guard RenderBudget.spend(bytes, .bytes, at: file) else { return false }
        annotations.append(annotation)
        return true
    }

    /// Adds a shape.
    ///
    /// - Returns: false past the limit of memory.
    @discardableResult
    mutating func add(_ overlay: Overlay, from file: String) -> Bool {
        guard RenderBudget.spend(MemoryLayout<Overlay>.stride, .bytes, at: file) else { return false }
        overlays.append(overlay)
        return true
    }
}

extension Annotation {
    /// What the layout of an annotation takes, with its copies, boxes and targets.
    package static let layoutBytes = 3072
}
