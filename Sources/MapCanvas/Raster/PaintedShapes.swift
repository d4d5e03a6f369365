// SPDX-License-Identifier: MIT
import CCairo
import MapCore
import MapGeometry
import MapImages
import MapText
import Synchronization

/// What was painted of texts and lines, for maps that show the same ones at the same places again: how their parts cover pixels, or
/// the pixels of letters that are distance fields.
///
/// Cairo takes long to stroke outlines, and no time to composite a color through what came of it. A shape is kept when it is painted
/// for the second time, so that what is drawn once costs next to nothing. The pixels are the same as without.
package final class PaintedShapes: Sendable {
    /// What is painted, but for its colors, and where.
    struct Key: Hashable {
        enum Shape {
            /// The fill of its glyphs, after the rings of its halo.
            case text(GlyphRun)
            case line(Path, StrokeStyle)
            /// With its colors.
            case field(SDFMark)
        }

        let shape: Shape
        /// The part that is needed.
        let area: PixelRect
        /// That of the surface.
        let surface: PixelRect
    }

    enum Painted {
        /// From the lowest to the topmost.
        case masks([Coverage])
        /// Nil where nothing is seen.
        case image(Bitmap?)

        fileprivate var byteCount: Int {
            switch self {
            case .masks(let masks): masks.reduce(0) { $0 + $1.values.count }
            case .image(let bitmap): 4 * (bitmap?.pixels.count ?? 0)
            }
        }
    }

    private struct State {
        var kept: LRUCache<Key, Painted>
        var seen = RecentKeys(limit: 1 << 12)
    }

    private let state: Mutex<State>
    /// The most bytes that one shape may take.
    let largest: Int

    /// - Parameter limit: bytes; 0 to keep none.
    package init(limit: Int) {
        largest = limit / 4
        state = Mutex(State(kept: LRUCache(limit: limit)))
    }

    /// The bytes that are kept.
    package var cost: Int { state.withLock { $0.kept.cost } }

    /// What was painted of a shape.
    ///
    /// - Parameters:
    ///   - key: the shape.
    ///   - make: paints it; nil when it is too large to be kept.
    /// - Returns: nil when it is not known, and need not be.
    /// - Throws: the error of `make`.
    func painted<Failure: Error>(_ key: Key, _ make: () throws(Failure) -> Painted?) throws(Failure) -> Painted? {
        let hash = key.hashValue
        let (known, isRepeated) = state.withLock { state -> (Painted?, Bool) in
            if let known = state.kept.value(for: key) { return (known, true) }
            return (nil, state.seen.isRepeated(hash))
        }
        if let known { return known }
        // What ended at a limit is not whole: dashes, for example, are drawn solid then.
        guard isRepeated, let made = try make(), !WorkContext.isCancelled else { return nil }
        state.withLock { $0.kept.insert(made, for: key, cost: key.byteCount + made.byteCount) }
        return made
    }
}

extension PaintedShapes.Key {
    /// Of what it holds.
    fileprivate var byteCount: Int {
        switch shape {
        case .text(let run): run.glyphs.count * MemoryLayout<GlyphRun.Glyph>.stride + run.text.utf8.count
        case .line(let path, let style): path.byteCount + style.dash.count * MemoryLayout<Double>.stride
        case .field(let mark): mark.pieces.count * MemoryLayout<SDFMark.Piece>.stride + mark.text.utf8.count
        }
    }

    static func == (a: Self, b: Self) -> Bool {
        guard a.area == b.area, a.surface == b.surface else { return false }
        switch (a.shape, b.shape) {
        case (.text(let a), .text(let b)): return a.covers(sameAs: b)
        case (.line(let pathA, let styleA), .line(let pathB, let styleB)): return styleA == styleB && pathA == pathB
        case (.field(let a), .field(let b)): return a.paints(sameAs: b)
        default: return false
        }
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(area)
        switch shape {
        case .text(let run):
            hasher.combine(run.size)
            for glyph in run.glyphs {
                hasher.combine(glyph.id)
                hasher.combine(glyph.origin)
            }
        case .line(let path, let style):
            hasher.combine(style.width)
            hasher.combine(path.points.count)
            hasher.combine(path.points.first)
            hasher.combine(path.points.last)
        case .field(let mark):
            hasher.combine(mark.color)
            for piece in mark.pieces { hasher.combine(Point(piece.transform.tx, piece.transform.ty)) }
        }
    }
}

extension GlyphRun {
    fileprivate func covers(sameAs other: GlyphRun) -> Bool {
        size == other.size && halo?.width == other.halo?.width && halo?.blur == other.halo?.blur
            && glyphs.count == other.glyphs.count
            && zip(glyphs, other.glyphs).allSatisfy { a, b in
                a.id == b.id && a.origin == b.origin && a.angle == b.angle && a.face === b.face
            }
    }
}

extension SDFMark {
    fileprivate func paints(sameAs other: SDFMark) -> Bool {
        scale == other.scale && color == other.color && halo == other.halo && pieces.count == other.pieces.count
            && zip(pieces, other.pieces).allSatisfy { $0.field === $1.field && $0.transform == $1.transform }
    }
}

extension BandPainter {
    /// Paints a shape that was painted before in colors, one for each of its parts.
    ///
    /// - Parameters:
    ///   - shape: what is painted.
    ///   - area: the part that is needed.
    ///   - outset: how far it reaches beyond its path, in pixels.
    ///   - colors: of its parts, from the lowest to the topmost.
    ///   - append: appends the path; false when nothing of it is visible.
    ///   - paint: paints a part of the path with the current source, and keeps the path.
    /// - Returns: false when it was not painted before, or is not to be kept.
    /// - Throws: when cairo reports an error.
    func paintAgain(
        _ shape: PaintedShapes.Key.Shape, _ area: PixelRect, outset: Double, _ colors: [Color],
        append: (borrowing BandPainter) -> Bool, paint: (borrowing BandPainter, _ part: Int) -> Void
    ) throws(CairoError) -> Bool {
        guard let shapes, !isClipped else { return false }
        let key = PaintedShapes.Key(shape: shape, area: area, surface: self.area)
        let known = try shapes.painted(key) { () throws(CairoError) -> PaintedShapes.Painted? in
            guard append(self) else { return .masks([]) }
            var (minX, minY, maxX, maxY) = (0.0, 0.0, 0.0, 0.0)
            cairo_path_extents(context.handle, &minX, &minY, &maxX, &maxY)
            let box = Rect(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
            cairo_new_path(context.handle)
            let touched = self.area.touched(by: box.inset(by: -outset - 1))
            guard !touched.isEmpty else { return .masks([]) }
            guard touched.width * touched.height <= shapes.largest / colors.count else { return nil }
            var parts: [Coverage] = []
            for part in colors.indices {
                let surface = try CairoSurface(maskOf: touched)
                var painter = try BandPainter(on: surface, touched, like: self)
                guard append(painter) else { return .masks([]) }
                painter.use(.black)
                paint(painter, part)
                try painter.context.check("paint a shape")
                parts.append(Coverage(surface, touched))
            }
            return .masks(parts)
        }
        guard case .masks(let masks)? = known else { return false }
        for (coverage, color) in zip(masks, colors) where !color.isInvisible { composite(coverage, color) }
        return true
    }

    /// Composites a color through a mask, which stays as it is.
    private func composite(_ coverage: Coverage, _ color: Color) {
        let (blender, origin, stride) = (SolidBlender(color, asCairo: true), coverage.area, coverage.stride)
        coverage.values.withUnsafeBufferPointer { values in
            guard let base = values.baseAddress else { return }
            withPixels { pixels in
                for y in origin.minY..<origin.maxY {
                    blender.fill(
                        pixels.pointer(origin.minX, y), through: base + (y - origin.minY) * stride, origin.width)
                }
            }
        }
    }
}
