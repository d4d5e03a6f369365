// SPDX-License-Identifier: MIT
package import MapCore
package import StaticMap

/// The maps that a batch draws, one after the other.
///
/// The object may be used by one thread at a time.
package final class BatchInput {
    private enum Source {
        case scenes([String])
        case lines([[UInt8]], file: String)
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
            throw Diagnostic(code: .fileMissing, file: file, "there is no such file")
        }
        source = .scenes(files)
        self.files = files[...]
        self.names = names
        self.format = format
        let sizes = files.map { $0 == "-" ? nil : FileState($0).flatMap { $0.kind == .file ? $0.size : nil } }
        bytes = sizes.contains(nil) ? nil : sizes.reduce(0) { $0 + ($1 ?? 0) }
    }

    /// Scenes that are in memory, as the lines of a file.
    ///
    /// - Parameters:
    ///   - lines: each a scene, or an object with `scene`, `id` and `outputs`.
    ///   - file: the file that they would be in: relative paths begin in its folder.
    ///   - names: a pattern for each output.
    ///   - format: of all outputs; nil to take it from their names.
    package init(lines: [[UInt8]], file: String, names: [OutputName], format: OutputFormat?) {
        source = .lines(lines, file: file)
        self.names = names
        self.format = format
        bytes = nil
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
                    code: .batchMissingValue, file: template.file, position: position,
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
        case .lines(let lines, _): Double(number) / Double(max(1, lines.count))
        case .rows(_, let rows, _): rows.share
        }
    }

    /// Whether the next map is there without reading any further; false where that is not known.
    var hasNext: Bool { lines?.hasLine ?? false }

    /// The next line or row; nil at the end.
    ///
    /// - Throws: when a file cannot be read.
    func next() throws(Diagnostic) -> UnreadItem? {
        switch source {
        case .scenes: return try nextLine()
        case .lines(let lines, let file):
            guard number < lines.count else { return nil }
            return unread(.scene(lines[number]), file: file, line: number + 1)
        case .rows(let template, let rows, let id):
            return try rows.next().map { unread(.row($0, template, id: id), file: "", line: nil) }
        }
    }

    private func nextLine() throws(Diagnostic) -> UnreadItem? {
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
            guard case .text(let text) = line else {
                return unread(.broken(longLine(lines)), file: lines.name, line: lines.number)
            }
            if text.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
            return unread(.scene(text), file: lines.name, line: lines.number)
        }
    }

    private func unread(_ content: UnreadItem.Content, file: String, line: Int?) -> UnreadItem {
        number += 1
        return UnreadItem(number: number, file: file, line: line, content: content, names: names, format: format)
    }
}
