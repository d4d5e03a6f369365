// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapGeo
import MapGeometry
import MapLayout
import MapTiles
import Synchronization

/// An archive of computed tiles that counts reads.
final class StubArchive: TileArchive {
    let info: ArchiveInfo
    private let contents: @Sendable (TileID) throws(Diagnostic) -> VectorTile?
    private let image: @Sendable (TileID) throws(Diagnostic) -> [UInt8]?
    private let asked = Mutex<[TileID: Int]>([:])

    init(
        maxZoom: Int = 0, bounds: CoordinateBox? = nil, container: ArchiveInfo.Container = .mbtiles,
        image: @escaping @Sendable (TileID) throws(Diagnostic) -> [UInt8]? = { _ in nil },
        tiles contents: @escaping @Sendable (TileID) throws(Diagnostic) -> VectorTile? = { _ in nil }
    ) {
        var info = ArchiveInfo(file: "stub", container: container, format: .mvt, minZoom: 0, maxZoom: maxZoom)
        info.bounds = bounds
        self.info = info
        self.contents = contents
        self.image = image
    }

    /// The same features in every tile.
    convenience init(maxZoom: Int = 0, bounds: CoordinateBox? = nil, _ features: [VectorFeature]) {
        let tile = VectorTile(layers: [VectorLayer(name: "l", version: 2, extent: 4096, features: features)])
        self.init(maxZoom: maxZoom, bounds: bounds, tiles: { _ in tile })
    }

    func tile(_ id: TileID) throws(Diagnostic) -> [UInt8]? {
        asked.withLock { $0[id, default: 0] += 1 }
        return try image(id)
    }

    func vectorTile(_ id: TileID, layers _: Set<String>?) throws(Diagnostic) -> VectorTile? {
        asked.withLock { $0[id, default: 0] += 1 }
        return try contents(id)
    }

    /// How often each tile was asked for.
    var counts: [TileID: Int] { asked.withLock { $0 } }

    var entry: VectorStackEntry {
        VectorStackEntry(source: self, minZoom: 0, maxZoom: info.maxZoom, bounds: info.bounds, name: "stub")
    }

    var layoutSource: LayoutSource { .vector([entry]) }
}

extension VectorFeature {
    /// Parts in tile units of 4096.
    static func made(
        _ type: GeometryType, _ parts: [[(Double, Double)]], _ properties: [String: PropertyValue] = [:]
    ) -> VectorFeature {
        var geometry = TileGeometry()
        for part in parts { geometry.append(part.map { Point($0.0, $0.1) }) }
        return VectorFeature(id: nil, type: type, properties: properties, geometry: geometry)
    }

    static func point(_ x: Double, _ y: Double, _ properties: [String: PropertyValue] = [:]) -> VectorFeature {
        made(.point, [[(x, y)]], properties)
    }

    static func box(_ box: Rect) -> VectorFeature { made(.polygon, [box.corners.map { ($0.x, $0.y) }]) }

    /// The whole tile and what its buffer holds.
    static let wholeTile = box(Rect(minX: -64, minY: -64, maxX: 4160, maxY: 4160))
}

extension VectorTile {
    init(_ features: [VectorFeature]) {
        self.init(layers: [VectorLayer(name: "l", version: 2, extent: 4096, features: features)])
    }
}
