// SPDX-License-Identifier: MIT
public import MapGeometry
public import MapImages

/// The bubble of a selected annotation: a title, a subtitle, and an accessory at either side.
public struct Callout: Hashable, Sendable {
    /// The side of the annotation that a callout is shown at, if there is room.
    public enum Placement: String, CaseIterable, Hashable, Sendable {
        /// Above, its tail pointing down.
        case top
        /// Below, its tail pointing up.
        case bottom
        /// To the left, its tail pointing right.
        case left
        /// To the right, its tail pointing left.
        case right
    }

    /// One line in bold; nil for the annotation's title.
    public var title: String?
    /// One line in smaller type; nil for the annotation's subtitle.
    public var subtitle: String?
    /// The accessory before the text; nil for none.
    public var left: CalloutAccessory?
    /// The accessory after the text; nil for none.
    public var right: CalloutAccessory?
    /// Content that replaces the subtitle; nil for none.
    public var detail: CalloutDetail?
    /// Content that replaces title, subtitle, accessories and detail; nil for none.
    public var content: CalloutCard?
    /// The distance from the middle of the annotation's edge at that side to the tip of the tail, in points, with y
    /// downwards. It is mirrored if the callout moves to the opposite side for lack of room.
    public var offset = Point.zero
    /// The side that it is shown at if there is room; otherwise the opposite side, or one of the others.
    public var placement = Placement.top
    /// The length by which it overlaps the annotation, in points.
    public var overlap = 0.0
    /// Whether it has a tail; without one, its edge is at the position of the tail's tip.
    public var tail = true
    /// Light or dark; nil for the scene's.
    public var appearance: Appearance?

    /// Creates a callout.
    public init(
        title: String? = nil, subtitle: String? = nil, left: CalloutAccessory? = nil, right: CalloutAccessory? = nil,
        detail: CalloutDetail? = nil, content: CalloutCard? = nil, offset: Point = .zero, placement: Placement = .top,
        overlap: Double = 0, tail: Bool = true, appearance: Appearance? = nil
    ) {
        self.title = title
        self.subtitle = subtitle
        self.left = left
        self.right = right
        self.detail = detail
        self.content = content
        self.offset = offset
        self.placement = placement
        self.overlap = overlap
        self.tail = tail
        self.appearance = appearance
    }

    /// MapKit opens no callout without a title, unless its content is made by hand.
    package var isEmpty: Bool { content == nil && title?.isEmpty ?? true }

    package var images: [ImageAsset] {
        [left, right].compactMap { accessory in
            if case .image(let source)? = accessory?.content { source } else { nil }
        } + (detail?.images ?? []) + (content?.images ?? [])
    }
}

/// A light or dark appearance of callouts and decorations.
public enum Appearance: String, CaseIterable, Hashable, Sendable {
    /// Dark text on white.
    case light
    /// White text on nearly black.
    case dark
}

/// An item at the left or right of a callout's text.
public struct CalloutAccessory: Hashable, Sendable {
    /// The buttons of UIKit.
    public enum Button: String, CaseIterable, Hashable, Sendable {
        /// A plus in a circle.
        case contactAdd
        /// An i in a circle.
        case detailDisclosure
        /// An i in a circle, for light grounds.
        case infoLight
        /// An i in a circle, for dark grounds.
        case infoDark
        /// A cross on a grey disc.
        case close
    }

    /// The kinds of accessories.
    public enum Content: Hashable, Sendable {
        /// A button.
        case button(Button)
        /// An image: a path in the scene's folder, or a `data:` address.
        case image(ImageAsset)
        /// A short text.
        case text(String)
    }

    /// What the accessory shows: a button, an image or a text.
    public var content: Content
    /// Identifies it, for output.
    public var id: String?
    /// The URL that it links to, in outputs that have links.
    public var href: String?
    /// A description for people who do not see the image.
    public var label: String?

    /// Creates an accessory.
    public init(_ content: Content, id: String? = nil, href: String? = nil, label: String? = nil) {
        self.content = content
        self.id = id
        self.href = href
        self.label = label
    }
}

/// Content that replaces a callout's subtitle.
public struct CalloutDetail: Hashable, Sendable {
    /// The direction of a stack.
    public enum Axis: String, CaseIterable, Hashable, Sendable {
        /// From left to right.
        case horizontal
        /// From top to bottom.
        case vertical
    }

    /// The kinds of details.
    public indirect enum Content: Hashable, Sendable {
        /// Wrapped text.
        case text(String)
        /// An image: a path in the scene's folder, or a `data:` address.
        case image(ImageAsset)
        /// A plain area without a size of its own.
        case box(Color)
        /// Several details in a row or column; `spacing` is in points.
        case stack(Axis, spacing: Double, [CalloutDetail])
    }

    /// What the detail shows.
    public var content: Content
    /// The width in points; nil for the content's own.
    public var width: Double?
    /// The height in points; nil for the content's own.
    public var height: Double?

    /// Creates a detail.
    public init(_ content: Content, width: Double? = nil, height: Double? = nil) {
        self.content = content
        self.width = width
        self.height = height
    }

    package var images: [ImageAsset] {
        switch content {
        case .image(let source): [source]
        case .stack(_, _, let parts): parts.flatMap(\.images)
        case .text, .box: []
        }
    }
}

/// Custom content of a callout, as many apps draw it: an icon, text to its right, and below the text a second image
/// such as a row of stars.
///
/// The icon's top-left corner is `padding` from the card's, the text begins `padding` to the right of the icon, and the
/// second image `padding` below the text. The card ends `padding` beyond the longest of these.
public struct CalloutCard: Hashable, Sendable {
    /// Where lines of text may break.
    public enum Wrap: String, CaseIterable, Hashable, Sendable {
        /// Between any two characters.
        case character
        /// Between words.
        case word
    }

    /// The image to the left of the text, such as a path in the scene's folder; nil for none.
    public var icon: ImageAsset?
    /// The text, set in a 12-point font.
    public var text: String
    /// The image below the text, such as a path in the scene's folder; nil for none.
    public var rating: ImageAsset?
    /// The distance around and between the parts, in points.
    public var padding = 5.0
    /// The maximum length of a line, in points.
    public var maxTextWidth = 200.0
    /// Where lines may break.
    public var wrap = Wrap.character
    /// The background color; nil for a neutral gray, light or dark as the callout.
    public var background: Color?

    /// No text is higher, in points; what does not fit ends with "…".
    package static let maxTextHeight = 200.0

    /// Creates a card.
    public init(
        icon: ImageAsset? = nil, text: String, rating: ImageAsset? = nil, padding: Double = 5,
        maxTextWidth: Double = 200, wrap: Wrap = .character, background: Color? = nil
    ) {
        self.icon = icon
        self.text = text
        self.rating = rating
        self.padding = padding
        self.maxTextWidth = maxTextWidth
        self.wrap = wrap
        self.background = background
    }

    package var images: [ImageAsset] { [icon, rating].compactMap(\.self) }
}
