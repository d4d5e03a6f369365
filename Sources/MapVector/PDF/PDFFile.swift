// SPDX-License-Identifier: MIT
import CDeflate

/// The objects of a PDF as cairo writes it, to be changed and written again: cairo knows no layers, no places on the Earth and no
/// alternative texts.
///
/// - SeeAlso: ISO 32000-1, 7.5, for the structure of a file.
package struct PDFFile {
    /// What stands between `obj` and `endobj`, by number.
    package private(set) var objects: [Int: [UInt8]] = [:]
    private var root = 0
    private var info: Int?

    /// Nil for a file that is not as cairo 1.16 writes it: with a table of objects in plain text.
    package init?(_ file: [UInt8]) {
        guard let last = file.lastRange(of: "startxref"), let table = Self.number(file[last.upperBound...]),
            file[min(table, file.count)...].starts(with: "xref".utf8),
            let trailer = file[table...].firstRange(of: Array("trailer".utf8)),
            let root = Self.reference("Root", in: file[trailer.upperBound...])
        else { return nil }
        (self.root, info) = (root, Self.reference("Info", in: file[trailer.upperBound...]))
        let lines = file[table..<trailer.lowerBound].split(separator: 10).dropFirst(2)
        let places = lines.enumerated().compactMap { index, line -> (number: Int, offset: Int)? in
            line.contains(UInt8(ascii: "n")) ? Self.number(line).map { (index, $0) } : nil
        }.sorted { $0.offset < $1.offset }
        for (place, next) in zip(places, places.dropFirst().map(\.offset) + [table]) {
            guard place.offset < next, next <= file.count else { return nil }
            let slice = file[place.offset..<next]
            guard let start = slice.prefix(32).firstRange(of: Array(" 0 obj".utf8)),
                let end = slice.lastRange(of: "endobj"), start.upperBound <= end.lowerBound
            else { return nil }
            objects[place.number] = Array(slice[start.upperBound..<end.lowerBound])
        }
    }

    /// The number of the only page.
    package var page: Int? {
        let pages = objects.filter {
            Self.contains($0.value, "/Type /Page ") || Self.contains($0.value, "/Type /Page\n")
        }
        return pages.count == 1 ? pages.first?.key : nil
    }

    /// Adds an object.
    mutating func add(_ body: String) -> Int { add(Array(body.utf8)) }

    private mutating func add(_ body: [UInt8]) -> Int {
        let number = (objects.keys.max() ?? 0) + 1
        objects[number] = body
        return number
    }

    /// Adds a stream.
    mutating func add(stream: [UInt8], entries: String) -> Int {
        add(Array("\n<< \(entries) /Length \(stream.count) >>\nstream\n".utf8) + stream + Array("\nendstream\n".utf8))
    }

    /// Adds entries to a dictionary.
    mutating func extend(_ number: Int, _ entries: String) {
        guard let body = objects[number], let end = body.lastRange(of: ">>") else { return }
        objects[number] = Array(body[..<end.lowerBound]) + Array("\(entries)\n>>\n".utf8)
    }

    mutating func extendRoot(_ entries: String) { extend(root, entries) }

    /// Takes an entry with a number or a reference out of a dictionary.
    mutating func remove(_ key: String, from number: Int? = nil) {
        let number = number ?? root
        guard let body = objects[number], let start = body.firstRange(of: Array("/\(key) ".utf8)) else { return }
        let rest = body[start.upperBound...]
        let end = rest.firstIndex { !(48...57).contains($0) && $0 != 32 && $0 != UInt8(ascii: "R") } ?? rest.endIndex
        objects[number] = Array(body[..<start.lowerBound]) + Array(body[end...])
    }

    /// The object that a dictionary's entry refers to.
    package func reference(_ key: String, in number: Int) -> Int? {
        objects[number].flatMap { Self.reference(key, in: $0[...]) }
    }

    /// The numbers of all objects with an entry, and its value.
    func numbers(_ key: String) -> [(object: Int, value: Int)] {
        objects.compactMap { number, body in
            guard let found = body.prefix(256).firstRange(of: Array("/\(key) ".utf8)) else { return nil }
            return Self.number(body[found.upperBound...]).map { (number, $0) }
        }.sorted { $0.object < $1.object }
    }

    /// The bytes of a stream, decompressed; nil where it is no such stream.
    package func stream(_ number: Int) -> [UInt8]? {
        guard let body = objects[number], Self.contains(body, "/FlateDecode"),
            let start = body.firstRange(of: Array("stream\n".utf8)), let end = body.lastRange(of: "\nendstream"),
            let decompressor = libdeflate_alloc_decompressor()
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
        objects[number] =
            Array("\n<< /Length \(packed.count) /Filter /FlateDecode >>\nstream\n".utf8) + packed
            + Array("\nendstream\n".utf8)
        return true
    }

    /// The file.
    ///
    /// - Parameter version: of the format.
    /// - Returns: its bytes.
    package func bytes(version: String) -> [UInt8] {
        var file = Array("%PDF-\(version)\n%".utf8) + [0xB5, 0xED, 0xAE, 0xFB, 10]
        file.reserveCapacity(objects.reduce(1024) { $0 + $1.value.count + 64 })
        let count = (objects.keys.max() ?? 0) + 1
        var table = "xref\n0 \(count)\n0000000000 65535 f \n"
        for number in 1..<max(1, count) {
            guard let body = objects[number] else {
                table += "0000000000 00000 f \n"
                continue
            }
            let offset = String(file.count)
            table += String(repeating: "0", count: 10 - offset.utf8.count) + offset + " 00000 n \n"
            file += Array("\(number) 0 obj".utf8) + body + Array("endobj\n".utf8)
        }
        let start = file.count
        let info = info.map { "/Info \($0) 0 R " } ?? ""
        file += Array(
            "\(table)trailer\n<< /Size \(count) /Root \(root) 0 R \(info)>>\nstartxref\n\(start)\n%%EOF\n".utf8)
        return file
    }

    private static func contains(_ bytes: [UInt8], _ text: String) -> Bool {
        bytes.prefix(256).firstRange(of: Array(text.utf8)) != nil
    }

    private static func reference(_ key: String, in bytes: ArraySlice<UInt8>) -> Int? {
        bytes.firstRange(of: Array("/\(key) ".utf8)).flatMap { number(bytes[$0.upperBound...]) }
    }

    /// The number that a text begins with, after spaces.
    private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
        let digits = bytes.drop { $0 == 32 || $0 == 10 || $0 == 13 }.prefix(19).prefix { (48...57).contains($0) }
        return Int(String(decoding: digits, as: UTF8.self))
    }
}

extension RandomAccessCollection<UInt8> where Index == Int {
    fileprivate func lastRange(of text: String) -> Range<Int>? {
        let bytes = Array(text.utf8)
        guard count >= bytes.count else { return nil }
        return stride(from: endIndex - bytes.count, through: startIndex, by: -1).first {
            self[$0..<$0 + bytes.count].elementsEqual(bytes)
        }
        .map { $0..<$0 + bytes.count }
    }
}
