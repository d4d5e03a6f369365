// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import MapCanvas
package import MapCore
package import MapImages
package import MapLayout
package import MapScene
import NIOCore
package import StaticMap
import StaticMapBatch

/// All of the server's contact with the renderer.
package struct Rendering: Sendable {
    package var renderer: MapRenderer
    /// Where relative paths of scenes begin.
    package var folder: String
    /// Styles and archives: what is wrong with them is no mistake of a request.
    private let served: Set<String>

    package init(renderer: MapRenderer, folder: String, served: Set<String> = []) {
        self.renderer = renderer
        self.folder = folder
        self.served = served
    }

    /// An image and what there is to say about it.
    package struct Drawn: Sendable {
        package var bytes: [UInt8]
        package var mediaType: String
        package var width: Int
        package var height: Int
        package var warnings: [Diagnostic]
        package var phases: [(name: String, seconds: Double)]
        /// Makes the report, for those who ask.
        package var report: @Sendable () -> String
    }

    /// Draws an admitted scene once and writes it in several formats.
    package func draw(_ text: [UInt8], as outputs: [RenderRequest.Output]) throws(RequestError) -> [Drawn] {
        let formats = outputs.map { OutputFormat(rawValue: $0.format) ?? .png }
        let options = EncodingOptions(quality: outputs.compactMap(\.quality).first)
        return try working(on: text) { document throws(RenderError) in
            try renderer.render(document, as: formats, options: options).map { rendered in
                Drawn(
                    bytes: rendered.bytes, mediaType: rendered.mediaType, width: rendered.width,
                    height: rendered.height, warnings: rendered.warnings.map(masked),
                    phases: rendered.phases.map { ($0.name, $0.seconds) }, report: { rendered.report })
            }
        }
    }

    /// The same with another number of threads for each map.
    package func with(threads: Int) -> Rendering {
        var rendering = self
        rendering.renderer.threads = threads
        return rendering
    }

    /// The same for images of so many pixels at most, however their size is found.
    func limited(toPixels pixels: Int) -> Rendering {
        var rendering = self
        rendering.renderer.limits.pixels = min(rendering.renderer.limits.pixels, pixels)
        return rendering
    }

    package func hitMap(of text: [UInt8]) throws(RequestError) -> HitMap {
        try working(on: text) { document throws(RenderError) in try renderer.hitMap(of: document) }
    }

    /// What the map of a scene shows, in words.
    package func description(of text: [UInt8], in language: String?) throws(RequestError) -> MapDescription? {
        try working(on: text) { document throws(RenderError) in
            try renderer.hitMap(of: document).description(in: language)
        }
    }

    /// The frames of a scene's animation in one file. Limits hold for each frame, and that of frames for their number.
    package func animation(
        of text: [UInt8], as format: AnimationFormat, _ options: AnimationOptions
    ) throws(RequestError) -> MapAnimation {
        let document = try document(text)
        do throws(RenderError) {
            return try renderer.animate(document, as: format, options: options)
        } catch {
            throw refusal(error)
        }
    }

    /// Checks the words for the index of an atlas.
    func checkIndex(of atlas: AtlasRequest.LaidOut, _ document: SceneDocument) throws(RequestError) {
        do throws(Diagnostic) {
            try atlas.checkIndex(document, renderer)
        } catch {
            throw refusal(RenderError(.badData, [error]))
        }
    }

    /// Adds a sheet to an atlas.
    func add(_ text: [UInt8], to atlas: AtlasOutput, as id: String) throws(RequestError) {
        let page = try working(on: text) { document throws(RenderError) in try renderer.page(document).page }
        do throws(Diagnostic) {
            try atlas.add(page, as: id)
        } catch {
            throw RequestError(.internalServerError, error.message, diagnostics: [error])
        }
    }

    /// The hit map of a scene that the server made itself.
    package func hitMap(of scene: Scene) throws(RequestError) -> HitMap {
        try drawing { () throws(RenderError) in try renderer.hitMap(of: document(scene)) }
    }

    package func projection(of text: [UInt8]) throws(RequestError) -> HitMap {
        try working(on: text) { document throws(RenderError) in try renderer.projection(of: document) }
    }

    /// All problems of a scene.
    package func check(_ text: [UInt8]) -> [Diagnostic] {
        renderer.check(text, file: folder + "/scene").map(masked)
    }

    package func document(_ text: [UInt8]) throws(RequestError) -> SceneDocument {
        try withinLimits { () throws(RequestError) in
            do throws(SceneError) {
                return try SceneDocument(text: text, file: "scene", folder: folder)
            } catch {
                throw RequestError(
                    .unprocessableContent, "the scene cannot be drawn", diagnostics: error.diagnostics.map(masked))
            }
        }
    }

    private func document(_ scene: Scene) -> SceneDocument {
        SceneDocument(scene: scene, folder: URL(filePath: folder))
    }

    /// Does all that one request asks of the renderer, from the reading of its scene on, within one budget.
    ///
    /// - Throws: what the work throws; past a limit, the refusal that names it.
    package func withinLimits<Result>(_ work: () throws(RequestError) -> Result) throws(RequestError) -> Result {
        guard WorkContext.current.budget == nil else { return try work() }
        let budget = RenderBudget(renderer.limits)
        do throws(RequestError) {
            let result = try budget.run(work)
            guard budget.problem != nil else { return result }
        } catch {
            guard budget.problem != nil else { throw error }
        }
        throw refusal(RenderError(.pastLimit, [budget.problem].compactMap(\.self)))
    }

    /// Reads an admitted scene and works on it.
    private func working<Result>(
        on text: [UInt8], _ work: (SceneDocument) throws(RenderError) -> Result
    ) throws(RequestError) -> Result {
        try withinLimits { () throws(RequestError) in
            let document = try document(text)
            return try drawing { () throws(RenderError) in try work(document) }
        }
    }

    /// Errors of the renderer as those of requests.
    private func drawing<Result>(_ work: () throws(RenderError) -> Result) throws(RequestError) -> Result {
        do throws(RenderError) {
            return try renderer.withinLimits(nil, work)
        } catch {
            throw refusal(error)
        }
    }

    func refusal(_ failure: RenderError) -> RequestError {
        let first = failure.diagnostics.first { $0.severity == .error } ?? failure.diagnostics.first
        let message = first.map { masked($0) }.map { ($0.path.isEmpty ? "" : $0.path + ": ") + $0.message }
        if let first, let code = LimitCode(rawValue: first.code.rawValue) {
            return RequestError(
                code.status, message ?? first.message, hint: "ask for less",
                diagnostics: failure.diagnostics.map(masked))
        }
        let isOwn = first?.file.map(served.contains) ?? false
        return RequestError(
            isOwn ? .internalServerError : failure.kind == .unsupported ? .contentTooLarge : .unprocessableContent,
            message ?? "the scene cannot be drawn", hint: first?.hint, diagnostics: failure.diagnostics.map(masked))
    }

    /// Without the names of the operator's files.
    private func masked(_ problem: Diagnostic) -> Diagnostic {
        var problem = problem
        if let file = problem.file, file.hasPrefix("/") {
            problem.file = file.split(separator: "/").last.map(String.init)
        }
        return problem
    }
}

extension Rendering {
    /// Paints a scene that the server made itself and encodes nothing. Along a grid, maps that are drawn apart agree about
    /// labels.
    package func bitmap(of scene: Scene, cutAlong grid: BlockGrid? = nil) throws(RequestError) -> Bitmap {
        try drawing { () throws(RenderError) in
            let drawing = try renderer.layout(document(scene), cutAlong: grid).drawing
            do {
                return try RasterPainter().paint(drawing, threads: 1)
            } catch {
                throw RenderError(.unsupported, [Diagnostic(code: .renderFailed, "\(error)")])
            }
        }
    }

    /// Writes pixels in one of the raster formats.
    package func encoded(_ bitmap: Bitmap, _ output: RenderRequest.Output) throws(RequestError) -> [UInt8] {
        do {
            return try bitmap.encodedTile(
                as: OutputFormat(rawValue: output.format) ?? .png, quality: output.quality)
        } catch {
            throw RequestError(.internalServerError, "\(error)")
        }
    }
}

/// A map in its output format, as it is cached and sent.
struct EncodedMap: Sendable {
    var body: ByteBuffer
    var mediaType = ""
    var pixels = 0
    /// Of the scene, in words.
    var warnings: [String] = []
    var phases: [(name: String, seconds: Double)] = []
    /// That drew it.
    var threads = 1

    /// The memory that it takes, about.
    var cost: Int { body.readableBytes + 512 }
}
