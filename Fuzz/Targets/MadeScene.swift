// SPDX-License-Identifier: MIT
import Libc
import MapCore
import MapImages
import MapScene
import StaticMap

extension FuzzTarget {
    /// A scene that is made by the schema, with a style and data of its own, drawn with strict limits: the input are the decisions
    /// of whoever makes it.
    static let madeScene = FuzzTarget("made-scene", maxLength: 1024) { bytes throws(BrokenPromise) in
        var maker = SceneMaker(bytes, schema: sceneSchema)
        let text = Array(maker.scene().lines.utf8)
        let start = threadNanoseconds()
        try draw(text, as: [OutputFormat.png, .svg, .png, .pdf, .png, .png8][bytes.count % 6])
        let milliseconds = (threadNanoseconds() - start) / 1_000_000
        try promise(milliseconds < 2000, "a map takes \(milliseconds) ms of processor time")
        try promise(peakMebibytes() < 512, "maps take \(peakMebibytes()) MiB")
    }

    /// The scene that an input of `made-scene` stands for.
    package static func madeSceneText(_ bytes: [UInt8]) -> String {
        var maker = SceneMaker(bytes, schema: sceneSchema)
        return maker.scene().lines
    }

    private static func draw(_ text: [UInt8], as format: OutputFormat) throws(BrokenPromise) {
        let document: SceneDocument
        var isSilentlyBlank = false
        do throws(SceneError) {
            document = try SceneDocument(text: text, file: "input.json")
        } catch {
            return try checkPlaces(error.diagnostics)
        }
        do throws(RenderError) {
            let map = try renderer.render(document, as: format)
            guard format == .png, isBlank(map.bytes) else { return }
            // A camera that fits everything sees the markers.
            let scene = document.scene
            let hasMarkers = scene.annotations.contains { $0.alpha > 0.1 && $0.title != nil }
            let fits = scene.camera.framing == .fit(.all) && min(map.width, map.height) > 60
            let isSaid = !hasMarkers || !fits || !map.warnings.isEmpty
            isSilentlyBlank = !isSaid
        } catch {
            try checkPlaces(error.diagnostics)
        }
        try promise(!isSilentlyBlank, "a map is blank without a word")
    }

    /// Each error says where in the scene its cause is; that of a limit may be the scene as a whole.
    private static func checkPlaces(_ diagnostics: [Diagnostic]) throws(BrokenPromise) {
        try promise(diagnostics.contains { $0.severity == .error }, "a scene is refused without an error")
        for error in diagnostics where error.severity == .error && !error.code.rawValue.hasPrefix("limits.") {
            try promise(error.position != nil || !error.path.isEmpty, "an error has no place: \(error.description)")
        }
    }

    private static func isBlank(_ png: [UInt8]) -> Bool {
        guard let bitmap = try? decodeImage(png, maxPixels: 1 << 20) else { return false }
        return bitmap.pixels.allSatisfy { $0 == bitmap.pixels[0] }
    }

    private static let renderer = MapRenderer(
        home: Home(folder: "/nonexistent"), fileRoots: [], threads: 1, cacheBytes: 4 << 20, limits: .strict)

    /// Beside the sources of these targets.
    private static let sceneSchema: JSONNode = {
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let path = "/\(root)/Sources/MapScene/scene.schema.json"
        guard let text = try? readFile(path, limit: 1 << 22), let document = try? JSONDocument(file: path, text: text)
        else {
            fatalError("\(path) cannot be read")
        }
        return document.root
    }()
}

private func threadNanoseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

/// The most memory that the process has had.
private func peakMebibytes() -> Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss >> 10
}
