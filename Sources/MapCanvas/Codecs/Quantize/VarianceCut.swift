// SPDX-License-Identifier: MIT

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
