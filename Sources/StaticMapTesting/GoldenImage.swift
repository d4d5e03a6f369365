// SPDX-License-Identifier: MIT
package import Foundation
package import MapImages
package import StaticMap

/// A reference image, a PNG file kept with the tests, and how an image is compared with it.
package struct GoldenImage {
    /// May have folders: `pins/red`.
    package var name: String
    /// The reference.
    package var file: URL
    package var tolerance: ImageTolerance
    package var record: RecordMode?
    /// Keeps and shows what does not match.
    package var page: MismatchPage

    package init(
        name: String, file: URL, tolerance: ImageTolerance, record: RecordMode?, page: MismatchPage
    ) {
        self.name = name
        self.file = file
        self.tolerance = tolerance
        self.record = record
        self.page = page
    }

    /// Compares an image with the reference, or writes the reference.
    ///
    /// - Parameters:
    ///   - actual: what was drawn.
    ///   - scene: what it was drawn from, kept beside the reference.
    /// - Returns: nil when the image matches; what to report when it does not, or was recorded.
    /// - Throws: when files cannot be written, or the reference is no image.
    package func mismatch(of actual: Bitmap, scene: SceneRecord? = nil) throws -> Mismatch? {
        guard let bytes = try? Data(contentsOf: file) else {
            if record != nil { return try write(actual, scene, because: "there was no reference") }
            let problem = "there is no reference \(file.path(percentEncoded: false))"
            try page.keep(name, actual: actual, problem: problem)
            return Mismatch(
                message: "\(name): \(problem); STATICMAP_RECORD=missing writes it, look at it before you commit it",
                attachments: [try attachment("actual", actual)])
        }
        let expected = try decodeImage([UInt8](bytes), maxPixels: 1 << 28)
        let comparison = ImageComparison(expected: expected, actual: actual, tolerance: tolerance)
        if record == .all { return try write(actual, scene, because: "all references are recorded") }
        guard let problem = comparison.problem else {
            try page.remove(name)
            return nil
        }
        if record == .failed { return try write(actual, scene, because: problem) }
        let lines = [problem] + (try scene?.changes() ?? [])
        try page.keep(name, comparison, problem: lines.joined(separator: "\n"))
        return Mismatch(
            message: "\(name): \(lines.joined(separator: "\n"))\nimages: \(page.file.path(percentEncoded: false))",
            attachments: [
                try attachment("expected", expected), try attachment("actual", actual),
                try attachment("difference", comparison.image),
            ])
    }

    private func write(_ actual: Bitmap, _ scene: SceneRecord?, because reason: String) throws -> Mismatch {
        let folder = file.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(try encodePNG(actual, .small)).write(to: file)
        try scene?.write()
        try page.remove(name)
        return Mismatch(message: "\(name): recorded, because \(reason); look at it, then run again")
    }

    private func attachment(_ kind: String, _ bitmap: Bitmap) throws -> Mismatch.Attachment {
        let flat = name.replacingOccurrences(of: "/", with: "-")
        return Mismatch.Attachment(name: "\(flat)-\(kind).png", bytes: try encodePNG(bitmap))
    }
}

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
