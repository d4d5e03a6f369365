// SPDX-License-Identifier: MIT
public import MapCanvas

extension Annotation {
    /// What an annotation looks like.
    public enum View: Hashable, Sendable {
        /// A balloon with a glyph, its tip on the coordinate, the title below: `MKMarkerAnnotationView`.
        case marker(Marker = Marker())
        /// A needle with a round head, its tip on the coordinate: `MKPinAnnotationView`. A nil tint is
        /// `Color.systemRed`.
        case pin(tint: Color? = nil)
        /// An image, centered on the coordinate. One that cannot be read is replaced by a marker, with a warning.
        case image(ImageAsset)
        /// Text, centered on the coordinate; nil for the annotation's title.
        case text(String? = nil, style: AnnotationTextStyle = AnnotationTextStyle())
        /// The annotation's callout as a plate without a tail, centered on the coordinate.
        case callout
    }

    /// The appearance of a marker.
    public struct Marker: Hashable, Sendable {
        /// The color of the balloon; nil for `Color.systemRed`.
        public var tint: Color?
        /// Up to about three characters inside the balloon; nil for a pin symbol.
        public var glyphText: String?
        /// An image or pictogram inside the balloon, used as a mask: its alpha channel is filled with `glyphTint`.
        public var glyphImage: ImageAsset?
        /// Replaces `glyphImage` while the annotation is selected.
        public var selectedGlyphImage: ImageAsset?
        /// The color of the glyph; nil for white, or a dark gray on a light tint.
        public var glyphTint: Color?
        /// Whether the title is shown below; adaptive: where there is room and no callout shows it.
        public var titleVisibility: TextVisibility
        /// Whether the subtitle is shown below; adaptive: when the annotation is selected, as in MapKit.
        public var subtitleVisibility: TextVisibility
        /// The size of the balloon and of what is in it.
        public var size = MarkerSize.medium

        /// Creates a marker.
        ///
        /// - Parameters:
        ///   - tint: the color of the balloon; nil for `Color.systemRed`.
        ///   - glyphText: up to about three characters inside the balloon.
        ///   - glyphImage: an image or pictogram inside the balloon, used as a mask; wins over `glyphText`.
        ///   - glyphTint: the color of the glyph.
        ///   - size: the size of the balloon and of what is in it.
        ///   - titleVisibility: whether the title is shown below.
        ///   - subtitleVisibility: whether the subtitle is shown below.
        public init(
            tint: Color? = nil, glyphText: String? = nil, glyphImage: ImageAsset? = nil, glyphTint: Color? = nil,
            size: MarkerSize = .medium, titleVisibility: TextVisibility = .adaptive,
            subtitleVisibility: TextVisibility = .adaptive
        ) {
            self.tint = tint
            self.glyphText = glyphText
            self.glyphImage = glyphImage
            self.glyphTint = glyphTint
            self.size = size
            self.titleVisibility = titleVisibility
            self.subtitleVisibility = subtitleVisibility
        }
    }
}

extension Annotation.View {
    /// The values of `view` in JSON.
    package enum Kind: String, CaseIterable { case marker, pin, image, text, callout }

    package var kind: Kind {
        switch self {
        case .marker: .marker
        case .pin: .pin
        case .image: .image
        case .text: .text
        case .callout: .callout
        }
    }

    /// The images that the view shows.
    package var images: [ImageAsset] {
        switch self {
        case .marker(let marker): [marker.glyphImage, marker.selectedGlyphImage].compactMap(\.self)
        case .image(let image): [image]
        case .pin, .text, .callout: []
        }
    }
}

extension Annotation {
    /// The marker's appearance; nil for other views.
    package var marker: Marker? {
        if case .marker(let marker) = view { marker } else { nil }
    }

    /// The tint of a marker or pin; nil for other views, and for the default.
    package var tint: Color? {
        switch view {
        case .marker(let marker): marker.tint
        case .pin(let tint): tint
        case .image, .text, .callout: nil
        }
    }
}
