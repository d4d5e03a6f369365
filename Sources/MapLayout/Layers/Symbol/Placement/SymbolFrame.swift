// SPDX-License-Identifier: MIT
import MapGeometry

/// The plane that a symbol of a tilted map is laid out on, around its anchor: the ground, or the image that faces the
/// camera.
///
/// Distant symbols are drawn smaller, but only half as much as the ground: they stay legible.
///
/// - SeeAlso: MapLibre GL JS, `symbol_sdf.vertex.glsl` and `projection.ts`.
struct SymbolFrame: Sendable {
    let perspective: Perspective
    let isOnGround: Bool
    /// The anchor on the plane.
    let origin: Point
    /// The rotation of what turns with the map, in radians.
    var rotation = 0.0
    /// The size of the symbol on the plane.
    let scale: Double
    /// Its part that grows with the distance.
    private let size: Double
    /// How much larger than at the map's center the ground is drawn at the anchor.
    private let magnification: Double
    /// From the plane to the plane: the symbol's size, and its alignment with the image's edges.
    private let placing: Transform

    private static let maxScale = 4.0

    /// - Parameters:
    ///   - ground: the anchor, in pixels of the ground.
    ///   - position: the anchor in the image.
    ///   - perspective: of the camera.
    ///   - isOnGround: true for the ground.
    ///   - facesImage: true for symbols on the ground that do not turn with the map.
    init(ground: Point, position: Point, _ perspective: Perspective, isOnGround: Bool, facesImage: Bool = true) {
        self.perspective = perspective
        self.isOnGround = isOnGround
        magnification = perspective.magnification(ground)
        origin = isOnGround ? ground : position
        size = min(Self.maxScale, 0.5 + 0.5 * (isOnGround ? 1 / magnification : magnification))
        scale = isOnGround ? size * perspective.groundScale(at: ground) : size
        var axes = Transform.scale(scale, scale)
        if isOnGround, facesImage, perspective.camera.sinRoll != 0 {
            // The directions on the ground that are horizontal and vertical in the image.
            let p = perspective.camera
            let east = Point(p.cosPitch * p.cosRoll, p.sinRoll)
            let south = Point(-p.cosPitch * p.sinRoll, p.cosRoll)
            let (e, s) = (scale / max(1e-9, east.length), scale / max(1e-9, south.length))
            axes = Transform(a: east.x * e, b: east.y * e, c: south.x * s, d: south.y * s, tx: 0, ty: 0)
        }
        placing = Transform.translation(-origin).then(axes).then(.translation(origin))
    }

    /// The sharpness of distance fields: pixels of the image per pixel of the plane.
    var sharpness: Double { isOnGround ? scale * contraction : scale }

    /// How much a halo is narrowed.
    var haloScale: Double { isOnGround ? contraction : 1 }

    /// The factor of a variable anchor's offset for drawn text, beside that of the text: on the ground, MapLibre takes the one of
    /// text that faces the camera.
    var anchorScale: Double {
        isOnGround ? min(Self.maxScale, 0.5 + 0.5 * magnification) / size : 1
    }

    /// A collision box on the plane, in the image. On the ground, those of variable anchors do not grow towards the horizon.
    func collisionBox(of rect: Rect, isVariable: Bool) -> Rect {
        guard isVariable, isOnGround else { return box(of: rect) }
        return box(
            of: Transform.translation(-origin).then(.scale(1 / size, 1 / size)).then(.translation(origin)).apply(rect))
    }

    private var contraction: Double { perspective.camera.cosPitch * magnification }

    /// The affine map from the plane to the image around a point of the plane.
    func toImage(at p: Point) -> Transform {
        isOnGround ? placing.then(perspective.linear(at: placing.apply(p))) : placing
    }

    /// A point of the plane in the image.
    func imagePoint(of p: Point) -> Point {
        isOnGround ? perspective.nearestImagePoint(of: placing.apply(p)) : placing.apply(p)
    }

    /// The box around a rectangle of the plane in the image.
    func box(of rect: Rect) -> Rect {
        rect.corners.reduce(into: Rect.null) { $0.extend(to: imagePoint(of: $1)) }
    }
}

extension SymbolBucket {
    /// The plane of a point label; nil on a flat map.
    func textFrame(at anchor: SymbolAnchor) -> SymbolFrame? {
        frame(at: anchor, isOnGround: textIsOnGround, turns: textTurnsWithMap, rotation: textRotation)
    }

    /// The plane of an icon; nil on a flat map.
    func iconFrame(at anchor: SymbolAnchor) -> SymbolFrame? {
        let turns = iconTurnsWithMap || iconFollowsLine
        return frame(at: anchor, isOnGround: iconIsOnGround, turns: turns, rotation: iconRotation)
    }

    private func frame(at anchor: SymbolAnchor, isOnGround: Bool, turns: Bool, rotation: Double) -> SymbolFrame? {
        guard let perspective = anchor.perspective, let ground = anchor.ground else { return nil }
        var frame = SymbolFrame(
            ground: ground, position: anchor.position, perspective, isOnGround: isOnGround, facesImage: !turns)
        guard turns else { return frame }
        frame.rotation =
            isOnGround
            ? rotation
            : angle(of: perspective.linear(at: ground).applyToVector(Transform.rotation(rotation).apply(Point(1, 0))))
        return frame
    }
}

extension SymbolAnchor {
    /// The anchor moved by a `*-translate` vector, which lies on the ground: the symbol has the size that it has there, and
    /// keeps others away from there.
    func moved(by translation: Point) -> SymbolAnchor {
        guard translation != .zero else { return self }
        var copy = self
        copy.line = line.map { MeasuredLine($0.points.map { $0 + translation }) }
        guard let perspective, let ground else {
            copy.position = position + translation
            return copy
        }
        guard perspective.shows(ground + translation) else { return self }
        copy.ground = ground + translation
        copy.position = perspective.nearestImagePoint(of: ground + translation)
        return copy
    }
}

extension TextCandidate {
    /// Each glyph as the ground is seen at its middle: towards the horizon, those of one text get smaller.
    private func withTransformsOfGlyphs(_ frame: SymbolFrame) -> TextCandidate {
        var copy = self
        copy.positions = .each(
            glyphs.map { placed in
                var placed = placed
                placed.transform = placed.transform.then(
                    frame.toImage(at: placed.transform.apply(placed.glyph.middle)))
                return placed
            })
        return copy
    }

    /// The text on its plane, in the image.
    func projected(by frame: SymbolFrame, isVariable: Bool = false) -> TextCandidate {
        var copy =
            frame.isOnGround ? withTransformsOfGlyphs(frame) : withTransforms { $0.then(frame.toImage(at: .zero)) }
        copy.frame = frame
        copy.shapes = shapes.map { shape in
            switch shape {
            case .box(let box): .box(frame.collisionBox(of: box, isVariable: isVariable))
            case .circle(let center, let radius): .circle(frame.imagePoint(of: center), radius: radius * frame.scale)
            }
        }
        return copy
    }
}

extension TextProperties {
    /// The text along a line of a tilted map; nil where the line is too short.
    func placed(along line: MeasuredLine, at anchor: SymbolAnchor, in layer: SymbolBucket) -> TextCandidate? {
        guard let perspective = anchor.perspective, let ground = anchor.ground else { return nil }
        let frame = SymbolFrame(
            ground: ground, position: anchor.position, perspective, isOnGround: layer.textIsOnGround,
            facesImage: false)
        let magnification = perspective.magnification(ground)
        // Letters on the ground stand as far apart as MapLibre puts them: a little closer than their size.
        let spacing =
            frame.isOnGround ? 2 / (magnification + 1) * perspective.groundScale(at: ground) : frame.scale
        let shrink = Transform.translation(-frame.origin).then(.scale(1 / spacing, 1 / spacing))
            .then(.translation(frame.origin))
        let (scaled, distance) = line.mapped(at: anchor.distance) { p in
            shrink.apply(frame.isOnGround ? p : perspective.nearestImagePoint(of: p))
        }
        let grow = Transform.translation(-frame.origin).then(.scale(spacing, spacing)).then(.translation(frame.origin))
        let toImage = { (p: Point) -> Point in
            frame.isOnGround ? perspective.nearestImagePoint(of: grow.apply(p)) : grow.apply(p)
        }
        let placed = placed(
            along: scaled, at: distance, keepsUpright: layer.keepsUpright,
            glyphsFaceViewport: layer.glyphsFaceViewport, toImage: toImage)
        guard var candidate = placed else { return nil }
        candidate.frame = frame
        let ratio = frame.scale / spacing
        var glyphs = candidate.glyphs
        for index in glyphs.indices {
            let (glyph, transform) = (glyphs[index].glyph, glyphs[index].transform)
            let middle = grow.apply(transform.apply(Point(glyph.center, 0)))
            let size = Transform.translation(Point(-glyph.center, 0)).then(.scale(ratio, ratio))
                .then(.translation(Point(glyph.center, 0)))
            glyphs[index].transform = size.then(transform).then(grow)
                .then(frame.isOnGround ? perspective.linear(at: middle) : .identity)
        }
        candidate.positions = .each(glyphs)
        let size = min(4, 0.5 + 0.5 * magnification)
        candidate.shapes = candidate.shapes.map { shape in
            switch shape {
            case .box(let box):
                .box(box.corners.reduce(into: Rect.null) { $0.extend(to: toImage($1)) })
            case .circle(let center, let radius): .circle(toImage(center), radius: radius * size)
            }
        }
        return candidate
    }
}
