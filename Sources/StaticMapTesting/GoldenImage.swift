// SPDX-License-Identifier: MIT
package import Foundation
package import MapCanvas

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
