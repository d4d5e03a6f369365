// SPDX-License-Identifier: MIT

/// How hit regions are written.
public enum RegionFormat: String, CaseIterable, Sendable {
    /// Every region with its outlines in points.
    case json
    /// A page with the picture and an image map.
    case html
    /// A feature collection on the ground.
    case geojson

    /// The format that a file's name asks for; nil for an extension that is not known.
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
