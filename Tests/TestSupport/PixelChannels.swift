// SPDX-License-Identifier: MIT

extension UInt32 {
    /// The red, green, blue and alpha of a pixel, 0...255.
    package var channels: SIMD4<Int> {
        SIMD4(Int(self >> 16 & 255), Int(self >> 8 & 255), Int(self & 255), Int(self >> 24))
    }

    /// How far each channel of a pixel is from that of another.
    package func differences(from other: UInt32) -> SIMD4<Int> {
        let difference = channels &- other.channels
        return pointwiseMax(difference, .zero &- difference)
    }
}
