// SPDX-License-Identifier: MIT
import Libc
import MapCore
import MapImages
import MapScene
import StaticMap

extension FuzzTarget {
    /// A scene that is made by the schema, with a style and data of its own, drawn with strict limits: the input are the decisions
    /// of whoever makes it. What begins with a brace is a scene itself, as those are kept that fell: what decisions stand for changes
    /// with the schema and with `SceneMaker`.
    static let madeScene = FuzzTarget("made-scene", maxLength: 1024) { bytes throws(BrokenPromise) in
        do throws(BrokenPromise) {
            _ = try drawMadeScene(bytes)
        } catch {
            throw BrokenPromise("\(error.message)\n\(madeSceneText(bytes))")
        }
    }

    /// Whether something was drawn of the scene that an input of `made-scene` stands for; nil for a broken promise.
    package static func drawsMadeScene(_ bytes: [UInt8]) -> Bool? { try? drawMadeScene(bytes) }

    private static func drawMadeScene(_ bytes: [UInt8]) throws(BrokenPromise) -> Bool {
        guard var scene = madeScene(bytes) else { return false }
        let peak = peakMebibytes()
        // Few with a palette, which takes as long as all the rest, and few with pages of their own.
        let format: OutputFormat =
            switch bytes.count % 24 {
            case 5: .png8
            case 7: .pdf
            case let rest: rest % 3 == 0 ? .svg : .png
            }
        // A quarter is ended early: what is half done at a limit ends well too, wherever it is. Not scenes that are kept.
        let isHurried = bytes.first != UInt8(ascii: "{") && bytes.count / 24 % 4 == 3
        let limit = isHurried ? 1 << (bytes.count / 96 % 7) : nil
        var isDrawn = false
        // What is refused is taken out, until the rest is drawn.
        for _ in 0..<maxRepairs where !isDrawn {
            let problems: [String]
            do throws(BrokenPromise) {
                let start = threadNanoseconds()
                problems = try draw(scene, as: format, milliseconds: limit)
                let milliseconds = (threadNanoseconds() - start) / 1_000_000
                try promise(milliseconds < mostMilliseconds, "a map takes \(milliseconds) ms of processor time")
            } catch {
                throw BrokenPromise("\(error.message) as \(format):\n\(scene.lines)\nwhich is what is left of")
            }
            isDrawn = problems.isEmpty
            // The last ones first, so that the indices of the others stay.
            let paths = problems.filter { !$0.isEmpty }
            guard !paths.isEmpty else { break }
            for path in Set(paths).map(\.pathSteps).sorted(by: comesLater) { scene = scene.without(path[...]) }
            // What is missing cannot be taken out.
            if scene.isNull { break }
        }
        try promise(peakMebibytes() - peak < 512, "a map takes \(peakMebibytes() - peak) MiB more than all before it")
        return isDrawn
    }

    /// Of two paths, whether the first is later in the document, as far as indices say, or within the other.
    private static func comesLater(_ a: [Substring], _ b: [Substring]) -> Bool {
        for (a, b) in Swift.zip(a, b) where a != b {
            guard let a = Int(a), let b = Int(b) else { return a > b }
            return a > b
        }
        return a.count > b.count
    }

    /// The scene that an input of `made-scene` stands for.
    package static func madeSceneText(_ bytes: [UInt8]) -> String { madeScene(bytes)?.lines ?? "" }

    /// Nil for a text that is not JSON.
    private static func madeScene(_ bytes: [UInt8]) -> JSONNode? {
        if bytes.first == UInt8(ascii: "{") { return (try? JSONDocument(file: "input.json", text: bytes))?.root }
        var maker = SceneMaker(bytes, schema: sceneSchema)
        return maker.scene()
    }

    private static let maxRepairs = 12

    /// Of a map's processor time. Fewer find what is slow before it is too slow: strict limits end most maps in time.
    private static let mostMilliseconds = number("STATICMAP_FUZZ_MILLISECONDS") ?? 2000

    private static func number(_ variable: String) -> Int? {
        getenv(variable).flatMap { Int(String(cString: $0)) }
    }

    /// - Parameters:
    ///   - scene: a scene.
    ///   - format: of the map.
    ///   - limit: of the map's processor time, in milliseconds, where it is less than the strict one.
    /// - Returns: where the errors are; none for a scene that was drawn, or ended early as it should be.
    /// - Throws: when a promise is broken.
    private static func draw(
        _ scene: JSONNode, as format: OutputFormat, milliseconds limit: Int?
    ) throws(BrokenPromise) -> [String] {
        let document: SceneDocument
        var renderer = renderer
        if let limit { renderer.limits.cpuMilliseconds = limit }
        var isSilentlyBlank = false
        do throws(SceneError) {
            document = try SceneDocument(text: Array(scene.line.utf8), file: "input.json")
        } catch {
            return try checkedPlaces(error.diagnostics)
        }
        do throws(RenderError) {
            let map = try renderer.render(document, as: format)
            // A camera that fits everything sees the markers.
            let read = document.scene
            let hasMarkers = read.annotations.contains { $0.alpha > 0.1 && $0.title != nil }
            let fits = read.camera.framing == .fit(.all) && min(map.width, map.height) > 60
            isSilentlyBlank = format == .png && hasMarkers && fits && map.warnings.isEmpty && isBlank(map.bytes)
        } catch {
            if limit != nil, error.diagnostics.contains(where: { $0.code == .limitsMilliseconds }) { return [] }
            return try checkedPlaces(error.diagnostics)
        }
        try promise(!isSilentlyBlank, "a map is blank without a word")
        return []
    }

    /// Each error says where in the scene its cause is; that of a limit may be the scene as a whole.
    private static func checkedPlaces(_ diagnostics: [Diagnostic]) throws(BrokenPromise) -> [String] {
        try promise(diagnostics.contains { $0.severity == .error }, "a scene is refused without an error")
        for error in diagnostics where error.severity == .error && !error.code.rawValue.hasPrefix("limits.") {
            try promise(error.position != nil || !error.path.isEmpty, "an error has no place: \(error.description)")
        }
        return diagnostics.filter { $0.severity == .error }.map(\.path)
    }

    private static func isBlank(_ png: [UInt8]) -> Bool {
        guard let bitmap = try? decodeImage(png, maxPixels: 1 << 20) else { return false }
        return bitmap.pixels.allSatisfy { $0 == bitmap.pixels[0] }
    }

    private static let renderer = MapRenderer(
        home: Home(folder: "/nonexistent"), fileRoots: [], threads: 1, cacheBytes: 4 << 20, limits: limits)

    /// Strict ones; and larger images may take longer. With a limit of few milliseconds, loops that do not look at the clock are
    /// found.
    private static let limits: RenderLimits = {
        var limits = RenderLimits.strict
        limits.pixels = 1 << 20
        if let milliseconds = number("STATICMAP_FUZZ_LIMIT") { limits.cpuMilliseconds = milliseconds }
        return limits
    }()

    /// Beside the sources of these targets.
    private static let sceneSchema: JSONNode = {
        let path = packagePath + "/Sources/MapScene/scene.schema.json"
        guard let text = try? readFile(path, limit: 1 << 22), let document = try? JSONDocument(file: path, text: text)
        else {
            fatalError("\(path) cannot be read")
        }
        return document.root
    }()
}

extension String {
    /// The members and elements of a path such as `overlays[0].fill`.
    fileprivate var pathSteps: [Substring] { split { ".[]".contains($0) } }
}

extension JSONNode {
    /// The same without the value at a path; without its parent where there is no such value.
    fileprivate func without(_ path: ArraySlice<Substring>) -> JSONNode {
        guard let step = path.first else { return .null }
        let rest = path.dropFirst()
        switch value {
        case .array(var items):
            guard let index = Int(step), items.indices.contains(index) else { return .null }
            let changed = rest.isEmpty ? .null : items[index].without(rest)
            if changed.isNull { items.remove(at: index) } else { items[index] = changed }
            return JSONNode(.array(items))
        case .object(var object):
            guard let index = object.members.lastIndex(where: { $0.key == step }) else { return .null }
            let changed = rest.isEmpty ? .null : object.members[index].node.without(rest)
            if changed.isNull { object.members.remove(at: index) } else { object.members[index].node = changed }
            return JSONNode(.object(object))
        default: return .null
        }
    }
}

/// The most memory that the process has had.
private func peakMebibytes() -> Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss >> 10
}
