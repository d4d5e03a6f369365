// SPDX-License-Identifier: MIT
import CDeflate

/// Objects of a PDF as cairo writes it, to be changed and written again: cairo knows no layers, no places on the Earth and no
/// alternative texts.
///
/// - SeeAlso: ISO 32000-1, 7.5, for the structure of a file.
package struct PDFObjects {
    /// What stands between `obj` and `endobj`, by number.
    package private(set) var bodies: [Int: [UInt8]] = [:]
    /// In the order in which they were read.
    package private(set) var numbers: [Int] = []

    /// Reads whole objects from the beginning of a part of a file, with the comments before them.
    ///
    /// - Parameter bytes: of the file; what is left of them begins with something else, or is an object that has no end yet.
    package init(reading bytes: inout [UInt8]) {
        var place = 0
        while true {
            var start = place
            while start < bytes.count, bytes[start] == UInt8(ascii: "%") {
                guard let end = Self.find("\n", in: bytes, from: start) else { break }
                start = end.upperBound
            }
            guard let number = Self.number(bytes[start...]),
                let head = Self.find(" 0 obj", in: bytes, from: start, within: 32),
                let end = Self.end(of: bytes, from: head.upperBound)
            else { break }
            bodies[number] = Array(bytes[head.upperBound..<end.lowerBound])
            numbers.append(number)
            place = end.upperBound
            while place < bytes.count, bytes[place] == 10 { place += 1 }
        }
        bytes.removeFirst(place)
    }

    /// Where the object ends whose body begins at a byte.
    private static func end(of bytes: [UInt8], from start: Int) -> Range<Int>? {
        guard let first = find("endobj", in: bytes, from: start) else { return nil }
        guard let stream = find("\nstream\n", in: bytes, from: start, within: first.lowerBound - start) else {
            return first
        }
        return find("\nendstream\nendobj", in: bytes, from: stream.upperBound).map { $0.upperBound - 6..<$0.upperBound }
    }

    /// Where a text stands that begins at most `limit` bytes behind a place.
    private static func find(
        _ text: String, in bytes: [UInt8], from start: Int, within limit: Int = .max
    ) -> Range<Int>? {
        let rest = bytes[start...]
        return rest.prefix(min(rest.count, limit) + text.utf8.count).firstRange(of: text)
    }

    mutating func add(_ number: Int, _ body: String) { add(number, Array(body.utf8)) }

    private mutating func add(_ number: Int, _ body: [UInt8]) {
        if bodies.updateValue(body, forKey: number) == nil { numbers.append(number) }
    }

    /// Adds a stream.
    mutating func add(_ number: Int, stream: [UInt8], entries: String) {
        add(
            number,
            Array("\n<< \(entries) /Length \(stream.count) >>\nstream\n".utf8) + stream
                + Array("\nendstream\n".utf8))
    }

    /// Adds entries to a dictionary.
    mutating func extend(_ number: Int, _ entries: String) {
        guard let body = bodies[number], let end = body.lastRange(of: ">>") else { return }
        bodies[number] = Array(body[..<end.lowerBound]) + Array("\(entries)\n>>\n".utf8)
    }

    /// Takes an object out.
    mutating func remove(_ number: Int) {
        bodies[number] = nil
        numbers.removeAll { $0 == number }
    }

    /// Takes an entry with a number or a reference out of a dictionary.
    mutating func remove(_ key: String, from number: Int) {
        guard let body = bodies[number], let start = body.firstRange(of: "/\(key) ") else { return }
        let rest = body[start.upperBound...]
        let end = rest.firstIndex { !(48...57).contains($0) && $0 != 32 && $0 != UInt8(ascii: "R") } ?? rest.endIndex
        bodies[number] = Array(body[..<start.lowerBound]) + Array(body[end...])
    }

    /// Takes an entry with a list or a dictionary, which has none inside, out of a dictionary.
    mutating func remove(_ key: String, opening: String, closing: String, from number: Int) {
        guard let body = bodies[number], let start = body.firstRange(of: "/\(key) \(opening)"),
            let end = body[start.upperBound...].firstRange(of: closing)
        else { return }
        bodies[number] = Array(body[..<start.lowerBound]) + Array(body[end.upperBound...])
    }

    /// Takes out what stands in a dictionary of an object for a second time: cairo names images as often as they are drawn.
    mutating func removeRepeats(in key: String, of number: Int) {
        guard let body = bodies[number], let start = Self.find("/\(key) <<", in: body, from: 0),
            let end = Self.find(">>", in: body, from: start.upperBound)
        else { return }
        var known: Set<[UInt8]> = []
        var entries: [UInt8] = [32]
        for entry in body[start.upperBound..<end.lowerBound].split(separator: UInt8(ascii: "/")) {
            let name = Array(entry.prefix { $0 != 32 && $0 != 10 })
            guard !name.isEmpty, known.insert(name).inserted else { continue }
            entries.append(UInt8(ascii: "/"))
            entries += entry
        }
        bodies[number] = Array(body[..<start.upperBound]) + entries + Array(body[end.lowerBound...])
    }

    /// True for an object near whose beginning a text stands.
    package func contains(_ text: String, in number: Int) -> Bool {
        bodies[number]?.prefix(256).firstRange(of: text) != nil
    }

    /// True for an object that is a list.
    func isList(_ number: Int) -> Bool { bodies[number]?.first { $0 != 10 && $0 != 32 } == UInt8(ascii: "[") }

    /// The object that a dictionary's entry refers to.
    package func reference(_ key: String, in number: Int) -> Int? {
        bodies[number].flatMap { Self.reference(key, in: $0[...]) }
    }

    /// The object that an entry refers to, near the beginning of bytes.
    static func reference(_ key: String, in bytes: ArraySlice<UInt8>) -> Int? {
        let head = bytes.prefix(1024)
        guard let key = head.firstRange(of: "/\(key) "), let number = number(head[key.upperBound...]),
            head[key.upperBound...].starts(with: "\(number) 0 R".utf8)
        else { return nil }
        return number
    }

    /// The bytes of a stream, decompressed; nil where it is no such stream.
    package func stream(_ number: Int) -> [UInt8]? {
        guard contains("/FlateDecode", in: number), let body = bodies[number],
            let start = Self.find("stream\n", in: body, from: 0), let end = body.lastRange(of: "\nendstream"),
            start.upperBound <= end.lowerBound, let decompressor = libdeflate_alloc_decompressor()
        else { return nil }
        defer { libdeflate_free_decompressor(decompressor) }
        let packed = Array(body[start.upperBound..<end.lowerBound])
        // Content is text: it shrinks to a fifth, rarely to a fiftieth.
        var room = max(4096, packed.count * 8)
        while room <= Self.largestStream {
            var result = LIBDEFLATE_BAD_DATA
            let bytes = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
                result = libdeflate_zlib_decompress(
                    decompressor, packed, packed.count, buffer.baseAddress, room, &count)
                if result != LIBDEFLATE_SUCCESS { count = 0 }
            }
            if result == LIBDEFLATE_SUCCESS { return bytes }
            guard result == LIBDEFLATE_INSUFFICIENT_SPACE else { return nil }
            room *= 4
        }
        return nil
    }

    private static let largestStream = 1 << 31

    /// Puts other bytes in the place of a stream; false where there is no memory.
    mutating func replace(_ number: Int, with bytes: [UInt8]) -> Bool {
        guard let compressor = libdeflate_alloc_compressor(6) else { return false }
        defer { libdeflate_free_compressor(compressor) }
        let bound = libdeflate_zlib_compress_bound(compressor, bytes.count)
        let packed = [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
            count = libdeflate_zlib_compress(compressor, bytes, bytes.count, buffer.baseAddress, bound)
        }
        guard !packed.isEmpty else { return false }
        bodies[number] =
            Array("\n<< /Length \(packed.count) /Filter /FlateDecode >>\nstream\n".utf8) + packed
            + Array("\nendstream\n".utf8)
        return true
    }

    /// The number that a text begins with, after spaces.
    static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
        let digits = bytes.drop { $0 == 32 || $0 == 10 || $0 == 13 }.prefix(19).prefix { (48...57).contains($0) }
        return Int(String(decoding: digits, as: UTF8.self))
    }
}

extension RandomAccessCollection<UInt8> where Index == Int {
    /// Where a text stands for the first time. Quicker than the function of all collections.
    func firstRange(of text: String) -> Range<Int>? {
        let pattern = Array(text.utf8)
        guard let first = pattern.first, count >= pattern.count else { return nil }
        for place in startIndex...endIndex - pattern.count
        where self[place] == first && self[place..<place + pattern.count].elementsEqual(pattern) {
            return place..<place + pattern.count
        }
        return nil
    }

    fileprivate func lastRange(of text: String) -> Range<Int>? {
        let bytes = Array(text.utf8)
        guard count >= bytes.count else { return nil }
        return stride(from: endIndex - bytes.count, through: startIndex, by: -1).first {
            self[$0..<$0 + bytes.count].elementsEqual(bytes)
        }
        .map { $0..<$0 + bytes.count }
    }
}
