// SPDX-License-Identifier: MIT

/// How much two images may differ and still count as the same.
///
/// ```swift
/// var tolerance = ImageTolerance.standard
/// tolerance.differingPixels = 20
/// ```
public struct ImageTolerance: Hashable, Sendable {
    /// How two pixels are compared.
    public enum Measure: Hashable, Sendable {
        /// Red, green, blue and alpha (premultiplied, 0...255) may each differ by so many steps.
        case channels(Int)
        /// The perceived distance of two colors may be this large: 0 for equal colors, 1 for black and white.
        ///
        /// It is the root of (0.5053 ΔY² + 0.299 ΔI² + 0.1957 ΔQ²) / 35 215 over the YIQ components of the colors. Pixels
        /// that differ by anti-aliasing only do not count.
        ///
        /// - SeeAlso: Kotsarenko and Ramos, *Measuring perceived color difference using YIQ NTSC transmission color space
        ///   in mobile applications* (2010), as used by pixelmatch.
        case perceived(Double)
    }

    /// How two pixels are compared.
    public var measure: Measure
    /// How many pixels may differ by more than that.
    public var differingPixels: Int

    /// Makes a tolerance.
    ///
    /// - Parameters:
    ///   - measure: how two pixels are compared.
    ///   - differingPixels: how many pixels may differ by more than that.
    public init(_ measure: Measure, differingPixels: Int = 0) {
        self.measure = measure
        self.differingPixels = differingPixels
    }

    /// No pixel differs by a perceived distance above 0.1, the default of pixelmatch.
    public static let standard = ImageTolerance(.perceived(0.1))
    /// All pixels are equal.
    public static let exact = ImageTolerance(.channels(0))
}
