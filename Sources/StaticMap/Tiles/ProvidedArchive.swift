// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapGeo
import MapTiles

/// An archive without tiles of its own, for a source whose tiles come from the renderer's tile providers alone.
struct ProvidedArchive: TileArchive {
    /// What an address begins with that names no file.
    static let scheme = "provider:"

    let info: ArchiveInfo

    /// Nil for an address of another scheme.
    ///
    /// - Parameters:
    ///   - address: such as "provider:radar".
    ///   - format: of the tiles; `unknown` for images of any format.
    init?(_ address: String, format: ArchiveInfo.Format) {
        guard address.hasPrefix(Self.scheme) else { return nil }
        info = ArchiveInfo(file: address, container: .folder, format: format, minZoom: 0, maxZoom: TileID.maxZoom)
    }

    func tile(_ id: TileID) throws(Diagnostic) -> [UInt8]? { nil }
}
