// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeometry
import MapImages

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
