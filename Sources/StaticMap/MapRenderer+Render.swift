// SPDX-License-Identifier: MIT
package import MapCanvas
package import MapCore
package import MapGeometry
package import MapLayout
public import MapScene
import MapText

extension MapRenderer {
    /// Renders a scene that was built in Swift. Its relative paths begin in the working directory.
    ///
    /// The work is done on threads of its own, so that it does not block Swift's cooperative threads. When the task is
    /// cancelled, the function throws at once and the work stops.
    ///
    /// - Parameters:
    ///   - scene: what to draw.
    ///   - format: the format of the image.
    ///   - options: how the image is encoded.
    /// - Returns: the image, and what is known about it.
    /// - Throws: `RenderError` with everything that is wrong, or `CancellationError`.
    public func render(
        _ scene: Scene, as format: OutputFormat = .png, options: EncodingOptions = EncodingOptions()
    ) async throws -> MapSnapshot {
        try await cancellable { () throws(RenderError) in try render(scene, as: format, options: options) }
    }

    /// Renders a scene that was read from JSON.
    ///
    /// - Parameters:
    ///   - document: what to draw.
    ///   - format: the format of the image.
    ///   - options: how the image is encoded.
    /// - Returns: the image, and what is known about it.
    /// - Throws: `RenderError` with everything that is wrong, or `CancellationError`.
    public func render(
        _ document: SceneDocument, as format: OutputFormat = .png, options: EncodingOptions = EncodingOptions()
    ) async throws -> MapSnapshot {
        try await cancellable { () throws(RenderError) in try render(document, as: format, options: options) }
    }

    /// Renders a scene once, and encodes it in several formats.
    ///
    /// - Parameters:
    ///   - document: what to draw.
    ///   - formats: at least one.
    ///   - options: how the images are encoded; each format uses what applies to it.
    /// - Returns: an image for each format, in their order. All have the phases of the whole work.
    /// - Throws: `RenderError` with everything that is wrong, or `CancellationError`.
    public func render(
        _ document: SceneDocument, as formats: [OutputFormat], options: EncodingOptions = EncodingOptions()
    ) async throws -> [MapSnapshot] {
        try await cancellable { () throws(RenderError) in try render(document, as: formats, options: options) }
    }
}

extension MapRenderer {
    /// Renders a scene that was built in Swift, and blocks the calling thread until the image is finished.
    ///
    /// - Parameters:
    ///   - scene: what to draw.
    ///   - format: the format of the image.
    ///   - options: how the image is encoded.
    /// - Returns: the image, and what is known about it.
    /// - Throws: a `RenderError` with everything that is wrong.
    public func render(
        _ scene: Scene, as format: OutputFormat = .png, options: EncodingOptions = EncodingOptions()
    ) throws(RenderError) -> MapSnapshot {
        try render(SceneDocument(scene: scene), as: format, options: options)
    }

    /// Renders a scene that was read from JSON, and blocks the calling thread until the image is finished.
    ///
    /// - Parameters:
    ///   - document: what to draw.
    ///   - format: the format of the image.
    ///   - options: how the image is encoded.
    /// - Returns: the image, and what is known about it.
    /// - Throws: a `RenderError` with everything that is wrong.
    public func render(
        _ document: SceneDocument, as format: OutputFormat = .png, options: EncodingOptions = EncodingOptions()
    ) throws(RenderError) -> MapSnapshot {
        try render(document, as: [format], options: options)[0]
    }

    /// Renders a scene once, encodes it in several formats, and blocks the calling thread until they are finished.
    ///
    /// - Parameters:
    ///   - document: what to draw.
    ///   - formats: at least one.
    ///   - options: how the images are encoded; each format uses what applies to it.
    /// - Returns: an image for each format, in their order. All have the phases of the whole work.
    /// - Throws: a `RenderError` with everything that is wrong.
    public func render(
        _ document: SceneDocument, as formats: [OutputFormat], options: EncodingOptions = EncodingOptions()
    ) throws(RenderError) -> [MapSnapshot] {
        try withinLimits { () throws(RenderError) in try snapshots(of: document, as: formats, options) }
    }

    private func snapshots(
        of document: SceneDocument, as formats: [OutputFormat], _ options: EncodingOptions
    ) throws(RenderError) -> [MapSnapshot] {
        let diagnostics = DiagnosticSink()
        document.diagnostics.forEach(diagnostics.add)
        var clock = PhaseClock()
        WorkContext.current.progress?.begin(.open)
        let map = try open(document, diagnostics)
        clock.end("open")
        try stopIfCancelled()
        WorkContext.current.progress?.begin(.layout)
        let drawing = SceneLayout(map.input).drawing()
        try stopIfCancelled()
        if fonts.lacksFonts {
            throw RenderError(
                .missingInput,
                [
                    Diagnostic(
                        code: RenderCode.noFonts, "there are no fonts for the map's text",
                        hint: "install fonts, such as Debian's fonts-noto-core, or name a folder that has some")
                ])
        }
        map.reportEmptyMap(diagnostics)
        map.reportReducedTiles(diagnostics)
        if diagnostics.hasErrors { throw RenderError(.badData, diagnostics.all) }
        clock.end("layout")
        if let limit = WorkContext.current.budget?.limits.paintedPixels {
            RenderBudget.spend(
                drawing.paintedPixels(limit: limit / 2), .paintedPixels, at: drawing.costliestItem?.id ?? "")
            try stopIfCancelled()
        }
        do {
            var writer = OutputWriter(
                drawing, size: map.input.viewport.size, options, attribution: map.attribution, threads: threads,
                metadata: { MapMetadata(map, drawing) })
            let outputs = try formats.map { format in
                try stopIfCancelled()
                return try writer.write(format, clock: &clock)
            }
            let hitMap = map.hitMap(drawing.hitTargets, diagnostics)
            return zip(formats, outputs).map { format, output in
                MapSnapshot(
                    bytes: output.bytes, mediaType: format.mediaType, width: drawing.width, height: drawing.height,
                    warnings: diagnostics.all, attribution: map.attribution, phases: clock.phases, files: output.files,
                    hitMap: hitMap,
                    metadata: map.metadata(of: drawing, format))
            }
        } catch {
            diagnostics.add(Diagnostic(code: RenderCode.failed, "\(error)"))
            throw RenderError(.unsupported, diagnostics.all)
        }
    }

    /// Ends cancelled work early; `cancellable` turns the error into a `CancellationError`.
    private func stopIfCancelled() throws(RenderError) {
        guard WorkContext.isCancelled else { return }
        throw RenderError(.unsupported, [Diagnostic(code: RenderCode.cancelled, "rendering was cancelled")])
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
    /// Lays out a scene for whoever paints it: as a page, or as a block of tiles.
    ///
    /// - Parameters:
    ///   - document: what to draw.
    ///   - grid: the lines along which the picture is cut; maps that are drawn apart agree about labels along it.
    ///   - painted: the part of the picture that will be painted, in pixels, of a map that is cut; nil for all of it.
    /// - Returns: the drawing, and what was questionable.
    /// - Throws: `RenderError` with everything that is wrong.
    package func layout(
        _ document: SceneDocument, cutAlong grid: BlockGrid? = nil, painting painted: Rect? = nil
    ) throws(RenderError) -> LaidOutMap {
        try withinLimits { () throws(RenderError) in try laidOut(document, cutAlong: grid, painting: painted) }
    }

    private func laidOut(
        _ document: SceneDocument, cutAlong grid: BlockGrid?, painting painted: Rect?
    ) throws(RenderError) -> LaidOutMap {
        let diagnostics = DiagnosticSink()
        document.diagnostics.forEach(diagnostics.add)
        var map = try open(document, diagnostics)
        map.input.blockGrid = grid
        // Tiles are maps from straight above, and meet.
        if grid != nil {
            map.input.viewport = map.input.viewport.overLevelGround
            map.input.paintedArea = painted
        }
        let drawing = SceneLayout(map.input).drawing()
        // Some blocks of a pyramid have nothing, which is no mistake.
        if grid == nil { map.reportEmptyMap(diagnostics) }
        if diagnostics.hasErrors { throw RenderError(.badData, diagnostics.all) }
        return LaidOutMap(
            drawing: drawing, size: map.input.viewport.size, warnings: diagnostics.all,
            attribution: map.attribution)
    }
}

/// Measures one phase after another.
struct PhaseClock {
    private(set) var phases: [MapSnapshot.Phase] = []
    private var start = ContinuousClock.now

    /// Ends the phase that began with the last one's end.
    mutating func end(_ name: String) {
        let now = ContinuousClock.now
        phases.append(MapSnapshot.Phase(name: name, seconds: (now - start) / .seconds(1)))
        start = now
    }
}
