// SPDX-License-Identifier: MIT
internal import CDeflate
import MapImages

/// A PNG of red, green, blue and opacity that is not compressed: what is drawn at once is not worth the time.
func storedPNG(side: Int, _ pixels: [UInt8]) -> [UInt8] {
    func bigEndian(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian, Array.init) }
    var rows: [UInt8] = []
    rows.reserveCapacity(side * (4 * side + 1))
    for row in 0..<side {
        rows.append(0)
        rows += pixels[4 * side * row..<4 * side * (row + 1)]
    }
    var stream: [UInt8] = [0x78, 0x01]
    stream.reserveCapacity(rows.count + rows.count / 4096 + 64)
    let largest = 65535
    for start in stride(from: 0, to: rows.count, by: largest) {
        let count = min(largest, rows.count - start)
        stream.append(start + count == rows.count ? 1 : 0)
        for number in [count, ~count] {
            stream += [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
        }
        stream += rows[start..<start + count]
    }
    let sum = rows.withUnsafeBufferPointer { libdeflate_adler32(1, $0.baseAddress, $0.count) }
    stream += bigEndian(sum)

    var file = PNGWriter(capacity: stream.count + 64)
    file.chunk("IHDR") { $0 += bigEndian(UInt32(side)) + bigEndian(UInt32(side)) + [8, 6, 0, 0, 0] }
    file.chunk("IDAT") { $0 = stream }
    file.chunk("IEND") { _ in }
    return file.bytes
}
