// SPDX-License-Identifier: MIT
package import MapCanvas
package import MapCore
package import MapGeo
import MapGeometry
import MapImages
package import MapScene
import MapTiles

/// Lays out the scene's overlays as drawing items, by level and in the order of the scene.
package struct OverlayLayout {
    let viewport: Viewport
    let overlays: [Overlay]
    let diagnostics: DiagnosticSink

    /// The opened tiles of tile overlays.
    let tiles: [TileOverlay: RasterTiles]
    let threads: Int
    /// What code has drawn; nil where the overlays have none.
    package var drawings: DrawingLayout?
    /// Lines of latitude and longitude; nil where the overlays have none.
    var graticules: GraticuleLayout?
    /// True for a map whose overlays are draped over a terrain: only what can be hit is laid out.
    var isDraped = false

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

    /// The overlays of a level that name no style layer, and the indices of those that are draped over the terrain.
    package func found(_ level: Overlay.Level) -> (items: [DrawingItem], draped: [Int]) {
        found { $0.before == nil && $0.level == level }
    }

    /// As `found(_:)`, of the overlays below a style layer.
    ///
    /// - Parameter ids: of the layer, and of those below it that are not drawn.
    /// - Returns: their items in the order of the scene.
    func found(before ids: [String]) -> (items: [DrawingItem], draped: [Int]) {
        found { $0.before.map(ids.contains) ?? false }
    }

    private func found(where isIncluded: (Overlay) -> Bool) -> (items: [DrawingItem], draped: [Int]) {
        let draped = isDraped ? overlays.indices.filter { isIncluded(overlays[$0]) && overlays[$0].liesOnGround } : []
        return (items(where: isIncluded), draped)
    }

    private func items(where isIncluded: (Overlay) -> Bool) -> [DrawingItem] {
        var merged: Set<Int> = []
        return overlays.enumerated().flatMap { index, overlay -> [DrawingItem] in
            guard isIncluded(overlay), overlay.alpha > 0, overlay.isFinite, !merged.contains(index),
                !WorkContext.isCancelled
            else {
                return []
            }
            var indices = [index]
            var painted: OverlayMarks
            var isOnGround = viewport.perspective != nil
            switch overlay.content {
            case .polyline(let line):
                let mergedLines = line.mergeStrokes ? self.mergedLines(of: line, overlay, after: index) : []
                merged.formUnion(mergedLines.map(\.index))
                indices += mergedLines.map(\.index)
                painted = PolylineLayout(viewport: viewport).paint([line] + mergedLines.map(\.line))
            case .polygon(let polygon):
                painted = AreaLayout(viewport: viewport).paint(polygon)
            case .circle(let circle):
                painted = AreaLayout(viewport: viewport).paint(circle)
            case .fog(let fog):
                painted = FogLayout(viewport: viewport, overlays: overlays).paint(fog)
            case .tiles(let tileOverlay):
                guard let source = tiles[tileOverlay] else { return [] }
                let layout = TileOverlayLayout(viewport: viewport, threads: threads, diagnostics: diagnostics)
                if isDraped {
                    painted = layout.draped(tileOverlay, source)
                    break
                }
                let drawn = layout.paint(tileOverlay, source, alpha: overlay.alpha)
                return item(drawn, of: indices, alpha: 1, blend: overlay.blendMode).map { [$0] } ?? []
            case .drawing:
                guard let marks = drawings?.paint(index) else { return [] }
                painted = marks
                // Code draws at points of the image.
                isOnGround = false
            case .night(let night): painted = AreaLayout(viewport: viewport).paint(night)
            case .graticule:
                guard let marks = graticules?.marks[index] else { return [] }
                painted = marks
                isOnGround = false
            case .data: return []
            }
            painted.isOnGround = isOnGround
            return item(painted, of: indices, alpha: overlay.alpha, blend: overlay.blendMode).map { [$0] } ?? []
        }
    }

    /// Lines, areas and grids of which nothing is in the view; of a file of data, all of them.
    ///
    /// - Parameter items: what is drawn.
    /// - Returns: an entry for each overlay of the scene, by its path.
    func omissions(from items: [DrawingItem]) -> [Omission] {
        func owner(_ path: String) -> Substring {
            path.split(separator: "/", omittingEmptySubsequences: false).prefix(2).joined(separator: "/")[...]
        }
        let shapes = items.lazy.filter { $0.role == .overlay }
        let drawn = Set(shapes.flatMap { [$0.id] + $0.targets.map(\.path) }.map(owner))
        var omissions: [Omission] = []
        var told = drawn
        for (index, overlay) in overlays.enumerated() where overlay.alpha > 0 && overlay.isFinite {
            let name = owner(overlay.path(at: index))
            if case .graticule = overlay.content, graticules?.marks[index]?.marks.isEmpty == true {
                omissions.append(Omission(id: String(name), text: overlay.title, reason: .outside))
            }
            guard !told.contains(name), let corners = overlay.corners, !corners.isEmpty else { continue }
            let isHidden = corners.allSatisfy { !viewport.isInFront($0) }
            let isAway = corners.allSatisfy { corner in
                !viewport.isInFront(corner) || !viewport.pixelRect.contains(viewport.pixel(for: corner))
            }
            guard isAway else { continue }
            told.insert(name)
            omissions.append(Omission(id: String(name), text: overlay.title, reason: isHidden ? .hidden : .outside))
        }
        return omissions
    }

    /// The overlays whose strokes are merged with a line's (`mergeStrokes`).
    private func mergedLines(
        of line: Polyline, _ overlay: Overlay, after index: Int
    ) -> [(index: Int, line: Polyline)] {
        // Opaque features of a data file look the same merged or not, and stay separate items.
        let isSeparate = overlay.feature != nil && line.style.strokeColor.isOpaque && overlay.alpha == 1
        let candidates = overlays.indices.dropFirst(index + 1)
            .prefix { !isSeparate || overlays[$0].feature == overlay.feature && overlays[$0].id == overlay.id }
        return candidates.compactMap { other in
            guard case .polyline(let candidate) = overlays[other].content, candidate.mergeStrokes,
                overlays[other].level == overlay.level, overlays[other].before == overlay.before,
                overlays[other].alpha == overlay.alpha,
                overlays[other].blendMode == overlay.blendMode,
                candidate.style == line.style, candidate.gradient == line.gradient,
                candidate.arrows == line.arrows
            else { return nil }
            return (other, candidate)
        }
    }

    /// One item for overlays that are painted together.
    private func item(
        _ painted: OverlayMarks, of indices: [Int], alpha: Double, blend: BlendMode
    ) -> DrawingItem? {
        if isDraped, overlays[indices[0]].liesOnGround {
            let hit = painted.draped(in: viewport, isTarget: overlays[indices[0]].isTarget)
            let item = item(.group(Group(marks: [])), hit, of: indices)
            return item?.targets.isEmpty == false ? item : nil
        }
        let painted = painted.isOnGround ? painted.projected(in: viewport) : painted
        let bounds = painted.bounds.intersection(viewport.pixelRect)
        guard !bounds.isNull, !painted.marks.isEmpty else { return nil }
        let opacity = alpha * painted.opacity
        let mark: Mark =
            if opacity >= 1, blend == .normal, painted.marks.count == 1, let only = painted.marks.first {
                only
            } else {
                .group(Group(opacity: opacity, blend: blend, marks: painted.marks))
            }
        return item(mark, painted, of: indices)
    }

    private func item(_ mark: Mark, _ painted: OverlayMarks, of indices: [Int]) -> DrawingItem? {
        let bounds = painted.bounds.intersection(viewport.pixelRect)
        guard !bounds.isNull else { return nil }
        return DrawingItem(
            id: overlays[indices[0]].path(at: indices[0]), role: .overlay, bounds: bounds, mark: mark,
            targets: zip(indices, painted.hitShapes).compactMap { target(of: $0, $1, bounds) })
    }

    /// What is looked through is hit only if it is a target.
    private func target(of index: Int, _ shape: HitShape?, _ bounds: Rect) -> Target? {
        let overlay = overlays[index]
        guard let shape = shape ?? (overlay.isTarget ? .box(bounds) : nil) else { return nil }
        return Target(
            path: overlay.path(at: index), name: overlay.id, title: overlay.title, alt: overlay.alt,
            href: overlay.href, shape: shape)
    }
}

/// The marks of an overlay, in pixels.
struct OverlayMarks {
    var marks: [Mark] = []
    /// The bounds of all marks.
    var bounds = Rect.null
    /// The opacity of all marks as a group.
    var opacity = 1.0
    /// The hit shape of each overlay that is painted; nil for none.
    var hitShapes: [HitShape?] = [nil]
    /// Where an overlay is that is looked through, which is hit only if it is a target.
    var veil: HitShape?
    /// True for marks and shapes on the ground of a tilted map, which are still to be projected.
    var isOnGround = false

    /// The marks in the image of a tilted camera.
    func projected(in viewport: Viewport) -> OverlayMarks {
        guard let perspective = viewport.perspective else { return self }
        let ground = GroundProjection(perspective, margin: 8)
        var copy = self
        copy.marks = marks.compactMap { ground.mark($0) }
        copy.hitShapes = hitShapes.map { $0.flatMap { ground.hitShape($0) } }
        copy.bounds = copy.marks.bounds
        copy.isOnGround = false
        return copy
    }

    /// What can be hit of marks that are draped over a terrain.
    func draped(in viewport: Viewport, isTarget: Bool) -> OverlayMarks {
        let ground = viewport.groundProjection
        let shapes = (veil.map { [isTarget ? $0 : nil] } ?? hitShapes).map { $0.flatMap { ground?.hitShape($0) } }
        let bounds = shapes.reduce(Rect.null) { $0.union($1?.bounds ?? .null) }
        return OverlayMarks(bounds: bounds, hitShapes: shapes)
    }
}

extension Overlay {
    /// Whether there is something to say of it, or to open, where it is hit.
    fileprivate var isTarget: Bool { title != nil || alt != nil || href != nil }

    /// The places that its shape goes through; nil for what is everywhere.
    fileprivate var corners: [Coordinate]? {
        switch content {
        case .polyline(let line): line.coordinates
        case .polygon(let polygon): polygon.coordinates
        case .circle(let circle): [circle.center]
        case .fog, .tiles, .data, .graticule, .night, .drawing: nil
        }
    }

    /// False for what is drawn at points of the image.
    var liesOnGround: Bool {
        switch content {
        case .polyline, .polygon, .circle, .fog, .tiles, .night: true
        case .data, .graticule, .drawing: false
        }
    }

    /// False when a coordinate is not finite, which only scenes built in Swift can contain.
    var isFinite: Bool {
        switch content {
        case .polyline(let line): line.coordinates.allSatisfy(\.isOnEarth)
        case .polygon(let polygon): (polygon.holes + [polygon.coordinates]).joined().allSatisfy(\.isOnEarth)
        case .circle(let circle): circle.center.isOnEarth && circle.radius.isFinite && circle.radius > 0
        case .fog(let fog):
            fog.reveal.allSatisfy {
                if case .line(let line) = $0.track { line.allSatisfy(\.isOnEarth) } else { true }
            }
        case .tiles, .data, .graticule, .night, .drawing: true
        }
    }
}

extension Coordinate {
    /// Longitudes may be unwrapped, within limits.
    var isOnEarth: Bool { abs(latitude) <= 90 && abs(longitude) <= 3600 }
}

/// Raster tiles above the map, clipped to their bounds.
struct TileOverlayLayout {
    let viewport: Viewport
    let threads: Int
    let diagnostics: DiagnosticSink

    func paint(_ overlay: TileOverlay, _ tiles: RasterTiles, alpha: Double) -> OverlayMarks {
        let source = tiles.limited(to: overlay)
        guard overlay.shows(source, in: viewport) else { return OverlayMarks() }
        let image = RasterMosaic(
            tiles: source, policy: overlay.missingTiles, threads: threads, diagnostics: diagnostics)
        let own = overlay.shift.map(viewport.shifted) ?? viewport
        guard let item = image.item(id: "", in: own), case .image(var image) = item.mark else {
            return OverlayMarks()
        }
        image.opacity = alpha
        guard let bounds = overlay.bounds else { return OverlayMarks(marks: [.image(image)], bounds: image.bounds) }
        return clipped(image, to: bounds)
    }

    /// Where tiles are that are draped over a terrain: within their bounds, or everywhere.
    func draped(_ overlay: TileOverlay, _ tiles: RasterTiles) -> OverlayMarks {
        let source = tiles.limited(to: overlay)
        guard overlay.shows(source, in: viewport), source.isVisible(in: viewport) else { return OverlayMarks() }
        let box = overlay.bounds ?? source.bounds ?? source.archive.info.bounds
        let area = box.map { Path(rings: outlines(of: $0).joined()) } ?? viewport.wholeGround
        return OverlayMarks(veil: .area(area, .evenOdd))
    }

    /// A box in each copy of the world that may be visible, in pixels of the ground.
    private func outlines(of box: CoordinateBox) -> [[[Point]]] {
        let ring = [(box.west, box.north), (box.east, box.north), (box.east, box.south), (box.west, box.south)]
            .map { Coordinate(latitude: $0.1, longitude: $0.0) }
        return MercatorShape([ring], in: viewport).copies(in: viewport, reach: 0)
    }

    /// An aliased clip: a pixel is in or out by its center.
    private func clipped(_ image: ImageMark, to box: CoordinateBox) -> OverlayMarks {
        var output = OverlayMarks()
        for copy in outlines(of: box) {
            let clip = Path(rings: copy)
            output.marks.append(.group(Group(clip: clip, marks: [.image(image)])))
            output.bounds = output.bounds.union(clip.bounds.intersection(image.bounds))
        }
        return output.projected(in: viewport)
    }
}

extension RasterTiles {
    /// The tiles at the zooms that an overlay allows.
    func limited(to overlay: TileOverlay) -> RasterTiles {
        var tiles = self
        tiles.minZoom = max(minZoom, overlay.minZoom ?? 0)
        if overlay.minZoom != nil { tiles.underzoom = 0 }
        tiles.maxZoom = min(maxZoom, overlay.maxZoom ?? TileID.maxZoom)
        return tiles
    }
}

extension TileOverlay {
    /// True when limited tiles are drawn at the view's zoom.
    fileprivate func shows(_ tiles: RasterTiles, in viewport: Viewport) -> Bool {
        let zoom = tiles.tileZoom(in: viewport)
        return zoom >= Double(tiles.minZoom - tiles.underzoom) && tiles.minZoom <= tiles.maxZoom
            && (overzoom || zoom <= Double(tiles.maxZoom))
    }

    /// Why the view shows none of the overlay's tiles; nil where it shows some.
    package func reasonToHide(_ tiles: RasterTiles, in viewport: Viewport) -> String? {
        let limited = tiles.limited(to: self)
        guard limited.minZoom <= limited.maxZoom else {
            return "its zooms \(minZoom ?? 0) to \(maxZoom ?? TileID.maxZoom) are not those of its tiles, "
                + "\(tiles.minZoom) to \(tiles.maxZoom)"
        }
        guard shows(limited, in: viewport) else {
            let zoom = Int(max(0, limited.tileZoom(in: viewport)))
            return "it is drawn at the zooms \(limited.minZoom) to \(limited.maxZoom) of its tiles; "
                + "this view is one for tiles of zoom \(zoom)"
        }
        let isSeen = limited.isVisible(in: viewport) && bounds?.touches(viewport.bounds) ?? true
        return isSeen ? nil : "its bounds are outside of this view"
    }
}
