// SPDX-License-Identifier: MIT
import Foundation
import MapGeo
import MapImport
import MapTiles
import TestSupport
import Testing

@Suite("Water of the world") struct WorldWaterTests {
    private func isSea(_ latitude: Double, _ longitude: Double) throws -> Bool? {
        let path = packageRoot.appending(path: "basemap/world.pmtiles").path(percentEncoded: false)
        let world = WorldWater(try PMTilesArchive(path: path))
        return world.isSea(Coordinate(latitude: latitude, longitude: longitude))
    }

    @Test("the bundled world knows where there is sea")
    func places() throws {
        // The Atlantic, the Gulf of Finland, the bay of San Francisco.
        #expect(try isSea(0, -20) == true)
        #expect(try isSea(59.8, 24.5) == true)
        #expect(try isSea(37.75, -122.3) == true)
        // Bern, the middle of the Sahara, and a lake.
        #expect(try isSea(46.95, 7.45) == false)
        #expect(try isSea(23, 5) != true)
        #expect(try isSea(46.45, 6.55) == false)
        #expect(try isSea(89, 0) == nil)
    }
}
