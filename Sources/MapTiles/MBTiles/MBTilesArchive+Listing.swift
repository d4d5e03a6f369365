// SPDX-License-Identifier: MIT
package import MapDiagnostics
import MapGeo

extension MBTilesArchive: TileListing {
    package func forEachStored(
        zooms: ClosedRange<Int>, where isWanted: (Range<UInt64>) -> Bool,
        _ body: (StoredTiles) throws(Diagnostic) -> Bool
    ) throws(Diagnostic) {
        try forEachRow(zooms: zooms) { id, bytes throws(Diagnostic) in
            let number = id.hilbertNumber
            guard isWanted(number..<number + 1) else { return true }
            return try body(StoredTiles(numbers: number..<number + 1, bytes: bytes()))
        }
    }

    package var storedCompression: String? { nil }
}
