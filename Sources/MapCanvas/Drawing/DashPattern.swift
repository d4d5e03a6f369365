// SPDX-License-Identifier: MIT

/// The dashes along a ribbon.
package struct DashPattern: Hashable, Sendable {
    /// The ranges of the dashes within one period, ascending, in pixels.
    package let dashes: [Range<Float>]
    package let period: Float
    /// Half the line's width for round caps, by which each dash is longer at both ends; 0 for butt caps.
    package let radius: Float

    /// Creates a pattern from alternating dash and gap lengths; nil when that leaves no gap.
    ///
    /// Zero-length dashes are dots with round caps, and omitted with butt caps. With an odd number of lengths the
    /// last dash joins the first one of the next period.
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

    /// The coverage, 0...1, at a distance along the line and a distance from its center, in pixels, with a ramp one
    /// pixel wide.
    func coverage(_ along: Float, _ across: Float) -> Float {
        let periods = (along / period).rounded(.down)
        let position = along - periods * period
        var distanceInside = -Float.infinity
        for dash in dashes {
            for shift in [-period, 0, period] {
                let (low, high) = (dash.lowerBound + shift, dash.upperBound + shift)
                let outsideDistance = max(low - position, position - high)
                let insideDistance: Float
                if radius > 0 {
                    insideDistance =
                        outsideDistance <= 0
                        ? 1 : radius - (outsideDistance * outsideDistance + across * across).squareRoot()
                } else {
                    insideDistance = -outsideDistance
                }
                distanceInside = max(distanceInside, insideDistance)
            }
        }
        return smoothstep(distanceInside + 0.5)
    }
}
