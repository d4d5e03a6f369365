// SPDX-License-Identifier: MIT
import Libc
package import MapCore
package import MapGeo

/// Tiles as single files in a folder.
package struct FolderArchive: TileArchive {
    package let info: ArchiveInfo
    private let folder: TileFolder
    private let template: TilePathTemplate
    /// The names of files with metadata, in the order in which they are tried.
    static let metadataFiles = ["tiles.json", "tile.json", "tilejson.json", "metadata.json"]
    /// The values of `{ratio}`, in the order in which files are tried.
    private let ratios: [String]

    /// The zooms of a folder whose names do not show them: those of common services.
    private static let unknownZooms = 0...22

    /// Opens tiles named by a template, such as `tiles/{z}/{x}_{y}.png`.
    ///
    /// Known are `{z}`, `{x}`, `{y}`, `{-y}` (row from the south), `{q}` or `{quadkey}`, `{ratio}` and `{prefix}`.
    ///
    /// - Parameters:
    ///   - text: the template; all tiles must lie in the folder before the first placeholder.
    ///   - scale: output pixels per point; above 1, files with "@2x" in place of `{ratio}` are preferred.
    /// - Throws: when the path has an unknown placeholder, or the folder cannot be opened.
    package init(template text: String, scale: Double = 1) throws(Diagnostic) {
        let (root, rest) = Self.parts(of: text)
        guard let template = TilePathTemplate(rest) else {
            let known = TilePathTemplate.Placeholder.allCases.map { "{\($0.rawValue)}" }.joined(separator: ", ")
            throw Diagnostic(
                code: .tilesInvalidTemplate, file: text, "the path has an unknown placeholder",
                hint: "known are \(known)")
        }
        guard template.isComplete || !text.contains("{") else {
            throw Diagnostic(
                code: .tilesInvalidTemplate, file: text, expected: "{z}, {x} and {y} or {-y}, or {q}, in the path")
        }
        try self.init(name: text, folder: TileFolder(path: root), template: template, scale: scale)
    }

    /// The folder that holds all tiles of a template.
    package static func folder(ofTemplate text: String) -> String { parts(of: text).folder }

    /// The folder before the first placeholder, and what names the tiles in it.
    private static func parts(of text: String) -> (folder: String, template: String) {
        let steps = text.split(separator: "/", omittingEmptySubsequences: false)
        // Without placeholders, a single file serves all tiles.
        let fixed = text.contains("{") ? steps.prefix { !$0.contains("{") } : steps.dropLast()
        let root = fixed == [""] ? "/" : fixed.isEmpty ? "." : fixed.joined(separator: "/")
        return (root, steps.dropFirst(fixed.count).joined(separator: "/"))
    }

    /// Opens a folder and detects how its tiles are named.
    package init(folder path: String, scale: Double = 1) throws(Diagnostic) {
        let folder = try TileFolder(path: path)
        let metadata = Self.metadata(folder)
        guard var template = FolderProbe(folder: folder).template() else {
            throw Diagnostic(
                code: .tilesUnknownFormat, file: path, "no tiles were found in the folder",
                hint: "name them as {z}/{x}/{y}.png, or write the layout into the path")
        }
        if metadata.isTMS { template = template.flipped }
        try self.init(name: path, folder: folder, template: template, scale: scale)
    }

    private init(name: String, folder: TileFolder, template: TilePathTemplate, scale: Double) throws(Diagnostic) {
        self.folder = folder
        self.template = template
        ratios = template.usesRatio ? (scale > 1 ? ["@2x", ""] : ["", "@2x"]) : [""]
        let metadata = Self.metadata(folder)
        let probe = FolderProbe(folder: folder)
        let sample = probe.sample(template).flatMap { path -> [UInt8]? in
            guard let packed = (try? folder.bytes(of: path)) ?? nil else { return nil }
            return try? decompressed(packed)
        }
        let stated = ArchiveInfo.Format(named: template.fileExtension)
        let format = ArchiveInfo.Format.settled(
            stated: stated == .unknown ? metadata.format : stated, sample: sample)
        info = metadata.info(
            file: name, container: .folder, format: format, zooms: probe.zooms(template) ?? Self.unknownZooms)
    }

    package func tile(_ id: TileID) throws(Diagnostic) -> [UInt8]? {
        guard id.isValid else { return nil }
        do {
            for ratio in ratios {
                guard let packed = try folder.bytes(of: template.path(of: id, ratio: ratio)) else { continue }
                return packed.isEmpty ? nil : try decompressed(packed)
            }
            return nil
        } catch {
            throw error.located(in: info.file, tile: id)
        }
    }

    package func file(of id: TileID) -> FileStamp? {
        guard id.isValid else { return nil }
        return ratios.firstNonNil { folder.stamp(of: template.path(of: id, ratio: $0)) }
    }

    /// Calls `body` for each tile's file, until it returns false.
    ///
    /// - Returns: false when `body` ended it.
    func forEachFile(_ body: (TileID, _ path: String) throws(Diagnostic) -> Bool) throws(Diagnostic) -> Bool {
        try forEachFile(in: "", step: 0, [:], body)
    }

    private func forEachFile(
        in path: String, step: Int, _ known: [TilePathTemplate.Placeholder: Substring],
        _ body: (TileID, _ path: String) throws(Diagnostic) -> Bool
    ) throws(Diagnostic) -> Bool {
        for name in folder.names(in: path) {
            guard let values = template.values(ofName: name, atStep: step) else { continue }
            let all = known.merging(values) { $1 }
            let next = path.isEmpty ? name : path + "/" + name
            if step < template.stepCount - 1 {
                guard try forEachFile(in: next, step: step + 1, all, body) else { return false }
            } else if let id = template.tile(all) {
                guard try body(id, next) else { return false }
            }
        }
        return true
    }

    func storedBytes(of path: String) throws(Diagnostic) -> [UInt8]? { try folder.bytes(of: path) }

    package var metadataText: JSONNode? { Self.metadataText(folder) }

    package func extent() -> CoordinateBox? { info.bounds ?? FolderProbe(folder: folder).range(template)?.box }

    /// The metadata of a TileJSON file, or of the metadata file that mbutil writes, in the folder.
    private static func metadata(_ folder: TileFolder) -> ArchiveMetadata {
        metadataText(folder).map(ArchiveMetadata.init(json:)) ?? ArchiveMetadata()
    }

    private static func metadataText(_ folder: TileFolder) -> JSONNode? {
        for name in metadataFiles {
            guard let text = (try? folder.bytes(of: name)) ?? nil else { continue }
            if let document = try? JSONDocument(file: name, text: text) { return document.root }
        }
        return nil
    }
}

extension FolderArchive: TileListing {
    package func forEachStored(
        zooms: ClosedRange<Int>, where isWanted: (Range<UInt64>) -> Bool,
        _ body: (StoredTiles) throws(Diagnostic) -> Bool
    ) throws(Diagnostic) {
        _ = try forEachFile { id, path throws(Diagnostic) in
            let number = id.hilbertNumber
            guard zooms.contains(id.z), isWanted(number..<number + 1) else { return true }
            guard let bytes = try storedBytes(of: path) else { return true }
            return try body(StoredTiles(numbers: number..<number + 1, bytes: bytes))
        }
    }

    package var storedCompression: String? { nil }
}

/// A folder whose files can be read, but no files outside of it.
struct TileFolder: Sendable {
    /// The path without symbolic links.
    private let root: String

    /// - Throws: when there is no such folder.
    init(path: String) throws(Diagnostic) {
        try WorkContext.current.files.check(path)
        guard let real = realPath(path), let state = FileState(real) else {
            throw Diagnostic(code: .tilesUnreadable, file: path, systemMessage("cannot open the folder"))
        }
        guard state.kind == .folder else {
            throw Diagnostic(code: .tilesUnreadable, file: path, expected: "a folder")
        }
        root = real
    }

    /// The bytes of a file in the folder; nil when there is none.
    /// - Throws: when a symbolic link leads out of the folder, or the file cannot be read.
    func bytes(of relative: String) throws(Diagnostic) -> [UInt8]? {
        guard let real = realPath(root + "/" + relative) else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw Diagnostic(code: .tilesUnreadable, systemMessage("cannot open the file"))
        }
        let inside = root == "/" ? "/" : root + "/"
        guard real.hasPrefix(inside) else {
            throw Diagnostic(code: .tilesOutsideFolder, "the file \(relative) lies outside of the folder")
        }
        return try readFile(real, limit: decompressedSizeLimit)
    }

    /// A file in the folder as it is now; nil when there is none.
    func stamp(of relative: String) -> FileStamp? { FileStamp(root + "/" + relative) }

    /// The names in a folder within this one, in ascending order, without hidden files.
    func names(in relative: String) -> [String] {
        let path = relative.isEmpty ? root : root + "/" + relative
        return fileNames(in: path).filter { !$0.hasPrefix(".") }
    }
}
