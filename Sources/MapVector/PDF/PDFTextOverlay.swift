// SPDX-License-Identifier: MIT
import CCairo
import MapCanvas
import MapPlane

/// What a label says where it is painted as outlines: letters that paint nothing lie over it, as wide as it is, and stand
/// for its words, so that they can be found and copied.
struct PDFTextOverlay {
    let text: String
    /// The letters' size in pixels: the label's height.
    let size: Double
    /// The label's direction in radians, clockwise on screen, in steps.
    let angle: Double
    /// The letters' places.
    let places: [Point]

    /// Cairo writes a font for each size and direction, of a kilobyte, so that there must not be many of them.
    private static let step = Double.pi / 36
    /// The widest label, in its heights.
    private static let longest = 100.0

    /// - Parameters:
    ///   - text: what is read.
    ///   - boxes: the label's letters in the order of reading: boxes around them, and what takes these to the page.
    init?(_ text: String, _ boxes: [(box: Rect, place: Transform)]) {
        self.text = text.forCairo
        let middles = boxes.map { $0.place.apply($0.box.center) }
        guard !self.text.isEmpty, let first = boxes.first, let start = middles.first, let end = middles.last else {
            return nil
        }
        // Letters along a bend go from the first to the last of them.
        let own = first.place.direction
        let isStraight = boxes.allSatisfy { $0.place.direction.distance(to: own) < 1e-3 }
        let way = isStraight || start == end ? own : end - start
        angle = (MapPlane.angle(of: way) / Self.step).rounded() * Self.step
        let upright = Transform.rotation(-angle)
        let box = boxes.reduce(Rect.null) { $0.union($1.place.then(upright).apply($1.box)) }
        guard box.height > 0.5, box.height < 1e5, box.width.isFinite else { return nil }
        size = box.height.rounded(.up)
        let count = max(1, (min(box.width, size * Self.longest) / size / PDFTextOverlay.advance).rounded())
        let turn = Transform.rotation(angle)
        places = (0..<Int(count)).map { turn.apply(Point(box.minX + box.width / count * Double($0), box.maxY)) }
    }

    /// Of a letter, in sizes.
    static let advance = 0.5

    /// The font of letters that paint nothing; nil when there is no memory.
    static func font() -> OpaquePointer? {
        guard let face = cairo_user_font_face_create() else { return nil }
        cairo_user_font_face_set_render_glyph_func(face) { _, _, _, extents in
            extents?.pointee = cairo_text_extents_t(
                x_bearing: 0, y_bearing: -1, width: PDFTextOverlay.advance, height: 1,
                x_advance: PDFTextOverlay.advance,
                y_advance: 0)
            return CAIRO_STATUS_SUCCESS
        }
        return face
    }
}

extension Transform {
    /// Where text runs: a vector of length 1.
    fileprivate var direction: Point {
        let vector = Point(a, b)
        return vector * (1 / max(vector.length, 1e-9))
    }
}
