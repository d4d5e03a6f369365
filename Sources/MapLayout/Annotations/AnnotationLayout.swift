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
    private let viewport: Viewport
    private let signs: SignMaker

    package init(
        viewport: Viewport, fonts: FontLibrary, pictures: [String: Picture] = [:], appearance: Appearance = .light,
        problems: Problems? = nil
    ) {
        self.viewport = viewport
        signs = SignMaker(
            text: AnnotationText(fonts: fonts, problems: problems), pictures: pictures, appearance: appearance)
    }

    /// Annotations on their way onto the picture.
    package struct Placed {
        package var items: [DrawingItem] = []
        /// What labels of the map must stay out of, in pixels.
        package var boxes: [Rect] = []
    }

    /// What an annotation covers around its coordinate, in points, y downwards; for cameras that fit their content.
    package static func extent(
        of annotation: Annotation, fonts: FontLibrary, pictures: [String: Picture] = [:]
    ) -> Rect {
        let maker = SignMaker(
            text: AnnotationText(fonts: fonts, problems: nil), pictures: pictures, appearance: .light)
        let sign = maker.sign(for: annotation)
        let box = sign.caption.map { sign.box.union($0.rect) } ?? sign.box
        guard let callout = annotation.openCallout else { return box }
        let request = maker.request(callout, maker.body(callout), sign, at: .zero)
        return box.union(CalloutPlacer.place(request, callout.placement, shift: 0).rect)
    }

    package func place(_ annotations: [Annotation], _ user: UserLocation? = nil) -> Placed {
        let all = annotations.enumerated().map { index, annotation in
            StandingSign(
                annotation: annotation, index: index, sign: signs.sign(for: annotation),
                pixel: viewport.pixel(for: annotation.coordinate))
        }.sorted { $0.isBelow($1) }
        var stack = withoutCrowd(all)
        dropCrowdedCaptions(&stack)

        var placed = Placed()
        if let user { place(user, &placed) }
        // All captions lie under all signs, so that no sign is covered by a neighbour's words.
        for standing in stack {
            guard let caption = standing.sign.caption else { continue }
            let box = onPicture(caption.rect, at: standing.pixel)
            placed.items += items(
                caption.marks, standing.id, .annotation, at: standing.pixel, standing.target(.box(box)))
            placed.boxes.append(box)
        }
        for standing in stack {
            let place = standing.sign.keepsToPixels ? onWholePixels(standing) : standing.pixel
            let frame = HitShape.box(onPicture(standing.sign.frame, at: place))
            placed.items += items(standing.sign.marks, standing.id, .annotation, at: place, standing.target(frame))
            placed.boxes.append(onPicture(standing.sign.box, at: place))
        }
        placeCallouts(of: stack, &placed)
        return placed
    }

    /// Those that are shown.
    private func withoutCrowd(_ stack: [StandingSign]) -> [StandingSign] {
        let scale = viewport.scale
        var crowd = AnnotationCrowd(picture: viewport.pixelRect)
        let shown = crowd.shown(
            stack.map { ($0.annotation, $0.sign.frame.offset(by: $0.pixel * (1 / scale))) })
        let rest = zip(stack, shown).filter { $0.1 }.map(\.0)
        if rest.count < stack.count {
            signs.text.problems?.add(
                Diagnostic(
                    .note, path: "annotations",
                    "\(stack.count - rest.count) of \(stack.count) would cover others and are not drawn",
                    hint: #""displayPriority": "required" keeps them"#))
        }
        return rest
    }

    /// A title that would cover a sign, or the title of one further up, goes.
    private func dropCrowdedCaptions(_ stack: inout [StandingSign]) {
        let scale = viewport.scale
        var grid = CollisionGrid(covering: viewport.pixelRect.inset(by: -200 * scale), cell: 48 * scale)
        for standing in stack { grid.take(.box(onPicture(standing.sign.frame.inset(by: 1), at: standing.pixel))) }
        for index in stack.indices.reversed() {
            guard let caption = stack[index].sign.caption else { continue }
            let box = CollisionShape.box(onPicture(caption.rect, at: stack[index].pixel))
            if caption.isRequired || grid.isFree(box) { grid.take(box) } else { stack[index].sign.caption = nil }
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
    private func onWholePixels(_ standing: StandingSign) -> Point {
        let corner = Point(standing.sign.frame.minX, standing.sign.frame.minY) * viewport.scale + standing.pixel
        return standing.pixel + Point(corner.x.rounded() - corner.x, corner.y.rounded() - corner.y)
    }

    private func placeCallouts(of stack: [StandingSign], _ placed: inout Placed) {
        let scale = viewport.scale
        let open = stack.compactMap { standing in standing.annotation.openCallout.map { (standing, $0) } }
        guard !open.isEmpty else { return }
        let bodies = open.map { signs.body($0.1) }
        let requests = zip(open, bodies).map { pair, body in
            signs.request(pair.1, body, pair.0.sign, at: pair.0.pixel * (1 / scale))
        }
        let placer = CalloutPlacer(
            picture: Rect(x: 0, y: 0, width: viewport.size.width, height: viewport.size.height),
            signs: stack.map { $0.sign.frame.offset(by: $0.pixel * (1 / scale)) })
        // The one on top chooses first.
        let places = placer.places(for: requests.reversed()).reversed()
        for ((pair, body), place) in zip(zip(open, bodies), places) {
            let (standing, callout) = pair
            let look = CalloutLook(callout.appearance ?? signs.appearance)
            let snapped = place.rect.snapped(scale)
            let bubble = CalloutBubble(rect: snapped, tip: place.tip, side: place.side)
            let id = standing.id + "/callout"
            let outline = bubble.outline.transformed(by: .scale(scale, scale))
            placed.items += items(
                bubble.marks(look, scale: scale), id, .callout, at: .zero,
                standing.target(.area(outline, .nonZero), part: "callout"))
            for part in body.parts {
                let corner = Point(snapped.minX, snapped.minY) * scale
                let target = standing.target(
                    .box(onPicture(part.rect, at: corner)), part: "callout/\(part.name)",
                    callout.accessory(named: part.name))
                placed.items += items(part.marks, target.path, .callout, at: corner, target)
            }
            placed.boxes.append(onPicture(snapped, at: .zero))
        }
    }

    /// One item for marks that belong together.
    private func items(
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

    private func onPicture(_ rect: Rect, at pixel: Point) -> Rect {
        Transform.scale(viewport.scale, viewport.scale).apply(rect).offset(by: pixel)
    }
}

/// A sign at its place.
struct StandingSign {
    var annotation: Annotation
    /// In the scene's list.
    var index: Int
    var sign: Sign
    /// Where the coordinate lies.
    var pixel: Point

    var id: String { annotation.path(at: index) }

    /// The order of MapKit: what is selected on top, then by `zPriority`, then south over north.
    func isBelow(_ other: StandingSign) -> Bool {
        if annotation.selected != other.annotation.selected { return other.annotation.selected }
        let (z, otherZ) = (annotation.resolvedZPriority, other.annotation.resolvedZPriority)
        if z != otherZ { return z < otherZ }
        let (north, south) = (annotation.coordinate.latitude, other.annotation.coordinate.latitude)
        return north == south ? index < other.index : north > south
    }
}

extension FontRequest {
    /// The font of everything that is not the map: titles, callouts, attribution.
    static func interface(weight: Int) -> FontRequest {
        FontRequest(families: ["Inter", "Noto Sans"], weight: weight)
    }
}

extension Rect {
    /// Moved so that its corner lies on a whole pixel, and its sides grown to whole pixels; points.
    fileprivate func snapped(_ scale: Double) -> Rect {
        Rect(
            x: (minX * scale).rounded() / scale, y: (minY * scale).rounded() / scale,
            width: (width * scale).rounded(.up) / scale, height: (height * scale).rounded(.up) / scale)
    }
}
