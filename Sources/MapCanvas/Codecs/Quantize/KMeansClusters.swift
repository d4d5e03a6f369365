// SPDX-License-Identifier: MIT

/// Colors by the nearest of a few centers, which move to the mean of what is nearest to them.
///
/// - SeeAlso: Lloyd, *Least Squares Quantization in PCM*, 1982; Elkan, *Using the Triangle Inequality to Accelerate
///   k-Means*, 2003: a center that is twice as far from the last one as the color is cannot be nearer.
struct KMeansClusters {
    /// Squares of ways between colors: one and a half of 255 is not seen, twelve is seen pixel by pixel.
    private static let nearEnough: Float = 2
    private static let speckled: Float = 144

    private(set) var centers: [ColorSpace.Place]
    /// The nearest center of each place.
    private(set) var nearest: [Int]
    private let places: [ColorSpace.Place]
    /// All centers, by how far they are from each.
    private var neighbors: [[Neighbor]] = []

    /// Takes one center at least.
    init(_ places: [ColorSpace.Place], around centers: [ColorSpace.Place]) {
        self.places = places
        self.centers = centers
        nearest = [Int](repeating: 0, count: places.count)
        assign()
    }

    /// Moves each center to the mean of its places; one without stays.
    mutating func settle(_ weights: [Float]) {
        var sums = [SIMD4<Double>](repeating: SIMD4(), count: centers.count)
        var totals = [Double](repeating: 0, count: centers.count)
        for (index, center) in nearest.enumerated() {
            sums[center] += SIMD4<Double>(places[index]) * Double(weights[index])
            totals[center] += Double(weights[index])
        }
        for center in centers.indices where totals[center] > 0 {
            centers[center] = ColorSpace.Place(sums[center] / totals[center])
        }
        assign()
    }

    /// Puts other centers in the place of these.
    mutating func replace(_ centers: [ColorSpace.Place]) {
        self.centers = centers
        assign()
    }

    /// Another center that some pixels may be given to, so that the mean comes nearer to a place; nil where one center is
    /// near enough, or a mixture would look speckled.
    ///
    /// - Returns: the center, and which part of the pixels: up to a half.
    func mixture(at index: Int) -> (center: Int, part: Float)? {
        let near = centers[nearest[index]]
        let way = places[index] - near
        var least = (way * way).sum()
        guard least >= Self.nearEnough else { return nil }
        var best: (Int, Float)?
        for neighbor in neighbors[nearest[index]] where neighbor.distance > 0 {
            if neighbor.distance > Self.speckled { break }
            let whole = centers[neighbor.center] - near
            let part = min(max((way * whole).sum() / neighbor.distance, 0), 0.5)
            let rest = way - whole * part
            // What the mean misses, and a quarter of what the pixels vary.
            let error = (rest * rest).sum() + part * (1 - part) * neighbor.distance / 4
            if error < least { (best, least) = ((neighbor.center, part), error) }
        }
        return best
    }

    private mutating func assign() {
        neighbors = centers.map { center in centers.indices.map { Neighbor(center, centers, $0) }.sorted() }
        for index in places.indices {
            let place = places[index]
            let last = nearest[index]
            let reach = ColorSpace.distance(place, centers[last])
            var (best, least) = (last, reach)
            for neighbor in neighbors[last] {
                // Squares: twice as far is four times as much.
                if neighbor.distance > 4 * reach { break }
                let distance = ColorSpace.distance(place, centers[neighbor.center])
                if distance < least { (best, least) = (neighbor.center, distance) }
            }
            nearest[index] = best
        }
    }
}

/// A center and how far it is from another one, in a number that is quick to sort by.
private struct Neighbor: Comparable {
    private let number: UInt64

    init(_ place: ColorSpace.Place, _ centers: [ColorSpace.Place], _ center: Int) {
        // The bits of numbers that are not negative are in the numbers' order.
        let distance = ColorSpace.distance(place, centers[center])
        number = UInt64(distance.bitPattern) << 32 | UInt64(center)
    }

    /// The square of the way.
    var distance: Float { Float(bitPattern: UInt32(truncatingIfNeeded: number >> 32)) }
    var center: Int { Int(number & 0xFFFF_FFFF) }

    static func < (a: Self, b: Self) -> Bool { a.number < b.number }
}
