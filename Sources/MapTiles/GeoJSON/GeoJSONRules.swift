// SPDX-License-Identifier: MIT

/// What a style asks of GeoJSON features before they are cut into tiles.
package struct GeoJSONRules: Sendable {
    /// False for features to leave out. Their geometry is in the unit square of Web Mercator.
    package var keeps: (@Sendable (VectorFeature) -> Bool)?
    package var clustering: GeoJSONClustering?

    package init() {}
}

/// How points are gathered to clusters.
package struct GeoJSONClustering: Sendable {
    package typealias Properties = [String: PropertyValue]

    /// Points of a tile that is 512 wide.
    package var radius: Double
    /// The deepest zoom with clusters.
    package var maxZoom: Int
    /// So many points make a cluster; at least two.
    package var minPoints: Int
    /// What a point gives to the properties of its cluster; it is told the point's own.
    package var share: (@Sendable (Properties) -> Properties)?
    /// Adds what a point or cluster gives to what a cluster has.
    package var combine: (@Sendable (_ sum: inout Properties, _ other: Properties) -> Void)?

    package init(radius: Double, maxZoom: Int, minPoints: Int) {
        self.radius = radius
        self.maxZoom = maxZoom
        self.minPoints = minPoints
    }
}
