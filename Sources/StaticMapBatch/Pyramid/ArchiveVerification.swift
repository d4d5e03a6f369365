// SPDX-License-Identifier: MIT
import MapCanvas
package import MapDiagnostics
import MapGeo
import MapTiles

/// Reads every tile of an archive.
package struct ArchiveVerification: Sendable {
    package var tiles = 0
    package var images = 0
    package var bytes = 0
    package var zooms: ClosedRange<Int>?
    /// What is wrong with tiles, at most 100.
    package var problems: [Diagnostic] = []

    private static let maxProblems = 100

    /// - Parameters:
    ///   - path: the archive.
    ///   - report: called now and then with the number of tiles.
    /// - Throws: when the archive cannot be opened, or its directories cannot be read.
    package init(_ path: String, report: (_ tiles: Int) -> Void) throws(Diagnostic) {
        let archive = try openListing(at: path)
        var last: UInt64?
        var (tiles, images, bytes) = (0, 0, 0)
        var zooms: ClosedRange<Int>?
        var problems: [Diagnostic] = []
        let isSorted = archive.info.container == .pmtiles
        try archive.forEachStored(zooms: 0...TileID.maxZoom, where: { _ in true }) { stored throws(Diagnostic) in
            tiles += stored.numbers.count
            images += 1
            bytes += stored.bytes.count
            if images % 1000 == 0 { report(tiles) }
            guard let id = TileID(hilbertNumber: stored.numbers.lowerBound) else { return true }
            zooms = min(id.z, zooms?.lowerBound ?? id.z)...max(id.z, zooms?.upperBound ?? id.z)
            if isSorted, let last, stored.numbers.lowerBound < last {
                problems.append(
                    Diagnostic(
                        code: BatchCode.damagedTile, file: path, path: "\(id)",
                        "the tile is listed twice, or in no order"))
            }
            last = stored.numbers.upperBound
            do {
                let unpacked = try decompressed(stored.bytes)
                switch archive.info.format {
                case .mvt: _ = try VectorTile(decoding: unpacked)
                case .mlt, .unknown: break
                case .png, .jpeg, .webp, .avif: _ = try decodeImage(unpacked, maxPixels: 1 << 26)
                }
            } catch {
                problems.append(
                    Diagnostic(
                        code: BatchCode.damagedTile, file: path, path: "\(id)",
                        "the tile cannot be decoded: \((error as? Diagnostic)?.message ?? "\(error)")"))
            }
            return problems.count < Self.maxProblems
        }
        if problems.count < Self.maxProblems, let stated = archive.info.tileCount, stated != tiles {
            problems.append(
                Diagnostic(
                    code: BatchCode.damagedTile, file: path, expected: "\(stated) tiles, as the archive says",
                    found: "\(tiles)"))
        }
        (self.tiles, self.images, self.bytes) = (tiles, images, bytes)
        (self.zooms, self.problems) = (zooms, problems)
    }
}
