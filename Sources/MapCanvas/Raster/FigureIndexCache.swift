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

    /// - Parameter path: part of the drawing, not a temporary value.
    /// - Returns: its figure index.
    func figures(of path: Path) -> FigureIndex {
        guard path.points.count >= Self.minCachedPoints else { return FigureIndex(path) }
        let key = Key(
            points: path.points.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) },
            verbs: path.verbs.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) })
        if let cached = indices.withLock({ $0[key] }) { return cached }
        let index = FigureIndex(path)
        indices.withLock { $0[key] = index }
        return index
    }
}
