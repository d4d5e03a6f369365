// SPDX-License-Identifier: MIT
import MapCore
public import MapGeo
public import MapImages

extension Annotation {
    /// Whether a line of text is shown.
    public enum TextVisibility: String, CaseIterable, Hashable, Sendable {
        /// Where there is room for it and it is useful.
        case adaptive
        /// Never.
        case hidden
        /// Always.
        case visible
    }

    /// The size of a marker, as in simplestyle.
    public enum MarkerSize: String, CaseIterable, Hashable, Sendable {
        /// Three quarters of MapKit's.
        case small
        /// MapKit's.
        case medium
        /// 1.3 times MapKit's.
        case large

        /// Times MapKit's.
        package var scale: Double {
            switch self {
            case .small: 0.75
            case .medium: 1
            case .large: 1.3
            }
        }
    }

    /// The state of a drag.
    public enum DragState: String, CaseIterable, Hashable, Sendable {
        /// Not being dragged.
        case none
        /// Just lifted.
        case starting
        /// Being dragged.
        case dragging
        /// On the way back to its coordinate.
        case canceling
        /// Just put down.
        case ending

        /// True while it is in the air.
        package var isLifted: Bool { self == .starting || self == .dragging }
    }

    /// The part of an annotation that others must not cover.
    public enum CollisionMode: String, CaseIterable, Hashable, Sendable {
        /// Its frame.
        case rectangle
        /// The largest circle in its frame.
        case circle
        /// Nothing: it is always shown, and nothing gives way to it.
        case none
    }

    /// Named values of `displayPriority`.
    public enum DisplayPriority {
        /// Always shown.
        public static let required = 1000.0
        /// Gives way to few.
        public static let high = 750.0
        /// Gives way to most.
        public static let low = 250.0
    }
}

/// An offset in points, or in percent of the annotation's own width and height.
public struct AnnotationOffset: Hashable, Sendable {
    /// A length.
    public enum Length: Hashable, Sendable {
        /// Points.
        case points(Double)
        /// Percent of the annotation's own width or height.
        case percent(Double)

        /// The length in points for something of this size.
        package func points(of side: Double) -> Double {
            switch self {
            case .points(let points): points
            case .percent(let percent): percent / 100 * side
            }
        }
    }

    /// To the right, in points or percent of the annotation's own width.
    public var x: Length
    /// Downwards, in points or percent of the annotation's own height.
    public var y: Length

    /// Creates an offset.
    public init(x: Length = .points(0), y: Length = .points(0)) {
        self.x = x
        self.y = y
    }
}

/// The style of an annotation's text; lengths are in points.
public struct AnnotationTextStyle: Hashable, Sendable {
    /// The alignment of wrapped lines.
    public enum Align: String, CaseIterable, Hashable, Sendable {
        /// Flush left.
        case left
        /// Around the middle.
        case center
        /// Flush right.
        case right
    }

    /// The font size.
    public var size = 13.0
    /// The font weight, as in CSS: 400 is regular, 700 bold.
    public var weight = 600
    /// The text color; nil for nearly black, or nearly white on a dark box or in a dark scene.
    public var color: Color?
    /// The color of the halo; nil for the background's color if there is no box, else for no halo.
    public var halo: Color?
    /// The halo's width, in points.
    public var haloWidth = 1.5
    /// The color of a box behind the text; nil for none.
    public var box: Color?
    /// The distance between text and box at top and bottom.
    public var verticalPadding = 4.0
    /// The distance between text and box at left and right.
    public var horizontalPadding = 8.0
    /// The radius of the box's corners.
    public var radius = 6.0
    /// The maximum length of a line; nil for a single line.
    public var maxWidth: Double?
    /// The alignment of wrapped lines.
    public var align = Align.center

    /// Creates a text style.
    public init(
        size: Double = 13, weight: Int = 600, color: Color? = nil, halo: Color? = nil, haloWidth: Double = 1.5,
        box: Color? = nil, verticalPadding: Double = 4, horizontalPadding: Double = 8, radius: Double = 6,
        maxWidth: Double? = nil, align: Align = .center
    ) {
        self.size = size
        self.weight = weight
        self.color = color
        self.halo = halo
        self.haloWidth = haloWidth
        self.box = box
        self.verticalPadding = verticalPadding
        self.horizontalPadding = horizontalPadding
        self.radius = radius
        self.maxWidth = maxWidth
        self.align = align
    }
}

/// The user's location.
public struct UserLocation: Hashable, Sendable {
    /// The location, in degrees.
    public var coordinate: Coordinate
    /// The radius of uncertainty, in metres on the ground; nil to draw no halo.
    public var accuracy: Double?
    /// The direction that the user faces, in degrees clockwise from north; nil to draw no cone.
    public var heading: Double?
    /// The datum of its coordinate; nil for the scene's.
    public var coordinateSystem: CoordinateSystem?

    /// Creates a user location.
    public init(
        at coordinate: Coordinate, accuracy: Double? = nil, heading: Double? = nil,
        coordinateSystem: CoordinateSystem? = nil
    ) {
        self.coordinate = coordinate
        self.accuracy = accuracy
        self.heading = heading
        self.coordinateSystem = coordinateSystem
    }
}

/// The tints that MapKit's pins had from the beginning, in the shades of today.
extension Color {
    /// #FF3B30.
    public static let systemRed = Color(rgb: 0xFF3B30)
    /// #34C759.
    public static let systemGreen = Color(rgb: 0x34C759)
    /// #AF52DE.
    public static let systemPurple = Color(rgb: 0xAF52DE)

    /// A tint: "red", "green" and "purple" are the system's shades, everything else is a CSS color.
    init?(tint field: Field) {
        switch field.node.string {
        case "red": self = .systemRed
        case "green": self = .systemGreen
        case "purple": self = .systemPurple
        default: self.init(field)
        }
    }
}
