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
struct CubicBezier: Sendable {
    let x1: Double
    let y1: Double
    let x2: Double
    let y2: Double

    /// The y of the curve at an x, found by bisection: x increases with the parameter.
    func y(at x: Double) -> Double {
        if x <= 0 { return 0 }
        if x >= 1 { return 1 }
        var (low, high) = (0.0, 1.0)
        for _ in 0..<52 {
            let middle = (low + high) / 2
            if CubicBezier.coordinate(x1, x2, at: middle) < x { low = middle } else { high = middle }
        }
        return CubicBezier.coordinate(y1, y2, at: (low + high) / 2)
    }

    private static func coordinate(_ a: Double, _ b: Double, at t: Double) -> Double {
        let s = 1 - t
        return 3 * s * s * t * a + 3 * s * t * t * b + t * t * t
    }
}
