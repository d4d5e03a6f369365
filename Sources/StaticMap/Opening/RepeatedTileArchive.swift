// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapGeo
import MapRuntime
import MapTiles

/// One picture that stands for every tile, as a tile address without placeholders says.
struct RepeatedTileArchive: TileArchive {
    let info: ArchiveInfo
    private let bytes: [UInt8]

    /// Nil when the file is no picture.
    init?(path: String) throws(Diagnostic) {
        let endings: [String: ArchiveInfo.Format] = [".png": .png, ".jpg": .jpeg, ".jpeg": .jpeg, ".webp": .webp]
        let lowered = path.lowercased()
        guard let format = endings.first(where: { lowered.hasSuffix($0.key) })?.value else { return nil }
        bytes = try readFile(path, limit: 64 << 20)
        info = ArchiveInfo(file: path, container: .folder, format: format, minZoom: 0, maxZoom: TileID.maxZoom)
    }

    func tile(_ id: TileID) throws(Diagnostic) -> [UInt8]? { bytes }
}
