// SPDX-License-Identifier: MIT
package import MapCore

/// A file that holds an animation.
package enum AnimationCodec: Sendable {
    /// The second compression is that of frames that pass by.
    case webp(WebPCompression, passing: WebPCompression)
    /// With the colors of all frames, if they are few.
    case apng(AnimationColors?)
    /// At most 256 colors in each frame.
    case gif
}

/// The part of a frame that differs from the frame before.
package struct FrameChange: Sendable {
    /// The new pixels.
    package var bitmap: Bitmap
    /// The same without those that are as they were; nil where little is, or where the map is seen through.
    package var difference: Bitmap?
    package var x: Int
    package var y: Int
    /// True for a frame that does not depend on another.
    var isWhole = false

    /// All of a frame.
    package init(whole bitmap: Bitmap) { (self.bitmap, x, y, isWhole) = (bitmap, 0, 0, true) }

    /// The box around all pixels that differ; nil when there are none. The box begins at even pixels, as WebP asks.
    package init?(from old: Bitmap, to new: Bitmap) {
        let (width, height) = (new.width, new.height)
        precondition(old.width == width && old.height == height, "frames are equally large")
        var (left, right, top, bottom) = (width, 0, height, 0)
        old.pixels.withUnsafeBufferPointer { a in
            new.pixels.withUnsafeBufferPointer { b in
                for y in 0..<height {
                    let row = y * width
                    guard let first = (row..<row + width).first(where: { a[$0] != b[$0] }) else { continue }
                    var last = row + width - 1
                    while a[last] == b[last] { last -= 1 }
                    (left, right) = (min(left, first - row), max(right, last - row + 1))
                    (top, bottom) = (min(top, y), y + 1)
                }
            }
        }
        guard right > left else { return nil }
        (left, top) = (left & ~1, top & ~1)
        var pixels: [UInt32] = []
        pixels.reserveCapacity((right - left) * (bottom - top))
        for y in top..<bottom { pixels += new.pixels[y * width + left..<y * width + right] }
        bitmap = Bitmap(width: right - left, height: bottom - top, pixels: pixels)
        (x, y) = (left, top)
        guard bitmap.isOpaque else { return }
        var unchanged = 0
        for row in top..<bottom {
            for column in left..<right {
                let before = old.pixels[row * width + column]
                let index = (row - top) * (right - left) + column - left
                guard before == pixels[index] else { continue }
                pixels[index] = 0
                unchanged += 1
            }
        }
        // To leave out a few would only make the others harder to compress, and takes several times as long.
        guard unchanged * 8 >= pixels.count * 7 else { return }
        difference = Bitmap(width: bitmap.width, height: bitmap.height, pixels: pixels)
    }
}

/// Writes the frames of an animation one after another into a file.
///
/// A frame is compressed without knowledge of the others (`encode`), which several threads may do at once; `append` joins the
/// results in order.
package struct AnimationContainer {
    /// A compressed frame.
    package struct Frame: Sendable {
        var data: [[UInt8]]
        var width: Int
        var height: Int
        var x: Int
        var y: Int
        var isOpaque: Bool
        /// True for pixels that lie on those before; else they replace them.
        var blends = false
    }

    /// libwebp's method for frames that pass by: that of a single image makes them smaller by a sixth, in twice the time.
    private static let passingEffort = 2

    let codec: AnimationCodec
    let width: Int
    let height: Int
    package let isOpaque: Bool
    /// True where frames may leave out pixels. An animated PNG has to know before: it takes a fourth channel.
    package let canBlend: Bool
    /// What was written since bytes were taken.
    var bytes: [UInt8] = []
    let loops: Bool
    /// The frame whose duration is not known yet, and when it began, in seconds.
    private var pending: (frame: Frame, start: Double)?
    private(set) var frameCount = 0
    /// Of APNG: the number of the next chunk, and where the number of frames stands.
    var sequence: UInt32 = 0
    var countOffset = 0
    /// How many bytes were taken.
    private var taken = 0
    /// What of a unit of time was rounded away before.
    private var writtenTime = 0
    /// True once a frame has transparent pixels, or leaves some out.
    var hasClearPixels = false

    /// - Parameters:
    ///   - codec: of the file.
    ///   - first: the first frame.
    ///   - samples: other frames; it and they say whether there are transparent pixels.
    ///   - loops: whether the animation begins again after its end.
    ///   - isStill: true where most of the image stays from frame to frame.
    package init(
        _ codec: AnimationCodec, first: Bitmap, samples: [Bitmap] = [], loops: Bool, isStill: Bool = false
    ) {
        self.codec = codec
        self.width = first.width
        self.height = first.height
        isOpaque = first.isOpaque && samples.allSatisfy(\.isOpaque)
        self.loops = loops
        switch codec {
        case .webp, .gif: canBlend = isOpaque
        // A palette has room for the clear color.
        case .apng(let colors): canBlend = isOpaque && (isStill || colors != nil)
        }
        switch codec {
        case .webp: beginWebP()
        case .apng(let colors): beginPNG(colors)
        case .gif: beginGIF()
        }
    }

    /// Compresses a frame.
    ///
    /// - Parameters:
    ///   - change: what is new in it.
    ///   - codec: that of the file.
    ///   - isOpaque: whether the file is.
    ///   - canBlend: whether pixels may be left out.
    ///   - passes: true for a frame that the next one replaces as a whole.
    /// - Returns: the frame.
    /// - Throws: when it is too large, or there is no memory.
    package static func encode(
        _ change: FrameChange, _ codec: AnimationCodec, isOpaque: Bool, canBlend: Bool = false, passes: Bool = false
    ) throws(Diagnostic) -> Frame {
        let difference = canBlend ? change.difference : nil
        let bitmap = difference ?? change.bitmap
        let data: [[UInt8]]
        switch codec {
        case .webp(let compression, let passing):
            // What is mostly clear, or small, is compressed in no time, and there is one first frame.
            let isQuick = difference != nil || bitmap.pixels.count < 1 << 14
            let effort = isQuick ? 3 : change.isWhole ? 6 : 0
            // A few pixels among clear ones are smaller without loss.
            let kind = difference != nil ? .lossless : passes ? passing : compression
            let lossyEffort = kind == compression ? nil : Self.passingEffort
            data = [try webPChunks(bitmap, kind, effort: kind == .lossless ? effort : lossyEffort)]
        case .apng(let colors):
            data = pngParts(bitmap, pngFormat(colors, isOpaque: isOpaque, canBlend: canBlend))
        case .gif:
            let seen = isOpaque && difference == nil ? bitmap.onWhite : bitmap
            data = [gifImage(seen, x: change.x, y: change.y)]
        }
        return Frame(
            data: data, width: bitmap.width, height: bitmap.height, x: change.x, y: change.y,
            isOpaque: bitmap.isOpaque, blends: difference != nil)
    }

    /// Shows a frame from a time on, in seconds.
    package mutating func append(_ frame: Frame, at start: Double) {
        finishFrame(at: start)
        pending = (frame, start)
    }

    /// Takes what has been written, so that a long file is never in memory as a whole.
    package mutating func take() -> [UInt8] {
        let piece = bytes
        taken += piece.count
        bytes.removeAll(keepingCapacity: false)
        return piece
    }

    /// Bytes that are known at the end of a file only, and where they belong.
    package struct Correction: Hashable, Sendable {
        package let offset: Int
        package let bytes: [UInt8]
    }

    /// Ends the file.
    ///
    /// - Parameter duration: of all frames, in seconds.
    /// - Returns: what to write over bytes that were taken before.
    package mutating func finish(at duration: Double) -> [Correction] {
        finishFrame(at: duration)
        switch codec {
        case .webp: return endWebP(size: taken + bytes.count)
        case .apng: return endPNG()
        case .gif:
            bytes.append(0x3B)
            return []
        }
    }

    private mutating func finishFrame(at end: Double) {
        guard let (frame, _) = pending else { return }
        pending = nil
        // Times are rounded from the start on, so that errors do not add up.
        let unit = if case .gif = codec { 100.0 } else { 1000.0 }
        let time = Int((end * unit).rounded())
        let ticks = max(1, time - writtenTime)
        writtenTime += ticks
        switch codec {
        case .webp: appendWebP(frame, milliseconds: ticks)
        case .apng: appendPNG(frame, milliseconds: ticks)
        case .gif: appendGIF(frame, hundredths: ticks)
        }
        hasClearPixels = hasClearPixels || !frame.isOpaque
        frameCount += 1
    }
}

extension Bitmap {
    /// Should a frame that is no sample have transparent pixels in an opaque animation, they are drawn on white.
    fileprivate var onWhite: Bitmap {
        isOpaque ? self : Bitmap(width: width, height: height, pixels: flattened(on: .white))
    }
}

extension [UInt8] {
    mutating func appendLittleEndian(_ value: Int, bytes count: Int) {
        for index in 0..<count { append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
    }
}

/// Animated PNG.
///
/// - SeeAlso: PNG (Third Edition), §11.3.6 "Animation information".
extension AnimationContainer {
    static func pngFormat(_ colors: AnimationColors?, isOpaque: Bool, canBlend: Bool) -> PNGPixelFormat {
        if let colors { return .indexed(PNGPalette(colors: [0] + colors.colors)) }
        return isOpaque && !canBlend ? .rgb : .rgba
    }

    mutating func beginPNG(_ colors: AnimationColors?) {
        var writer = PNGWriter(capacity: 1 << 16)
        writer.header(width: width, height: height, Self.pngFormat(colors, isOpaque: isOpaque, canBlend: canBlend))
        countOffset = writer.bytes.count
        writer.bytes += Self.control(frames: 0, loops: loops)
        bytes = writer.bytes
    }

    private static func control(frames: Int, loops: Bool) -> [UInt8] {
        pngChunk("acTL", bigEndian(UInt32(frames)) + bigEndian(loops ? 0 : 1))
    }

    /// The content of the chunks with compressed pixels.
    static func pngParts(_ bitmap: Bitmap, _ format: PNGPixelFormat) -> [[UInt8]] {
        let seen = format.type == 2 ? bitmap.onWhite : bitmap
        let chunks = PNGStrips(width: bitmap.width, height: bitmap.height, format).parts(of: seen, threads: 1)
        // Without length, type and checksum.
        return [chunks.flatMap { $0[8..<$0.count - 4] }]
    }

    mutating func appendPNG(_ frame: Frame, milliseconds: Int) {
        var control = bigEndian(sequence)
        for value in [frame.width, frame.height, frame.x, frame.y] { control += bigEndian(UInt32(value)) }
        // 16 bits of milliseconds.
        let isLong = milliseconds > 65_535
        let (ticks, unit) = isLong ? (min(65_535, milliseconds / 1000), 1) : (milliseconds, 1000)
        control += [UInt8(ticks >> 8), UInt8(ticks & 255), UInt8(unit >> 8), UInt8(unit & 255), 0]
        control.append(frame.blends ? 1 : 0)
        bytes += pngChunk("fcTL", control)
        sequence += 1
        for data in frame.data {
            if frameCount == 0 {
                bytes += pngChunk("IDAT", data)
            } else {
                bytes += pngChunk("fdAT", bigEndian(sequence) + data)
                sequence += 1
            }
        }
    }

    mutating func endPNG() -> [Correction] {
        bytes += pngChunk("IEND", [])
        return [Correction(offset: countOffset, bytes: Self.control(frames: frameCount, loops: loops))]
    }
}

/// Animated WebP.
///
/// - SeeAlso: *WebP Container Specification*, "Extended File Format".
extension AnimationContainer {
    /// Animation, and alpha.
    private var flags: Int { isOpaque && !hasClearPixels ? 0x02 : 0x12 }

    mutating func beginWebP() {
        bytes = Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBPVP8X".utf8)
        bytes.appendLittleEndian(10, bytes: 4)
        bytes.appendLittleEndian(flags, bytes: 4)
        bytes.appendLittleEndian(width - 1, bytes: 3)
        bytes.appendLittleEndian(height - 1, bytes: 3)
        bytes += Array("ANIM".utf8)
        bytes.appendLittleEndian(6, bytes: 4)
        // The background, which viewers ignore.
        bytes.appendLittleEndian(0, bytes: 4)
        bytes.appendLittleEndian(loops ? 0 : 1, bytes: 2)
    }

    /// The chunks of a still image, other than those that describe the file.
    static func webPChunks(
        _ bitmap: Bitmap, _ compression: WebPCompression, effort: Int?
    ) throws(Diagnostic) -> [UInt8] {
        let file = try encodeWebP(bitmap, compression, effort: effort)
        var chunks: [UInt8] = []
        var position = 12
        while position + 8 <= file.count {
            let size = (0..<4).reduce(0) { $0 | Int(file[position + 4 + $1]) << (8 * $1) }
            let end = min(file.count, position + 8 + size + size % 2)
            let kind = file[position..<position + 4]
            if ["ALPH", "VP8 ", "VP8L"].contains(where: { kind.elementsEqual($0.utf8) }) {
                chunks += file[position..<end]
            }
            position = end
        }
        return chunks
    }

    mutating func appendWebP(_ frame: Frame, milliseconds: Int) {
        let data = frame.data.first ?? []
        bytes += Array("ANMF".utf8)
        bytes.appendLittleEndian(16 + data.count, bytes: 4)
        bytes.appendLittleEndian(frame.x / 2, bytes: 3)
        bytes.appendLittleEndian(frame.y / 2, bytes: 3)
        bytes.appendLittleEndian(frame.width - 1, bytes: 3)
        bytes.appendLittleEndian(frame.height - 1, bytes: 3)
        bytes.appendLittleEndian(milliseconds, bytes: 3)
        // Lies on what was there or replaces it, and stays.
        bytes.append(frame.blends ? 0x00 : 0x02)
        bytes += data
    }

    func endWebP(size: Int) -> [Correction] {
        func correction(_ offset: Int, _ value: Int) -> Correction {
            var bytes: [UInt8] = []
            bytes.appendLittleEndian(value, bytes: 4)
            return Correction(offset: offset, bytes: bytes)
        }
        return [correction(4, size - 8), correction(20, flags)]
    }
}
