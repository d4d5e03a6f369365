// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapGeo

/// The first 127 bytes of a PMTiles archive.
///
/// - SeeAlso: PMTiles specification, version 3, section 3.
struct PMTilesHeader {
    struct Section {
        var offset: UInt64
        var length: UInt64
    }

    static let size = 127
    /// "PMTiles".
    static let magic: [UInt8] = [0x50, 0x4D, 0x54, 0x69, 0x6C, 0x65, 0x73]

    var root: Section
    var metadata: Section
    var leaves: Section
    var tileData: Section
    /// 0 when unknown.
    var addressedTiles: UInt64
    var internalCompression: TileCompression
    /// Nil when unknown: the tile's first bytes decide.
    var tileCompression: TileCompression?
    var format: ArchiveInfo.Format?
    var minZoom: Int
    var maxZoom: Int
    var bounds: CoordinateBox?
    var center: Coordinate?

    init(_ file: ArchiveFile, path: String) throws(Diagnostic) {
        func error(_ code: TileCode, expected: String, found: String, hint: String? = nil) -> Diagnostic {
            Diagnostic(code: code, file: path, expected: expected, found: found, hint: hint)
        }
        func damaged(_ message: String) -> Diagnostic {
            Diagnostic(code: TileCode.damagedArchive, file: path, message)
        }
        let bytes = file.withBytes(offset: 0, length: UInt64(min(Self.size, file.count))) { Array($0) } ?? []
        guard !bytes.isEmpty else {
            throw error(.unknownFormat, expected: "a PMTiles archive", found: "an empty file")
        }
        guard bytes.starts(with: Self.magic) else {
            throw error(.unknownFormat, expected: "a PMTiles archive", found: "other data")
        }
        guard bytes.count > 7, bytes[7] == 3 else {
            let version = bytes.count > 7 ? String(bytes[7]) : "none"
            throw error(
                .unknownFormat, expected: "PMTiles version 3", found: version,
                hint: "convert it with \"pmtiles convert\"")
        }
        guard bytes.count == Self.size else { throw damaged("the file ends inside the PMTiles header") }

        func number(_ at: Int) -> UInt64 { (0..<8).reduce(0) { $0 | UInt64(bytes[at + $1]) << UInt64(8 * $1) } }
        func section(_ at: Int) -> Section { Section(offset: number(at), length: number(at + 8)) }
        func degrees(_ at: Int) -> Double {
            Double(Int32(truncatingIfNeeded: number(at - 4) >> 32)) / 10_000_000
        }
        root = section(8)
        metadata = section(24)
        leaves = section(40)
        tileData = section(56)
        addressedTiles = number(72)
        guard let inner = Self.compression(bytes[97]) else {
            throw damaged("unknown compression \(bytes[97]) of directories")
        }
        guard bytes[98] <= 4 else { throw damaged("unknown compression \(bytes[98]) of tiles") }
        internalCompression = inner ?? .gzip
        tileCompression = Self.compression(bytes[98]) ?? nil
        format = [1: .mvt, 2: .png, 3: .jpeg, 4: .webp, 5: .avif, 6: .mlt][bytes[99]]
        minZoom = min(Int(bytes[100]), TileID.maxZoom)
        maxZoom = max(minZoom, min(Int(bytes[101]), TileID.maxZoom))
        bounds = CoordinateBox(metadata: [degrees(102), degrees(106), degrees(110), degrees(114)])
        if let box = bounds, box.west == box.east || box.south == box.north { bounds = nil }
        center = Coordinate(metadata: [degrees(119), degrees(123)])
    }

    /// Nil for an unknown number; an inner nil for "unknown".
    private static func compression(_ byte: UInt8) -> TileCompression?? {
        switch byte {
        case 0: .some(nil)
        case 1: TileCompression.none
        case 2: .gzip
        case 3: .brotli
        case 4: .zstd
        default: nil
        }
    }
}
