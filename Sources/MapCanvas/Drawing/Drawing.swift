// SPDX-License-Identifier: MIT
package import MapPlane

/// A finished picture before it has a format: what to paint, in order, in pixels of the output. No map words are left.
///
/// PNG, SVG, PDF and hit-testing are all walks over it.
package struct Drawing: Sendable {
    /// Pixels.
    package var width: Int
    /// Pixels.
    package var height: Int
    /// Pixels a point, for formats that count in points.
    package var scale: Double
    /// Painted first, bottom to top.
    package var items: [DrawingItem] = []
    /// What was asked for and is not among the items.
    package var omissions: [Omission] = []
    /// Which things are painted as one, and by what name.
    package var clusters: [(id: String, members: [String])] = []

    package init(width: Int, height: Int, scale: Double) {
        self.width = width
        self.height = height
        self.scale = scale
    }

    package var rect: Rect { Rect(x: 0, y: 0, width: Double(width), height: Double(height)) }
}

/// One thing to paint, with the name that other formats and hit-testing know it by.
package struct DrawingItem: Sendable {
    /// What kind of thing it is, for classes in SVG and for hit-testing.
    package enum Role: String, Sendable {
        case background, layer, label, overlay, annotation, callout, decoration, attribution
        /// A corner of an area that can be taken hold of. Of several under one point the one with the nearest middle
        /// is hit, not the topmost.
        case handle
    }

    /// Such as `layer/water`, `annotation/hotel`; items of one thing follow each other and share it. A thing that can be
    /// hit has the path of its target as its id.
    package var id: String
    package var role: Role
    /// Everything that the mark paints lies inside, in pixels.
    package var bounds: Rect
    package var mark: Mark
    /// What can be hit where this is painted; later items lie over earlier ones. Empty for the base map.
    package var targets: [Target]

    package init(id: String, role: Role, bounds: Rect, mark: Mark, targets: [Target] = []) {
        self.id = id
        self.role = role
        self.bounds = bounds
        self.mark = mark
        self.targets = targets
    }
}
