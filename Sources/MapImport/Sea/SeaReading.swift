// SPDX-License-Identifier: MIT
import MapCore
import MapGeo
import MapGeometry

/// What is needed of an extract to say where its sea is, gathered while its ways are read.
struct SeaReading: Sendable {
    /// Words of the extract's vocabulary.
    struct Words: Sendable {
        let natural: OSMWord
        let coastline: OSMWord
        let sea: OSMWord
        let building: OSMWord

        init(_ vocabulary: inout OSMVocabulary) {
            natural = vocabulary.number("natural")
            coastline = vocabulary.number("coastline")
            sea = vocabulary.number("sea")
            building = vocabulary.number("building")
        }
    }

    private(set) var coast: [CoastLine] = []
    /// Places that are surely on land: every few houses.
    private(set) var land: [Point] = []
    /// One of so many houses is kept.
    private var step: Int64 = 8

    private static let maxPlaces = 100_000

    init() {}

    init(_ block: OSMBlock, _ words: Words) {
        for feature in block.features where feature.origin == .way {
            for index in feature.tags {
                let tag = block.tags[index]
                if tag.key == words.natural, tag.value == words.coastline {
                    for part in block.parts[feature.lines] {
                        coast.append(CoastLine(way: feature.id, points: Array(block.points(of: part))))
                    }
                } else if tag.key == words.building, feature.id % step == 0, let ring = block.parts[feature.rings].first
                {
                    land.append(block.points[ring.points.lowerBound])
                }
            }
        }
    }

    mutating func add(_ other: SeaReading) {
        coast += other.coast
        land += other.land
        guard land.count > Self.maxPlaces else { return }
        land = stride(from: 0, to: land.count, by: 2).map { land[$0] }
    }

    /// The sea within a box as areas that are tagged `natural=sea`.
    func block(
        within bounds: CoordinateBox, _ words: Words, wordCount: Int, world: WorldWater?
    ) -> (block: OSMBlock, problems: [(way: Int64, message: String)]) {
        // A box across the antimeridian is two.
        let seas = bounds.mercatorRects.map { box in
            Sea(Coast(ways: coast), box: box, land: land) { place in
                world.flatMap { $0.isSea(WebMercator.unproject(place)) }
            }
        }
        var block = OSMBlock(wordCount: wordCount)
        block.tags = [OSMTag(key: words.natural, value: words.sea)]
        for (index, area) in seas.flatMap(\.areas).enumerated() {
            let first = block.parts.count
            for (number, ring) in area.enumerated() {
                let start = block.points.count
                block.points += ring
                block.parts.append(OSMPart(points: start..<block.points.count, isInner: number > 0))
            }
            block.features.append(
                OSMFeature(
                    origin: .relation, id: -Int64(index) - 1, lines: first..<first, rings: first..<block.parts.count,
                    tags: 0..<1, memberships: 0..<0, isClosed: false))
        }
        return (block, seas.flatMap(\.problems))
    }
}
