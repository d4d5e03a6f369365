// SPDX-License-Identifier: MIT

/// The names of the feature properties that an expression reads; nil when they depend on the feature.
func propertyNames(_ root: any ExpressionNode) -> Set<String>? {
    var names: Set<String> = []
    var seen: Set<ObjectIdentifier> = []
    var pending = [root]
    while let node = pending.popLast() {
        guard node.traits.dependencies.contains(.feature), seen.insert(ObjectIdentifier(node)).inserted else {
            continue
        }
        switch node {
        case let node as PropertyNode: names.insert(node.name)
        case let node as HasPropertyNode: names.insert(node.name)
        case let node as LookupNode where node.target == .property || node.target == .hasProperty: return nil
        case let node as ContextNode where node.source == .properties: return nil
        default: break
        }
        pending += node.children
    }
    return names
}
