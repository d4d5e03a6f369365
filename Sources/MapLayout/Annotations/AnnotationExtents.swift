// SPDX-License-Identifier: MIT
package import MapCanvas
package import MapPlane
package import MapScene

/// The boxes that annotations cover, their captions and open callouts included, for cameras that fit their content.
package struct AnnotationExtents {
    private var cache: ArtworkCache

    package init(fonts: FontLibrary, images: [ImageAsset: AnnotationImage] = [:]) {
        cache = ArtworkCache(
            ArtworkBuilder(
                text: AnnotationText(fonts: fonts, diagnostics: nil), images: images, appearance: .light))
    }

    /// Points around the coordinate, y downwards.
    package mutating func extent(of annotation: Annotation) -> Rect {
        let (artwork, builder) = (cache.artwork(for: annotation), cache.builder)
        let caption = builder.caption(annotation, artwork, .below, maxWidth: CaptionFitter.defaultWidth)
        let box = caption.map { artwork.box.union($0.rect) } ?? artwork.box
        guard let callout = annotation.openCallout else { return box }
        let request = builder.request(callout, builder.body(callout), artwork, at: .zero)
        return box.union(request.bubble(callout.placement, shift: 0).rect)
    }
}
