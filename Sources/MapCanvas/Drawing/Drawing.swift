// SPDX-License-Identifier: MIT
package import MapPlane

/// A display list: what to paint, in order, in output pixels, before it is encoded in any format.
///
/// PNG, SVG, PDF and hit testing all read it.
package struct Drawing: Sendable {
    /// Pixels.
    package var width: Int
    /// Pixels.
    package var height: Int
    /// Pixels per point, for formats that measure in points.
    package var scale: Double
    /// The items from bottom to top.
    package var items: [DrawingItem] = []
    /// What was requested but is not drawn.
    package var omissions: [Omission] = []
    /// Items that are drawn as one, with the name of the cluster.
    package var clusters: [(id: String, members: [String])] = []

    package init(width: Int, height: Int, scale: Double) {
        self.width = width
        self.height = height
        self.scale = scale
    }

    package var rect: Rect { Rect(x: 0, y: 0, width: Double(width), height: Double(height)) }
}

/// One element of a drawing, with the identifier that vector formats and hit testing know it by.
package struct DrawingItem: Sendable {
    /// The semantic class of an item, as ARIA has roles: written as the `class` of SVG groups and reported by hit
    /// testing.
    ///
    /// The canvas attaches no meaning to the names, which the layout assigns; what it does depends on the traits
    /// below only.
    package enum Role: String, Sendable {
        case background, layer, label, overlay, annotation, callout, decoration, attribution
        /// A draggable control point.
        case handle

        /// Flat geometry that was cut into tiles: fills of one color do not overlap, so vector formats may join, simplify
        /// and regroup their paths.
        package var isTiledGeometry: Bool { self == .layer }
        /// True when items whose ids extend this one's by a path component are nested in it.
        package var canContainItems: Bool { self != .layer && self != .label && self != .background }
        /// True when the item with the nearest center is hit, not the topmost one.
        package var isHitByDistance: Bool { self == .handle }
    }

    /// An identifier such as `layer/water` or `annotation/hotel`; consecutive items may share it. An item that can be
    /// hit has the path of its target as its id.
    package var id: String
    package var role: Role
    /// Encloses everything that the mark paints, in pixels.
    package var bounds: Rect
    package var mark: Mark
    /// The hit targets of the item; later items lie over earlier ones. Empty for the base map.
    package var targets: [Target]

    package init(id: String, role: Role, bounds: Rect, mark: Mark, targets: [Target] = []) {
        self.id = id
        self.role = role
        self.bounds = bounds
        self.mark = mark
        self.targets = targets
    }
}
