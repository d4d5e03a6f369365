// SPDX-License-Identifier: MIT
import Libc
package import MapGeometry

/// A zone of the universal grids: one of the 60 of UTM, or a pole of UPS.
package struct GridZone: Hashable, Sendable {
    /// 1 to 60; 0 for a pole.
    package let number: Int
    package let isNorth: Bool

    package init(number: Int, isNorth: Bool) { (self.number, self.isNorth) = (number, isNorth) }

    /// The zone that a coordinate belongs to, with the exceptions around Norway and Svalbard.
    package init(at coordinate: Coordinate) {
        let latitude = coordinate.latitude
        isNorth = latitude >= 0
        guard (-80..<84).contains(latitude) || latitude == 84 else {
            number = 0
            return
        }
        let longitude = wrapLongitude(coordinate.longitude)
        let plain = min(60, Int((longitude + 180) / 6) + 1)
        let band = Self.bandIndex(latitude)
        if band == Self.bandOfNorway, plain == 31, longitude >= 3 {
            number = 32
        } else if band == Self.bandOfSvalbard, (0..<42).contains(longitude) {
            number = longitude < 9 ? 31 : longitude < 21 ? 33 : longitude < 33 ? 35 : 37
        } else {
            number = plain
        }
    }

    /// Bands of eight degrees from 80° S, the last of which has twelve.
    static let bandLetters = Array("CDEFGHJKLMNPQRSTUVWX")
    private static let (bandOfNorway, bandOfSvalbard) = (17, 19)

    private static func bandIndex(_ latitude: Double) -> Int {
        max(0, min(19, Int(((latitude + 80) / 8).rounded(.down))))
    }

    /// The projection of its grid.
    package var projection: any GridProjection {
        guard number > 0 else { return PolarStereographic(isNorth: isNorth) }
        return TransverseMercator(meridian: Double(number) * 6 - 183, falseNorthing: isNorth ? 0 : 10_000_000)
    }

    /// The boxes that it consists of, from south to north, within its hemisphere.
    package var areas: [CoordinateBox] {
        guard number > 0 else {
            return [
                isNorth
                    ? CoordinateBox(west: -180, south: 84, east: 180, north: 90)
                    : CoordinateBox(west: -180, south: -90, east: 180, north: -80)
            ]
        }
        let west = Double(number) * 6 - 186
        func box(_ south: Double, _ north: Double, _ from: Double, _ to: Double) -> CoordinateBox {
            CoordinateBox(west: from, south: south, east: to, north: north)
        }
        guard isNorth else { return [box(-80, 0, west, west + 6)] }
        let norway: (Double, Double) = number == 31 ? (0, 3) : number == 32 ? (3, 12) : (west, west + 6)
        let svalbard: (Double, Double)? =
            switch number {
            case 31: (0, 9)
            case 33: (9, 21)
            case 35: (21, 33)
            case 37: (33, 42)
            case 32, 34, 36: nil
            default: (west, west + 6)
            }
        let south = [box(0, 56, west, west + 6), box(56, 64, norway.0, norway.1), box(64, 72, west, west + 6)]
        return south + (svalbard.map { [box(72, 84, $0.0, $0.1)] } ?? [])
    }

    /// Of the area of a band, such as `35V`; `A`, `B`, `Y` or `Z` at the poles.
    package func designator(at coordinate: Coordinate) -> String {
        guard number > 0 else {
            let isWest = wrapLongitude(coordinate.longitude) < 0
            return isNorth ? isWest ? "Y" : "Z" : isWest ? "A" : "B"
        }
        return "\(number)\(Self.bandLetters[Self.bandIndex(coordinate.latitude)])"
    }

    /// How far the grid's north is turned from true north, in degrees clockwise.
    package func convergence(at coordinate: Coordinate) -> Double {
        let step = 1e-4
        let middle = projection.project(coordinate)
        let northward = projection.unproject(middle + Point(0, step * 111_000))
        let east = wrapLongitude(northward.longitude - coordinate.longitude) * cos(coordinate.latitude * .pi / 180)
        return atan2(east, northward.latitude - coordinate.latitude) * 180 / .pi
    }
}

/// A place in the Military Grid Reference System.
package struct MilitaryGrid {
    private static let rows = Array("ABCDEFGHJKLMNPQRSTUV")
    private static let columns = [Array("STUVWXYZ"), Array("ABCDEFGH"), Array("JKLMNPQR")]
    /// At the poles: columns west and east of the meridian of Greenwich, and rows.
    private static let southern = (Array("JKLPQRSTUXYZ"), Array("ABCFGHJKLPQR"), Array("ABCDEFGHJKLMNPQRSTUVWXYZ"))
    private static let northern = (Array("RSTUXYZ"), Array("ABCFGHJ"), Array("ABCDEFGHJKLMNP"))
    /// The first column and row at the poles, in squares.
    private static func first(_ isNorth: Bool) -> Int { isNorth ? 13 : 8 }

    package static let square = 100_000.0

    /// The letters of the square of 100 km around a point of a zone's grid; nil for points that no square has.
    package static func squareName(_ point: Point, in zone: GridZone) -> String? {
        let (column, row) = (Int((point.x / square).rounded(.down)), Int((point.y / square).rounded(.down)))
        guard zone.number == 0 else {
            let letters = columns[zone.number % 3]
            guard letters.indices.contains(column - 1), row >= 0 else { return nil }
            let shift = zone.number.isMultiple(of: 2) ? 5 : 0
            return "\(letters[column - 1])\(rows[(row + shift) % 20])"
        }
        let (west, east, north) = zone.isNorth ? northern : southern
        let start = first(zone.isNorth)
        let (x, y) = (column < 20 ? column - start : column - 20, row - start)
        let letters = column < 20 ? west : east
        guard letters.indices.contains(x), north.indices.contains(y) else { return nil }
        return "\(letters[x])\(north[y])"
    }

    /// Such as `35VLG8590971869`.
    ///
    /// - Parameters:
    ///   - coordinate: in WGS 84.
    ///   - digits: of easting and northing each, from 0 to 5 for a metre.
    /// - Returns: the reference of the square that the coordinate is in.
    package static func reference(of coordinate: Coordinate, digits: Int = 5) -> String {
        let zone = GridZone(at: coordinate)
        // What is a hair below a line of the grid lies on it.
        let point = zone.projection.project(coordinate) + Point(1e-6, 1e-6)
        let name = squareName(point, in: zone) ?? ""
        let unit = pow(10, Double(5 - digits))
        func number(_ meters: Double) -> String {
            let rest = meters.truncatingRemainder(dividingBy: square)
            let text = String(Int((rest / unit).rounded(.down)))
            return String(repeating: "0", count: max(0, digits - text.count)) + text
        }
        return zone.designator(at: coordinate) + name + (digits > 0 ? number(point.x) + number(point.y) : "")
    }

    /// The middle of the square that a reference names.
    ///
    /// - Throws: what is wrong with it, for people.
    package static func coordinate(_ text: String) throws(NotationProblem) -> Coordinate {
        let letters = Array(text.uppercased().filter { !$0.isWhitespace })
        let zoneDigits = letters.prefix { $0.isASCII && $0.isNumber }
        var rest = letters.dropFirst(zoneDigits.count)
        guard let band = rest.popFirst(), let columnLetter = rest.popFirst(), let rowLetter = rest.popFirst() else {
            throw NotationProblem(
                "expected a zone, a band, two letters and an even number of digits, such as 35VLG8594")
        }
        let digits = rest.count / 2
        guard rest.count.isMultiple(of: 2), digits <= 5, rest.allSatisfy({ $0.isASCII && $0.isNumber }) else {
            throw NotationProblem(
                "the digits of a grid reference are as many to the east as to the north, up to five each; found "
                    + "\(rest.count)")
        }
        let unit = pow(10, Double(5 - digits))
        let offset = Point(
            (Double(String(rest.prefix(digits))) ?? 0) * unit + unit / 2,
            (Double(String(rest.suffix(digits))) ?? 0) * unit + unit / 2)
        if zoneDigits.isEmpty {
            guard let pole = "ABYZ".firstIndex(of: band) else {
                throw NotationProblem("a reference without the number of a zone begins with A, B, Y or Z, at a pole")
            }
            _ = pole
            let (isNorth, isWest) = ("YZ".contains(band), "AY".contains(band))
            let (west, east, north) = isNorth ? northern : southern
            guard let x = (isWest ? west : east).firstIndex(of: columnLetter), let y = north.firstIndex(of: rowLetter)
            else { throw NotationProblem("\(band) has no square \(columnLetter)\(rowLetter)") }
            let corner = Point(
                Double(isWest ? x + first(isNorth) : x + 20) * square, Double(y + first(isNorth)) * square)
            return PolarStereographic(isNorth: isNorth).unproject(corner + offset)
        }
        guard let number = Int(String(zoneDigits)), (1...60).contains(number) else {
            throw NotationProblem("zones are numbered from 1 to 60, found \(String(zoneDigits))")
        }
        guard let bandIndex = GridZone.bandLetters.firstIndex(of: band) else {
            throw NotationProblem("bands are C to X without I and O, found \(band)")
        }
        guard let column = columns[number % 3].firstIndex(of: columnLetter) else {
            throw NotationProblem(
                "the squares of zone \(number) are in columns \(String(columns[number % 3])), found \(columnLetter)")
        }
        guard let row = rows.firstIndex(of: rowLetter) else {
            throw NotationProblem("rows of squares are A to V without I and O, found \(rowLetter)")
        }
        let south = Double(bandIndex) * 8 - 80
        let zone = GridZone(number: number, isNorth: bandIndex >= 10)
        let shift = number.isMultiple(of: 2) ? 5 : 0
        var northing = Double((row - shift + 20) % 20) * square
        // In the south, a parallel lies lower at the edges of the zone.
        let lowest =
            [-183.0, -180].map {
                zone.projection.project(Coordinate(latitude: south, longitude: Double(number) * 6 + $0)).y
            }.min() ?? 0
        // The letters come again every 2000 km; squares may begin south of the band.
        while northing < lowest - square { northing += 2_000_000 }
        let found = zone.projection.unproject(Point(Double(column + 1) * square, northing) + offset)
        let north = bandIndex == 19 ? 84 : south + 8
        guard found.latitude > south - 1.5, found.latitude < north + 1.5 else {
            throw NotationProblem("\(number)\(band) has no square \(columnLetter)\(rowLetter)")
        }
        return found
    }
}

/// What is wrong with a text that stands for a place.
package struct NotationProblem: Error, Hashable {
    package let message: String

    package init(_ message: String) { self.message = message }
}
