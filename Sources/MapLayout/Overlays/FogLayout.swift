// SPDX-License-Identifier: MIT
import MapCanvas
package import MapGeo
import MapGeometry
package import MapScene

/// Fog of war: a fill over the whole map with holes along explored tracks.
package struct FogLayout {
    private let viewport: Viewport
    private let overlays: [Overlay]

    package init(viewport: Viewport, overlays: [Overlay]) {
        self.viewport = viewport
        self.overlays = overlays
    }

    func paint(_ fog: Fog) -> OverlayMarks {
        let rect = viewport.pixelRect
        let feather = fog.feather * viewport.scale
        let holes = fog.reveal.flatMap { reveal -> [MaskedFill.Hole] in
            hitShapes(reveal.track).compactMap { hole($0, reveal.reach, feather: feather) }
        }
        let mark = Mark.maskedFill(MaskedFill(area: rect, color: fog.color, holes: holes, feather: feather))
        // It ends with the world, as the style's background does.
        let world = viewport.endingWorld.map { Path($0.corners.map(viewport.mercatorToGround.apply), closed: true) }
        return OverlayMarks(
            marks: [world.map { .group(Group(clip: $0, marks: [mark])) } ?? mark], bounds: rect,
            veil: .area(viewport.wholeGround, .nonZero))
    }

    /// The fog's tracks with their radius on the ground, for `exploredArea(of:)`; areas count by their outline only.
    package func exploredTracks(_ fog: Fog) -> [ExploredTrack] {
        fog.reveal.flatMap { reveal in
            hitShapes(reveal.track).flatMap { shape in
                shape.lines.map { line in
                    let closed = shape.isArea ? line + line.prefix(1) : line
                    return ExploredTrack(line: closed, radius: meters(reveal.reach, at: latitude(of: [line])))
                }
            }
        }
    }

    private struct TrackShape {
        /// Unwrapped across the antimeridian.
        var lines: [[Coordinate]]
        var isArea: Bool
    }

    private func hitShapes(_ track: Fog.Reveal.Track) -> [TrackShape] {
        switch track {
        case .line(let line): return [TrackShape(lines: [unwrapped(line)], isArea: false)]
        case .overlays(let ids):
            let areas = AreaLayout(viewport: viewport)
            return overlays.filter { $0.id.map(ids.contains) ?? false }.compactMap { overlay in
                switch overlay.content {
                case .polyline(let line):
                    let path =
                        line.geodesic
                        ? geodesicLine(line.coordinates, tolerance: 1e-6) : unwrapped(line.coordinates)
                    return TrackShape(lines: [path], isArea: false)
                case .polygon(let polygon): return TrackShape(lines: areas.rings(of: polygon), isArea: true)
                case .circle(let circle): return TrackShape(lines: [areas.ring(of: circle)], isArea: true)
                case .fog, .tiles, .data, .graticule, .night, .drawing: return nil
                }
            }
        }
    }

    private func hole(_ shape: TrackShape, _ reach: Fog.Reveal.Reach, feather: Double) -> MaskedFill.Hole? {
        let perPixel = viewport.metersPerPoint(at: latitude(of: shape.lines)) / viewport.scale
        let radius: Double =
            switch reach {
            case .width(let points): points / 2 * viewport.scale
            case .radiusMeters(let meters): meters / perPixel
            }
        let margin = radius + feather / 2 + 4
        let window = viewport.groundWindow(reach: margin)
        let whole = MaskedFill.Hole(
            path: Path(viewport.groundWindow(reach: viewport.scale).corners, closed: true), radius: 0, isFilled: true)
        let reach = WideReach(radius - feather / 2 - 1, viewport)
        var path = Path()
        for copy in MercatorShape(shape.lines, in: viewport).copies(in: viewport, reach: margin) {
            for line in copy {
                if shape.isArea {
                    let ring = clippedRing(line, to: window)
                    if reach?.coversMap(from: ring + ring.prefix(1)) == true { return whole }
                    path.addLines(ring, closed: true)
                    continue
                }
                if line.count == 1 || line.allSatisfy({ $0 == line[0] }), window.contains(line[0]) {
                    // Not every output format draws caps on lines without length, so they get a minimal one.
                    let dot = [line[0], line[0] + Point(0.01, 0)]
                    if reach?.coversMap(from: dot) == true { return whole }
                    path.addLines(dot, closed: false)
                }
                let detail = simplified(line, tolerance: 0.1 * viewport.scale)
                for segment in visibleSegments(of: detail, in: window) {
                    if reach?.coversMap(from: segment.points) == true { return whole }
                    path.addLines(segment.points, closed: false)
                }
            }
        }
        return path.isEmpty ? nil : MaskedFill.Hole(path: path, radius: radius, isFilled: shape.isArea)
    }

    private func latitude(of lines: [[Coordinate]]) -> Double {
        let latitudes = lines.joined().map(\.latitude)
        return ((latitudes.min() ?? 0) + (latitudes.max() ?? 0)) / 2
    }

    private func meters(_ reach: Fog.Reveal.Reach, at latitude: Double) -> Double {
        switch reach {
        case .radiusMeters(let meters): meters
        case .width(let points): points / 2 * viewport.metersPerPoint(at: latitude)
        }
    }
}

/// A distance from lines that is so large that one piece of a line may reveal all of the map. Around such a line there are thousands
/// of copies, as the world has, which all reveal the same.
private struct WideReach {
    private let distance: Double
    /// Of what the map shows of the ground.
    private let corners: [Point]

    /// Nil for a distance that is too small, and on curved maps.
    init?(_ distance: Double, _ viewport: Viewport) {
        guard !viewport.isCurved, 2 * distance > min(viewport.pixelRect.width, viewport.pixelRect.height) else {
            return nil
        }
        (self.distance, corners) = (distance, viewport.groundCorners(margin: 0))
    }

    /// Whether all of the map is within the distance of one piece of a line.
    func coversMap(from line: [Point]) -> Bool {
        zip(line, line.dropFirst()).contains { a, b in
            let piece = Figure(points: [a, b], isClosed: false)
            return corners.allSatisfy { piece.distance(to: $0) < distance }
        }
    }
}
