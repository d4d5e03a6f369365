// SPDX-License-Identifier: MIT

/// An object's identity as a dictionary key. Retains the object, so that no other object can reuse its address.
package struct ObjectIdentity<Object: AnyObject & Sendable>: Hashable, Sendable {
    private let object: Object

    package init(_ object: Object) { self.object = object }

    package static func == (a: Self, b: Self) -> Bool { a.object === b.object }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(object)) }
}
