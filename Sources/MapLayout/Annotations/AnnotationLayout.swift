// SPDX-License-Identifier: MIT
package import MapCanvas
package import MapCore
package import MapGeo
package import MapGeometry
package import MapScene
package import MapText

/// Turns annotations, with their titles and callouts, into drawing items.
///
/// Artwork is built in points around the coordinate and transformed to output pixels once, so that an annotation looks the
/// same at any scale.
package struct AnnotationLayout: Sendable {
    let viewport: Viewport
    let builder: ArtworkBuilder
    private let clusterStyles: [ClusterStyle]
    /// Whether captions may stand at the end of lines.
    private let leaders: Bool
    /// The map's part of the output, in points.
    let bounds: Rect

    /// - Parameters:
    ///   - viewport: of the map.
    ///   - fonts: of titles and callouts.
    ///   - images: those that annotations name.
    ///   - appearance: of callouts.
    ///   - clusters: the styles of clusters.
    ///   - leaders: whether captions may stand at the end of lines.
    ///   - diagnostics: takes what does not fit.
    ///   - frame: the map's part of the output, in points; nil for all of it.
    package init(
        viewport: Viewport, fonts: FontLibrary, images: [ImageAsset: AnnotationImage] = [:],
        appearance: Appearance = .light, clusters: [ClusterStyle] = [], leaders: Bool = false,
        diagnostics: DiagnosticSink? = nil, within frame: Rect? = nil
    ) {
        self.viewport = viewport
        bounds = frame ?? Rect(size: viewport.size)
        (clusterStyles, self.leaders) = (clusters, leaders)
        builder = ArtworkBuilder(
            text: AnnotationText(fonts: fonts, diagnostics: diagnostics), images: images, appearance: appearance,
            scale: viewport.scale)
    }

    /// The drawing items of all annotations, and what the rest of the layout needs to know about them.
    package struct Output {
        /// In painting order.
        package var items: [DrawingItem] = []
        /// Boxes that map labels must avoid, in output pixels.
        package var boxes: [Rect] = []
        package var clusters: [AnnotationCluster] = []
        /// Annotations and titles that are not drawn.
        package var omissions: [Omission] = []
    }

    /// The annotations that are drawn, in painting order, without their captions and callouts.
    package struct Stack {
        fileprivate var annotations: [PlacedAnnotation]
        fileprivate var user: UserLocation?
        fileprivate var output: Output
        /// In points, that of the user's location included.
        package var frames: [Rect]
    }

    /// Draws all artwork, and resolves clusters and collisions.
    package func stack(_ annotations: [Annotation], _ user: UserLocation? = nil) -> Stack {
        let (all, clusters) = clustered(annotations)
        // Indices are sorted and compared: annotations are large.
        let orders = all.map(\.zOrder)
        let stack = orders.indices.sorted { orders[$0] < orders[$1] }
        let isVisible = AnnotationCollision(area: collisionArea).visible(
            stack.map { Collider(frame: all[$0].collisionFrame, priority: all[$0].annotation.resolvedDisplayPriority) })
        let visible = zip(stack, isVisible).filter { $0.1 }.map { all[$0.0] }
        reportCollisions(hidden: all.count - visible.count, of: all.count)
        var output = Output(clusters: clusters)
        output.omissions = hiddenByHorizon(annotations)
        output.omissions += zip(stack, isVisible).filter { !$0.1 }.map {
            Omission(id: all[$0.0].id, text: all[$0.0].annotation.title, reason: .covered)
        }
        var frames = visible.map { $0.artwork.box.offset(by: $0.position) }
        output.omissions += zip(visible, frames).filter { !$1.intersects(bounds) }.map {
            Omission(id: $0.0.id, text: $0.0.annotation.title, reason: .outside)
        }
        if let user {
            let frame = userFrame.offset(by: viewport.point(for: user.coordinate))
            if !viewport.isInFront(user.coordinate) {
                output.omissions.append(Omission(id: "userLocation", text: nil, reason: .hidden))
            } else if !frame.intersects(bounds) {
                output.omissions.append(Omission(id: "userLocation", text: nil, reason: .outside))
            }
            frames.append(frame)
        }
        return Stack(annotations: visible, user: user, output: output, frames: frames)
    }

    package func place(_ annotations: [Annotation], _ user: UserLocation? = nil) -> Output {
        place(stack(annotations, user))
    }

    /// Adds callouts, and then captions where they leave room.
    ///
    /// - Parameters:
    ///   - stack: the annotations.
    ///   - obstacles: what callouts and captions must not be covered by, in pixels.
    ///   - insets: parts of the image, in points from its edges, that will be covered: no place for callouts.
    /// - Returns: the items of all annotations.
    package func place(_ stack: Stack, avoiding obstacles: [Rect] = [], insets: EdgeInsets = EdgeInsets()) -> Output {
        let toPoints = Transform.scale(1 / viewport.scale, 1 / viewport.scale)
        let obstacles = obstacles.filter { !$0.isNull }.map(toPoints.apply)
        let user = stack.user
        var output = stack.output
        var stack = stack.annotations
        let callouts = placedCallouts(of: &stack, avoiding: obstacles + covered(insets), &output)
        output.omissions += CaptionFitter(
            bounds: bounds, builder: builder, obstacles: obstacles + callouts.map(\.bubble.box), leaders: leaders
        ).fit(&stack)

        if let user { place(user, &output) }
        // Captions are painted below all artwork, so that no title covers a neighbor: those that would cover one come
        // first, all others directly before their own artwork.
        let areCovered = captionsOverEarlierArtwork(stack)
        for (placed, isCovered) in zip(stack, areCovered) where isCovered { addCaption(of: placed, &output) }
        for (placed, isCovered) in zip(stack, areCovered) {
            if !isCovered { addCaption(of: placed, &output) }
            let artwork = placed.artwork
            let origin = artwork.isPixelAligned ? pixelAlignedOrigin(placed) : pixel(placed.position)
            let frame = HitShape.box(pixelRect(artwork.frame, at: origin))
            if !artwork.marks.isEmpty {
                let group = Mark.group(Group(artwork.marks, scale: viewport.scale, at: origin))
                output.items.append(
                    DrawingItem(
                        id: placed.id, role: .annotation, bounds: group.bounds, mark: group,
                        targets: [placed.target(frame)]))
            }
            output.items += items(artwork.parts, of: placed, at: origin)
            output.boxes.append(pixelRect(artwork.box, at: origin))
        }
        addItems(of: callouts, &output)
        return output
    }

    /// The strips along the edges that insets take, in points.
    private func covered(_ insets: EdgeInsets) -> [Rect] {
        let (width, height) = (viewport.size.width, viewport.size.height)
        let inner = Rect(
            minX: insets.left, minY: insets.top, maxX: width - insets.right, maxY: height - insets.bottom)
        var strips = Array(repeating: Rect(x: 0, y: 0, width: width, height: height), count: 4)
        (strips[0].maxX, strips[1].maxY, strips[2].minX, strips[3].minY) = (
            inner.minX, inner.minY, inner.maxX, inner.maxY
        )
        return strips.filter { $0.width > 0 && $0.height > 0 }
    }

    /// For each annotation, whether its caption overlaps the artwork of one that is painted before it.
    private func captionsOverEarlierArtwork(_ stack: [PlacedAnnotation]) -> [Bool] {
        guard stack.contains(where: { $0.caption != nil }) else { return stack.map { _ in false } }
        var grid = BoxGrid(covering: collisionArea, cell: 48)
        return stack.enumerated().map { index, placed in
            var overlaps = false
            if let caption = placed.caption {
                grid.forEach(overlapping: caption.rect.offset(by: placed.position)) { _, _ in overlaps = true }
            }
            grid.insert(placed.artwork.box.offset(by: placed.position), index)
            return overlaps
        }
    }

    private func addCaption(of placed: PlacedAnnotation, _ output: inout Output) {
        guard let caption = placed.caption else { return }
        let origin = pixel(placed.position)
        let box = pixelRect(caption.rect, at: origin)
        output.items += items(caption.marks, placed.id, .annotation, at: origin, placed.target(.box(box)))
        output.boxes.append(box)
    }

    /// Where annotations collide, in points: the map and a margin around it, so that a crop of a larger map shows the
    /// same annotations near its edges.
    private var collisionArea: Rect { bounds.inset(by: -200) }

    /// All annotations with their artwork; clustered ones are replaced by one marker per cluster.
    private func clustered(_ annotations: [Annotation])
        -> (annotations: [PlacedAnnotation], clusters: [AnnotationCluster])
    {
        var cache = ArtworkCache(builder)
        // What a tilted camera does not see has no place in the image.
        let isAllInFront = viewport.perspective == nil
        var all: [PlacedAnnotation] = []
        all.reserveCapacity(annotations.count)
        for index in annotations.indices where isAllInFront || viewport.isInFront(annotations[index].coordinate) {
            if index & 255 == 255, WorkContext.isCancelled { break }
            all.append(
                PlacedAnnotation(
                    annotations, index: index, artwork: cache.artwork(for: annotations[index]),
                    at: viewport.point(for: annotations[index].coordinate)))
        }
        return AnnotationClustering(viewport: viewport, styles: clusterStyles, area: collisionArea)
            .clustered(all, &cache)
    }

    /// Those that the camera does not see.
    private func hiddenByHorizon(_ annotations: [Annotation]) -> [Omission] {
        guard viewport.perspective != nil else { return [] }
        return annotations.enumerated().filter { !viewport.isInFront($0.element.coordinate) }.map {
            Omission(id: $0.element.path(at: $0.offset), text: $0.element.title, reason: .hidden)
        }
    }

    private func reportCollisions(hidden: Int, of count: Int) {
        guard hidden > 0 else { return }
        builder.text.diagnostics?.add(
            Diagnostic(
                .note, code: .annotationsColliding, path: "annotations",
                "\(hidden) of \(count) annotations collide with others and are not drawn",
                hint: #"set "displayPriority": "required" to draw an annotation despite collisions"#))
    }

    /// The dot around its coordinate, in points.
    private var userFrame: Rect { Rect(minX: -10, minY: -10, maxX: 10, maxY: 10) }

    private func place(_ user: UserLocation, _ output: inout Output) {
        guard viewport.isInFront(user.coordinate) else { return }
        let pixel = viewport.pixel(for: user.coordinate)
        let metersPerPoint = WebMercator.metersPerPoint(at: user.coordinate.latitude, zoom: viewport.zoom)
        let heading = user.heading.map { $0 - viewport.bearing }
        var artwork = UserLocationArtwork(accuracyRadius: user.accuracy.map { $0 / metersPerPoint }, heading: heading)
        if let ground = viewport.groundProjection {
            let center = viewport.groundPixel(for: user.coordinate)
            let halo = artwork.halo.compactMap { ground.mark($0.placed(scale: viewport.scale, at: center)) }
            if let first = halo.first {
                let group = halo.count == 1 ? first : .group(Group(marks: halo))
                output.items.append(
                    DrawingItem(id: "userLocation", role: .annotation, bounds: group.bounds, mark: group))
            }
            artwork.accuracyRadius = nil
            artwork.heading = heading.map { heading in
                let north = Transform.rotation(heading * .pi / 180).apply(Point(0, -1))
                return angle(of: ground.perspective.linear(at: center).applyToVector(north)) * 180 / .pi + 90
            }
        }
        let dot = pixelRect(userFrame, at: pixel)
        let target = Target(path: "userLocation", shape: .area(.circle(center: pixel, radius: dot.width / 2), .nonZero))
        output.items += items(artwork.marks, target.path, .annotation, at: pixel, target)
        output.boxes.append(dot)
    }

    /// The coordinate's pixel, moved by less than a pixel so that the artwork's top-left corner lies on a whole one.
    private func pixelAlignedOrigin(_ placed: PlacedAnnotation) -> Point {
        let origin = pixel(placed.position)
        let corner = Point(placed.artwork.frame.minX, placed.artwork.frame.minY) * viewport.scale + origin
        return origin + Point(corner.x.rounded() - corner.x, corner.y.rounded() - corner.y)
    }

    /// One item for marks in points around `pixel`; empty when there are none.
    func items(
        _ marks: [Mark], _ id: String, _ role: DrawingItem.Role, at pixel: Point, _ target: Target
    ) -> [DrawingItem] {
        let marks = marks.map { $0.placed(scale: viewport.scale, at: pixel) }
        guard let first = marks.first else { return [] }
        let bounds = marks.bounds
        return [
            DrawingItem(
                id: id, role: role, bounds: bounds.isNull ? target.shape.bounds : bounds,
                mark: marks.count == 1 ? first : .group(Group(marks: marks)),
                targets: [target])
        ]
    }

    private func pixel(_ point: Point) -> Point { point * viewport.scale }

    /// A rectangle in points around `pixel`, in output pixels.
    func pixelRect(_ rect: Rect, at pixel: Point) -> Rect {
        Transform.scale(viewport.scale, viewport.scale).apply(rect).offset(by: pixel)
    }
}

extension FontRequest {
    /// The font of everything that is not part of the map style: titles, callouts, decorations and the attribution.
    static func interface(weight: Int) -> FontRequest {
        FontRequest(families: ["Inter", "Noto Sans"], weight: weight)
    }
}

extension AnnotationLayout {
    /// An open callout and the bubble that it is drawn in.
    struct PlacedCallout {
        var annotation: PlacedAnnotation
        var callout: Callout
        var body: CalloutBody
        var bubble: CalloutPlacer.Bubble
    }

    /// A narrower bubble would show a few letters of a title.
    private static let minCalloutWidth = 100.0

    /// Places the open callouts of annotations from the topmost down. Those without room are closed and reported.
    ///
    /// - Parameters:
    ///   - stack: in painting order.
    ///   - obstacles: in points.
    ///   - output: takes the omissions.
    /// - Returns: the callouts in painting order.
    func placedCallouts(
        of stack: inout [PlacedAnnotation], avoiding obstacles: [Rect], _ output: inout Output
    ) -> [PlacedCallout] {
        let open = stack.indices.filter { stack[$0].annotation.selected && stack[$0].annotation.openCallout != nil }
        guard !open.isEmpty else { return [] }
        let maxWidth = max(Self.minCalloutWidth, bounds.width - 2 * CalloutPlacer.margin)
        let callouts = open.compactMap { index in stack[index].annotation.openCallout.map { (index, $0) } }
        let bodies = callouts.map { builder.body($0.1, maxWidth: maxWidth) }
        let requests = zip(callouts, bodies).map { callout, body in
            builder.request(callout.1, body, stack[callout.0].artwork, at: stack[callout.0].position)
        }
        let placements = CalloutPlacer(bounds: bounds, annotations: stack.map(\.frame), obstacles: obstacles)
            .placements(for: requests.reversed())
        var placed: [PlacedCallout] = []
        for ((callout, body), placement) in zip(zip(callouts, bodies), placements.reversed()) {
            let annotation = stack[callout.0]
            switch placement {
            case .bubble(let bubble):
                placed.append(
                    PlacedCallout(annotation: annotation, callout: callout.1, body: body, bubble: bubble))
            case .omitted(let reason):
                // The marker's title is drawn instead.
                stack[callout.0].annotation.canShowCallout = false
                output.omissions.append(
                    Omission(id: annotation.id + "/callout", text: callout.1.title, reason: reason))
            }
        }
        reportOmittedCallouts(placements)
        return placed
    }

    private func reportOmittedCallouts(_ placements: [CalloutPlacer.Placement]) {
        let count = placements.count {
            if case .omitted(.noRoom) = $0 { true } else { false }
        }
        guard count > 0 else { return }
        builder.text.diagnostics?.add(
            Diagnostic(
                .warning, code: .annotationsCalloutsOmitted, path: "annotations",
                "\(count) of \(placements.count) callouts \(count == 1 ? "has" : "have") no room and \(count == 1 ? "is" : "are") not drawn",
                hint: "increase the size of the map, zoom in, or select fewer annotations"))
    }

    /// Adds bubbles and their parts above everything else.
    func addItems(of callouts: [PlacedCallout], _ output: inout Output) {
        for placed in callouts {
            let (annotation, bubble) = (placed.annotation, placed.bubble)
            let rect = bubble.rect.pixelAligned(viewport.scale)
            let shape = CalloutShape(
                rect: rect, radius: placed.body.radius, tail: placed.callout.tail ? (bubble.tip, bubble.side) : nil)
            let palette = CalloutPalette(placed.callout, scene: builder.appearance)
            let outline = shape.outline.transformed(by: .scale(viewport.scale, viewport.scale))
            output.items += items(
                CalloutBubble(shape: shape).marks(palette, scale: viewport.scale), annotation.id + "/callout", .callout,
                at: .zero, annotation.target(.area(outline, .nonZero), part: "callout"))
            output.items += items(placed.body.parts, of: annotation, at: Point(rect.minX, rect.minY) * viewport.scale)
            output.boxes.append(pixelRect(rect, at: .zero))
        }
    }

    /// The items of a callout's parts, each with a hit target; `corner` is the origin of their points, in pixels.
    func items(_ parts: [CalloutBody.Part], of placed: PlacedAnnotation, at corner: Point) -> [DrawingItem] {
        parts.flatMap { part in
            let target = placed.target(
                .box(pixelRect(part.rect, at: corner)), part: "callout/\(part.name)",
                placed.annotation.callout?.accessory(named: part.name))
            return items(part.marks, target.path, .callout, at: corner, target)
        }
    }
}

extension Rect {
    /// The rectangle in points with its corner rounded, and its size rounded up, to whole pixels.
    fileprivate func pixelAligned(_ scale: Double) -> Rect {
        Rect(
            x: (minX * scale).rounded() / scale, y: (minY * scale).rounded() / scale,
            width: (width * scale - 1e-6).rounded(.up) / scale, height: (height * scale - 1e-6).rounded(.up) / scale)
    }
}

/// The boxes that annotations cover, their captions and open callouts included, for cameras that fit their content.
package struct AnnotationExtents {
    private var cache: ArtworkCache

    package init(fonts: FontLibrary, images: [ImageAsset: AnnotationImage] = [:]) {
        cache = ArtworkCache(
            ArtworkBuilder(
                text: AnnotationText(fonts: fonts, diagnostics: nil), images: images, appearance: .light))
    }

    /// Points around the coordinate, y downwards.
    package mutating func extent(of annotation: Annotation) -> Rect {
        let (artwork, builder) = (cache.artwork(for: annotation), cache.builder)
        let caption = builder.caption(annotation, artwork, .below, maxWidth: CaptionFitter.defaultWidth)
        let box = caption.map { artwork.box.union($0.rect) } ?? artwork.box
        guard let callout = annotation.openCallout else { return box }
        let request = builder.request(callout, builder.body(callout), artwork, at: .zero)
        return box.union(request.bubble(callout.placement, shift: 0).rect)
    }
}
