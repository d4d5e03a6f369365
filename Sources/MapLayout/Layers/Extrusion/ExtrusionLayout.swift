// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeo
import MapGeometry
import MapImages
import MapStyle
import MapTiles

/// Buildings of `fill-extrusion` layers.
///
/// - SeeAlso: MapLibre GL JS, `fill_extrusion_bucket.ts`.
final class ExtrusionLayout: Sendable {
    private let layer: ShapeLayer
    private let color: StyleProperty
    private let height: StyleProperty
    private let base: StyleProperty
    private let pattern: StyleProperty?
    private let lens: Perspective
    private let light: ExtrusionLight
    private let pixelsPerMeter: Double
    private let isUniform: Bool
    /// The opacity of the layer as a whole.
    private let opacity: Double

    init(_ style: StyleLayer, _ context: LayerContext) {
        layer = ShapeLayer(
            style, context, sortKey: nil, translate: .fillExtrusionTranslate, anchor: .fillExtrusionTranslateAnchor)
        color = context.paintProperty(style, .fillExtrusionColor)
        height = context.paintProperty(style, .fillExtrusionHeight)
        base = context.paintProperty(style, .fillExtrusionBase)
        pattern =
            style.sets(.fillExtrusionPattern) ? context.tilePaintProperty(style, .fillExtrusionPattern) : nil
        lens = context.viewport.lens
        light = ExtrusionLight(
            context.light, bearing: context.viewport.bearing,
            hasGradient: style.property(.fillExtrusionVerticalGradient).bool(context.paint()))
        pixelsPerMeter = context.scale / context.viewport.metersPerPoint
        opacity = style.property(.fillExtrusionOpacity).number(context.paint())
        isUniform = [color, height, base, pattern].compactMap(\.self).allSatisfy(\.isFeatureConstant)
    }

    private struct Properties {
        var color: Color
        var base: Double
        var height: Double
        var image: SpriteImage?
    }

    /// The faces of a tile's buildings.
    func marks(of tile: TileLayer) -> [Face] {
        guard opacity > 0 else { return [] }
        let rect = layer.context.viewport.pixelRect
        switch lens {
        case .plane(let plane):
            var faces = ExtrusionFaces(lens: plane, light: light, pixelsPerMeter: pixelsPerMeter, rect: rect)
            forEachBuilding(of: tile) { shape in
                guard let view = tile.projection.terrainView else { return faces.add(shape) }
                let (building, height) = founded(shape, on: view)
                faces.lens = plane.raised(by: height)
                faces.add(building)
            }
            return faces.faces
        case .projected(let projected):
            // The image is the plane that they stand on.
            var faces = ExtrusionFaces(
                lens: projected.camera, light: light, pixelsPerMeter: pixelsPerMeter, rect: rect)
            forEachBuilding(of: tile) { shape in
                guard shape.rings.allSatisfy({ $0.points.allSatisfy(projected.shows) }) else { return }
                var building = shape
                for index in building.rings.indices {
                    building.rings[index].points = building.rings[index].points.map(projected.apply)
                }
                faces.add(building)
            }
            return faces.faces
        case .sphere(let sphere):
            var faces = GlobeExtrusionFaces(sphere, light: light, rect: rect)
            forEachBuilding(of: tile) { shape in
                guard let view = tile.projection.terrainView else { return faces.add(shape) }
                let (founded, height) = self.founded(shape, on: view)
                var building = founded
                building.base += height
                building.height += height
                faces.add(building)
            }
            return faces.faces
        }
    }

    private func forEachBuilding(of tile: TileLayer, _ body: (ExtrusionShape) -> Void) {
        let (projection, translation) = (tile.projection, layer.translation)
        layer.forEachFeature([.polygon], of: tile, isUniform: isUniform, evaluate: properties) {
            feature, properties, _ in
            let geometry = feature.geometry()
            let isReversed = geometry.parts.first.map { signedArea(geometry.points[$0]) < 0 } ?? false
            let empty = ExtrusionShape(
                rings: [], base: properties.base * pixelsPerMeter, height: properties.height * pixelsPerMeter,
                baseMeters: properties.base, heightMeters: properties.height, color: properties.color,
                pattern: properties.image.map { pattern($0, in: projection) })
            var shape = empty
            for part in geometry.parts where part.count >= 3 {
                var ring = Array(geometry.points[part])
                if ring.first == ring.last { ring.removeLast() }
                guard ring.count >= 3, !projection.isOutside(ring) else { continue }
                if projection.terrainView != nil, !shape.rings.isEmpty, (signedArea(ring) < 0) == isReversed {
                    // Each polygon stands at a height of its own.
                    body(shape)
                    shape = empty
                }
                var placed = ExtrusionRing(ring, square: projection.square)
                if isReversed { placed = placed.reversed }
                placed.points = placed.points.map { projection.toPixel.apply($0) + translation }
                shape.rings.append(placed)
            }
            if !shape.rings.isEmpty { body(shape) }
        }
    }

    /// How far below the ground buildings begin on a terrain, in metres, so that none hangs over a slope.
    private static let foundation = 10.0

    /// A building with its foundation, and how high the ground around its middle is, in pixels.
    private func founded(_ shape: ExtrusionShape, on view: Viewport) -> (shape: ExtrusionShape, height: Double) {
        let points = shape.rings.flatMap(\.points)
        let middle = points.reduce(Point.zero, +) * (1 / Double(points.count))
        let height = view.groundHeight(at: middle)
        var shape = shape
        if shape.baseMeters == 0 {
            shape.base -= Self.foundation * pixelsPerMeter
            shape.baseMeters -= Self.foundation
        }
        // MapLibre shades walls by their heights above the sea.
        let ground = view.centerHeight + height / pixelsPerMeter
        shape.baseMeters = shape.baseMeters + ground
        shape.heightMeters = max(0, shape.heightMeters + ground)
        return (shape, height)
    }

    private func pattern(_ image: SpriteImage, in projection: TileProjection) -> ExtrusionPattern {
        let context = layer.context
        let fromGround = context.patternTransform(image, translation: layer.translation).inverse ?? .identity
        let whole = max(0, context.zoom.rounded(.down))
        return ExtrusionPattern(
            bitmap: image.bitmap, fromGround: fromGround,
            origin: fromGround.apply(projection.toPixel.apply(.zero) + layer.translation),
            perTileUnit: projection.pixelsPerUnit * fromGround.applyToVector(Point(1, 0)).length,
            perMeter: powerOfTwo(whole - 16) * image.pixelRatio)
    }

    /// The most metres of a building.
    private var highest: Double {
        switch lens {
        case .plane, .projected: 20_000
        case .sphere: 10_000_000
        }
    }

    private func properties(_ evaluation: EvaluationContext, _ layout: EvaluationContext) -> Properties? {
        let (base, height) = (max(0, base.number(evaluation)), max(0, height.number(evaluation)))
        guard height.isFinite, base.isFinite else { return nil }
        let highest = highest
        var properties = Properties(color: .black, base: min(base, highest), height: min(height, highest))
        if let pattern {
            properties.image = layer.context.images.image(
                pattern.value(evaluation), layer.context, layer: layer.style.id)
            return properties.image == nil ? nil : properties
        }
        properties.color = color.color(evaluation)
        return properties.color.isInvisible ? nil : properties
    }

    /// The faces of all buildings; what is nearer hides what is behind it when they are painted.
    func items(_ tiles: [(tile: TileOutline, shapes: [Face])], id: String, within rect: Rect) -> [DrawingItem] {
        maskedRuns(tiles).compactMap { mask, faces in
            // Of faces at one place, MapLibre shows the first where it paints in two passes, else the last.
            let faces = Faces(opacity < 1 || pattern != nil ? faces.reversed() : faces, opacity: opacity)
            return DrawingItem(layer: id, .faces(faces), bounds: faces.bounds, mask: mask, within: rect)
        }
    }
}

extension TileProjection {
    /// True for a ring that lies in the tile's buffer, and belongs to its neighbor.
    fileprivate func isOutside(_ ring: [Point]) -> Bool {
        ring.allSatisfy { $0.x < square.minX } || ring.allSatisfy { $0.x > square.maxX }
            || ring.allSatisfy { $0.y < square.minY } || ring.allSatisfy { $0.y > square.maxY }
    }
}

/// A building: a footprint between two heights.
struct ExtrusionShape: Sendable {
    /// In pixels of the ground; outer rings run clockwise, holes the other way.
    var rings: [ExtrusionRing]
    /// In pixels of the ground, above it.
    var base: Double
    var height: Double
    /// In metres.
    var baseMeters: Double
    var heightMeters: Double
    var color: Color
    /// Nil for a building in one color.
    var pattern: ExtrusionPattern?
}

/// A ring of a footprint.
struct ExtrusionRing: Sendable {
    /// The edge that ends at a point.
    struct Edge: Sendable {
        /// True for edges that tiling introduced, which have no wall.
        var isCut: Bool
        /// True for edges that run from north to south.
        var isMeridional: Bool
        /// How far along the walls the edge starts and ends, in tile units.
        var (start, end): (Double, Double)
    }

    var points: [Point]
    /// One for each point.
    var edges: [Edge]

    /// - Parameters:
    ///   - ring: in tile units, without repeating the first point.
    ///   - square: of the tile, beyond which tiling cuts.
    init(_ ring: [Point], square: Rect) {
        points = ring
        edges = []
        edges.reserveCapacity(ring.count)
        var along = 0.0
        func add(_ index: Int) {
            let (a, b) = (ring[index == 0 ? ring.count - 1 : index - 1], ring[index])
            let isCut =
                (a.x == b.x && (a.x < square.minX || a.x > square.maxX))
                || (a.y == b.y && (a.y < square.minY || a.y > square.maxY))
            let length = a.distance(to: b)
            // As in MapLibre, whose attribute holds no larger number.
            if along + length > 32768 { along = 0 }
            edges.append(Edge(isCut: isCut, isMeridional: a.x == b.x, start: along + length, end: along))
            if !isCut { along += length }
        }
        for index in ring.indices.dropFirst() { add(index) }
        // The edge that closes the ring is the last one.
        add(0)
        edges.insert(edges.removeLast(), at: 0)
    }

    /// The ring in the other direction.
    var reversed: ExtrusionRing {
        var copy = self
        copy.points.reverse()
        copy.edges = points.indices.map { index in
            var edge = edges[index == 0 ? 0 : points.count - index]
            (edge.start, edge.end) = (edge.end, edge.start)
            return edge
        }
        return copy
    }
}
