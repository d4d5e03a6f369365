// SPDX-License-Identifier: MIT
import MapCore
import MapGeometry
import MapImages
import Synchronization

/// How base maps look, for maps that differ only in what lies above: other pins, labels that give way to them, another format.
///
/// A base map is the lower part of a drawing, up to its first label or to the scene's own content; without faces, if what lies above
/// could be hidden by them. It is kept when it is painted for
/// the second time, so that what is drawn once costs nothing; it is used where all its marks are those of the drawing, so that the
/// pixels are the same as without.
package final class PaintedBaseMaps: Sendable {
    /// A lower part of drawings, and its pixels.
    package struct BaseMap: Sendable {
        fileprivate let items: [DrawingItem]
        let bitmap: Bitmap

        /// The number of items.
        var count: Int { items.count }

        fileprivate func shows(_ others: ArraySlice<DrawingItem>) -> Bool {
            items.count == others.count && zip(items, others).allSatisfy { $0.mark.paintsSame(as: $1.mark) }
        }
    }

    private struct State {
        var kept: LRUCache<Int, BaseMap>
        var seen = RecentKeys()
    }

    private let state: Mutex<State>

    /// - Parameter limit: bytes of pixels and marks; 0 to keep none.
    package init(limit: Int) {
        state = Mutex(State(kept: LRUCache(limit: limit)))
    }

    /// The bytes of pixels and marks.
    package var cost: Int { state.withLock { $0.kept.cost } }

    /// The base map of a drawing; nil when it is not known, and need not be.
    ///
    /// - Parameters:
    ///   - drawing: what is painted.
    ///   - paint: paints the lower part of the drawing alone.
    /// - Returns: the pixels below the drawing's other items.
    /// - Throws: the error of `paint`.
    func baseMap<Failure: Error>(
        of drawing: Drawing, paint: (Drawing) throws(Failure) -> Bitmap
    ) throws(Failure) -> BaseMap? {
        let (count, bytes) = drawing.baseMapExtent
        guard count > 0 else { return nil }
        let items = drawing.items[..<count]
        let summary = drawing.summary(of: items)
        let (known, isRepeated) = state.withLock { state -> (BaseMap?, Bool) in
            if let known = state.kept.value(for: summary) { return (known, true) }
            return (nil, state.seen.isRepeated(summary))
        }
        if let known, known.shows(items) { return known }
        guard isRepeated else { return nil }
        var lower = drawing
        lower.items = Array(items)
        let baseMap = BaseMap(items: lower.items, bitmap: try paint(lower))
        guard !WorkContext.isCancelled else { return nil }
        state.withLock { $0.kept.insert(baseMap, for: summary, cost: bytes + 4 * drawing.width * drawing.height) }
        return baseMap
    }
}

/// The last few keys that were asked for. What is wanted once need not be kept.
package struct RecentKeys: Sendable {
    private let limit: Int
    private var keys: [Int] = []
    private var known: Set<Int> = []
    /// Where the oldest key is, once there are as many as may be.
    private var oldest = 0

    /// - Parameter limit: how many keys are remembered.
    package init(limit: Int = 64) { self.limit = limit }

    /// True for a key that was asked for lately; from now on this one was.
    package mutating func isRepeated(_ key: Int) -> Bool {
        guard known.insert(key).inserted else { return true }
        if keys.count < limit {
            keys.append(key)
        } else {
            known.remove(keys[oldest])
            keys[oldest] = key
            oldest = (oldest + 1) % limit
        }
        return false
    }
}

extension Drawing {
    /// How many items belong to the base map, and the bytes of their marks.
    fileprivate var baseMapExtent: (count: Int, bytes: Int) {
        var (count, bytes) = (0, 0)
        /// What is below all faces.
        var flat: (count: Int, bytes: Int)?
        for item in items {
            guard item.role == .background || item.role == .layer, let size = item.mark.comparableBytes else { break }
            if flat == nil, item.mark.hasDepth { flat = (count, bytes) }
            (count, bytes) = (count + 1, bytes + size)
        }
        if let flat, items[count...].contains(where: { $0.mark.hasDepth }) { return flat }
        return (count, bytes)
    }

    /// Differs for most drawings whose items differ.
    fileprivate func summary(of items: ArraySlice<DrawingItem>) -> Int {
        var hasher = Hasher()
        hasher.combine(width)
        hasher.combine(height)
        for item in items {
            hasher.combine(item.id)
            hasher.combine(item.bounds)
        }
        return hasher.finalize()
    }
}

extension Mark {
    /// True for marks that hide each other by their depth.
    var hasDepth: Bool {
        switch self {
        case .faces: true
        case .image(let image): image.inverseDepth != nil
        case .group(let group): group.marks.contains(where: \.hasDepth)
        case .fill, .aliasedFill, .edge, .stroke, .ribbon, .circles, .glyphs, .sdf, .maskedFill: false
        }
    }

    /// The memory that the mark takes, about; nil for marks of which it is not told whether they are the same.
    fileprivate var comparableBytes: Int? {
        switch self {
        case .fill(let path, _, _), .aliasedFill(let path, _), .edge(let path, _): path.byteCount
        case .ribbon(let ribbon): ribbon.byteCount
        case .circles(let circles): circles.byteCount
        case .faces(let faces): faces.byteCount
        case .image(let image): image.inverseDepth == nil ? 4 * image.bitmap.pixels.count : nil
        case .group(let group):
            group.marks.reduce(group.clip?.byteCount ?? 0) { sum, mark in
                sum.flatMap { sum in mark.comparableBytes.map { sum + $0 } }
            }
        case .stroke, .glyphs, .sdf, .maskedFill: nil
        }
    }

    /// True when it is known that both paint the same pixels.
    fileprivate func paintsSame(as other: Mark) -> Bool {
        switch (self, other) {
        case (.fill(let a, let ruleA, let paintA), .fill(let b, let ruleB, let paintB)):
            ruleA == ruleB && paintA.paintsSame(as: paintB) && a == b
        case (.aliasedFill(let a, let paintA), .aliasedFill(let b, let paintB)),
            (.edge(let a, let paintA), .edge(let b, let paintB)):
            paintA.paintsSame(as: paintB) && a == b
        case (.ribbon(let a), .ribbon(let b)): a.paintsSame(as: b)
        case (.circles(let a), .circles(let b)): a.paintsSame(as: b)
        case (.faces(let a), .faces(let b)): a.paintsSame(as: b)
        case (.image(let a), .image(let b)):
            a.bitmap.shows(b.bitmap) && a.transform == b.transform && a.opacity == b.opacity && a.sampling == b.sampling
                && a.addsLight == b.addsLight
        case (.group(let a), .group(let b)):
            a.opacity == b.opacity && a.blend == b.blend && a.clip == b.clip && a.marks.count == b.marks.count
                && zip(a.marks, b.marks).allSatisfy { $0.paintsSame(as: $1) }
        default: false
        }
    }
}

extension Paint {
    fileprivate func paintsSame(as other: Paint) -> Bool {
        switch (self, other) {
        case (.color(let a), .color(let b)): a == b
        case (.linearGradient(let a), .linearGradient(let b)): a == b
        case (.radialGradient(let a), .radialGradient(let b)): a == b
        case (.pattern(let a, let transformA, let opacityA), .pattern(let b, let transformB, let opacityB)):
            a.shows(b) && transformA == transformB && opacityA == opacityB
        default: false
        }
    }
}

extension Bitmap {
    /// True for the same pixels.
    fileprivate func shows(_ other: Bitmap) -> Bool {
        self === other || width == other.width && pixels == other.pixels
    }
}

extension Path {
    var byteCount: Int { points.count * MemoryLayout<Point>.stride + verbs.count }
}

extension Circles {
    fileprivate var byteCount: Int {
        circles.count * MemoryLayout<Circle>.stride + styles.count * MemoryLayout<Style>.stride
    }

    fileprivate func paintsSame(as other: Circles) -> Bool { circles == other.circles && styles == other.styles }
}

extension Faces {
    fileprivate var byteCount: Int {
        faces.reduce(0) { $0 + MemoryLayout<Face>.stride + $1.path.byteCount }
    }

    fileprivate func paintsSame(as other: Faces) -> Bool {
        opacity == other.opacity && faces.elementsEqual(other.faces) { $0.paintsSame(as: $1) }
    }
}

extension Face {
    fileprivate func paintsSame(as other: Face) -> Bool {
        guard inverseDepth == other.inverseDepth, path == other.path else { return false }
        return switch (paint, other.paint) {
        case (.color(let a), .color(let b)): a == b
        case (.gradient(let a), .gradient(let b)): a == b
        case (.texture(let a), .texture(let b)):
            a.bitmap.shows(b.bitmap) && a.column == b.column && a.row == b.row && a.shade == b.shade && a.tint == b.tint
        default: false
        }
    }
}

extension Ribbon {
    fileprivate var byteCount: Int {
        vertices.count * MemoryLayout<Vertex>.stride + views.count * MemoryLayout<View>.stride
            + strips.count * MemoryLayout<Strip>.stride + sourcePoints.count * MemoryLayout<SIMD2<Float>>.stride
    }

    fileprivate func paintsSame(as other: Ribbon) -> Bool {
        paint.paintsSame(as: other.paint) && perspective == other.perspective && shapes == other.shapes
            && strips.elementsEqual(other.strips) { $0.paintsSame(as: $1) } && clips == other.clips
            && vertices == other.vertices && views == other.views
    }
}

extension Ribbon.Strip {
    /// Of the same vertices.
    fileprivate func paintsSame(as other: Ribbon.Strip) -> Bool {
        vertices == other.vertices && shape == other.shape && clip == other.clip && progress == other.progress
    }
}

extension Ribbon.Paint {
    fileprivate func paintsSame(as other: Ribbon.Paint) -> Bool {
        switch (self, other) {
        case (.color(let a), .color(let b)): a == b
        case (.ramp(let a, let opacityA), .ramp(let b, let opacityB)): opacityA == opacityB && a == b
        case (.image(let a, let periodA, let opacityA), .image(let b, let periodB, let opacityB)):
            a.shows(b) && periodA == periodB && opacityA == opacityB
        default: false
        }
    }
}
