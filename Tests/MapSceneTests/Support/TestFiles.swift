// SPDX-License-Identifier: MIT
import Foundation
import MapCore
import MapScene
import TestSupport

/// Files of the package that tests read.
enum TestFiles {
    static let cases = packageRoot.appending(path: "Tests/MapSceneTests/Cases")
    static let examples = packageRoot.appending(path: "examples")
    static let schema = packageRoot.appending(path: "Sources/MapScene/scene.schema.json")

    static func names(in folder: URL, prefix: String = "") -> [String] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return all.filter { $0.hasPrefix(prefix) && $0.hasSuffix(".json") }.sorted()
    }

    /// The examples, those in folders included; the folder `data` holds none.
    static var exampleNames: [String] {
        let folders = (try? FileManager.default.contentsOfDirectory(atPath: examples.path)) ?? []
        return names(in: examples)
            + folders.sorted().filter { $0 != "data" && !$0.contains(".") }.flatMap { folder in
                names(in: examples.appending(path: folder)).map { "\(folder)/\($0)" }
            }
    }

    static func bytes(_ url: URL) throws -> [UInt8] { try Array(Data(contentsOf: url)) }
}

/// A scene from text, and all that was said about it.
func read(_ text: String, file: String = "scene.json") -> (scene: Scene?, messages: [String]) {
    let (document, diagnostics) = read(Array(text.utf8), file: file)
    return (document?.scene, diagnostics.map(\.description))
}

/// A scene document from text, and what was found, whether or not it is valid.
func read(_ text: [UInt8], file: String) -> (document: SceneDocument?, diagnostics: [Diagnostic]) {
    do throws(SceneError) {
        let document = try SceneDocument(text: text, file: file)
        return (document, document.diagnostics)
    } catch {
        return (nil, error.diagnostics)
    }
}
