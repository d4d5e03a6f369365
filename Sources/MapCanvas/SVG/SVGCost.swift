// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapPlane
import MapRuntime

/// How far an SVG image reaches and how much work it is, found by a walk over all that is drawn, `use` expanded.
///
/// All figures are upper bounds, in pixels at one pixel per point; `check(scale:)` applies them to a larger image.
struct SVGCost {
    /// cairo counts in 1/256 pixels with 32 bits, and some of its sums leave that range long before a coordinate does.
    static let maxReach = 100_000.0
    /// The largest text, in pixels per em.
    static let maxFontSize = 2000.0
    /// About a second's work.
    static let maxWork = 1e9
    /// The largest number of elements and letters that are drawn.
    static let maxVisits = 20_000
    /// The limit of nesting, `use` expanded.
    static let maxDepth = 64
    /// Masks, filters and groups with an opacity, inside of each other.
    static let maxLayerDepth = 8

    /// The largest coordinate.
    var reach = 0.0
    var fontSize = 0.0
    /// The pixels that shapes cover, together.
    var area = 0.0
    /// The rows that segments cross, together.
    var rows = 0.0
    /// The number of segments, dashes and round joins included.
    var segments = 0.0
    /// The number of intermediate images of the whole size.
    var layers = 0.0

    /// - Throws: when the image is too large or too much work at this number of pixels per point.
    func check(scale: Double, size: Size) throws(Diagnostic) {
        guard fontSize * scale <= Self.maxFontSize else {
            throw SVGDocument.problem("text is larger than 2000 pixels")
        }
        guard reach * scale <= Self.maxReach else {
            throw SVGDocument.problem("shapes reach further than 100000 pixels")
        }
        let pixels = size.width * size.height * scale * scale
        let work =
            area * scale * scale + 15 * rows * scale + 64 * segments * max(1, scale.squareRoot())
            + 8 * layers * pixels
        guard work <= Self.maxWork else { throw SVGDocument.problem("the image is too complex for its size") }
        // Shapes are painted by librsvg at about the speed of this many pixels.
        guard RenderBudget.spend(Int(work), .paintedPixels), RenderBudget.spend(4 * Int(min(pixels, 1e15)), .bytes)
        else {
            throw SVGDocument.problem("the map's images are too complex")
        }
    }

    mutating func add(_ other: SVGCost, times: Double) {
        area += other.area * times
        rows += other.rows * times
        segments += other.segments * times
        layers += other.layers * times
    }
}
