// SPDX-License-Identifier: MIT
import MapCore
import MapGeo
import MapGeometry
import MapTiles
import Testing

@Suite("Clusters of points") struct ClusterTests {
    private let world = TileID(z: 0, x: 0, y: 0)

    private func tiler(
        _ points: [(Double, Double)], _ clustering: GeoJSONClustering? = nil,
        keeps: (@Sendable (VectorFeature) -> Bool)? = nil
    ) throws -> GeoJSONTiler {
        let features = points.enumerated().map { index, p in
            """
            {"type": "Feature", "properties": {"n": \(index)},
             "geometry": {"type": "Point", "coordinates": [\(p.0), \(p.1)]}}
            """
        }
        let text = "{\"type\": \"FeatureCollection\", \"features\": [\(features.joined(separator: ","))]}"
        var rules = GeoJSONRules()
        rules.clustering = clustering
        rules.includes = keeps
        let document = try JSONDocument(file: "test.geojson", text: Array(text.utf8))
        return try #require(GeoJSONTiler(Field(document, diagnostics: DiagnosticSink()), rules: rules))
    }

    private func features(_ tiler: GeoJSONTiler, _ tile: TileID) -> [VectorFeature] {
        (tiler.vectorTile(tile)?.layers.first?.features).map(Array.init) ?? []
    }

    @Test("points within the radius become one, at their middle, and say how many they are")
    func gathers() throws {
        let tiler = try tiler(
            [(0, 0), (10, 0), (120, 0)], GeoJSONClustering(radius: 50, maxZoom: 16, minPoints: 2))
        let found = features(tiler, world)
        #expect(found.count == 2)
        let cluster = try #require(found.first { $0.property("cluster") == .bool(true) })
        #expect(cluster.property("point_count") == .number(2))
        #expect(cluster.property("point_count_abbreviated") == .number(2))
        // 5° east of the middle of 8192 units.
        let point = try #require(cluster.geometry().points.first)
        #expect(abs(point.x - (4096 + 5.0 / 360 * 8192)) <= 1)
        #expect(found.contains { $0.property("n") == .number(2) })
    }

    @Test("beyond the highest zoom with clusters every point stands alone")
    func standsAlone() throws {
        let tiler = try tiler([(0.1, 0.1), (0.1, 0.1)], GeoJSONClustering(radius: 50, maxZoom: 3, minPoints: 2))
        #expect(features(tiler, TileID(z: 3, x: 4, y: 3)).count == 1)
        #expect(features(tiler, TileID(z: 4, x: 8, y: 7)).count == 2)
    }

    @Test("fewer points than asked for make no cluster")
    func tooFew() throws {
        let tiler = try tiler([(0, 0), (1, 0)], GeoJSONClustering(radius: 50, maxZoom: 16, minPoints: 3))
        #expect(features(tiler, world).allSatisfy { $0.property("cluster") == nil })
    }

    @Test("every point is counted once at every zoom", arguments: [0.0, 1, 40, 512, 1e6])
    func counts(radius: Double) throws {
        var points: [(Double, Double)] = []
        var state: UInt32 = 7
        for _ in 0..<500 {
            state = state &* 1_664_525 &+ 1_013_904_223
            let x = Double(state >> 8 & 0xFFF) / 4096 * 300 - 150
            state = state &* 1_664_525 &+ 1_013_904_223
            points.append((x, Double(state >> 8 & 0xFFF) / 4096 * 120 - 60))
        }
        let tiler = try tiler(points, GeoJSONClustering(radius: radius, maxZoom: 8, minPoints: 2))
        let all = features(tiler, world).filter { feature in
            feature.geometry().points.allSatisfy { (0..<8192).contains($0.x) }
        }
        let sum = all.reduce(0.0) { sum, feature in
            if case .number(let n)? = feature.property("point_count") { sum + n } else { sum + 1 }
        }
        #expect(sum == 500)
    }

    @Test("what points share is added up over all zooms")
    func sums() throws {
        var clustering = GeoJSONClustering(radius: 100, maxZoom: 16, minPoints: 2)
        clustering.map = { ["sum": $0["n"] ?? .null] }
        clustering.reduce = { sum, other in
            if case .number(let a)? = sum["sum"], case .number(let b)? = other["sum"] { sum["sum"] = .number(a + b) }
        }
        let tiler = try tiler([(0, 0), (1, 0), (2, 0), (3, 0)], clustering)
        #expect(features(tiler, world).map { $0.property("sum") } == [.number(6)])
    }

    @Test("features that the source's filter refuses are not there")
    func filters() throws {
        let tiler = try tiler([(0, 0), (1, 0), (2, 0)], keeps: { $0.property("n") != .number(1) })
        #expect(features(tiler, world).count == 2)
    }
}

@Suite("Measured lines") struct LineMetricsTests {
    private func pieces(_ tile: TileID) throws -> [VectorFeature] {
        let text = "{\"type\": \"LineString\", \"coordinates\": [[-90, 0], [0, 0], [90, 0]]}"
        var options = GeoJSONOptions()
        options.lineMetrics = true
        let document = try JSONDocument(file: "test.geojson", text: Array(text.utf8))
        let tiler = try #require(GeoJSONTiler(Field(document, diagnostics: DiagnosticSink()), options: options))
        return (tiler.vectorTile(tile)?.layers.first?.features).map(Array.init) ?? []
    }

    @Test("a line in one tile is the whole of itself") func whole() throws {
        // Its copies on other turns round the Earth reach into the tile's margin.
        let clips = try pieces(TileID(z: 0, x: 0, y: 0)).compactMap(\.lineClip)
        #expect(clips.contains { $0.lowerBound == 0 && $0.upperBound > 1 - 1e-9 })
    }

    @Test("a line over two tiles knows which part each one has, a quarter tile of margin included") func parts() throws
    {
        let west = try #require(try pieces(TileID(z: 1, x: 0, y: 0)).first?.lineClip)
        let east = try #require(try pieces(TileID(z: 1, x: 1, y: 0)).first?.lineClip)
        #expect(west.lowerBound == 0)
        #expect(abs(west.upperBound - 0.75) < 1e-9)
        #expect(abs(east.lowerBound - 0.25) < 1e-9)
        #expect(east.upperBound == 1)
    }
}
