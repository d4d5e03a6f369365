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
    private static let maxDepth = 32

    /// - Parameters:
    ///   - bytes: geometries with white space or semicolons between them.
    ///   - file: how messages name the text.
    /// - Returns: a FeatureCollection.
    /// - Throws: the first mistake, with line and column.
    package static func features(_ bytes: [UInt8], file: String) throws(Diagnostic) -> JSONNode {
        var reader = WellKnownText(bytes: bytes, file: file)
        var features: [JSONNode] = []
        while reader.skipSeparators() {
            try reader.skipReferenceSystem()
            let geometry = try reader.geometry(depth: 0)
            features.append(.feature(geometry, properties: .null))
        }
        return .featureCollection(features)
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
        // Tin (Sn) is an element.
        if word == "TIN" { return isEmpty || start.filter { !$0.isWhitespace }.contains("((") }
        return (geometries + others).contains {
            word == $0 || ["Z", "M", "ZM"].contains(word.dropFirst($0.count)) && word.hasPrefix($0)
        }
    }

    private init(bytes: [UInt8], file: String) {
        self.bytes = bytes
        self.file = file
        meter = PositionMeter(file: file)
    }

    private func failure(_ message: String) -> Diagnostic {
        Diagnostic(code: .dataInvalid, file: file, position: Position(of: offset, in: bytes), message)
    }

    private mutating func skipReferenceSystem() throws(Diagnostic) {
        guard let prefix = word(ahead: true), prefix == "SRID" else { return }
        _ = word(ahead: false)
        try take("=")
        guard let code = number(), code == 4326 else {
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
        if skipsEmpty() { return .geometryCollection([]) }
        switch name.hasSuffix("ZM") ? String(name.dropLast(2)) : trimmed(name) {
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
        default: throw failure("unknown geometry \"\(name)\"")
        }
    }

    /// The name without a dimension at its end, such as POINTZ.
    private func trimmed(_ name: String) -> String {
        name.hasSuffix("Z") || (name.hasSuffix("M") && name != "M") ? String(name.dropLast()) : name
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

    /// True for what has no positions: a geometry, or a part of one.
    private mutating func skipsEmpty() -> Bool {
        guard word(ahead: true) == "EMPTY" else { return false }
        _ = word(ahead: false)
        return true
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
