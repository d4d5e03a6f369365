// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane
import MapScene

extension ArtworkBuilder {
    func body(_ callout: Callout) -> CalloutBody {
        let look = CalloutPalette(callout, scene: appearance)
        return callout.content.map { CalloutBody($0, look, text, pictures) }
            ?? CalloutBody(callout, look, text, pictures)
    }

    /// What is to be placed for a callout; `place` is where the coordinate lies, in points of the picture.
    func request(_ callout: Callout, _ body: CalloutBody, _ sign: AnnotationArtwork, at place: Point)
        -> CalloutPlacer.Request
    {
        CalloutPlacer.Request(
            size: body.size, anchor: place, frame: sign.frame.offset(by: place), level: sign.middleY + place.y,
            offset: callout.offset, overlap: callout.overlap, preferred: callout.placement, hasTail: callout.tail)
    }

    /// A callout's inside on a plate without a tail, centered on the coordinate.
    func plate(_ annotation: Annotation) -> AnnotationArtwork {
        let callout = annotation.filledCallout
        let body = body(callout)
        // Whole pixels keep the pieces of the shadow together.
        let size = Size(
            width: (body.size.width * scale).rounded(.up) / scale,
            height: (body.size.height * scale).rounded(.up) / scale)
        let rect = Rect(x: -size.width / 2, y: -size.height / 2, width: size.width, height: size.height)
        let bubble = CalloutBubble(shape: CalloutShape(rect: rect, radius: body.radius))
        var sign = AnnotationArtwork(
            marks: bubble.marks(CalloutPalette(callout, scene: appearance), scale: scale), frame: rect, box: rect)
        sign.keepsToPixels = true
        sign.parts = body.parts
        for index in sign.parts.indices { sign.parts[index].move(by: Point(rect.minX, rect.minY)) }
        return sign
    }
}
