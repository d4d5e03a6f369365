// SPDX-License-Identifier: MIT

/// The output formats of a map.
public enum OutputFormat: String, CaseIterable, Sendable {
    /// Lossless, with transparency.
    case png
    /// A PNG of at most 256 colors, chosen for the image: a third of the size, lossy where there are more.
    case png8
    /// Lossy, on a background where the map is transparent.
    case jpeg
    /// With transparency; lossless unless a quality is set.
    case webp
    /// Shapes and text, which are sharp at any size.
    case svg
    /// Shapes and text on a page, for printing.
    case pdf

    /// Creates the format of a file from its extension, ignoring case; nil if the extension is unknown. No extension
    /// gives `png8`.
    ///
    /// - Parameter fileName: a name or path that ends with `.png`, `.jpg`, `.jpeg`, `.webp`, `.svg` or `.pdf`.
    public init?(fileName: String) {
        guard let dot = fileName.lastIndex(of: ".") else { return nil }
        switch fileName[fileName.index(after: dot)...].lowercased() {
        case "png": self = .png
        case "jpg", "jpeg": self = .jpeg
        case "webp": self = .webp
        case "svg": self = .svg
        case "pdf": self = .pdf
        default: return nil
        }
    }

    /// The registered media type.
    public var mediaType: String {
        switch self {
        case .png8: OutputFormat.png.mediaType
        case .png, .jpeg, .webp: "image/\(rawValue)"
        case .svg: "image/svg+xml"
        case .pdf: "application/pdf"
        }
    }
}
