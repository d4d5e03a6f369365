// SPDX-License-Identifier: MIT
import MapCore
import MapGeometry
import MapImport
import TestSupport
import Testing

/// What an extract has.
struct ExtractCounts: Equatable, Sendable {
    var nodes = 0
    var ways = 0
    /// Closed ways with rings.
    var wayAreas = 0
    var relationAreas = 0
    var outerRings = 0
    var innerRings = 0

    init(nodes: Int, ways: Int, wayAreas: Int, relationAreas: Int, outerRings: Int, innerRings: Int) {
        (self.nodes, self.ways, self.wayAreas, self.relationAreas) = (nodes, ways, wayAreas, relationAreas)
        (self.outerRings, self.innerRings) = (outerRings, innerRings)
    }

    init(_ extract: OSMExtract, threads: Int) throws {
        var counts = ExtractCounts(nodes: 0, ways: 0, wayAreas: 0, relationAreas: 0, outerRings: 0, innerRings: 0)
        try extract.forEachBlock(threads: threads) { block in
            block
        } consume: { block in
            for feature in block.features where feature.id > 0 { counts.add(feature, of: block) }
        }
        self = counts
    }

    private mutating func add(_ feature: OSMFeature, of block: OSMBlock) {
        switch feature.origin {
        case .node: nodes += 1
        case .way:
            if !feature.tags.isEmpty { ways += 1 }
            if !feature.rings.isEmpty { wayAreas += 1 }
        case .relation:
            relationAreas += 1
            for part in block.parts[feature.rings] {
                if part.isInner { innerRings += 1 } else { outerRings += 1 }
            }
        }
    }
}

@Suite("OpenStreetMap extracts") struct OSMExtractTests {
    /// Counted with pyosmium 4 (`SimpleHandler.area` over libosmium's `MultipolygonManager`, rings of relations). It leaves out
    /// relations without all of their ways; what is closed without the missing ones is counted here, and was looked at.
    @Test(
        "as many features as libosmium's own handlers find, for any number of threads",
        .requiresShared("data/osm/monaco.osm.pbf", "data/osm/sf-downtown.osm.pbf"),
        arguments: [
            (
                "monaco",
                ExtractCounts(
                    nodes: 2427, ways: 4045, wayAreas: 1508, relationAreas: 41, outerRings: 42, innerRings: 32)
            ),
            (
                "sf-downtown",
                ExtractCounts(
                    nodes: 18910, ways: 20526, wayAreas: 10941, relationAreas: 199, outerRings: 265, innerRings: 278)
            ),
        ])
    func counts(name: String, expected: ExtractCounts) throws {
        let path = SharedData.path("data/osm/\(name).osm.pbf")
        for threads in [1, 3] {
            let extract = try OSMExtract(path: path, vocabulary: OSMVocabulary(), diagnostics: DiagnosticSink())
            #expect(try ExtractCounts(extract, threads: threads) == expected)
        }
    }

    @Test(
        "outer rings run clockwise on the map, inner ones counterclockwise",
        .requiresShared("data/osm/monaco.osm.pbf"))
    func orientation() throws {
        let path = SharedData.path("data/osm/monaco.osm.pbf")
        let extract = try OSMExtract(path: path, vocabulary: OSMVocabulary(), diagnostics: DiagnosticSink())
        var wrong = 0
        try extract.forEachBlock(threads: 1) { block in
            block
        } consume: { block in
            for feature in block.features {
                for part in block.parts[feature.rings] where (area(block.points(of: part)) < 0) != part.isInner {
                    wrong += 1
                }
            }
        }
        #expect(wrong == 0)
    }
}

/// Positive for a ring that runs clockwise where y grows downwards.
private func area(_ ring: ArraySlice<Point>) -> Double {
    zip(ring, ring.dropFirst()).reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y } / 2
}
