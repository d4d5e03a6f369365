// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapRuntime

/// A line of input: a scene, or an object with a scene, its name and its outputs.
struct SceneLine {
    let id: String
    let scene: BatchItem.SceneText
    /// The names of the outputs; nil for those of all inputs.
    let outputs: [String]?

    /// - Throws: when the line is no JSON object, or has other keys than it may have.
    init(_ bytes: [UInt8], file: String, line: Int, number: Int) throws(Diagnostic) {
        func problem(_ node: JSONNode, _ path: String, _ expected: String) -> Diagnostic {
            Diagnostic(
                code: BatchCode.invalidLine, file: file, position: Position(line: line, column: 1), path: path,
                expected: expected, found: node.briefly)
        }
        let json: JSONText
        do throws(Diagnostic) {
            json = try JSONText(bytes, file: file)
        } catch {
            throw error.moved(toLine: line)
        }
        guard let object = json.root.object else {
            throw problem(json.root, "", "a scene, or an object with \"scene\", \"id\" and \"outputs\"")
        }
        let folder = baseFolder(of: file == "standard input" ? "-" : file)
        let hasScene = object["scene"] != nil
        var id: String?
        if hasScene, let node = object["id"] {
            guard let name = node.string ?? node.number.map(formatted), !name.isEmpty, name.utf8.count <= 1024 else {
                throw problem(node, "id", "a text or a number")
            }
            id = name
        }
        self.id = id ?? String(number)
        guard hasScene, let node = object["scene"] else {
            outputs = nil
            scene = BatchItem.SceneText(text: bytes, file: file, folder: folder, line: line)
            return
        }
        for member in object.members where !["id", "scene", "outputs"].contains(member.key) {
            guard !member.key.hasPrefix("x-") else { continue }
            throw Diagnostic(
                code: BatchCode.invalidLine, file: file, position: Position(line: line, column: 1), path: member.key,
                "unknown key \(quoted(member.key))",
                hint: didYouMean(member.key, ["id", "scene", "outputs"]) ?? "known are id, scene and outputs")
        }
        guard node.object != nil else { throw problem(node, "scene", "a scene") }
        if let list = object["outputs"] {
            let names = list.array?.compactMap(\.string) ?? []
            guard !names.isEmpty, names.count == list.array?.count, names.count <= 16 else {
                throw problem(list, "outputs", "1 to 16 names, such as [\"map.png\"]")
            }
            outputs = names
        } else {
            outputs = nil
        }
        // Blanks in place of what stands before the scene, so that messages name the columns of the line.
        let before = String(decoding: bytes[..<node.offset], as: UTF8.self).unicodeScalars.count
        let text = [UInt8](repeating: 0x20, count: before) + Array(json.text(of: node).utf8)
        scene = BatchItem.SceneText(text: text, file: file, folder: folder, line: line)
    }

    /// The name that a line with a mistake has all the same.
    static func id(in bytes: [UInt8]) -> String? {
        let node = (try? JSONDocument(file: "", text: bytes))?.root["id"]
        return node.flatMap { $0.string ?? $0.number.map(formatted) }.flatMap { $0.utf8.count <= 1024 ? $0 : nil }
    }
}
