// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapGeo
import MapTiles

/// An archive of which a style uses a part.
struct BoundedArchive: TileArchive {
    private let archive: any TileArchive
    private let box: CoordinateBox

    init(_ archive: any TileArchive, within box: CoordinateBox) {
        self.archive = archive
        self.box = box
    }

    var info: ArchiveInfo { archive.info }

    func tile(_ id: TileID) throws(Diagnostic) -> [UInt8]? {
        id.lies(in: box) ? try archive.tile(id) : nil
    }

    func vectorTile(_ id: TileID) throws(Diagnostic) -> VectorTile? {
        id.lies(in: box) ? try archive.vectorTile(id) : nil
    }
}

/// One picture that stands for every tile, as a tile address without placeholders says.
struct RepeatedPicture: TileArchive {
    let info: ArchiveInfo
    private let bytes: [UInt8]

    /// Nil when the file is no picture.
    init?(path: String) throws(Diagnostic) {
        let endings: [String: ArchiveInfo.Format] = [".png": .png, ".jpg": .jpeg, ".jpeg": .jpeg, ".webp": .webp]
        let lowered = path.lowercased()
        guard let format = endings.first(where: { lowered.hasSuffix($0.key) })?.value else { return nil }
        bytes = try readFile(path, limit: 64 << 20)
        info = ArchiveInfo(file: path, container: .folder, format: format, minZoom: 0, maxZoom: TileID.deepestZoom)
    }

    func tile(_ id: TileID) throws(Diagnostic) -> [UInt8]? { bytes }
}
