// SPDX-License-Identifier: MIT

/// The components of a pixel, two per word of 64 bits, so that a word is weighted at once.
enum PixelWords {
    /// Alpha above green.
    @inline(__always)
    static func greenAlpha(_ p: UInt32) -> UInt64 { UInt64(p >> 24) << 32 | UInt64(p >> 8 & 0xFF) }

    /// Red above blue.
    @inline(__always)
    static func blueRed(_ p: UInt32) -> UInt64 { UInt64(p >> 16 & 0xFF) << 32 | UInt64(p & 0xFF) }

    /// Half of what a component counts in words with weights that add up to 2¹⁶: added once, it rounds.
    static let half: UInt64 = 0x0000_8000_0000_8000

    /// The pixel of words with weights that add up to 2¹⁶.
    @inline(__always)
    static func pixel(greenAlpha: UInt64, blueRed: UInt64) -> UInt32 {
        let upper = (greenAlpha >> 48 & 0xFF) << 24 | (blueRed >> 48 & 0xFF) << 16
        let lower = (greenAlpha >> 16 & 0xFF) << 8 | blueRed >> 16 & 0xFF
        return UInt32(truncatingIfNeeded: upper | lower)
    }
}
