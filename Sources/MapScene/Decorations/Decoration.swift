// SPDX-License-Identifier: MIT
public import MapGeometry
public import MapImages

/// An item that stays with the image, not with the ground: a scale bar, a compass or a logo.
public struct Decoration: Hashable, Sendable {
    /// Corners, edges and the center of a rectangle.
    public enum Position: String, CaseIterable, Hashable, Sendable {
        case topLeft, top, topRight, left, center, right, bottomLeft, bottom, bottomRight
    }

    /// The position of a decoration, in points.
    public enum Location: Hashable, Sendable {
        /// At a corner, edge or the center of the image, with a margin.
        case at(Position, margin: Size)
        /// The position of the decoration's top-left corner.
        case origin(Point)
        /// The position of the decoration's center; outside of the image it is not drawn.
        case center(Point)
    }

    /// The kinds of decorations.
    public enum Content: Hashable, Sendable {
        /// A scale bar.
        case scaleBar(ScaleBar)
        /// A compass.
        case compass(Compass)
        /// An image, such as a logo.
        case image(ScreenImage)
        /// A rectangle.
        case rectangle(ScreenRectangle)
        /// A legend of the numbers on the map.
        case legend(Legend)
        /// A text, such as the map's title.
        case text(ScreenText)
        /// A small map in the map.
        case inset(Inset)
        /// What was measured along a track, over the distance.
        case profile(Profile)
    }

    /// Identifies it within the scene, for output; unique within the scene.
    public var id: String?
    /// What the decoration shows.
    public var content: Content
    /// Its position, in points; nil for the default one: a scale bar at the bottom left, a compass at the top right, a legend or a
    /// text at the top left, an image or a rectangle in the center.
    public var location: Location
    /// A description for people who do not see the image, in outputs that have one.
    public var alt: String?
    /// The URL that it links to, in outputs that have links.
    public var href: String?
    /// Whether it is drawn.
    public var isVisible = true

    /// Creates a decoration.
    public init(
        _ content: Content, id: String? = nil, location: Location? = nil, alt: String? = nil, href: String? = nil,
        isVisible: Bool = true
    ) {
        self.content = content
        self.id = id
        self.location = location ?? .at(content.usualPosition, margin: content.usualMargin)
        self.alt = alt
        self.href = href
        self.isVisible = isVisible
    }
}

extension Decoration.Content {
    var usualPosition: Decoration.Position {
        switch self {
        case .scaleBar, .inset, .profile: .bottomLeft
        case .compass: .topRight
        case .legend, .text: .topLeft
        case .image, .rectangle: .center
        }
    }

    var usualMargin: Size {
        switch self {
        case .scaleBar, .compass, .legend, .text, .inset, .profile: Size(width: 12, height: 12)
        case .image, .rectangle: Size(width: 0, height: 0)
        }
    }
}

/// A scale bar with a round number of metres, feet or miles, exact at the latitude of its position.
public struct ScaleBar: Hashable, Sendable {
    /// The units of distance.
    public enum Units: String, CaseIterable, Hashable, Sendable {
        /// Metres and kilometres.
        case metric
        /// Feet and statute miles.
        case imperial
        /// Nautical miles.
        case nautical
    }

    /// How the scale is told.
    public enum Style: String, CaseIterable, Hashable, Sendable {
        /// A bar; above it the ratio, where the camera has a `Camera.mapScale`.
        case bar
        /// The ratio alone, such as 1:25 000, and the latitude at which it is true.
        case ratio
    }

    /// The units of distance.
    public var units: Units
    /// Its maximum width in points, 20...2000.
    public var maxWidth: Double
    /// How the scale is told.
    public var style: Style

    /// Creates a scale bar.
    public init(units: Units = .metric, maxWidth: Double = 110, style: Style = .bar) {
        self.units = units
        self.maxWidth = maxWidth
        self.style = style
    }
}

/// A dial that turns with the map.
public struct Compass: Hashable, Sendable {
    /// When a compass is shown.
    public enum Visibility: String, CaseIterable, Hashable, Sendable {
        /// Only when north is not up.
        case adaptive
        /// Never.
        case hidden
        /// Always.
        case visible
    }

    /// When the compass is shown.
    public var visibility: Visibility

    /// Creates a compass.
    public init(visibility: Visibility = .adaptive) {
        self.visibility = visibility
    }
}

/// An image at a fixed position of the map image, such as a logo or a picker's pin.
public struct ScreenImage: Hashable, Sendable {
    /// The image, such as a path in the scene's folder.
    public var image: ImageAsset
    /// The point of the image that is placed at the decoration's location; nil for the one that keeps the image inside
    /// the map image.
    public var anchor: Decoration.Position?

    /// Creates an image that stays at a position of the map image.
    ///
    /// - Parameters:
    ///   - image: the image to show.
    ///   - anchor: the point of the image that is placed at the decoration's location; nil for the one that keeps the
    ///     image inside the map image.
    public init(_ image: ImageAsset, anchor: Decoration.Position? = nil) {
        self.image = image
        self.anchor = anchor
    }
}

/// A text that stays with the image, such as its title.
public struct ScreenText: Hashable, Sendable {
    /// The text; line breaks are kept.
    public var text: String
    /// Its appearance.
    public var style: AnnotationTextStyle

    /// Creates a text.
    ///
    /// - Parameters:
    ///   - text: the text; line breaks are kept.
    ///   - style: font, colors and box, with lengths in points.
    public init(_ text: String, style: AnnotationTextStyle = AnnotationTextStyle()) {
        self.text = text
        self.style = style
    }
}

/// A card that says what the colors and sizes of data overlays mean (`ColorScale`, `SizeScale`), and lists the annotations with a
/// number of their own (`$num`, `$alpha`), or a letter or two in their balloon, and titled markers with a glyph image: the sign,
/// the title, the subtitle.
public struct Legend: Hashable, Sendable {
    /// The title above the list; nil for none.
    public var title: String?
    /// Its maximum width in points, 60...2000; longer lines end with "…".
    public var maxWidth: Double
    /// The ids of the data overlays that it explains; empty for all.
    public var overlays: [String] = []
    /// Whether classes have the number of their features beside them.
    public var counts = false
    /// What it says of overlays, once their data are read.
    package var sections: [LegendSection] = []

    /// Creates a legend.
    public init(title: String? = nil, maxWidth: Double = 190) {
        self.title = title
        self.maxWidth = maxWidth
    }
}

extension Legend {
    /// The same legend with what it says of overlays of data.
    func listing(_ sections: [LegendSection]) -> Legend {
        var copy = self
        copy.sections = sections.filter { section in
            overlays.isEmpty || section.overlay.map(overlays.contains) ?? false
        }
        return copy
    }
}

extension Decoration {
    /// The same decoration; a legend with what it says of overlays of data.
    func listing(_ sections: [LegendSection]) -> Decoration {
        guard case .legend(let legend) = content else { return self }
        var copy = self
        copy.content = .legend(legend.listing(sections))
        return copy
    }
}

extension Annotation {
    /// The sign of an entry in a legend.
    package enum LegendSign: Hashable, Sendable {
        case text(String)
        /// A glyph image, and the text that replaces it if it cannot be read.
        case image(ImageAsset, or: String?)
    }

    /// The text of its entry in a legend.
    package var legendTitle: String? { [title, subtitle].compactMap(\.self).first { !$0.isEmpty } }

    /// The sign by which a legend calls it: its number, or what stands in its balloon if that is short; nil for none.
    package var legendSign: LegendSign? {
        guard isListed else { return nil }
        if let number { return .text(number) }
        let short = marker?.glyphText.flatMap { (1...3).contains($0.count) ? $0 : nil }
        if let image = marker?.glyphImage, title?.isEmpty == false { return .image(image, or: short) }
        return short.map(LegendSign.text)
    }
}

/// A rectangle at a fixed position of the image, such as the sheet of an app in a mock-up; set `Camera.contentInsets`
/// to keep the map's center clear of it.
public struct ScreenRectangle: Hashable, Sendable {
    /// The radii of a rectangle's corners, in points.
    public struct CornerRadii: Hashable, Sendable {
        /// The radius of the top-left corner.
        public var topLeft: Double
        /// The radius of the top-right corner.
        public var topRight: Double
        /// The radius of the bottom-right corner.
        public var bottomRight: Double
        /// The radius of the bottom-left corner.
        public var bottomLeft: Double

        /// Creates corner radii, in the order of CSS.
        public init(topLeft: Double, topRight: Double, bottomRight: Double, bottomLeft: Double) {
            self.topLeft = topLeft
            self.topRight = topRight
            self.bottomRight = bottomRight
            self.bottomLeft = bottomLeft
        }

        /// Creates equal radii for all corners.
        ///
        /// - Parameter radius: the radius in points.
        public init(_ radius: Double = 0) {
            self.init(topLeft: radius, topRight: radius, bottomRight: radius, bottomLeft: radius)
        }
    }

    /// Its width: points, or percent of the image's width.
    public var width: Padding.Length
    /// Its height: points, or percent of the image's height.
    public var height: Padding.Length
    /// Nil for the background of decorations: white, or nearly black in a dark scene.
    public var fillColor: Color?
    /// The color of the outline; nil for none.
    public var strokeColor: Color?
    /// The width of the outline in points, 0...1000.
    public var lineWidth: Double
    /// The radii of the corners, in points.
    public var cornerRadius: CornerRadii
    /// Whether the rectangle casts a soft shadow on the map.
    public var hasShadow: Bool

    /// Creates a rectangle.
    public init(
        width: Padding.Length, height: Padding.Length, fillColor: Color? = nil, strokeColor: Color? = nil,
        lineWidth: Double = 1, cornerRadius: CornerRadii = CornerRadii(), hasShadow: Bool = false
    ) {
        self.width = width
        self.height = height
        self.fillColor = fillColor
        self.strokeColor = strokeColor
        self.lineWidth = lineWidth
        self.cornerRadius = cornerRadius
        self.hasShadow = hasShadow
    }

    /// Its size on an image, in points.
    package func size(in output: Size) -> Size {
        Size(width: width.points(of: output.width), height: height.points(of: output.height))
    }
}
