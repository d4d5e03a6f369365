// SPDX-License-Identifier: MIT
import MapCore
import MapGeometry
import MapProj

extension String {
    /// Without spaces around it.
    var trimmed: String {
        let start = drop { $0.isWhitespace }
        return start.lastIndex { !$0.isWhitespace }.map { String(start[...$0]) } ?? ""
    }
}

/// How a column writes geometries.
enum GeometryForm {
    case wellKnownText, geoJSON, hexadecimal
    /// Latitude and longitude with a comma between them.
    case pair

    /// The form of a value that can be read, or is a geometry of a kind that is not; nil for other texts.
    init?(of value: String, _ meter: PositionMeter) {
        if value.hasPrefix("{") {
            guard value.contains("\"coordinates\"") || value.contains("\"geometries\"") else { return nil }
            self = .geoJSON
        } else if value.utf8.count >= 42, value.hasPrefix("00") || value.hasPrefix("01"), value.utf8.count % 2 == 0 {
            self = .hexadecimal
        } else {
            self = .wellKnownText
        }
        do throws(GeometryError) { _ = try geometry(value, meter) } catch { if error == .damaged { return nil } }
    }

    /// - Returns: nil for an empty point.
    func geometry(_ text: String, _ meter: PositionMeter) throws(GeometryError) -> JSONNode? {
        switch self {
        case .wellKnownText: return try WellKnownText.geometry(of: text, meter)
        case .geoJSON:
            guard let root = try? JSONDocument(.geojson, file: "", text: Array(text.utf8)).root else { throw .damaged }
            guard let geometry = root["type"]?.string == "Feature" ? root["geometry"] : root, geometry["type"] != nil
            else {
                throw .damaged
            }
            return geometry
        case .hexadecimal:
            guard let bytes = Self.bytes(text) else { throw .damaged }
            do throws(WellKnownBinary.ReadingError) { return try WellKnownBinary.geometry(of: bytes[...]) } catch {
                switch error {
                case .damaged: throw .damaged
                case .unsupported(let kind): throw .unsupported(kind)
                }
            }
        case .pair:
            guard let pair = Self.pair(text) else { throw .damaged }
            return .geometry("Point", .position(pair.longitude, pair.latitude))
        }
    }

    /// The bytes of hexadecimal digits; nil for other texts.
    private static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        var bytes: [UInt8] = []
        var high: UInt8?
        for character in text {
            guard let digit = character.hexDigitValue.map(UInt8.init(truncatingIfNeeded:)) else { return nil }
            if let first = high { bytes.append(first << 4 | digit) }
            high = high == nil ? digit : nil
        }
        return bytes
    }

    /// The number of the system that hexadecimal digits name; nil for none.
    static func referenceSystem(_ text: String) -> Int? {
        // The order of the bytes, the type and the number.
        bytes(text.prefix(18)).flatMap { WellKnownBinary.referenceSystem(of: $0[...]) }
    }

    static func pair(_ text: String) -> (latitude: Double, longitude: Double)? {
        let parts = text.split { $0 == "," || $0 == " " || $0 == "(" || $0 == ")" || $0 == "[" || $0 == "]" }
        guard parts.count == 2, let latitude = Double(parts[0]), let longitude = Double(parts[1]), abs(latitude) <= 90,
            abs(longitude) <= 360
        else { return nil }
        return (latitude, longitude)
    }
}

/// Finds the columns of places by their names, and by what is in them.
struct ColumnGuess {
    let names: [String]
    let sample: [[String]]
    let file: String
    /// What was guessed, in words; nil for what was named.
    private(set) var note: String?

    /// True for coordinates of another system than longitudes and latitudes.
    private let isProjected: Bool

    init(names: [String], sample: [[String]], file: String, isProjected: Bool) {
        (self.names, self.sample, self.file, self.isProjected) = (names, sample, file, isProjected)
    }

    // In the languages in which open data is published most.
    private static let longitudes: Set<String> = [
        "longitude", "lon", "lng", "long", "longitud", "longitudine", "longitudes", "lengdegrad", "laengdegrad",
        "længdegrad", "laengengrad", "längengrad", "laenge", "länge", "geolaenge", "geolänge", "lengtegraad", "lengte",
        "dlugosc", "długość", "dlugoscgeograficzna", "długośćgeograficzna", "délka", "zeměpisnádélka", "delka",
        "pituus",
        "pituusaste", "pituuspiiri", "долгота", "довгота", "дължина", "μήκος", "γεωγραφικόμήκος", "boylam", "经度", "經度",
        "経度", "경도", "bujur", "kinhđộ", "kinhdo", "hosszúság", "hosszusag", "longitudinea", "xlon", "lonwgs84",
        "wgs84lon", "wgs84long", "longitudewgs84", "decimallongitude", "geolon", "geolng", "geolongitude", "xlong",
        "longitudedecimal", "stoplon", "shapeptlon", "coordx", "ξ",
    ]
    private static let latitudes: Set<String> = [
        "latitude", "lat", "latitud", "latitudine", "latitudes", "breddegrad", "breddgrad", "breitengrad", "breite",
        "geobreite", "breedtegraad", "breedte", "szerokosc", "szerokość", "szerokoscgeograficzna",
        "szerokośćgeograficzna", "šířka", "zeměpisnášířka", "sirka", "leveys", "leveysaste", "leveyspiiri", "широта",
        "ширина", "πλάτος", "γεωγραφικόπλάτος", "enlem", "纬度", "緯度", "위도", "lintang", "vĩđộ", "vido", "szélesség",
        "szelesseg", "latitudinea", "ylat", "latwgs84", "wgs84lat", "latitudewgs84", "decimallatitude", "geolat",
        "geolatitude", "latitudedecimal", "stoplat", "shapeptlat", "coordy",
    ]
    private static let eastings: Set<String> = [
        "x", "easting", "eastings", "east", "rechtswert", "hochwertx", "xcoord", "xcoordinate", "coordinatex",
        "xkoordinate",
        "koordx", "e", "este", "est", "xcoordinaat", "ost", "osten", "lambertx", "xlambert93", "xl93",
    ]
    private static let northings: Set<String> = [
        "y", "northing", "northings", "north", "hochwert", "ycoord", "ycoordinate", "coordinatey", "ykoordinate",
        "koordy",
        "n", "norte", "nord", "ycoordinaat", "norden", "lamberty", "ylambert93", "yl93",
    ]
    private static let geometries: Set<String> = [
        "wkt", "geom", "geometry", "thegeom", "wkbgeometry", "geojson", "shape", "stastext", "stasgeojson", "geoshape",
        "geometria", "geometrie", "geométrie", "geometrija", "wktgeometry", "geometrywkt", "geomwkt", "polygon",
        "point",
        "multipolygon", "linestring", "location",
    ]
    private static let pairs: Set<String> = [
        "geopoint2d", "geopoint", "latlng", "latlon", "latlong", "latitudelongitude", "coordinates", "coordonnées",
        "coordonnees", "coordenadas", "koordinaten", "location", "position", "geolocation", "geo", "gps",
    ]

    /// A name without case, blanks and punctuation.
    private static func folded(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }

    mutating func place(_ reading: FeatureReading) throws(Diagnostic) -> DelimitedFeatures.Location {
        if let name = reading.geometry {
            let index = try column(name, "geometry")
            guard let form = form(index) else {
                throw Diagnostic(
                    code: .dataInvalid, file: file,
                    "the column \(quoted(name)) has no well-known text, GeoJSON or hexadecimal well-known binary")
            }
            return .geometry(index, form)
        }
        if let longitude = reading.longitude, let latitude = reading.latitude {
            return .coordinates(
                longitude: try column(longitude, "longitude"), latitude: try column(latitude, "latitude"))
        }
        if reading.longitude != nil || reading.latitude != nil {
            throw Diagnostic(
                code: .dataInvalid, file: file, "expected the names of both columns, \"longitude\" and \"latitude\"")
        }
        if let guessed = guessed { return guessed }
        let isMetric = first(Self.eastings) != nil && first(Self.northings) != nil && reading.crs == nil
        throw Diagnostic(
            code: .dataInvalid, file: file,
            "no columns of coordinates or geometries were found among \(listing(names.prefix(20)))",
            hint: isMetric
                ? "the numbers are no longitudes and latitudes: name their system with \"crs\", such as \"EPSG:25832\""
                : "name them with \"longitude\" and \"latitude\", or with \"geometry\"")
    }

    private func column(_ name: String, _ key: String) throws(Diagnostic) -> Int {
        if let index = names.firstIndex(of: name) ?? names.firstIndex(where: { Self.folded($0) == Self.folded(name) }) {
            return index
        }
        throw Diagnostic(
            code: .dataInvalid, file: file, "there is no column \(quoted(name)), which \"\(key)\" names",
            hint: didYouMean(name, names) ?? "its columns: \(listing(names.prefix(20)))")
    }

    private func first(_ words: Set<String>) -> Int? { names.firstIndex { words.contains(Self.folded($0)) } }

    /// How a column writes geometries, by its first values.
    private func form(_ column: Int) -> GeometryForm? {
        let meter = PositionMeter(file: file)
        return values(column).firstNonNil { GeometryForm(of: $0, meter) }
    }

    /// The first of the columns that has geometries.
    private mutating func geometry(in columns: some Sequence<Int>) -> DelimitedFeatures.Location? {
        for index in columns {
            guard let form = form(index) else { continue }
            note = "geometries are in the column \(quoted(names[index]))"
            return .geometry(index, form)
        }
        return nil
    }

    private var guessed: DelimitedFeatures.Location? {
        mutating get {
            let named = names.indices.filter { Self.geometries.contains(Self.folded(names[$0])) }
            if let found = geometry(in: named) { return found }
            if let longitude = first(Self.longitudes), let latitude = first(Self.latitudes), longitude != latitude {
                return coordinates(longitude, latitude)
            }
            if let found = geometry(in: names.indices) { return found }
            if let pair = first(Self.pairs), values(pair).allSatisfy({ GeometryForm.pair($0) != nil }),
                !values(pair).isEmpty
            {
                note = "latitudes and longitudes, in this order, are in the column \(quoted(names[pair]))"
                return .geometry(pair, .pair)
            }
            guard let x = first(Self.eastings), let y = first(Self.northings), x != y, isProjected || areDegrees(x, y)
            else { return nil }
            return coordinates(x, y)
        }
    }

    private mutating func coordinates(_ x: Int, _ y: Int) -> DelimitedFeatures.Location {
        note = "coordinates are in the columns \(quoted(names[x])) and \(quoted(names[y]))"
        return .coordinates(longitude: x, latitude: y)
    }

    func values(_ column: Int) -> [String] {
        sample.compactMap { $0.indices.contains(column) ? $0[column].trimmed : nil }.filter { !$0.isEmpty }
    }

    /// True for numbers that may be longitudes and latitudes.
    private func areDegrees(_ x: Int, _ y: Int) -> Bool {
        func within(_ column: Int, _ limit: Double) -> Bool {
            let numbers = values(column).compactMap(DelimitedFeatures.number)
            return !numbers.isEmpty && numbers.allSatisfy { abs($0) <= limit }
        }
        return within(x, 180) && within(y, 90)
    }
}
