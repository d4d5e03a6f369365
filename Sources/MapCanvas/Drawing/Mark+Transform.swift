// SPDX-License-Identifier: MIT
package import MapPlane

extension Mark {
    /// The mark scaled around the origin, then translated: places artwork that is drawn in points on the output.
    package func placed(scale: Double, at origin: Point) -> Mark {
        mapped(by: Transform.scale(scale, scale).then(.translation(origin)), scale: scale)
    }

    /// The mark under a similarity transform, which multiplies lengths by `scale`.
    private func mapped(by map: Transform, scale: Double) -> Mark {
        switch self {
        case .fill(let path, let rule, let paint):
            return .fill(path.transformed(by: map), rule, paint.placed(scale, map))
        case .aliasedFill(let path, let paint):
            return .aliasedFill(path.transformed(by: map), paint.placed(scale, map))
        case .edge(let path, let paint): return .edge(path.transformed(by: map), paint.placed(scale, map))
        case .ribbon(let ribbon): return .ribbon(ribbon.mapped(by: map, scale: scale))
        case .circles(let circles): return .circles(circles.mapped(by: map, scale: scale))
        case .stroke(let path, var style, let color):
            style.width *= scale
            style.dash = style.dash.map { $0 * scale }
            style.dashPhase *= scale
            return .stroke(path.transformed(by: map), style, color)
        case .glyphs(var run):
            run.size *= scale
            let rotation = angle(of: map.applyToVector(Point(1, 0)))
            run.glyphs = run.glyphs.map { glyph in
                var glyph = glyph
                glyph.origin = map.apply(glyph.origin)
                glyph.angle += rotation
                return glyph
            }
            run.halo?.width *= scale
            run.halo?.blur *= scale
            return .glyphs(run)
        case .image(var image):
            image.transform = image.transform.then(map)
            if map != .identity { image.nearness = nil }
            return .image(image)
        case .sdf(var mark):
            mark.pieces = mark.pieces.map { .init($0.field, $0.transform.then(map)) }
            mark.scale *= scale
            mark.halo?.width *= scale
            mark.halo?.blur *= scale
            return .sdf(mark)
        case .group(var group):
            group.clip = group.clip?.transformed(by: map)
            group.marks = group.marks.map { $0.mapped(by: map, scale: scale) }
            group.placement = nil
            return .group(group)
        case .maskedFill(let maskedFill):
            return .maskedFill(maskedFill.placed(scale, map))
        case .faces(var faces):
            faces.faces = faces.faces.map { $0.moved(by: map) }
            return .faces(faces)
        }
    }

    /// The mark under a transform that preserves lengths.
    package func transformed(by map: Transform) -> Mark { mapped(by: map, scale: 1) }

    /// The translated mark.
    package func moved(by v: Point) -> Mark { placed(scale: 1, at: v) }

    /// Encloses everything that the mark paints.
    package var bounds: Rect {
        switch self {
        case .fill(let path, _, _): path.bounds
        case .aliasedFill(let path, _): path.bounds
        case .edge(let path, _): path.bounds.inset(by: -1.5)
        case .ribbon(let ribbon): ribbon.bounds
        case .circles(let circles): circles.bounds
        case .stroke(let path, let style, _): path.bounds.inset(by: -style.outset)
        case .glyphs(let run): run.paintedBounds
        case .image(let image): image.bounds
        case .sdf(let mark): mark.bounds
        case .group(let group):
            group.marks.bounds.intersection(group.clip?.bounds ?? .everything)
        case .maskedFill(let maskedFill): maskedFill.area
        case .faces(let faces): faces.bounds
        }
    }
}

extension [Mark] {
    /// Encloses everything that the marks paint.
    package var bounds: Rect { reduce(into: Rect.null) { $0 = $0.union($1.bounds) } }

    package func moved(by v: Point) -> [Mark] { map { $0.moved(by: v) } }
}

extension MaskedFill {
    fileprivate func placed(_ scale: Double, _ map: Transform) -> MaskedFill {
        let holes = holes.map { $0.mapped(by: map, scale: scale) }
        return MaskedFill(area: map.apply(area), color: color, holes: holes, feather: feather * scale)
    }
}

extension Paint {
    fileprivate func placed(_ scale: Double, _ map: Transform) -> Paint {
        switch self {
        case .color: return self
        case .linearGradient(var gradient):
            gradient.from = map.apply(gradient.from)
            gradient.to = map.apply(gradient.to)
            return .linearGradient(gradient)
        case .radialGradient(var gradient):
            gradient.center = map.apply(gradient.center)
            gradient.radius *= scale
            return .radialGradient(gradient)
        case .pattern(let bitmap, let transform, let opacity):
            return .pattern(bitmap, transform.then(map), opacity: opacity)
        }
    }
}
