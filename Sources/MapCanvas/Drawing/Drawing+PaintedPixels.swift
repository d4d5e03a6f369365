// SPDX-License-Identifier: MIT
import MapPlane

extension Drawing {
    /// About how many pixels painting touches, one over another, or a number within a limit.
    ///
    /// What is cheap by the pixel counts for less: plain fills are spans of whole rows.
    ///
    /// - Parameter limit: where a bound that is quickly found is within it, that is returned.
    /// - Returns: a number of pixels.
    package func paintedPixels(limit: Int) -> Int {
        let bound = PaintingCost(rect: rect, isExact: false).pixels(of: items)
        return bound <= limit ? bound : PaintingCost(rect: rect, isExact: true).pixels(of: items)
    }

    /// The item that paints the most pixels; nil in an empty drawing.
    package var costliestItem: DrawingItem? {
        let cost = PaintingCost(rect: rect, isExact: true)
        return items.map { (item: $0, pixels: cost.pixels(of: [$0])) }.max { $0.pixels < $1.pixels }?.item
    }
}

private struct PaintingCost {
    let rect: Rect
    /// True to look at the points of paths and lines.
    let isExact: Bool

    func pixels(of items: [DrawingItem]) -> Int {
        Int(min(1e15, items.reduce(0) { $0 + cost(of: $1.mark, within: $1.bounds.intersection(rect)) }))
    }

    private func cost(of mark: Mark, within area: Rect) -> Double {
        let pixels = area.isNull ? 0 : area.width * area.height
        switch mark {
        case .fill(let path, _, .color), .aliasedFill(let path, .color), .edge(let path, _):
            return (isExact ? self.area(of: path.bounds, within: area) : pixels) / 8
        case .stroke, .glyphs, .sdf: return pixels / 8
        case .fill(let path, _, _), .aliasedFill(let path, _):
            return isExact ? self.area(of: path.bounds, within: area) : pixels
        case .image(let image): return self.area(of: image.bounds, within: area)
        case .maskedFill: return pixels
        case .faces(let faces): return faces.faces.reduce(0) { $0 + self.area(of: $1.bounds, within: area) }
        case .circles(let circles): return circles.coveredPixels(within: pixels)
        case .ribbon(let ribbon): return ribbon.coveredPixels(within: pixels, isExact: isExact)
        case .group(let group):
            let isLayer = group.opacity < 1 || group.blend != .normal
            return group.marks.reduce(isLayer ? pixels : 0) { $0 + cost(of: $1, within: area) }
        }
    }

    private func area(of bounds: Rect, within area: Rect) -> Double {
        let visible = bounds.intersection(area)
        return visible.isNull ? 0 : visible.width * visible.height
    }
}

extension Circles {
    /// Of each circle, at most those of an area.
    fileprivate func coveredPixels(within area: Double) -> Double {
        let areas = styles.map { min(area, .pi * $0.outerRadius * $0.outerRadius) }
        return circles.reduce(0) { $0 + areas[$1.style] }
    }
}

extension Ribbon {
    /// The time that a pixel of a ribbon takes, compared with others.
    private static let pixelCost = 2.0

    /// Of each segment, at most those of an area.
    fileprivate func coveredPixels(within area: Double, isExact: Bool) -> Double {
        strips.reduce(0) { sum, strip in
            // Half of the vertices are on the left side: the diagonal is longer than any segment in the box.
            let segments = Double(strip.vertices.count) / 2
            let width = 2 * Double(shapes[strip.shape].outset)
            let (boxWidth, boxHeight) = (strip.bounds.width, strip.bounds.height)
            let most = segments * min(area, width * (boxWidth * boxWidth + boxHeight * boxHeight).squareRoot())
            return sum + Self.pixelCost * (isExact ? min(most, width * length(of: strip)) : most)
        }
    }

    /// The length of a strip along its center.
    private func length(of strip: Strip) -> Double {
        var (length, last) = (0.0, SIMD2<Float>(0, 0))
        for (index, p) in sourcePoints[strip.source.points].enumerated() {
            let step = p - last
            if index > 0 { length += Double((step * step).sum().squareRoot()) }
            last = p
        }
        return length
    }
}
