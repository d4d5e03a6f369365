// SPDX-License-Identifier: MIT
import StaticMap

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Reads the scene that the command line names.
enum SceneInput {
    /// Scenes are written by people and programs for one picture; 64 MiB holds a million points.
    static let limit = 64 << 20
    /// The world.
    private static let nothing = #"{"version": 1, "camera": {"bounds": [-180, -60, 180, 75]}}"#

    static func read(_ path: String?) throws(RenderFailure) -> SceneDocument {
        let problems = Problems()
        let text = try text(of: path)
        let document =
            path == "-" || path == nil
            ? SceneDocument(text: text, file: path == nil ? "scene" : "standard input", folder: ".", problems: problems)
            : SceneDocument(text: text, file: path ?? "", problems: problems)
        guard let document else { throw RenderFailure(kind: .badData, problems: problems.all) }
        return document
    }

    static func text(of path: String?) throws(RenderFailure) -> [UInt8] {
        guard let path else { return Array(nothing.utf8) }
        if path == "-" { return readAll(0, limit: limit) }
        guard let size = (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int,
            size <= limit, let data = FileManager.default.contents(atPath: path)
        else {
            let problem = Diagnostic(file: path, "there is no such file, or it cannot be read")
            throw RenderFailure(kind: .missingInput, problems: [problem])
        }
        return Array(data)
    }
}
