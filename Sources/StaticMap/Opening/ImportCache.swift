// SPDX-License-Identifier: MIT
import Libc
package import MapCore
package import MapImport
import MapRaster
package import MapTiles

/// Tiles of OpenStreetMap's raw files, which are imported once and kept in a folder.
///
/// The folder is `staticmap/imports` in `$XDG_CACHE_HOME`, or in `~/.cache`. An import is known by the file's path, size and date,
/// by those of the base map that the sea is from, and by the version of the importer; the ones that were not used for the longest
/// time go when all of them take too much room.
/// One import runs at a time on a machine: another process that wants the same file waits for it and finds it done.
package struct ImportCache: Sendable {
    package let folder: String
    /// Bytes of all imports that are kept.
    package let limit: Int

    package init(folder: String, limit: Int = 4 << 30) { (self.folder, self.limit) = (folder, limit) }

    /// That of the user; nil where the environment names no home.
    package static var ofUser: ImportCache? { folder(ofUser: "imports").map { ImportCache(folder: $0) } }

    /// A folder for caches of this program in those of the user; nil where the environment names no home.
    package static func folder(ofUser name: String) -> String? {
        func variable(_ name: String) -> String? {
            getenv(name).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        guard let base = variable("XDG_CACHE_HOME") ?? variable("HOME").map({ $0 + "/.cache" }) else { return nil }
        return "\(base)/staticmap/\(name)"
    }

    /// True for a path that is named like a file of OpenStreetMap's data, or is one in protocol buffers.
    fileprivate static func isExtract(_ path: String) -> Bool {
        if [".osm.pbf", ".osm", ".osm.gz", ".osm.bz2"].contains(where: path.hasSuffix) { return true }
        return path.hasSuffix(".pbf") && firstBytes(of: path, count: 16).dropFirst(6).starts(with: "OSMHeader".utf8)
    }

    /// The archive of an extract, which is made now if it is not there.
    ///
    /// - Throws: when the extract cannot be imported; when a request may not make it.
    package func archive(of path: String) throws(Diagnostic) -> String {
        try WorkContext.current.files.check(path)
        guard let state = FileState(path), state.kind == .file, let real = realPath(path) else {
            throw Diagnostic(code: .fileMissing, file: path, "there is no such file")
        }
        let world = FileState(Self.worldFile())?.description ?? ""
        let key = "\(Self.version)\n\(real)\n\(state.description)\n\(world)"
        let archive = folder + "/" + Digest.sha256.hexadecimal(Array(key.utf8)).prefix(32) + ".pmtiles"
        if FileState(archive) != nil {
            // What was used last stays longest.
            utimes(archive, nil)
            return archive
        }
        guard !WorkContext.current.files.isRestricted else {
            throw Diagnostic(
                code: .tilesUnknownFormat, file: path, expected: "tiles",
                found: "an extract of OpenStreetMap, which a request may not import",
                hint: "make tiles of it: staticmap tiles import \(path) -o tiles.pmtiles")
        }
        try createFolder(folder)
        let lock = try ImportLock(folder + "/lock")
        defer { lock.release() }
        if FileState(archive) != nil { return archive }
        let tell = WorkContext.current.notices
        tell?("importing \(path)")
        let start = ContinuousClock.now
        let diagnostics = DiagnosticSink()
        // The limits of a map are not those of an import, which is done once for many maps.
        var context = WorkContext()
        context.cancellation = WorkContext.current.cancellation
        let summary = try context.run { () throws(Diagnostic) in
            var options = ImportOptions()
            options.world = Self.world()
            return try TileImport.run(path, to: archive, options, diagnostics: diagnostics)
        }
        let seconds = ((ContinuousClock.now - start) / .seconds(1) * 10).rounded() / 10
        let findings =
            diagnostics.all.isEmpty ? "" : "; \(diagnostics.all.count) findings (staticmap tiles import lists them)"
        tell?("imported \(path): \(summary.tiles) tiles in \(seconds) s, kept in \(folder)\(findings)")
        trim(except: archive)
        return archive
    }

    /// The sea of the installed base map; nil where there is none.
    package static func world(_ home: Home = .installed) -> WorldWater? {
        (try? openArchive(at: worldFile(home))).map { WorldWater($0) }
    }

    private static func worldFile(_ home: Home = .installed) -> String { home.path + "/basemap/world.pmtiles" }

    /// Changes when the same file would be imported otherwise.
    private static let version = 2

    /// Removes the imports that were not used for the longest time.
    private func trim(except newest: String) {
        var files = fileNames(in: folder).filter { $0.hasSuffix(".pmtiles") }.compactMap { name in
            FileState(folder + "/" + name).map { (path: folder + "/" + name, state: $0) }
        }
        files.sort { ($0.state.modified, $0.path) < ($1.state.modified, $1.path) }
        var total = files.reduce(0) { $0 + $1.state.size }
        for file in files where total > limit && file.path != newest {
            unlink(file.path)
            total -= file.state.size
        }
    }
}

/// A file that one process at a time has locked.
private struct ImportLock {
    private let descriptor: Int32

    init(_ path: String) throws(Diagnostic) {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw Diagnostic(
                code: .fileCannotWrite, file: path, "cannot create the file: \(String(cString: strerror(errno)))")
        }
        while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    }

    func release() { close(descriptor) }
}

/// Creates a folder with those above it.
private func createFolder(_ path: String) throws(Diagnostic) {
    if FileState(path)?.kind == .folder { return }
    let parent = MapCore.folder(of: path)
    if parent != path, parent != "." { try createFolder(parent) }
    guard mkdir(path, 0o755) == 0 || errno == EEXIST else {
        throw Diagnostic(
            code: .fileCannotWrite, file: path, "cannot create the folder: \(String(cString: strerror(errno)))",
            hint: "name a folder for caches that can be written: XDG_CACHE_HOME")
    }
}

/// Opens tiles of any kind, as `openArchive` of MapTiles does; extracts of OpenStreetMap are imported first.
///
/// - Throws: when there are no tiles, or an extract cannot be imported.
package func openTiles(at path: String, scale: Double = 1) throws(Diagnostic) -> any TileArchive {
    if let rasters = rasterFiles(at: path) { return try GeoTIFFArchive(rasters, name: path, scale: scale) }
    guard ImportCache.isExtract(path), let cache = ImportCache.ofUser else {
        return try openArchive(at: path, scale: scale)
    }
    let archive = try cache.archive(of: path)
    // The extract may be read, and so may what was made of it.
    return try FileAccess().run { () throws(Diagnostic) in try openArchive(at: archive, scale: scale) }
}
