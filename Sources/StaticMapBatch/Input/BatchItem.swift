// SPDX-License-Identifier: MIT
import MapCore
import MapScene
import StaticMap

/// A line or a row of an input as it was read. What it says is found out by the thread that draws its map.
struct UnreadItem: Sendable {
    enum Content: Sendable {
        case scene([UInt8])
        case row(UnreadRow, SceneTemplate, id: OutputName)
        case broken(Diagnostic)
    }

    /// In the whole input, from 1.
    let number: Int
    /// The input's file, as messages call it; empty for rows, which have their own.
    let file: String
    /// Of a scene.
    let line: Int?
    let content: Content
    /// A pattern for each output, and the format of all; nil to take it from their names.
    let names: [OutputName]
    let format: OutputFormat?

    /// The map to draw, or what is wrong with it. What is parsed keeps to the limits of the budget, which is that of the whole map.
    func item(_ budget: RenderBudget) -> BatchItem {
        budget.run {
            switch content {
            case .scene(let text): item(ofScene: text, budget)
            case .row(let row, let template, let id): item(ofRow: row, template, id, budget)
            case .broken(let error): failed(error, id: nil, budget)
            }
        }
    }

    private func item(ofScene text: [UInt8], _ budget: RenderBudget) -> BatchItem {
        do throws(Diagnostic) {
            let scene = try SceneLine(text, file: file, line: line ?? 1, number: number)
            let outputs: [OutputRequest]
            if let names = scene.outputs {
                outputs = try names.map { name throws(Diagnostic) in
                    try OutputName.check(name)
                    return OutputRequest(name: name, format: try outputFormat(of: name))
                }
            } else {
                let row = Row(file: file, position: position, values: JSONObject(), isTyped: true)
                outputs = try requests { name throws(Diagnostic) in
                    try name.name(id: scene.id, number: number, row: row)
                }
            }
            return BatchItem(
                number: number, id: scene.id, file: file, position: position, scene: .success(scene.scene),
                outputs: outputs, budget: budget)
        } catch {
            return failed(error, id: SceneLine.id(in: text), budget)
        }
    }

    private func item(
        ofRow unread: UnreadRow, _ template: SceneTemplate, _ id: OutputName, _ budget: RenderBudget
    ) -> BatchItem {
        var row: Row
        do throws(Diagnostic) {
            row = try unread.row()
        } catch {
            return failed(error, id: nil, budget)
        }
        row.number = number
        do throws(Diagnostic) {
            let text = try id.text(number: number, row: row)
            let outputs = try requests { name throws(Diagnostic) in
                try name.name(id: text, number: number, row: row)
            }
            let scene = Result { () throws(Diagnostic) in
                let scene = try template.scene(for: row)
                return BatchItem.SceneText(
                    text: scene.text, file: template.file, folder: baseFolder(of: template.file), line: nil,
                    columns: scene.columns)
            }
            return BatchItem(
                number: number, id: text, file: row.file, position: row.position, scene: scene, outputs: outputs,
                budget: budget)
        } catch {
            var error = error
            if error.file == nil { (error.file, error.position) = (row.file, row.position) }
            return failed(error, id: nil, budget)
        }
    }

    private var position: Position? { line.map { Position(line: $0, column: 1) } }

    private func requests(
        _ name: (OutputName) throws(Diagnostic) -> String
    ) throws(Diagnostic) -> [OutputRequest] {
        try names.map { pattern throws(Diagnostic) in
            let name = try name(pattern)
            return OutputRequest(name: name, format: try outputFormat(of: name))
        }
    }

    private func outputFormat(of name: String) throws(Diagnostic) -> OutputFormat {
        if let format = format ?? OutputFormat(fileName: name) { return format }
        throw Diagnostic(
            code: .batchInvalidName, expected: "a name that ends with the extension of a format",
            found: quoted(String(name.prefix(80))), hint: "or give --format")
    }

    private func failed(_ error: Diagnostic, id: String?, _ budget: RenderBudget) -> BatchItem {
        var error = error
        let place = error.position ?? position
        let file = file.isEmpty ? error.file ?? "" : file
        if error.file == nil { (error.file, error.position) = (file, place) }
        return BatchItem(
            number: number, id: id ?? String(number), file: file, position: place, scene: .failure(error), outputs: [],
            budget: budget)
    }
}

extension OutputName {
    /// A row's name: the number of the row where the pattern comes to nothing.
    fileprivate func text(number: Int, row: Row) throws(Diagnostic) -> String {
        let own = row["id"].map { $0.string ?? $0.line } ?? ""
        let text = try plain(id: own, number: number, row: row)
        return text.isEmpty ? String(number) : text
    }
}

/// A map to draw: what a line or a row asks for.
struct BatchItem: Sendable {
    /// In the whole input, from 1.
    let number: Int
    let id: String
    /// The input's file, as messages call it, and the line.
    let file: String
    let position: Position?
    /// The scene to draw.
    let scene: Result<SceneText, Diagnostic>
    let outputs: [OutputRequest]
    /// Of all work for the map.
    let budget: RenderBudget

    /// A scene's text, and how to find its messages.
    struct SceneText: Sendable {
        let text: [UInt8]
        /// Where the text was parsed with what is around it.
        var json: JSONDocument?
        /// As messages call it.
        let file: String
        /// Where relative paths begin.
        let folder: String
        /// The line of the file that the text begins on; nil for a template, whose lines the text has.
        let line: Int?
        /// The columns of a template's values whose type was found out from a cell, by their offsets in the text.
        var columns: [Int: String] = [:]

        /// - Throws: `RenderError` with everything that is wrong with the scene.
        func document(for renderer: MapRenderer) throws(RenderError) -> SceneDocument {
            guard let json else { return try renderer.document(text: text, file: file, folder: folder) }
            do throws(SceneError) {
                return try SceneDocument(json, text: text, folder: folder)
            } catch {
                throw RenderError(error)
            }
        }
    }
}

/// A requested image.
struct OutputRequest: Hashable, Sendable {
    let name: String
    let format: OutputFormat
}

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
                code: .batchInvalidLine, file: file, position: Position(line: line, column: 1), path: path,
                expected: expected, found: node.briefly)
        }
        let json: JSONDocument
        do throws(Diagnostic) {
            json = try JSONDocument(file: file, text: bytes)
        } catch {
            throw error.moved(toLine: line)
        }
        guard let object = json.root.object else {
            throw problem(json.root, "", "a scene, or an object with \"scene\", \"id\" and \"outputs\"")
        }
        let folder = baseFolder(of: file)
        let hasScene = object["scene"] != nil
        var id: String?
        if hasScene, let node = object["id"] {
            guard let name = node.withAllDigits(in: bytes).wordOrNumber, !name.isEmpty, name.utf8.count <= 1024 else {
                throw problem(node, "id", "a text or a number")
            }
            id = name
        }
        self.id = id ?? String(number)
        guard hasScene, let node = object["scene"] else {
            outputs = nil
            let own = JSONDocument(.scene, of: json, root: json.root)
            scene = BatchItem.SceneText(text: bytes, json: own, file: file, folder: folder, line: line)
            return
        }
        for member in object.members where !["id", "scene", "outputs"].contains(member.key) {
            guard !member.key.hasPrefix("x-") else { continue }
            throw Diagnostic(
                code: .batchInvalidLine, file: file, position: Position(line: line, column: 1), path: member.key,
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
        let own = node.offset..<JSONText.end(of: node.offset, in: bytes)
        let text = [UInt8](repeating: 0x20, count: before) + bytes[own]
        scene = BatchItem.SceneText(
            text: text, json: JSONDocument(.scene, of: json, root: node), file: file, folder: folder, line: line)
    }

    /// The name that a line with a mistake has all the same.
    static func id(in bytes: [UInt8]) -> String? {
        let node = (try? JSONDocument(file: "", text: bytes))?.root["id"]
        return node.flatMap { $0.withAllDigits(in: bytes).wordOrNumber }.flatMap { $0.utf8.count <= 1024 ? $0 : nil }
    }
}
