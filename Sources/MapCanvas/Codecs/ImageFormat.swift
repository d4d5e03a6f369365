// SPDX-License-Identifier: MIT

/// An image format that can be decoded and encoded.
package enum ImageFormat: String, Sendable, CaseIterable {
    case png, jpeg, webp

    /// Detects the format from the magic number; nil for other formats.
    package init?(sniffing bytes: some Collection<UInt8>) {
        let prefix = Array(bytes.prefix(12))
        if prefix.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if prefix.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if prefix.starts(with: "RIFF".utf8), prefix.dropFirst(8).elementsEqual("WEBP".utf8) {
            self = .webp
        } else {
            return nil
        }
    }

    package var mediaType: String { "image/\(rawValue)" }

    /// The display name.
    var title: String {
        switch self {
        case .png: "PNG"
        case .jpeg: "JPEG"
        case .webp: "WebP"
        }
    }
}
