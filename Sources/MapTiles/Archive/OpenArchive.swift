// SPDX-License-Identifier: MIT
import Libc
package import MapCore
package import MapGeo

/// Opens tiles of any kind: an MBTiles or PMTiles archive, a GeoJSON file, a folder, or a path with placeholders. A single
/// vector tile serves as every tile.
///
/// Files are recognized by their content, not by their name.
///
/// - Parameters:
///   - path: a file, a folder, or a template such as `tiles/{z}/{x}/{y}.png`.
///   - scale: output pixels per point, for folders with "@2x" tiles.
/// - Returns: the archive.
/// - Throws: when there is no such file or folder, or it holds no tiles.
package func openArchive(at path: String, scale: Double = 1) throws(Diagnostic) -> any TileArchive {
    try WorkContext.current.files.check(path)
    var status = stat()
    let exists = stat(path, &status) == 0
    if !exists, path.contains("{") { return try FolderArchive(template: path, scale: scale) }
    guard exists || (errno != ENOENT && errno != ENOTDIR) else {
        throw Diagnostic(code: .fileMissing, file: path, "there is no such file")
    }
    guard exists else { throw Diagnostic(code: .tilesUnreadable, file: path, systemMessage("cannot open the file")) }
    if status.st_mode & S_IFMT == S_IFDIR { return try FolderArchive(folder: path, scale: scale) }

    let file = try ArchiveFile(path: path)
    let start = file.withBytes(offset: 0, length: UInt64(min(16, file.count))) { Array($0) } ?? []
    if start.starts(with: PMTilesHeader.magic) || path.hasSuffix(".pmtiles") { return try PMTilesArchive(path: path) }
    if start.starts(with: "SQLite format 3\0".utf8) || path.hasSuffix(".mbtiles") {
        do throws(Diagnostic) {
            return try MBTilesArchive(path: path)
        } catch {
            // The application id in the header of SQLite.
            let id = file.withBytes(offset: 68, length: 4) { Array($0) } ?? []
            guard id.starts(with: "GP".utf8) else { throw error }
            throw Diagnostic(
                code: .tilesUnknownFormat, file: path, expected: "tiles", found: "a GeoPackage",
                hint: "draw its features on a map: --geopackage \(path)")
        }
    }
    if path.hasSuffix(".mvt") || path.hasSuffix(".pbf") {
        try checkVectorTile(file, start, path)
        return try FolderArchive(template: path, scale: scale)
    }
    let text = start.starts(with: [0xEF, 0xBB, 0xBF]) ? start.dropFirst(3) : start[...]
    let firstCharacter = text.first { $0 > 0x20 }
    if firstCharacter == UInt8(ascii: "{") || path.hasSuffix(".geojson") { return try GeoJSONArchive(path: path) }
    throw Diagnostic(
        code: .tilesUnknownFormat, file: path, expected: "MBTiles, PMTiles, GeoJSON or a folder of tiles",
        found: file.count == 0 ? "an empty file" : "other data"
    )
}

/// Throws for a single file that is named like a vector tile and is none, such as an extract of OpenStreetMap.
private func checkVectorTile(_ file: ArchiveFile, _ start: [UInt8], _ path: String) throws(Diagnostic) {
    if start.dropFirst(6).starts(with: "OSMHeader".utf8) {
        throw Diagnostic(
            code: .tilesUnknownFormat, file: path, expected: "tiles",
            found: "an extract of OpenStreetMap (.osm.pbf)",
            hint: "make tiles of it: staticmap tiles import \(path) -o tiles.pmtiles")
    }
    let bytes = file.withBytes(offset: 0, length: UInt64(file.count)) { Array($0) } ?? []
    guard !bytes.isEmpty, (try? VectorTile(decoding: decompressed(bytes))) == nil else { return }
    throw Diagnostic(
        code: .tilesUnknownFormat, file: path, expected: "a vector tile", found: "other data")
}

/// The files that tell whether an archive has changed: its own and, of a database, that with the newest changes; or a folder
/// and its metadata.
///
/// - Parameter path: as for `openArchive`.
/// - Returns: none when there is no such file or folder.
package func archiveFiles(at path: String) -> [FileStamp] {
    if let file = FileStamp(path) { return [file] + [FileStamp(path + "-wal")].compactMap(\.self) }
    let folder = FileStamp(folder: path) == nil && path.contains("{") ? FolderArchive.folder(ofTemplate: path) : path
    guard let stamp = FileStamp(folder: folder) else { return [] }
    return [stamp] + FolderArchive.metadataFiles.compactMap { FileStamp(folder + "/" + $0) }
}

/// A regular file that is read in parts, for as long as the object lives.
///
/// It is not mapped into memory: a file that another process truncates would end this one with SIGBUS.
final class ArchiveFile: Sendable {
    private let descriptor: Int32
    /// The size when the file was opened, in bytes.
    let count: Int

    init(path: String) throws(Diagnostic) {
        let file = try openFile(path)
        guard file.kind == .file else {
            close(file.descriptor)
            throw Diagnostic(
                code: .tilesUnreadable, file: path, expected: "a file",
                found: file.isPipe ? "a pipe" : "something else",
                hint: file.isPipe ? "tiles are read in no order, which a pipe cannot do: save it to a file first" : nil)
        }
        descriptor = file.descriptor
        count = file.size
    }

    deinit { close(descriptor) }

    /// Calls `body` with a range of the file; nil when the range leaves the file, is longer than a tile may be, or can no
    /// longer be read.
    func withBytes<R, E: Error>(
        offset: UInt64, length: UInt64, _ body: (UnsafeBufferPointer<UInt8>) throws(E) -> R
    ) throws(E) -> R? {
        guard offset <= UInt64(count), length <= UInt64(count) - offset, length <= UInt64(decompressedSizeLimit) else {
            return nil
        }
        let bytes = fileBytes(descriptor, at: Int(offset), count: Int(length))
        guard bytes.count == length else { return nil }
        return try bytes.withUnsafeBufferPointer { bytes throws(E) in try body(bytes) }
    }
}

/// Some tiles of an archive that share their bytes.
package struct StoredTiles: Sendable {
    /// The tiles' numbers along the curve of PMTiles (`TileID.hilbertNumber`).
    package var numbers: Range<UInt64>
    /// As they are stored: most vector tiles are compressed.
    package var bytes: [UInt8]
}

/// An archive whose tiles can be listed.
package protocol TileListing: TileArchive {
    /// Calls `body` for all tiles of some zooms, in an order of the archive's own, one at a time.
    ///
    /// - Parameters:
    ///   - zooms: the zooms to read.
    ///   - isWanted: false for numbers of which nothing needs to be read.
    ///   - body: takes the tiles; false to end.
    /// - Throws: when the archive is damaged, or what `body` throws.
    func forEachStored(
        zooms: ClosedRange<Int>, where isWanted: (Range<UInt64>) -> Bool,
        _ body: (StoredTiles) throws(Diagnostic) -> Bool
    ) throws(Diagnostic)
    /// How tiles are compressed, as containers name it: "none", "gzip", "brotli", "zstd"; nil when that is not said.
    var storedCompression: String? { get }
    /// The text of the archive's metadata, a JSON object; nil without any.
    var metadataText: JSONNode? { get }
    /// The number of tiles that the archive should have; nil when it does not say that.
    var tileCount: Int? { get }
}

extension TileListing {
    package var tileCount: Int? { info.tileCount }
}

extension TileID {
    /// The tile with a number of PMTiles; nil beyond the highest zoom.
    ///
    /// - SeeAlso: `hilbertNumber`.
    package init?(hilbertNumber number: UInt64) {
        guard let zoom = (0...Self.maxZoom).first(where: { number < Self.firstHilbertNumber(ofZoom: $0 + 1) }) else {
            return nil
        }
        self.init(z: zoom, hilbertIndex: number - Self.firstHilbertNumber(ofZoom: zoom))
    }
}

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
