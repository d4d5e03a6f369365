// SPDX-License-Identifier: MIT
public import MapCanvas
public import MapPlane

/// The bubble that a selected annotation opens: a title, a smaller line below, and something at either side.
public struct Callout: Hashable, Sendable {
    /// At which side of the annotation it stands, if there is room.
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

    /// One line in bold letters; nil for the annotation's title.
    public var title: String?
    /// One line in smaller letters; nil for the annotation's subtitle.
    public var subtitle: String?
    /// Before the text.
    public var left: CalloutAccessory?
    /// After the text.
    public var right: CalloutAccessory?
    /// In place of the subtitle.
    public var detail: CalloutDetail?
    /// In place of all of these.
    public var content: CalloutCard?
    /// From the middle of the annotation's edge at that side to the tail's tip, in points; y grows downwards. On the
    /// opposite side, where it goes for want of room, it is mirrored.
    public var offset = Point.zero
    /// The side that it stands at if there is room; else it takes the opposite one, or one of the others.
    public var placement = Placement.top
    /// How far it reaches over the annotation, in points.
    public var overlap = 0.0
    /// Whether it has a tail; without one its edge is where the tip would be.
    public var tail = true
    /// Light or dark; nil for the scene's.
    public var appearance: Appearance?

    /// Creates a callout.
    ///
    /// - Parameters:
    ///   - title: one line in bold; nil for the annotation's title.
    ///   - subtitle: one line in smaller type; nil for the annotation's subtitle.
    ///   - left: the accessory before the text; nil for none.
    ///   - right: the accessory after the text; nil for none.
    ///   - detail: the content that replaces the subtitle; nil for none.
    public init(
        title: String? = nil, subtitle: String? = nil, left: CalloutAccessory? = nil, right: CalloutAccessory? = nil,
        detail: CalloutDetail? = nil
    ) {
        self.title = title
        self.subtitle = subtitle
        self.left = left
        self.right = right
        self.detail = detail
    }

    /// MapKit opens no callout without a title, unless its content is made by hand.
    package var isEmpty: Bool { content == nil && title?.isEmpty ?? true }

    package var images: [ImageAsset] {
        [left, right].compactMap { accessory in
            if case .image(let source)? = accessory?.content { source } else { nil }
        } + (detail?.images ?? []) + (content?.images ?? [])
    }
}

/// Whether bubbles and plates are light or dark.
public enum Appearance: String, CaseIterable, Hashable, Sendable {
    /// Dark letters on white.
    case light
    /// White letters on nearly black.
    case dark
}

/// What stands at the left or right of a callout's text.
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

    /// What is seen.
    public enum Content: Hashable, Sendable {
        /// A button.
        case button(Button)
        /// An image: a path in the scene's folder, or a `data:` address.
        case image(ImageAsset)
        /// A word or two.
        case text(String)
    }

    /// What is seen.
    public var content: Content
    /// A name for it, for output.
    public var id: String?
    /// Where it leads, in outputs that have links.
    public var href: String?
    /// What it does in words, for those who do not see the picture.
    public var label: String?

    /// Creates an accessory.
    ///
    /// - Parameters:
    ///   - content: a button, an image or a text.
    ///   - id: a name, for output.
    ///   - href: the URL that it links to.
    ///   - label: a description for people who do not see the image.
    public init(_ content: Content, id: String? = nil, href: String? = nil, label: String? = nil) {
        self.content = content
        self.id = id
        self.href = href
        self.label = label
    }
}

/// What stands in a callout in place of the subtitle.
public struct CalloutDetail: Hashable, Sendable {
    /// Which way a stack grows.
    public enum Axis: String, CaseIterable, Hashable, Sendable {
        /// From left to right.
        case horizontal
        /// From top to bottom.
        case vertical
    }

    /// What is seen.
    public indirect enum Content: Hashable, Sendable {
        /// Wrapped text.
        case text(String)
        /// An image: a path in the scene's folder, or a `data:` address.
        case image(ImageAsset)
        /// A plain area. It has no size of its own.
        case box(Color)
        /// Several, one after the other; `spacing` is points.
        case stack(Axis, spacing: Double, [CalloutDetail])
    }

    /// What is seen.
    public var content: Content
    /// Points; nil for its own width.
    public var width: Double?
    /// Points; nil for its own height.
    public var height: Double?

    /// Creates a detail.
    ///
    /// - Parameters:
    ///   - content: a text, an image, a box, or a stack of details.
    ///   - width: the width in points; nil for the content's own.
    ///   - height: the height in points; nil for the content's own.
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
