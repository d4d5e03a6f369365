// SPDX-License-Identifier: MIT
import ArgumentParser
import MapCore
import StaticMap

struct AnimateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "animate",
        abstract: "Draws a map that moves: WebP, APNG, GIF or MP4.",
        discussion: """
            What moves is in the scene's "animation": waypoints of the camera, tracks that are drawn over time, data that appear \
            when a property says so. Labels keep their places from frame to frame. MP4 needs an installed ffmpeg.
            """)

    @Argument(help: "The scene, a JSON file. - reads standard input.", completion: .file())
    var scene: String

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: "The output file: .webp, .png or .apng (animated PNG), .gif or .mp4.", completion: .file())
    var path: String

    @Option(
        help: ArgumentHelp("How long it lasts, such as 6s or 1500ms. Default: what the scene says.", valueName: "time"))
    var duration: DurationArgument?

    @Option(help: "Frames per second, from 1 to 60. Default: what the scene says, or 30.")
    var fps: Double?

    @Option(
        help: "The quality of WebP and MP4, from 1 to 100. By default, WebP has all details where the camera stands.")
    var quality: Int?

    @Flag(help: "Keeps each pixel of each frame in WebP and animated PNG; files are several times as large.")
    var lossless = false

    @Option(
        help: ArgumentHelp("The color behind transparent parts of the map.", valueName: "color"),
        transform: ColorArgument.init(parsing:))
    var background: ColorArgument?

    @OptionGroup var options: SceneOptions
    @OptionGroup var assets: AssetOptions
    @OptionGroup var roots: RootOptions
    @OptionGroup var reporting: DiagnosticOptions

    @Option(help: "The number of threads. The output is the same for any number.")
    var threads: Int?

    @OptionGroup var showing: ProgressOptions

    /// Options that the output does not use.
    private var warnings: [Diagnostic] {
        guard quality != nil, !isVideo, AnimationFormat(fileName: path) != .webp else { return [] }
        return [
            Diagnostic(.warning, code: .commandUnusedOption, "--quality has no effect: it is for MP4 and WEBP")
        ]
    }

    private var isVideo: Bool { path.lowercased().hasSuffix(".mp4") }

    func validate() throws {
        try options.check(scene: scene)
        guard isVideo || AnimationFormat(fileName: path) != nil else {
            throw ValidationError("\(path): expected a file that ends with .webp, .png, .apng, .gif or .mp4")
        }
        if let threads, !(1...1024).contains(threads) { throw ValidationError("--threads must be from 1 to 1024") }
        if let fps, !SceneAnimation.frameRates.contains(fps) { throw ValidationError("--fps must be from 1 to 60") }
        if let quality, !(1...100).contains(quality) { throw ValidationError("--quality must be from 1 to 100") }
        if lossless, quality != nil { throw ValidationError("--lossless and --quality exclude each other") }
        if lossless, isVideo || AnimationFormat(fileName: path) == .gif {
            throw ValidationError("--lossless is for WebP and animated PNG")
        }
        if let duration, !SceneAnimation.durations.contains(duration.seconds) {
            throw ValidationError("--duration must be from 0.05s to 3600s")
        }
    }

    func run() throws {
        // Frames share tiles, glyphs and what layers find in tiles.
        let renderer = assets.renderer(threads: threads, roots: roots, cacheBytes: 256 << 20)
        let animation = AnimationOptions(
            duration: duration?.seconds, fps: fps, quality: quality, lossless: lossless, background: background?.color)
        func work() throws(RenderError) -> [Diagnostic] {
            let document = try SceneInput.read(scene, options)
            return try isVideo
                ? VideoFile.write(document, animation, to: path, renderer)
                : writeImage(document, animation, renderer)
        }
        reporting.report(warnings + (try reporting.attemptShowingProgress(quiet: showing.quiet, work)))
    }

    private func writeImage(
        _ document: SceneDocument, _ options: AnimationOptions, _ renderer: MapRenderer
    ) throws(RenderError) -> [Diagnostic] {
        do throws(RenderError) {
            let format = AnimationFormat(fileName: path) ?? .webp
            return try renderer.animate(document, to: path, as: format, options: options).warnings
        } catch  where error.kind == .cannotWrite {
            throw RenderError(
                .cannotWrite, error.diagnostics.map { WriteError(path: path, reason: $0.message).diagnostic })
        }
    }
}

/// A time such as 6s, 1500ms, 2m or 6, which are seconds.
struct DurationArgument: ExpressibleByArgument {
    let seconds: Double

    init?(argument: String) {
        let units: [(String, Double)] = [("ms", 0.001), ("s", 1), ("m", 60), ("", 1)]
        for (unit, factor) in units where argument.hasSuffix(unit) {
            guard let number = Double(argument.dropLast(unit.count)), number.isFinite, number > 0 else { return nil }
            seconds = number * factor
            return
        }
        return nil
    }
}
