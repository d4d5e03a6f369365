// SPDX-License-Identifier: MIT
import MapCore
import MapImport
import Testing

/// The cases of osm-testdata's grid for multipolygons, drawn anew: rings that touch, cross, share edges, lie in one another.
@Suite("Assembly of areas") struct AreaAssemblyTests {
    private typealias Cell = OSMFile.Cell
    private static let wood = ["type": "multipolygon", "natural": "wood"]

    private func square(_ x: Int, _ y: Int, _ size: Int) -> [Cell] {
        [(x, y), (x + size, y), (x + size, y + size), (x, y + size), (x, y)]
    }

    /// A relation with number 1 of ways that are numbered from 1.
    private func imported(_ ways: [(role: String, cells: [Cell])]) throws -> Imported {
        var file = OSMFile()
        for (index, way) in ways.enumerated() { file.way(index + 1, way.cells) }
        file.relation(1, ways.enumerated().map { ($0 + 1, $1.role) }, Self.wood)
        return try Imported(file)
    }

    private func area(_ ways: [(role: String, cells: [Cell])]) throws -> Imported.Feature {
        try #require(try imported(ways).relation(1))
    }

    @Test("a ring of one way, of two, and of ways in any direction")
    func rings() throws {
        #expect(try area([("outer", square(0, 0, 4))]).cells == 16)
        #expect(try area([("outer", [(0, 0), (4, 0), (4, 4)]), ("outer", [(4, 4), (0, 4), (0, 0)])]).cells == 16)
        #expect(try area([("outer", [(0, 0), (4, 0), (4, 4)]), ("outer", [(0, 0), (0, 4), (4, 4)])]).cells == 16)
        let many: [(String, [Cell])] = [
            ("", [(4, 4), (4, 0)]), ("", [(0, 4), (4, 4)]), ("", [(0, 0), (4, 0)]), ("", [(0, 0), (0, 4)]),
        ]
        #expect(try area(many).cells == 16)
    }

    @Test("tags are those of the relation, and untagged ways are no features")
    func tags() throws {
        let imported = try imported([("outer", square(0, 0, 4))])
        #expect(imported.features.map(\.id) == [1])
        #expect(imported.relation(1)?.tags["natural"] == "wood")
        #expect(imported.diagnostics.isEmpty)
    }

    @Test("a hole, two holes, and an island in a hole")
    func holes() throws {
        let one = try area([("outer", square(0, 0, 9)), ("inner", square(1, 1, 2))])
        #expect((one.cells, one.holes) == (77, [1]))
        let two = try area([("outer", square(0, 0, 9)), ("inner", square(1, 1, 2)), ("inner", square(5, 5, 2))])
        #expect((two.cells, two.holes) == (73, [2]))
        let island = try area([("outer", square(0, 0, 9)), ("inner", square(1, 1, 6)), ("outer", square(3, 3, 2))])
        #expect((island.cells, island.holes) == (49, [0, 1]))
    }

    @Test(
        "a closed way by itself has the rings that the assembler makes of it",
        arguments: [
            [(0, 0), (4, 0), (4, 4), (0, 4)], [(4, 4), (4, 0), (0, 0), (0, 4)], [(2, 0), (0, 3), (5, 3)],
            // Bent inwards, with a place on a straight edge, and with many corners.
            [(0, 0), (4, 0), (4, 1), (1, 1), (1, 4), (0, 4)], [(0, 0), (2, 0), (4, 0), (4, 4), (0, 4)],
            (0..<24).map { ($0 < 12 ? $0 : 23 - $0, $0 < 12 ? $0 % 2 : 5 + $0 % 2) },
            (0..<40).map { ($0 < 20 ? $0 : 39 - $0, $0 < 20 ? $0 % 2 : 5 + $0 % 2) },
            // Crosses itself, touches itself in a place and along an edge, runs back, and is flat.
            [(0, 0), (4, 4), (4, 0), (0, 4)], [(0, 0), (4, 0), (2, 2), (4, 4), (0, 4), (2, 2)],
            [(0, 0), (4, 0), (4, 4), (2, 0), (0, 4)], [(0, 0), (6, 0), (6, 4), (4, 4), (4, 0), (0, 0), (0, 2)],
            [(0, 0), (4, 0), (4, 4), (4, 2), (0, 4)], [(0, 0), (4, 0), (8, 0), (4, 0)],
            [(0, 0), (4, 0), (8, 0), (6, 0)],
        ] as [[(Int, Int)]])
    func closedWays(corners: [(Int, Int)]) throws {
        for start in corners.indices {
            for turns in [false, true] {
                let open = Array(corners[start...] + corners[..<start])
                let ring = (turns ? open.reversed() : open) + [turns ? open[open.count - 1] : open[0]]
                var file = OSMFile()
                file.way(1, ring.map { ($0.0, $0.1) }, ["building": "yes"])
                file.relation(1, [(1, "outer")], Self.wood)
                let imported = try Imported(file)
                #expect((imported.way(1)?.areas ?? []) == (imported.relation(1)?.areas ?? []), "\(ring)")
            }
        }
    }

    @Test("roles that are wrong or missing do not matter")
    func roles() throws {
        let wrong = try area([("inner", square(0, 0, 9)), ("outer", square(1, 1, 2))])
        #expect((wrong.cells, wrong.holes) == (77, [1]))
        #expect(try area([("", square(0, 0, 9)), ("", square(1, 1, 2))]).cells == 77)
    }

    @Test("two outer rings apart, touching in a point, and sharing an edge")
    func outers() throws {
        let apart = try area([("outer", square(0, 0, 2)), ("outer", square(4, 0, 2))])
        #expect((apart.cells, apart.holes) == (8, [0, 0]))
        #expect(try area([("outer", square(0, 0, 2)), ("outer", square(2, 2, 2))]).cells == 8)
        // The shared edge is there twice, and neither side of it is another one.
        let joined = try area([("outer", square(0, 0, 2)), ("outer", square(2, 0, 2))])
        #expect((joined.cells, joined.holes) == (8, [0]))
    }

    @Test("holes that touch one another become one, in a point or along an edge")
    func touchingHoles() throws {
        let point = try area([("outer", square(0, 0, 9)), ("inner", square(1, 1, 2)), ("inner", square(3, 3, 2))])
        #expect(point.cells == 73)
        let edge = try area([("outer", square(0, 0, 9)), ("inner", square(1, 1, 2)), ("inner", square(3, 1, 2))])
        #expect((edge.cells, edge.holes) == (73, [1]))
    }

    @Test("a hole that touches the outer ring in a point, in two, and along an edge")
    func holeAtTheEdge() throws {
        let diamond: [Cell] = [(4, 0), (6, 2), (4, 4), (2, 2), (4, 0)]
        #expect(
            try area([("outer", [(0, 0), (4, 0), (8, 0), (8, 8), (0, 8), (0, 0)]), ("inner", diamond)]).cells == 56)
        let across: [Cell] = [(4, 0), (6, 4), (4, 8), (2, 4), (4, 0)]
        let outer: [Cell] = [(0, 0), (4, 0), (8, 0), (8, 8), (4, 8), (0, 8), (0, 0)]
        let cut = try area([("outer", outer), ("inner", across)])
        #expect(cut.cells == 48)
        let notch = try area([
            ("outer", [(0, 0), (3, 0), (5, 0), (8, 0), (8, 8), (0, 8), (0, 0)]),
            ("inner", [(3, 0), (5, 0), (5, 2), (3, 2), (3, 0)]),
        ])
        #expect((notch.cells, notch.holes) == (60, [0]))
    }

    @Test("a way that is a member twice counts once, and a spike is removed")
    func duplicates() throws {
        var file = OSMFile()
        file.way(1, square(0, 0, 4))
        file.relation(1, [(1, "outer"), (1, "outer")], Self.wood)
        #expect(try Imported(file).relation(1)?.cells == 16)
        #expect(try area([("outer", [(0, 0), (4, 0), (7, 0), (4, 0), (4, 4), (0, 4), (0, 0)])]).cells == 16)
    }

    @Test("rings that cross, and those that are open, are left out with the place")
    func broken() throws {
        let crossing = try imported([("outer", [(0, 0), (4, 4), (4, 0), (0, 4), (0, 0)])])
        #expect(crossing.relation(1) == nil)
        #expect(crossing.problems(of: "relation 1") == [.importBrokenArea])
        #expect(crossing.diagnostics.first?.message == "the edge of the area crosses itself at 50.002, 10.002")
        let open = try imported([("outer", [(0, 0), (4, 0), (4, 4)])])
        #expect(open.problems(of: "relation 1") == [.importBrokenArea])
        #expect(open.diagnostics.first?.message.hasPrefix("the edge of the area is not closed at 50.") == true)
        let overlapping = try imported([("outer", square(0, 0, 4)), ("outer", square(2, 2, 4))])
        #expect(overlapping.relation(1) == nil)
        let empty = try imported([("outer", [(0, 0), (0, 0)])])
        #expect(empty.problems(of: "relation 1") == [.importBrokenArea])
    }

    @Test("a relation without some of its ways has the rings that are closed all the same")
    func missingWays() throws {
        var file = OSMFile()
        file.way(1, square(0, 0, 2))
        file.way(2, [(10, 0), (12, 0), (12, 2)])
        file.way(3, [(12, 2), (14, 4)])
        file.relation(1, [(1, "outer"), (2, "outer"), (3, "outer"), (99, "outer")], Self.wood)
        // The hole of an outer ring that is not there is no outer ring.
        file.way(4, square(20, 0, 2))
        file.relation(2, [(4, "inner"), (98, "outer")], Self.wood)
        let imported = try Imported(file)
        #expect(imported.relation(1)?.cells == 4)
        #expect(imported.relation(2) == nil)
        #expect(imported.problems(of: "relation 1") == [.importIncomplete])
        #expect(imported.problems(of: "relation 2") == [.importIncomplete])
    }

    @Test("boundaries are areas too, and other relations are none")
    func types() throws {
        var file = OSMFile()
        file.way(1, square(0, 0, 2))
        file.relation(1, [(1, "outer")], ["type": "boundary", "boundary": "administrative"])
        file.relation(2, [(1, "outer")], ["type": "site"])
        file.relation(3, [(1, "outer")], ["natural": "wood"])
        #expect(try Imported(file).features.filter { $0.origin == .relation }.map(\.id) == [1])
    }
}
