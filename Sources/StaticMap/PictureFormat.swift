// SPDX-License-Identifier: MIT
import MapCanvas

/// The formats that a picture can be written in.
public enum PictureFormat: String, CaseIterable, Sendable {
    /// Lossless, with transparency.
    case png
    /// Lossy, on white where the map is transparent.
    case jpeg
    /// Lossless WebP, with transparency.
    case webp

    /// The format that a file's name asks for; nil for an extension that is not known.
    public init?(fileName: String) {
        guard let dot = fileName.lastIndex(of: ".") else { return nil }
        switch fileName[fileName.index(after: dot)...].lowercased() {
        case "png": self = .png
        case "jpg", "jpeg": self = .jpeg
        case "webp": self = .webp
        default: return nil
        }
    }

    /// The registered media type.
    public var mediaType: String { "image/\(rawValue)" }

    func encode(_ bitmap: Bitmap, scale: Double) throws -> [UInt8] {
        switch self {
        // A point is a CSS pixel: 96 an inch (CSS Values 4, §6.2).
        case .png: try encodePNG(bitmap, pixelsPerMeter: scale * 96 / 0.0254)
        case .jpeg: try encodeJPEG(bitmap, quality: 90, background: .white)
        case .webp: try encodeWebP(bitmap, .lossless)
        }
    }
}
