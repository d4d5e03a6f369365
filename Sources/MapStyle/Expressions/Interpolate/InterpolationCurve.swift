// SPDX-License-Identifier: MIT

/// The curve of an interpolation between two stops.
enum InterpolationCurve: Sendable {
    case linear
    case exponential(base: Double)
    case cubicBezier(CubicBezier)

    func fraction(of value: Double, from lower: Double, to upper: Double) -> Double {
        let progress = value - lower
        let difference = upper - lower
        if difference == 0 { return 0 }
        switch self {
        case .linear: return progress / difference
        case .exponential(1): return progress / difference
        case .exponential(let base): return (power(base, progress) - 1) / (power(base, difference) - 1)
        case .cubicBezier(let bezier): return bezier.y(at: progress / difference)
        }
    }
}

/// A timing curve from (0, 0) to (1, 1): CSS Easing Functions 1, §2.2.
///
/// It is solved as precisely as in MapLibre, so that values agree to six digits.
///
/// - SeeAlso: `@mapbox/unitbezier`.
struct CubicBezier: Sendable {
    let x1: Double
    let y1: Double
    let x2: Double
    let y2: Double

    /// How far from an x the solution may be.
    private static let tolerance = 1e-6

    /// The y of the curve at an x.
    func y(at x: Double) -> Double {
        if x <= 0 { return 0 }
        if x >= 1 { return 1 }
        return Self.coordinate(y1, y2, at: byNewton(x) ?? byBisection(x))
    }

    /// The parameter at an x; nil where the curve is too flat, or Newton's method does not converge.
    private func byNewton(_ x: Double) -> Double? {
        var t = x
        for _ in 0..<8 {
            let error = Self.coordinate(x1, x2, at: t) - x
            if abs(error) < Self.tolerance { return t }
            let slope = Self.slope(x1, x2, at: t)
            if abs(slope) < Self.tolerance { return nil }
            t -= error / slope
        }
        return nil
    }

    /// The parameter at an x, which grows with it.
    private func byBisection(_ x: Double) -> Double {
        var (low, high, t) = (0.0, 1.0, x)
        for _ in 0..<20 {
            let found = Self.coordinate(x1, x2, at: t)
            if abs(found - x) < Self.tolerance { break }
            if found < x { low = t } else { high = t }
            t = (low + high) / 2
        }
        return t
    }

    private static func coordinate(_ a: Double, _ b: Double, at t: Double) -> Double {
        let s = 1 - t
        return 3 * s * s * t * a + 3 * s * t * t * b + t * t * t
    }

    private static func slope(_ a: Double, _ b: Double, at t: Double) -> Double {
        let s = 1 - t
        return 3 * s * s * a + 6 * s * t * (b - a) + 3 * t * t * (1 - b)
    }
}
