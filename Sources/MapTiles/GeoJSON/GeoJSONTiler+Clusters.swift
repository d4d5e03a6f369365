// SPDX-License-Identifier: MIT
import MapGeo
import MapPlane

/// The clustered points of a GeoJSON source; other geometries are left out, as in MapLibre.
struct ClusteredPoints: Sendable {
    private let clusters: PointClusters
    /// The feature of each point.
    private let owners: [GeoJSONFeatures.Feature]
    private let positions: [Point]
    private let tables: PropertyTables
    private let options: GeoJSONOptions
    /// In tile sides.
    private let margin: Double

    init(_ content: GeoJSONFeatures, _ tables: PropertyTables, _ options: GeoJSONOptions, _ rules: GeoJSONClustering) {
        let owners = content.features.filter { feature in
            feature.type == .point && feature.parts.count == 1
                && content.parts[feature.parts.lowerBound].range.count == 1
        }
        positions = owners.map { content.points[content.parts[$0.parts.lowerBound].range.lowerBound] }
        clusters = PointClusters(positions, rules) { tables.properties(in: owners[$0].tags) }
        self.owners = owners
        self.tables = tables
        self.options = options
        margin = max(rules.radius, 0) / 512
    }

    func tile(_ id: TileID) -> VectorTile? {
        let square = id.mercatorRect
        let reach = square.inset(by: -margin * square.width)
        let scale = Double(options.extent) * Double(1 << id.z)
        var features: [VectorFeature] = []
        for member in clusters.members(atZoom: id.z) {
            let position = member.isCluster ? member.position : positions[member.id]
            for turn in [0.0, -1, 1] where reach.contains(position + Point(turn, 0)) {
                let p = (position + Point(turn - square.minX, -square.minY)) * scale
                features.append(feature(member, at: Point(p.x.rounded(), p.y.rounded())))
            }
        }
        guard !features.isEmpty else { return nil }
        return VectorTile(layers: [
            VectorLayer(name: options.layerName, version: 2, extent: options.extent, features: features)
        ])
    }

    private func feature(_ member: PointClusters.Member, at p: Point) -> VectorFeature {
        var geometry = TileGeometry()
        geometry.append([p])
        guard member.isCluster else {
            let owner = owners[member.id]
            return VectorFeature(id: owner.id, type: .point, tables: tables, tags: owner.tags, geometry: geometry)
        }
        var properties = member.properties >= 0 ? clusters.properties[member.properties] : [:]
        properties["cluster"] = .bool(true)
        properties["cluster_id"] = .number(Double(member.id))
        properties["point_count"] = .number(Double(member.count))
        properties["point_count_abbreviated"] = abbreviated(member.count)
        return VectorFeature(
            id: .number(Double(member.id)), type: .point, properties: properties, geometry: geometry)
    }

    /// 999, "1.2k", "34k".
    private func abbreviated(_ count: Int) -> PropertyValue {
        guard count >= 1000 else { return .number(Double(count)) }
        guard count < 10_000 else { return .string("\((count + 500) / 1000)k") }
        let tenths = (count + 50) / 100
        return .string(tenths % 10 == 0 ? "\(tenths / 10)k" : "\(tenths / 10).\(tenths % 10)k")
    }
}
