// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeo
import MapPlane
import MapStyle
import MapTiles

/// A building: a footprint between two heights.
struct ExtrusionShape: Sendable {
    /// In pixels of the ground; the outer ring runs clockwise, holes the other way.
    var rings: [[Point]]
    /// True for edges that tiling introduced, which have no wall; one for each point, of the edge that ends there.
    var isCut: [[Bool]]
    /// True for edges that run from north to south.
    var isMeridional: [[Bool]]
    /// In pixels of the ground, above it.
    var base: Double
    var height: Double
    /// In metres.
    var baseMeters: Double
    var heightMeters: Double
    var color: Color

    /// Each edge has a wall, of four vertices.
    var vertexCount: Int { 4 * rings.reduce(0) { $0 + $1.count } }
}

/// Buildings of `fill-extrusion` layers: walls and roofs, sorted so that what is nearer hides what is behind it.
///
/// - SeeAlso: MapLibre GL JS, `fill_extrusion_bucket.ts`.
final class ExtrusionLayout: Sendable {
    private let layer: ShapeLayer
    private let color: StyleProperty
    private let height: StyleProperty
    private let base: StyleProperty
    private let lens: Perspective
    private let light: ExtrusionLight
    private let pixelsPerMeter: Double
    private let isUniform: Bool
    /// The opacity of the layer as a whole.
    let layerOpacity: Double

    init(_ style: StyleLayer, _ context: LayerContext) {
        layer = ShapeLayer(
            style, context, sortKey: nil, translate: .fillExtrusionTranslate, anchor: .fillExtrusionTranslateAnchor)
        color = context.paintProperty(style, .fillExtrusionColor)
        height = context.paintProperty(style, .fillExtrusionHeight)
        base = context.paintProperty(style, .fillExtrusionBase)
        lens = context.viewport.lens
        light = ExtrusionLight(
            context.light, bearing: context.viewport.bearing,
            hasGradient: style.property(.fillExtrusionVerticalGradient).bool(context.paint()))
        pixelsPerMeter = context.scale / context.viewport.metersPerPoint
        layerOpacity = style.property(.fillExtrusionOpacity).number(context.paint())
        isUniform = [color, height, base].allSatisfy(\.isFeatureConstant)
    }

    private struct Properties {
        var color: Color
        var base: Double
        var height: Double
    }

    func marks(of tile: TileLayer) -> [ExtrusionShape] {
        var shapes: [ExtrusionShape] = []
        let (projection, translation) = (tile.projection, layer.translation)
        layer.forEachFeature([.polygon], of: tile, isUniform: isUniform, evaluate: properties) {
            feature, properties, _ in
            let geometry = feature.geometry()
            let square = projection.square
            let isReversed = geometry.parts.first.map { signedArea(geometry.points[$0]) < 0 } ?? false
            var shape = ExtrusionShape(
                rings: [], isCut: [], isMeridional: [], base: properties.base * pixelsPerMeter,
                height: properties.height * pixelsPerMeter, baseMeters: properties.base,
                heightMeters: properties.height, color: properties.color)
            func add() {
                if !shape.rings.isEmpty { shapes.append(shape) }
                (shape.rings, shape.isCut, shape.isMeridional) = ([], [], [])
            }
            for part in geometry.parts where part.count >= 3 {
                var ring = Array(geometry.points[part])
                if ring.first == ring.last { ring.removeLast() }
                guard ring.count >= 3, !projection.isOutside(ring) else { continue }
                if isReversed { ring.reverse() }
                // Each outer ring is a building of its own, for the order in which they are painted.
                if signedArea(ring) > 0 { add() }
                shape.isCut.append(
                    ring.indices.map { index in
                        let (a, b) = (ring[index == 0 ? ring.count - 1 : index - 1], ring[index])
                        return (a.x == b.x && (a.x < square.minX || a.x > square.maxX))
                            || (a.y == b.y && (a.y < square.minY || a.y > square.maxY))
                    })
                shape.isMeridional.append(
                    ring.indices.map { ring[$0 == 0 ? ring.count - 1 : $0 - 1].x == ring[$0].x })
                shape.rings.append(ring.map { projection.toPixel.apply($0) + translation })
            }
            add()
        }
        return shapes
    }

    private func properties(_ evaluation: EvaluationContext, _ layout: EvaluationContext) -> Properties? {
        let color = color.color(evaluation)
        let (base, height) = (max(0, base.number(evaluation)), max(0, height.number(evaluation)))
        guard !color.isInvisible, height.isFinite, base.isFinite else { return nil }
        return Properties(color: color, base: min(base, 20_000), height: min(height, 20_000))
    }

    /// The faces of all buildings, from the farthest to the nearest.
    func items(_ tiles: [(tile: TileOutline, shapes: [ExtrusionShape])], id: String, within rect: Rect) -> [DrawingItem]
    {
        maskedRuns(tiles).compactMap { mask, shapes in
            let camera = lens.focus + Point(0, lens.distance * lens.sinPitch)
            let sorted = shapes.map { ($0.order(from: camera), $0) }.enumerated()
                .sorted { ($0.element.0, $0.offset) > ($1.element.0, $1.offset) }.map(\.element.1)
            var faces = ExtrusionFaces(lens: lens, light: light, camera: camera, rect: rect)
            for shape in sorted { faces.add(shape) }
            let marks = faces.marks
            return DrawingItem(
                layer: id, .group(Group(marks: marks)), bounds: marks.bounds, mask: mask, within: rect)
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

extension ExtrusionShape {
    /// The distance of the footprint's nearest point from the one below the camera.
    fileprivate func order(from camera: Point) -> Double {
        rings.first.map { ring in
            var middle = Point.zero
            for p in ring { middle = middle + p }
            return (middle * (1 / Double(ring.count))).distance(to: camera)
        } ?? 0
    }
}

/// The visible faces of buildings, projected and lit.
private struct ExtrusionFaces {
    let lens: Perspective
    let light: ExtrusionLight
    /// The point of the ground below the camera.
    let camera: Point
    let rect: Rect
    private(set) var marks: [Mark] = []
    private var pending: (path: Path, color: Color)?

    init(lens: Perspective, light: ExtrusionLight, camera: Point, rect: Rect) {
        (self.lens, self.light, self.camera, self.rect) = (lens, light, camera, rect)
    }

    mutating func add(_ shape: ExtrusionShape) {
        // What reaches behind the camera is left out as a whole.
        let near = lens.depths.lowerBound
        guard shape.rings.allSatisfy({ ring in ring.allSatisfy { lens.depth($0, height: shape.height) > near } }),
            shape.rings.contains(where: { ring in ring.contains { lens.depth($0) <= lens.depths.upperBound } })
        else { return }
        let tops = shape.rings.map { ring in ring.map { lens.apply($0, height: shape.height) } }
        let feet = shape.rings.map { ring in ring.map { lens.apply($0, height: shape.base) } }
        var box = Rect.null
        for p in tops.joined() { box.extend(to: p) }
        for p in feet.joined() { box.extend(to: p) }
        guard box.intersects(rect) else { return }
        if shape.height > shape.base { addWalls(shape, tops, feet) }
        var roof = Path()
        for top in tops { roof.addLines(top, closed: true) }
        add(roof, .color(light.roof(shape.color)))
        flush()
    }

    private mutating func addWalls(_ shape: ExtrusionShape, _ tops: [[Point]], _ feet: [[Point]]) {
        var walls: [(distance: Double, ring: Int, index: Int)] = []
        for (number, ring) in shape.rings.enumerated() {
            for index in ring.indices where !shape.isCut[number][index] {
                let previous = index == 0 ? ring.count - 1 : index - 1
                let face = [feet[number][previous], feet[number][index], tops[number][index], tops[number][previous]]
                guard signedArea(face) > 0 else { continue }
                walls.append((ring[previous].mix(ring[index], 0.5).distance(to: camera), number, index))
            }
        }
        for wall in walls.sorted(by: { ($0.distance, $1.index) > ($1.distance, $0.index) }) {
            let (ring, index) = (shape.rings[wall.ring], wall.index)
            let previous = index == 0 ? ring.count - 1 : index - 1
            let (foot, top) = (feet[wall.ring], tops[wall.ring])
            var path = Path()
            path.addLines([foot[previous], foot[index], top[index], top[previous]], closed: true)
            let edge = ring[index] - ring[previous]
            let (low, high) = light.wall(
                shape.color, along: edge, isMeridional: shape.isMeridional[wall.ring][index],
                base: shape.baseMeters, height: shape.heightMeters)
            guard low != high else {
                add(path, .color(low))
                continue
            }
            let gradient = LinearGradient(
                from: foot[previous].mix(foot[index], 0.5), to: top[previous].mix(top[index], 0.5),
                stops: [GradientStop(0, low), GradientStop(1, high)])
            add(path, .linearGradient(gradient))
        }
    }

    /// Adjacent faces of one color are joined.
    private mutating func add(_ path: Path, _ paint: Paint) {
        guard case .color(let color) = paint, color.isOpaque else {
            flush()
            marks.append(.aliasedFill(path, paint))
            return
        }
        if pending?.color != color { flush() }
        if pending == nil { pending = (Path(), color) }
        pending?.path.append(path)
    }

    private mutating func flush() {
        if let (path, color) = pending { marks.append(.aliasedFill(path, .color(color))) }
        pending = nil
    }
}
