// SPDX-License-Identifier: MIT
package import MapPlane

/// Merges consecutive lines of the same name in a tile, so that a name is not repeated on every block of a street.
///
/// - SeeAlso: MapLibre GL JS, `merge_lines.ts`.
package struct LineMerger {
    private struct End: Hashable {
        var name: String
        var point: Point
    }

    private var lines: [[[Point]]] = []
    /// The lines that start and end at a point.
    private var starts: [End: Int] = [:]
    private var ends: [End: Int] = [:]

    package init() {}

    /// Adds a feature's lines; the first is merged with others of its name.
    package mutating func add(_ name: String?, _ parts: [[Point]]) {
        let index = lines.count
        lines.append(parts)
        guard let name, let line = parts.first, let first = line.first, let last = line.last else { return }
        let (head, tail) = (End(name: name, point: first), End(name: name, point: last))
        let before = ends[head]
        let after = starts[tail]
        switch (before, after) {
        case (let before?, let after?) where before != after:
            lines[before][0] += line.dropFirst() + lines[after][0].dropFirst()
            lines[after] = []
            lines[index] = []
            ends[head] = nil
            starts[tail] = nil
            if let end = lines[before][0].last { ends[End(name: name, point: end)] = before }
        case (let before?, _):
            lines[before][0] += line.dropFirst()
            lines[index] = []
            ends[head] = nil
            ends[tail] = before
        case (_, let after?):
            lines[after][0] = line + lines[after][0].dropFirst()
            lines[index] = []
            starts[tail] = nil
            starts[head] = after
        default:
            starts[head] = index
            ends[tail] = index
        }
    }

    /// The lines of each feature in the order of addition; empty for features that were merged into another.
    package var merged: [[[Point]]] { lines }
}
