// SPDX-License-Identifier: MIT

/// How much of a feature a part of a filter looks at.
enum FilterDependencies {
    case nothing
    /// The geometry's type only.
    case shape
    /// A single property.
    case property(String)
    case all

    init(_ subject: LegacyFilter.Subject) {
        switch subject {
        case .property(let name): self = .property(name)
        case .geometryType: self = .shape
        case .id: self = .all
        }
    }

    init(_ root: any ExpressionNode) {
        var names: Set<String> = []
        var seesShape = false
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
            case let node as ContextNode where node.source == .geometryType: seesShape = true
            // Only passes on what its children see.
            case _ where !node.children.isEmpty && !(node is LookupNode): continue
            default:
                self = .all
                return
            }
        }
        switch (names.count, names.first, seesShape) {
        case (0, _, false): self = .nothing
        case (0, _, true): self = .shape
        case (1, let name?, false): self = .property(name)
        default: self = .all
        }
    }
}
