// SPDX-License-Identifier: MIT

/// An array that never changes and has no reference count, so that threads that read it write nothing. Its owner frees it.
struct FixedArray<Element: Sendable>: @unchecked Sendable {
    private let elements: UnsafeMutableBufferPointer<Element>

    init(_ array: [Element]) {
        elements = .allocate(capacity: array.count)
        _ = elements.initialize(from: array)
    }

    func free() { elements.deinitialize().deallocate() }

    var count: Int { elements.count }

    @inline(__always)
    subscript(_ index: Int) -> Element {
        precondition(index >= 0 && index < elements.count)
        return elements[index]
    }
}
