// SPDX-License-Identifier: MIT

extension ExpressionNode {
    /// Why an expression is not allowed for a property; nil when it is.
    func problem(for spec: PropertySpec?) -> String? {
        let isFeatureConstant = traits.dependencies.isDisjoint(with: [.feature, .featureState])
        let isZoomConstant = !traits.dependencies.contains(.zoom)
        if let spec {
            if !isFeatureConstant, !spec.takesFeature { return "data expressions not supported" }
            if !isZoomConstant, !spec.takesZoom { return "zoom expressions not supported" }
        }
        switch zoomCurve(of: self) {
        case .none: return isZoomConstant ? nil : ZoomCurve.misplaced
        case .wrong(let problem): return problem
        case .curve(let curve):
            let isRefused = curve is InterpolateNode && spec?.interpolated == false
            return isRefused ? "\"interpolate\" expressions cannot be used with this property" : nil
        }
    }
}

/// The `step` or `interpolate` of an expression that has `zoom` as its input: at most one is allowed.
private enum ZoomCurve {
    case none
    case curve(any ExpressionNode)
    case wrong(String)

    static let misplaced =
        "\"zoom\" expression may only be used as input to a top-level \"step\" or \"interpolate\" expression."
    static let repeated =
        "Only one zoom-based \"step\" or \"interpolate\" subexpression may be used in an expression."
}

/// A node as a curve, if it is one. Asking for the protocol would look for it among all of the program, once for each class.
private func curve(_ node: any ExpressionNode) -> (any CurveNode)? {
    if let node = node as? InterpolateNode { return node }
    return node as? StepNode
}

/// Finds the curve where it is allowed: at the top level, or inside `let` and `coalesce` there.
private func zoomCurve(of node: any ExpressionNode) -> ZoomCurve {
    // The bound expression is checked where it is bound. A curve depends on zoom, and so does what it is in.
    guard node.traits.dependencies.contains(.zoom), !(node is VariableNode) else { return .none }
    var result = ZoomCurve.none
    if let node = node as? LetNode {
        result = zoomCurve(of: node.result)
    } else if node is CoalesceNode {
        for child in node.children {
            result = zoomCurve(of: child)
            if case .none = result { continue }
            break
        }
    } else if let curve = curve(node), curve.readsZoom {
        result = .curve(curve)
    }
    if case .wrong = result { return result }
    for child in node.children {
        switch (result, zoomCurve(of: child)) {
        case (_, .none): continue
        case (_, .wrong(let problem)): return .wrong(problem)
        case (.none, .curve): return .wrong(ZoomCurve.misplaced)
        case (.curve(let own), .curve(let other)): if own !== other { return .wrong(ZoomCurve.repeated) }
        case (.wrong, .curve): return result
        }
    }
    return result
}
