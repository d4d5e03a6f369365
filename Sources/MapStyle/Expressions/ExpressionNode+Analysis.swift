// SPDX-License-Identifier: MIT

extension ExpressionNode {
    /// Why an expression may not stand for a property; nil when it may.
    func problem(for spec: PropertySpec?) -> String? {
        let isFeatureConstant = site.dependencies.isDisjoint(with: [.feature, .featureState])
        let isZoomConstant = !site.dependencies.contains(.zoom)
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

/// The one curve of an expression that may take `zoom` as its input.
private enum ZoomCurve {
    case none
    case curve(any ExpressionNode)
    case wrong(String)

    static let misplaced =
        "\"zoom\" expression may only be used as input to a top-level \"step\" or \"interpolate\" expression."
    static let repeated =
        "Only one zoom-based \"step\" or \"interpolate\" subexpression may be used in an expression."
}

/// Looks for the curve where it may be: at the top, or there inside `let` and `coalesce`.
private func zoomCurve(of node: any ExpressionNode) -> ZoomCurve {
    // What a variable is bound to is looked at where it is bound.
    if node is VariableNode { return .none }
    var result = ZoomCurve.none
    if let node = node as? LetNode {
        result = zoomCurve(of: node.result)
    } else if node is CoalesceNode {
        for child in node.children {
            result = zoomCurve(of: child)
            if case .none = result { continue }
            break
        }
    } else if let node = node as? any CurveNode, node.readsZoom {
        result = .curve(node)
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

/// The feature properties that nodes can ask for; nil when any may be.
func propertyNames(_ root: any ExpressionNode) -> Set<String>? {
    var names: Set<String> = []
    var seen: Set<ObjectIdentifier> = []
    var pending = [root]
    while let node = pending.popLast() {
        guard node.site.dependencies.contains(.feature), seen.insert(ObjectIdentifier(node)).inserted else { continue }
        switch node {
        case let node as PropertyNode: names.insert(node.name)
        case let node as HasPropertyNode: names.insert(node.name)
        case let node as LookupNode where node.place == .property || node.place == .hasProperty: return nil
        case let node as ContextNode where node.source == .properties: return nil
        default: break
        }
        pending += node.children
    }
    return names
}

/// Works out what depends on the zoom.
struct ZoomFolder {
    let zoom: Double
    /// Variables share nodes: each is folded once.
    private var folded: [ObjectIdentifier: any ExpressionNode] = [:]

    init(zoom: Double) { self.zoom = zoom }

    mutating func fold(_ node: any ExpressionNode) -> any ExpressionNode {
        guard node.site.dependencies.contains(.zoom) else { return node }
        if let known = folded[ObjectIdentifier(node)] { return known }
        let result: any ExpressionNode
        if node.site.dependencies == .zoom {
            do {
                let value = try node.evaluate(EvaluationContext(zoom: zoom))
                result = ConstantNode(value, type: node.type, key: node.site.key)
            } catch {
                let message = ConstantNode(.string(error.message), type: .string, key: node.site.key)
                result = FailingNode(message, type: node.type, key: node.site.key)
            }
        } else {
            result = node.rebuilt(node.children.map { fold($0) })
        }
        folded[ObjectIdentifier(node)] = result
        return result
    }
}
