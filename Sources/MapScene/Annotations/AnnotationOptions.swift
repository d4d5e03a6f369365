// SPDX-License-Identifier: MIT
public import MapCanvas
public import MapGeo

extension Annotation {
    /// Whether a line of text is there.
    public enum TextVisibility: String, CaseIterable, Hashable, Sendable {
        /// Where there is room and use for it.
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

    /// Where a drag has come to.
    public enum DragState: String, CaseIterable, Hashable, Sendable {
        /// At rest.
        case none
        /// Just lifted.
        case starting
        /// In the air.
        case dragging
        /// On the way back.
        case canceling
        /// Put down.
        case ending

        /// True while it is in the air.
        package var isLifted: Bool { self == .starting || self == .dragging }
    }

    /// What of an annotation must not be covered by others.
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

/// A shift in points, or in hundredths of the own width and height.
public struct AnnotationOffset: Hashable, Sendable {
    /// A length.
    public enum Length: Hashable, Sendable {
        /// Points.
        case points(Double)
        /// Hundredths of the own width or height.
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

/// How the text of an annotation looks; lengths in points.
public struct AnnotationTextStyle: Hashable, Sendable {
    /// How wrapped lines stand below each other.
    public enum Align: String, CaseIterable, Hashable, Sendable {
        /// Flush left.
        case left
        /// Around the middle.
        case center
        /// Flush right.
        case right
    }

    /// The em.
    public var size = 13.0
    /// CSS: 400 is regular, 700 bold.
    public var weight = 600
    /// Nil for nearly black, or nearly white on a dark box or in a dark scene.
    public var color: Color?
    /// The halo; nil for the ground's color when there is no box, else for none.
    public var halo: Color?
    /// The halo's width, in points.
    public var haloWidth = 1.5
    /// A plate behind the text.
    public var box: Color?
    /// Between text and plate: above and below.
    public var verticalPadding = 4.0
    /// Between text and plate: left and right.
    public var horizontalPadding = 8.0
    /// Of the plate's corners.
    public var radius = 6.0
    /// Lines are no longer than this; nil for one line.
    public var maxWidth: Double?
    /// How wrapped lines stand below each other.
    public var align = Align.center

    /// Makes the usual style.
    public init() {}
}

/// Where the reader is.
public struct UserLocation: Hashable, Sendable {
    /// The place.
    public var coordinate: Coordinate
    /// How far off it may be, in metres on the ground; nil draws no halo.
    public var accuracy: Double?
    /// Which way they face: degrees clockwise from north; nil draws no cone.
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
