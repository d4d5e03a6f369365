// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapGeo

extension CoordinateBox {
    /// `[west, south, east, north]` in degrees; west above east crosses the antimeridian (RFC 7946, 5.2).
    init?(_ field: Field) {
        guard field.node.array?.count == 4, let fields = field.elements() else {
            field.report(expected: "[west, south, east, north]")
            return nil
        }
        let (west, south) = (fields[0].longitude(), fields[1].latitude())
        let (east, north) = (fields[2].longitude(), fields[3].latitude())
        guard let west, let south, let east, let north else { return nil }
        guard south < north else {
            field.report(
                expected: "a south below the north", found: "\(formatted(south)) and \(formatted(north))",
                hint: "[west, south, east, north]")
            return nil
        }
        let width = east < west ? east + 360 - west : east - west
        guard width > 0, width <= 360 else {
            field.report(
                expected: "a box up to 360 degrees wide", found: "\(formatted(west)) to \(formatted(east))",
                hint: "[west, south, east, north]")
            return nil
        }
        self.init(west: west, south: south, east: east, north: north)
    }
}
