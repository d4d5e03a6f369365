// SPDX-License-Identifier: MIT
package import MapDiagnostics

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
            throw Diagnostic(code: TileCode.damagedGlyphs, "the glyph file is larger than 16 MiB")
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
            throw Diagnostic(code: TileCode.damagedGlyphs, "not a glyph file: \(error.message)")
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
