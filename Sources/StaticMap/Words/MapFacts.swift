// SPDX-License-Identifier: MIT
import MapCanvas
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

            var isArea: Bool { if case .area = self { true } else { false } }
        }

        var title: String?
        var form: Form
        /// True when all of it lies within the map.
        var isInside: Bool
        /// The feature of data that it is a part of, with its overlay; nil for what stands in the scene.
        var feature: String?
        /// The track that it is a line of.
        var track: TrackStatistics?
    }

    /// What a map is of, and the visible items of its drawing.
    private struct Content: Sendable {
        var annotations: [Annotation] = []
        var overlays: [Overlay] = []
        var items: [(id: String, targets: [Target])] = []
        /// The texts of the base map, as they are written.
        var texts: [Label] = []
        var omissions: [Omission] = []
        var clusters: [(id: String, members: [String])] = []
    }

    var viewport: Viewport
    /// Sorted once a map is told of, since most maps are not.
    private var content = Content()
    private(set) var labels: [Label] = []
    /// Annotations that are drawn, other than those of a group.
    private(set) var annotations: [Annotation] = []
    private(set) var clusterCount = 0
    var showsUser = false
    private(set) var showsNight = false
    /// Lines and areas of the scene that are drawn.
    private var overlays: [(path: String, overlay: Overlay)] = []
    private var tracks: [DrawnTrack] = []
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
        nameAlonePattern(by: input)
    }

    /// What a scale is called may stand in its legend only.
    private mutating func nameAlonePattern(by input: LayoutInput) {
        guard patterns.count == 1, !patterns[0].pattern.isNamed else { return }
        let legends = input.decorations.map { decoration in
            if case .legend(let legend) = decoration.content { legend } else { nil as Legend? }
        }
        let titles = (legends + [input.page?.page.legend]).compactMap { $0?.title }
        if titles.count == 1 { patterns[0].pattern.title = titles[0] }
    }

    private mutating func collect(_ input: LayoutInput, _ drawing: Drawing) {
        (content.annotations, content.overlays) = (input.annotations, input.overlays)
        (content.omissions, content.clusters) = (drawing.omissions, drawing.clusters)
        for index in drawing.items.indices {
            let visible = drawing.items[index].bounds.intersection(drawing.rect)
            guard !visible.isNull, visible.width > 0, visible.height > 0 else { continue }
            if drawing.items[index].role == .label {
                content.texts.append(Label(text: drawing.items[index].mark.text, bounds: visible))
            } else {
                content.items.append((drawing.items[index].id, drawing.items[index].targets))
            }
        }
        showsUser = input.userLocation.map { isInView($0.coordinate) } ?? false
        tracks = input.tracks
    }

    /// The same facts, with what is drawn told apart.
    var sorted: MapFacts {
        var facts = self
        facts.labels = content.texts.compactMap { label in
            let text = label.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            return text.isEmpty ? nil : Label(text: text, bounds: label.bounds)
        }
        var drawn: Set<String> = []
        for item in content.items {
            drawn.insert(item.id)
            for target in item.targets { drawn.insert(target.path) }
        }
        let hidden = Set(content.omissions.map(\.id) + content.clusters.flatMap(\.members))
        facts.annotations = content.annotations.enumerated().filter { index, annotation in
            guard annotation.alpha > 0, annotation.isListed else { return false }
            let path = annotation.path(at: index)
            return drawn.contains(path) && !hidden.contains(path)
        }.map(\.element)
        facts.clusterCount = content.clusters.count { drawn.contains($0.id) }
        for (index, overlay) in content.overlays.enumerated() where overlay.alpha > 0 {
            let path = overlay.path(at: index)
            guard drawn.contains(path) else { continue }
            if case .night = overlay.content { facts.showsNight = true }
            facts.overlays.append((path, overlay))
        }
        return facts
    }

    /// The lines and areas of the scene that reach into the map.
    var shapes: [Shape] {
        overlays.compactMap { path, overlay in
            guard var shape = shape(of: overlay) else { return nil }
            // What is drawn of a feature has the path of its overlay, and a number.
            shape.feature = overlay.feature.map {
                "\(path.prefix(upTo: path.lastIndex(of: "/") ?? path.endIndex)) \($0)"
            }
            if case .line = shape.form, case .polyline(let line) = overlay.content {
                shape.track =
                    tracks.first { track in
                        path.hasPrefix(track.path + "/") && track.track.coordinates.count == line.coordinates.count
                            && (shape.title == nil || shape.title == track.track.name)
                    }?.track.statistics
            }
            return shape
        }
    }

    private func shape(of overlay: Overlay) -> Shape? {
        let (form, outline): (Shape.Form, [Coordinate])
        switch overlay.content {
        case .polyline(let line):
            let part = line.coordinates.part(from: line.style.strokeStart, to: line.style.strokeEnd)
            guard let first = part.first, let last = part.last, isVisible(part) else { return nil }
            let length = line.geodesic ? part.length : part.lengthOnMap
            (form, outline) = (.line(length: length, from: first, to: last), part)
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

    /// Metres along lines that are straight on the map, which are longer than those on the Earth.
    fileprivate var lengthOnMap: Double {
        zip(self, dropFirst()).reduce(0) { sum, pair in
            let direct = pair.0.geodesic(to: pair.1).meters
            // Of 100 km, the difference is a few metres.
            guard direct > 100_000 else { return sum + direct }
            let start = WebMercator.project(pair.0)
            var way = WebMercator.project(pair.1) - start
            way.x -= way.x.rounded()
            let corners = (0...64).map { WebMercator.unproject(start + way * (Double($0) / 64)) }
            return sum + corners.length
        }
    }

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
    /// The text that it spells.
    fileprivate var text: String {
        switch self {
        case .glyphs(let run): run.text
        case .sdf(let shapes): shapes.text
        case .group(let group): group.marks.map(\.text).joined(separator: " ")
        case .fill, .aliasedFill, .edge, .stroke, .ribbon, .circles, .image, .maskedFill, .faces: ""
        }
    }
}
