// SPDX-License-Identifier: MIT
package import MapCanvas
package import MapDiagnostics
package import MapLayout
package import MapPlane
package import MapScene

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
