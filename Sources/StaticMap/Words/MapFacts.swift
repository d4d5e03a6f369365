// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapGeo
import MapGeometry
import MapLayout
import MapScene
import MapText

/// What is drawn of a scene and visible: all that a description may tell.
struct MapFacts: Sendable {
    /// A text of the base map.
    struct Label: Sendable {
        var text: String
        /// Pixels.
        var bounds: Rect
    }

    /// A line or an area of the scene.
    struct Shape: Sendable {
        enum Form: Sendable {
            /// Metres, of what is drawn of the line; its ends.
            case line(length: Double, from: Coordinate, to: Coordinate)
            /// Square metres.
            case area(Double)
            /// Metres.
            case circle(radius: Double)
        }

        var title: String?
        var form: Form
        /// True when all of it lies within the map.
        var isInside: Bool
        /// True for a feature of data.
        var isFeature = false
        /// The track that it is a line of.
        var track: TrackStatistics?
    }

    var viewport: Viewport
    var labels: [Label] = []
    /// Annotations that are drawn, other than those of a group.
    var annotations: [Annotation] = []
    var clusterCount = 0
    var showsUser = false
    var shapes: [Shape] = []
    /// The values of data, of the features in view, and the number of all features.
    var patterns: [(pattern: DataPattern, count: Int)] = []
    var places: PlaceReader
    /// The language of the scene's labels; nil for local names.
    var language: String?
    /// The author's own words.
    var title: String?
    var text: String?

    init(_ map: MapRenderer.OpenedMap, _ drawing: Drawing) {
        let input = map.input
        viewport = input.viewport
        (language, title, text) = map.words
        // The same archive may be two sources.
        var archives: [VectorStackEntry] = []
        for (_, source) in input.sources.sorted(by: { $0.key < $1.key }) {
            guard case .vector(let stack) = source else { continue }
            let shown = input.viewport.visibility(of: stack)
            for (entry, isShown) in zip(stack, shown) where isShown && entry.isComplete {
                if !archives.contains(where: { $0.name == entry.name }) { archives.append(entry) }
            }
        }
        places = PlaceReader(viewport: input.viewport, archives: archives)
        collect(input, drawing)
        for pattern in input.patterns {
            var visible = pattern
            visible.items = pattern.items.filter { item in
                isInView((pattern.coordinateSystem ?? map.systems.scene).convert(item.place, to: map.systems.map))
            }
            if !visible.items.isEmpty { patterns.append((visible, pattern.items.count)) }
        }
    }

    private mutating func collect(_ input: LayoutInput, _ drawing: Drawing) {
        var drawn: Set<String> = []
        for item in drawing.items {
            let visible = item.bounds.intersection(drawing.rect)
            guard !visible.isNull, visible.width > 0, visible.height > 0 else { continue }
            if item.role == .label {
                let text = item.mark.words
                if !text.isEmpty { labels.append(Label(text: text, bounds: visible)) }
            } else {
                drawn.insert(item.id)
                for target in item.targets { drawn.insert(target.path) }
            }
        }
        let hidden = Set(drawing.omissions.map(\.id) + drawing.clusters.flatMap(\.members))
        for (index, annotation) in input.annotations.enumerated() where annotation.alpha > 0 && annotation.isListed {
            let path = annotation.path(at: index)
            if drawn.contains(path), !hidden.contains(path) { annotations.append(annotation) }
        }
        clusterCount = drawing.clusters.count { drawn.contains($0.id) }
        showsUser = input.userLocation.map { isInView($0.coordinate) } ?? false
        for (index, overlay) in input.overlays.enumerated() where overlay.alpha > 0 {
            let path = overlay.path(at: index)
            guard drawn.contains(path), var shape = shape(of: overlay) else { continue }
            shape.isFeature = overlay.feature != nil
            if case .line = shape.form, case .polyline(let line) = overlay.content {
                shape.track =
                    input.tracks.first { track in
                        path.hasPrefix(track.path + "/") && track.track.coordinates.count == line.coordinates.count
                            && (shape.title == nil || shape.title == track.track.name)
                    }?.track.statistics
            }
            shapes.append(shape)
        }
    }

    private func shape(of overlay: Overlay) -> Shape? {
        let (form, outline): (Shape.Form, [Coordinate])
        switch overlay.content {
        case .polyline(let line):
            let part = line.coordinates.part(from: line.style.strokeStart, to: line.style.strokeEnd)
            guard let first = part.first, let last = part.last, isVisible(part) else { return nil }
            (form, outline) = (.line(length: part.length, from: first, to: last), part)
        case .polygon(let polygon):
            guard isVisible(polygon.coordinates + polygon.coordinates.prefix(1), isArea: true) else { return nil }
            let rings = ([polygon.coordinates] + polygon.holes).map { geodesicArea($0 + $0.prefix(1)) }
            let holes = rings.dropFirst().reduce(0, +)
            guard let outer = rings.first, outer > holes else { return nil }
            (form, outline) = (.area(outer - holes), polygon.coordinates)
        case .circle(let circle):
            let ring = circle.center.circle(radius: circle.radius, count: 32)
            guard isVisible(ring + ring.prefix(1), isArea: true) else { return nil }
            (form, outline) = (.circle(radius: circle.radius), ring)
        case .fog, .tiles, .data, .graticule, .night, .drawing: return nil
        }
        return Shape(title: overlay.title ?? overlay.alt, form: form, isInside: outline.allSatisfy(isInView))
    }

    /// True when a line, or the inside of a ring, reaches into the map.
    private func isVisible(_ line: [Coordinate], isArea: Bool = false) -> Bool {
        guard viewport.tilt.isFlat, !viewport.isCurved else { return line.contains(where: isInView) }
        let points = line.map(viewport.pixel(for:))
        if isArea { return !Rect(around: points).intersection(viewport.pixelRect).isNull }
        return points.contains(where: viewport.pixelRect.contains)
            || !clippedLine(points, to: viewport.pixelRect).isEmpty
    }

    func isInView(_ coordinate: Coordinate) -> Bool {
        viewport.isInFront(coordinate) && viewport.pixelRect.contains(viewport.pixel(for: coordinate))
    }
}

extension [Coordinate] {
    /// Metres along it.
    var length: Double { zip(self, dropFirst()).reduce(0) { $0 + $1.0.geodesic(to: $1.1).meters } }

    /// What lies between two shares of its length.
    fileprivate func part(from start: Double, to end: Double) -> [Coordinate] {
        guard start > 0 || end < 1, count > 1 else { return self }
        let whole = length
        let (begin, finish) = (start * whole, end * whole)
        var (part, passed): ([Coordinate], Double) = ([], 0)
        for (a, b) in zip(self, dropFirst()) {
            let step = a.geodesic(to: b).meters
            let (from, to) = (Swift.max(begin, passed), Swift.min(finish, passed + step))
            if from < to {
                let at = { (meters: Double) in
                    let share = (meters - passed) / step
                    return Coordinate(
                        latitude: a.latitude + (b.latitude - a.latitude) * share,
                        longitude: a.longitude + (b.longitude - a.longitude) * share)
                }
                if part.isEmpty { part.append(at(from)) }
                part.append(at(to))
            }
            passed += step
        }
        return part
    }
}

extension Mark {
    /// The text that it spells, on one line.
    fileprivate var words: String {
        let text: String
        switch self {
        case .glyphs(let run): text = run.text
        case .sdf(let shapes): text = shapes.text
        case .group(let group): text = group.marks.map(\.words).joined(separator: " ")
        case .fill, .aliasedFill, .edge, .stroke, .ribbon, .circles, .image, .maskedFill, .faces: text = ""
        }
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
