// SPDX-License-Identifier: MIT
package import Foundation
import MapCanvas
package import StaticMap

/// The reference that a test names, and how maps are compared with it.
package struct MapReference {
    package var name: String
    package var folder: URL
    package var tolerance: ImageTolerance
    /// Asked for by the test; the environment comes first.
    package var record: RecordMode?
    package var page: MismatchPage

    /// Without a folder, references are in `ReferenceMaps` beside the test's file.
    package init(
        _ name: String, in folder: URL? = nil, tolerance: ImageTolerance, record: RecordMode? = nil,
        at location: TestLocation
    ) {
        let file = URL(filePath: "\(location.filePath)")
        self.name = name
        self.folder = folder ?? file.deletingLastPathComponent().appending(path: "ReferenceMaps")
        self.tolerance = tolerance
        self.record = record
        page = MismatchPage(forTest: file)
    }

    struct BadName: Error, CustomStringConvertible {
        let description = "expected a name such as \"hotel\" or \"hotels/grand\" that stays in the folder of references"
    }

    /// Compares a map with the reference.
    ///
    /// - Parameters:
    ///   - map: the map.
    ///   - document: what it was drawn from; nil if that is not known.
    /// - Returns: how it differs; nil when it matches.
    /// - Throws: why there is nothing to compare.
    package func mismatch(of map: MapSnapshot, drawnFrom document: SceneDocument? = nil) throws -> Mismatch? {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." }) else { throw BadName() }
        let golden = GoldenImage(
            name: name, file: folder.appending(path: "\(name).png"), tolerance: tolerance,
            record: try RecordMode.fromEnvironment() ?? record, page: page)
        let image = try decodeImage(map.bytes, maxPixels: 1 << 28)
        return try golden.mismatch(of: image, scene: document.flatMap(sceneRecord))
    }

    /// Nil when the scene itself lies beside the reference: it cannot differ from its own file.
    private func sceneRecord(_ document: SceneDocument) -> SceneRecord? {
        let file = folder.appending(path: "\(name).json")
        return URL(filePath: document.file).standardizedFileURL == file.standardizedFileURL
            ? nil : SceneRecord(document, file: file)
    }
}
