// SPDX-License-Identifier: MIT
package import MapCanvas
package import MapGeometry
import MapImages

/// A face, or what is left of it where others hide it. An object, as pieces are compared far more often than they are made.
package final class FacePiece {
    package let paint: FacePaint
    let inverseDepth: AffineFunction
    /// The outline.
    let rings: [[Point]]
    /// The same area in convex parts.
    let parts: [ConvexPart]
    let bounds: Rect
    let area: Double

    convenience init(_ face: Face) {
        self.init(
            face.paint, face.inverseDepth,
            rings: face.path.flatFigures.map { figure in
                var points = figure.points
                if points.count > 1, points.first == points.last { points.removeLast() }
                return points
            })
    }

    private init(_ paint: FacePaint, _ inverseDepth: AffineFunction, rings: [[Point]], parts: [ConvexPart]? = nil) {
        (self.paint, self.inverseDepth, self.rings) = (paint, inverseDepth, rings)
        let parts = parts ?? Trapezoids(rings).parts
        self.parts = parts
        bounds = parts.reduce(Rect.null) { $0.union($1.bounds) }
        area = parts.reduce(0) { $0 + $1.area }
    }

    /// True when nothing of it is seen.
    var isEmpty: Bool { parts.isEmpty }

    package var path: Path {
        Path(rings: rings)
    }

    /// The pieces at which a function is positive and negative.
    func cut(by function: AffineFunction) -> [FacePiece] {
        let other = AffineFunction(x: -function.x, y: -function.y, constant: -function.constant)
        return [function, other].compactMap { side in
            let parts = parts.compactMap { $0.cut(by: side) }
            guard !parts.isEmpty else { return nil }
            let rings = rings.map { cutting($0, by: side.callAsFunction) }.filter { $0.count >= 3 }
            return FacePiece(paint, inverseDepth, rings: rings, parts: parts)
        }
    }

    /// The pieces that are outside of a convex polygon, and those inside.
    func divided(by polygon: [Point]) -> (outside: [FacePiece], inside: [FacePiece]) {
        let hole = ConvexPart(polygon)
        guard parts.contains(where: { signedArea($0.intersection(hole)) > ConvexPart.minArea }) else {
            return ([self], [])
        }
        let outside = parts.flatMap { $0.subtracting(polygon) }
        let inside = parts.map { $0.intersection(hole) }.filter { signedArea($0) > ConvexPart.minArea }
        func pieces(_ parts: [ConvexPart]) -> [FacePiece] {
            parts.map { FacePiece(paint, inverseDepth, rings: [$0.corners], parts: [$0]) }
        }
        return (pieces(outside), pieces(inside.map { ConvexPart($0) }))
    }
}

/// A convex polygon; clockwise on screen.
struct ConvexPart {
    let corners: [Point]
    let bounds: Rect

    init(_ corners: [Point]) {
        self.corners = corners
        bounds = Rect(around: corners)
    }

    var area: Double { signedArea(corners) }

    /// The part that two polygons share; empty when it is not an area.
    func intersection(_ other: ConvexPart) -> [Point] {
        guard bounds.intersects(other.bounds) else { return [] }
        var points = corners
        guard var a = other.corners.last else { return [] }
        for b in other.corners {
            Self.keepInside(&points, a, b)
            if points.count < 3 { return [] }
            a = b
        }
        return points
    }

    /// The parts of this polygon outside of another one.
    func subtracting(_ other: [Point]) -> [ConvexPart] {
        var (rest, parts) = (corners, [ConvexPart]())
        guard var a = other.last else { return [self] }
        for b in other {
            var outside = rest
            Self.keepInside(&outside, b, a)
            if signedArea(outside) > Self.minArea { parts.append(ConvexPart(outside)) }
            Self.keepInside(&rest, a, b)
            if rest.count < 3 { break }
            a = b
        }
        return parts
    }

    /// The part at which a function is not negative; nil when it is not an area.
    func cut(by function: AffineFunction) -> ConvexPart? {
        let points = cutting(corners, by: function.callAsFunction)
        return points.count >= 3 && signedArea(points) > Self.minArea ? ConvexPart(points) : nil
    }

    /// In square pixels: what is smaller is not seen.
    static let minArea = 0.01

    /// Keeps what is to the right of the way from `a` to `b`.
    private static func keepInside(_ points: inout [Point], _ a: Point, _ b: Point) {
        let d = b - a
        points = cutting(points, by: AffineFunction(x: -d.y, y: d.x, constant: d.y * a.x - d.x * a.y).callAsFunction)
    }
}

/// The area inside of rings, by the non-zero rule, as trapezoids with level bases.
struct Trapezoids {
    private(set) var parts: [ConvexPart] = []

    init(_ rings: [[Point]]) {
        if rings.count == 1, let ring = rings.first, let part = Self.convex(ring) {
            parts = [part]
            return
        }
        var edges: [(top: Point, bottom: Point, step: Int)] = []
        var rows: [Double] = []
        for ring in rings {
            guard var a = ring.last else { continue }
            for b in ring {
                if a.y != b.y { edges.append(a.y < b.y ? (a, b, 1) : (b, a, -1)) }
                rows.append(b.y)
                a = b
            }
        }
        edges.sort { $0.top.y < $1.top.y }
        rows.sort()
        var (next, active) = (0, [Int]())
        for (top, bottom) in zip(rows, rows.dropFirst()) where bottom - top > 1e-9 {
            while next < edges.count, edges[next].top.y <= top {
                active.append(next)
                next += 1
            }
            active.removeAll { edges[$0].bottom.y <= top }
            addRow(top, bottom, active.map { edges[$0] })
        }
    }

    private mutating func addRow(_ top: Double, _ bottom: Double, _ edges: [(top: Point, bottom: Point, step: Int)]) {
        func x(_ edge: (top: Point, bottom: Point, step: Int), _ y: Double) -> Double {
            edge.top.x + (edge.bottom.x - edge.top.x) * ((y - edge.top.y) / (edge.bottom.y - edge.top.y))
        }
        let crossings = edges.map { (from: x($0, top), to: x($0, bottom), step: $0.step) }
            .sorted { $0.from + $0.to < $1.from + $1.to }
        var (winding, first) = (0, 0)
        for (index, crossing) in crossings.enumerated() {
            if winding == 0 { first = index }
            winding += crossing.step
            guard winding == 0 else { continue }
            let left = crossings[first]
            let corners = [
                Point(left.from, top), Point(max(left.from, crossing.from), top),
                Point(max(left.to, crossing.to), bottom), Point(left.to, bottom),
            ]
            if signedArea(corners) > ConvexPart.minArea { parts.append(ConvexPart(corners)) }
        }
    }

    /// A ring that is convex already.
    private static func convex(_ ring: [Point]) -> ConvexPart? {
        let ring = signedArea(ring) < 0 ? ring.reversed() : ring
        guard ring.count >= 3 else { return nil }
        for i in ring.indices {
            let (a, b, c) = (ring[i], ring[(i + 1) % ring.count], ring[(i + 2) % ring.count])
            guard (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x) >= 0 else { return nil }
        }
        // A ring that goes around more than once turns in one direction, too.
        let turns = ring.indices.count {
            ring[$0].y < ring[($0 + 1) % ring.count].y
                && ring[($0 + 1) % ring.count].y >= ring[($0 + 2) % ring.count].y
        }
        return turns == 1 ? ConvexPart(ring) : nil
    }
}

extension VectorRenderer {
    /// Renders faces as polygons, of which nearer ones are painted over farther ones.
    mutating func render(_ faces: Faces) {
        guard faces.opacity > 0 else { return }
        var order = FaceOrder(faces.faces, behind: paintedFaces, in: rect)
        let pieces = order.sorted()
        guard !pieces.isEmpty else { return }
        if faces.opacity < 1 { target.beginGroup(clip: nil, opacity: faces.opacity, blend: .normal) }
        for piece in pieces { render(piece) }
        if faces.opacity < 1 { target.endGroup() }
        paintedFaces += pieces
    }

    private mutating func render(_ piece: FacePiece) {
        let path = piece.path
        switch piece.paint {
        case .color(let color): target.fill(path, color, outlined: .seam(color))
        case .gradient(let gradient):
            target.stroke([path], .seam(gradient.low.mix(gradient.high, 0.5)))
            target.fill(path, .nonZero, gradient.paint(over: piece))
        case .texture:
            do throws(CairoError) {
                guard let image = try piece.image(in: rect) else { return }
                target.beginGroup(clip: path, opacity: 1, blend: .normal)
                target.image(image)
                target.endGroup()
            } catch {
                target.fail(error)
            }
        }
    }
}

extension VectorPen {
    /// Covers the seam between faces whose edges a viewer antialiases.
    fileprivate static func seam(_ color: Color) -> VectorPen {
        VectorPen(style: StrokeStyle(width: 0.5, cap: .butt, join: .round), color: color)
    }
}

extension FaceGradient {
    /// The gradient along the line on which it is steepest in the middle of a piece.
    fileprivate func paint(over piece: FacePiece) -> Paint {
        let (center, inverseDepth) = (piece.bounds.center, piece.inverseDepth)
        let near = inverseDepth(center)
        let value = position(center) / near
        // The derivative of position / inverse depth.
        let slope = Point(position.x - value * inverseDepth.x, position.y - value * inverseDepth.y) * (1 / near)
        let steepness = slope.x * slope.x + slope.y * slope.y
        guard near > 0, steepness > 0, value.isFinite else { return .color(low.mix(high, 0.5)) }
        let step = slope * (1 / steepness)
        return .linearGradient(
            LinearGradient(
                from: center - step * value, to: center + step * (1 - value),
                stops: [GradientStop(0, low), GradientStop(1, high)]))
    }
}

extension FacePiece {
    /// The content of the piece and around it, in pixels of the drawing; nil when nothing of it is seen.
    fileprivate func image(in rect: Rect) throws(CairoError) -> ImageMark? {
        let visible = bounds.intersection(rect)
        guard !visible.isNull else { return nil }
        let (left, top) = (visible.minX.rounded(.down), visible.minY.rounded(.down))
        let (width, height) = (Int(visible.maxX.rounded(.up) - left), Int(visible.maxY.rounded(.up) - top))
        guard width > 0, height > 0 else { return nil }
        let origin = Point(left, top)
        let box = Path.rectangle(Rect(x: left, y: top, width: Double(width), height: Double(height)))
        let mark = Mark.faces(Faces([Face(box, inverseDepth: inverseDepth, paint: paint)])).moved(by: -origin)
        var drawing = Drawing(width: width, height: height, scale: 1)
        drawing.items = [DrawingItem(id: "face", role: .layer, bounds: drawing.rect, mark: mark)]
        return ImageMark(try RasterPainter().paint(drawing, threads: 1), transform: .translation(origin))
    }
}
