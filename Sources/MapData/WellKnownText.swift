// SPDX-License-Identifier: MIT
package import MapCore

/// Reads Well-Known Text, one geometry after another, into GeoJSON features. `SRID=4326;` in front, as PostGIS writes it, is
/// accepted; other reference systems are refused. Altitudes and measures are dropped.
///
/// - SeeAlso: OGC 06-103r4 (Simple Features), section 7.
package struct WellKnownText {
    private let bytes: [UInt8]
    private let file: String
    private let meter: PositionMeter
    private var offset = 0
    /// What reading ended at, where it is a kind of geometry that is not read.
    private var unread: String?
    private static let maxDepth = 32

    /// - Parameters:
    ///   - bytes: geometries with white space or semicolons between them.
    ///   - file: how messages name the text.
    /// - Returns: a FeatureCollection.
    /// - Throws: the first mistake, with line and column.
    package static func features(_ bytes: [UInt8], file: String) throws(Diagnostic) -> JSONNode {
        var reader = WellKnownText(bytes: bytes, file: file, meter: PositionMeter(file: file))
        return .featureCollection(try reader.geometries().map { .feature($0, properties: .null) })
    }

    /// The first geometry of a text, as GeoJSON; throws why it cannot be read. `meter` takes the memory of the positions.
    static func geometry(of text: String, _ meter: PositionMeter) throws(GeometryError) -> JSONNode {
        var reader = WellKnownText(bytes: Array(text.utf8), file: "", meter: meter)
        var first: JSONNode?
        do throws(Diagnostic) { first = try reader.geometries().first } catch {
            if let kind = reader.unread { throw .unsupported(kind) }
            throw error.code == LimitCode.bytes.code ? .tooLarge : .damaged
        }
        guard let first else { throw .damaged }
        return first
    }

    /// The words that a text begins with.
    package static let geometries = [
        "POINT", "LINESTRING", "LINEARRING", "POLYGON", "TRIANGLE", "MULTIPOINT", "MULTILINESTRING", "MULTIPOLYGON",
        "GEOMETRYCOLLECTION",
    ]

    /// The words of geometries that are not read.
    private static let others = [
        "CIRCULARSTRING", "COMPOUNDCURVE", "CURVEPOLYGON", "MULTICURVE", "MULTISURFACE", "POLYHEDRALSURFACE", "TIN",
    ]

    /// Tells a text from the name of a file, or another text of a table: it begins with a geometry's name, or with `SRID`, and has
    /// parentheses, or `EMPTY` alone.
    package static func matches(_ text: String) -> Bool {
        let start = text.drop { $0.isWhitespace }
        let word = start.prefix { $0.isASCII && $0.isLetter }.uppercased()
        let rest = start.dropFirst(word.count).uppercased().split(whereSeparator: \.isWhitespace)
        let isEmpty = rest == ["EMPTY"] || rest.count == 2 && ["Z", "M", "ZM"].contains(rest[0]) && rest[1] == "EMPTY"
        guard start.contains("(") || isEmpty || word == "SRID" && rest.last == "EMPTY", !start.contains("/") else {
            return false
        }
        if word == "SRID" { return start.contains("=") }
        return isName(word)
    }

    private static func isName(_ word: String) -> Bool {
        geometries.contains(kind(word)) || others.contains(kind(word))
    }

    /// A name without a dimension at its end, such as POINTZ.
    private static func kind(_ name: String) -> String {
        let dimension = ["ZM", "Z", "M"].first(where: name.hasSuffix)
        return String(name.dropLast(dimension?.count ?? 0))
    }

    private init(bytes: [UInt8], file: String, meter: PositionMeter) {
        (self.bytes, self.file, self.meter) = (bytes, file, meter)
    }

    private func failure(_ message: String) -> Diagnostic {
        Diagnostic(code: .dataInvalid, file: file, position: Position(of: offset, in: bytes), message)
    }

    private mutating func geometries() throws(Diagnostic) -> [JSONNode] {
        var geometries: [JSONNode] = []
        while skipSeparators() {
            try skipReferenceSystem()
            geometries.append(try geometry(depth: 0))
        }
        return geometries
    }

    private mutating func skipReferenceSystem() throws(Diagnostic) {
        guard let prefix = word(ahead: true), prefix == "SRID" else { return }
        _ = word(ahead: false)
        try take("=")
        let code = number()
        guard code == 4326 else {
            unread = code.map { "SRID=\(formatted($0))" }
            throw failure("expected SRID 4326 (longitude and latitude); other reference systems are not projected")
        }
        try take(";")
    }

    private mutating func geometry(depth: Int) throws(Diagnostic) -> JSONNode {
        if offset & 1023 == 0, WorkContext.isCancelled { throw failure("reading the text takes too long") }
        guard depth < Self.maxDepth else { throw failure("collections are nested more than \(Self.maxDepth) deep") }
        guard let name = word(ahead: false) else { throw failure("expected a geometry such as POINT(24.94 60.17)") }
        // POINT Z (…), POINTZ(…): what follows longitude and latitude is dropped.
        if let dimension = word(ahead: true), ["Z", "M", "ZM"].contains(dimension) { _ = word(ahead: false) }
        if Self.isName(name), skipsEmpty() { return .geometryCollection([]) }
        switch Self.kind(name) {
        case "POINT":
            try take("(")
            let position = try position()
            try take(")")
            return .geometry("Point", position)
        case "MULTIPOINT":
            return .geometry("MultiPoint", try list { reader throws(Diagnostic) in try reader.wrappedPosition() })
        case "LINESTRING", "LINEARRING": return .geometry("LineString", try line())
        case "MULTILINESTRING":
            return .geometry("MultiLineString", try list { reader throws(Diagnostic) in try reader.line() })
        case "POLYGON", "TRIANGLE":
            return .geometry("Polygon", try list { reader throws(Diagnostic) in try reader.line() })
        case "MULTIPOLYGON":
            return .geometry(
                "MultiPolygon",
                try list { reader throws(Diagnostic) in
                    try reader.list { reader throws(Diagnostic) in try reader.line() }
                })
        case "GEOMETRYCOLLECTION":
            let parts = try list { reader throws(Diagnostic) in try reader.geometry(depth: depth + 1) }
            return .geometryCollection(parts.array ?? [])
        default:
            let unknown = failure("unknown geometry \"\(name)\"")
            // Tin (Sn) is an element.
            if Self.others.contains(Self.kind(name)), skips("(") {
                while skips("(") {}
                let isGeometry = word(ahead: true).map(Self.isName) ?? ((try? position()) != nil)
                unread = isGeometry ? Self.kind(name) : nil
            }
            throw unknown
        }
    }

    private mutating func line() throws(Diagnostic) -> JSONNode {
        try list { reader throws(Diagnostic) in try reader.position() }
    }

    private mutating func list(
        _ element: (inout WellKnownText) throws(Diagnostic) -> JSONNode
    ) throws(Diagnostic) -> JSONNode {
        try take("(")
        var elements: [JSONNode] = []
        repeat {
            if WorkContext.isCancelled { throw failure("reading the text takes too long") }
            if !skipsEmpty() { elements.append(try element(&self)) }
        } while skips(",")
        try take(")")
        return .list(elements)
    }

    /// True for what has no positions: a geometry, or a part of one. Old versions of PostGIS write POINT(EMPTY).
    private mutating func skipsEmpty() -> Bool {
        let start = offset
        let isWrapped = skips("(")
        if word(ahead: false) == "EMPTY", !isWrapped || skips(")") { return true }
        offset = start
        return false
    }

    /// MULTIPOINT's positions may stand in parentheses of their own.
    private mutating func wrappedPosition() throws(Diagnostic) -> JSONNode {
        guard skips("(") else { return try position() }
        let position = try position()
        try take(")")
        return position
    }

    private mutating func position() throws(Diagnostic) -> JSONNode {
        guard let x = number(), let y = number() else { throw failure("expected longitude and latitude") }
        while number() != nil {}
        guard meter.takes() else {
            var problem = failure("the text has more positions than the limit of memory allows")
            problem.code = LimitCode.bytes.code
            throw problem
        }
        return .position(x, y)
    }

    private mutating func skipSpace() {
        while offset < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[offset]) { offset += 1 }
    }

    /// False at the end of the text.
    private mutating func skipSeparators() -> Bool {
        skipSpace()
        while skips(";") { skipSpace() }
        return offset < bytes.count
    }

    private mutating func skips(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    private mutating func take(_ character: Unicode.Scalar) throws(Diagnostic) {
        guard skips(character) else { throw failure("expected \"\(character)\"") }
    }

    /// The next word in capitals; nil when something else follows.
    private mutating func word(ahead: Bool) -> String? {
        skipSpace()
        var end = offset
        while end < bytes.count, end - offset < 32, (bytes[end] | 0x20) >= 0x61, (bytes[end] | 0x20) <= 0x7A {
            end += 1
        }
        guard end > offset else { return nil }
        defer { if !ahead { offset = end } }
        return String(decoding: bytes[offset..<end], as: UTF8.self).uppercased()
    }

    private mutating func number() -> Double? {
        skipSpace()
        var end = offset
        while end < bytes.count, end - offset < 64, "+-.0123456789eE".utf8.contains(bytes[end]) { end += 1 }
        guard end > offset, let value = Double(String(decoding: bytes[offset..<end], as: UTF8.self)) else { return nil }
        offset = end
        return value
    }
}
