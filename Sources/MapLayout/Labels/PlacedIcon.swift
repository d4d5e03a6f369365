import MapCanvas
import MapPlane
// SPDX-License-Identifier: MIT
import MapStyle

/// An icon at a place where it could be drawn, and the room that it needs.
struct PlacedIcon: Sendable {
    var box: Rect
    var mark: ImageMark
}

extension IconLook {
    func placed(at place: Point, turn: Double) -> PlacedIcon {
        let (width, height) = (Double(image.bitmap.width), Double(image.bitmap.height))
        let fraction = anchor.fraction
        var transform = Transform.translation(Point(-width * fraction.x, -height * fraction.y))
            .then(.scale(pixelScale, pixelScale))
            .then(.translation(offset))
            .then(.rotation(rotation + turn))
            .then(.translation(place))
        if transform.keepsRectangles, transform.a == 1, transform.d == 1 {
            // On whole pixels an unscaled icon stays as sharp as it was drawn.
            transform.tx = transform.tx.rounded()
            transform.ty = transform.ty.rounded()
        }
        let mark = ImageMark(image.bitmap, transform: transform, opacity: opacity)
        return PlacedIcon(box: mark.bounds.inset(by: -padding), mark: mark)
    }
}
