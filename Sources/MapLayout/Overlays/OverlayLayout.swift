// SPDX-License-Identifier: MIT
package import MapCanvas
package import MapDiagnostics
package import MapGeo
import MapPlane
package import MapScene

/// The scene's overlays as drawing items, level by level, in the order of the scene.
package struct OverlayLayout {
    let viewport: Viewport
    let overlays: [Overlay]
    let diagnostics: DiagnosticSink

    /// The tiles of tile overlays.
    let tiles: [TileOverlay: RasterTiles]
    let threads: Int

    package init(
        viewport: Viewport, overlays: [Overlay], tiles: [TileOverlay: RasterTiles] = [:], threads: Int = 1,
        diagnostics: DiagnosticSink
    ) {
        self.tiles = tiles
        self.threads = threads
        self.viewport = viewport
        self.overlays = overlays
        self.diagnostics = diagnostics
    }

    package func items(_ level: Overlay.Level) -> [DrawingItem] {
        var merged: Set<Int> = []
        return overlays.enumerated().flatMap { index, overlay -> [DrawingItem] in
            guard overlay.level == level, overlay.alpha > 0, overlay.isFinite, !merged.contains(index) else {
                return []
            }
            var painters = [index]
            let painted: OverlayMarks
            switch overlay.content {
            case .polyline(let line):
                let partners = line.mergeStrokes ? self.partners(of: line, overlay, after: index) : []
                merged.formUnion(partners.map(\.index))
                painters += partners.map(\.index)
                painted = PolylineLayout(viewport: viewport).paint([line] + partners.map(\.line))
            case .polygon(let polygon):
                painted = AreaLayout(viewport: viewport).paint(polygon)
            case .circle(let circle):
                painted = AreaLayout(viewport: viewport).paint(circle)
            case .fog(let fog):
                painted = FogLayout(viewport: viewport, overlays: overlays).paint(fog)
            case .tiles(let tileOverlay):
                guard let source = tiles[tileOverlay] else { return [] }
                let layout = TileOverlayLayout(viewport: viewport, threads: threads, diagnostics: diagnostics)
                let drawn = layout.paint(tileOverlay, source, alpha: overlay.alpha)
                return item(drawn, of: painters, alpha: 1, blend: overlay.blendMode).map { [$0] } ?? []
            case .data: return []
            }
            return item(painted, of: painters, alpha: overlay.alpha, blend: overlay.blendMode).map { [$0] } ?? []
        }
    }

    /// The overlays that are painted together with a line.
    private func partners(
        of line: Polyline, _ overlay: Overlay, after index: Int
    ) -> [(index: Int, line: Polyline)] {
        // What covers what is below by itself need not be one with others, and is better told apart.
        let standsAlone = overlay.feature != nil && line.look.strokeColor.isOpaque && overlay.alpha == 1
        let candidates = overlays.indices.dropFirst(index + 1)
            .prefix { !standsAlone || overlays[$0].feature == overlay.feature && overlays[$0].id == overlay.id }
        return candidates.compactMap { other in
            guard case .polyline(let candidate) = overlays[other].content, candidate.mergeStrokes,
                overlays[other].level == overlay.level, overlays[other].alpha == overlay.alpha,
                overlays[other].blendMode == overlay.blendMode,
                candidate.look == line.look, candidate.gradient == line.gradient,
                candidate.arrows == line.arrows
            else { return nil }
            return (other, candidate)
        }
    }

    /// One item for overlays that are painted as one.
    private func item(
        _ painted: OverlayMarks, of painters: [Int], alpha: Double, blend: BlendMode
    ) -> DrawingItem? {
        let bounds = painted.bounds.intersection(viewport.pixelRect)
        guard !bounds.isNull, !painted.marks.isEmpty else { return nil }
        let opacity = alpha * painted.opacity
        let mark: Mark =
            if opacity >= 1, blend == .normal, painted.marks.count == 1, let only = painted.marks.first {
                only
            } else {
                .group(Group(opacity: opacity, blend: blend, marks: painted.marks))
            }
        return DrawingItem(
            id: overlays[painters[0]].path(at: painters[0]), role: .overlay, bounds: bounds, mark: mark,
            targets: zip(painters, painted.hitShapes).compactMap { target(of: $0, $1, bounds) })
    }

    /// Veils and tiles are looked through, unless they have something to say.
    private func target(of index: Int, _ shape: HitShape?, _ bounds: Rect) -> Target? {
        let overlay = overlays[index]
        let isSeenThrough = overlay.title == nil && overlay.alt == nil && overlay.href == nil
        guard let shape = shape ?? (isSeenThrough ? nil : .box(bounds)) else { return nil }
        return Target(
            path: overlay.path(at: index), name: overlay.id, title: overlay.title, alt: overlay.alt,
            href: overlay.href, shape: shape)
    }
}

/// What an overlay comes to, in pixels.
struct OverlayMarks {
    var marks: [Mark] = []
    /// All that the marks paint.
    var bounds = Rect.null
    /// Of all marks together.
    var opacity = 1.0
    /// Where each of the overlays that are painted can be hit; nil where it is looked through.
    var hitShapes: [HitShape?] = [nil]
}

extension Overlay {
    /// False when a number is none, which only a scene built in Swift can have.
    var isFinite: Bool {
        switch content {
        case .polyline(let line): line.coordinates.allSatisfy(\.isOnEarth)
        case .polygon(let polygon): (polygon.holes + [polygon.coordinates]).joined().allSatisfy(\.isOnEarth)
        case .circle(let circle): circle.center.isOnEarth && circle.radius.isFinite && circle.radius > 0
        case .fog(let fog):
            fog.reveal.allSatisfy {
                if case .line(let line) = $0.track { line.allSatisfy(\.isOnEarth) } else { true }
            }
        case .tiles, .data: true
        }
    }
}

extension Coordinate {
    /// Longitudes may be unrolled, but not without end.
    var isOnEarth: Bool { abs(latitude) <= 90 && abs(longitude) <= 3600 }
}
