// SPDX-License-Identifier: MIT
import MapPlane
import Synchronization

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
        PathReader.read(path) { figures in
            while let figure = figures.next() {
                let box = figure.bounds
                let isStraight = figure.isStraight
                entries.append(
                    Entry(verbs: figures.lastVerbs, points: figures.lastPoints, box: box, isStraight: isStraight))
                if box.width < .infinity { bounds = bounds.union(box) }
            }
        }
    }
}

/// Caches the figure indices of a drawing's long paths, keyed by the address of the paths' points, which is stable
/// while the drawing is painted.
final class FigureIndexCache: Sendable {
    private static let minCachedPoints = 32

    private struct Key: Hashable {
        var points: UInt
        var verbs: UInt
    }

    private let indices = Mutex<[Key: FigureIndex]>([:])

    private struct StrokeKey: Hashable {
        var path: Key
        var style: StrokeStyle
    }

    /// Kept as long as the cache, so that the addresses of their points stay theirs.
    private let dashedPaths = Mutex<[StrokeKey: Path]>([:])
    private let outlines = Mutex<[StrokeKey: Path]>([:])

    /// - Parameter path: part of the drawing, not a temporary value.
    /// - Returns: its figure index.
    func figures(of path: Path) -> FigureIndex {
        guard path.points.count >= Self.minCachedPoints else { return FigureIndex(path) }
        let key = Self.key(of: path)
        if let cached = indices.withLock({ $0[key] }) { return cached }
        let index = FigureIndex(path)
        indices.withLock { $0[key] = index }
        return index
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
