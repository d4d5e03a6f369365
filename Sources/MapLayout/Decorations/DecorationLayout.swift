// SPDX-License-Identifier: MIT
package import MapCanvas
package import MapDiagnostics
package import MapGeo
package import MapPlane
package import MapScene

/// Lays out decorations. Those at the same edge are stacked inwards in the order of the scene; none covers the
/// attribution or leaves the output, and none covers an annotation where there is another position for it.
///
/// Where there is no room a decoration shrinks, then moves to another corner; what still does not fit is left out and
/// reported.
package struct DecorationLayout {
    private let viewport: Viewport
    private let artworks: DecorationArtworks
    private let diagnostics: DiagnosticSink
    private var placer: DecorationPlacer
    package private(set) var items: [DrawingItem] = []
    /// In pixels.
    package private(set) var boxes: [Rect] = []
    /// The boxes of all decorations but rectangles, in pixels: what captions and callouts keep clear of.
    package private(set) var opaqueBoxes: [Rect] = []
    /// Decorations and legend entries without room.
    package private(set) var omissions: [Omission] = []

    /// The box of the attribution is in pixels, the frames of annotations are in points.
    package init(
        _ decorations: [Decoration], viewport: Viewport, fonts: FontLibrary, images: [ImageAsset: AnnotationImage],
        appearance: Appearance, attribution: Rect?, diagnostics: DiagnosticSink, annotations: [Annotation] = [],
        frames: [Rect] = []
    ) {
        self.viewport = viewport
        self.diagnostics = diagnostics
        artworks = DecorationArtworks(
            viewport: viewport, images: images, annotations: annotations, palette: DecorationPalette(appearance),
            appearance: appearance, text: AnnotationText(fonts: fonts, diagnostics: diagnostics))
        placer = DecorationPlacer(
            bounds: Rect(x: 0, y: 0, width: viewport.size.width, height: viewport.size.height),
            occupied: attribution.map { [Transform.scale(1 / viewport.scale, 1 / viewport.scale).apply($0)] } ?? [],
            frames: frames)
        for (index, decoration) in decorations.enumerated() where decoration.isVisible {
            add(decoration, index)
        }
    }

    private mutating func add(_ decoration: Decoration, _ index: Int) {
        let variants = artworks.variants(of: decoration)
        guard !variants.isEmpty else {
            if case .legend = decoration.content { reportEmptyLegend(index) }
            return
        }
        let name = decoration.id ?? "\(decoration.content.name)-\(index)"
        let path = targetPath("decoration", name)
        if case .center(let center) = decoration.location, !placer.bounds.contains(center) {
            return omit(
                path, decoration, index, key: ".center", reason: .outside, code: .decorationOutside,
                "the center is outside the map; the decoration is not drawn")
        }
        for variant in variants {
            guard let (artwork, box) = placed(variant, of: decoration) else { continue }
            if decoration.content.avoidsOverlap { placer.occupied.append(box) }
            append(artwork, decoration, path, box)
            if !artwork.omittedEntries.isEmpty { reportOmittedEntries(artwork.omittedEntries, path, index) }
            return
        }
        omit(
            path, decoration, index, reason: .noRoom, code: .noRoom,
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
            guard artwork.size != Size(width: box.width, height: box.height) else { break }
            guard let moved = placer.box(for: decoration, artwork.size) else { return nil }
            box = moved
        }
        return (artwork, box)
    }

    private mutating func append(_ artwork: DecorationArtwork, _ decoration: Decoration, _ path: String, _ box: Rect) {
        let scale = viewport.scale
        let marks = artwork.marks.map {
            $0.placed(scale: scale * artwork.scale, at: Point(box.minX * scale, box.minY * scale))
        }
        let pixels = Transform.scale(scale, scale).apply(box)
        boxes.append(pixels)
        if decoration.content.avoidsOverlap { opaqueBoxes.append(pixels) }
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
        code: LayoutCode, _ message: String, hint: String? = nil
    ) {
        omissions.append(Omission(id: path, text: decoration.alt, reason: reason))
        diagnostics.add(Diagnostic(.warning, code: code, path: "decorations[\(index)]\(key)", message, hint: hint))
    }

    private mutating func reportOmittedEntries(_ entries: [LegendArtwork.Entry], _ path: String, _ index: Int) {
        omissions += entries.map { Omission(id: "\(path)/\($0.label)", text: $0.title, reason: .noRoom) }
        diagnostics.add(
            Diagnostic(
                .warning, code: LayoutCode.legendTooLong, path: "decorations[\(index)]",
                "\(entries.count) entries do not fit into the legend",
                hint: "increase the height of the map, or number fewer annotations"))
    }

    private func reportEmptyLegend(_ index: Int) {
        diagnostics.add(
            Diagnostic(
                .warning, code: LayoutCode.legendEmpty, path: "decorations[\(index)]",
                "the legend has no entries and is not drawn",
                hint:
                    "a legend lists annotations with \"$num\" in a text, and markers with a short \"glyphText\", or a "
                    + "\"glyphImage\" and a title"))
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
        }
    }

    /// False for rectangles: they are what other decorations lie on.
    var avoidsOverlap: Bool {
        if case .rectangle = self { false } else { true }
    }

    /// True for decorations that may be left out or moved to another corner; images, rectangles and texts stay as asked.
    var isMovable: Bool {
        switch self {
        case .scaleBar, .compass, .legend: true
        case .image, .rectangle, .text: false
        }
    }
}
