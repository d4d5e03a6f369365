// SPDX-License-Identifier: MIT

/// The filter and clustering that a style applies to GeoJSON features before they are cut into tiles.
package struct GeoJSONRules: Sendable {
    /// False for features to leave out; their geometry is in the unit square of Web Mercator.
    package var includes: (@Sendable (VectorFeature) -> Bool)?
    package var clustering: GeoJSONClustering?

    package init() {}
}

/// How points are clustered.
package struct GeoJSONClustering: Sendable {
    package typealias Properties = [String: PropertyValue]

    /// In points of a tile that is 512 wide.
    package var radius: Double
    /// The maximum zoom with clusters.
    package var maxZoom: Int
    /// The minimum number of points of a cluster; at least two.
    package var minPoints: Int
    /// The cluster properties of a single point, computed from its own properties.
    package var map: (@Sendable (Properties) -> Properties)?
    /// Adds the properties of a point or cluster to those of another cluster.
    package var reduce: (@Sendable (_ sum: inout Properties, _ other: Properties) -> Void)?

    package init(radius: Double, maxZoom: Int, minPoints: Int) {
        self.radius = radius
        self.maxZoom = maxZoom
        self.minPoints = minPoints
    }
}
