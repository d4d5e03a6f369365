// SPDX-License-Identifier: MIT
public import MapCanvas
public import MapGeo

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

    /// To the right.
    public var x: Length
    /// Downwards.
    public var y: Length

    /// Creates an offset.
    ///
    /// - Parameters:
    ///   - x: the distance to the right, in points or percent of the annotation's own width.
    ///   - y: the distance downwards, in points or percent of the annotation's own height.
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

    /// Creates the default style.
    public init() {}
}

/// The user's location.
public struct UserLocation: Hashable, Sendable {
    /// The location, in degrees.
    public var coordinate: Coordinate
    /// The radius of uncertainty, in metres on the ground; nil to draw no halo.
    public var accuracy: Double?
    /// The direction that the user faces, in degrees clockwise from north; nil to draw no cone.
    public var heading: Double?

    /// Creates a user location.
    ///
    /// - Parameters:
    ///   - coordinate: the location.
    ///   - accuracy: the radius of uncertainty in metres on the ground; nil to draw no halo.
    ///   - heading: the direction that the user faces, in degrees clockwise from north; nil to draw no cone.
    public init(at coordinate: Coordinate, accuracy: Double? = nil, heading: Double? = nil) {
        self.coordinate = coordinate
        self.accuracy = accuracy
        self.heading = heading
    }
}
