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
    enum Location {
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
