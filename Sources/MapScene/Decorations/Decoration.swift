// SPDX-License-Identifier: MIT
public import MapPlane

/// Something that stays with the picture, not with the ground: a scale bar, a compass, a logo.
public struct Decoration: Hashable, Sendable {
    /// Edges, corners and the middle of a rectangle.
    public enum Position: String, CaseIterable, Hashable, Sendable {
        case topLeft, top, topRight, left, center, right, bottomLeft, bottom, bottomRight
    }

    /// Where it is, in points.
    public enum Location: Hashable, Sendable {
        /// At an edge or corner of the picture, so far from it.
        case at(Position, margin: Size)
        /// The decoration's top-left corner is here.
        case origin(Point)
        /// The decoration's middle is here; outside of the picture it is not drawn.
        case center(Point)
    }

    /// The kinds of decorations.
    public enum Content: Hashable, Sendable {
        /// How long distances are.
        case scaleBar(ScaleBar)
        /// Where north is.
        case compass(Compass)
        /// A picture of one's own.
        case image(ScreenImage)
        /// A plain area.
        case rectangle(ScreenRectangle)
        /// What the numbers on the map stand for.
        case legend(Legend)
        /// A text, such as the map's title.
        case text(ScreenText)
    }

    /// A name for it within the scene, for output; unique where given.
    public var id: String?
    /// What it is.
    public var content: Content
    /// Where it is.
    public var location: Location
    /// What it is in words, for those who do not see the picture.
    public var alt: String?
    /// Where it leads, in outputs that have links.
    public var href: String?
    /// False to leave it out.
    public var isVisible = true

    /// Creates a decoration.
    ///
    /// - Parameters:
    ///   - content: what the decoration shows.
    ///   - id: a name, unique within the scene.
    ///   - location: its position, in points; nil for the default one: a scale bar at the bottom left, a compass at the
    ///     top right, a legend or a text at the top left, an image or a rectangle in the center.
    ///   - alt: a description for people who do not see the image.
    ///   - href: the URL that it links to.
    public init(
        _ content: Content, id: String? = nil, location: Location? = nil, alt: String? = nil, href: String? = nil
    ) {
        self.content = content
        self.id = id
        self.location = location ?? .at(content.usualPosition, margin: content.usualMargin)
        self.alt = alt
        self.href = href
    }
}

extension Decoration.Content {
    var usualPosition: Decoration.Position {
        switch self {
        case .scaleBar: .bottomLeft
        case .compass: .topRight
        case .legend, .text: .topLeft
        case .image, .rectangle: .center
        }
    }

    var usualMargin: Size {
        switch self {
        case .scaleBar, .compass, .legend, .text: Size(width: 12, height: 12)
        case .image, .rectangle: Size(width: 0, height: 0)
        }
    }
}

/// A bar with a round number of metres, feet or miles, true at the latitude where it stands.
public struct ScaleBar: Hashable, Sendable {
    /// What distances are counted in.
    public enum Units: String, CaseIterable, Hashable, Sendable {
        /// Metres and kilometres.
        case metric
        /// Feet and statute miles.
        case imperial
        /// Nautical miles.
        case nautical
    }

    /// What it counts in.
    public var units: Units
    /// No longer than this, in points.
    public var maxWidth: Double

    /// Creates a scale bar.
    ///
    /// - Parameters:
    ///   - units: the units of distance.
    ///   - maxWidth: its maximum width in points, 20...2000.
    public init(units: Units = .metric, maxWidth: Double = 110) {
        self.units = units
        self.maxWidth = maxWidth
    }
}

/// A dial that turns with the map.
public struct Compass: Hashable, Sendable {
    /// When it is shown.
    public enum Visibility: String, CaseIterable, Hashable, Sendable {
        /// Only when north is not up.
        case adaptive
        /// Never.
        case hidden
        /// Always.
        case visible
    }

    /// When it is shown.
    public var visibility: Visibility

    /// Creates a compass.
    ///
    /// - Parameter visibility: when the compass is shown.
    public init(visibility: Visibility = .adaptive) {
        self.visibility = visibility
    }
}

/// An image at a place of the picture, such as a logo or a picker's pin.
public struct ScreenImage: Hashable, Sendable {
    /// The name of an image: a file below the scene's folder, or a `data:` address.
    public var image: ImageAsset
    /// The image's point that stands at its place; nil for the one that keeps it inside the picture.
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
