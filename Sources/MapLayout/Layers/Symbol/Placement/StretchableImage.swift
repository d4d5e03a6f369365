// SPDX-License-Identifier: MIT
import MapGeometry
import MapImages
import MapStyle

/// Renders a stretchable image (`stretchX`, `stretchY`) at its stretched size.
struct StretchableImage {
    let columns: StretchAxis
    let rows: StretchAxis

    /// The largest side in pixels; no label is longer.
    private static let maxSide = 2048.0

    /// The stretched image and the position of its corner relative to the anchor. Its pixels coincide with output
    /// pixels if `transform` does not rotate.
    func rendered(_ bitmap: Bitmap, _ transform: Transform, isSmooth: Bool) -> (Bitmap, corner: Point) {
        let isUpright = transform.keepsRectangles && transform.a == 1 && transform.d == 1
        let fraction =
            isUpright
            ? Point(transform.tx - transform.tx.rounded(.down), transform.ty - transform.ty.rounded(.down)) : .zero
        // Antialiased edges fade over one image pixel.
        // Turned images are cut at their edges by a transparent border.
        let margin = isSmooth ? 2.0 : isUpright ? 0 : 1
        func corner(_ axis: StretchAxis, _ part: Double) -> Double {
            (axis.start + part - margin).rounded(.down) - part
        }
        let left = corner(columns, fraction.x)
        let top = corner(rows, fraction.y)
        let width = Int(max(1, min(Self.maxSide, (columns.end + margin - left).rounded(.up))))
        let height = Int(max(1, min(Self.maxSide, (rows.end + margin - top).rounded(.up))))
        let across = (0..<width).map { linearNeighbors(columns, left + Double($0), bitmap.width, isSmooth) }
        let down = (0..<height).map { linearNeighbors(rows, top + Double($0), bitmap.height, isSmooth) }
        var pixels: [UInt32] = []
        pixels.reserveCapacity(width * height)
        bitmap.pixels.withUnsafeBufferPointer { source in
            for row in down {
                for column in across { pixels.append(blend(source, bitmap.width, column, row)) }
            }
        }
        return (Bitmap(width: width, height: height, pixels: pixels), Point(left, top))
    }

    /// The two image pixels around a position, the weight of the second, and the coverage of the output pixel.
    private struct LinearNeighbors {
        var first: Int
        var second: Int
        var fraction: Double
        var coverage: Double
    }

    private func linearNeighbors(_ axis: StretchAxis, _ edge: Double, _ count: Int, _ isSmooth: Bool) -> LinearNeighbors
    {
        let position = max(-1e6, min(1e6, axis.source(of: edge + 0.5)))
        func inside(_ index: Double) -> Int { Int(max(0, min(Double(count - 1), index))) }
        guard isSmooth else {
            let nearest = position.rounded(.down)
            let isInside = nearest >= 0 && nearest < Double(count)
            return LinearNeighbors(
                first: inside(nearest), second: inside(nearest), fraction: 0, coverage: isInside ? 1 : 0)
        }
        let u = position - 0.5
        let low = u.rounded(.down)
        let coverage = max(0, min(1, position + 0.5)) * max(0, min(1, Double(count) - position + 0.5))
        return LinearNeighbors(first: inside(low), second: inside(low + 1), fraction: u - low, coverage: coverage)
    }

    private func blend(_ source: UnsafeBufferPointer<UInt32>, _ width: Int, _ x: LinearNeighbors, _ y: LinearNeighbors)
        -> UInt32
    {
        let coverage = x.coverage * y.coverage
        let weights = [
            (1 - x.fraction) * (1 - y.fraction), x.fraction * (1 - y.fraction), (1 - x.fraction) * y.fraction,
            x.fraction * y.fraction,
        ]
        let indices = [
            y.first * width + x.first, y.first * width + x.second, y.second * width + x.first,
            y.second * width + x.second,
        ]
        var result: UInt32 = 0
        for shift in [24, 16, 8, 0] as [UInt32] {
            var sum = 0.0
            for (weight, position) in zip(weights, indices) { sum += weight * Double(source[position] >> shift & 0xFF) }
            result |= UInt32(sum * coverage + 0.5) << shift
        }
        return result
    }
}

/// The mapping of an image's columns or rows when it is stretched: stretch zones grow, the parts between them do not.
///
/// - SeeAlso: MapLibre style specification, sprites, `stretchX`, `stretchY`, `content`; MapLibre GL JS, `quads.ts`.
struct StretchAxis {
    /// Zone edges in the image and in output pixels from the anchor, both ascending.
    private let stops: [(source: Double, target: Double)]

    /// - Parameters:
    ///   - length: of the image, in its own pixels.
    ///   - zones: that stretch with an icon that is fitted to text; empty for all of it.
    ///   - content: the part that is fitted to text.
    ///   - icon: the evaluated properties.
    ///   - from: the start of the frame, in points.
    ///   - to: its end.
    init(
        length: Int, zones: [ClosedRange<Double>], content: (Double, Double)?, icon: IconProperties, from: Double,
        to: Double
    ) {
        let whole = Double(length)
        let isPlain = zones.isEmpty || icon.fit == nil
        let zones = isPlain ? [0...whole] : zones
        let total = Self.sum(zones, 0, whole)
        let part = icon.fitsText ? content ?? (0, whole) : (0, whole)
        let stretchOffset = Self.sum(zones, 0, part.0)
        let stretchLength = Self.sum(zones, part.0, part.1)
        let fixedOffset = part.0 - stretchOffset
        let fixedLength = part.1 - part.0 - stretchLength
        let edges =
            isPlain ? [0, whole] : Set([0, whole] + zones.flatMap { [$0.lowerBound, $0.upperBound] }).sorted()
        // Fixed parts keep their size regardless of `icon-size`.
        let pixel = icon.pixelRatio / icon.image.pixelRatio
        // Zones do not shrink below the size of the fixed parts.
        let minScale = to > from ? fixedLength / icon.image.pixelRatio / (to - from) * icon.pixelRatio : 0
        let scale = max(icon.scale, minScale)
        stops = edges.map { edge in
            let stretch = Self.sum(zones, 0, edge)
            let fixed = edge - stretch
            let fraction = stretchLength > 0 ? (stretch - stretchOffset) / stretchLength : 0
            let stretchedPart = (fraction * (to - from) + from) * scale
            let fixedPart = fixed - fixedOffset - (total > 0 ? fixedLength * stretch / total : 0)
            return (edge, stretchedPart + fixedPart * pixel)
        }
    }

    /// The total length of the zones between two edges.
    private static func sum(_ zones: [ClosedRange<Double>], _ low: Double, _ high: Double) -> Double {
        zones.reduce(0) { $0 + max(0, min($1.upperBound, high) - max($1.lowerBound, low)) }
    }

    var start: Double { stops.first?.target ?? 0 }
    var end: Double { stops.last?.target ?? 0 }

    /// Output pixels per image pixel, where that is uniform.
    var slope: Double {
        guard let first = stops.first, let last = stops.last, last.source > first.source else { return 1 }
        return (last.target - first.target) / (last.source - first.source)
    }

    var isUniform: Bool {
        let slope = slope
        return stops.allSatisfy { abs($0.target - start - ($0.source - (stops.first?.source ?? 0)) * slope) < 1e-6 }
    }

    /// The position in the image for a position in the output.
    func source(of target: Double) -> Double {
        guard let first = stops.first, let last = stops.last else { return 0 }
        var low = first
        for high in stops.dropFirst() {
            if target < high.target || high.source == last.source {
                let span = high.target - low.target
                guard span > 0 else { return low.source }
                return low.source + (target - low.target) / span * (high.source - low.source)
            }
            low = high
        }
        return last.source
    }
}
