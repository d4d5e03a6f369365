// SPDX-License-Identifier: MIT
package import Foundation
package import MapCanvas

/// A picture that is compared with its reference, a PNG file kept with the tests.
///
/// `STATICMAP_RECORD=missing|failed|all` writes references, and fails all the same: look at each picture before it is
/// committed. What does not match is left in `.build/golden`, with `index.html` to look at.
package struct Golden {
    package enum Record: String, Sendable { case missing, failed, all }

    /// A folder below `.build/golden`.
    package var topic: String
    package var name: String
    /// The PNG with what is expected.
    package var reference: URL
    /// How many pixels may differ; a budget above 0 needs a reason beside it.
    package var budget = 0
    /// How much a channel may differ and still count as the same.
    package var threshold = 1
    package var record = ProcessInfo.processInfo.environment["STATICMAP_RECORD"].flatMap(Record.init)
    package var sheet = GoldenSheet(folder: packageRoot.appending(path: ".build/golden"))

    package init(topic: String, name: String, reference: URL, budget: Int = 0) {
        self.topic = topic
        self.name = name
        self.reference = reference
        self.budget = budget
    }

    /// Why a golden test fails.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// Throws when the picture is not the expected one, or was recorded.
    package func expect(_ actual: Bitmap) throws {
        guard let bytes = try? Data(contentsOf: reference) else {
            if record != nil { try write(actual, because: "there was no reference") }
            try sheet.keep(topic, name, expected: nil, actual: actual, problem: "no reference")
            throw Failure(
                description: "\(topic)/\(name): no reference \(reference.lastPathComponent); "
                    + "STATICMAP_RECORD=missing writes it, look at it before you commit it")
        }
        let expected = try decodeImage([UInt8](bytes), maxPixels: 100_000_000)
        let diff = ImageDiff(expected: expected, actual: actual, threshold: threshold)
        if record == .all { try write(actual, because: "all references are recorded") }
        guard diff.sizeProblem != nil || diff.differingPixels > budget else {
            try sheet.forget(topic, name)
            return
        }
        if record == .failed { try write(actual, because: "it differed") }
        let problem =
            diff.sizeProblem.map { "the size is \($0)" }
            ?? "\(diff.differingPixels) pixels differ (budget \(budget)), by up to \(diff.maxDifference)"
        try sheet.keep(topic, name, expected: expected, actual: actual, problem: problem, diff)
        throw Failure(description: "\(topic)/\(name): \(problem); see \(sheet.page.path(percentEncoded: false))")
    }

    private func write(_ actual: Bitmap, because reason: String) throws {
        let folder = reference.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(try encodePNG(actual, .small)).write(to: reference)
        try sheet.forget(topic, name)
        throw Failure(description: "\(topic)/\(name): recorded, because \(reason); look at it, then run again")
    }
}
