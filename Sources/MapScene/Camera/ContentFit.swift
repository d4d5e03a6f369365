// SPDX-License-Identifier: MIT
import MapCore
import MapGeo
import MapGeometry

/// Finds the closest view of a map's content.
struct ContentFit {
    let items: [FitItem]
    let zooms: ClosedRange<Double>
    /// True for views that the world fills, even where not all content fits into them.
    let fillsOutput: Bool

    /// The margin around the content as a fraction of the output's shorter side, and its limits in points.
    private static let margin = (fraction: 0.06, limits: 6.0...36.0)
    /// The distance of content to decorations.
    private static let gap = 4.0
    private static let maxRounds = 4

    /// Nil without items.
    func viewport(in frame: ViewportFrame) -> FittedViewport? {
        let fitted = frame.viewport(showing: items, zooms: zooms)
        guard fillsOutput, let fitted else { return fitted }
        let filling = max(zooms.lowerBound, min(zooms.upperBound, frame.fillingZoom))
        guard fitted.viewport.perspective == nil else { return fitted }
        guard fitted.viewport.zoom < filling else { return withinWorld(fitted, frame) }
        // Here the world would be smaller than the output, and be repeated or end in bars.
        if let padded = frame.viewport(showingMostOf: items, zoom: filling), padded.showsAll { return padded }
        let whole = ViewportFrame(
            size: frame.size, scale: frame.scale, bearing: frame.bearing, tilt: frame.tilt, projection: frame.projection
        )
        return whole.viewport(showingMostOf: items, zoom: filling)
    }

    /// The view moved away from what lies north or south of the world, if it shows as much then.
    private func withinWorld(_ fitted: FittedViewport, _ frame: ViewportFrame) -> FittedViewport {
        let seen = fitted.viewport.mercatorBounds
        guard seen.minY < 0 || seen.maxY > 1 else { return fitted }
        let moved = frame.viewportWithinWorld(center: fitted.viewport.center, zoom: fitted.viewport.zoom)
        let bounds = Rect(size: frame.size).inset(by: -1e-6)
        let frames = items.map { $0.extent.offset(by: moved.point(for: $0.coordinate)) }
        guard frames.allSatisfy({ bounds.union($0) == bounds }) else { return fitted }
        return FittedViewport(viewport: moved, showsAll: fitted.showsAll)
    }

    /// The zoom at which everything would be visible, were the world not to fill the output; nil where there is none.
    func completeZoom(in frame: ViewportFrame) -> Double? {
        let fitted = frame.viewport(showing: items, zooms: zooms)
        return fillsOutput && fitted?.showsAll == true ? fitted?.viewport.zoom : nil
    }

    /// The closest view with a margin around the content, and with no content under decorations or attribution where
    /// that is possible; nil without items.
    ///
    /// - Parameters:
    ///   - frame: without padding.
    ///   - covered: what decorations and attribution cover in a viewport, in points.
    /// - Returns: the view.
    func viewportWithMargin(in frame: ViewportFrame, _ covered: (Viewport) -> [Rect]) -> FittedViewport? {
        let side = min(frame.content.width, frame.content.height)
        let margin = max(Self.margin.limits.lowerBound, min(Self.margin.limits.upperBound, Self.margin.fraction * side))
        var padded = frame
        padded.content = frame.content.inset(by: min(margin, side / 4))
        guard var best = viewport(in: padded) else { return nil }
        // Extents that are too large for the margin may still fit without it.
        if !best.showsAll, let tight = viewport(in: frame), tight.showsAll { return tight }
        let start = (fitted: best, frame: padded)
        for round in 0...Self.maxRounds {
            guard let contents = contentsAvoiding(covered(best.viewport), best.viewport, padded.content) else {
                return best
            }
            guard round < Self.maxRounds, !WorkContext.isCancelled, let content = contents.first,
                content.width >= frame.content.width / 2, content.height >= frame.content.height / 2
            else { break }
            padded.content = content
            guard let next = viewport(in: padded), next.showsAll else { break }
            best = next
        }
        let area = frame.content.width * frame.content.height
        return uncovered(start.fitted, in: start.frame, leastArea: area / 4, rounds: Self.maxRounds, covered) ?? best
    }

    /// The closest view with no content under decorations or attribution, of those with the content at either side of each.
    ///
    /// - Parameters:
    ///   - fitted: the view in the frame.
    ///   - frame: its content is what the boxes so far have left.
    ///   - leastArea: of the content, in square points.
    ///   - rounds: how many boxes more may be avoided.
    ///   - covered: what decorations and attribution cover in a viewport, in points.
    /// - Returns: nil when there is none.
    private func uncovered(
        _ fitted: FittedViewport, in frame: ViewportFrame, leastArea: Double, rounds: Int,
        _ covered: (Viewport) -> [Rect]
    ) -> FittedViewport? {
        guard let contents = contentsAvoiding(covered(fitted.viewport), fitted.viewport, frame.content) else {
            return fitted
        }
        var best: FittedViewport?
        for content in contents where rounds > 0 && content.width * content.height >= leastArea {
            guard !WorkContext.isCancelled else { break }
            var frame = frame
            frame.content = content
            // What avoids more boxes is not closer.
            let least = best?.viewport.zoom ?? -.infinity
            guard let next = viewport(in: frame), next.showsAll, next.viewport.zoom > least,
                let found = uncovered(next, in: frame, leastArea: leastArea, rounds: rounds - 1, covered),
                found.viewport.zoom > least
            else { continue }
            best = found
        }
        return best
    }

    /// The content rectangle, reduced at one side so that it excludes the first box that covers an item, the larger one first;
    /// nil when none does.
    private func contentsAvoiding(_ boxes: [Rect], _ viewport: Viewport, _ content: Rect) -> [Rect]? {
        let frames = items.map { item in
            item.extent.offset(by: viewport.point(for: item.coordinate)).inset(by: -Self.gap)
        }
        guard let box = boxes.first(where: { box in !box.isNull && frames.contains { $0.intersects(box) } }) else {
            return nil
        }
        let bounds = Rect(size: viewport.size)
        var (sideways, upright) = (content, content)
        if box.center.x < bounds.center.x {
            sideways.minX = max(content.minX, box.maxX + Self.gap)
        } else {
            sideways.maxX = min(content.maxX, box.minX - Self.gap)
        }
        if box.center.y < bounds.center.y {
            upright.minY = max(content.minY, box.maxY + Self.gap)
        } else {
            upright.maxY = min(content.maxY, box.minY - Self.gap)
        }
        let area = { (rect: Rect) in max(0, rect.width) * max(0, rect.height) }
        let reduced = [upright, sideways].filter { $0 != content && !$0.isNull }
        return reduced.sorted { area($0) > area($1) }
    }
}
