// SPDX-License-Identifier: MIT
import MapGeometry
import MapImport
import Testing

@Suite("Labels of areas") struct OSMLabelTests {
    @Test("the label of an area is inside of it, and outside of its holes")
    func labels() throws {
        // A U, whose middle is outside.
        let u = [(0.0, 0.0), (1, 0), (1, 5), (4, 5), (4, 0), (5, 0), (5, 6), (0, 6), (0, 0)].map { Point($0.0, $0.1) }
        let place = try #require(labelPoint(of: [u[...]]))
        #expect(!(place.x > 1 && place.x < 4 && place.y < 5))
        let square = [(0.0, 0.0), (10, 0), (10, 10), (0, 10), (0, 0)].map { Point($0.0, $0.1) }
        let hole = [(3.0, 0.5), (3, 9.5), (9.5, 9.5), (9.5, 0.5), (3, 0.5)].map { Point($0.0, $0.1) }
        let beside = try #require(labelPoint(of: [square[...], hole[...]]))
        #expect(abs(beside.x - 1.5) < 0.3)
        #expect(labelPoint(of: [[]]) == nil)
    }
}
