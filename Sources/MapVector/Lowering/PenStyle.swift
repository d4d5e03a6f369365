// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane

/// The stroke parameters of a line without its color.
struct PenStyle: Hashable {
    private var width: Double
    private var blur: Double
    private var cap: StrokeStyle.Cap
    private var join: StrokeStyle.Join
    private var miterLimit: Double
    private var dash: [Double]
    private var phase: Double

    init(_ part: LinePart, stretch: Double) {
        width = part.width
        blur = part.blur
        cap = part.outline.cap
        join = part.outline.join
        // The full miter length in widths, where MapLibre's is measured from the center line.
        miterLimit = join == .miter ? max(1, min(part.outline.miterLimit, 100)) : 4
        dash = []
        phase = 0
        if let pattern = part.dashes {
            (dash, phase) = pattern.lengths(stretch: stretch, at: part.start)
            if pattern.radius > 0 { cap = .round }
        }
    }

    var isDashed: Bool { !dash.isEmpty }

    /// One pen for sharp edges; for blurred ones several that approximate the ramp, from the outermost inwards.
    func pens(_ color: Color) -> [VectorPen] {
        rings.map { ring in
            VectorPen(
                style: StrokeStyle(
                    width: ring.width, cap: cap, join: join, miterLimit: miterLimit, dash: dash, dashPhase: phase),
                color: color.opacity(ring.opacity))
        }
    }

    /// Widths and opacities that, composited in order, approximate the ramp of a blurred edge.
    private var rings: [(width: Double, opacity: Double)] {
        guard blur > 0.1 else { return [(width, 1)] }
        let depth = min(blur, width / 2)
        let steps = max(2, min(16, Int((depth * 2).rounded(.up))))
        var covered = 0.0
        var rings: [(Double, Double)] = []
        for step in 0..<steps {
            let inwards = (Double(step) + 0.5) / Double(steps) * depth
            let target = min(1, inwards / blur)
            // The ring's edge lies halfway between its shade and the previous one.
            let edge = Double(step) / Double(steps) * depth
            rings.append((width - 2 * edge, (target - covered) / (1 - covered)))
            covered = target
        }
        if depth == blur { rings.append((width - 2 * depth, 1)) }
        return rings.filter { $0.0 > 0 && $0.1 > 0 }
    }
}

extension DashPattern {
    /// Alternating dash and gap lengths, starting with a dash, and the phase at a distance along the line.
    fileprivate func lengths(stretch: Double, at start: Double) -> (lengths: [Double], phase: Double) {
        guard let first = dashes.first else { return ([], 0) }
        var lengths: [Double] = []
        for (i, dash) in dashes.enumerated() {
            let next = i + 1 < dashes.count ? dashes[i + 1].lowerBound : first.lowerBound + period
            lengths.append(Double(dash.upperBound - dash.lowerBound) * stretch)
            lengths.append(Double(max(0, next - dash.upperBound)) * stretch)
        }
        let whole = Double(period) * stretch
        let phase = (start - Double(first.lowerBound) * stretch).truncatingRemainder(dividingBy: whole)
        return (lengths, phase < 0 ? phase + whole : phase)
    }
}
