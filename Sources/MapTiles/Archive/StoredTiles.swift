// SPDX-License-Identifier: MIT
package import MapDiagnostics
package import MapGeo

/// Some tiles of an archive that share their bytes.
package struct StoredTiles: Sendable {
    /// The tiles' numbers along the curve of PMTiles (`TileID.hilbertNumber`).
    package var numbers: Range<UInt64>
    /// As they are stored: most vector tiles are compressed.
    package var bytes: [UInt8]

    package init(numbers: Range<UInt64>, bytes: [UInt8]) {
        self.numbers = numbers
        self.bytes = bytes
    }
}

/// An archive whose tiles can be listed.
package protocol TileListing: TileArchive {
    /// Calls `body` for all tiles of some zooms, in an order of the archive's own, one at a time.
    ///
    /// - Parameters:
    ///   - zooms: the zooms to read.
    ///   - isWanted: false for numbers of which nothing needs to be read.
    ///   - body: takes the tiles; false to end.
    /// - Throws: when the archive is damaged, or what `body` throws.
    func forEachStored(
        zooms: ClosedRange<Int>, where isWanted: (Range<UInt64>) -> Bool,
        _ body: (StoredTiles) throws(Diagnostic) -> Bool
    ) throws(Diagnostic)
    /// How tiles are compressed, as containers name it: "none", "gzip", "brotli", "zstd"; nil when that is not said.
    var storedCompression: String? { get }
    /// The text of the archive's metadata, a JSON object; nil without any.
    var metadataText: JSONNode? { get }
}

extension TileID {
    /// The tile with a number of PMTiles; nil beyond the highest zoom.
    ///
    /// - SeeAlso: `hilbertNumber`.
    package init?(hilbertNumber number: UInt64) {
        guard let zoom = (0...Self.maxZoom).first(where: { number < Self.firstHilbertNumber(ofZoom: $0 + 1) }) else {
            return nil
        }
        self.init(z: zoom, hilbertIndex: number - Self.firstHilbertNumber(ofZoom: zoom))
    }
}
