// SPDX-License-Identifier: MIT
public import MapCanvas

/// Lines, areas and places of a file: GeoJSON or a GPX track.
public struct DataOverlay: Hashable, Sendable {
    /// The formats.
    public enum Format: String, CaseIterable, Hashable, Sendable {
        /// RFC 7946; properties of simplestyle 1.1 and of the MapLibre style specification say how a feature looks.
        case geojson
        /// GPX 1.0 or 1.1: tracks, routes and waypoints.
        case gpx
    }

    /// Where the data is.
    public enum Source: Hashable, Sendable {
        /// A relative path begins in the scene's folder.
        case file(String)
        /// GeoJSON in the scene itself.
        case inline(InlineJSON)
    }

    /// The format.
    public var format: Format
    /// Where the data is.
    public var source: Source
    /// The look of lines, and of the edges of areas, that do not name their own.
    public var look: LineStyle
    /// The color of areas that do not name their own; nil for the look's color at 60 %, as simplestyle has it.
    public var fillColor: Color?

    /// Makes an overlay of data.
    public init(_ format: Format, _ source: Source, look: LineStyle = DataOverlay.plainLook, fillColor: Color? = nil) {
        self.format = format
        self.source = source
        self.look = look
        self.fillColor = fillColor
    }

    /// simplestyle's defaults: #555555, 2 wide.
    public static let plainLook = LineStyle(strokeColor: Color(rgb: 0x555555), lineWidth: .points(2))
}
