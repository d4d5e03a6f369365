// SPDX-License-Identifier: MIT
package import MapCore
import MapGeo

/// One character of a glyph file: its signed distance field and metrics, for an em of 24 pixels.
package struct GlyphRecord: Sendable {
    package var scalar: UInt32
    /// Size of the bitmap, including its border of three pixels on each side; zero for characters without ink.
    package var width: Int
    package var height: Int
    /// From the pen to the ink, without the border.
    package var left: Double
    /// From the font's ascender up to the ink, without the border; below zero for most.
    package var top: Double
    package var advance: Double
    /// Row by row from the top; 192 on the outline, and 32 more for each pixel inwards.
    package var distances: [UInt8]

    package init(
        scalar: UInt32, width: Int, height: Int, left: Double, top: Double, advance: Double, distances: [UInt8]
    ) {
        self.scalar = scalar
        self.width = width
        self.height = height
        self.left = left
        self.top = top
        self.advance = advance
        self.distances = distances
    }
}

/// The glyphs of one `{range}.pbf`, as MapLibre's styles name them.
///
/// - SeeAlso: https://github.com/mapbox/node-fontnik/blob/master/proto/glyphs.proto
package enum GlyphRange {
    /// Pixels around the ink of a glyph's bitmap.
    package static let border = 3

    /// A file has 256 glyphs; the largest known are of 400 KB.
    package static let maxFileSize = 16 << 20
    /// The largest width and height in pixels, without border: six ems.
    private static let maxSide = 150

    /// Decodes an uncompressed file. Broken glyphs are left out.
    ///
    /// - Throws: when the bytes are not a protobuf message.
    package static func decode(_ bytes: [UInt8]) throws(Diagnostic) -> [GlyphRecord] {
        guard bytes.count <= maxFileSize else {
            throw Diagnostic(code: .glyphsDamaged, "the glyph file is larger than 16 MiB")
        }
        do {
            return try bytes.withUnsafeBufferPointer { buffer throws(ProtobufError) in
                var records: [GlyphRecord] = []
                try forEachStackField(buffer) { stack, number, wire throws(ProtobufError) in
                    guard number == 3 else { return try stack.skip(wire) }
                    if let glyph = try glyph(buffer, try stack.range(wire)) { records.append(glyph) }
                }
                return records
            }
        } catch {
            throw Diagnostic(code: .glyphsDamaged, "not a glyph file: \(error.message)")
        }
    }

    /// Visits the fields of a file's stacks of fonts; `body` reads or skips the value of each.
    static func forEachStackField(
        _ buffer: UnsafeBufferPointer<UInt8>,
        _ body: (inout ProtobufReader, _ number: UInt64, ProtobufReader.Wire) throws(ProtobufError) -> Void
    ) throws(ProtobufError) {
        var file = ProtobufReader(buffer, 0..<buffer.count)
        while let (number, wire) = try file.field() {
            guard number == 1 else {
                try file.skip(wire)
                continue
            }
            var stack = ProtobufReader(buffer, try file.range(wire))
            while let (number, wire) = try stack.field() { try body(&stack, number, wire) }
        }
    }

    private static func glyph(
        _ buffer: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
    ) throws(ProtobufError) -> GlyphRecord? {
        var reader = ProtobufReader(buffer, range)
        var (id, width, height, left, top, advance) = (UInt64.max, UInt64(0), UInt64(0), Int64(0), Int64(0), UInt64(0))
        var bitmap = 0..<0
        while let (number, wire) = try reader.field() {
            switch number {
            case 1: id = try reader.varint(wire)
            case 2: bitmap = try reader.range(wire)
            case 3: width = try reader.varint(wire)
            case 4: height = try reader.varint(wire)
            case 5: left = zigzagDecoded(try reader.varint(wire))
            case 6: top = zigzagDecoded(try reader.varint(wire))
            case 7: advance = try reader.varint(wire)
            default: try reader.skip(wire)
            }
        }
        guard id <= 0x10_FFFF, width <= maxSide, height <= maxSide, advance <= 1000, abs(Double(left)) <= 1000,
            abs(Double(top)) <= 1000
        else { return nil }
        var record = GlyphRecord(
            scalar: UInt32(id), width: 0, height: 0, left: Double(left), top: Double(top), advance: Double(advance),
            distances: [])
        guard width > 0, height > 0, !bitmap.isEmpty else { return record }
        record.width = Int(width) + 2 * border
        record.height = Int(height) + 2 * border
        guard bitmap.count == record.width * record.height else { return nil }
        record.distances = Array(buffer[bitmap])
        return record
    }
}

extension GlyphRange {
    /// A file with the glyphs of 256 characters.
    ///
    /// - Parameters:
    ///   - glyphs: in any order.
    ///   - stack: the name of the fonts.
    ///   - start: the first character.
    /// - Returns: the uncompressed file.
    package static func encode(_ glyphs: [GlyphRecord], stack: String, start: UInt32) -> [UInt8] {
        var content = ProtobufWriter()
        content.string(1, stack)
        content.string(2, "\(start)-\(start + 255)")
        for glyph in glyphs.sorted(by: { $0.scalar < $1.scalar }) {
            var message = ProtobufWriter()
            message.number(1, UInt64(glyph.scalar))
            if !glyph.distances.isEmpty { message.data(2, glyph.distances) }
            message.number(3, UInt64(max(0, glyph.distances.isEmpty ? 0 : glyph.width - 2 * border)))
            message.number(4, UInt64(max(0, glyph.distances.isEmpty ? 0 : glyph.height - 2 * border)))
            message.number(5, zigzagEncoded(glyph.left))
            message.number(6, zigzagEncoded(glyph.top))
            message.number(7, UInt64(max(0, glyph.advance.rounded())))
            content.message(3, message)
        }
        var file = ProtobufWriter()
        file.message(1, content)
        return file.bytes
    }

    private static func zigzagEncoded(_ number: Double) -> UInt64 {
        let whole = Int64(number.rounded())
        return UInt64(bitPattern: whole << 1 ^ whole >> 63)
    }
}

extension GlyphRange {
    /// Joins the glyphs of several fonts into one file: for each character those of the first font that has it. Name and
    /// range are those of the first font.
    ///
    /// - Parameter files: uncompressed files; of a damaged one, what comes before the damage counts.
    /// - Returns: the uncompressed file; nil for no files.
    package static func merged(_ files: [[UInt8]]) -> [UInt8]? {
        guard files.count > 1 else { return files.first }
        var stack = MergedStack()
        for file in files {
            file.withUnsafeBufferPointer { try? stack.add($0) }
        }
        var writer = ProtobufWriter()
        writer.message(1, stack.content)
        return writer.bytes
    }
}

private struct MergedStack {
    private(set) var content = ProtobufWriter()
    private var scalars: Set<UInt64> = []
    private var hasName = false
    private var hasRange = false

    mutating func add(_ buffer: UnsafeBufferPointer<UInt8>) throws(ProtobufError) {
        try GlyphRange.forEachStackField(buffer) { stack, number, wire throws(ProtobufError) in
            guard wire == .bytes else { return try stack.skip(wire) }
            let range = try stack.range(wire)
            if try isNew(number, range, in: buffer) { content.data(number, Array(buffer[range])) }
        }
    }

    private mutating func isNew(
        _ field: UInt64, _ range: Range<Int>, in buffer: UnsafeBufferPointer<UInt8>
    ) throws(ProtobufError) -> Bool {
        switch field {
        case 1:
            defer { hasName = true }
            return !hasName
        case 2:
            defer { hasRange = true }
            return !hasRange
        case 3:
            var glyph = ProtobufReader(buffer, range)
            while let (number, wire) = try glyph.field() {
                if number == 1 { return scalars.insert(try glyph.varint(wire)).inserted }
                try glyph.skip(wire)
            }
            return false
        default: return false
        }
    }
}

/// Glyph files in an MBTiles or PMTiles archive.
///
/// There is no common format for this, so it is the project's own, made for use with tools that pack and convert tiles:
/// the metadata's `fontstacks` list the fonts' names, and the file of characters `256 n` to `256 n + 255` of the font with
/// index `i` in that list is the tile at zoom 8, column `i`, row `n` (from the north).
package struct GlyphArchive: Sendable {
    private static let zoom = 8

    private let archive: any TileArchive
    private let columns: [String: Int]

    /// - Throws: when the file is not an archive, or lists no fonts.
    package init(path: String) throws(Diagnostic) {
        archive = try openArchive(at: path)
        columns = Dictionary(
            archive.info.fontstacks.enumerated().map { ($0.element, $0.offset) },
            uniquingKeysWith: { first, _ in first })
        guard !columns.isEmpty else {
            throw Diagnostic(
                code: .glyphsNotAnArchive, file: path, expected: "an archive of glyphs",
                found: "no \"fontstacks\" in its metadata",
                hint: "the README says how glyphs lie in an archive")
        }
    }

    /// The file of 256 characters that begins with `start`; nil when the archive does not have it.
    package func file(of font: String, start: UInt32) throws(Diagnostic) -> [UInt8]? {
        guard let column = columns[font], start < 0x10000 else { return nil }
        return try archive.tile(TileID(z: Self.zoom, x: column, y: Int(start / 256)))
    }
}
