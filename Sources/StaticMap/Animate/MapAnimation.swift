// SPDX-License-Identifier: MIT
public import MapCore
package import MapImages
public import MapScene

/// The formats of animations.
public enum AnimationFormat: String, CaseIterable, Sendable {
    /// Animated WebP.
    case webp
    /// Animated PNG.
    case apng
    /// GIF, with at most 256 colors in a frame.
    case gif

    /// The media type.
    public var mediaType: String {
        switch self {
        case .webp: "image/webp"
        case .apng: "image/apng"
        case .gif: "image/gif"
        }
    }

    /// The format of a file by its extension, ignoring case; nil if the extension is unknown.
    ///
    /// - Parameter fileName: a name or path that ends with `.webp`, `.png`, `.apng` or `.gif`.
    public init?(fileName: String) {
        switch fileExtension(of: fileName) {
        case "webp": self = .webp
        case "png", "apng": self = .apng
        case "gif": self = .gif
        default: return nil
        }
    }
}

/// How an animation is encoded.
public struct AnimationOptions: Hashable, Sendable {
    /// Seconds; nil for what the scene says.
    public var duration: Double?
    /// Frames per second; nil for what the scene says.
    public var fps: Double?
    /// For WebP, 1 (small) to 100 (faithful); nil for what suits each frame.
    public var quality: Int?
    /// Whether each frame is exactly as it was drawn. Otherwise the frames of an animated PNG or GIF, and of a WebP whose
    /// camera stays, share 255 colors where that is hardly seen, and WebP frames of a moving camera lose details.
    public var lossless: Bool
    /// The color behind transparent parts; nil for transparency.
    public var background: Color?

    /// Creates options.
    public init(
        duration: Double? = nil, fps: Double? = nil, quality: Int? = nil, lossless: Bool = false,
        background: Color? = nil
    ) {
        (self.duration, self.fps, self.quality, self.background) = (duration, fps, quality, background)
        self.lossless = lossless
    }
}

/// A map that moves: the encoded file, and what is known about it.
public struct MapAnimation: Sendable {
    /// The encoded file; empty where it was written to a path.
    public var bytes: [UInt8]
    /// The width of a frame, in pixels.
    public var width: Int
    /// The height of a frame, in pixels.
    public var height: Int
    /// How many frames were drawn; equal ones that follow each other are one in the file.
    public var frameCount: Int
    /// Seconds.
    public var duration: Double
    /// Warnings and notes about all frames, each once.
    public var warnings: [Diagnostic]
}

extension MapRenderer {
    /// Draws the frames of a scene's animation and encodes them, on threads of its own as `render` does.
    ///
    /// - Parameters:
    ///   - document: a scene with an `animation`.
    ///   - format: of the file.
    ///   - options: how long it is, and how it is encoded.
    /// - Returns: the file, the same for any number of threads.
    /// - Throws: `RenderError` with everything that is wrong, or `CancellationError`.
    public func animate(
        _ document: SceneDocument, as format: AnimationFormat = .webp, options: AnimationOptions = AnimationOptions()
    ) async throws -> MapAnimation {
        try await cancellable { () throws(RenderError) in try animate(document, as: format, options: options) }
    }

    /// Draws the frames of a scene's animation and encodes them; blocks the calling thread.
    /// All else is as in the asynchronous function.
    public func animate(
        _ document: SceneDocument, as format: AnimationFormat = .webp, options: AnimationOptions = AnimationOptions()
    ) throws(RenderError) -> MapAnimation {
        var output = AnimationOutput()
        let drawn = try animate(document, as: format, options: options, into: &output)
        return MapAnimation(drawn, bytes: output.bytes)
    }

    /// Draws the frames of a scene's animation into a file, on threads of its own as `render` does.
    ///
    /// - Parameters:
    ///   - document: a scene with an `animation`.
    ///   - path: where to; the folder must exist.
    ///   - format: of the file.
    ///   - options: how long it is, and how it is encoded.
    /// - Returns: what is known about it, without its bytes.
    /// - Throws: `RenderError` with everything that is wrong, or `CancellationError`.
    public func animate(
        _ document: SceneDocument, to path: String, as format: AnimationFormat = .webp,
        options: AnimationOptions = AnimationOptions()
    ) async throws -> MapAnimation {
        try await cancellable { () throws(RenderError) in
            try animate(document, to: path, as: format, options: options)
        }
    }

    /// Draws the frames of a scene's animation into a file; blocks the calling thread.
    ///
    /// The file is written piece by piece: however long it is, only a few frames are in memory. It takes its place when it is
    /// complete; of one that fails nothing is left.
    ///
    /// All else is as in the asynchronous function.
    public func animate(
        _ document: SceneDocument, to path: String, as format: AnimationFormat = .webp,
        options: AnimationOptions = AnimationOptions()
    ) throws(RenderError) -> MapAnimation {
        guard FileState(path)?.kind == .other else {
            let file = try writing { () throws(Diagnostic) in try FileReplacement(path) }
            var output = AnimationOutput(file: file)
            let drawn = try animate(document, as: format, options: options, into: &output)
            try writing(file.finish)
            return MapAnimation(drawn, bytes: [])
        }
        // Devices and pipes are written from start to end, and what is known at the end stands at the start.
        var output = AnimationOutput()
        let drawn = try animate(document, as: format, options: options, into: &output)
        try writing { () throws(Diagnostic) in try writeFile(output.bytes, to: path) }
        return MapAnimation(drawn, bytes: [])
    }

    private func animate(
        _ document: SceneDocument, as format: AnimationFormat, options: AnimationOptions,
        into output: inout AnimationOutput
    ) throws(RenderError) -> DrawnFrames {
        var encoder = AnimationEncoder(format, options, threads: threads)
        let drawn = try frames(of: document, options, samples: encoder.samples) { chunk throws(RenderError) in
            try encoder.append(chunk)
            try output.append(encoder.container?.take() ?? [])
        }
        let corrections = encoder.container?.finish(at: Double(drawn.frameCount) / drawn.fps) ?? []
        try output.append(encoder.container?.take() ?? [])
        for correction in corrections { try output.correct(correction) }
        return drawn
    }
}

/// Encodes frames on several threads, and appends them in order.
private struct AnimationEncoder {
    /// What frames of a moving camera, each shown for a moment, are compressed with.
    private static let passing = WebPCompression.quality(80)

    private let format: AnimationFormat
    private let options: AnimationOptions
    private let threads: Int
    var container: AnimationContainer?
    private var colors: AnimationColors?
    /// The frame before the next one, as it was drawn and as it was encoded.
    private var last: (drawn: Bitmap, encoded: Bitmap)?

    init(_ format: AnimationFormat, _ options: AnimationOptions, threads: Int) {
        (self.format, self.options, self.threads) = (format, options, threads)
    }

    /// Which frames choose the colors of all, and say whether there are transparent pixels; a WebP says so at its end.
    var samples: FrameSamples {
        switch format {
        case .webp: options.lossless || options.quality != nil ? .none : .ofStillCamera
        case .apng, .gif: .always
        }
    }

    private var codec: AnimationCodec {
        switch format {
        case .webp:
            let kept = options.quality.map(WebPCompression.quality) ?? .lossless
            return .webp(kept, passing: options.lossless || options.quality != nil ? kept : Self.passing)
        case .apng: return .apng(colors)
        case .gif: return .gif
        }
    }

    mutating func append(_ chunk: FrameChunk) throws(RenderError) {
        guard let first = chunk.frames.first?.bitmap else { return }
        if container == nil, !options.lossless { colors = AnimationColors(chunk.samples) }
        var container =
            container
            ?? AnimationContainer(
                codec, first: first, samples: chunk.samples, loops: chunk.loops, isStill: chunk.isStill)
        // Held once, so that what is appended does not copy the file.
        self.container = nil
        let images = reduced(chunk.frames.map(\.bitmap))
        let before = [last?.encoded] + images.dropLast()
        // Every frame of a GIF with transparent pixels is whole: what was there before is cleared.
        let keepsWhole = format == .gif && !container.isOpaque
        let (codec, isOpaque, canBlend) = (codec, container.isOpaque, container.canBlend)
        let encoded = parallelMap(Array(images.indices), threads: threads) {
            index -> Result<AnimationContainer.Frame?, Diagnostic> in
            let image = images[index]
            var change: FrameChange? = FrameChange(whole: image)
            if let before = before[index] {
                let part = before === image ? nil : FrameChange(from: before, to: image)
                change = part == nil || !keepsWhole ? part : change
            }
            guard let change else { return .success(nil) }
            return Result { () throws(Diagnostic) in
                try AnimationContainer.encode(
                    change, codec, isOpaque: isOpaque, canBlend: canBlend, passes: chunk.frames[index].passes)
            }
        }
        for (frame, result) in zip(chunk.frames, encoded) {
            do throws(Diagnostic) {
                if let image = try result.get() { container.append(image, at: frame.start) }
            } catch {
                throw RenderError(.unsupported, [error])
            }
        }
        if let drawn = chunk.frames.last?.bitmap, let encoded = images.last { last = (drawn, encoded) }
        self.container = container
    }

    /// Frames with the colors of all; those that are the same as the one before stay so.
    private func reduced(_ frames: [Bitmap]) -> [Bitmap] {
        guard let colors else { return frames }
        let before = [last?.drawn] + frames.dropLast()
        let images = parallelMap(Array(frames.indices), threads: threads) { index in
            before[index] === frames[index] ? nil : colors.reduced(frames[index])
        }
        var result: [Bitmap] = []
        for (image, frame) in zip(images, frames) { result.append(image ?? result.last ?? last?.encoded ?? frame) }
        return result
    }
}

extension MapAnimation {
    fileprivate init(_ drawn: DrawnFrames, bytes: [UInt8]) {
        self.init(
            bytes: bytes, width: drawn.width, height: drawn.height, frameCount: drawn.frameCount,
            duration: Double(drawn.frameCount) / drawn.fps, warnings: drawn.warnings)
    }
}

/// Where the bytes of an animation go: memory, or a file.
private struct AnimationOutput {
    private(set) var bytes: [UInt8] = []
    private let file: FileReplacement?

    init(file: FileReplacement? = nil) { self.file = file }

    mutating func append(_ piece: [UInt8]) throws(RenderError) {
        guard let file else { return bytes += piece }
        try writing { () throws(Diagnostic) in try file.write(piece) }
    }

    mutating func correct(_ correction: AnimationContainer.Correction) throws(RenderError) {
        let (offset, piece) = (correction.offset, correction.bytes)
        guard let file else { return bytes.replaceSubrange(offset..<offset + piece.count, with: piece) }
        try writing { () throws(Diagnostic) in try file.write(piece, at: offset) }
    }
}

/// What cannot be written is told with its path and the system's reason.
private func writing<Result>(_ work: () throws(Diagnostic) -> Result) throws(RenderError) -> Result {
    do throws(Diagnostic) {
        return try work()
    } catch {
        throw RenderError(.cannotWrite, [error])
    }
}

/// Frames that are drawn, in order.
package struct FrameChunk: Sendable {
    package struct Frame: Sendable {
        package var bitmap: Bitmap
        /// Seconds.
        package var start: Double
        /// True for a frame whose camera moves on with the next.
        package var passes: Bool
    }

    package var frames: [Frame]
    /// Frames out of the whole animation, drawn before all others; not for every animation.
    package var samples: [Bitmap]
    package var loops: Bool
    /// True for a camera that stays.
    package var isStill: Bool
}

/// For which animations some frames are drawn before all others.
package enum FrameSamples: Sendable {
    case none
    case ofStillCamera
    case always
}

/// What is known of all frames.
package struct DrawnFrames: Sendable {
    package var width = 0
    package var height = 0
    package var frameCount = 0
    package var fps = 1.0
    package var warnings: [Diagnostic] = []
}
