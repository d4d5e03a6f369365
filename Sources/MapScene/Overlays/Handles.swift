// SPDX-License-Identifier: MIT
package import MapGeo
public import MapPlane

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
    /// The index of the corner that is being moved, from 0; nil for none.
    public var highlighted: Int?

    /// Creates handles.
    ///
    /// - Parameters:
    ///   - image: the image of each handle; nil for a blue dot in a white ring.
    ///   - highlightedImage: the image of the handle that is being moved; nil for `image`, or for a larger dot.
    ///   - hitSize: the size of each handle's touch area, in points.
    ///   - highlighted: the index of the corner that is being moved, from 0 in ring order; nil for none.
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
    package var crossingEdges: (Int, Int)? {
        guard corners.count <= Polygon.maxCheckedCorners else { return nil }
        return crossing(of: unwrapped(corners + corners.prefix(1)).dropLast().map(WebMercator.project))
    }

    /// What is odd about the outer ring, for the user who edited it.
    package var crossingProblem: (message: String, hint: String)? {
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
