// SPDX-License-Identifier: MIT
import MapLayout
import Testing

@Suite("Handouts") struct HandoutTests {
    private final class Tile: Sendable {}

    @Test("a value is there for all its takers, and freed with the last one") func lastTaker() {
        weak var tile: Tile?
        let handout = {
            let made = Tile()
            tile = made
            return Handout(made, takers: 3)
        }()
        for _ in 0..<2 {
            #expect(handout.take() === tile)
            #expect(tile != nil)
        }
        let isThere = handout.take() != nil
        #expect(isThere)
        #expect(tile == nil)
        #expect(handout.take() == nil)
    }
}
