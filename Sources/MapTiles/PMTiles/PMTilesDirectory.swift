// SPDX-License-Identifier: MIT
import MapCore
package import MapGeo

/// A directory of a PMTiles archive, sorted by tile number.
///
/// - SeeAlso: PMTiles specification, version 3, section 4.
package struct PMTilesDirectory: Sendable {
    package struct Entry: Sendable {
        package var firstTile: UInt64
        /// Into the tile data, or the leaf directories when `runLength` is 0.
        package var offset: UInt64
        package var length: UInt64
        /// The number of consecutive tiles that share the data; 0 for a leaf directory.
        package var runLength: UInt64
    }

    package private(set) var entries: [Entry] = []

    /// Reads a decompressed directory; nil when it is damaged.
    package init?(_ bytes: [UInt8]) {
        do {
            try bytes.withUnsafeBufferPointer { buffer throws(ProtobufError) in
                try read(ProtobufReader(buffer, 0..<buffer.count), size: buffer.count)
            }
        } catch {
            return nil
        }
    }

    private mutating func read(_ start: ProtobufReader, size: Int) throws(ProtobufError) {
        var reader = start
        let stated = try reader.varint()
        // Each entry takes at least four bytes, so a wrong count cannot allocate much.
        guard stated <= UInt64(size / 4) else { throw .truncated }
        let count = Int(stated)
        entries.reserveCapacity(count)
        var tile: UInt64 = 0
        for _ in 0..<count {
            let (sum, overflow) = tile.addingReportingOverflow(try reader.varint())
            guard !overflow else { throw .truncated }
            tile = sum
            entries.append(Entry(firstTile: tile, offset: 0, length: 0, runLength: 0))
        }
        for i in 0..<count { entries[i].runLength = try reader.varint() }
        for i in 0..<count { entries[i].length = try reader.varint() }
        for i in 0..<count {
            let coded = try reader.varint()
            if coded == 0 {
                guard i > 0 else { throw .truncated }
                entries[i].offset = entries[i - 1].offset &+ entries[i - 1].length
            } else {
                entries[i].offset = coded - 1
            }
        }
    }

    /// The entry that contains a tile or leads to it.
    package func entry(for tile: UInt64) -> Entry? {
        let next = firstIndex { $0 > tile }
        guard next > 0 else { return nil }
        let entry = entries[next - 1]
        return entry.runLength == 0 || tile - entry.firstTile < entry.runLength ? entry : nil
    }

    /// The entries that may contain tiles of a range, or lead to them.
    func entries(in range: Range<UInt64>) -> ArraySlice<Entry> {
        let start = firstIndex { $0 > range.lowerBound }
        let end = firstIndex { $0 >= range.upperBound }
        let first = max(0, start - 1)
        return entries[first..<max(first, end)]
    }

    /// The index of the first entry whose first tile matches; all later ones must match, too.
    private func firstIndex(where matches: (UInt64) -> Bool) -> Int {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if matches(entries[middle].firstTile) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

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
    var centerZoom: Int

    init(_ file: ArchiveFile, path: String) throws(Diagnostic) {
        func error(_ code: Diagnostic.Code, expected: String, found: String, hint: String? = nil) -> Diagnostic {
            Diagnostic(code: code, file: path, expected: expected, found: found, hint: hint)
        }
        func damaged(_ message: String) -> Diagnostic {
            Diagnostic(code: .tilesDamagedArchive, file: path, message)
        }
        let bytes = file.withBytes(offset: 0, length: UInt64(min(Self.size, file.count))) { Array($0) } ?? []
        guard !bytes.isEmpty else {
            throw error(.tilesUnknownFormat, expected: "a PMTiles archive", found: "an empty file")
        }
        guard bytes.starts(with: Self.magic) else {
            throw error(.tilesUnknownFormat, expected: "a PMTiles archive", found: "other data")
        }
        guard bytes.count > 7, bytes[7] == 3 else {
            let version = bytes.count > 7 ? String(bytes[7]) : "none"
            throw error(
                .tilesUnknownFormat, expected: "PMTiles version 3", found: version,
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
        centerZoom = min(Int(bytes[118]), TileID.maxZoom)
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

extension TileID {
    /// The tile's number in PMTiles: by zoom, and along a Hilbert curve within each zoom.
    ///
    /// - SeeAlso: PMTiles specification, version 3, section 4.1; Hacker's Delight, 16-3.
    package var hilbertNumber: UInt64 {
        // (4^z - 1) / 3 tiles lie above this zoom; z is 30 at most.
        var number = Self.firstHilbertNumber(ofZoom: z)
        var (x, y) = (UInt64(x), UInt64(y))
        var side = UInt64(1) << UInt64(z)
        while side > 1 {
            let half = side >> 1
            let right: UInt64 = x & half != 0 ? 1 : 0
            let low: UInt64 = y & half != 0 ? 1 : 0
            number += half * half * ((3 * right) ^ low)
            x &= half - 1
            y &= half - 1
            if low == 0 {
                if right == 1 {
                    x = half - 1 - x
                    y = half - 1 - y
                }
                swap(&x, &y)
            }
            side = half
        }
        return number
    }

    /// The first of the numbers that the tiles of a zoom have.
    package static func firstHilbertNumber(ofZoom zoom: Int) -> UInt64 { ((UInt64(1) << UInt64(2 * zoom)) - 1) / 3 }

    /// The tile of a zoom with an index along the curve, from 0.
    package init(z: Int, hilbertIndex: UInt64) {
        var rest = hilbertIndex
        var (x, y) = (UInt64(0), UInt64(0))
        var side: UInt64 = 1
        while side < 1 << UInt64(z) {
            let right = (rest / 2) & 1
            let low = (rest ^ right) & 1
            if low == 0 {
                if right == 1 {
                    x = side - 1 - x
                    y = side - 1 - y
                }
                swap(&x, &y)
            }
            x += side * right
            y += side * low
            rest /= 4
            side *= 2
        }
        self.init(z: z, x: Int(x), y: Int(y))
    }

    /// Indexes along the curve as squares: 4ⁿ indexes from a multiple of 4ⁿ are a square of 2ⁿ by 2ⁿ tiles.
    ///
    /// - Returns: n, and the square's index among those of its size.
    package static func hilbertSquares(of run: Range<UInt64>) -> [(level: Int, index: UInt64)] {
        var squares: [(level: Int, index: UInt64)] = []
        var start = run.lowerBound
        while start < run.upperBound {
            var level = 0
            while level < maxZoom {
                let size = UInt64(1) << UInt64(2 * (level + 1))
                guard start % size == 0, run.upperBound - start >= size else { break }
                level += 1
            }
            squares.append((level, start >> UInt64(2 * level)))
            start += 1 << UInt64(2 * level)
        }
        return squares
    }
}
