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
    private let format: PNGPixelFormat
    /// The distance from a pixel to the one above; 1 where a row exceeds the window.
    private let up: Int

    /// Allocates memory for so many rows at a time, of pixels of 3 or 4 bytes.
    init(width: Int, rows: Int, _ format: PNGPixelFormat) {
        let context = max(1, Self.window / format.stride(width))
        self.rows = PixelRows(width: width, rows: rows, context: context)
        changes = PixelDifferences(positions: self.rows.capacity)
        earlier = PixelHashMatches(positions: self.rows.capacity)
        self.format = format
        up = width * format.pixelBytes < Self.window ? self.rows.stride : 1
    }

    /// The maximum number of tokens that `run` writes: one or two per position, plus surplus pixels.
    static func tokenCount(width: Int, rows: Int, pixelBytes: Int) -> Int {
        ((width + 1) * rows + 4) * (pixelBytes - 2)
    }

    /// Emits the tokens for rows of a bitmap.
    ///
    /// - Returns: the rows' checksum.
    mutating func run(_ rowRange: Range<Int>, of bitmap: Bitmap, to tokens: inout TokenWriter) -> AdlerSum {
        let pixelBytes = format.pixelBytes
        let sum = rows.load(rowRange, of: bitmap, format)
        changes.find(in: rows, up: up)
        earlier.find(in: rows, changes, maxDistance: Self.window / pixelBytes)
        if format.filter == PaethFilter.type { earlier.leaveSlightPixels(of: rows) }
        // Specialized for each pixel size, which makes it a constant.
        tokens = pixelBytes == 3 ? match(3, tokens) : match(4, tokens)
        return sum
    }

    @inline(__always)
    private func match(_ pixelBytes: Int, _ tokens: TokenWriter) -> TokenWriter {
        let (count, stride) = (rows.count, rows.stride)
        let (pixels, fromLeft, fromAbove) = (rows.first, changes.fromLeft, changes.fromAbove)
        let (single, found) = (earlier.singles, earlier.found)
        let left = DeflateDistance(pixelBytes)
        let above = up == 1 ? left : DeflateDistance(1 &+ (stride &- 1) &* pixelBytes)
        let maxDistance = Self.window / pixelBytes
        let singles = SinglePixels(stride: stride, pixelBytes: pixelBytes, maxDistance: maxDistance)
        // Divides numbers of positions within the window and a row exactly.
        let perStride = (1 << 32) / stride + 1
        var output = tokens
        var position = rows.contextCount
        // The position of the next marker.
        var marker = position
        while position < count {
            // Emits up to four single pixels unconditionally.
            let singleCount = min(4, (~PixelDifferences.bits(single, from: position)).trailingZeroBitCount)
            singles.write(
                pixels + position, earlier.remainders + position, singleCount, toMarker: marker &- position, to: &output
            )
            position &+= singleCount
            if singleCount == 4 || position == count { continue }
            var length: Int
            let distance: DeflateDistance
            if PixelDifferences.bits(found, from: position) & 1 == 0 {
                var leftRun = PixelDifferences.bits(fromLeft, from: position).trailingZeroBitCount
                var aboveRun = PixelDifferences.bits(fromAbove, from: position).trailingZeroBitCount
                if max(leftRun, aboveRun) >= PixelDifferences.minValidBits {
                    leftRun = PixelDifferences.run(fromLeft, from: position)
                    aboveRun = PixelDifferences.run(fromAbove, from: position)
                }
                length = max(leftRun, aboveRun)
                distance = DeflateDistance(above, ifNegative: leftRun &- aboveRun, else: left)
                if position == marker, length < 2 {
                    // A single byte is shorter than the minimum match.
                    output.add(DeflateToken(literal: format.filter))
                    marker &+= stride
                    position &+= 1
                    continue
                }
            } else {
                let distanceInPixels = maxDistance &- Int(earlier.remainders[position])
                length = repeated(pixels + position, distanceInPixels)
                // A marker is a single byte, unlike a pixel. Markers up to the row's own lie in between.
                let markerCount = ((distanceInPixels &+ marker &- position) &* perStride) &>> 32
                distance = DeflateDistance(distanceInPixels &* pixelBytes &- markerCount &* (pixelBytes &- 1))
            }
            position &+= length
            var bytes = length &* pixelBytes
            while marker < position {
                marker &+= stride
                bytes &-= pixelBytes &- 1
            }
            output.add(length: bytes, distance)
        }
        return output
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

/// Writes single pixels: as a match where an earlier pixel is the same, or else as literals.
private struct SinglePixels {
    /// Adding this to a number below 2²², and subtracting it, rounds to the nearest integer.
    @inline(__always) private static var rounding: SIMD4<Float> { SIMD4(repeating: 12_582_912) }

    private let pixelBytes: Int
    private let maxBytes: Float
    private let perStride: Float
    private let offset: SIMD4<Float>

    init(stride: Int, pixelBytes: Int, maxDistance: Int) {
        self.pixelBytes = pixelBytes
        perStride = 1 / Float(stride)
        // Each pixel is one position further; half a position more than the number of whole strides is rounded.
        offset = (Float(maxDistance) + 0.5 - SIMD4(0, 1, 2, 3)) / Float(stride) - 0.5
        maxBytes = Float(maxDistance * pixelBytes)
    }

    /// Appends at most four pixels 0xAARRGGBB with remainders of distances as `PixelHashMatches` has them. Always reads and writes
    /// four; the surplus is overwritten by the next tokens.
    @inline(__always)
    func write(
        _ pixels: UnsafePointer<UInt32>, _ remainders: UnsafePointer<UInt16>, _ count: Int, toMarker: Int,
        to tokens: inout TokenWriter
    ) {
        let colors = UnsafeRawPointer(pixels).loadUnaligned(as: SIMD4<UInt32>.self)
        let remainder = SIMD4<UInt32>(
            truncatingIfNeeded: UnsafeRawPointer(remainders).loadUnaligned(as: SIMD4<UInt16>.self))
        let shortfall = SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: remainder))
        // A marker is a single byte, unlike a pixel. Markers up to the row's own lie in between.
        let markers =
            offset + Float(Int32(truncatingIfNeeded: toMarker)) * perStride - shortfall * perStride + Self.rounding
            - Self.rounding
        let size = Float(pixelBytes)
        let n = maxBytes - 1 - shortfall * size - markers * (size - 1)
        // A float's exponent and highest bit of the mantissa are the symbol, and the rest the extra bits.
        let base = unsafeBitCast(n, to: SIMD4<UInt32>.self) & 0xFFC0_0000
        let extra = n - unsafeBitCast(base, to: SIMD4<Float>.self) + 8_388_608
        let isMatch = SIMD4<UInt32>(repeating: 0).replacing(with: .max, where: remainder .< 0x8000)
        let symbols = base &>> 22 &+ (256 - 254)
        let low = (symbols | symbols &<< 16) & isMatch
        let high = (unsafeBitCast(extra, to: SIMD4<UInt32>.self) &<< 16 | UInt32(256 + pixelBytes - 3)) & isMatch
        let matches = SIMD8(low[0], high[0], low[1], high[1], low[2], high[2], low[3], high[3])
        // Blue, green and red are the fields of literals, from the lowest on.
        let bytes = unsafeBitCast(colors & 0x00FF_FFFF & ~isMatch, to: SIMD2<UInt64>.self)
        let literals = SIMD8(lowHalf: Self.fields(bytes[0]), highHalf: Self.fields(bytes[1]))
        let chosen = matches | literals
        if pixelBytes == 3 { return tokens.add(chosen, count) }
        let each = unsafeBitCast(chosen, to: SIMD4<UInt64>.self)
        for i in 0..<count {
            tokens.add(bits: each[i])
            if isMatch[i] == 0 { tokens.add(DeflateToken(literal: UInt8(truncatingIfNeeded: colors[i] >> 24))) }
        }
    }

    /// The bytes of two pixels as 16 bits each.
    @inline(__always)
    private static func fields(_ bytes: UInt64) -> SIMD4<UInt32> {
        unsafeBitCast(
            SIMD8<UInt16>(truncatingIfNeeded: unsafeBitCast(bytes, to: SIMD8<UInt8>.self)), to: SIMD4<UInt32>.self)
    }
}

/// Bit masks of the pixels that differ from their left and upper neighbors; the length of a run is found by counting
/// zeros.
///
/// Positions are counted from the first row's marker.
struct PixelDifferences: ~Copyable {
    /// The minimum number of valid bits that `bits` returns.
    static let minValidBits = 57

    /// The number of words that hold bits of the rows; one more is readable.
    private(set) var wordCount = 0
    private let capacity: Int
    let fromLeft: UnsafeMutablePointer<UInt64>
    let fromAbove: UnsafeMutablePointer<UInt64>

    /// Allocates memory for at most so many positions.
    init(positions: Int) {
        capacity = (positions + 63) / 64
        fromLeft = .allocate(capacity: capacity + 1)
        fromAbove = .allocate(capacity: capacity + 1)
        fromLeft.initialize(repeating: .max, count: capacity + 1)
        fromAbove.initialize(repeating: .max, count: capacity + 1)
    }

    deinit {
        fromLeft.deallocate()
        fromAbove.deallocate()
    }

    /// Compares all pixels with those one and `up` positions before. The position after the rows differs from both.
    mutating func find(in rows: borrowing PixelRows, up: Int) {
        wordCount = (rows.count + 63) / 64
        precondition(wordCount <= capacity && up <= rows.stride, "the rows must fit in")
        let first = UnsafeRawPointer(rows.first)
        for pair in 0..<(wordCount + 1) / 2 {
            // Eight pixels of two words at a time: each lane holds the bits of every eighth pixel.
            var (left, above) = (SIMD16<UInt8>(repeating: 0), SIMD16<UInt8>(repeating: 0))
            var bit = SIMD16<UInt8>(repeating: 1)
            for step in 0..<8 {
                let position = first + (pair &* 128 &+ step &* 8) &* 4
                left |= bit & ~Self.equal(position, -4)
                above |= bit & ~Self.equal(position, -4 &* up)
                bit &+= bit
            }
            store(left, to: fromLeft + 2 &* pair)
            store(above, to: fromAbove + 2 &* pair)
        }
        fromLeft[wordCount] = .max
        fromAbove[wordCount] = .max
    }

    /// All bits of the lanes of eight pixels, and of those 64 pixels later, that equal the ones at an offset.
    @inline(__always)
    private static func equal(_ pixels: UnsafeRawPointer, _ offset: Int) -> SIMD16<UInt8> {
        @inline(__always) func eight(_ pixels: UnsafeRawPointer) -> SIMD8<UInt8> {
            let isEqual =
                pixels.loadUnaligned(as: SIMD8<UInt32>.self)
                .== (pixels + offset).loadUnaligned(as: SIMD8<UInt32>.self)
            return SIMD8(truncatingIfNeeded: SIMD8<UInt32>(repeating: 0).replacing(with: .max, where: isEqual))
        }
        return SIMD16(lowHalf: eight(pixels), highHalf: eight(pixels + 256))
    }

    /// Stores the bits of two words.
    @inline(__always)
    private func store(_ lanes: SIMD16<UInt8>, to words: UnsafeMutablePointer<UInt64>) {
        let halves = unsafeBitCast(lanes, to: SIMD2<UInt64>.self)
        (words[0], words[1]) = (transposed(halves[0]), transposed(halves[1]))
    }

    /// Transposes a matrix of 8 × 8 bits, which puts the bits into pixel order.
    ///
    /// - SeeAlso: Warren, *Hacker's Delight*, 2nd edition, 7-3.
    @inline(__always)
    private func transposed(_ rows: UInt64) -> UInt64 {
        var x = rows.littleEndian
        var swapped = (x ^ x >> 7) & 0x00AA_00AA_00AA_00AA
        x ^= swapped ^ swapped << 7
        swapped = (x ^ x >> 14) & 0x0000_CCCC_0000_CCCC
        x ^= swapped ^ swapped << 14
        swapped = (x ^ x >> 28) & 0x0000_0000_F0F0_F0F0
        return x ^ swapped ^ swapped << 28
    }

    /// The pixels of a word that differ from the left one, and from the one above or are followed by one that does.
    @inline(__always)
    func edges(_ word: Int) -> UInt64 {
        fromLeft[word] & (fromAbove[word] | fromAbove[word] >> 1 | fromAbove[word &+ 1] << 63)
    }

    /// The bits from a position on, least significant first: at least `minValidBits` of them, followed by zeros.
    @inline(__always)
    static func bits(_ words: UnsafePointer<UInt64>, from position: Int) -> UInt64 {
        let bits = (UnsafeRawPointer(words) + position &>> 3).loadUnaligned(as: UInt64.self)
        return UInt64(littleEndian: bits) &>> UInt64(truncatingIfNeeded: position & 7)
    }

    /// The number of zeros from a position on.
    @inline(never)
    static func run(_ words: UnsafePointer<UInt64>, from position: Int) -> Int {
        var word = position >> 6
        var bits = words[word] & .max << UInt64(position & 63)
        // The bit after the rows is set, which ends the loop.
        while bits == 0 {
            word += 1
            bits = words[word]
        }
        return word * 64 + bits.trailingZeroBitCount - position
    }
}
