// SPDX-License-Identifier: MIT

/// Cuts colors into groups of colors that are near each other: what varies most is cut first, at its mean, across the
/// axis on which it varies most.
///
/// - SeeAlso: Heckbert, *Color Image Quantization for Frame Buffer Display*, 1982; Wan, Wong, Prusinkiewicz, *An
///   Algorithm for Multidimensional Data Clustering*, 1988, for the cut by variance.
struct VarianceCut {
    private struct Box {
        /// In `order`.
        var range: Range<Int>
        var mean: SIMD4<Double>
        /// Sum of squares of the ways to the mean, on each axis.
        var spread: SIMD4<Double>
    }

    private let places: [ColorSpace.Place]
    private let weights: [Float]
    private var order: [Int]
    private var boxes: [Box] = []

    /// The mean places of at most `count` groups.
    static func means(of places: [ColorSpace.Place], _ weights: [Float], count: Int) -> [ColorSpace.Place] {
        var boxes = VarianceCut(places, weights)
        while boxes.boxes.count < count, boxes.cut() {}
        return boxes.boxes.map { ColorSpace.Place($0.mean) }
    }

    private init(_ places: [ColorSpace.Place], _ weights: [Float]) {
        self.places = places
        self.weights = weights
        order = Array(places.indices)
        boxes = [box(order.indices)]
    }

    private func box(_ range: Range<Int>) -> Box {
        var (weight, sum, squares) = (0.0, SIMD4<Double>(), SIMD4<Double>())
        for index in order[range] {
            weight += Double(weights[index])
            sum += SIMD4<Double>(places[index]) * Double(weights[index])
        }
        let mean = sum / weight
        for index in order[range] {
            let way = SIMD4<Double>(places[index]) - mean
            squares += way * way * Double(weights[index])
        }
        return Box(range: range, mean: mean, spread: squares)
    }

    /// - Returns: false when nothing is left to be cut.
    private mutating func cut() -> Bool {
        guard
            let widest = boxes.indices.filter({ boxes[$0].range.count > 1 })
                .max(by: { boxes[$0].spread.sum() < boxes[$1].spread.sum() })
        else { return false }
        let box = boxes[widest]
        let axis = box.spread.indices.max { box.spread[$0] < box.spread[$1] } ?? 0
        let middle = order[box.range].partition { Double(places[$0][axis]) > box.mean[axis] }
        // Equal but for rounding: apart from its last digit nothing is left to tell them by.
        guard box.range.lowerBound < middle, middle < box.range.upperBound else {
            boxes[widest].spread = SIMD4()
            return box.spread.sum() > 0
        }
        boxes[widest] = self.box(box.range.lowerBound..<middle)
        boxes.append(self.box(middle..<box.range.upperBound))
        return true
    }
}
