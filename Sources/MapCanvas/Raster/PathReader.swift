// SPDX-License-Identifier: MIT
import MapGeometry
import MapImages
import Synchronization

/// Iterates over the figures of a path without copying.
struct PathReader {
    /// The verbs and points from one `move` to the next.
    struct Figure {
        let verbs: UnsafeBufferPointer<Path.Verb>
        let points: UnsafeBufferPointer<Point>
    }

    private let verbs: UnsafeBufferPointer<Path.Verb>
    private let points: UnsafeBufferPointer<Point>
    private var verb = 0
    private var point = 0
    /// The ranges of the last figure that `next` returned, and whether it has no curves.
    private var lastVerbs = 0..<0
    private var lastPoints = 0..<0
    private var lastIsStraight = true

    /// Creates a reader that is valid during `body`.
    static func read(_ path: borrowing Path, _ body: (inout PathReader) -> Void) {
        path.verbs.withUnsafeBufferPointer { verbs in
            path.points.withUnsafeBufferPointer { points in
                var reader = PathReader(verbs: verbs, points: points)
                body(&reader)
            }
        }
    }

    /// Calls `body` for each figure with finite coordinates that touches a rectangle; `index` is that of the same path, if
    /// there is one.
    @inline(__always)
    static func read(
        _ path: borrowing Path, _ index: FigureIndex?, touching area: Rect, _ body: (Figure, FigureIndex.Entry) -> Void
    ) {
        // A figure with coordinates that are not finite has an infinite box. Most bands see few of the figures of buildings.
        @inline(__always) func isNeeded(_ box: Rect) -> Bool {
            box.maxY >= area.minY && box.minY <= area.maxY && box.minX <= area.maxX && box.maxX >= area.minX
                && box.width < .infinity
        }
        guard let index else {
            return read(path) { reader in
                while let figure = reader.next() {
                    let entry = reader.entry(of: figure)
                    if isNeeded(entry.box) { body(figure, entry) }
                }
            }
        }
        path.verbs.withUnsafeBufferPointer { verbs in
            path.points.withUnsafeBufferPointer { points in
                for entry in index.entries where isNeeded(entry.box) {
                    let figure = Figure(
                        verbs: UnsafeBufferPointer(rebasing: verbs[entry.verbs]),
                        points: UnsafeBufferPointer(rebasing: points[entry.points]))
                    body(figure, entry)
                }
            }
        }
    }

    mutating func next() -> Figure? {
        guard verb < verbs.count else { return nil }
        let (firstVerb, firstPoint) = (verb, point)
        let ones: UInt64 = 0x0101_0101_0101_0101
        lastIsStraight = true
        // The first verb belongs to the figure whatever it is: a move counts as a line.
        var word = eight(verb)
        if word & 255 == 0 { word |= 1 }
        while true {
            // The highest bit of the first byte that is a move, and all bits below it.
            let moves = (word &- ones) & ~word & (ones << 7)
            let verbs = word & (moves ^ (moves &- 1))
            let count = moves == 0 ? 8 : moves.trailingZeroBitCount >> 3
            let (curves, closes) = (verbs >> 1 & ~verbs & ones, verbs >> 1 & verbs & ones)
            verb &+= count
            // The highest byte of the product is the sum of the bytes.
            point &+= count &- Int((closes &* ones) >> 56)
            if curves != 0 {
                point &+= 2 &* Int((curves &* ones) >> 56)
                lastIsStraight = false
            }
            guard count == 8 else { return figure(firstVerb, firstPoint) }
            word = eight(verb)
        }
    }

    /// Eight verbs, the first one in the lowest byte; there are moves behind the last verb.
    @inline(__always)
    private func eight(_ index: Int) -> UInt64 {
        let bytes = UnsafeRawBufferPointer(verbs)
        if index &+ 8 <= bytes.count {
            return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        }
        var word: UInt64 = 0
        for index in stride(from: bytes.count &- 1, through: index, by: -1) { word = word << 8 | UInt64(bytes[index]) }
        return word
    }

    /// Describes the last figure.
    @inline(__always)
    fileprivate func entry(of figure: Figure) -> FigureIndex.Entry {
        FigureIndex.Entry(verbs: lastVerbs, points: lastPoints, box: figure.bounds, isStraight: lastIsStraight)
    }

    private mutating func figure(_ firstVerb: Int, _ firstPoint: Int) -> Figure {
        lastVerbs = firstVerb..<verb
        lastPoints = min(firstPoint, points.count)..<min(point, points.count)
        return Figure(
            verbs: UnsafeBufferPointer(rebasing: verbs[lastVerbs]),
            points: UnsafeBufferPointer(rebasing: points[lastPoints]))
    }
}

extension PathReader.Figure {
    /// The bounding box of all points including control points; `everything` when a coordinate is not finite.
    var bounds: Rect {
        var (low, high) = (SIMD2(repeating: Double.infinity), SIMD2(repeating: -Double.infinity))
        var sum = SIMD2<Double>()
        for p in points {
            let p = SIMD2(p.x, p.y)
            // Becomes NaN when a coordinate is not finite, and stays 0 otherwise.
            sum += p - p
            low.replace(with: p, where: p .< low)
            high.replace(with: p, where: p .> high)
        }
        return sum == SIMD2() ? Rect(minX: low.x, minY: low.y, maxX: high.x, maxY: high.y) : .everything
    }

    /// The transformed bounding box of all points including control points; infinite when a coordinate is not finite.
    func bounds(under t: Transform) -> Rect {
        var box = Rect.null
        for p in points {
            let q = t.apply(p)
            // NaN when either coordinate is not finite.
            guard (q.x + q.y) - (q.x + q.y) == 0 else { return .everything }
            box.extend(to: q)
        }
        return box
    }

    /// True when the figure has no curves.
    var isStraight: Bool {
        for verb in verbs { if case .curve = verb { return false } }
        return true
    }

    /// True when the last edge returns to the start.
    @inline(__always)
    var isClosed: Bool { if case .close? = verbs.last { true } else { false } }

    /// Calls `body` for each edge, with curves flattened to short segments, and for the closing edge.
    func forEachShortLine(_ body: (Point, Point) -> Void) {
        guard let start = points.first else { return }
        var current = start
        var next = 1
        for verb in verbs {
            switch verb {
            case .move: break
            case .line:
                guard next < points.count else { return }
                body(current, points[next])
                current = points[next]
                next += 1
            case .curve:
                guard next + 2 < points.count else { return }
                let (a, b, end) = (points[next], points[next + 1], points[next + 2])
                let length = current.distance(to: a) + a.distance(to: b) + b.distance(to: end)
                let steps = max(4, min(256, (2 * length.squareRoot()).rounded(.up)))
                var previous = current
                for step in 1...Int(steps) {
                    let t = Double(step) / steps
                    let s = 1 - t
                    let p = current * (s * s * s) + a * (3 * s * s * t) + b * (3 * s * t * t) + end * (t * t * t)
                    body(previous, p)
                    previous = p
                }
                current = end
                next += 3
            case .close:
                body(current, start)
                current = start
            }
        }
        body(current, start)
    }

    /// True when an edge is curved, or neither horizontal nor vertical on cairo's grid. A filled figure has a closing
    /// edge.
    func isSlanted(filled: Bool) -> Bool {
        guard isStraight else { return true }
        guard let first = points.first, let end = points.last else { return false }
        var previous = Self.cell(filled || isClosed ? end : first)
        for p in points {
            let cell = Self.cell(p)
            if cell.x != previous.x && cell.y != previous.y { return true }
            previous = cell
        }
        return false
    }

    /// Rounds to a multiple of 1/256 scaled to integers, ties to even: adding 1.5·2⁵² drops the fraction.
    private static func cell(_ p: Point) -> Point {
        let magic = 6_755_399_441_055_744.0
        return Point((p.x * 256 + magic) - magic, (p.y * 256 + magic) - magic)
    }
}

/// The figures of a path with their bounding boxes, computed once for all bands.
struct FigureIndex: Sendable {
    struct Entry: Sendable {
        var verbs: Range<Int>
        var points: Range<Int>
        /// Encloses all points including control points; `everything` when a coordinate is not finite.
        var box: Rect
        var isStraight: Bool
    }

    private(set) var entries: [Entry] = []
    /// Encloses all figures with finite coordinates.
    private(set) var bounds = Rect.null

    init(_ path: Path) {
        // Long paths are mostly rings, as many as there are verbs without a point; edges have some lines besides.
        let rings = max(0, min(path.verbs.count - path.points.count, path.points.count / 3))
        entries.reserveCapacity(rings + rings / 8 + 8)
        PathReader.read(path) { figures in
            while let figure = figures.next() {
                let entry = figures.entry(of: figure)
                entries.append(entry)
                if entry.box.width < .infinity { bounds = bounds.union(entry.box) }
            }
        }
    }
}

/// Caches what is known of a drawing's marks, and the figure indices of its long paths, keyed by the address of the
/// marks or of the paths' points, which is stable while the drawing is painted.
final class FigureIndexCache: Sendable {
    private static let minCachedPoints = 32
    private static let minCachedMarks = 16

    private struct Key: Hashable {
        var points: UInt
        var verbs: UInt
    }

    private let indices = Mutex<[Key: FigureIndex]>([:])

    private struct StrokeKey: Hashable {
        var path: Key
        var style: StrokeStyle
    }

    /// What is known of the marks of a group.
    struct MarkSummary: Sendable {
        /// The bounds of each.
        let boxes: [Rect]
        let arePaintedWithoutCairo: Bool
    }

    /// By the address of the marks, which are kept so that it stays theirs.
    private let summaries = Mutex<[UInt: (marks: [Mark], summary: MarkSummary)]>([:])

    /// Kept as long as the cache, so that the addresses of their points stay theirs.
    private let dashedPaths = Mutex<[StrokeKey: Path]>([:])
    private let outlines = Mutex<[StrokeKey: Path]>([:])

    /// - Parameter path: part of the drawing, not a temporary value.
    /// - Returns: its figure index; nil for a short path.
    func figures(of path: Path) -> FigureIndex? {
        guard path.points.count >= Self.minCachedPoints else { return nil }
        let key = Self.key(of: path)
        if let cached = indices.withLock({ $0[key] }) { return cached }
        let index = FigureIndex(path)
        indices.withLock { $0[key] = index }
        return index
    }

    /// - Parameter marks: those of a group.
    /// - Returns: what is known of them; nil for few marks.
    func summary(of marks: [Mark]) -> MarkSummary? {
        guard marks.count >= Self.minCachedMarks else { return nil }
        let key = marks.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
        if let known = summaries.withLock({ $0[key] }) { return known.summary }
        let summary = MarkSummary(
            boxes: marks.map(\.bounds), arePaintedWithoutCairo: marks.allSatisfy(\.isPaintedWithoutCairo))
        summaries.withLock { $0[key] = (marks, summary) }
        return summary
    }

    /// - Parameters:
    ///   - path: part of the drawing.
    ///   - style: with a dash pattern.
    /// - Returns: its dashes, computed once for all bands.
    func dashed(_ path: Path, _ style: StrokeStyle) -> Path {
        let key = StrokeKey(path: Self.key(of: path), style: style)
        return dashedPaths.withLock { paths in
            if let cached = paths[key] { return cached }
            let dashes = style.dashes(of: path)
            paths[key] = dashes
            return dashes
        }
    }

    /// - Parameters:
    ///   - line: part of the drawing, or its dashes.
    ///   - style: its dash pattern is ignored, and so are round joins, which would take most of the time.
    /// - Returns: the area of the stroke, to be filled with the rule `nonZero`; computed once for all bands.
    func outline(of line: Path, _ style: StrokeStyle) -> Path {
        var style = style
        style.dash = []
        if style.join == .round { style.join = .bevel }
        let key = StrokeKey(path: Self.key(of: line), style: style)
        return outlines.withLock { paths in
            if let cached = paths[key] { return cached }
            let outline = line.strokeOutline(style)
            paths[key] = outline
            return outline
        }
    }

    private static func key(of path: Path) -> Key {
        Key(
            points: path.points.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) },
            verbs: path.verbs.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) })
    }
}
