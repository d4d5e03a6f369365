// SPDX-License-Identifier: MIT
import MapPlane
import Synchronization

/// Where a path's figures lie: found once for all bands, most of which show few of them.
struct FigureIndex: Sendable {
    struct Entry: Sendable {
        var verbs: Range<Int>
        var points: Range<Int>
        /// Around all points, controls included; `everything` where a coordinate is no finite number.
        var box: Rect
        /// True when there are no curves.
        var isStraight: Bool
    }

    private(set) var entries: [Entry] = []
    /// Around all figures with finite coordinates.
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

/// The figures of long paths of one drawing, by the place of the paths' points in memory, which stay there while the
/// drawing is painted.
final class FigureIndexCache: Sendable {
    private static let fewest = 32

    private struct Key: Hashable {
        var points: UInt
        var verbs: UInt
    }

    private let found = Mutex<[Key: FigureIndex]>([:])

    /// - Parameter path: one of the drawing's own, not made for the occasion.
    /// - Returns: its figures.
    func figures(of path: Path) -> FigureIndex {
        guard path.points.count >= Self.fewest else { return FigureIndex(path) }
        let key = Key(
            points: path.points.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) },
            verbs: path.verbs.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) })
        if let known = found.withLock({ $0[key] }) { return known }
        let index = FigureIndex(path)
        found.withLock { $0[key] = index }
        return index
    }
}
