// SPDX-License-Identifier: MIT
import MapDiagnostics

/// A row of data that fills a template.
struct Row: Sendable {
    /// The file, as messages call it.
    let file: String
    /// The line that the row begins on; nil within a GeoJSON document, which has no lines of its own for it.
    let position: Position?
    /// The values by the names of their columns.
    private let values: JSONObject
    /// False for cells of a table, which are text whatever they mean.
    let isTyped: Bool
    /// Of the row in its file, from 1: the value of `number` where there is no such column.
    var number: Int?

    init(file: String, position: Position?, values: JSONObject, isTyped: Bool) {
        self.file = file
        self.position = position
        self.values = values
        self.isTyped = isTyped
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
        return node
    }
}
