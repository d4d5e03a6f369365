// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapGeo
import MapGeometry
import MapScene

/// The pixels along the lines of a scene, and at the edges of areas such as shores, in coarse cells: names of the map go beside them
/// where they can.
struct LineMask {
    private let area: Rect
    private let cell: Double
    private let columns: Int
    private let rows: Int
    private var isCovered: [Bool]
    /// Lines go on for as long as they like; the mask has enough after so many cells.
    private var room = 500_000

    /// Points.
    private static let cell = 3.0

    /// Nil where no line lies below the map's names.
    ///
    /// - Parameters:
    ///   - overlays: those of the scene.
    ///   - viewport: of the map.
    ///   - ribbons: lines of the map itself that names are to leave free as well.
    ///   - areas: areas of the map whose edges names are not to cross.
    init?(_ overlays: [Overlay], in viewport: Viewport, ribbons: [Ribbon] = [], areas: [Path] = []) {
        area = viewport.pixelRect
        // Maps of few pixels for each point have no smaller cells than others.
        cell = max(1, Self.cell * viewport.scale)
        columns = Int((area.width / cell).rounded(.up))
        rows = Int((area.height / cell).rounded(.up))
        isCovered = Array(repeating: false, count: columns * rows)
        var isEmpty = true
        for ribbon in ribbons where ribbon.perspective == nil {
            for piece in ribbon.centerLines.flatMap({ clippedLine($0, to: area) }) {
                for (a, b) in zip(piece, piece.dropFirst()) where !WorkContext.isCancelled {
                    cover(from: a, to: b)
                    isEmpty = false
                }
            }
        }
        for overlay in overlays where overlay.level == .aboveRoads && overlay.before == nil && overlay.alpha > 0 {
            guard case .polyline(let line) = overlay.content, overlay.isFinite else { continue }
            let places = line.coordinates.filter(viewport.isInFront).map(viewport.pixel(for:))
            for piece in clippedLine(places, to: area) {
                for (a, b) in zip(piece, piece.dropFirst()) where !WorkContext.isCancelled {
                    cover(from: a, to: b)
                    isEmpty = false
                }
            }
        }
        if coverEdges(of: areas) { isEmpty = false }
        if isEmpty { return nil }
    }

    /// Covers the cells between what is inside of areas and what is not: areas that are cut along tiles have no edge there.
    ///
    /// - Returns: false where there is no such cell.
    private mutating func coverEdges(of areas: [Path]) -> Bool {
        guard !areas.isEmpty, columns > 1, rows > 1 else { return false }
        var isInside = Array(repeating: false, count: columns * rows)
        for area in areas where !WorkContext.isCancelled {
            var crossings = [[(x: Double, turn: Int)]](repeating: [], count: rows)
            area.forEachEdge { a, b in
                guard a.y != b.y else { return }
                let (top, bottom) = a.y < b.y ? (a, b) : (b, a)
                let first = max(0, Int((top.y / cell - 0.5).rounded(.up)))
                let last = min(rows - 1, Int((bottom.y / cell - 0.5).rounded(.down)))
                guard first <= last, room > 0 else { return }
                room -= 1
                for row in first...last {
                    let y = (Double(row) + 0.5) * cell
                    guard y >= top.y, y < bottom.y else { continue }
                    let x = top.x + (bottom.x - top.x) * (y - top.y) / (bottom.y - top.y)
                    crossings[row].append((x, a.y < b.y ? 1 : -1))
                }
            }
            for row in crossings.indices where crossings[row].count > 1 {
                var winding = 0
                let sorted = crossings[row].sorted { $0.x < $1.x }
                for (start, end) in zip(sorted, sorted.dropFirst()) {
                    winding += start.turn
                    guard winding != 0 else { continue }
                    let left = max(0, Int((start.x / cell - 0.5).rounded(.up)))
                    let right = min(columns - 1, Int((end.x / cell - 0.5).rounded(.down)))
                    if left <= right { for column in left...right { isInside[row * columns + column] = true } }
                }
            }
        }
        var found = false
        for row in 0..<rows {
            for column in 0..<columns {
                let (own, index) = (isInside[row * columns + column], row * columns + column)
                let differs =
                    column + 1 < columns && isInside[index + 1] != own
                    || row + 1 < rows && isInside[index + columns] != own
                if differs {
                    isCovered[index] = true
                    found = true
                }
            }
        }
        return found
    }

    private mutating func cover(from a: Point, to b: Point) {
        let steps = min(max(1, Int(((b - a).length / cell).rounded(.up))), room)
        room -= steps
        for step in 0..<steps {
            let p = a.mix(b, (Double(step) + 0.5) / Double(steps))
            isCovered[min(rows - 1, Int(p.y / cell)) * columns + min(columns - 1, Int(p.x / cell))] = true
        }
    }

    /// True where a line goes through a box, in pixels.
    func crosses(_ box: Rect) -> Bool {
        let box = box.intersection(area)
        guard !box.isNull else { return false }
        let (left, right) = (Int(box.minX / cell), min(columns - 1, Int(box.maxX / cell)))
        for row in Int(box.minY / cell)...max(Int(box.minY / cell), min(rows - 1, Int(box.maxY / cell))) {
            guard row < rows, left <= right else { continue }
            if isCovered[(row * columns + left)...(row * columns + right)].contains(true) { return true }
        }
        return false
    }
}

extension Path {
    /// The edges of areas, of which curves are taken for their chords.
    fileprivate func forEachEdge(_ body: (Point, Point) -> Void) {
        var (index, start, last) = (0, Point.zero, Point.zero)
        for verb in verbs {
            switch verb {
            case .move:
                if last != start { body(last, start) }
                (start, last) = (points[index], points[index])
                index += 1
            case .line, .curve:
                index += verb == .line ? 1 : 3
                body(last, points[index - 1])
                last = points[index - 1]
            case .close:
                if last != start { body(last, start) }
                last = start
            }
        }
        if last != start { body(last, start) }
    }
}
