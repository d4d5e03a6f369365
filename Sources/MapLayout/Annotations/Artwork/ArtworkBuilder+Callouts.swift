// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane
import MapScene

extension ArtworkBuilder {
    /// A callout's content; titles and texts end with "…" or are wrapped at the width, images and accessories are not
    /// reduced.
    func body(_ callout: Callout, maxWidth: Double = .infinity) -> CalloutBody {
        let palette = CalloutPalette(callout, scene: appearance)
        // A card's texts have a limit of their own.
        return callout.content.map { CalloutBody($0, palette, text, images, maxWidth: maxWidth) }
            ?? CalloutBody(callout, palette, text, images, maxWidth: min(CalloutBody.maxWidth, maxWidth))
    }

    /// The placement request of a callout; `position` is the coordinate's, in points.
    func request(_ callout: Callout, _ body: CalloutBody, _ artwork: AnnotationArtwork, at position: Point)
        -> CalloutPlacer.Request
    {
        CalloutPlacer.Request(
            size: body.size, anchor: position, frame: artwork.frame.offset(by: position),
            alignmentY: artwork.alignmentY + position.y,
            offset: callout.offset, overlap: callout.overlap, preferred: callout.placement, hasTail: callout.tail)
    }

    /// A callout's content in a bubble without a tail, centered on the coordinate.
    func calloutView(_ annotation: Annotation) -> AnnotationArtwork {
        let callout = annotation.filledCallout
        let body = body(callout)
        // A size in whole pixels leaves no seams between the parts of the shadow.
        let size = Size(
            width: (body.size.width * scale).rounded(.up) / scale,
            height: (body.size.height * scale).rounded(.up) / scale)
        let rect = Rect(x: -size.width / 2, y: -size.height / 2, width: size.width, height: size.height)
        let bubble = CalloutBubble(shape: CalloutShape(rect: rect, radius: body.radius))
        var artwork = AnnotationArtwork(
            marks: bubble.marks(CalloutPalette(callout, scene: appearance), scale: scale), frame: rect, box: rect)
        artwork.isPixelAligned = true
        artwork.parts = body.parts
        for index in artwork.parts.indices { artwork.parts[index].move(by: Point(rect.minX, rect.minY)) }
        return artwork
    }
}
