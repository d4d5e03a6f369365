// SPDX-License-Identifier: MIT

/// Says rows of pixels as literals and repetitions. Unlike a compressor for bytes it looks at whole pixels only, and first
/// where pictures repeat themselves: at the pixel on the left and in the row above.
///
/// What is compared is found out beforehand for all pixels (`PixelDifferences`, `PixelHashMatches`), so that little is left here
/// that a processor must guess.
struct PixelMatchFinder: ~Copyable {
    /// Bytes that deflate can look back.
    static let window = 32_768

    private var rows: PixelRows
    private var changes: PixelDifferences
    private var earlier: PixelHashMatches
    private let pixelBytes: Int
    /// Places from a pixel to the one above; to the one on the left where that is beyond the window.
    private let up: Int

    /// For so many rows at a time, of pixels of 3 or 4 bytes.
    init(width: Int, rows: Int, pixelBytes: Int) {
        self.rows = PixelRows(width: width, rows: rows)
        changes = PixelDifferences(places: self.rows.stride * rows)
        earlier = PixelHashMatches(places: self.rows.stride * rows)
        self.pixelBytes = pixelBytes
        up = width * pixelBytes < Self.window ? self.rows.stride : 1
    }

    /// Room for the tokens that `run` writes: one or two for each place, and those of eight pixels that do not count.
    static func tokenCount(width: Int, rows: Int, pixelBytes: Int) -> Int {
        ((width + 1) * rows + 8) * (pixelBytes - 2)
    }

    /// Writes tokens for rows of a bitmap.
    ///
    /// - Returns: their checksum.
    mutating func run(_ lines: Range<Int>, of bitmap: Bitmap, to tokens: inout TokenWriter) -> AdlerSum {
        let sum = rows.load(lines, of: bitmap, pixelBytes: pixelBytes)
        changes.find(in: rows, up: up)
        earlier.find(in: rows, changes, farthest: Self.window / pixelBytes)
        // Inlined for each size of a pixel, so that it is a constant.
        if pixelBytes == 3 { match(3, &tokens) } else { match(4, &tokens) }
        return sum
    }

    @inline(__always)
    private func match(_ pixelBytes: Int, _ tokens: inout TokenWriter) {
        let (count, stride) = (rows.count, rows.stride)
        let (pixels, fromLeft, fromAbove) = (rows.first, changes.fromLeft, changes.fromAbove)
        let (fresh, found, distances) = (earlier.fresh, earlier.found, earlier.distances)
        let left = DeflateDistance(pixelBytes)
        let above = up == 1 ? left : DeflateDistance(1 &+ (stride &- 1) &* pixelBytes)
        var output = tokens
        var place = 0
        // The next mark, perhaps here.
        var mark = 0
        while place < count {
            // Up to eight pixels that repeat nothing, without asking how many. What comes then is looked up at once, so
            // that one need not wait for the other.
            let plain = min(8, (~PixelDifferences.bits(fresh, from: place)).trailingZeroBitCount)
            let shift = UInt64(truncatingIfNeeded: plain)
            let leftBits = PixelDifferences.bits(fromLeft, from: place) &>> shift
            let aboveBits = PixelDifferences.bits(fromAbove, from: place) &>> shift
            let isFound = PixelDifferences.bits(found, from: place) &>> shift & 1
            output.add(pixels + place, plain, pixelBytes: pixelBytes)
            place &+= plain
            if plain == 8 || place == count { continue }
            var length: Int
            let distance: DeflateDistance
            if isFound == 0 {
                var (leftRun, aboveRun) = (leftBits.trailingZeroBitCount, aboveBits.trailingZeroBitCount)
                if max(leftRun, aboveRun) >= PixelDifferences.sight - 8 {
                    leftRun = PixelDifferences.run(fromLeft, from: place)
                    aboveRun = PixelDifferences.run(fromAbove, from: place)
                }
                length = max(leftRun, aboveRun)
                distance = DeflateDistance(above, ifNegative: leftRun &- aboveRun, else: left)
                if place == mark, length < 2 {
                    // One byte is no match.
                    output.add(DeflateToken(literals: 0))
                    mark &+= stride
                    place &+= 1
                    continue
                }
            } else {
                let places = Int(distances[place])
                length = repeated(pixels + place, places)
                // A mark is shorter than a pixel. Those from the row's own mark on lie between.
                let marks = UInt32(truncatingIfNeeded: places &+ mark &- place) / UInt32(truncatingIfNeeded: stride)
                distance = DeflateDistance(places &* pixelBytes &- Int(marks) &* (pixelBytes &- 1))
            }
            place &+= length
            var bytes = length &* pixelBytes
            while mark < place {
                mark &+= stride
                bytes &-= pixelBytes &- 1
            }
            output.add(length: bytes, distance)
        }
        tokens = output
    }

    /// How many pixels, of which there are at least two, repeat those so many places before.
    @inline(__always)
    private func repeated(_ pixels: UnsafePointer<UInt32>, _ distance: Int) -> Int {
        var length = 2
        while true {
            let here = UnsafeRawPointer(pixels + length)
            let differ = SIMD8<UInt32>(repeating: 0).replacing(
                with: .max,
                where: here.loadUnaligned(as: SIMD8<UInt32>.self)
                    .!= (here - distance &* 4).loadUnaligned(as: SIMD8<UInt32>.self))
            let bytes = unsafeBitCast(SIMD8<UInt8>(truncatingIfNeeded: differ), to: UInt64.self)
            // What stands after the rows differs from all.
            if bytes != 0 { return length &+ UInt64(littleEndian: bytes).trailingZeroBitCount &>> 3 }
            length &+= 8
        }
    }
}
