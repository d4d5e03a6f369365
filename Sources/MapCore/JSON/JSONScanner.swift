// SPDX-License-Identifier: MIT

/// A JSON reader (RFC 8259) that keeps the place of each value. Nesting is bounded, so no text can exhaust the stack.
struct JSONScanner {
    struct Failure: Error {
        var offset: Int
        var message: String
        var hint: String?
        /// Set for a text that is sound so far, but past a limit.
        var limit: LimitCode?
    }

    private let text: [UInt8]
    private var at = 0
    private var depth = 0
    private let maxDepth = min(WorkContext.current.documents.nesting, DocumentLimits.maxNesting)
    private var values = 0
    private let maxValues = WorkContext.current.documents.values
    /// True to keep arrays of positions as numbers.
    private let keepsPositions: Bool
    private var scratch: [SIMD2<Double>] = []

    init(_ text: [UInt8], from start: Int = 0, keepsPositions: Bool = false) {
        self.text = text
        at = start
        self.keepsPositions = keepsPositions
    }

    mutating func document() throws(Failure) -> JSONNode {
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
        skipSpace()
        let root = try value()
        skipSpace()
        guard at == text.count else { throw failure("expected the end of the text, found \(found)") }
        return root
    }

    /// The values of a text with one or several of them: a JSON text sequence, in which a record separator (0x1E) precedes
    /// each, or values on lines of their own.
    ///
    /// - Returns: the values, and true if they are records of such a text.
    /// - SeeAlso: RFC 7464; RFC 8142, section 2.
    mutating func sequence() throws(Failure) -> (values: [JSONNode], isSequence: Bool) {
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
        skipSpace()
        var isSequence = peek == Self.recordSeparator
        var values: [JSONNode] = []
        var record = 0
        repeat {
            while peek == Self.recordSeparator {
                at += 1
                skipSpace()
            }
            if isSequence, at == text.count { break }
            record += 1
            do throws(Failure) {
                values.append(try value())
                let end = at
                skipSpace()
                // Where no line ends, there is a mistake in the one value.
                let isNext = peek == Self.recordSeparator || peek == UInt8(ascii: "{") && text[end..<at].contains(0x0A)
                guard at == text.count || isNext else { throw failure("expected the end of the text, found \(found)") }
                if isNext { isSequence = true }
            } catch {
                guard isSequence else { throw error }
                var failure = error
                failure.message = "record \(record): \(error.message)"
                throw failure
            }
        } while at < text.count
        return (values, isSequence)
    }

    private static let recordSeparator: UInt8 = 0x1E

    private mutating func value() throws(Failure) -> JSONNode {
        let start = at
        guard let byte = peek else { throw failure("expected a JSON value, found \(found)") }
        values += 1
        guard values <= maxValues else {
            var failure = failure(
                "the text has more than \(maxValues) values, which is all that the limit of memory allows")
            failure.limit = .bytes
            throw failure
        }
        if values & 0x3FFF == 0, WorkContext.isCancelled { throw failure("reading the text takes too long") }
        switch byte {
        case UInt8(ascii: "{"): return JSONNode(.object(try object()), offset: start)
        case UInt8(ascii: "["):
            if keepsPositions, let positions = positions() { return JSONNode(positions, offset: start) }
            return JSONNode(.array(try array()), offset: start)
        case UInt8(ascii: "\""): return JSONNode(.string(try string()), offset: start)
        case UInt8(ascii: "t"):
            try word("true")
            return JSONNode(.bool(true), offset: start)
        case UInt8(ascii: "f"):
            try word("false")
            return JSONNode(.bool(false), offset: start)
        case UInt8(ascii: "n"):
            try word("null")
            return JSONNode(.null, offset: start)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return JSONNode(.number(try number()), offset: start)
        default: throw failure("expected a JSON value, found \(found)", hint: commentHint)
        }
    }

    private mutating func object() throws(Failure) -> JSONObject {
        try enter()
        defer { depth -= 1 }
        var object = JSONObject()
        skipSpace()
        if take("}") { return object }
        while true {
            skipSpace()
            let keyOffset = at
            guard peek == UInt8(ascii: "\"") else {
                let trailing = peek == UInt8(ascii: "}")
                throw failure(
                    "expected a key in double quotes, found \(found)",
                    hint: trailing ? "JSON allows no comma after the last member" : commentHint)
            }
            let key = try string()
            skipSpace()
            guard take(":") else { throw failure("expected ':' after the key \"\(key)\", found \(found)") }
            skipSpace()
            object.members.append(.init(key: key, keyOffset: keyOffset, node: try value()))
            skipSpace()
            if take("}") { return object }
            guard take(",") else { throw failure("expected ',' or '}', found \(found)", hint: commentHint) }
        }
    }

    /// The array that begins here, if it has nothing but positions; else nil, and nothing has been read.
    private mutating func positions() -> JSONPositions? {
        let (start, count, text) = (at, values, text)
        // Kept from array to array, so that it seldom grows.
        var points: [SIMD2<Double>] = []
        swap(&points, &scratch)
        defer { swap(&points, &scratch) }
        points.removeAll(keepingCapacity: true)
        let end = text.withUnsafeBufferPointer { bytes -> Int? in
            var reader = PositionReader(bytes, at: at + 1)
            var found = 0
            repeat {
                guard reader.take("["), let x = number(&reader), reader.take(","), let y = number(&reader) else {
                    return nil
                }
                found += 3
                while reader.take(",") {
                    guard number(&reader) != nil else { return nil }
                    found += 1
                }
                guard reader.take("]") else { return nil }
                points.append(SIMD2(x, y))
            } while reader.take(",")
            values += found
            return reader.take("]") ? reader.at : nil
        }
        guard let end, depth + 2 <= maxDepth, values <= maxValues, !WorkContext.isCancelled else {
            (at, values) = (start, count)
            return nil
        }
        at = end
        var exact: [SIMD2<Double>] = []
        exact.reserveCapacity(points.count)
        exact += points
        let arePairs = values - count == 3 * points.count
        return JSONPositions(exact, arePairs: arePairs, in: text, at: start)
    }

    /// The number that comes next; nil, with `at` anywhere, for something else.
    @inline(__always)
    private mutating func number(_ reader: inout PositionReader) -> Double? {
        if let short = reader.shortNumber() { return short }
        guard reader.isAtNumber else { return nil }
        at = reader.at
        defer { reader.at = at }
        return try? number()
    }

    mutating func array() throws(Failure) -> [JSONNode] {
        try enter()
        defer { depth -= 1 }
        var items: [JSONNode] = []
        skipSpace()
        if take("]") { return items }
        // Most arrays are positions of two numbers.
        items.reserveCapacity(2)
        while true {
            skipSpace()
            if peek == UInt8(ascii: "]") {
                throw failure(
                    "expected a JSON value, found ']'", hint: "JSON allows no comma after the last element")
            }
            items.append(try value())
            skipSpace()
            if take("]") { return items }
            guard take(",") else { throw failure("expected ',' or ']', found \(found)", hint: commentHint) }
        }
    }

    private mutating func enter() throws(Failure) {
        depth += 1
        guard depth <= maxDepth else {
            var failure = failure("nested deeper than \(maxDepth) levels")
            failure.limit = .nesting
            throw failure
        }
        at += 1
    }

    private mutating func word(_ word: StaticString) throws(Failure) {
        let start = at
        let matches = word.withUTF8Buffer { bytes in
            at + bytes.count <= text.count && text[at..<(at + bytes.count)].elementsEqual(bytes)
        }
        guard matches else { throw failure("expected a JSON value, found \(found)") }
        at = start + word.utf8CodeUnitCount
    }

    private mutating func number() throws(Failure) -> Double {
        let start = at
        let negative = take("-")
        var mantissa: UInt64 = 0
        var exponent = 0
        var digits = 0
        let integerStart = at
        takeDigits(&mantissa, &digits)
        guard at > integerStart else { throw failure("expected a digit, found \(found)") }
        if text[integerStart] == UInt8(ascii: "0"), at - integerStart > 1 {
            at = start
            throw failure("a number has no leading zero")
        }
        if take(".") {
            let fractionStart = at
            takeDigits(&mantissa, &digits)
            exponent = fractionStart - at
            guard at > fractionStart else { throw failure("expected a digit after the point, found \(found)") }
        }
        var plain = true
        if let byte = peek, byte | 0x20 == UInt8(ascii: "e") {
            plain = false
            at += 1
            if !take("+") { _ = take("-") }
            let exponentStart = at
            while let byte = peek, isDigit(byte) { at += 1 }
            guard at > exponentStart else { throw failure("expected a digit in the exponent, found \(found)") }
        }
        // Exact when the digits fit in 53 bits and the power of ten is exact (Clinger 1990).
        if plain, digits <= 15, exponent >= -22 {
            let magnitude = Double(mantissa) / Self.powersOfTen[-exponent]
            return negative ? -magnitude : magnitude
        }
        if plain, digits <= 18, exponent >= -18, mantissa != 0 {
            let magnitude = Self.quotient(mantissa, ofPower: -exponent)
            return negative ? -magnitude : magnitude
        }
        guard let value = Double(String(decoding: text[start..<at], as: UTF8.self)), value.isFinite else {
            at = start
            throw failure("the number is too large")
        }
        return value
    }

    /// Divides digits by a power of ten, as for a coordinate of 17 digits. 63 bits of the quotient, and whether there is a remainder,
    /// decide how it is rounded.
    ///
    /// - Parameters:
    ///   - digits: not 0.
    ///   - power: 0 to 18.
    /// - Returns: the nearest number.
    private static func quotient(_ digits: UInt64, ofPower power: Int) -> Double {
        let divisor = (0..<power).reduce(UInt64(1)) { value, _ in value &* 10 }
        let (shift, divisorShift) = (digits.leadingZeroBitCount, divisor.leadingZeroBitCount)
        let dividend = digits << shift
        let (quotient, remainder) = (divisor << divisorShift)
            .dividingFullWidth((high: dividend >> 1, low: dividend << 63))
        let scale = Double(sign: .plus, exponent: divisorShift - shift - 63, significand: 1)
        return Double(quotient | (remainder == 0 ? 0 : 1)) * scale
    }

    /// Appends digits to a number, as far as 64 bits hold them.
    private mutating func takeDigits(_ mantissa: inout UInt64, _ count: inout Int) {
        var next = at
        while next < text.count, isDigit(text[next]) {
            if count < 18 { mantissa = mantissa &* 10 &+ UInt64(text[next] &- 48) }
            count &+= 1
            next &+= 1
        }
        at = next
    }

    fileprivate static let powersOfTen: [Double] = (0...22).map { power in
        (0..<power).reduce(1.0) { value, _ in value * 10 }
    }

    private mutating func string() throws(Failure) -> String {
        let opening = at
        at += 1
        let start = at
        while let byte = peek, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { at += 1 }
        if peek == UInt8(ascii: "\"") {
            let end = at
            at += 1
            return try utf8(text[start..<end], opening: opening)
        }
        return try escapedString(prefix: text[start..<at], opening: opening)
    }

    private mutating func utf8(_ bytes: ArraySlice<UInt8>, opening: Int) throws(Failure) -> String {
        // To check ASCII oneself is several times as fast.
        if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
        if let string = String(validating: bytes, as: UTF8.self) { return string }
        at = opening
        throw failure("the string is not valid UTF-8", hint: "save the file as UTF-8")
    }

    private mutating func escapedString(prefix: ArraySlice<UInt8>, opening: Int) throws(Failure) -> String {
        var bytes = Array(prefix)
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\""):
                at += 1
                return try utf8(bytes[...], opening: opening)
            case UInt8(ascii: "\\"):
                at += 1
                try escape(into: &bytes)
            case 0..<0x20:
                throw failure("a control character must be escaped in a string", hint: "a line break is \\n")
            default:
                bytes.append(byte)
                at += 1
            }
        }
        at = opening
        throw failure("the string has no closing quote")
    }

    private mutating func escape(into bytes: inout [UInt8]) throws(Failure) {
        guard let byte = peek else { throw failure("expected an escaped character, found \(found)") }
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): bytes.append(byte)
        case UInt8(ascii: "b"): bytes.append(8)
        case UInt8(ascii: "f"): bytes.append(12)
        case UInt8(ascii: "n"): bytes.append(10)
        case UInt8(ascii: "r"): bytes.append(13)
        case UInt8(ascii: "t"): bytes.append(9)
        case UInt8(ascii: "u"):
            at += 1
            bytes.append(contentsOf: String(try unicodeScalar()).utf8)
            return
        default: throw failure("unknown escape in a string")
        }
        at += 1
    }

    /// Four hex digits, or two groups for a surrogate pair; a lone surrogate becomes U+FFFD.
    private mutating func unicodeScalar() throws(Failure) -> Character {
        let first = try hexDigits()
        if let scalar = Unicode.Scalar(first) { return Character(scalar) }
        guard first < 0xDC00, at + 1 < text.count, text[at] == UInt8(ascii: "\\"), text[at + 1] == UInt8(ascii: "u")
        else { return "\u{FFFD}" }
        let mark = at
        at += 2
        let second = try hexDigits()
        guard (0xDC00..<0xE000).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else {
            at = mark
            return "\u{FFFD}"
        }
        return Character(scalar)
    }

    private mutating func hexDigits() throws(Failure) -> UInt32 {
        guard at + 4 <= text.count, text[at..<(at + 4)].allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            let code = UInt32(String(decoding: text[at..<(at + 4)], as: UTF8.self), radix: 16)
        else { throw failure("expected four hex digits after \\u") }
        at += 4
        return code
    }

    private var peek: UInt8? { at < text.count ? text[at] : nil }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard at < text.count, text[at] == UInt8(ascii: character) else { return false }
        at += 1
        return true
    }

    private mutating func skipSpace() {
        while at < text.count, text[at] == 0x20 || text[at] == 0x0A || text[at] == 0x0D || text[at] == 0x09 { at += 1 }
    }

    private func isDigit(_ byte: UInt8) -> Bool { byte &- 48 < 10 }

    /// What stands at the current place, in words.
    private var found: String {
        guard at < text.count else { return "the end of the text" }
        guard text[at] > 0x20 else { return text[at] == 0x20 ? "a space" : "a control character" }
        return "'\(String(decoding: text[at...].prefix(12).prefix { $0 > 0x20 }, as: UTF8.self))'"
    }

    private var commentHint: String? { peek == UInt8(ascii: "/") ? "JSON has no comments" : nil }

    private func failure(_ message: String, hint: String? = nil) -> Failure {
        Failure(offset: at, message: message, hint: hint)
    }
}

/// Reads what nearly all positions are made of, and says nothing about the rest.
private struct PositionReader {
    private let bytes: UnsafeBufferPointer<UInt8>
    var at: Int
    private let powersOfTen = JSONScanner.powersOfTen

    init(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) {
        self.bytes = bytes
        at = start
    }

    private mutating func skipSpace() {
        while at < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[at]) { at &+= 1 }
    }

    /// Moves behind a character, and the space before it, if it is the next one.
    @inline(__always)
    mutating func take(_ character: Unicode.Scalar) -> Bool {
        if at < bytes.count, bytes[at] <= 0x20 { skipSpace() }
        guard at < bytes.count, bytes[at] == UInt8(ascii: character) else { return false }
        at &+= 1
        return true
    }

    /// True where a number begins.
    var isAtNumber: Bool {
        at < bytes.count && (bytes[at] == UInt8(ascii: "-") || bytes[at] &- 48 < 10)
    }

    /// Moves behind a number of at most 15 digits without an exponent, and the space before it; else nil, and it comes next.
    @inline(__always)
    mutating func shortNumber() -> Double? {
        if at < bytes.count, bytes[at] <= 0x20 { skipSpace() }
        var next = at
        let isNegative = next < bytes.count && bytes[next] == UInt8(ascii: "-")
        if isNegative { next &+= 1 }
        let start = next
        var mantissa = UInt64(0)
        takeDigits(&next, &mantissa)
        let whole = next &- start
        var decimals = 0
        if next < bytes.count, bytes[next] == UInt8(ascii: ".") {
            next &+= 1
            let point = next
            takeDigits(&next, &mantissa)
            decimals = next &- point
            guard decimals > 0 else { return nil }
        }
        guard whole > 0, whole &+ decimals <= 15, whole == 1 || bytes[start] != UInt8(ascii: "0"),
            next < bytes.count, bytes[next] | 0x20 != UInt8(ascii: "e")
        else { return nil }
        at = next
        // Exact, as above.
        let magnitude = Double(mantissa) / powersOfTen[decimals]
        return isNegative ? -magnitude : magnitude
    }

    @inline(__always)
    private func takeDigits(_ next: inout Int, _ mantissa: inout UInt64) {
        while next < bytes.count, bytes[next] &- 48 < 10 {
            mantissa = mantissa &* 10 &+ UInt64(bytes[next] &- 48)
            next &+= 1
        }
    }
}
