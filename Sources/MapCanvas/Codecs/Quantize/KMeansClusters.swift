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
    /// For each center, all centers sorted by distance.
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
        neighbors = centers.map { center in centers.indices.map { Neighbor(center, centers, $0) }.sorted() }
        for index in positions.indices {
            let position = positions[index]
            let last = nearest[index]
            let distanceToLast = ColorSpace.distance(position, centers[last])
            var (bestCenter, minDistance) = (last, distanceToLast)
            for neighbor in neighbors[last] {
                // Squared distances: twice the distance is four times as much.
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

    init(_ position: ColorSpace.Position, _ centers: [ColorSpace.Position], _ center: Int) {
        // The bit patterns of non-negative floats sort like the numbers.
        let distance = ColorSpace.distance(position, centers[center])
        number = UInt64(distance.bitPattern) << 32 | UInt64(center)
    }

    /// The squared distance.
    var distance: Float { Float(bitPattern: UInt32(truncatingIfNeeded: number >> 32)) }
    var center: Int { Int(number & 0xFFFF_FFFF) }

    static func < (a: Self, b: Self) -> Bool { a.number < b.number }
}
