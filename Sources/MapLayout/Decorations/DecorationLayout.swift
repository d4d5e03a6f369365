// SPDX-License-Identifier: MIT
package import MapCanvas
package import MapCore
package import MapGeo
package import MapGeometry
import MapImages
package import MapScene
package import MapText

/// Lays out decorations. Those at the same edge are stacked inwards in the order of the scene; none covers the
/// attribution or leaves the output, and none covers an annotation where there is another position for it.
///
/// Where there is no room a decoration shrinks, then moves to another corner; what still does not fit is left out and
/// reported.
package struct DecorationLayout {
    private let viewport: Viewport
    private var artworks: DecorationArtworks
    private let diagnostics: DiagnosticSink
    private var placer: DecorationPlacer
    /// By the index of the decoration.
    private let insets: [Int: DrawnInset]
    package private(set) var items: [DrawingItem] = []
    /// In pixels.
    package private(set) var boxes: [Rect] = []
    /// The boxes of all decorations but rectangles that are seen through, in pixels: what captions and callouts keep clear of.
    package private(set) var opaqueBoxes: [Rect] = []
    /// Decorations and legend entries without room.
    package private(set) var omissions: [Omission] = []

    /// The box of the attribution is in pixels, the frames of annotations are in points.
    package init(
        _ decorations: [Decoration], viewport: Viewport, fonts: FontLibrary, images: [ImageAsset: AnnotationImage],
        appearance: Appearance, attribution: Rect?, diagnostics: DiagnosticSink, annotations: [Annotation] = [],
        frames: [Rect] = [], insets: [Int: DrawnInset] = [:], within frame: Rect? = nil
    ) {
        self.viewport = viewport
        self.diagnostics = diagnostics
        self.insets = insets
        artworks = DecorationArtworks(
            viewport: viewport, images: images, annotations: annotations, palette: DecorationPalette(appearance),
            appearance: appearance, text: AnnotationText(fonts: fonts, diagnostics: diagnostics))
        placer = DecorationPlacer(
            bounds: frame ?? Rect(size: viewport.size),
            occupied: attribution.map { [Transform.scale(1 / viewport.scale, 1 / viewport.scale).apply($0)] } ?? [],
            frames: frames)
        for (index, decoration) in decorations.enumerated() where decoration.isVisible {
            add(decoration, index)
        }
    }

    private mutating func add(_ decoration: Decoration, _ index: Int) {
        let variants = artworks.variants(of: decoration)
        if case .legend = decoration.content { reportUntitled(index) }
        guard !variants.isEmpty else {
            if case .legend = decoration.content { diagnostics.add(.emptyLegend(at: "decorations[\(index)]")) }
            return
        }
        let name = decoration.id ?? "\(decoration.content.name)-\(index)"
        let path = targetPath("decoration", name)
        if case .center(let center) = decoration.location, !placer.bounds.contains(center) {
            return omit(
                path, decoration, index, key: ".center", reason: .outside, code: .decorationsOutside,
                "the center is outside the map; the decoration is not drawn")
        }
        for variant in variants {
            guard var (artwork, box) = placed(variant, of: decoration) else { continue }
            if decoration.content.avoidsOverlap { placer.occupied.append(box) }
            if case .inset(let inset) = decoration.content {
                box = box.onWholePixels(scale: viewport.scale)
                artwork.pixelMarks = insets[index].map { drawn in
                    InsetArtwork(inset, drawn, palette: artworks.palette, scale: viewport.scale).marks
                }
            }
            append(artwork, decoration, path, box)
            if case .rectangle(let rectangle) = decoration.content {
                artworks.panels.append((box, rectangle.fillColor ?? artworks.palette.background))
            }
            if !artwork.omittedEntries.isEmpty { reportOmittedEntries(artwork.omittedEntries, path, index) }
            return
        }
        omit(
            path, decoration, index, reason: .noRoom, code: .decorationsNoRoom,
            "there is no room for the decoration; it is not drawn",
            hint: "increase the size of the map, or use fewer decorations")
    }

    /// A variant with its frame in points; nil where it has no room.
    private func placed(_ variant: DecorationArtworks.Variant, of decoration: Decoration)
        -> (artwork: DecorationArtwork, box: Rect)?
    {
        // A scale bar's width depends on its latitude, and its position on its width: two rounds settle both.
        guard var artwork = variant(nil), var box = placer.box(for: decoration, artwork.size) else { return nil }
        for _ in 0..<2 {
            guard let next = variant(box) else { return nil }
            artwork = next
            guard artwork.size != box.size else { break }
            guard let moved = placer.box(for: decoration, artwork.size) else { return nil }
            box = moved
        }
        return (artwork, box)
    }

    private mutating func append(_ artwork: DecorationArtwork, _ decoration: Decoration, _ path: String, _ box: Rect) {
        let scale = viewport.scale
        let corner = Point(box.minX * scale, box.minY * scale)
        let marks =
            artwork.pixelMarks.map { $0.moved(by: Point(corner.x.rounded(), corner.y.rounded())) }
            ?? artwork.marks.map { $0.placed(scale: scale * artwork.scale, at: corner) }
        let pixels = Transform.scale(scale, scale).apply(box)
        boxes.append(pixels)
        if decoration.content.hidesMap { opaqueBoxes.append(pixels) }
        items.append(
            DrawingItem(
                id: path, role: .decoration, bounds: pixels.inset(by: -8 * scale), mark: .group(Group(marks: marks)),
                targets: [
                    Target(
                        path: path, name: decoration.id, alt: decoration.alt, href: decoration.href,
                        shape: .box(pixels))
                ]))
    }

    private mutating func omit(
        _ path: String, _ decoration: Decoration, _ index: Int, key: String = "", reason: Omission.Reason,
        code: Diagnostic.Code, _ message: String, hint: String? = nil
    ) {
        omissions.append(Omission(id: path, text: decoration.alt, reason: reason))
        diagnostics.add(Diagnostic(.warning, code: code, path: "decorations[\(index)]\(key)", message, hint: hint))
    }

    private mutating func reportOmittedEntries(_ entries: [LegendArtwork.Entry], _ path: String, _ index: Int) {
        omissions += entries.map { $0.omission(from: path) }
        diagnostics.add(
            Diagnostic(
                .warning, code: .decorationsLegendTooLong, path: "decorations[\(index)]",
                "\(entries.count) entries do not fit into the legend",
                hint: "increase the height of the map, or number fewer annotations"))
    }

    private func reportUntitled(_ index: Int) {
        let labels = artworks.annotations.filter { $0.legendTitle == nil }.compactMap { annotation -> String? in
            if case .text(let label)? = annotation.legendSign { label } else { nil }
        }
        guard !labels.isEmpty else { return }
        diagnostics.add(
            Diagnostic(
                .note, code: .decorationsLegendUntitled, path: "decorations[\(index)]",
                "the legend does not list \(labels.prefix(5).joined(separator: ", "))\(labels.count > 5 ? " and more" : "")",
                hint: "give these annotations a title"))
    }
}

extension Diagnostic {
    /// Says that a legend has nothing to list.
    static func emptyLegend(at path: String) -> Diagnostic {
        Diagnostic(
            .warning, code: .decorationsLegendEmpty, path: path, "the legend has no entries and is not drawn",
            hint:
                "a legend explains overlays with \"colorBy\" or \"sizeBy\", and lists annotations with \"$num\" in a text, "
                + "and markers with a short \"glyphText\", or a \"glyphImage\" and a title")
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
        case .text: "text"
        case .inset: "inset"
        case .profile: "profile"
        }
    }

    /// False for rectangles: they are what other decorations lie on.
    var avoidsOverlap: Bool {
        if case .rectangle = self { false } else { true }
    }

    /// True for decorations through which the map is not seen.
    var hidesMap: Bool {
        guard case .rectangle(let rectangle) = self else { return true }
        return (rectangle.fillColor?.alpha ?? 1) >= 0.5
    }

    /// True for decorations that may be left out or moved to another corner; images, rectangles and texts stay as asked.
    var isMovable: Bool {
        switch self {
        case .scaleBar, .compass, .legend: true
        case .image, .rectangle, .text, .inset, .profile: false
        }
    }
}

/// Finds the position of a decoration: at its own corner or stacked inwards there, else at another corner. In points.
struct DecorationPlacer {
    /// The distance between decorations.
    private static let gap = 6.0
    /// The least distance to the output's edge.
    private static let edge = 2.0
    /// The cost of a point of distance, and of another corner, in square points of covered annotations.
    private static let (costOfDistance, costOfCorner) = (4.0, 300.0)

    let bounds: Rect
    /// The attribution and the decorations so far.
    var occupied: [Rect]
    /// The frames of annotations.
    let frames: [Rect]

    /// Nil where there is no room.
    func box(for decoration: Decoration, _ size: Size) -> Rect? {
        switch decoration.location {
        case .origin(let p): return Rect(x: p.x, y: p.y, width: size.width, height: size.height)
        case .center(let p): return Rect(center: p, size: size)
        case .at(let position, let margin):
            var anchor = position
            if case .image(let image) = decoration.content, let imageAnchor = image.anchor { anchor = imageAnchor }
            let asked = box(at: position, margin, anchor, size)
            guard anchor == position, position.fraction.y != 0.5, decoration.content.avoidsOverlap else { return asked }
            let positions = decoration.content.isMovable ? position.alternatives : [position]
            var best: (cost: Double, box: Rect)?
            for (rank, corner) in positions.enumerated() {
                let penalty = rank == 0 ? 0 : Self.costOfCorner * (1 + Double(rank) * 0.25)
                let start = box(at: corner, margin, corner, size)
                for candidate in stacked(start, inwards: corner.fraction.y == 0 ? 1 : -1) {
                    let cost = penalty + cost(of: candidate, from: start)
                    if best.map({ cost < $0.cost }) ?? true { best = (cost, candidate) }
                }
            }
            return best?.box ?? (decoration.content.isMovable ? nil : asked)
        }
    }

    private func box(
        at position: Decoration.Position, _ margin: Size, _ anchor: Decoration.Position, _ size: Size
    ) -> Rect {
        let at = position.fraction
        // A margin is measured inwards from an edge; at the center it moves right and down.
        let x = bounds.minX + bounds.width * at.x + margin.width * (at.x > 0.75 ? -1 : 1) * (at.x == 0.5 ? 0 : 1)
        let y = bounds.minY + bounds.height * at.y + margin.height * (at.y > 0.75 ? -1 : 1) * (at.y == 0.5 ? 0 : 1)
        return Rect(
            x: x - size.width * anchor.fraction.x, y: y - size.height * anchor.fraction.y, width: size.width,
            height: size.height)
    }

    /// The box, and the box just past each obstacle, moved down (1) or up (-1): as many as lie within the output and
    /// overlap no other decoration.
    private func stacked(_ box: Rect, inwards direction: Double) -> [Rect] {
        let obstacles = (occupied + frames).filter { $0.minX < box.maxX + Self.gap && box.minX - Self.gap < $0.maxX }
        let moved = obstacles.map { other in
            box.offset(
                by: Point(0, direction > 0 ? other.maxY + Self.gap - box.minY : other.minY - Self.gap - box.maxY))
        }
        .filter { ($0.minY - box.minY) * direction > 0 }
        let room = bounds.inset(by: Self.edge)
        return ([box] + moved).filter { candidate in
            room.contains(candidate)
                && !occupied.contains { $0.inset(by: -Self.gap + 0.01).intersects(candidate) }
        }
    }

    private func cost(of box: Rect, from start: Rect) -> Double {
        let covered = frames.reduce(0.0) { sum, frame in
            let overlap = frame.intersection(box)
            return overlap.isNull ? sum : sum + overlap.width * overlap.height
        }
        return covered + abs(box.minY - start.minY) * Self.costOfDistance
    }
}

extension Decoration.Position {
    /// The position itself, the other side, the other edge, and the opposite corner.
    fileprivate var alternatives: [Decoration.Position] {
        let all = Self.allCases
        func position(_ x: Double, _ y: Double) -> Self { all.first { $0.fraction == Point(x, y) } ?? self }
        let at = fraction
        let corners = [
            self, position(1 - at.x, at.y), position(at.x, 1 - at.y), position(1 - at.x, 1 - at.y),
        ]
        return at.x == 0.5 ? [corners[0], corners[2]] : corners
    }

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

/// What decorations and the attribution of a scene cover, for cameras that keep content off them.
package struct DecorationExtents {
    private let scene: Scene
    private let fonts: FontLibrary
    private let images: [ImageAsset: AnnotationImage]

    /// Stands for attributions that are not known before the camera is.
    private static let usualAttribution = "© OpenStreetMap contributors"

    package init(_ scene: Scene, fonts: FontLibrary, images: [ImageAsset: AnnotationImage]) {
        self.scene = scene
        self.fonts = fonts
        self.images = images
    }

    /// The boxes in points. Rectangles are not among them: scenes use them as a background.
    package func boxes(in viewport: Viewport) -> [Rect] {
        let line =
            switch scene.attribution {
            case .automatic: AttributionLine(Self.usualAttribution, initials: "© OSM")
            case .text(let text): AttributionLine(text)
            case .hidden: AttributionLine("")
            }
        let attribution = AttributionLayout(
            line, viewport: viewport,
            insets: scene.mapInsets(SceneReporter(diagnostics: DiagnosticSink())) ?? EdgeInsets(),
            fonts: fonts,
            palette: DecorationPalette(.light))?.box
        let decorations = DecorationLayout(
            scene.decorations, viewport: viewport, fonts: fonts, images: images, appearance: .light,
            attribution: attribution, diagnostics: DiagnosticSink(), annotations: scene.annotations,
            within: scene.mapFrame?.map)
        let toPoints = Transform.scale(1 / viewport.scale, 1 / viewport.scale)
        return ((attribution.map { [$0] } ?? []) + decorations.opaqueBoxes).filter { !$0.isNull }.map(toPoints.apply)
    }
}
