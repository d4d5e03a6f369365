// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane

/// All that makes a line's pen but the color.
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
        // In widths from corner to corner, where MapLibre's counts half of them from the line's middle.
        miterLimit = join == .miter ? max(1, min(part.outline.miterLimit, 100)) : 4
        dash = []
        phase = 0
        if let pattern = part.dashes {
            (dash, phase) = pattern.lengths(stretch: stretch, at: part.start)
            if pattern.radius > 0 { cap = .round }
        }
    }

    var isDashed: Bool { !dash.isEmpty }

    /// One pen for sharp edges; for soft ones several that fade out together from the inside outwards.
    func pens(_ color: Color) -> [VectorPen] {
        rings.map { ring in
            VectorPen(
                style: StrokeStyle(
                    width: ring.width, cap: cap, join: join, miterLimit: miterLimit, dash: dash, dashPhase: phase),
                color: color.opacity(ring.opacity))
        }
    }

    /// Widths with the opacities that, laid over each other, give the ramp of a blurred edge: from nothing at the edge to
    /// all at the blur's depth, or as far as it gets in the middle.
    private var rings: [(width: Double, opacity: Double)] {
        guard blur > 0.1 else { return [(width, 1)] }
        let depth = min(blur, width / 2)
        let steps = max(2, min(16, Int((depth * 2).rounded(.up))))
        var covered = 0.0
        var rings: [(Double, Double)] = []
        for step in 0..<steps {
            let inwards = (Double(step) + 0.5) / Double(steps) * depth
            let wanted = min(1, inwards / blur)
            // The ring's edge lies in the middle between its shade and the last one's.
            let edge = Double(step) / Double(steps) * depth
            rings.append((width - 2 * edge, (wanted - covered) / (1 - covered)))
            covered = wanted
        }
        if depth == blur { rings.append((width - 2 * depth, 1)) }
        return rings.filter { $0.0 > 0 && $0.1 > 0 }
    }
}

extension DashPattern {
    /// Lengths on and off in turn, beginning with a dash, and how far into them a place along the line lies.
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
