// SPDX-License-Identifier: MIT

/// Remembers what was found out about colors, each in a place of its own that another color may take: most pixels have
/// a color that was there before, and are told with one comparison that a processor foresees.
struct ColorCache: ~Copyable {
    private static let slots = 4096

    private let colors: UnsafeMutablePointer<UInt32>
    private let values: UnsafeMutablePointer<UInt8>

    init() {
        colors = .allocate(capacity: Self.slots)
        values = .allocate(capacity: Self.slots)
        // In each slot a color that belongs to another one.
        colors.initialize(repeating: 0, count: Self.slots)
        colors[Self.slot(0)] = 1
        values.initialize(repeating: 0, count: Self.slots)
    }

    deinit {
        colors.deallocate()
        values.deallocate()
    }

    /// What is remembered of a color, or else is found out now.
    @inline(__always)
    func value(of color: UInt32, orElse find: () -> UInt8) -> UInt8 {
        let slot = Self.slot(color)
        if colors[slot] != color {
            values[slot] = find()
            colors[slot] = color
        }
        return values[slot]
    }

    @inline(__always)
    private static func slot(_ color: UInt32) -> Int { Int(truncatingIfNeeded: (color &* 0x9E37_79B1) >> 20) }
}
