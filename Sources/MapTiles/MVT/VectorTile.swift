// SPDX-License-Identifier: MIT
package import MapPlane

/// A decoded vector tile (Mapbox Vector Tile 2.1). Features are read lazily: geometry only when asked for.
package struct VectorTile: Sendable {
    package var layers: [VectorLayer]

    package init(layers: [VectorLayer]) { self.layers = layers }

    package subscript(_ name: String) -> VectorLayer? { layers.first { $0.name == name } }
}

package struct VectorLayer: Sendable {
    package var name: String
    package var version: Int
    /// Tile units a side, most often 4096.
    package var extent: Int
    package var features: [VectorFeature]

    package init(name: String, version: Int, extent: Int, features: [VectorFeature]) {
        self.name = name
        self.version = version
        self.extent = extent
        self.features = features
    }
}

package enum GeometryType: String, Sendable { case unknown, point, lineString, polygon }

package enum PropertyValue: Sendable, Hashable {
    case string(String)
    case number(Double)
    case bool(Bool)
    case null
}

/// One feature; the owner of the implementation decides how it stores its bytes.
package struct VectorFeature: Sendable {
    package var id: PropertyValue?
    package var type: GeometryType

    package init(id: PropertyValue?, type: GeometryType) {
        self.id = id
        self.type = type
    }

    package func property(_ name: String) -> PropertyValue? { nil }
    package var properties: [String: PropertyValue] { [:] }
    package func geometry() -> TileGeometry { TileGeometry() }
}

/// Points in tile units (y downwards), cut into parts: points, lines, or rings that do not repeat their first point.
package struct TileGeometry: Sendable, Hashable {
    package var points: [Point] = []
    /// Index ranges into `points`.
    package var parts: [Range<Int>] = []

    package init() {}
}
