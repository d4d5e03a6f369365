// SPDX-License-Identifier: MIT

/// Where along a ribbon there is paint.
package struct DashPattern: Hashable, Sendable {
    /// Starts and ends of the dashes within one period, ascending, in pixels.
    package let dashes: [Range<Float>]
    package let period: Float
    /// With round ends, each dash is longer by half of the line's width on both sides; 0 for straight ends.
    package let radius: Float

    /// Makes a pattern out of lengths on and off in turn; nil when that leaves no gap.
    ///
    /// Zero lengths are dots with round ends, and nothing with straight ones. With an odd number of lengths the last
    /// dash runs into the first one of the next period.
    package init?(_ lengths: [Double], radius: Double) {
        let period = lengths.reduce(0, +)
        guard lengths.count > 1, lengths.count <= 1024, lengths.allSatisfy({ $0 >= 0 && $0 <= 1e6 }), period >= 0.25
        else { return nil }
        var dashes: [Range<Float>] = []
        var position = 0.0
        for (i, length) in lengths.enumerated() {
            defer { position += length }
            guard i % 2 == 0, length > 0 || radius > 0 else { continue }
            if let last = dashes.last, last.upperBound == Float(position) {
                dashes[dashes.count - 1] = last.lowerBound..<Float(position + length)
            } else {
                dashes.append(Float(position)..<Float(position + length))
            }
        }
        if dashes.count == 1, dashes[0] == 0..<Float(period) { return nil }
        self.dashes = dashes
        self.period = Float(period)
        self.radius = Float(radius)
    }

    private init(dashes: [Range<Float>], period: Float, radius: Float) {
        self.dashes = dashes
        self.period = period
        self.radius = radius
    }

    func magnified(by factor: Float) -> DashPattern {
        DashPattern(
            dashes: dashes.map { $0.lowerBound * factor..<$0.upperBound * factor }, period: period * factor,
            radius: radius * factor)
    }

    /// How much paint there is at a place, pixels from the line's start and pixels from its middle: 0...1, with a ramp
    /// one pixel wide.
    func coverage(_ along: Float, _ across: Float) -> Float {
        let turns = (along / period).rounded(.down)
        let place = along - turns * period
        var best = -Float.infinity
        for dash in dashes {
            for shift in [-period, 0, period] {
                let (low, high) = (dash.lowerBound + shift, dash.upperBound + shift)
                let outside = max(low - place, place - high)
                let inside: Float
                if radius > 0 {
                    inside = outside <= 0 ? 1 : radius - (outside * outside + across * across).squareRoot()
                } else {
                    inside = -outside
                }
                best = max(best, inside)
            }
        }
        return smoothstep(best + 0.5)
    }
}
