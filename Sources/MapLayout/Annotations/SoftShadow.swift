// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane

/// A shadow with a soft edge, out of plain strokes, so that every output can draw it.
///
/// - Parameters:
///   - path: the shape that casts it, already moved to where the shadow falls.
///   - blur: how far the edge fades, in pixels.
///   - color: at the darkest.
/// - Returns: marks to paint before the shape.
func softShadow(of path: Path, blur: Double, color: Color) -> [Mark] {
    let steps = 6
    // Each ring adds an equal share under the ones inside it: the sum rises from the rim to the middle.
    let share = 1 - nthRoot(1 - color.alpha, steps)
    let ring = Color(red: color.red, green: color.green, blue: color.blue, alpha: share)
    return (0..<steps).flatMap { step -> [Mark] in
        let reach = blur * Double(steps - step) / Double(steps)
        return [
            .group(
                Group(
                    opacity: 1,
                    marks: [.stroke(path, StrokeStyle(width: 2 * reach, cap: .round, join: .round), ring)]))
        ]
    }
}

private func nthRoot(_ value: Double, _ n: Int) -> Double {
    var guess = 1.0
    for _ in 0..<60 {
        var power = 1.0
        for _ in 1..<n { power *= guess }
        guess -= (power * guess - value) / (Double(n) * power)
    }
    return guess
}
