// SPDX-License-Identifier: MIT
package import Foundation
import MapDiagnostics
package import MapScene

/// The scene that a reference image was drawn from, a JSON file beside the image: on failure it says what changed.
///
/// A scene that was read from a file is kept as it was written; one that was built in Swift by its properties.
package struct SceneRecord {
    package let file: URL
    let text: String

    package init(_ document: SceneDocument, file: URL) {
        self.file = file
        text = document.text.isEmpty ? (JSONNode(describing: document.scene)?.lines ?? "{}") + "\n" : document.text
    }

    func write() throws { try Data(text.utf8).write(to: file) }

    /// How the scene differs from the recorded one, a line each.
    func changes() throws -> [String] {
        guard let recorded = try? Data(contentsOf: file) else {
            return ["the reference was recorded without its scene"]
        }
        let name = file.lastPathComponent
        let old = try JSONDocument(file: name, text: [UInt8](recorded)).root
        let new = try JSONDocument(file: name, text: Array(text.utf8)).root
        let changes = new.changes(since: old)
        guard !changes.isEmpty else { return ["the scene is as it was recorded in \(name)"] }
        let rest = changes.count > 20 ? ["  and \(changes.count - 20) more"] : []
        return ["the scene is not as it was recorded in \(name):"] + changes.prefix(20).map { "  \($0)" } + rest
    }
}
