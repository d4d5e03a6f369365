// SPDX-License-Identifier: MIT

/// A node whose output depends on the position of its input among stops. Only these may have `zoom` as their input.
protocol CurveNode: ExpressionNode {
    var stops: [Double] { get }
}

extension CurveNode {
    var input: any ExpressionNode { children[0] }
    var readsZoom: Bool { (input as? ContextNode)?.source == .zoom }

    /// - Throws: when the input is NaN, which cannot be compared.
    func inputValue(_ context: EvaluationContext) throws(EvaluationError) -> Double {
        let value = try input.number(context)
        guard !value.isNaN else { throw EvaluationError(traits.key, .text("Input is not a number.")) }
        return value
    }

    /// The index of the last stop at or below a value; 0 for values below all stops.
    func stop(below value: Double) -> Int {
        var (low, high) = (0, stops.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if stops[middle] <= value { low = middle } else { high = middle }
        }
        return low
    }
}
