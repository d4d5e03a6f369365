// SPDX-License-Identifier: MIT

/// The part of a feature on which a part of a filter depends.
enum FilterDependencies {
    case nothing
    /// The geometry's type only.
    case shape
    /// A single property.
    case property(String)
    case all

    init(_ operand: LegacyFilter.Operand) {
        switch operand {
        case .property(let name): self = .property(name)
        case .geometryType: self = .shape
        case .id: self = .all
        }
    }

    init(_ root: any ExpressionNode) {
        var names: Set<String> = []
        var readsShape = false
        var seen: Set<ObjectIdentifier> = []
        var pending = [root]
        while let node = pending.popLast() {
            guard node.traits.dependencies.contains(.feature), seen.insert(ObjectIdentifier(node)).inserted else {
                continue
            }
            pending += node.children
            switch node {
            case let node as PropertyNode: names.insert(node.name)
            case let node as HasPropertyNode: names.insert(node.name)
            case let node as ContextNode where node.source == .geometryType: readsShape = true
            // Depends only on what its children depend on.
            case _ where !node.children.isEmpty && !(node is LookupNode): continue
            default:
                self = .all
                return
            }
        }
        switch (names.count, names.first, readsShape) {
        case (0, _, false): self = .nothing
        case (0, _, true): self = .shape
        case (1, let name?, false): self = .property(name)
        default: self = .all
        }
    }
}
