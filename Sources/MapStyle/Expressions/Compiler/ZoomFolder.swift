// SPDX-License-Identifier: MIT

/// Evaluates all parts of an expression that depend on the zoom only, for one zoom.
struct ZoomFolder {
    let zoom: Double
    /// Nodes that variables share are folded once.
    private var folded: [ObjectIdentifier: any ExpressionNode] = [:]

    init(zoom: Double) { self.zoom = zoom }

    mutating func fold(_ node: any ExpressionNode) -> any ExpressionNode {
        guard node.traits.dependencies.contains(.zoom) else { return node }
        if let known = folded[ObjectIdentifier(node)] { return known }
        let result: any ExpressionNode
        if node.traits.dependencies == .zoom {
            do {
                let value = try node.evaluate(EvaluationContext(zoom: zoom))
                result = ConstantNode(value, type: node.type, key: node.traits.key)
            } catch {
                let message = ConstantNode(.string(error.message), type: .string, key: node.traits.key)
                result = FailingNode(message, type: node.type, key: node.traits.key)
            }
        } else {
            result = node.rebuilt(node.children.map { fold($0) })
        }
        folded[ObjectIdentifier(node)] = result
        return result
    }
}
