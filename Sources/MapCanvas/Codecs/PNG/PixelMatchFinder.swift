// SPDX-License-Identifier: MIT

/// Finds LZ77 matches in rows of pixels. Unlike a byte compressor it compares whole pixels only, and first the
/// neighbors to the left and above, where maps repeat themselves.
///
/// Differences are computed in advance for all pixels (`PixelDifferences`, `PixelHashMatches`), which keeps
/// unpredictable branches out of this loop.
struct PixelMatchFinder: ~Copyable {
    /// The deflate window in bytes.
    static let window = 32_768

    private var rows: PixelRows
    private var changes: PixelDifferences
    private var earlier: PixelHashMatches
    private let pixelBytes: Int
    /// The distance from a pixel to the one above; 1 where a row exceeds the window.
    private let up: Int

    /// Allocates memory for so many rows at a time, of pixels of 3 or 4 bytes.
    init(width: Int, rows: Int, pixelBytes: Int) {
        self.rows = PixelRows(width: width, rows: rows)
        changes = PixelDifferences(positions: self.rows.stride * rows)
        earlier = PixelHashMatches(positions: self.rows.stride * rows)
        self.pixelBytes = pixelBytes
        up = width * pixelBytes < Self.window ? self.rows.stride : 1
    }

    /// The maximum number of tokens that `run` writes: one or two per position, plus eight surplus pixels.
    static func tokenCount(width: Int, rows: Int, pixelBytes: Int) -> Int {
        ((width + 1) * rows + 8) * (pixelBytes - 2)
    }

    /// Emits the tokens for rows of a bitmap.
    ///
    /// - Returns: the rows' checksum.
    mutating func run(_ rowRange: Range<Int>, of bitmap: Bitmap, to tokens: inout TokenWriter) -> AdlerSum {
        let sum = rows.load(rowRange, of: bitmap, pixelBytes: pixelBytes)
        changes.find(in: rows, up: up)
        earlier.find(in: rows, changes, maxDistance: Self.window / pixelBytes)
        // Specialized for each pixel size, which makes it a constant.
        if pixelBytes == 3 { match(3, &tokens) } else { match(4, &tokens) }
        return sum
    }

    @inline(__always)
    private func match(_ pixelBytes: Int, _ tokens: inout TokenWriter) {
        let (count, stride) = (rows.count, rows.stride)
        let (pixels, fromLeft, fromAbove) = (rows.first, changes.fromLeft, changes.fromAbove)
        let (fresh, found, distances) = (earlier.literals, earlier.found, earlier.distances)
        let left = DeflateDistance(pixelBytes)
        let above = up == 1 ? left : DeflateDistance(1 &+ (stride &- 1) &* pixelBytes)
        var output = tokens
        var position = 0
        // The position of the next marker.
        var marker = 0
        while position < count {
            // Emits up to eight literals unconditionally, and looks up what follows at once, so that the loads
            // overlap.
            let literalCount = min(8, (~PixelDifferences.bits(fresh, from: position)).trailingZeroBitCount)
            let shift = UInt64(truncatingIfNeeded: literalCount)
            let leftBits = PixelDifferences.bits(fromLeft, from: position) &>> shift
            let aboveBits = PixelDifferences.bits(fromAbove, from: position) &>> shift
            let isFound = PixelDifferences.bits(found, from: position) &>> shift & 1
            output.add(pixels + position, literalCount, pixelBytes: pixelBytes)
            position &+= literalCount
            if literalCount == 8 || position == count { continue }
            var length: Int
            let distance: DeflateDistance
            if isFound == 0 {
                var (leftRun, aboveRun) = (leftBits.trailingZeroBitCount, aboveBits.trailingZeroBitCount)
                if max(leftRun, aboveRun) >= PixelDifferences.minValidBits - 8 {
                    leftRun = PixelDifferences.run(fromLeft, from: position)
                    aboveRun = PixelDifferences.run(fromAbove, from: position)
                }
                length = max(leftRun, aboveRun)
                distance = DeflateDistance(above, ifNegative: leftRun &- aboveRun, else: left)
                if position == marker, length < 2 {
                    // A single byte is shorter than the minimum match.
                    output.add(DeflateToken(literals: 0))
                    marker &+= stride
                    position &+= 1
                    continue
                }
            } else {
                let distanceInPixels = Int(distances[position])
                length = repeated(pixels + position, distanceInPixels)
                // A marker is a single byte, unlike a pixel. Markers up to the row's own lie in between.
                let markerCount =
                    UInt32(truncatingIfNeeded: distanceInPixels &+ marker &- position)
                    / UInt32(truncatingIfNeeded: stride)
                distance = DeflateDistance(distanceInPixels &* pixelBytes &- Int(markerCount) &* (pixelBytes &- 1))
            }
            position &+= length
            var bytes = length &* pixelBytes
            while marker < position {
                marker &+= stride
                bytes &-= pixelBytes &- 1
            }
            output.add(length: bytes, distance)
        }
        tokens = output
    }

    /// The length of a match, which is at least two pixels, at a distance.
    @inline(__always)
    private func repeated(_ pixels: UnsafePointer<UInt32>, _ distance: Int) -> Int {
        var length = 2
        while true {
            let current = UnsafeRawPointer(pixels + length)
            let differ = SIMD8<UInt32>(repeating: 0).replacing(
                with: .max,
                where: current.loadUnaligned(as: SIMD8<UInt32>.self)
                    .!= (current - distance &* 4).loadUnaligned(as: SIMD8<UInt32>.self))
            let bytes = unsafeBitCast(SIMD8<UInt8>(truncatingIfNeeded: differ), to: UInt64.self)
            // The padding after the rows differs from all pixels.
            if bytes != 0 { return length &+ UInt64(littleEndian: bytes).trailingZeroBitCount &>> 3 }
            length &+= 8
        }
    }
}
