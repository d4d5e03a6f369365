// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics
import MapGeo
import MapScene
import MapTiles

/// Reads and decodes one raster tile after another; a tile that is missing or broken is handled as the policy says.
struct RasterReader: Sendable {
    let tiles: RasterTiles
    let policy: MissingTilePolicy
    let problems: Problems

    /// A tile of 4096 by 4096 pixels; larger ones are refused.
    private static let maxPixels = 1 << 24

    func picture(_ id: TileID) -> Bitmap? {
        if let picture = decoded(id) { return picture }
        switch policy {
        case .skip:
            return nil
        case .error:
            problems.add(Diagnostic(file: tiles.archive.info.file, path: "tile \(id)", "the tile is missing"))
            return nil
        case .overzoom:
            return enlargedParent(of: id)
        }
    }

    private func decoded(_ id: TileID) -> Bitmap? {
        do throws(Diagnostic) {
            guard let bytes = try tiles.archive.tile(id) else { return nil }
            return try decodeImage(bytes, maxPixels: Self.maxPixels)
        } catch {
            problems.add(Diagnostic(.warning, file: tiles.archive.info.file, path: "tile \(id)", error.message))
            return nil
        }
    }

    private func enlargedParent(of id: TileID) -> Bitmap? {
        var ancestor = id.parent
        while let candidate = ancestor, candidate.z >= tiles.minZoom {
            if let picture = decoded(candidate) {
                let parts = Double(1 << (id.z - candidate.z))
                let side = Double(picture.width) / parts
                let column = Double(id.x - candidate.x << (id.z - candidate.z))
                let row = Double(id.y - candidate.y << (id.z - candidate.z))
                return picture.magnified(x: column * side, y: row * side, side: side, to: picture.width)
            }
            ancestor = candidate.parent
        }
        return nil
    }
}
