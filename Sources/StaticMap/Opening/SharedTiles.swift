// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapGeo
import MapTiles

/// The tiles of a source with several addresses, each of which has all of them or its share.
struct SharedTiles: TileArchive {
    private let archives: [any TileArchive]
    let info: ArchiveInfo

    /// Nil for no archives at all; what the first says of itself counts.
    init?(_ archives: [any TileArchive]) {
        guard let info = archives.first?.info else { return nil }
        self.archives = archives
        self.info = info
    }

    /// From the address that MapLibre would ask (column plus row, in turn), else from the first that has it.
    func tile(_ id: TileID) throws(Diagnostic) -> [UInt8]? {
        let first = (id.x + id.y) % archives.count
        for step in archives.indices {
            if let bytes = try archives[(first + step) % archives.count].tile(id) { return bytes }
        }
        return nil
    }

    func extent() -> CoordinateBox? { archives.first?.extent() }

    func hasTile(_ id: TileID) throws(Diagnostic) -> Bool {
        for archive in archives where try archive.hasTile(id) { return true }
        return false
    }
}
