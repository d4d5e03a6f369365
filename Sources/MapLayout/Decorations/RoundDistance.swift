// SPDX-License-Identifier: MIT
package import MapScene

/// A round distance: 1, 2 or 5 times a power of ten of a unit.
package struct RoundDistance: Hashable {
    package var meters: Double
    /// Such as "500 m".
    package var text: String

    /// The longest round distance of at most `limit` metres; nil when the limit is out of range.
    package init?(atMost limit: Double, units: ScaleBar.Units) {
        guard limit > 1e-3, limit < 1e9 else { return nil }
        let (unit, name): (Double, String) =
            switch units {
            case .metric: limit >= 1000 ? (1000, "km") : (1, "m")
            // By the international yard and pound agreement of 1959.
            case .imperial: limit >= 1609.344 ? (1609.344, "mi") : (0.3048, "ft")
            case .nautical: (1852, "nm")
            }
        var step = 1.0
        while step > limit / unit { step /= 10 }
        while step * 10 <= limit / unit { step *= 10 }
        // Tolerates rounding errors of sums.
        let leading = limit / unit / step * (1 + 1e-9)
        let count = leading >= 5 ? step * 5 : leading >= 2 ? step * 2 : step
        meters = count * unit
        text = "\(RoundDistance.decimal(count)) \(name)"
    }

    private static func decimal(_ number: Double) -> String {
        guard number < 1 else { return String(Int(number.rounded())) }
        var digits = 0
        var whole = number
        while whole < 0.999, digits < 9 {
            whole *= 10
            digits += 1
        }
        return "0." + String(repeating: "0", count: digits - 1) + String(Int(whole.rounded()))
    }
}
