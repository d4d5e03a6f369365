// SPDX-License-Identifier: MIT
package import MapDiagnostics
package import MapRuntime

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

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
    try FileAccess.current.check(path)
    var status = stat()
    let exists = stat(path, &status) == 0
    if !exists, path.contains("{") { return try FolderArchive(template: path, scale: scale) }
    guard exists else { throw Diagnostic(code: TileCode.unreadable, file: path, systemMessage("cannot open the file")) }
    if status.st_mode & S_IFMT == S_IFDIR { return try FolderArchive(folder: path, scale: scale) }

    let file = try ArchiveFile(path: path)
    let start = file.withBytes(offset: 0, length: UInt64(min(16, file.count))) { Array($0) } ?? []
    if start.starts(with: PMTilesHeader.magic) || path.hasSuffix(".pmtiles") { return try PMTilesArchive(path: path) }
    if start.starts(with: "SQLite format 3\0".utf8) || path.hasSuffix(".mbtiles") {
        return try MBTilesArchive(path: path)
    }
    if path.hasSuffix(".mvt") || path.hasSuffix(".pbf") { return try FolderArchive(template: path, scale: scale) }
    let text = start.starts(with: [0xEF, 0xBB, 0xBF]) ? start.dropFirst(3) : start[...]
    let firstCharacter = text.first { $0 > 0x20 }
    if firstCharacter == UInt8(ascii: "{") || path.hasSuffix(".geojson") { return try GeoJSONArchive(path: path) }
    throw Diagnostic(
        code: TileCode.unknownFormat, file: path, expected: "MBTiles, PMTiles, GeoJSON or a folder of tiles",
        found: file.count == 0 ? "an empty file" : "other data"
    )
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
