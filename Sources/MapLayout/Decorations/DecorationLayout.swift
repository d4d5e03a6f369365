// SPDX-License-Identifier: MIT
package import MapCanvas
package import MapDiagnostics
package import MapGeo
package import MapPlane
package import MapScene

/// Lays out decorations. Decorations at the same edge are stacked inwards in the order of the scene, and none covers
/// the attribution.
package struct DecorationLayout {
    private let viewport: Viewport
    private let fonts: FontLibrary
    private let images: [ImageAsset: AnnotationImage]
    private let palette: DecorationPalette
    /// The annotations that a legend can list.
    private let annotations: [Annotation]
    private let diagnostics: DiagnosticSink
    package private(set) var items: [DrawingItem] = []
    /// In pixels.
    package private(set) var boxes: [Rect] = []

    package init(
        _ decorations: [Decoration], viewport: Viewport, fonts: FontLibrary, images: [ImageAsset: AnnotationImage],
        appearance: Appearance, attribution: Rect?, diagnostics: DiagnosticSink, annotations: [Annotation] = []
    ) {
        self.viewport = viewport
        self.fonts = fonts
        self.images = images
        self.diagnostics = diagnostics
        self.annotations = annotations
        palette = DecorationPalette(appearance)
        var occupied: [Rect] =
            attribution.map { [Transform.scale(1 / viewport.scale, 1 / viewport.scale).apply($0)] } ?? []
        for (index, decoration) in decorations.enumerated() {
            add(decoration, index, occupied: &occupied)
        }
    }

    private var bounds: Rect { Rect(x: 0, y: 0, width: viewport.size.width, height: viewport.size.height) }

    private mutating func add(_ decoration: Decoration, _ index: Int, occupied: inout [Rect]) {
        guard decoration.isVisible else { return }
        guard let size = size(of: decoration.content) else {
            if case .legend = decoration.content { reportEmptyLegend(index) }
            return
        }
        guard var box = box(for: decoration, size, occupied) else {
            diagnostics.add(
                Diagnostic(
                    .warning, path: "decorations[\(index)].center",
                    "the center is outside the map; the decoration is not drawn")
            )
            return
        }
        // The final width of a scale bar depends on the latitude of its position.
        guard let marks = marks(decoration.content, index, in: &box) else { return }
        if decoration.content.avoidsOverlap { occupied.append(box) }
        let scale = viewport.scale
        let name = decoration.id ?? "\(decoration.content.name)-\(index)"
        let path = targetPath("decoration", name)
        let placed = marks.map { $0.placed(scale: scale, at: Point(box.minX * scale, box.minY * scale)) }
        let pixels = Transform.scale(scale, scale).apply(box)
        boxes.append(pixels)
        items.append(
            DrawingItem(
                id: path, role: .decoration, bounds: pixels.inset(by: -8 * scale), mark: .group(Group(marks: placed)),
                targets: [
                    Target(
                        path: path, name: decoration.id, alt: decoration.alt, href: decoration.href,
                        shape: .box(pixels))
                ]))
    }

    private func size(of content: Decoration.Content) -> Size? {
        switch content {
        case .scaleBar(let bar): Size(width: bar.maxWidth, height: ScaleBarArtwork.height)
        case .compass(let compass):
            compass.visibility == .visible || compass.visibility == .adaptive && viewport.bearing != 0
                ? CompassArtwork.size : nil
        case .image(let image): images[image.image]?.size
        case .rectangle(let rectangle): rectangle.size(in: viewport.size)
        case .legend(let legend): artwork(legend)?.size
        }
    }

    private func marks(_ content: Decoration.Content, _ index: Int, in box: inout Rect) -> [Mark]? {
        switch content {
        case .scaleBar(let bar):
            let latitude = viewport.coordinate(at: Point(box.center.x, box.maxY)).latitude
            let ground = WebMercator.metersPerPoint(at: latitude, zoom: viewport.zoom)
            guard let artwork = ScaleBarArtwork(bar, metersPerPoint: ground, palette: palette, fonts: fonts) else {
                return nil
            }
            // A bar is shorter than its box: it stays at the side that it is anchored to.
            let fraction = box.width > 0 && box.center.x > bounds.width * 0.6 ? 1.0 : 0
            let isCentered = abs(box.center.x - bounds.center.x) < 1
            let slack = box.width - artwork.size.width
            box.minX += isCentered ? slack / 2 : slack * fraction
            box.maxX = box.minX + artwork.size.width
            return artwork.marks
        case .compass: return CompassArtwork(bearing: viewport.bearing, palette: palette, fonts: fonts).marks
        case .image(let image):
            return images[image.image].map { bounds in
                [bounds.mark(in: Rect(x: 0, y: 0, width: bounds.size.width, height: bounds.size.height))]
            }
        case .rectangle(let rectangle):
            return RectangleArtwork(
                rectangle: rectangle, size: Size(width: box.width, height: box.height), palette: palette
            )
            .marks
        case .legend(let legend):
            let artwork = artwork(legend)
            if let artwork, artwork.omittedCount > 0 {
                diagnostics.add(
                    Diagnostic(
                        .warning, path: "decorations[\(index)]",
                        "\(artwork.omittedCount) entries do not fit into the legend",
                        hint: "increase the height of the map, or number fewer annotations"))
            }
            return artwork?.marks
        }
    }

    private func reportEmptyLegend(_ index: Int) {
        diagnostics.add(
            Diagnostic(
                .warning, path: "decorations[\(index)]", "the legend has no entries and is not drawn",
                hint: "a legend lists annotations with \"$num\" in a text, and markers with a short \"glyphText\""))
    }

    private func artwork(_ legend: Legend) -> LegendArtwork? {
        LegendArtwork(
            legend, annotations, maxHeight: viewport.size.height - 24, palette: palette,
            text: AnnotationText(fonts: fonts, diagnostics: diagnostics))
    }

    /// Nil for a center outside the output.
    private func box(for decoration: Decoration, _ size: Size, _ occupied: [Rect]) -> Rect? {
        switch decoration.location {
        case .origin(let p): return Rect(x: p.x, y: p.y, width: size.width, height: size.height)
        case .center(let p):
            guard bounds.contains(p) else { return nil }
            return Rect(x: p.x - size.width / 2, y: p.y - size.height / 2, width: size.width, height: size.height)
        case .at(let position, let margin):
            var anchor = position
            if case .image(let image) = decoration.content, let imageAnchor = image.anchor { anchor = imageAnchor }
            let at = position.fraction
            // A margin is measured inwards from an edge; at the center it moves right and down.
            let x = bounds.width * at.x + margin.width * (at.x > 0.75 ? -1 : 1) * (at.x == 0.5 ? 0 : 1)
            let y = bounds.height * at.y + margin.height * (at.y > 0.75 ? -1 : 1) * (at.y == 0.5 ? 0 : 1)
            let box = Rect(
                x: x - size.width * anchor.fraction.x, y: y - size.height * anchor.fraction.y, width: size.width,
                height: size.height)
            let givesWay = anchor == position && at.y != 0.5 && decoration.content.avoidsOverlap
            return givesWay ? moved(box, inwards: at.y == 0 ? 1 : -1, past: occupied) : box
        }
    }

    /// Moves a box down (1) or up (-1) until it overlaps no earlier decoration.
    private func moved(_ box: Rect, inwards direction: Double, past occupied: [Rect]) -> Rect {
        var box = box
        let gap = 6.0
        for _ in 0...occupied.count {
            guard let other = occupied.first(where: { $0.inset(by: -gap + 0.01).intersects(box) }) else { return box }
            let step = direction > 0 ? other.maxY + gap - box.minY : other.minY - gap - box.maxY
            box = box.offset(by: Point(0, step))
        }
        return box
    }
}

extension Decoration.Content {
    fileprivate var name: String {
        switch self {
        case .scaleBar: "scaleBar"
        case .compass: "compass"
        case .image: "image"
        case .rectangle: "rectangle"
        case .legend: "legend"
        }
    }

    /// False for rectangles, which serve as backgrounds for other decorations.
    fileprivate var avoidsOverlap: Bool {
        if case .rectangle = self { false } else { true }
    }
}

extension Decoration.Position {
    /// The position as a fraction of width and height.
    var fraction: Point {
        switch self {
        case .topLeft: Point(0, 0)
        case .top: Point(0.5, 0)
        case .topRight: Point(1, 0)
        case .left: Point(0, 0.5)
        case .center: Point(0.5, 0.5)
        case .right: Point(1, 0.5)
        case .bottomLeft: Point(0, 1)
        case .bottom: Point(0.5, 1)
        case .bottomRight: Point(1, 1)
        }
    }
}
