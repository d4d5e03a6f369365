// SPDX-License-Identifier: MIT
package import MapGeometry

/// Merges consecutive lines of the same name in a tile, so that a name is not repeated on every block of a street.
///
/// - SeeAlso: MapLibre GL JS, `merge_lines.ts`.
package struct LineMerger {
    private struct End: Hashable {
        /// In `names`.
        var name: Int
        var point: Point
    }

    /// Numbers for names, which are compared more quickly.
    private var names: [String: Int] = [:]

    /// The first line of each feature; nil for features without lines, and for those that were merged into another.
    private var lines: [LineDeque?] = []
    /// The other lines of each feature that was not merged.
    private var others: [ArraySlice<[Point]>] = []
    /// The lines that start and end at a point.
    private var starts: [End: Int] = [:]
    private var ends: [End: Int] = [:]

    package init() {}

    /// Adds a feature's lines; the first is merged with others of its name.
    package mutating func add(_ name: String?, _ parts: [[Point]]) {
        let index = lines.count
        guard let line = parts.first else {
            lines.append(nil)
            others.append([])
            return
        }
        lines.append(line.isEmpty ? nil : LineDeque(line))
        others.append(line.isEmpty ? parts[...] : parts.dropFirst())
        guard let text = name, let first = line.first, let last = line.last else { return }
        let name = names[text] ?? names.count
        if name == names.count { names[text] = name }
        let (head, tail) = (End(name: name, point: first), End(name: name, point: last))
        // Both are ends no longer, but for a line that closes a ring.
        let before = ends.removeValue(forKey: head)
        let after = starts.removeValue(forKey: tail)
        switch (before, after) {
        case (let before?, let after?) where before != after:
            extend(before, with: line)
            if let rest = take(after) { lines[before]?.append(consume rest) }
            remove(index)
            if let end = lines[before]?.last { ends[End(name: name, point: end)] = before }
        case (let before?, _):
            extend(before, with: line)
            remove(index)
            ends[tail] = before
            if let after { starts[tail] = after }
        case (_, let after?):
            var longer = LineDeque(line)
            if let rest = take(after, keepsOthers: true) { longer.append(consume rest) }
            lines[after] = longer
            remove(index)
            starts[head] = after
        default:
            starts[head] = index
            ends[tail] = index
        }
    }

    private mutating func extend(_ index: Int, with line: [Point]) { lines[index]?.append(LineDeque(line)) }

    /// Takes a line out of its place, so that it is not copied when it grows.
    private mutating func take(_ index: Int, keepsOthers: Bool = false) -> LineDeque? {
        defer {
            lines[index] = nil
            if !keepsOthers { others[index] = [] }
        }
        return lines[index]
    }

    private mutating func remove(_ index: Int) {
        lines[index] = nil
        others[index] = []
    }

    /// The lines of each feature in the order of addition; empty for features that were merged into another.
    package var merged: [[[Point]]] { zip(lines, others).map { ($0.map { [$0.points] } ?? []) + $1 } }
}

/// A line that grows at both ends without being copied.
struct LineDeque {
    /// The first points, from the last of them to the first.
    private var front: [Point] = []
    private var back: [Point]

    /// - Parameter points: at least one.
    init(_ points: [Point]) { back = points }

    var count: Int { front.count + back.count }

    /// The points in order.
    var points: [Point] { front.isEmpty ? back : front.reversed() + back }

    var first: Point {
        get { front.last ?? back[0] }
        set {
            if front.isEmpty { back[0] = newValue } else { front[front.count - 1] = newValue }
        }
    }

    var last: Point { back.last ?? front[0] }

    mutating func reverse() { swap(&front, &back) }

    /// Adds a line whose first point stands for this one's last, which stays. The shorter of the two is copied.
    mutating func append(_ other: consuming LineDeque) {
        guard other.count > count else {
            back += other.points.dropFirst()
            return
        }
        other.first = last
        other.front += points.dropLast().reversed()
        self = other
    }
}
