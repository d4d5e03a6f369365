// SPDX-License-Identifier: MIT

/// An object as a key: equal to itself alone, and kept alive, so that no other takes its place in memory.
package struct ObjectIdentity<Object: AnyObject & Sendable>: Hashable, Sendable {
    private let object: Object

    package init(_ object: Object) { self.object = object }

    package static func == (a: Self, b: Self) -> Bool { a.object === b.object }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(object)) }
}
