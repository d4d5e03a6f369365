// SPDX-License-Identifier: MIT

/// `step`: the output of the last stop at or below the input.
final class StepNode: CurveNode {
    let traits: NodeTraits
    /// The first is -∞.
    let stops: [Double]
    /// Input, then an output for each stop.
    let children: [any ExpressionNode]

    init(stops: [Double], _ children: [any ExpressionNode], type: ExpressionType, key: String) {
        self.stops = stops
        self.children = children
        traits = NodeTraits(type, key, children)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        try branch(context).evaluate(context)
    }
    func number(_ context: EvaluationContext) throws(EvaluationError) -> Double {
        try branch(context).number(context)
    }
    func bool(_ context: EvaluationContext) throws(EvaluationError) -> Bool { try branch(context).bool(context) }

    private func branch(_ context: EvaluationContext) throws(EvaluationError) -> any ExpressionNode {
        children[stop(below: try inputValue(context)) + 1]
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        if let value = (children[0] as? ConstantNode)?.value.number, !value.isNaN {
            return children[stop(below: value) + 1]
        }
        return StepNode(stops: stops, children, type: type, key: traits.key)
    }
}
