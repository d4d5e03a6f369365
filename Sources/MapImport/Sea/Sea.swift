// SPDX-License-Identifier: MIT
import Libc
import MapGeo
package import MapGeometry

/// The sea within a box, as far as the coast says where it is.
///
/// What the coast does not decide is land: a wrong guess would flood a town.
package struct Sea {
    /// Areas of water: an outer ring, clockwise on the map, and its islands. Rings end with their first points.
    package private(set) var areas: [[[Point]]] = []
    package private(set) var problems: [(way: Int64, message: String)] = []

    /// Places along each side of the box that another source is asked for.
    private static let samples = 24

    private let box: Rect
    /// Areas whose edges were guessed in part.
    private var guessed: Set<Int> = []

    /// - Parameters:
    ///   - coast: where water is at the right-hand side.
    ///   - box: the extract's, in the unit of points.
    ///   - land: some places that are surely on land, such as houses.
    ///   - isSea: whether a place is in the sea, where another source knows: asked for a box that no coast crosses.
    package init(_ coast: Coast, box: Rect, land: [Point], isSea: (Point) -> Bool?) {
        self.box = box
        guard box.width > 0, box.height > 0 else { return }
        var coast = coast
        // A kilometre at the equator, and no more than the box allows.
        coast.closeGaps(within: box, upTo: min(1000 / WebMercator.circumference, min(box.width, box.height) / 20))
        problems = coast.problems
        var paths: [CoastPath] = []
        var rings: [CoastLine] = []
        for line in coast.lines where line.box.intersects(box) {
            if line.points.allSatisfy(box.holds), let ring = closed(line) {
                rings.append(ring)
            } else {
                paths += line.cut(to: box)
            }
        }
        paths = CoastEnds(paths, rings, box: box).ledOn()
        close(paths)
        place(rings, isCrossed: !paths.isEmpty, around: coast, isSea)
        removeFloods(over: land, isSea)
    }

    /// A line within the box as a ring: an island that is nearly closed is closed by a straight line.
    private mutating func closed(_ line: CoastLine) -> CoastLine? {
        guard !line.isClosed, let first = line.points.first, let last = line.points.last else { return line }
        let ring = CoastLine(way: line.way, points: line.points + [first])
        guard ring.isClosed, signedArea(ring.points) < 0, first.distance(to: last) < line.length / 5 else { return nil }
        problems.append((line.way, "the coast is not closed; the island was closed by a straight line"))
        return ring
    }
}

extension Sea {
    /// Closes the pieces of the coast along the edge: where one leaves the box, the water's edge goes on clockwise to where
    /// the next one comes in.
    private mutating func close(_ paths: [CoastPath]) {
        struct Crossing {
            var position: Double
            var isEntry: Bool
            var path: Int
        }
        var crossings: [Crossing] = []
        for (index, path) in paths.enumerated() {
            if let entry = path.entry { crossings.append(Crossing(position: entry, isEntry: true, path: index)) }
            if let exit = path.exit { crossings.append(Crossing(position: exit, isEntry: false, path: index)) }
            if path.entry == nil || path.exit == nil {
                problems.append((path.way, "the coast ends within the extract; what is not certain is left as land"))
            } else if path.isGuessed {
                problems.append(
                    (path.way, "the coast ends within the extract; the sea ends there with a straight line"))
            }
        }
        // A coast that touches the edge leaves before it comes back.
        crossings.sort { ($0.position, $0.isEntry ? 1 : 0, $0.path) < ($1.position, $1.isEntry ? 1 : 0, $1.path) }
        var following = [Int?](repeating: nil, count: paths.count)
        for (index, crossing) in crossings.enumerated() where !crossing.isEntry {
            let next = crossings[(index + 1) % crossings.count]
            if next.isEntry { following[crossing.path] = next.path }
        }
        var isUsed = [Bool](repeating: false, count: paths.count)
        for first in paths.indices where !isUsed[first] && paths[first].entry != nil {
            var ring: [Point] = []
            var index = first
            var (isComplete, isGuessed) = (false, false)
            while !isUsed[index] {
                isUsed[index] = true
                guard let exit = paths[index].exit, let next = following[index], let entry = paths[next].entry else {
                    break
                }
                ring += paths[index].points
                isGuessed = isGuessed || paths[index].isGuessed
                appendCorners(from: exit, to: entry, &ring)
                index = next
                isComplete = next == first
            }
            guard isComplete, let start = ring.first else {
                if paths[first].entry != nil, paths[first].exit != nil {
                    problems.append((paths[first].way, "the coast does not fit to others at the edge of the extract"))
                }
                continue
            }
            if ring.last != start { ring.append(start) }
            guard signedArea(ring) > 0 else { continue }
            if isGuessed { guessed.insert(areas.count) }
            areas.append([ring])
        }
    }

    /// The corners between two places on the edge, clockwise.
    private func appendCorners(from start: Double, to end: Double, _ ring: inout [Point]) {
        let end = end < start ? end + 4 : end
        var corner = start.rounded(.down) + 1
        while corner < end {
            ring.append(box.edgePoint(corner >= 4 ? corner - 4 : corner))
            corner += 1
        }
    }

    /// Puts islands and inland seas, which lie within the box, where they belong.
    private mutating func place(
        _ rings: [CoastLine], isCrossed: Bool, around coast: Coast, _ isSea: (Point) -> Bool?
    ) {
        // On the map, y grows downwards: an island, with land at the left-hand side, runs counterclockwise.
        let areasOfRings = rings.map { signedArea($0.points) }
        let bySize = rings.indices.sorted { (abs(areasOfRings[$0]), $1) > (abs(areasOfRings[$1]), $0) }
        if !isCrossed {
            let table = RingTable(rings.map(\.points))
            let outermost = rings.indices.filter { index in
                rings[index].points.first.map { table.rings(around: $0, but: index).isEmpty } ?? false
            }
            let isIsland = outermost.contains { areasOfRings[$0] < 0 }
            if isIsland || boxIsSea(coast, rings.isEmpty, isSea) { areas = [[box.ring]] }
        }
        let waters = RingTable(areas.map { $0[0] } + rings.map(\.points))
        let crossing = areas.count
        let sizes = areas.map { abs(signedArea($0[0])) } + areasOfRings.map(abs)
        /// Where the holes of an inland sea go.
        var areaOfRing: [Int: Int] = [:]
        for index in bySize {
            guard let place = rings[index].points.first else { continue }
            var around = waters.rings(around: place, but: crossing + index)
            // The innermost one decides.
            around.sort { sizes[$0] < sizes[$1] }
            let innermost = around.first
            let area = innermost.flatMap { $0 < crossing ? $0 : areaOfRing[$0 - crossing] }
            let isIsland = areasOfRings[index] < 0
            switch (isIsland, area) {
            case (true, let area?): areas[area].append(rings[index].points)
            case (true, nil): problems.append((rings[index].way, "the island of this coast lies on land"))
            case (false, nil):
                areaOfRing[index] = areas.count
                areas.append([rings[index].points])
            case (false, let area?):
                problems.append((rings[index].way, "the coast runs the wrong way round here; it was turned"))
                areas[area].append(rings[index].points.reversed())
            }
        }
    }

    /// Whether a box is in the sea that no coast crosses.
    private func boxIsSea(_ coast: Coast, _ isEmpty: Bool, _ isSea: (Point) -> Bool?) -> Bool {
        // The box may lie within an island that is larger, or in a bay: the side of the nearest coast decides.
        if isEmpty, let side = sideOfNearestCoast(coast, upTo: max(box.width, box.height)) { return side }
        // All of it, as a coast that is missing may run between.
        let places = [0.1, 0.3, 0.5, 0.7, 0.9]
        return places.allSatisfy { row in
            places.allSatisfy { column in
                isSea(Point(box.minX + column * box.width, box.minY + row * box.height)) ?? false
            }
        }
    }

    /// True when the nearest coast has its water towards the box; nil without a coast that is near enough.
    private func sideOfNearestCoast(_ coast: Coast, upTo limit: Double) -> Bool? {
        let place = box.center
        var nearest = limit
        var isWater: Bool?
        for line in coast.lines {
            for (index, (a, b)) in zip(line.points, line.points.dropFirst()).enumerated() {
                let (d, p) = (b - a, place - a)
                let square = d.x * d.x + d.y * d.y
                guard square > 0 else { continue }
                let fraction = clampedToUnit((p.x * d.x + p.y * d.y) / square)
                let distance = place.distance(to: a.mix(b, fraction))
                guard distance < nearest else { continue }
                nearest = distance
                // At a corner, the side of both of its edges together.
                let before = fraction == 0 && index > 0 ? line.points[index - 1] : a
                let direction = unit(d) + unit(a - before)
                isWater = direction.x * p.y - direction.y * p.x > 0
            }
        }
        return isWater
    }

    private func unit(_ vector: Point) -> Point { vector.length > 0 ? vector * (1 / vector.length) : vector }

    /// Removes areas that too many places on land would be in: a coast that runs the wrong way round. Where the edge was
    /// guessed, the other source must not know of land there either.
    private mutating func removeFloods(over land: [Point], _ isSea: (Point) -> Bool?) {
        guard !areas.isEmpty else { return }
        let rings = areas.indices.flatMap { area in areas[area].map { (area, $0) } }
        let table = RingTable(rings.map(\.1))
        func waters(at place: Point) -> [Int] {
            var count: [Int: Int] = [:]
            for ring in table.rings(around: place, but: -1) { count[rings[ring].0, default: 0] += 1 }
            return count.filter { $0.value % 2 == 1 }.map(\.key)
        }
        var houses = [Int](repeating: 0, count: areas.count)
        for place in land { for area in waters(at: place) { houses[area] += 1 } }
        var known = [(land: Int, sea: Int)](repeating: (0, 0), count: areas.count)
        if !guessed.isEmpty {
            for index in 0..<Self.samples * Self.samples {
                let (row, column) = (index / Self.samples, index % Self.samples)
                let place = Point(
                    box.minX + (Double(column) + 0.5) / Double(Self.samples) * box.width,
                    box.minY + (Double(row) + 0.5) / Double(Self.samples) * box.height)
                for area in waters(at: place) where guessed.contains(area) {
                    guard let isSea = isSea(place) else { continue }
                    if isSea { known[area].sea += 1 } else { known[area].land += 1 }
                }
            }
        }
        // Some houses stand on piers, and a map of the world is coarse.
        let isFlood = areas.indices.map { area in
            let isGuessed = guessed.contains(area)
            return houses[area] > 4 && Double(houses[area]) > Double(land.count) * (isGuessed ? 0.03 : 0.5)
                || isGuessed && known[area].land > 2 * known[area].sea
        }
        if isFlood.contains(true) {
            problems.append((0, "the coast would put land under water; a part of the sea is left out"))
        }
        areas = areas.indices.filter { !isFlood[$0] }.map { areas[$0] }
    }
}

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
