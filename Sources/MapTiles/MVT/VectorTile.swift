// SPDX-License-Identifier: MIT
package import MapDiagnostics

/// A decoded vector tile (Mapbox Vector Tile 2.1). Features are read lazily: geometry only when asked for.
package struct VectorTile: Sendable {
    package var layers: [VectorLayer]
    /// Warnings about broken features that were left out; at most one for each layer.
    package var warnings: [Diagnostic] = []
    /// The approximate memory size.
    package var byteCount = 0
    /// True when the tile is cached, so that later requests return the same object.
    package var isKept = false

    package init(layers: [VectorLayer]) { self.layers = layers }

    package subscript(_ name: String) -> VectorLayer? { layers.first { $0.name == name } }
}

package struct VectorLayer: Sendable {
    package var name: String
    package var version: Int
    /// Tile units per side; usually 4096.
    package var extent: Int
    package let features: [VectorFeature]
    /// The features in columns, for filters; nil when they do not share their tables.
    package let rows: FeatureRows?

    package init(name: String, version: Int, extent: Int, features: [VectorFeature]) {
        self.name = name
        self.version = version
        self.extent = extent
        self.features = features
        rows = FeatureRows(features)
    }
}

package enum GeometryType: String, Sendable { case unknown, point, lineString, polygon }

/// The value of a feature's property. Arrays and objects come from GeoJSON only.
package enum PropertyValue: Sendable, Hashable {
    case string(String)
    case number(Double)
    case bool(Bool)
    case null
    case array([PropertyValue])
    case object([String: PropertyValue])
}
