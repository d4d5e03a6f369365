// SPDX-License-Identifier: MIT

/// Lloyd's k-means: assigns colors to the nearest center, and moves centers to the mean of their colors.
///
/// - SeeAlso: Lloyd, *Least Squares Quantization in PCM*, 1982; Elkan, *Using the Triangle Inequality to Accelerate
///   k-Means*, 2003: a center that is twice as far from the last one as the color is cannot be nearer.
struct KMeansClusters {
    /// Squared color distances: differences of 1.5 of 255 are invisible, of 12 visible as single pixels.
    private static let invisibleDistance: Float = 2
    private static let maxDitherDistance: Float = 144

    private(set) var centers: [ColorSpace.Position]
    /// The index of the nearest center for each position.
    private(set) var nearest: [Int]
    private let positions: [ColorSpace.Position]
    /// For each center, the centers within its reach, sorted by distance.
    private var neighbors: [[Neighbor]] = []

    /// Requires at least one center.
    init(_ positions: [ColorSpace.Position], around centers: [ColorSpace.Position]) {
        self.positions = positions
        self.centers = centers
        nearest = [Int](repeating: 0, count: positions.count)
        assign()
    }

    /// Moves each center to the mean of its positions; centers without any stay.
    mutating func settle(_ weights: [Float]) {
        var sums = [SIMD4<Double>](repeating: SIMD4(), count: centers.count)
        var totals = [Double](repeating: 0, count: centers.count)
        for (index, center) in nearest.enumerated() {
            sums[center] += SIMD4<Double>(positions[index]) * Double(weights[index])
            totals[center] += Double(weights[index])
        }
        for center in centers.indices where totals[center] > 0 {
            centers[center] = ColorSpace.Position(sums[center] / totals[center])
        }
        assign()
    }

    /// Replaces the centers.
    mutating func replace(_ centers: [ColorSpace.Position]) {
        self.centers = centers
        assign()
    }

    /// A second center to dither with, so that the mean comes nearer to a position; nil where one center is near
    /// enough, or dithering would be visible as noise.
    ///
    /// - Returns: the center and the fraction of its pixels, up to one half.
    func mixture(at index: Int) -> (center: Int, fraction: Float)? {
        let near = centers[nearest[index]]
        let difference = positions[index] - near
        var minError = (difference * difference).sum()
        guard minError >= Self.invisibleDistance else { return nil }
        var bestCenter: (Int, Float)?
        for neighbor in neighbors[nearest[index]] where neighbor.distance > 0 {
            if neighbor.distance > Self.maxDitherDistance { break }
            let step = centers[neighbor.center] - near
            let fraction = min(max((difference * step).sum() / neighbor.distance, 0), 0.5)
            let remainder = difference - step * fraction
            // The squared error of the mean, and a quarter of the variance.
            let error = (remainder * remainder).sum() + fraction * (1 - fraction) * neighbor.distance / 4
            if error < minError { (bestCenter, minError) = ((neighbor.center, fraction), error) }
        }
        return bestCenter
    }

    private mutating func assign() {
        let distances = positions.indices.map { ColorSpace.distance(positions[$0], centers[nearest[$0]]) }
        // How far the neighbors are that are asked for.
        var reaches = [Float](repeating: Self.maxDitherDistance, count: centers.count)
        // Squared distances: twice the distance is four times as much.
        for (last, distance) in zip(nearest, distances) { reaches[last] = max(reaches[last], 4 * distance) }
        neighbors = zip(centers, reaches).map { center, reach in
            centers.indices.compactMap { Neighbor(center, centers, $0, within: reach) }.sorted()
        }
        for (index, distanceToLast) in distances.enumerated() {
            let position = positions[index]
            var (bestCenter, minDistance) = (nearest[index], distanceToLast)
            for neighbor in neighbors[bestCenter] {
                if neighbor.distance > 4 * distanceToLast { break }
                let distance = ColorSpace.distance(position, centers[neighbor.center])
                if distance < minDistance { (bestCenter, minDistance) = (neighbor.center, distance) }
            }
            nearest[index] = bestCenter
        }
    }
}

/// A center with its distance from another one, packed into an integer for sorting.
private struct Neighbor: Comparable {
    private let number: UInt64

    /// Fails where the squared distance is greater than another.
    init?(_ position: ColorSpace.Position, _ centers: [ColorSpace.Position], _ center: Int, within reach: Float) {
        let distance = ColorSpace.distance(position, centers[center])
        guard distance <= reach else { return nil }
        // The bit patterns of non-negative floats sort like the numbers.
        number = UInt64(distance.bitPattern) << 32 | UInt64(center)
    }

    /// The squared distance.
    var distance: Float { Float(bitPattern: UInt32(truncatingIfNeeded: number >> 32)) }
    var center: Int { Int(number & 0xFFFF_FFFF) }

    static func < (a: Self, b: Self) -> Bool { a.number < b.number }
}

/// Divides colors into groups: repeatedly splits the box with the largest variance at its mean, along the axis of the
/// largest variance.
///
/// - SeeAlso: Heckbert, *Color Image Quantization for Frame Buffer Display*, 1982; Wan, Wong, Prusinkiewicz, *An
///   Algorithm for Multidimensional Data Clustering*, 1988, for the cut by variance.
struct VarianceCut {
    private struct Box {
        /// The range in `order`.
        var range: Range<Int>
        var mean: SIMD4<Double>
        /// The sum of squared differences from the mean, per axis.
        var spread: SIMD4<Double>
    }

    private let positions: [ColorSpace.Position]
    private let weights: [Float]
    private var order: [Int]
    private var boxes: [Box] = []

    /// The mean positions of at most `count` groups.
    static func means(of positions: [ColorSpace.Position], _ weights: [Float], count: Int) -> [ColorSpace.Position] {
        var boxes = VarianceCut(positions, weights)
        while boxes.boxes.count < count, boxes.splitWidest() {}
        return boxes.boxes.map { ColorSpace.Position($0.mean) }
    }

    private init(_ positions: [ColorSpace.Position], _ weights: [Float]) {
        self.positions = positions
        self.weights = weights
        order = Array(positions.indices)
        boxes = [newBox(order.indices)]
    }

    private func newBox(_ range: Range<Int>) -> Box {
        var (weight, sum, squares) = (0.0, SIMD4<Double>(), SIMD4<Double>())
        for index in order[range] {
            weight += Double(weights[index])
            sum += SIMD4<Double>(positions[index]) * Double(weights[index])
        }
        let mean = sum / weight
        for index in order[range] {
            let difference = SIMD4<Double>(positions[index]) - mean
            squares += difference * difference * Double(weights[index])
        }
        return Box(range: range, mean: mean, spread: squares)
    }

    /// - Returns: false when no box can be split.
    private mutating func splitWidest() -> Bool {
        guard
            let index = boxes.indices.filter({ boxes[$0].range.count > 1 })
                .max(by: { boxes[$0].spread.sum() < boxes[$1].spread.sum() })
        else { return false }
        let widest = boxes[index]
        let axis = widest.spread.indices.max { widest.spread[$0] < widest.spread[$1] } ?? 0
        let pivot = order[widest.range].partition { Double(positions[$0][axis]) > widest.mean[axis] }
        // Equal except for rounding errors.
        guard widest.range.lowerBound < pivot, pivot < widest.range.upperBound else {
            boxes[index].spread = SIMD4()
            return widest.spread.sum() > 0
        }
        boxes[index] = newBox(widest.range.lowerBound..<pivot)
        boxes.append(newBox(pivot..<widest.range.upperBound))
        return true
    }
}

/// The space in which colors are compared: premultiplied sRGB components, which are roughly perceptually uniform,
/// weighted by the eye's sensitivity.
///
/// Opaque and fully transparent colors are far from translucent ones, so that means never mix them and opaque pixels
/// stay opaque.
enum ColorSpace {
    typealias Position = SIMD4<Float>

    /// The weights of red, green, blue and alpha: green contributes most to luminance, blue least.
    private static let scale = Position(0.75, 1, 0.6, 0.9)
    /// Large enough that `VarianceCut` splits here first: its square exceeds the weighted sum of all other
    /// differences in an image of 2²⁸ pixels.
    private static let offset: Float = 1_048_576

    static func position(of bin: ColorHistogram.Bin) -> Position {
        var mean = Position(bin.sum) / Float(bin.count)
        if bin.main >> 24 == 255 { mean.w = 255 + offset }
        if bin.main == 0 { mean.w = -offset }
        return mean * scale
    }

    /// The premultiplied pixel nearest to a position.
    static func color(at position: Position) -> UInt32 {
        let exact = position / scale
        let alpha = min(max(exact.w, 0), 255).rounded()
        let channel = { (x: Float) in UInt32(min(max(x.rounded(), 0), alpha)) }
        return UInt32(alpha) << 24 | channel(exact.x) << 16 | channel(exact.y) << 8 | channel(exact.z)
    }

    static func position(of color: UInt32) -> Position {
        let sum = SIMD4(Int(color >> 16 & 255), Int(color >> 8 & 255), Int(color & 255), Int(color >> 24))
        return position(of: ColorHistogram.Bin(count: 1, sum: sum, main: color, votes: 1))
    }

    /// The squared distance between two positions.
    @inline(__always)
    static func distance(_ a: Position, _ b: Position) -> Float {
        let difference = a - b
        return (difference * difference).sum()
    }
}
