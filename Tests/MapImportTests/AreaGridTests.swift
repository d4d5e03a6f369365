// SPDX-License-Identifier: MIT
import Foundation
import MapCore
import MapGeometry
import MapImport
import TestSupport
import Testing

/// Areas of osm-testdata's grid, and what it says that may become of each.
@Suite("The grid of osm-testdata") struct AreaGridTests {
    private struct Result {
        /// "default" is strict, "fix" mends what is broken, "location" takes nodes at one place for one node.
        var variant: String
        /// Polygons of rings, in thousandths of a degree east and north of 10° E, 50° N; nil for what is no area.
        var polygons: [[[Point]]]?
    }

    private static let folder = packageRoot.appending(path: "Tests/Fixtures/osm")

    /// What each object may become, by its number.
    private func expectations() throws -> [(id: Int64, isWay: Bool, results: [Result])] {
        let text = try String(contentsOf: Self.folder.appending(path: "multipolygons.wkt"), encoding: .utf8)
        var found: [(id: Int64, isWay: Bool, results: [Result])] = []
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 3)
            let id = try #require(Int64(words[0]))
            let result = Result(variant: String(words[2]), polygons: polygons(words[3]))
            if found.last?.id == id {
                found[found.count - 1].results.append(result)
            } else {
                found.append((id, words[1] == "w", [result]))
            }
        }
        return found
    }

    private func polygons(_ wkt: Substring) -> [[[Point]]]? {
        guard wkt.hasPrefix("MULTIPOLYGON(((") else { return nil }
        return wkt.dropFirst("MULTIPOLYGON(((".count).dropLast(3).components(separatedBy: ")),((").map { polygon in
            polygon.components(separatedBy: "),(").map { ring in
                ring.split(separator: ",").map { place in
                    let numbers = place.split(separator: " ").compactMap { Double($0) }
                    return Point(thousandths(numbers[0] - 10), thousandths(numbers[1] - 50))
                }
            }
        }
    }

    private func thousandths(_ degrees: Double) -> Double { (degrees * 1e6).rounded() / 1e3 }

    /// The area, holes taken off, whichever way rings run.
    private func size(_ polygons: [[[Point]]]) -> Double {
        polygons.reduce(0) { sum, rings in
            sum + rings.enumerated().reduce(0) { $0 + abs(signedArea($1.element)) * ($1.offset == 0 ? 1 : -1) }
        }
    }

    private func isSame(_ feature: Imported.Feature?, _ result: Result) -> Bool {
        guard let feature, let polygons = result.polygons else { return feature == nil && result.polygons == nil }
        // What it says leaves out some nodes that lie between two others.
        return abs(size(feature.areas) - size(polygons)) < 1e-3
            && Set(feature.areas.joined().joined()).isSuperset(of: polygons.joined().joined())
    }

    @Test("each area is one of those that it may be, and what is none is told of")
    func grid() throws {
        let imported = try Imported(path: Self.folder.appending(path: "multipolygons.osm").path)
        var variants: [String: Int] = [:]
        for expectation in try expectations() {
            let feature =
                expectation.isWay ? imported.way(expectation.id) : imported.relation(expectation.id)
            let areas = feature?.areas.isEmpty == true ? nil : feature
            let result = expectation.results.first { isSame(areas, $0) }
            #expect(result != nil, "object \(expectation.id) has \(String(describing: areas?.areas))")
            variants[result?.variant ?? "", default: 0] += 1
            if areas == nil, !expectation.isWay {
                #expect(imported.problems(of: "relation \(expectation.id)") == [.importBrokenArea])
            }
        }
        // As libosmium does: a spike and a hole along the edge are mended, and nodes at one place are one node.
        #expect(variants == ["default": 95, "fix": 2, "location": 8])
    }
}
