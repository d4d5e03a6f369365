// SPDX-License-Identifier: MIT
package import MapCore
import MapGeometry
import MapProj

/// Features out of a text with columns, such as CSV and TSV: a row each, whose place is in columns of coordinates or of geometries.
///
/// - SeeAlso: RFC 4180.
package struct DelimitedFeatures {
    /// The names of the columns.
    package let columns: [String]
    /// Those behind the header.
    private let rows: DelimitedText
    private let encoding: TextEncoding
    private let place: Location
    /// The system that the first geometry in hexadecimal digits names; nil for none.
    private let system: Int?
    /// What was guessed, in words.
    package private(set) var notes: [String] = []
    private let file: String

    /// Where the geometry of a row is.
    fileprivate enum Location {
        case coordinates(longitude: Int, latitude: Int)
        case geometry(Int, GeometryForm)

        func uses(_ column: Int) -> Bool {
            switch self {
            case .coordinates(let longitude, let latitude): column == longitude || column == latitude
            case .geometry(let index, _): column == index
            }
        }
    }

    /// Reads the header and finds the columns of the places; throws when there are none. `isTabbed` is true for a file that is named
    /// `.tsv`.
    package init(_ bytes: [UInt8], file: String, _ reading: FeatureReading, isTabbed: Bool = false) throws(Diagnostic) {
        self.file = file
        func invalid(_ message: String, hint: String? = nil) -> Diagnostic {
            Diagnostic(code: .dataInvalid, file: file, message, hint: hint)
        }
        encoding =
            try reading.encoding.map { label throws(Diagnostic) in try TextEncoding(label, in: file) } ?? .guessed
        let text = DelimitedText.unmarked(bytes)
        var shape = DelimitedText.shape(text)
        if let delimiter = reading.delimiter {
            guard let byte = Self.delimiter(delimiter) else {
                throw Diagnostic(
                    code: .dataInvalid, file: file, expected: "a delimiter of one character, or \"tab\"",
                    found: quoted(String(delimiter.prefix(20))))
            }
            shape.delimiter = byte
        } else if isTabbed {
            shape.delimiter = UInt8(ascii: "\t")
        } else if !shape.isStated, shape.delimiter != UInt8(ascii: ",") {
            notes.append("columns are separated by \(Self.name(of: shape.delimiter))")
        }
        var rows = DelimitedText(text, shape, file: file)
        guard let header = try rows.next() else { throw invalid("the file has no rows") }
        self.rows = rows
        var sample: [[String]] = []
        while sample.count < Self.sampleRows, let row = try rows.next() {
            sample.append(row.map { [encoding] in encoding.text($0) })
        }
        let names = header.map { [encoding] in encoding.text($0).trimmed }
        guard !names.allSatisfy({ Self.number($0) != nil }) else {
            throw invalid(
                "the first row has numbers alone: it is to name the columns",
                hint: "add a row such as longitude,latitude")
        }
        columns = names
        var guess = ColumnGuess(names: names, sample: sample, file: file, isProjected: reading.crs != nil)
        place = try guess.place(reading)
        system =
            if case .geometry(let index, .hexadecimal) = place {
                guess.values(index).first.flatMap(GeometryForm.referenceSystem)
            } else {
                nil
            }
        if let note = guess.note { notes.append(note) }
    }

    private static let sampleRows = 50
    /// WGS 84, in which geometries are that name no system.
    private static let degrees = 4326

    private static func delimiter(_ text: String) -> UInt8? {
        switch text {
        case "tab", "\\t": UInt8(ascii: "\t")
        case "comma": UInt8(ascii: ",")
        case "semicolon": UInt8(ascii: ";")
        case "pipe": UInt8(ascii: "|")
        case "space": UInt8(ascii: " ")
        default: text.utf8.count == 1 && text != "\"" && text != "\n" ? text.utf8.first : nil
        }
    }

    private static func name(of delimiter: UInt8) -> String {
        switch Unicode.Scalar(delimiter) {
        case "\t": "tabs"
        case ";": "semicolons"
        case "|": "vertical bars"
        default: quoted(String(Unicode.Scalar(delimiter)))
        }
    }
}

// MARK: - Features

extension DelimitedFeatures {
    /// What is in all values of a column.
    private enum Kind { case empty, numbers, truths, texts }

    /// Reads the rows, which count from 1.
    ///
    /// - Throws: when the text is broken, or holds more than the limit.
    package func features(_ query: FeatureQuery) throws(Diagnostic) -> FeatureCollector {
        var found = FeatureCollector(file: file, unit: "row", limit: query.limit)
        for note in notes { found.note(note) }
        if let system = query.reading.crs ?? system.map({ "EPSG:\($0)" }) { try found.declare(system) }
        let kinds = try kinds()
        var rows = rows
        var (number, long) = (0, 0)
        while let row = try rows.next() {
            number += 1
            let id = "\(number) (line \(rows.rowLine))"
            try found.spend(row.reduce(0) { $0 + $1.count })
            if row.count > columns.count { long += 1 }
            guard let geometry = try geometry(row, id, query.reading, &found) else { continue }
            var properties = JSONObject()
            for (index, name) in columns.enumerated() where !place.uses(index) && !name.isEmpty {
                let bytes = index < row.count ? row[index] : []
                properties.members.append(JSONObject.Member(name, value(bytes, kinds[index])))
            }
            try found.add(geometry, id: .count(number), properties: JSONNode(.object(properties)))
        }
        if long > 0 { found.omit("rows have more values than there are columns: \(long)") }
        found.finish()
        return found
    }

    private func kinds() throws(Diagnostic) -> [Kind] {
        var kinds = [Kind](repeating: .empty, count: columns.count)
        var rows = rows
        var count = 0
        while let row = try rows.next() {
            count += 1
            if count & 1023 == 0, WorkContext.isCancelled { break }
            for (index, field) in row.prefix(kinds.count).enumerated() where kinds[index] != .texts && !field.isEmpty {
                let text = String(decoding: field, as: UTF8.self).trimmed
                let kind: Kind =
                    Self.isPlainNumber(text)
                    ? .numbers : ["true", "false"].contains(text.lowercased()) ? .truths : .texts
                kinds[index] = kinds[index] == .empty || kinds[index] == kind ? kind : .texts
            }
        }
        return kinds
    }

    private func value(_ bytes: ArraySlice<UInt8>, _ kind: Kind) -> JSONNode {
        guard !bytes.isEmpty else { return .null }
        let text = encoding.text(bytes)
        switch kind {
        case .numbers: return Self.number(text.trimmed).map(JSONNode.number) ?? .text(text)
        case .truths: return .bool(text.trimmed.lowercased() == "true")
        case .empty, .texts: return .text(text)
        }
    }

    /// - Returns: nil for a row without a place, which is noted.
    private func geometry(
        _ row: [ArraySlice<UInt8>], _ id: String, _ reading: FeatureReading, _ found: inout FeatureCollector
    ) throws(Diagnostic) -> JSONNode? {
        func text(_ index: Int) -> String { index < row.count ? encoding.text(row[index]).trimmed : "" }
        switch place {
        case .coordinates(let longitude, let latitude):
            guard let x = Self.number(text(longitude)), let y = Self.number(text(latitude)) else {
                found.leaveOut(
                    id, "has no numbers in the columns \(quoted(columns[longitude])) and \(quoted(columns[latitude]))")
                return nil
            }
            guard found.system != .wgs84 || abs(x) <= 360 && abs(y) <= 90 else {
                let hint = abs(x) <= 90 && abs(y) <= 180 ? ", which may be swapped" : ""
                found.leaveOut(id, "has coordinates that are no longitude and latitude\(hint)")
                return nil
            }
            return .geometry("Point", .position(x, y))
        case .geometry(let index, let form):
            let text = text(index)
            if case .hexadecimal = form, reading.crs == nil, let own = GeometryForm.referenceSystem(text),
                own != system ?? Self.degrees
            {
                found.leaveOut(id, "is in EPSG:\(own), and the first row in \(found.system.definition)")
                return nil
            }
            do throws(GeometryError) {
                if !text.isEmpty, let geometry = try form.geometry(text, found.meter), !geometry.isEmptyGeometry {
                    return geometry
                }
                found.leaveOut(id, "has no geometry in the column \(quoted(columns[index]))")
            } catch {
                try found.leaveOut(id, error)
            }
            return nil
        }
    }

    /// A number without leading zeros, as codes have them.
    private static func isPlainNumber(_ text: String) -> Bool {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.dropFirst() : text[...]
        // Whole numbers that are not exact are names of something.
        guard digits.utf8.count <= 17 || !digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), !digits.hasPrefix("+")
        else { return false }
        if digits.hasPrefix("0"), let next = digits.utf8.dropFirst().first, (0x30...0x39).contains(next) {
            return false
        }
        return !text.contains(",") && number(text) != nil
    }

    /// A number with a point or a comma; nil for anything else.
    static func number(_ text: String) -> Double? {
        guard !text.isEmpty, text.utf8.count <= 64, text.utf8.allSatisfy({ "+-.,0123456789eE".utf8.contains($0) })
        else {
            return nil
        }
        let isComma = text.contains(",") && !text.contains(".")
        let number = Double(isComma ? text.replacing(",", with: ".", maxReplacements: 1) : text)
        return number.flatMap { $0.isFinite ? $0 : nil }
    }
}

extension String {
    fileprivate var trimmed: String {
        let start = drop { $0.isWhitespace }
        return start.lastIndex { !$0.isWhitespace }.map { String(start[...$0]) } ?? ""
    }
}

/// How a column writes geometries.
private enum GeometryForm {
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

// MARK: - Guessing

/// Finds the columns of places by their names, and by what is in them.
private struct ColumnGuess {
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
