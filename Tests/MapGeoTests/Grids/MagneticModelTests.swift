// SPDX-License-Identifier: MIT
import MapCore
import MapGeo
import Testing

@Suite("The magnetic model") struct MagneticModelTests {
    /// Of the technical report of WMM2025, table 6, and of its list of test values: year, kilometres, latitude, longitude, declination.
    private static let published: [(Double, Double, Double, Double, Double)] = [
        (2025, 0, 80, 0, 1.28), (2025, 0, 0, 120, -0.16), (2025, 0, -80, 240, 68.78), (2025, 100, 80, 0, 0.85),
        (2025, 100, 0, 120, -0.15), (2025, 100, -80, 240, 68.21), (2027.5, 0, 80, 0, 2.59), (2027.5, 0, 0, 120, -0.24),
        (2027.5, 0, -80, 240, 68.49), (2027.5, 100, 80, 0, 2.16), (2027.5, 100, 0, 120, -0.23),
        (2027.5, 100, -80, 240, 67.93), (2025, 28, 89, -121, -99.77),
    ]

    @Test("has the published values", arguments: published)
    func values(year: Double, height: Double, latitude: Double, longitude: Double, declination: Double) {
        let place = Coordinate(latitude: latitude, longitude: longitude)
        let found = MagneticModel(at: place, height: height, year: year).declination
        #expect(abs(found - declination) <= 0.0051)
    }

    @Test("knows where a compass is of no use, and answers at the poles") func poles() {
        let weak = MagneticModel(at: Coordinate(latitude: 86, longitude: 142), year: 2026)
        #expect(weak.horizontalIntensity < MagneticModel.leastIntensity)
        for latitude in [90.0, -90] {
            let field = MagneticModel(at: Coordinate(latitude: latitude, longitude: 20), year: 2026)
            #expect(field.declination.isFinite && field.horizontalIntensity.isFinite)
        }
    }

    private static let dates: [(String, Double)] = [
        ("2025-01-01", 2025), ("2026-01-01", 2026), ("2027-07-02", 2027.498_630_136_986_3),
        ("2028-12-31", 2028.997_267_759_562_8), ("2029-01-01", 2029), ("2030-01-01", 2030),
    ]

    @Test("knows the years of dates", arguments: dates)
    func years(date: String, year: Double) throws {
        let seconds = try #require(iso8601Seconds(date))
        #expect(abs(MagneticModel.year(of: seconds) - year) < 1e-9)
        #expect(MagneticModel.years.contains(MagneticModel.year(of: seconds)) == (year < 2030))
    }
}
