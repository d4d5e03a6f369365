// SPDX-License-Identifier: MIT
package import MapCanvas
package import MapDiagnostics
package import MapGeo
package import MapPlane
package import MapScene

/// Annotations with their titles and callouts, as finished marks.
///
/// Art is made in points around the coordinate and comes onto the picture in one step, so that every look is the same at
/// any scale.
package struct AnnotationLayout: Sendable {
    let viewport: Viewport
    let signs: ArtworkBuilder
    private let clusters: [ClusterStyle]

    package init(
        viewport: Viewport, fonts: FontLibrary, pictures: [String: AnnotationImage] = [:],
        appearance: Appearance = .light,
        clusters: [ClusterStyle] = [], diagnostics: DiagnosticSink? = nil
    ) {
        self.viewport = viewport
        self.clusters = clusters
        signs = ArtworkBuilder(
            text: AnnotationText(fonts: fonts, diagnostics: diagnostics), pictures: pictures, appearance: appearance,
            scale: viewport.scale)
    }

    /// Annotations on their way onto the picture.
    package struct Placed {
        package var items: [DrawingItem] = []
        /// What labels of the map must stay out of, in pixels.
        package var boxes: [Rect] = []
        /// Who stands for whom.
        package var clusters: [AnnotationCluster] = []
        /// Annotations and titles that are left out.
        package var omissions: [Omission] = []
    }

    /// What an annotation covers around its coordinate, in points, y downwards; for cameras that fit their content.
    package static func extent(
        of annotation: Annotation, fonts: FontLibrary, pictures: [String: AnnotationImage] = [:]
    ) -> Rect {
        let maker = ArtworkBuilder(
            text: AnnotationText(fonts: fonts, diagnostics: nil), pictures: pictures, appearance: .light)
        let sign = maker.sign(for: annotation)
        let caption = maker.caption(annotation, sign, .below, maxWidth: CaptionFitter.usualWidth)
        let box = caption.map { sign.box.union($0.rect) } ?? sign.box
        guard let callout = annotation.openCallout else { return box }
        let request = maker.request(callout, maker.body(callout), sign, at: .zero)
        return box.union(request.place(callout.placement, shift: 0).rect)
    }

    package func place(_ annotations: [Annotation], _ user: UserLocation? = nil) -> Placed {
        let joined = joined(annotations)
        let signs = joined.signs
        let heights = signs.map(\.height)
        let sorted = signs.indices.sorted { heights[$0] < heights[$1] }.map { signs[$0] }
        var stack = withoutCrowd(sorted)
        var placed = Placed(clusters: joined.clusters)
        placed.omissions = omissions(sorted, shown: stack)
        placed.omissions += CaptionFitter(picture: picture, signs: self.signs).fit(&stack)

        if let user { place(user, &placed) }
        // All captions lie under all signs, so that no sign is covered by a neighbour's words.
        for standing in stack {
            guard let caption = standing.caption else { continue }
            let (place, box) = (pixel(standing.place), onPicture(caption.rect, at: pixel(standing.place)))
            placed.items += items(caption.marks, standing.id, .annotation, at: place, standing.target(.box(box)))
            placed.boxes.append(box)
        }
        for standing in stack {
            let place = standing.sign.keepsToPixels ? onWholePixels(standing) : pixel(standing.place)
            let frame = HitShape.box(onPicture(standing.sign.frame, at: place))
            placed.items += items(standing.sign.marks, standing.id, .annotation, at: place, standing.target(frame))
            placed.items += items(standing.sign.parts, of: standing, at: place)
            placed.boxes.append(onPicture(standing.sign.box, at: place))
        }
        placeCallouts(of: stack, &placed)
        return placed
    }

    /// All signs where they stand, with one in place of those that are clustered.
    func joined(_ annotations: [Annotation]) -> (signs: [PlacedAnnotation], clusters: [AnnotationCluster]) {
        var cache = ArtworkCache(signs)
        let all = annotations.enumerated().map { index, annotation in
            PlacedAnnotation(
                annotation, index: index, sign: cache.sign(for: annotation),
                at: viewport.point(for: annotation.coordinate))
        }
        return AnnotationClustering(viewport: viewport, styles: clusters, area: area).clustered(all, &cache)
    }

    /// Points.
    var picture: Rect { Rect(x: 0, y: 0, width: viewport.size.width, height: viewport.size.height) }

    /// Where annotations collide: the picture and some way around it, so that what its edge cuts is the same as on a
    /// larger picture.
    private var area: Rect { picture.inset(by: -200) }

    /// Those that are shown.
    private func withoutCrowd(_ stack: [PlacedAnnotation]) -> [PlacedAnnotation] {
        let shown = AnnotationCollision(area: area).shown(stack)
        let rest = zip(stack, shown).filter { $0.1 }.map(\.0)
        if rest.count < stack.count {
            signs.text.diagnostics?.add(
                Diagnostic(
                    .note, path: "annotations",
                    "\(stack.count - rest.count) of \(stack.count) would cover others and are not drawn",
                    hint: #""displayPriority": "required" keeps them"#))
        }
        return rest
    }

    private func omissions(_ all: [PlacedAnnotation], shown: [PlacedAnnotation]) -> [Omission] {
        let ids = Set(shown.map(\.id))
        return all.filter { !ids.contains($0.id) }.map {
            Omission(id: $0.id, text: $0.annotation.title, reason: .covered)
        }
    }

    private func place(_ user: UserLocation, _ placed: inout Placed) {
        let pixel = viewport.pixel(for: user.coordinate)
        let metersPerPoint = WebMercator.metersPerPoint(at: user.coordinate.latitude, zoom: viewport.zoom)
        let art = UserLocationArt(
            accuracyRadius: user.accuracy.map { $0 / metersPerPoint },
            heading: user.heading.map { $0 - viewport.bearing })
        let dot = onPicture(Rect(minX: -10, minY: -10, maxX: 10, maxY: 10), at: pixel)
        let target = Target(path: "userLocation", shape: .area(.circle(center: pixel, radius: dot.width / 2), .nonZero))
        placed.items += items(art.marks, target.path, .annotation, at: pixel, target)
        placed.boxes.append(dot)
    }

    /// The coordinate's pixel, moved by less than one so that the sign's upper left corner is on a whole pixel.
    private func onWholePixels(_ standing: PlacedAnnotation) -> Point {
        let place = pixel(standing.place)
        let corner = Point(standing.sign.frame.minX, standing.sign.frame.minY) * viewport.scale + place
        return place + Point(corner.x.rounded() - corner.x, corner.y.rounded() - corner.y)
    }

    /// One item for marks that belong together.
    func items(
        _ marks: [Mark], _ id: String, _ role: DrawingItem.Role, at pixel: Point, _ target: Target
    ) -> [DrawingItem] {
        let marks = marks.map { $0.placed(scale: viewport.scale, at: pixel) }
        guard let first = marks.first else { return [] }
        return [
            DrawingItem(
                id: id, role: role, bounds: marks.bounds, mark: marks.count == 1 ? first : .group(Group(marks: marks)),
                targets: [target])
        ]
    }

    private func pixel(_ point: Point) -> Point { point * viewport.scale }

    func onPicture(_ rect: Rect, at pixel: Point) -> Rect {
        Transform.scale(viewport.scale, viewport.scale).apply(rect).offset(by: pixel)
    }
}

extension FontRequest {
    /// The font of everything that is not the map: titles, callouts, attribution.
    static func interface(weight: Int) -> FontRequest {
        FontRequest(families: ["Inter", "Noto Sans"], weight: weight)
    }
}
