// SPDX-License-Identifier: MIT
package import MapPlane

extension Ribbon {
    /// The ribbon magnified around the origin, then moved.
    package func placed(scale: Double, at origin: Point) -> Ribbon {
        let map = Transform.scale(scale, scale).then(.translation(origin))
        let factor = Float(scale)
        var copy = self
        copy.vertices = vertices.map { vertex in
            var vertex = vertex
            vertex.x = vertex.x * factor + Float(origin.x)
            vertex.y = vertex.y * factor + Float(origin.y)
            vertex.along *= factor
            return vertex
        }
        copy.shapes = shapes.map { shape in
            var shape = shape
            shape.outset *= factor
            shape.inset *= factor
            shape.softness *= factor
            shape.dashes = shape.dashes?.magnified(by: factor)
            return shape
        }
        copy.clips = clips.map { $0.map(map.apply) }
        copy.strips = strips.map { strip in
            var strip = strip
            strip.bounds = map.apply(strip.bounds)
            strip.progress.rate /= factor
            return strip
        }
        if case .image(let bitmap, let period, let opacity) = paint {
            copy.paint = .image(bitmap, period: period * scale, opacity: opacity)
        }
        copy.bounds = map.apply(bounds)
        return copy
    }
}

extension Discs {
    /// The discs magnified around the origin, then moved.
    package func placed(scale: Double, at origin: Point) -> Discs {
        var copy = Discs()
        for disc in discs {
            var look = looks[disc.look]
            look.radius *= scale
            look.strokeWidth *= scale
            copy.add(disc.center * scale + origin, look)
        }
        return copy
    }
}
