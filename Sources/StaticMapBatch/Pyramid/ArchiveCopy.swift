// SPDX-License-Identifier: MIT
package import MapCore
import MapGeo
import MapImages
package import MapTiles
import StaticMap

/// Copies tiles from archives into another container, as they are stored.
package struct ArchiveCopy {
    private let archives: [any TileListing]
    /// Nil to copy tiles as they are stored.
    private let adapter: SchemaAdapter?
    private let region: TileRegion?
    private let zooms: ClosedRange<Int>

    /// - Parameters:
    ///   - paths: the archives; of tiles that several have, those of the last one are taken.
    ///   - region: what is copied; nil for all.
    ///   - zooms: what is copied.
    ///   - isAdapted: true to convert vector tiles to the schema OpenMapTiles.
    /// - Throws: when an archive cannot be opened or has tiles of another format than the first, or when it is in no schema that
    ///   can be converted.
    package init(
        _ paths: [String], region: TileRegion?, zooms: ClosedRange<Int>, isAdapted: Bool = false
    ) throws(Diagnostic) {
        var archives: [any TileListing] = []
        for path in paths {
            let archive = try openListing(at: path)
            if let first = archives.first, archive.info.format != first.info.format {
                throw Diagnostic(
                    code: .batchWrongArchive, file: path,
                    expected: "tiles of the format \(first.info.format.rawValue)",
                    found: archive.info.format.rawValue)
            }
            archives.append(archive)
        }
        self.archives = archives
        adapter = if isAdapted, let first = archives.first { try Self.adapter(for: first) } else { nil }
        self.region = region
        self.zooms = zooms
    }

    /// Nil for tiles that are in the schema OpenMapTiles.
    private static func adapter(for archive: any TileListing) throws(Diagnostic) -> SchemaAdapter? {
        let schema = archive.schema()
        if let adapter = SchemaAdapter(schema) { return adapter }
        guard schema != .openMapTiles else { return nil }
        throw Diagnostic(
            code: .batchWrongArchive, file: archive.info.file,
            expected: "tiles in the schema Protomaps, Shortbread or OpenMapTiles", found: "another schema",
            hint: "\"staticmap inspect\" lists the layers")
    }

    /// Copies the tiles.
    ///
    /// - Parameters:
    ///   - store: gets the tiles.
    ///   - name: of the new container; nil for that of the first archive.
    ///   - report: called now and then with the number of tiles.
    /// - Returns: what the new container says of its tiles.
    /// - Throws: when an archive is damaged, has nothing that is wanted, or its tiles are compressed in another way.
    package func run(
        into store: TileStore, name: String?, report: (_ tiles: Int) -> Void
    ) throws(Diagnostic) -> ContainerMetadata {
        var compression: String?
        var found: ClosedRange<Int>?
        var count = 0
        let packer = try GzipPacker()
        var layers: [VectorLayerInfo] = []
        for info in adapter == nil ? archives.map(\.info) : [] {
            layers.merge(info.vectorLayers, zooms: info.minZoom...max(info.minZoom, info.maxZoom))
        }
        for archive in archives {
            var waiting: [StoredImage] = []
            var size = 0
            try archive.forEachStored(zooms: zooms, where: isWanted) { stored throws(Diagnostic) in
                let runs = region?.runs(in: stored.numbers) ?? [stored.numbers]
                guard let low = runs.first.flatMap({ TileID(hilbertNumber: $0.lowerBound) })?.z,
                    let high = runs.last.flatMap({ TileID(hilbertNumber: $0.upperBound - 1) })?.z
                else { return true }
                // To those who look for a tile it is as if there were none.
                guard !stored.bytes.isEmpty else { return true }
                found = min(low, found?.lowerBound ?? low)...max(high, found?.upperBound ?? high)
                var stored = stored
                if let adapter {
                    stored.bytes = try adapted(stored.bytes, adapter, zoom: low, &layers, packer, in: archive)
                }
                let own =
                    adapter != nil
                    ? "gzip" : archive.storedCompression ?? (stored.bytes.starts(with: [0x1F, 0x8B]) ? "gzip" : "none")
                guard own == compression ?? own else {
                    throw Diagnostic(
                        code: .batchWrongArchive, file: archive.info.file,
                        expected: "tiles with the compression \(compression ?? own)", found: own)
                }
                compression = own
                let image = StoredImage(runs: runs, bytes: stored.bytes)
                waiting.append(image)
                size += stored.bytes.count + runs.count * MemoryLayout<Range<UInt64>>.stride
                // Tiles that are listed many times over count each time.
                count = count.addingReportingOverflow(image.count).partialValue
                if waiting.count >= 1000 || size > 1 << 24 {
                    try store.add(part: nil, waiting)
                    (waiting, size) = ([], 0)
                    report(count)
                }
                return true
            }
            try store.add(part: nil, waiting)
        }
        guard let found, let first = archives.first else {
            throw Diagnostic(
                code: .batchWrongArchive, file: archives.first?.info.file, "there are no tiles to copy",
                hint: "check --bbox, --polygon and the zooms")
        }
        let all = CoordinateBox(around: archives.compactMap { $0.extent() }) ?? .world
        var metadata = ContainerMetadata(
            name: name ?? first.info.name ?? "tiles", format: adapter == nil ? first.info.format : .mvt,
            compression: compression ?? "none",
            zooms: found, bounds: region.map { all.common(with: $0.bounds) } ?? all,
            attribution: archives.map(\.info).attribution,
            vectorLayers: layers.isEmpty ? nil : .list(layers.map(\.json)))
        // What all archives say alike is true of their tiles together.
        metadata.others = archives.reduce(first.info.others) { known, archive in
            known.filter { archive.info.others[$0.key] == $0.value }
        }
        let fontstacks = first.info.fontstacks
        if archives.allSatisfy({ $0.info.fontstacks == fontstacks }) { metadata.fontstacks = fontstacks }
        if archives.count == 1, region == nil, let center = first.info.center, all.contains(center) {
            metadata.center = center
            metadata.centerZoom = min(max(first.info.centerZoom ?? 0, found.lowerBound), found.upperBound)
        }
        return metadata
    }

    /// A tile in the schema OpenMapTiles.
    private func adapted(
        _ bytes: [UInt8], _ adapter: SchemaAdapter, zoom: Int, _ layers: inout [VectorLayerInfo],
        _ packer: borrowing GzipPacker, in archive: any TileListing
    ) throws(Diagnostic) -> [UInt8] {
        do {
            let tile = try VectorTile(stored: bytes, in: archive.info)
            let adapted = adapter.presented(tile, zoom: zoom)
            layers.merge(adapted.layerInfos, zooms: zoom...zoom)
            return packer.packed(adapted.encodedAsStored)
        } catch {
            throw Diagnostic(
                code: .batchDamagedTile, file: archive.info.file, path: "zoom \(zoom)",
                "a tile cannot be decoded: \(error.message)")
        }
    }

    /// False for many numbers of which none is wanted: they are few enough to be looked at, or may be wanted.
    private func isWanted(_ numbers: Range<UInt64>) -> Bool {
        guard let region, numbers.count <= 64 else { return true }
        return numbers.contains { number in
            TileID(hilbertNumber: number).map(region.contains) ?? false
        }
    }
}

/// Opens an archive whose tiles can be listed.
///
/// - Throws: when there is none.
func openListing(at path: String) throws(Diagnostic) -> any TileListing {
    guard FileState(path) != nil || path.contains("{") else {
        throw Diagnostic(code: .fileMissing, file: path, "there is no such file")
    }
    guard let archive = try openArchive(at: path) as? any TileListing else {
        throw Diagnostic(
            code: .batchWrongArchive, file: path, expected: "PMTiles, MBTiles or a folder of tiles",
            found: "something else")
    }
    return archive
}

extension CoordinateBox {
    /// What both have, across the antimeridian where it lies on both sides of it; the other one where they do not meet.
    fileprivate func common(with other: CoordinateBox) -> CoordinateBox {
        let parts = [-360.0, 0, 360].map { turn in
            (west: max(west + turn, other.west), east: min(east + turn, other.east))
        }.filter { $0.west < $0.east }
        let (south, north) = (max(south, other.south), min(north, other.north))
        guard let west = parts.map(\.west).min(), let east = parts.map(\.east).max(), south < north else {
            return other
        }
        let turn = west < 180 ? 0.0 : 360
        return CoordinateBox(west: west - turn, south: south, east: east - turn, north: north)
    }
}

extension [VectorLayerInfo] {
    /// Adds the layers of a tile or of an archive; those that do not name their zooms have all of its.
    fileprivate mutating func merge(_ others: [VectorLayerInfo], zooms: ClosedRange<Int>) {
        for other in others {
            let index = firstIndex { $0.id == other.id } ?? endIndex
            if index == endIndex { append(other) }
            self[index].fields.merge(other.fields) { own, _ in own }
            let (known, own) = (self[index].zooms ?? zooms, other.zooms ?? zooms)
            self[index].zooms =
                Swift.min(known.lowerBound, own.lowerBound)...Swift.max(known.upperBound, own.upperBound)
        }
    }
}

extension VectorLayerInfo {
    fileprivate var json: JSONNode {
        let fields = fields.sorted { $0.key < $1.key }.map { JSONObject.Member($0.key, .text($0.value)) }
        return [
            "id": .text(id), "fields": JSONNode(.object(JSONObject(fields))),
            "minzoom": zooms.map { .count($0.lowerBound) }, "maxzoom": zooms.map { .count($0.upperBound) },
        ]
    }
}

/// Reads every tile of an archive.
package struct ArchiveVerification: Sendable {
    package var tiles = 0
    package var images = 0
    package var bytes = 0
    package var zooms: ClosedRange<Int>?
    /// What is wrong with tiles, at most 100.
    package var problems: [Diagnostic] = []

    private static let maxProblems = 100

    /// - Parameters:
    ///   - path: the archive.
    ///   - report: called now and then with the number of tiles.
    /// - Throws: when the archive cannot be opened, or its directories cannot be read.
    package init(_ path: String, report: (_ tiles: Int) -> Void) throws(Diagnostic) {
        let archive = try openListing(at: path)
        var last: UInt64?
        var (tiles, images, bytes) = (0, 0, 0)
        var zooms: ClosedRange<Int>?
        var problems: [Diagnostic] = []
        let isSorted = archive.info.container == .pmtiles
        try archive.forEachStored(zooms: 0...TileID.maxZoom, where: { _ in true }) { stored throws(Diagnostic) in
            // Runs that overlap are more than there are numbers.
            let (sum, overflow) = tiles.addingReportingOverflow(stored.numbers.count)
            tiles = overflow ? .max : sum
            images += 1
            bytes += stored.bytes.count
            if images % 1000 == 0 { report(tiles) }
            guard let id = TileID(hilbertNumber: stored.numbers.lowerBound) else { return true }
            let highest = TileID(hilbertNumber: stored.numbers.upperBound - 1)?.z ?? id.z
            zooms = min(id.z, zooms?.lowerBound ?? id.z)...max(highest, zooms?.upperBound ?? highest)
            if isSorted, let last, stored.numbers.lowerBound < last {
                problems.append(
                    Diagnostic(
                        code: .batchDamagedTile, file: path, path: "\(id)",
                        "the tile is listed twice, or in no order"))
            }
            last = stored.numbers.upperBound
            do {
                let unpacked = try decompressed(stored.bytes, stated: archive.storedCompression)
                switch archive.info.format {
                case .mvt: _ = try VectorTile(decoding: unpacked)
                case .mlt, .unknown: break
                case .png, .jpeg, .webp, .avif: _ = try decodeImage(unpacked, maxPixels: 1 << 26)
                }
            } catch {
                problems.append(
                    Diagnostic(
                        code: .batchDamagedTile, file: path, path: "\(id)",
                        "the tile cannot be decoded: \((error as? Diagnostic)?.message ?? "\(error)")"))
            }
            return problems.count < Self.maxProblems
        }
        if problems.count < Self.maxProblems, let stated = archive.tileCount, stated != tiles {
            problems.append(
                Diagnostic(
                    code: .batchDamagedTile, file: path, expected: "\(stated) tiles, as the archive says",
                    found: "\(tiles)"))
        }
        (self.tiles, self.images, self.bytes) = (tiles, images, bytes)
        (self.zooms, self.problems) = (zooms, problems)
    }
}
