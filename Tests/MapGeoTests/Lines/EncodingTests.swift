// SPDX-License-Identifier: MIT
import MapGeo
import TestSupport
import Testing

@Suite("Writing encoded lines") struct EncodingTests {
    @Test("Google's own example") func known() {
        let line = [(38.5, -120.2), (40.7, -120.95), (43.252, -126.453)].map {
            Coordinate(latitude: $0.0, longitude: $0.1)
        }
        #expect(EncodedPolyline.encode(line, precision: 5) == "_p~iF~ps|U_ulLnnqC_mqNvxq`@")
    }

    @Test("what is written reads back to the last decimal", arguments: [5, 6, 9]) func roundTrip(precision: Int) throws
    {
        var random = SplitMix(seed: 5)
        let line = (0..<200).map { _ in
            Coordinate(
                latitude: .random(in: -90...90, using: &random), longitude: .random(in: -180...180, using: &random))
        }
        let read = try EncodedPolyline.decode(EncodedPolyline.encode(line, precision: precision), precision: precision)
        let unit = (0..<precision).reduce(1.0) { value, _ in value / 10 }
        #expect(read.count == line.count)
        for (a, b) in zip(read, line) {
            #expect(abs(a.latitude - b.latitude) <= 0.51 * unit)
            #expect(abs(a.longitude - b.longitude) <= 0.51 * unit)
        }
    }

    @Test("what is no coordinate is encoded as something", arguments: [Double.nan, .infinity, -.infinity, 1e300])
    func odd(_ number: Double) {
        let line = [Coordinate(latitude: number, longitude: number), Coordinate(latitude: 1, longitude: number)]
        #expect(!EncodedPolyline.encode(line, precision: 9).isEmpty)
    }
}
