// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapGeo
import MapRuntime
import MapTiles

/// One picture that stands for every tile, or for every tile of a zoom, as a tile address without placeholders for columns and
/// rows says.
struct RepeatedTileArchive: TileArchive {
    let info: ArchiveInfo
    /// Of the file that stands for all tiles; nil where each zoom has a file of its own.
    private let bytes: [UInt8]?

    private static let limit = 64 << 20
    private static let zoom = "{z}"

    /// Nil when the file is no picture, or the address has other placeholders, or there is no file at any zoom.
    init?(path: String) throws(Diagnostic) {
        let endings: [String: ArchiveInfo.Format] = [".png": .png, ".jpg": .jpeg, ".jpeg": .jpeg, ".webp": .webp]
        let lowered = path.lowercased()
        guard let format = endings.first(where: { lowered.hasSuffix($0.key) })?.value,
            !path.replacing(Self.zoom, with: "").contains("{")
        else { return nil }
        if path.contains(Self.zoom) {
            guard (0...TileID.maxZoom).contains(where: { Self.bytes(path, zoom: $0) != nil }) else { return nil }
            bytes = nil
        } else {
            bytes = try readFile(path, limit: Self.limit)
        }
        info = ArchiveInfo(file: path, container: .folder, format: format, minZoom: 0, maxZoom: TileID.maxZoom)
    }

    func tile(_ id: TileID) throws(Diagnostic) -> [UInt8]? { bytes ?? Self.bytes(info.file, zoom: id.z) }

    private static func bytes(_ path: String, zoom: Int) -> [UInt8]? {
        try? readFile(path.replacing(Self.zoom, with: String(zoom)), limit: limit)
    }
}
