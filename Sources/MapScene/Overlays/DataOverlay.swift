// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
package import MapData
package import MapGeo
public import MapImages

/// Lines, areas and points of a file: GeoJSON, TopoJSON, GPX, KML, GeoPackage, FlatGeobuf, Shapefile, CSV or well-known text.
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
        /// The feature tables of a GeoPackage, in any coordinate system.
        case geopackage
        /// FlatGeobuf; with its index, only what the map shows is read.
        case flatgeobuf
        /// A Shapefile with the files beside it, or in a ZIP archive.
        case shapefile
        /// A text with columns: CSV, TSV and the like.
        case csv
        /// Well-known text of the OGC, with or without PostGIS's `SRID=4326;`.
        case wkt

        /// The format of a file by its extension; nil for others.
        ///
        /// - Parameter file: a name or path; `.json` is not enough to know.
        package init?(extensionOf file: String) {
            switch fileExtension(of: file) {
            case "geojson", "geojsonl", "geojsons", "geojsonseq", "ndgeojson", "ndjson", "jsonl": self = .geojson
            case "csv", "tsv": self = .csv
            case "fgb": self = .flatgeobuf
            case "gpkg": self = .geopackage
            // FIT is refused with a hint when it is read.
            case "gpx", "fit": self = .gpx
            case "kml", "kmz": self = .kml
            case "shp", "shz": self = .shapefile
            case "topojson": self = .topojson
            case "zip" where file.lowercased().hasSuffix(".shp.zip"): self = .shapefile
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

    /// The format of the data.
    public var format: Format
    /// Where the data is: a file, or in the scene itself.
    public var source: Source
    /// What of the data is drawn: names of feature tables of a GeoPackage, Shapefiles of an archive, objects of a topology,
    /// or folders of a KML document; empty for all.
    public var layers: [String] = []
    /// The coordinate reference system of FlatGeobuf, Shapefile and CSV, such as `EPSG:25832`, in place of the file's own.
    public var crs: String?
    /// The encoding of the texts of Shapefile and CSV, such as `windows-1252`, in place of the file's own.
    public var encoding: String?
    /// The character between the columns of CSV, or `tab`; nil to find it.
    public var delimiter: String?
    /// The column of longitudes of CSV, or of values to the east; nil to find it.
    public var longitude: String?
    /// The column of latitudes of CSV, or of values to the north; nil to find it.
    public var latitude: String?
    /// The column of geometries of CSV, as well-known text, GeoJSON or hexadecimal well-known binary; nil to find it.
    public var geometry: String?
    /// The style of lines and area outlines that have none of their own.
    public var style: LineStyle
    /// The color of areas that have none of their own; nil for the stroke color at 60 % opacity, simplestyle's default.
    public var fillColor: Color?
    /// Colors by a property; nil for those of features and of the overlay.
    public var colorBy: ColorScale?
    /// Sizes of circles or widths of lines by a property; nil for those of features and of the overlay.
    public var sizeBy: SizeScale?
    /// Texts on features; nil for none.
    public var label: DataLabel?
    /// A table whose columns become properties of features; nil for none.
    public var join: DataJoin?
    /// Lines from one place to another in place of the features; nil for none.
    public var flows: Flows?
    /// Cells or clusters in which the features are counted in place of the features; nil for none.
    public var aggregate: Aggregation?
    /// What is marked along tracks, and their units; nil for nothing and metric units.
    public var track: TrackStyle?
    /// Where the heights of its lines and points come from; nil for the data.
    public var elevation: ElevationSource?

    /// The files of the tables that it names.
    package var tables: [String] { [join?.file, flows?.file].compactMap(\.self) }

    /// Creates an overlay of data.
    public init(
        _ format: Format, _ source: Source, style: LineStyle = .simplestyle, fillColor: Color? = nil,
        layers: [String] = [], crs: String? = nil, encoding: String? = nil, delimiter: String? = nil,
        longitude: String? = nil, latitude: String? = nil, geometry: String? = nil, colorBy: ColorScale? = nil,
        sizeBy: SizeScale? = nil, label: DataLabel? = nil, join: DataJoin? = nil, flows: Flows? = nil,
        aggregate: Aggregation? = nil, track: TrackStyle? = nil, elevation: ElevationSource? = nil
    ) {
        self.format = format
        self.source = source
        self.style = style
        self.fillColor = fillColor
        self.layers = layers
        (self.crs, self.encoding, self.delimiter) = (crs, encoding, delimiter)
        (self.longitude, self.latitude, self.geometry) = (longitude, latitude, geometry)
        (self.colorBy, self.sizeBy, self.label) = (colorBy, sizeBy, label)
        (self.join, self.flows, self.aggregate, self.track) = (join, flows, aggregate, track)
        self.elevation = elevation
    }
}

extension LineStyle {
    /// The default of simplestyle: #555555, 2 points wide.
    public static let simplestyle = LineStyle(strokeColor: Color(rgb: 0x555555), lineWidth: .points(2))
}

/// What a file of data puts on the map.
package struct OverlayData: Sendable {
    /// Lines and areas, with the name, level and opacity of the overlay that they come from.
    package var overlays: [Overlay] = []
    /// Single places.
    package var annotations: [Annotation] = []
    /// What legends say of it.
    package var sections: [LegendSection] = []
    /// What descriptions say of its values; nil where they decide nothing.
    package var pattern: DataPattern?
    /// The lines on which something was measured.
    package var tracks: [DrawnTrack] = []
    /// The datum of all that is in it; nil for the scene's.
    package var coordinateSystem: CoordinateSystem?

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
        var sections: [LegendSection] = []
        scene.tracks = []
        scene.patterns = []
        for (index, overlay) in overlays.enumerated() {
            let name = overlay.name(at: index)
            guard case .data(let source) = overlay.content else {
                var own = overlay
                own.path = targetPath("overlay", name)
                scene.overlays.append(own)
                continue
            }
            guard let data = load(index, overlay, source) else { continue }
            if var pattern = data.pattern {
                pattern.coordinateSystem = data.coordinateSystem ?? coordinateSystem
                scene.patterns.append(pattern)
            }
            sections += data.sections.map { section in
                var own = section
                own.overlay = overlay.id
                return own
            }
            scene.tracks += data.tracks.map { track in
                var own = track
                (own.overlay, own.path) = (overlay.id, targetPath("overlay", name))
                own.coordinateSystem = data.coordinateSystem
                return own
            }
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
        scene.page?.legend = page?.legend?.listing(sections)
        scene.decorations = decorations.map { $0.listing(sections).showing(scene.tracks, in: basemap.language) }
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
    package func path(at index: Int) -> String {
        path ?? id.map { targetPath("annotation", $0) } ?? "annotation/" + String(index)
    }
}

extension Annotation {
    /// Takes what an overlay of data says of all that it shows.
    mutating func take(_ template: Overlay) {
        alpha *= template.alpha
        alt = alt ?? template.alt
        href = href ?? template.href
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

extension DataOverlay {
    /// How the columns and bytes of its file are meant.
    package var reading: FeatureReading {
        var reading = FeatureReading()
        (reading.crs, reading.encoding, reading.delimiter) = (crs, encoding, delimiter)
        (reading.longitude, reading.latitude, reading.geometry) = (longitude, latitude, geometry)
        return reading
    }
}
