// SPDX-License-Identifier: MIT
import MapCanvas
public import MapCore
import MapGeo
import MapGeometry
package import MapLayout
package import MapScene
import MapText
package import MapVector

/// The course of one map: its text is parsed, what it names is opened, it is laid out, painted and encoded.
///
/// A caller that needs no image stops earlier. What can be wrong with a stage is found in that stage, for every caller, and
/// all stages spend from one budget, which begins at the text.
struct RenderPipeline {
    let renderer: MapRenderer
    /// What was found so far.
    let diagnostics: DiagnosticSink
    private var clock = PhaseClock()

    init(_ renderer: MapRenderer, _ diagnostics: DiagnosticSink = DiagnosticSink()) {
        self.renderer = renderer
        self.diagnostics = diagnostics
    }

    /// All stages: an image for each format, of which there is at least one. Large images go to their files, if they have any.
    mutating func snapshots(
        of document: SceneDocument, as formats: [(OutputFormat, StripFile?)], _ options: EncodingOptions
    ) throws(RenderError) -> [MapSnapshot] {
        let map = try open(document)
        let drawing = try layOut(map)
        renderer.cache.keep(map, drawing)
        return try encode(drawing, of: map, as: formats, options)
    }

    /// A scene with all that it names, and its camera solved.
    mutating func open(_ document: SceneDocument) throws(RenderError) -> MapRenderer.OpenedMap {
        clock.begin(.open)
        document.diagnostics.forEach(diagnostics.add)
        let map = try renderer.open(document, diagnostics)
        try stopIfCancelled()
        return map
    }

    /// The marks of a map. It can be painted within the limits, and nothing is wrong with it.
    mutating func layOut(_ map: MapRenderer.OpenedMap) throws(RenderError) -> Drawing {
        clock.begin(.layout)
        let drawing = SceneLayout(map.input).drawing()
        try stopIfCancelled()
        if renderer.fonts.lacksFonts { throw RenderError(.missingInput, [Self.noFonts]) }
        // Some blocks of a pyramid have nothing, or less than their zoom deserves, which is no mistake.
        if map.input.blockGrid == nil {
            map.reportEmptyMap(diagnostics)
            map.reportReducedTiles(diagnostics)
            map.reportUnstyledTiles(in: drawing, diagnostics)
            map.reportBlankImage(drawing, diagnostics)
        }
        if diagnostics.hasErrors { throw RenderError(.badData, diagnostics.all) }
        if let limit = WorkContext.current.budget?.limits.paintedPixels {
            RenderBudget.spend(
                drawing.paintedPixels(limit: limit / 2), .paintedPixels, at: drawing.costliestItem?.id ?? "")
            try stopIfCancelled()
        }
        return drawing
    }

    /// The images of a drawing, which is painted once.
    private mutating func encode(
        _ drawing: Drawing, of map: MapRenderer.OpenedMap, as formats: [(OutputFormat, StripFile?)],
        _ options: EncodingOptions
    ) throws(RenderError) -> [MapSnapshot] {
        let facts = MapFacts(map, drawing)
        var options = options
        options.display = options.display ?? map.display
        if options.display != nil, let (format, _) = formats.first(where: { [.svg, .pdf].contains($0.0) }) {
            diagnostics.add(
                .warning, code: .sceneNoEffect, path: "display",
                "\(format.rawValue.uppercased()) keeps all colors: pixels alone are reduced to those of a display",
                hint: "write PNG, JPEG or WebP")
        }
        do {
            var writer = OutputWriter(
                drawing, size: map.input.viewport.size, options, attribution: map.attribution,
                threads: renderer.threads, painter: renderer.cache.painter, metadata: { MapMetadata(map, drawing) },
                description: { facts.description() }, georeference: { PDFGeoreference(map) }, sheet: PDFSheet(map))
            let outputs = try formats.map { format, file in
                try stopIfCancelled()
                return try writer.write(format, to: file, clock: &clock)
            }
            clock.end()
            if map.input.blockGrid == nil, writer.bitmap?.isOneColor ?? false {
                map.reportBlankImage(drawing, isOneColor: true, diagnostics)
            }
            let hitMap = map.hitMap(drawing.hitTargets, facts, diagnostics)
            return zip(formats, outputs).map { target, output in
                let format = target.0
                return MapSnapshot(
                    bytes: output.bytes, mediaType: format.mediaType, width: drawing.width, height: drawing.height,
                    warnings: diagnostics.all, attribution: map.attribution, phases: clock.phases, files: output.files,
                    hitMap: hitMap,
                    metadata: map.metadata(of: drawing, format))
            }
        } catch let problem as Diagnostic where problem.code == .fileCannotWrite {
            throw RenderError(.cannotWrite, diagnostics.all + [problem])
        } catch {
            diagnostics.add(code: .renderFailed, "\(error)")
            throw RenderError(.unsupported, diagnostics.all)
        }
    }

    /// Ends cancelled work early; `cancellable` turns the error into a `CancellationError`, and the budget into that of its limit.
    private func stopIfCancelled() throws(RenderError) {
        guard WorkContext.isCancelled else { return }
        throw RenderError(.unsupported, [Diagnostic(code: .renderCancelled, "rendering was cancelled")])
    }

    private static let noFonts = Diagnostic(
        code: .renderNoFonts, "there are no fonts for the map's text",
        hint: "install fonts, such as Debian's fonts-noto-core, or name a folder that has some")
}

/// Measures one phase after another, and reports them to the caller.
struct PhaseClock {
    private(set) var phases: [MapSnapshot.Phase] = []
    private var current: (phase: WorkProgress.Phase, start: ContinuousClock.Instant)?

    /// A phase begins, and the one before it ends.
    mutating func begin(_ phase: WorkProgress.Phase) {
        end()
        current = (phase, .now)
        WorkContext.current.progress?.begin(phase)
    }

    /// The last phase ends.
    mutating func end() {
        guard let (phase, start) = current else { return }
        phases.append(MapSnapshot.Phase(name: phase.rawValue, seconds: (.now - start) / .seconds(1)))
        current = nil
    }
}

extension MapRenderer {
    /// Does the work of a pipeline within the renderer's limits.
    func inPipeline<Result>(
        _ diagnostics: DiagnosticSink = DiagnosticSink(), _ work: (inout RenderPipeline) throws(RenderError) -> Result
    ) throws(RenderError) -> Result {
        try withinLimits { () throws(RenderError) in
            var pipeline = RenderPipeline(self, diagnostics)
            return try work(&pipeline)
        }
    }
}

/// A map that is laid out, and not painted.
package struct LaidOutMap: Sendable {
    package var drawing: Drawing
    /// Points.
    package var size: Size
    package var warnings: [Diagnostic]
    /// Of all sources, in plain text, whether or not it is drawn.
    package var attribution: String
}

extension MapRenderer {
    /// Lays out a scene that the caller paints, as a page or as a block of tiles.
    ///
    /// - Parameters:
    ///   - document: what to draw.
    ///   - grid: the lines along which the image is cut; maps that are drawn apart agree about labels along it.
    ///   - painted: the part of the image that will be painted, in pixels, of a map that is cut; nil for all of it.
    /// - Returns: the drawing, and what was questionable.
    /// - Throws: `RenderError` with everything that is wrong.
    package func layout(
        _ document: SceneDocument, cutAlong grid: BlockGrid? = nil, painting painted: Rect? = nil
    ) throws(RenderError) -> LaidOutMap {
        try inPipeline { pipeline throws(RenderError) in
            var map = try pipeline.open(document)
            if let grid { map.cut(along: grid, painting: painted) }
            let drawing = try pipeline.layOut(map)
            return LaidOutMap(
                drawing: drawing, size: map.input.viewport.size, warnings: pipeline.diagnostics.all,
                attribution: map.attribution)
        }
    }
}

extension MapRenderer {
    /// Lays out a scene as a page of a document; says too what was questionable.
    package func page(_ document: SceneDocument) throws(RenderError) -> (page: PDFPage, warnings: [Diagnostic]) {
        try inPipeline { pipeline throws(RenderError) in
            let map = try pipeline.open(document)
            let drawing = try pipeline.layOut(map)
            let description = MapFacts(map, drawing).description()
            let figure = PDFFigure(
                alt: description.text(credit: map.attribution), language: description.language,
                georeference: PDFGeoreference(map), sheet: PDFSheet(map))
            return (PDFPage(drawing, size: map.input.viewport.size, figure: figure), pipeline.diagnostics.all)
        }
    }
}

extension MapRenderer.OpenedMap {
    /// Prepares a map to be cut into tiles, which are maps from straight above, and meet.
    fileprivate mutating func cut(along grid: BlockGrid, painting painted: Rect?) {
        input.blockGrid = grid
        input.viewport = input.viewport.overLevelGround
        input.paintedArea = painted
    }
}

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Why a map cannot be rendered, with all diagnostics.
public struct RenderError: Error, Hashable, Sendable {
    /// The kinds of errors.
    public enum Kind: String, Hashable, Sendable {
        /// A scene, style or archive is not valid.
        case badData
        /// A file that is referred to does not exist.
        case missingInput
        /// The map cannot be drawn or encoded: it is too large, or memory has run out.
        case unsupported
        /// The map would cost more than the renderer's limits allow.
        case pastLimit
        /// The output cannot be written.
        case cannotWrite
    }

    /// The kind of the error.
    public var kind: Kind
    /// Everything that was found, warnings included; at least one diagnostic is an error.
    public var diagnostics: [Diagnostic]

    /// Creates an error.
    public init(_ kind: Kind, _ diagnostics: [Diagnostic]) {
        self.kind = kind
        self.diagnostics = diagnostics
    }
}

extension RenderError: CustomStringConvertible, LocalizedError {
    /// One line per diagnostic.
    public var description: String { diagnostics.map(\.description).joined(separator: "\n") }
    /// One line per diagnostic.
    public var errorDescription: String? { description }
}

extension RenderError {
    /// Creates an error of kind `badData` from a scene that cannot be read.
    ///
    /// - Parameter error: the error of the scene, whose diagnostics are kept.
    public init(_ error: SceneError) {
        self.init(.badData, error.diagnostics)
    }
}
