// SPDX-License-Identifier: MIT
import MapPlane

/// The segments of a geometry in runs that follow each other, each with its box, so that what is far is not looked at.
struct SegmentRuns: Sendable {
    /// So many segments of a chain are a run.
    private static let length = 16

    struct Run {
        var segments: Range<Int>
        var box: Rect
    }

    private(set) var segments: [Segment] = []
    private(set) var runs: [Run] = []
    /// The insides of areas.
    let polygons: [EdgeIndex]

    init(_ shape: GeoShape) {
        polygons = shape.polygons.map(EdgeIndex.init)
        for point in shape.points { append([Segment(start: point, end: point)]) }
        for chain in shape.lines + shape.polygons.joined() {
            guard chain.count > 1 else {
                chain.first.map { append([Segment(start: $0, end: $0)]) }
                continue
            }
            append(zip(chain, chain.dropFirst()).map { Segment(start: $0, end: $1) })
        }
    }

    /// The steps that it takes to search for what is near one segment.
    var searchCost: Int { runs.count / 4 + polygons.reduce(0) { $0 + $1.longestSearch } / 4 }

    private mutating func append(_ chain: [Segment]) {
        for start in stride(from: 0, to: chain.count, by: Self.length) {
            let part = chain[start..<min(chain.count, start + Self.length)]
            var box = Rect.null
            for segment in part {
                box.extend(to: segment.start)
                box.extend(to: segment.end)
            }
            runs.append(Run(segments: segments.count..<segments.count + part.count, box: box))
            segments += part
        }
    }
}
