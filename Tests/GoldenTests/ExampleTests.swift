// SPDX-License-Identifier: MIT
import Foundation
import MapCanvas
import MapImages
import StaticMap
import StaticMapTesting
import TestSupport
import Testing

@Suite("Examples") struct ExampleTests {
    private static let renderer = Result { try MapRenderer.withTestFonts() }

    @Test("draw without a warning, and not in one color", arguments: try Example.all())
    func draws(_ example: Example) throws {
        let rendered = try Self.renderer.get().render(file: example.scene)
        #expect(rendered.warnings.filter { $0.severity != .note }.map(\.description) == [])
        let bitmap = try decodeImage(rendered.bytes, maxPixels: 1 << 26)
        // Displays with few colors have maps with few.
        let isForDisplay = try String(contentsOf: example.scene, encoding: .utf8).contains("\"display\"")
        #expect(Set(bitmap.pixels.prefix(1 << 20)).count > (isForDisplay ? 1 : 10))
        guard example.topic != nil else { return }
        expectMap(rendered, matches: example.path, tolerance: ImageTolerance(.channels(1)), in: Example.folder)
    }

    @Test("say what they show, and stand in the gallery", arguments: try Example.all().filter { $0.topic != nil })
    func about(_ example: Example) throws {
        let gallery = try String(contentsOf: Example.folder.appending(path: "README.md"), encoding: .utf8)
        let about = try example.about()
        #expect(!about.isEmpty)
        #expect(gallery.contains(about), "make demo writes the gallery anew")
        #expect(gallery.contains("\(example.path).png"))
    }

    @Test("are small together, and what is installed of them is smaller") func small() throws {
        let files = try #require(
            FileManager.default.enumerator(
                at: Example.folder, includingPropertiesForKeys: [.fileSizeKey], options: .skipsHiddenFiles))
        let maps = Set(try Example.all().map(\.image.standardizedFileURL))
        var (all, installed) = (0, 0)
        for case let file as URL in files {
            let bytes = try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
            all += bytes
            // The maps that scenes draw stay in the repository.
            if !maps.contains(file.standardizedFileURL) { installed += bytes }
        }
        #expect(installed < 4 << 20)
        #expect(all < 18 << 20)
    }
}

/// A scene of `examples/`, or of a folder in it whose images are golden.
struct Example: CustomTestStringConvertible, Sendable {
    static let folder = packageRoot.appending(path: "examples")

    /// The folder's name; nil for a scene that stands by itself.
    var topic: String?
    var name: String

    var path: String { topic.map { "\($0)/\(name)" } ?? name }
    var testDescription: String { path }
    var scene: URL { Self.folder.appending(path: "\(path).json") }
    var image: URL { Self.folder.appending(path: "\(path).png") }

    /// All there are, sorted. The folder `data` holds none.
    static func all() throws -> [Example] {
        let manager = FileManager.default
        let entries = try manager.contentsOfDirectory(atPath: folder.path).sorted()
        let topics = entries.filter { $0 != "data" && !$0.contains(".") }
        func scenes(_ names: [String], _ topic: String?) -> [Example] {
            names.filter { $0.hasSuffix(".json") }.sorted()
                .map { Example(topic: topic, name: String($0.dropLast(".json".count))) }
        }
        return scenes(entries, nil)
            + (try topics.flatMap {
                scenes(try manager.contentsOfDirectory(atPath: folder.appending(path: $0).path), $0)
            })
    }

    /// What it says of itself.
    func about() throws -> String {
        struct Scene: Decodable {
            var about: String?
            enum CodingKeys: String, CodingKey { case about = "x-about" }
        }
        return try JSONDecoder().decode(Scene.self, from: Data(contentsOf: scene)).about ?? ""
    }
}
