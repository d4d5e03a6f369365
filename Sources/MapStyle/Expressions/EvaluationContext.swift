// SPDX-License-Identifier: MIT
package import MapPlane

/// A feature for which expressions are evaluated, such as one of a vector tile.
package protocol ExpressionFeature: AnyObject {
    var featureID: Value? { get }
    /// "Point", "LineString" or "Polygon" (also for the Multi forms), nil when unknown.
    var geometryType: String? { get }
    func property(_ name: String) -> Value?
    /// All properties, for the `properties` operator.
    var allProperties: [String: Value] { get }
    /// Longitude in x, latitude in y, for `within` and `distance`; parts of the geometry, rings closed or not.
    var lonLatGeometry: [[Point]] { get }
}

/// The inputs of an evaluation.
package struct EvaluationContext {
    package var zoom: Double
    package var feature: (any ExpressionFeature)?
    package var globalState: [String: Value] = [:]
    package var heatmapDensity: Double?
    package var lineProgress: Double?
    package var elevation: Double?
    package var accumulated: Value?
    package var availableImages: Set<String> = []
    /// The state that an application has set for the feature; empty in a static map.
    package var featureState: [String: Value] = [:]
    /// The zoom of the feature's tile: `within` compares on that tile's grid of 8192 units.
    package var tileZoom: Int?

    package init(zoom: Double, feature: (any ExpressionFeature)? = nil) {
        self.zoom = zoom
        self.feature = feature
    }
}
