// SPDX-License-Identifier: MIT
import Foundation
import MapCanvas
import MapImages
import StaticMap
import TestSupport
import Testing

/// A scene of `Cases/<topic>/<case>.json` and the image beside it.
///
/// A case that cannot be the same everywhere says so with a budget and its reason:
/// `"x-test": {"differingPixels": 12, "because": "…"}`.
struct GoldenCase: CustomTestStringConvertible, Sendable {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cases")

    var topic: String
    var name: String

    var testDescription: String { "\(topic)/\(name)" }
    var scene: URL { Self.folder.appending(path: "\(topic)/\(name).json") }
    var reference: URL { Self.folder.appending(path: "\(topic)/\(name).png") }

    /// All there are, sorted.
    static func all() throws -> [GoldenCase] {
        let manager = FileManager.default
        return try manager.contentsOfDirectory(atPath: folder.path).sorted().flatMap { topic in
            try manager.contentsOfDirectory(atPath: folder.appending(path: topic).path).sorted()
                .filter { $0.hasSuffix(".json") }
                .map { GoldenCase(topic: topic, name: String($0.dropLast(".json".count))) }
        }
    }

    /// Each channel of each pixel may differ by 1, and the case's budget of pixels by more.
    func tolerance() throws -> ImageTolerance {
        struct Extra: Decodable {
            struct Test: Decodable {
                var differingPixels: Int
                var because: String
            }
            var test: Test?
            enum CodingKeys: String, CodingKey { case test = "x-test" }
        }
        let test = try JSONDecoder().decode(Extra.self, from: Data(contentsOf: scene)).test
        return ImageTolerance(.channels(1), differingPixels: test?.differingPixels ?? 0)
    }
}

extension MapRenderer {
    /// Sees the fonts of the tests only.
    static func withTestFonts(threads: Int? = nil) throws -> MapRenderer {
        MapRenderer(
            home: Home(folder: packageRoot.path), fontFolders: [try TestFonts.folder()], useSystemFonts: false,
            threads: threads)
    }

    /// Draws a scene file.
    ///
    /// - Throws: what is wrong with it, when it is not drawn.
    func render(file: URL) throws -> MapSnapshot { try render(SceneDocument(reading: file)) }
}

extension SceneDocument {
    /// Reads a scene file.
    ///
    /// - Throws: what is wrong with it.
    init(reading file: URL) throws { try self.init(text: [UInt8](Data(contentsOf: file)), file: file.path) }
}
