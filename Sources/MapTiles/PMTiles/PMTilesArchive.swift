// SPDX-License-Identifier: MIT
package import MapCore
package import MapGeo
private import Synchronization

/// A PMTiles archive, version 3.
package final class PMTilesArchive: TileArchive {
    package let info: ArchiveInfo
    private let file: ArchiveFile
    private let header: PMTilesHeader
    private let root: PMTilesDirectory
    private let leaves = Mutex(LeafCache())

    /// The maximum depth of directories; the specification's readers stop at three levels below the root.
    private static let maxLevel = 4

    package init(path: String) throws(Diagnostic) {
        file = try ArchiveFile(path: path)
        header = try PMTilesHeader(file, path: path)
        root = try Self.directory(header.root, in: file, header, path: path)
        var metadata = ArchiveMetadata()
        if let text = Self.metadata(in: file, header, path: path) { metadata = ArchiveMetadata(json: text) }
        metadata.minZoom = header.minZoom
        metadata.maxZoom = header.maxZoom
        metadata.bounds = header.bounds ?? metadata.bounds
        if let center = header.center { (metadata.center, metadata.centerZoom) = (center, header.centerZoom) }
        let format = header.format ?? metadata.format ?? .unknown
        var info = metadata.info(
            file: path, container: .pmtiles, format: format, zooms: header.minZoom...header.maxZoom)
        info.tileCount = header.addressedTiles > 0 ? Int(exactly: header.addressedTiles) : nil
        self.info = info
    }

    package func tile(_ id: TileID) throws(Diagnostic) -> [UInt8]? {
        guard id.isValid, let entry = try entry(for: id) else { return nil }
        guard entry.length > 0 else { return nil }
        let (offset, overflow) = header.tileData.offset.addingReportingOverflow(entry.offset)
        guard !overflow, entry.length <= UInt64(decompressedSizeLimit) else {
            throw damaged(id, "its offset or length is out of range")
        }
        do throws(DecompressionError) {
            let compression = header.tileCompression
            let found = try file.withBytes(offset: offset, length: entry.length) { bytes throws(DecompressionError) in
                try unpackedTile(bytes, compression)
            }
            if let found { return found }
        } catch {
            throw damaged(id, error.message)
        }
        throw damaged(id, "it lies beyond the end of the file")
    }

    package func hasTile(_ id: TileID) throws(Diagnostic) -> Bool {
        guard id.isValid, let entry = try entry(for: id) else { return false }
        return entry.length > 0
    }

    private func entry(for id: TileID) throws(Diagnostic) -> PMTilesDirectory.Entry? {
        let number = id.hilbertNumber
        var directory = root
        for _ in 0..<Self.maxLevel {
            guard let entry = directory.entry(for: number) else { return nil }
            if entry.runLength > 0 { return entry }
            directory = try leaf(entry)
        }
        throw nestedTooDeeply
    }

    /// The numbers of tiles that the archive has in a range, as far as directories tell.
    ///
    /// - Throws: when a directory is damaged, or more than `maxDirectories` would have to be read.
    func runs(in range: Range<UInt64>, maxDirectories: Int) throws(Diagnostic) -> [Range<UInt64>] {
        var left = maxDirectories
        return try runs(in: range, of: root, depth: Self.maxLevel, left: &left)
    }

    private func runs(
        in range: Range<UInt64>, of directory: PMTilesDirectory, depth: Int, left: inout Int
    ) throws(Diagnostic) -> [Range<UInt64>] {
        guard depth > 0 else { throw nestedTooDeeply }
        let entries = directory.entries(in: range)
        left -= entries.count { $0.runLength == 0 }
        guard left >= 0 else { throw tooManyDirectories }
        var runs: [Range<UInt64>] = []
        for entry in entries {
            if entry.runLength == 0 {
                runs += try self.runs(in: range, of: leaf(entry), depth: depth - 1, left: &left)
            } else {
                let (sum, overflow) = entry.firstTile.addingReportingOverflow(entry.runLength)
                let run = (entry.firstTile..<(overflow ? .max : max(sum, entry.firstTile))).clamped(to: range)
                if !run.isEmpty { runs.append(run) }
            }
        }
        return runs
    }

    /// Calls `body` for the entries of tiles in a range, in order, until it returns false.
    ///
    /// - Returns: false when `body` ended it.
    func forEachEntry(
        in range: Range<UInt64>, isWanted: (Range<UInt64>) -> Bool,
        _ body: (PMTilesDirectory.Entry) throws(Diagnostic) -> Bool
    ) throws(Diagnostic) -> Bool {
        var left = header.leaves.length
        return try forEachEntry(
            in: range, of: root, end: .max, depth: Self.maxLevel, left: &left, isWanted: isWanted, body)
    }

    private func forEachEntry(
        in range: Range<UInt64>, of directory: PMTilesDirectory, end: UInt64, depth: Int, left: inout UInt64,
        isWanted: (Range<UInt64>) -> Bool, _ body: (PMTilesDirectory.Entry) throws(Diagnostic) -> Bool
    ) throws(Diagnostic) -> Bool {
        guard depth > 0 else { throw nestedTooDeeply }
        let entries = directory.entries(in: range)
        for index in entries.indices {
            let entry = entries[index]
            guard entry.runLength == 0 else {
                guard try body(entry) else { return false }
                continue
            }
            let next = index + 1 < entries.endIndex ? entries[index + 1].firstTile : end
            let numbers = (entry.firstTile..<max(next, entry.firstTile)).clamped(to: range)
            guard !numbers.isEmpty, isWanted(numbers) else { continue }
            // Each directory lies in a place of its own: those that lead to one another in circles are longer than all.
            guard entry.length <= left else { throw tooManyDirectories }
            left -= entry.length
            // A directory has no say about tiles that others lead to.
            guard
                try forEachEntry(
                    in: numbers, of: leaf(entry), end: next, depth: depth - 1, left: &left, isWanted: isWanted, body)
            else { return false }
        }
        return true
    }

    /// The bytes of an entry as they are stored.
    func storedBytes(_ entry: PMTilesDirectory.Entry) throws(Diagnostic) -> [UInt8] {
        let (offset, overflow) = header.tileData.offset.addingReportingOverflow(entry.offset)
        let bytes = overflow ? nil : file.withBytes(offset: offset, length: entry.length) { Array($0) }
        guard let bytes else {
            let id = TileID(hilbertNumber: entry.firstTile).map(\.description) ?? "of an unknown number"
            throw Diagnostic(
                code: .tilesDamagedArchive, file: info.file, "the tile \(id) lies beyond the end of the file")
        }
        return bytes
    }

    package var storedCompression: String? { header.tileCompression?.rawValue }

    package var metadataText: JSONNode? { Self.metadata(in: file, header, path: info.file) }

    private static func metadata(in file: ArchiveFile, _ header: PMTilesHeader, path: String) -> JSONNode? {
        bytes(header.metadata, in: file, header, limit: ArchiveMetadata.maxBytes).flatMap {
            (try? JSONDocument(file: path, text: $0))?.root
        }
    }

    private var tooManyDirectories: Diagnostic {
        Diagnostic(code: .tilesDamagedArchive, file: info.file, "the archive has too many directories")
    }

    private var nestedTooDeeply: Diagnostic {
        Diagnostic(code: .tilesDamagedArchive, file: info.file, "directories are nested too deeply")
    }

    /// A leaf directory, cached; two tasks may read the same one at the same time.
    private func leaf(_ entry: PMTilesDirectory.Entry) throws(Diagnostic) -> PMTilesDirectory {
        if let cached = leaves.withLock({ $0[entry.offset] }) { return cached }
        let (offset, overflow) = header.leaves.offset.addingReportingOverflow(entry.offset)
        guard !overflow else {
            throw Diagnostic(
                code: .tilesDamagedArchive, file: info.file, "the offset of a leaf directory is out of range")
        }
        let section = PMTilesHeader.Section(offset: offset, length: entry.length)
        let directory = try Self.directory(section, in: file, header, path: info.file)
        leaves.withLock { $0[entry.offset] = directory }
        return directory
    }

    private static func directory(
        _ section: PMTilesHeader.Section, in file: ArchiveFile, _ header: PMTilesHeader, path: String
    ) throws(Diagnostic) -> PMTilesDirectory {
        guard let bytes = bytes(section, in: file, header), let directory = PMTilesDirectory(bytes) else {
            throw Diagnostic(
                code: .tilesDamagedArchive, file: path, "a directory of the archive is damaged or cut off")
        }
        return directory
    }

    private static func bytes(
        _ section: PMTilesHeader.Section, in file: ArchiveFile, _ header: PMTilesHeader,
        limit: Int = decompressedSizeLimit
    ) -> [UInt8]? {
        let unpackedBytes = try? file.withBytes(offset: section.offset, length: section.length) {
            bytes throws(DecompressionError) in
            try unpacked(bytes, header.internalCompression, limit: limit)
        }
        return unpackedBytes ?? nil
    }

    private func damaged(_ id: TileID, _ reason: String) -> Diagnostic {
        Diagnostic(code: .tilesDamagedTile, reason).located(in: info.file, tile: id)
    }
}

/// The leaf directories read most recently, at most 64 of them or 200,000 entries (6 MB).
private struct LeafCache {
    private var leaves: [UInt64: PMTilesDirectory] = [:]
    private var order: [UInt64] = []
    private var entryCount = 0

    subscript(offset: UInt64) -> PMTilesDirectory? {
        get { leaves[offset] }
        set {
            guard let newValue, leaves[offset] == nil else { return }
            leaves[offset] = newValue
            order.append(offset)
            entryCount += newValue.entries.count
            while order.count > 64 || (entryCount > 200_000 && order.count > 1) {
                entryCount -= leaves.removeValue(forKey: order.removeFirst())?.entries.count ?? 0
            }
        }
    }
}

extension PMTilesArchive {
    /// The bounds of the header or the metadata, else of the tiles of the highest zoom whose directories are few.
    package func extent() -> CoordinateBox? {
        if let bounds = info.bounds { return bounds }
        for zoom in (info.minZoom...info.maxZoom).reversed() {
            if let range = range(ofZoom: zoom) { return range.box }
        }
        return nil
    }

    /// The most directories that are read.
    private static let maxDirectories = 64

    /// Nil when there is no tile of the zoom, or finding all would take long.
    private func range(ofZoom zoom: Int) -> TileRange? {
        let numbers = TileID.firstHilbertNumber(ofZoom: zoom)..<TileID.firstHilbertNumber(ofZoom: zoom + 1)
        guard let runs = try? runs(in: numbers, maxDirectories: Self.maxDirectories) else { return nil }
        var range: TileRange?
        for run in runs {
            let indexes = run.lowerBound - numbers.lowerBound..<run.upperBound - numbers.lowerBound
            for square in TileID.hilbertSquares(of: indexes) {
                let side = 1 << square.level
                // The tile that covers the square, at its own zoom.
                let whole = TileID(z: zoom - square.level, hilbertIndex: square.index)
                let first = TileID(z: zoom, x: whole.x * side, y: whole.y * side)
                if range == nil { range = TileRange(first) }
                range?.add(first, side: side)
            }
        }
        return range
    }
}

extension PMTilesArchive: TileListing {
    package func forEachStored(
        zooms: ClosedRange<Int>, where isWanted: (Range<UInt64>) -> Bool,
        _ body: (StoredTiles) throws(Diagnostic) -> Bool
    ) throws(Diagnostic) {
        let numbers =
            TileID.firstHilbertNumber(
                ofZoom: zooms.lowerBound)..<TileID.firstHilbertNumber(ofZoom: zooms.upperBound + 1)
        _ = try forEachEntry(in: numbers, isWanted: isWanted) { entry throws(Diagnostic) in
            let (end, overflow) = entry.firstTile.addingReportingOverflow(entry.runLength)
            let run = (entry.firstTile..<(overflow ? .max : max(end, entry.firstTile))).clamped(to: numbers)
            guard !run.isEmpty, entry.length > 0, isWanted(run) else { return true }
            return try body(StoredTiles(numbers: run, bytes: try storedBytes(entry)))
        }
    }
}
