// SPDX-License-Identifier: MIT
import MapPlane
import MapStyle

/// The mapping of an image's columns or rows when it is stretched: stretch zones grow, the parts between them do not.
///
/// - SeeAlso: MapLibre style specification, sprites, `stretchX`, `stretchY`, `content`; MapLibre GL JS, `quads.ts`.
struct StretchAxis {
    /// Zone edges in the image and in output pixels from the anchor, both ascending.
    private let stops: [(source: Double, target: Double)]

    /// - Parameters:
    ///   - length: of the image, in its own pixels.
    ///   - zones: that stretch; empty for all of it.
    ///   - content: the part that is fitted to text.
    ///   - icon: the evaluated properties.
    ///   - from: the start of the frame, in points.
    ///   - to: its end.
    init(
        length: Int, zones: [ClosedRange<Double>], content: (Double, Double)?, icon: IconProperties, from: Double,
        to: Double
    ) {
        let whole = Double(length)
        let zones = zones.isEmpty ? [0...whole] : zones
        let total = Self.sum(zones, 0, whole)
        let part = icon.fitsText ? content ?? (0, whole) : (0, whole)
        let stretchOffset = Self.sum(zones, 0, part.0)
        let stretchLength = Self.sum(zones, part.0, part.1)
        let fixedOffset = part.0 - stretchOffset
        let fixedLength = part.1 - part.0 - stretchLength
        let edges = Set([0, whole] + zones.flatMap { [$0.lowerBound, $0.upperBound] }).sorted()
        // Fixed parts keep their size regardless of `icon-size`.
        let pixel = icon.pixelRatio / icon.image.pixelRatio
        // Zones do not shrink below the size of the fixed parts.
        let minScale = to > from ? fixedLength / icon.image.pixelRatio / (to - from) * icon.pixelRatio : 0
        let scale = max(icon.scale, minScale)
        stops = edges.map { edge in
            let stretch = Self.sum(zones, 0, edge)
            let fixed = edge - stretch
            let fraction = stretchLength > 0 ? (stretch - stretchOffset) / stretchLength : 0
            let stretchedPart = (fraction * (to - from) + from) * scale
            let fixedPart = fixed - fixedOffset - (total > 0 ? fixedLength * stretch / total : 0)
            return (edge, stretchedPart + fixedPart * pixel)
        }
    }

    /// The total length of the zones between two edges.
    private static func sum(_ zones: [ClosedRange<Double>], _ low: Double, _ high: Double) -> Double {
        zones.reduce(0) { $0 + max(0, min($1.upperBound, high) - max($1.lowerBound, low)) }
    }

    var start: Double { stops.first?.target ?? 0 }
    var end: Double { stops.last?.target ?? 0 }

    /// Output pixels per image pixel, where that is uniform.
    var slope: Double {
        guard let first = stops.first, let last = stops.last, last.source > first.source else { return 1 }
        return (last.target - first.target) / (last.source - first.source)
    }

    var isUniform: Bool {
        let slope = slope
        return stops.allSatisfy { abs($0.target - start - ($0.source - (stops.first?.source ?? 0)) * slope) < 1e-6 }
    }

    /// The position in the image for a position in the output.
    func source(of target: Double) -> Double {
        guard let first = stops.first, let last = stops.last else { return 0 }
        var low = first
        for high in stops.dropFirst() {
            if target < high.target || high.source == last.source {
                let span = high.target - low.target
                guard span > 0 else { return low.source }
                return low.source + (target - low.target) / span * (high.source - low.source)
            }
            low = high
        }
        return last.source
    }
}
