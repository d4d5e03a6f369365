// SPDX-License-Identifier: MIT
import CCairo
import MapCanvas
import MapPlane

/// An invisible text layer over a label that is painted as outlines, so that its text can be searched and copied. Its
/// letters are as wide together as the label.
struct PDFTextOverlay {
    let text: String
    /// The font size in pixels: the label's height.
    let size: Double
    /// The label's rotation in radians, clockwise on screen, quantized.
    let angle: Double
    /// The positions of the letters.
    let positions: [Point]

    /// Cairo embeds a font of about one kilobyte for each size and direction, so their number is limited.
    private static let angleStep = Double.pi / 36
    /// The maximum width of a label, in multiples of its height.
    private static let maxAspectRatio = 100.0

    /// - Parameters:
    ///   - text: the text of the label.
    ///   - boxes: the bounding boxes of the letters in logical order, with their transforms to the page.
    init?(_ text: String, _ boxes: [(box: Rect, transform: Transform)]) {
        self.text = text.forCairo
        let middles = boxes.map { $0.transform.apply($0.box.center) }
        guard !self.text.isEmpty, let first = boxes.first, let start = middles.first, let end = middles.last else {
            return nil
        }
        // Curved labels are approximated by the line from their first letter to the last.
        let direction = first.transform.direction
        let isStraight = boxes.allSatisfy { $0.transform.direction.distance(to: direction) < 1e-3 }
        let baseline = isStraight || start == end ? direction : end - start
        angle = (MapPlane.angle(of: baseline) / Self.angleStep).rounded() * Self.angleStep
        let unrotated = Transform.rotation(-angle)
        let box = boxes.reduce(Rect.null) { $0.union($1.transform.then(unrotated).apply($1.box)) }
        guard box.height > 0.5, box.height < 1e5, box.width.isFinite else { return nil }
        size = box.height.rounded(.up)
        let count = max(1, (min(box.width, size * Self.maxAspectRatio) / size / PDFTextOverlay.advance).rounded())
        let rotation = Transform.rotation(angle)
        positions = (0..<Int(count)).map { rotation.apply(Point(box.minX + box.width / count * Double($0), box.maxY)) }
    }

    /// The advance of a letter in ems.
    static let advance = 0.5

    /// A font with invisible letters; nil when there is no memory.
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
    /// The unit vector of the text direction.
    fileprivate var direction: Point {
        let vector = Point(a, b)
        return vector * (1 / max(vector.length, 1e-9))
    }
}
