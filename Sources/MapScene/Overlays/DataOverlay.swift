// SPDX-License-Identifier: MIT
public import MapCanvas

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
    public init(_ format: Format, _ source: Source, style: LineStyle = .simplestyle, fillColor: Color? = nil) {
        self.format = format
        self.source = source
        self.style = style
        self.fillColor = fillColor
    }

}

extension LineStyle {
    /// The default of simplestyle: #555555, 2 points wide.
    public static let simplestyle = LineStyle(strokeColor: Color(rgb: 0x555555), lineWidth: .points(2))
}
