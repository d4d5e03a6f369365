// SPDX-License-Identifier: MIT
package import MapCore
package import StaticMap

/// The maps that a batch draws, one after the other.
///
/// The object may be used by one thread at a time.
package final class BatchInput {
    private enum Source {
        case scenes([String])
        case rows(SceneTemplate, RowSource, id: OutputName)
    }

    private let source: Source
    private let names: [OutputName]
    private let format: OutputFormat?
    private var number = 0
    private var files: ArraySlice<String> = []
    private var lines: LineReader?
    private var bytesRead = 0
    private let bytes: Int?

    /// Scenes as lines of JSON: each a scene, or an object with `scene`, `id` and `outputs`.
    ///
    /// - Parameters:
    ///   - files: the files, in order; - is standard input.
    ///   - names: a pattern for each output.
    ///   - format: of all outputs; nil to take it from their names.
    /// - Throws: when there is no such file.
    package init(files: [String], names: [OutputName], format: OutputFormat?) throws(Diagnostic) {
        for file in files where file != "-" && FileState(file) == nil {
            throw Diagnostic(code: FileCode.missing, file: file, "there is no such file")
        }
        source = .scenes(files)
        self.files = files[...]
        self.names = names
        self.format = format
        let sizes = files.map { $0 == "-" ? nil : FileState($0).flatMap { $0.kind == .file ? $0.size : nil } }
        bytes = sizes.contains(nil) ? nil : sizes.reduce(0) { $0 + ($1 ?? 0) }
    }

    /// The rows of a file in a template.
    ///
    /// - Parameters:
    ///   - template: the scene with placeholders.
    ///   - rows: the path of CSV, JSON lines or GeoJSON.
    ///   - id: a pattern for the names of rows.
    ///   - names: a pattern for each output.
    ///   - format: of all outputs; nil to take it from their names.
    /// - Throws: when the rows cannot be read, or a table lacks a column.
    package init(
        template: SceneTemplate, rows: String, id: String?, names: [OutputName], format: OutputFormat?
    ) throws(Diagnostic) {
        let rows = try RowSource(rows)
        if let columns = rows.columns {
            let required = template.requiredColumns + names.flatMap(\.columns).map { ($0, nil) }
            for (name, position) in required where !columns.contains(name) && name != "number" {
                throw Diagnostic(
                    code: BatchCode.missingValue, file: template.file, position: position,
                    "the table has no column \(quoted(name))",
                    hint: didYouMean(name, columns) ?? "its columns are \(columns.prefix(20).joined(separator: ", "))")
            }
        }
        source = .rows(template, rows, id: try OutputName(id ?? "{{id|}}"))
        self.names = names
        self.format = format
        bytes = nil
    }

    /// The share of the input that was read; nil for a pipe.
    package var share: Double? {
        switch source {
        case .scenes: bytes.map { Double(bytesRead + (lines?.position ?? 0)) / Double(max(1, $0)) }
        case .rows(_, let rows, _): rows.share
        }
    }

    /// Whether the next map is there without reading any further; false where that is not known.
    var hasNext: Bool { lines?.hasLine ?? false }

    /// The next map, or what is wrong with it; nil at the end.
    ///
    /// - Throws: when a file cannot be read.
    func next() throws(Diagnostic) -> BatchItem? {
        switch source {
        case .scenes: try nextScene()
        case .rows(let template, let rows, let id): try nextRow(template, rows, id)
        }
    }

    private func nextRow(_ template: SceneTemplate, _ rows: RowSource, _ id: OutputName) throws(Diagnostic)
        -> BatchItem?
    {
        guard let row = try rows.row() else { return nil }
        number += 1
        do throws(Diagnostic) {
            var row = try row.get()
            row.number = number
            let text = try id.text(number: number, row: row)
            let outputs = try requests { name throws(Diagnostic) in
                try name.name(id: text, number: number, row: row)
            }
            let scene = Result { () throws(Diagnostic) in
                BatchItem.SceneText(
                    text: try template.scene(for: row), file: template.file, folder: baseFolder(of: template.file),
                    line: nil)
            }
            return BatchItem(
                number: number, id: text, file: row.file, position: row.position, scene: scene, outputs: outputs)
        } catch {
            return failed(error, id: nil, file: error.file ?? "", position: error.position)
        }
    }

    private func nextScene() throws(Diagnostic) -> BatchItem? {
        while true {
            if lines == nil {
                guard let file = files.popFirst() else { return nil }
                lines = try LineReader(file)
            }
            guard let lines else { return nil }
            guard let line = try lines.next() else {
                bytesRead += lines.position
                self.lines = nil
                continue
            }
            let position = Position(line: lines.number, column: 1)
            guard case .text(let text) = line else {
                number += 1
                return failed(longLine(lines), id: nil, file: lines.name, position: position)
            }
            if text.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
            number += 1
            do throws(Diagnostic) {
                return try item(SceneLine(text, file: lines.name, line: lines.number, number: number), position)
            } catch {
                let id = SceneLine.id(in: text)
                return failed(error, id: id, file: lines.name, position: error.position ?? position)
            }
        }
    }

    private func item(_ line: SceneLine, _ position: Position) throws(Diagnostic) -> BatchItem {
        let outputs: [OutputRequest]
        if let names = line.outputs {
            outputs = try names.map { name throws(Diagnostic) in
                try OutputName.check(name)
                return OutputRequest(name: name, format: try outputFormat(of: name))
            }
        } else {
            outputs = try requests { name throws(Diagnostic) in
                try name.name(id: line.id, number: number, row: nil)
            }
        }
        return BatchItem(
            number: number, id: line.id, file: line.scene.file, position: position, scene: .success(line.scene),
            outputs: outputs)
    }

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
            code: BatchCode.invalidName, expected: "a name that ends with the extension of a format",
            found: quoted(String(name.prefix(80))), hint: "or give --format")
    }

    private func failed(_ error: Diagnostic, id: String?, file: String, position: Position?) -> BatchItem {
        var error = error
        if error.file == nil { (error.file, error.position) = (file, position) }
        return BatchItem(
            number: number, id: id ?? String(number), file: file, position: position, scene: .failure(error),
            outputs: [])
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

    /// A scene's text, and how to find its messages.
    struct SceneText: Sendable {
        let text: [UInt8]
        /// As messages call it.
        let file: String
        /// Where relative paths begin.
        let folder: String
        /// The line of the file that the text begins on; nil for a template, whose lines the text has.
        let line: Int?
    }
}

/// A picture that is asked for.
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
