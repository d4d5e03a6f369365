// SPDX-License-Identifier: MIT

/// A direct-mapped cache of a value per color: most pixels have a recent color, and are resolved with one
/// well-predicted comparison.
struct ColorCache: ~Copyable {
    private static let slotCount = 4096

    private let colors: UnsafeMutablePointer<UInt32>
    private let values: UnsafeMutablePointer<UInt8>

    init() {
        colors = .allocate(capacity: Self.slotCount)
        values = .allocate(capacity: Self.slotCount)
        // Initialized with a color that hashes to another slot.
        colors.initialize(repeating: 0, count: Self.slotCount)
        colors[Self.slot(0)] = 1
        values.initialize(repeating: 0, count: Self.slotCount)
    }

    deinit {
        colors.deallocate()
        values.deallocate()
    }

    /// The cached value of a color, or the result of `compute`.
    @inline(__always)
    func value(of color: UInt32, orElse compute: () -> UInt8) -> UInt8 {
        let slot = Self.slot(color)
        if colors[slot] != color {
            values[slot] = compute()
            colors[slot] = color
        }
        return values[slot]
    }

    @inline(__always)
    private static func slot(_ color: UInt32) -> Int { Int(truncatingIfNeeded: (color &* 0x9E37_79B1) >> 20) }
}
