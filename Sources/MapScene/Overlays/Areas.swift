// SPDX-License-Identifier: MIT
public import MapGeo
public import MapGeometry
public import MapImages

/// An area inside a ring of coordinates.
public struct Polygon: Hashable, Sendable {
    /// The corners of the outer ring, at least 3, in degrees; the last may repeat the first.
    public var coordinates: [Coordinate]
    /// Rings that are left out. What lies in an even number of rings is not filled.
    public var holes: [[Coordinate]]
    /// Nil for an area that is not filled.
    public var fillColor: Color?
    /// How the edge is drawn; nil for no edge.
    public var style: LineStyle?
    /// Handles on the corners, above everything else on the map; nil for none.
    public var handles: Handles?

    /// Creates a polygon.
    public init(
        _ coordinates: [Coordinate], holes: [[Coordinate]] = [],
        fillColor: Color? = Color.systemBlue.opacity(0.2), style: LineStyle? = LineStyle(lineWidth: .points(2)),
        handles: Handles? = nil
    ) {
        self.coordinates = coordinates
        self.holes = holes
        self.fillColor = fillColor
        self.style = style
        self.handles = handles
    }
}

/// The area within a distance of a center, measured on the ground: at higher latitudes it is larger on the map.
public struct Circle: Hashable, Sendable {
    /// The center.
    public var center: Coordinate
    /// The radius in metres on the ground, 0.001 to 20,037,508.
    public var radius: Double
    /// Nil for an area that is not filled.
    public var fillColor: Color?
    /// How the edge is drawn; nil for no edge.
    public var style: LineStyle?

    /// Creates a circle.
    public init(
        center: Coordinate, radius: Double, fillColor: Color? = Color.systemBlue.opacity(0.2),
        style: LineStyle? = LineStyle(lineWidth: .points(2))
    ) {
        self.center = center
        self.radius = radius
        self.fillColor = fillColor
        self.style = style
    }
}

/// Fog of war: covers the whole map except near tracks.
public struct Fog: Hashable, Sendable {
    /// A part of the map that is cleared from fog.
    public struct Reveal: Hashable, Sendable {
        /// The overlays or the line to clear the fog around.
        public enum Track: Hashable, Sendable {
            /// Polylines, polygons or circles of the scene, by their id; the inside of areas is cleared too.
            case overlays([String])
            /// A line of its own, in degrees; a single coordinate clears a circle.
            case line([Coordinate])
        }

        /// How far the fog is cleared around a track.
        public enum Reach: Hashable, Sendable {
            /// The width of the cleared lane on screen, in points.
            case width(Double)
            /// The distance to each side on the ground, in metres.
            case radiusMeters(Double)
        }

        /// The overlays or the line to clear the fog around.
        public var track: Track
        /// How far the fog is cleared around the track.
        public var reach: Reach
        /// The datum of a line of its own; nil for that of the overlay.
        public var coordinateSystem: CoordinateSystem?

        /// Creates a reveal.
        ///
        /// - Parameters:
        ///   - track: the overlays or the line to clear the fog around.
        ///   - reach: the width of the cleared lane in points, or its distance to each side in metres.
        ///   - coordinateSystem: the datum of a line of its own; nil for that of the overlay.
        public init(_ track: Track, reach: Reach = .width(32), coordinateSystem: CoordinateSystem? = nil) {
            self.track = track
            self.reach = reach
            self.coordinateSystem = coordinateSystem
        }
    }

    /// The fog's color and opacity.
    public var color: Color
    /// The parts that are cleared from fog.
    public var reveal: [Reveal]
    /// The width of the soft edge, in points, 0...200; it is centered on the end of the reach.
    public var feather: Double

    /// Creates fog.
    public init(
        color: Color = Color(rgb: 0x141820).opacity(0.8), reveal: [Reveal], feather: Double = 8
    ) {
        self.color = color
        self.reveal = reveal
        self.feather = feather
    }
}

/// Handles on the corners of a polygon that is being edited: one for each corner of the outer ring, numbered from 0.
///
/// As in an app's editor, a handle is an image of its natural size in the center of a touch area.
public struct Handles: Hashable, Sendable {
    /// The image of each handle, such as a path in the scene's folder; nil for a blue dot in a white ring.
    public var image: ImageAsset?
    /// The image of the handle that is being moved; nil for `image`, or for a larger dot.
    public var highlightedImage: ImageAsset?
    /// The size of each handle's touch area, in points.
    public var hitSize: Size
    /// The index of the corner that is being moved, from 0 in ring order; nil for none.
    public var highlighted: Int?

    /// Creates handles.
    public init(
        image: ImageAsset? = nil, highlightedImage: ImageAsset? = nil, hitSize: Size = Handles.usualHitSize,
        highlighted: Int? = nil
    ) {
        self.image = image
        self.highlightedImage = highlightedImage
        self.hitSize = hitSize
        self.highlighted = highlighted
    }

    /// 44 by 44 points: what a finger needs (Apple's *Human Interface Guidelines*).
    public static let usualHitSize = Size(width: 44, height: 44)

    package var images: [ImageAsset] { [image, highlightedImage].compactMap(\.self) }
}

extension Polygon {
    /// What handles stand on, in ring order: a last corner that repeats the first has none of its own.
    package var corners: [Coordinate] {
        coordinates.count > 1 && coordinates.first == coordinates.last ? coordinates.dropLast() : coordinates
    }

    /// Two edges of the outer ring that cross each other, by the numbers of the corners that they begin at; nil when
    /// there are none, and for rings of more corners than anybody edits by hand.
    private var crossingEdges: (Int, Int)? {
        guard corners.count <= Polygon.maxCheckedCorners else { return nil }
        return crossing(of: unwrapped(corners + corners.prefix(1)).dropLast().map(WebMercator.project))
    }

    /// What is odd about the outer ring, for the user who edited it.
    var crossingProblem: (message: String, hint: String)? {
        crossingEdges.map { a, b in
            (
                "the area's edge crosses itself: the edges after corners \(a) and \(b) meet",
                "what lies within it twice is not filled"
            )
        }
    }

    /// A second's hundredth of work.
    private static let maxCheckedCorners = 2000
}
