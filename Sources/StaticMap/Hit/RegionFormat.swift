// SPDX-License-Identifier: MIT

/// The file formats of hit regions.
public enum RegionFormat: String, CaseIterable, Sendable {
    /// JSON: each region with its outlines in points.
    case json
    /// HTML: a page with the image and an image map.
    case html
    /// GeoJSON: a feature collection in coordinates.
    case geojson

    /// Creates the format of a file from its extension, ignoring case; nil if the extension is unknown.
    ///
    /// - Parameter fileName: a name or path that ends with `.json`, `.html`, `.htm` or `.geojson`.
    public init?(fileName: String) {
        guard let dot = fileName.lastIndex(of: ".") else { return nil }
        switch fileName[fileName.index(after: dot)...].lowercased() {
        case "json": self = .json
        case "html", "htm": self = .html
        case "geojson": self = .geojson
        default: return nil
        }
    }
}
