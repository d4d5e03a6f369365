// SPDX-License-Identifier: MIT
package import MapPlane

extension Ribbon {
    /// The ribbon under a map that multiplies lengths with `scale`.
    package func mapped(by map: Transform, scale: Double) -> Ribbon {
        let factor = Float(scale)
        var copy = self
        copy.vertices = vertices.map { vertex in
            var vertex = vertex
            let place = map.apply(Point(Double(vertex.x), Double(vertex.y)))
            (vertex.x, vertex.y) = (Float(place.x), Float(place.y))
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
        copy.sourcePoints = sourcePoints.map { p in
            let place = map.apply(Point(Double(p.x), Double(p.y)))
            return SIMD2(Float(place.x), Float(place.y))
        }
        copy.outlines = outlines.map { outline in
            var outline = outline
            outline.offset *= scale
            outline.cornerReach *= scale
            return outline
        }
        copy.clips = clips.map { $0.map(map.apply) }
        copy.strips = strips.map { strip in
            var strip = strip
            strip.bounds = map.apply(strip.bounds)
            strip.progress.rate /= factor
            strip.source.start *= factor
            return strip
        }
        if case .image(let bitmap, let period, let opacity) = paint {
            copy.paint = .image(bitmap, period: period * scale, opacity: opacity)
        }
        copy.bounds = map.apply(bounds)
        return copy
    }
}

extension Circles {
    /// The discs under a map that multiplies lengths with `scale`.
    package func mapped(by map: Transform, scale: Double) -> Circles {
        var copy = Circles()
        for circle in circles {
            var style = styles[circle.style]
            style.radius *= scale
            style.strokeWidth *= scale
            copy.add(map.apply(circle.center), style)
        }
        return copy
    }
}
