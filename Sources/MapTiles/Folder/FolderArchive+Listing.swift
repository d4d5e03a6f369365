// SPDX-License-Identifier: MIT
package import MapDiagnostics
import MapGeo

extension FolderArchive: TileListing {
    package func forEachStored(
        zooms: ClosedRange<Int>, where isWanted: (Range<UInt64>) -> Bool,
        _ body: (StoredTiles) throws(Diagnostic) -> Bool
    ) throws(Diagnostic) {
        _ = try forEachFile { id, path throws(Diagnostic) in
            let number = id.hilbertNumber
            guard zooms.contains(id.z), isWanted(number..<number + 1) else { return true }
            guard let bytes = try storedBytes(of: path) else { return true }
            return try body(StoredTiles(numbers: number..<number + 1, bytes: bytes))
        }
    }

    package var storedCompression: String? { nil }
}
