// SPDX-License-Identifier: MIT

/// How hit regions are written.
public enum RegionFormat: String, CaseIterable, Sendable {
    /// Every region with its outlines in points.
    case json
    /// A page with the picture and an image map.
    case html
    /// A feature collection on the ground.
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
