// SPDX-License-Identifier: MIT

extension ArchiveInfo.Format {
    /// The format with a name used in metadata or as a file extension.
    init(named name: String) {
        switch name.lowercased() {
        case "pbf", "mvt", "application/x-protobuf", "application/vnd.mapbox-vector-tile": self = .mvt
        case "mlt", "application/vnd.maplibre-vector-tile", "application/vnd.maplibre-tile": self = .mlt
        case "png", "image/png", "png8", "png24", "png32": self = .png
        case "jpg", "jpeg", "image/jpeg", "image/jpg": self = .jpeg
        case "webp", "image/webp": self = .webp
        case "avif", "image/avif": self = .avif
        default: self = .unknown
        }
    }

    /// The format that the first bytes of a decompressed tile indicate; nil when they indicate none, as those of vector tiles.
    init?(sniffing bytes: [UInt8]) {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
            self = .png
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.count >= 12, bytes.starts(with: "RIFF".utf8), bytes[8..<12].elementsEqual("WEBP".utf8) {
            self = .webp
        } else if bytes.count >= 12, bytes[4..<8].elementsEqual("ftyp".utf8), bytes[8..<11].elementsEqual("avi".utf8) {
            self = .avif
        } else {
            return nil
        }
    }

    /// The format in the metadata, corrected by that of a sample tile: JPEG tiles declared as "png" are common.
    static func settled(stated: Self?, sample: [UInt8]?) -> Self {
        let sniffed = sample.flatMap { Self(sniffing: $0) }
        if let sniffed { return sniffed }
        switch stated {
        case .mlt: return .mlt
        case .mvt: return .mvt
        // Declared as raster, but the sample is not an image of a known format: it may be a vector tile.
        default:
            if let sample, !sample.isEmpty, (try? VectorTile(decoding: sample)) != nil { return .mvt }
            return stated ?? .unknown
        }
    }
}
