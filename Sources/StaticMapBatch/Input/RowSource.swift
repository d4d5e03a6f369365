// SPDX-License-Identifier: MIT
package import MapCore

/// Rows of a file: a table (CSV), a JSON object a line, or the features of GeoJSON.
final class RowSource {
    private enum Reader {
        case table(TableReader)
        case lines(LineReader, isGeoJSON: Bool)
        case features([JSONNode], JSONDocument, text: [UInt8])
    }

    private let name: String
    private let lines: LineReader?
    private let reader: Reader
    /// Of the next feature.
    private var index = 0

    /// A GeoJSON document is held in memory; for more, there are lines of features.
    private static let limit = 512 << 20

    /// - Parameter path: a file, told by its ending, or - for lines of JSON on standard input.
    /// - Throws: when there is no such file, or it is none of these.
    init(_ path: String) throws(Diagnostic) {
        name = path == "-" ? "standard input" : path
        let ending = fileExtension(of: path)
        switch ending {
        case "csv", "tsv", "txt":
            let lines = try LineReader(path)
            self.lines = lines
            reader = .table(try TableReader(lines))
        case "geojson", "json":
            lines = nil
            let text = try readFile(path, limit: Self.limit)
            let document = try JSONDocument(.geojson, file: name, text: text)
            let features = document.isSequence ? document.root.array : document.root["features"]?.array
            guard let features else {
                let (type, list) = (document.root["type"], document.root["features"])
                let isCollection = type?.string == "FeatureCollection"
                throw Diagnostic(
                    code: .batchInvalidTable, file: name,
                    position: document.position(of: ((isCollection ? list : type) ?? document.root).offset),
                    expected: isCollection ? "a FeatureCollection with an array \"features\"" : "a FeatureCollection",
                    found: isCollection
                        ? list.map { String($0.line.prefix(40)) } ?? "none"
                        : type?.string.map(quoted) ?? "something else")
            }
            reader = .features(features, document, text: text)
        case "parquet":
            throw Diagnostic(
                code: .batchInvalidTable, file: name, expected: "CSV, JSON lines or GeoJSON", found: "Parquet",
                hint: "convert it first, such as with duckdb: COPY 'shops.parquet' TO 'shops.csv'")
        default:
            let lines = try LineReader(path)
            self.lines = lines
            reader = .lines(lines, isGeoJSON: ["geojsonl", "geojsons", "geojsonseq", "ndgeojson"].contains(ending))
        }
    }

    /// The names of the columns; nil when each row has its own.
    var columns: [String]? {
        if case .table(let table) = reader { table.columns } else { nil }
    }

    /// The share of the file that was read; nil for a pipe.
    var share: Double? {
        if case .features(let features, _, _) = reader { return Double(index) / Double(max(1, features.count)) }
        return lines.flatMap { lines in lines.size.map { Double(lines.position) / Double(max(1, $0)) } }
    }

    /// The next row; nil at the end.
    ///
    /// - Throws: when the file cannot be read.
    func next() throws(Diagnostic) -> UnreadRow? {
        switch reader {
        case .table(let table):
            guard let row = try table.next() else { return nil }
            return .row(
                row.fields.map { fields in
                    let members = zip(table.columns, fields).map { JSONObject.Member($0, .text($1)) }
                    return Row(
                        file: name, position: Position(line: row.line, column: 1), values: JSONObject(members),
                        isTyped: false)
                })
        case .features(let features, let document, let text):
            guard index < features.count else { return nil }
            let feature = features[index]
            index += 1
            return .row(
                Row.row(ofFeature: feature, in: text, file: name, at: document.position(of: feature.offset)))
        case .lines(let lines, let isGeoJSON):
            while let line = try lines.next() {
                guard case .text(let bytes) = line else { return .row(.failure(longLine(lines))) }
                // RFC 8142 begins each text with a record separator.
                let text = bytes.first == 0x1E ? Array(bytes.dropFirst()) : bytes
                if text.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
                return .line(text, file: name, line: lines.number, isGeoJSON: isGeoJSON)
            }
            return nil
        }
    }
}

/// A row as it was read. Its JSON is parsed by the thread that draws its map.
enum UnreadRow: Sendable {
    case row(Result<Row, Diagnostic>)
    case line([UInt8], file: String, line: Int, isGeoJSON: Bool)

    /// - Throws: what is wrong with the row.
    func row() throws(Diagnostic) -> Row {
        switch self {
        case .row(let row): try row.get()
        case .line(let text, let file, let line, let isGeoJSON):
            try Row(json: text, file: file, line: line, isGeoJSON: isGeoJSON)
        }
    }
}

extension Row {
    fileprivate init(json text: [UInt8], file: String, line: Int, isGeoJSON: Bool) throws(Diagnostic) {
        let node: JSONNode
        do throws(Diagnostic) {
            node = try JSONDocument(file: file, text: text).root
        } catch {
            throw error.moved(toLine: line)
        }
        let position = Position(line: line, column: 1)
        if isGeoJSON || node["type"]?.string == "Feature" {
            self = try Self.row(ofFeature: node, in: text, file: file, at: position).get()
            return
        }
        guard let values = node.object else {
            throw Diagnostic(
                code: .batchInvalidLine, file: file, position: position,
                expected: "an object with the values of a row", found: node.briefly)
        }
        self.init(file: file, position: position, values: values, isTyped: true, text: text)
    }

    /// The properties of a feature, its `id` and its `geometry`.
    fileprivate static func row(
        ofFeature node: JSONNode, in text: [UInt8], file: String, at position: Position?
    ) -> Result<Row, Diagnostic> {
        guard node["type"]?.string == "Feature", let object = node.object else {
            return .failure(
                Diagnostic(
                    code: .batchInvalidLine, file: file, position: position, expected: "a feature",
                    found: node.briefly))
        }
        var members = object.members.filter { ["id", "geometry", "bbox", "properties"].contains($0.key) }
        members += node["properties"]?.object?.members ?? []
        return .success(
            Row(file: file, position: position, values: JSONObject(members), isTyped: true, text: text))
    }
}

func longLine(_ lines: LineReader) -> Diagnostic {
    Diagnostic(
        code: .batchLongLine, file: lines.name, position: Position(line: lines.number, column: 1),
        "the line is longer than 64 MiB")
}

extension JSONNode {
    /// A whole number with more digits than a `Double` holds, such as an id of 64 bits, as it is written.
    ///
    /// - Parameter text: that the node was read from.
    /// - Returns: the text; for all else the node.
    package func withAllDigits(in text: [UInt8]) -> JSONNode {
        guard let number, abs(number) >= 0x1p53, offset < text.count else { return self }
        let written = text[offset..<JSONText.end(of: offset, in: text)]
        guard written.allSatisfy({ $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) }) else { return self }
        let digits = String(decoding: written, as: UTF8.self)
        return digits == formatted(number) ? self : .text(digits)
    }

    /// What a value is, for messages.
    package var briefly: String {
        switch value {
        case .null: "null"
        case .bool(let bool): bool ? "true" : "false"
        case .number(let number): formatted(number)
        case .string(let text): quoted(String(text.prefix(40)))
        case .array: "an array"
        case .object: "an object"
        }
    }
}

extension Diagnostic {
    /// The diagnostic of a text that is a line of a file.
    func moved(toLine line: Int) -> Diagnostic {
        var moved = self
        moved.position = position.map { Position(line: $0.line + line - 1, column: $0.column) }
        return moved
    }
}

/// A row of data that fills a template.
package struct Row: Sendable {
    /// The file, as messages call it.
    let file: String
    /// The line that the row begins on; nil within a GeoJSON document, which has no lines of its own for it.
    let position: Position?
    /// The values by the names of their columns.
    private let values: JSONObject
    /// False for cells of a table, which are text whatever they mean.
    let isTyped: Bool
    /// The JSON that the values were read from, for the digits of numbers; empty for others.
    private let text: [UInt8]
    /// Of the row in its file, from 1: the value of `number` where there is no such column.
    var number: Int?

    package init(file: String, position: Position?, values: JSONObject, isTyped: Bool, text: [UInt8] = []) {
        self.file = file
        self.position = position
        self.values = values
        self.isTyped = isTyped
        self.text = text
    }

    /// The names of the columns, for hints.
    var columns: [String] { values.members.map(\.key) }

    /// The value of a column; dots lead into objects and arrays, as in `geometry.coordinates.0`. Nil for none, for null and for
    /// an empty cell.
    subscript(_ column: String) -> JSONNode? {
        let node =
            values[column]
            ?? column.split(separator: ".", omittingEmptySubsequences: false)
            .reduce(JSONNode(.object(values)) as JSONNode?) { node, step in
                guard let node else { return nil }
                if let items = node.array {
                    return Int(step).flatMap { items.indices.contains($0) ? items[$0] : nil }
                }
                return node[String(step)]
            }
        guard let node, !node.isNull, node.string != "" || isTyped else {
            return column == "number" ? number.map(JSONNode.count) : nil
        }
        return node.withAllDigits(in: text)
    }
}
