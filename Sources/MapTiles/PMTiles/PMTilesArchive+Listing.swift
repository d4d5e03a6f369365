// SPDX-License-Identifier: MIT
package import MapDiagnostics
import MapGeo

extension PMTilesArchive: TileListing {
    package func forEachStored(
        zooms: ClosedRange<Int>, where isWanted: (Range<UInt64>) -> Bool,
        _ body: (StoredTiles) throws(Diagnostic) -> Bool
    ) throws(Diagnostic) {
        let numbers =
            TileID.firstHilbertNumber(
                ofZoom: zooms.lowerBound)..<TileID.firstHilbertNumber(ofZoom: zooms.upperBound + 1)
        _ = try forEachEntry(in: numbers, isWanted: isWanted) { entry throws(Diagnostic) in
            let (end, overflow) = entry.firstTile.addingReportingOverflow(entry.runLength)
            let run = (entry.firstTile..<(overflow ? .max : max(end, entry.firstTile))).clamped(to: numbers)
            guard !run.isEmpty, entry.length > 0, isWanted(run) else { return true }
            return try body(StoredTiles(numbers: run, bytes: try storedBytes(entry)))
        }
    }
}
