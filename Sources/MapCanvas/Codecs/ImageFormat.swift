// SPDX-License-Identifier: MIT

/// A picture format that can be read and written.
package enum ImageFormat: String, Sendable, CaseIterable {
    case png, jpeg, webp

    /// Looks at the first bytes, whatever the file is called.
    package init?(sniffing bytes: some Collection<UInt8>) {
        let head = Array(bytes.prefix(12))
        if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if head.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if head.starts(with: "RIFF".utf8), head.dropFirst(8).elementsEqual("WEBP".utf8) {
            self = .webp
        } else {
            return nil
        }
    }

    package var mediaType: String { "image/\(rawValue)" }

    /// As people call it.
    var title: String {
        switch self {
        case .png: "PNG"
        case .jpeg: "JPEG"
        case .webp: "WebP"
        }
    }
}
