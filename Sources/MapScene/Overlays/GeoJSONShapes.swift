// SPDX-License-Identifier: MIT
package import MapCore
package import MapData
import MapGeo

/// Turns GeoJSON features into overlays and annotations. Broken features are reported as warnings and left out.
package struct GeoJSONShapes {
    private let template: Overlay
    private var style: DataOverlay
    private let file: String
    private let surroundings: DataSurroundings
    private let isStyled: Bool
    private var waiting: [DataFeature] = []
    private var data = OverlayData()
    /// Lines and points that are to stand on the ground, and those of them of which the ground is known as a whole.
    private var (standing, found) = (0, 0)

    /// Longitudes may go once around the Earth more than needed, so that lines can go on across the antimeridian.
    private static let limits = GeoJSONGeometry.Limits(longitude: 720, latitude: 90)

    /// - Parameters:
    ///   - root: a FeatureCollection, a Feature or a geometry.
    ///   - template: gives name, level and opacity to all shapes.
    ///   - style: the style of features that do not set their own, and what their values decide.
    ///   - surroundings: what colors and sizes depend on besides the data.
    /// - Returns: nil, and reported as an error, when it is not GeoJSON.
    package static func read(
        _ root: Field, template: Overlay, style: DataOverlay, in surroundings: DataSurroundings
    ) -> OverlayData? {
        var shapes = GeoJSONShapes(template, style, root.document.file, surroundings)
        let isGeoJSON = root.readGeoJSON(limits) { feature in
            guard !WorkContext.isCancelled, RenderBudget.spend(1, .features, at: root.path),
                RenderBudget.spend(feature.vertexCount, .vertices, at: root.path)
            else { return }
            shapes.take(DataFeature(feature))
        }
        return isGeoJSON ? shapes.finished() : nil
    }

    /// The tracks, routes and waypoints of a GPX file, whose limits were spent when it was read.
    ///
    /// - Parameters:
    ///   - gpx: the file's content.
    ///   - file: how messages name it.
    ///   - template: gives name, level and opacity to all shapes.
    ///   - style: the look of lines, and what values decide.
    ///   - surroundings: what colors and sizes depend on besides the data.
    /// - Returns: overlays, annotations and what a legend says of them.
    package static func read(
        _ gpx: GPXFile, from file: String, template: Overlay, style: DataOverlay, in surroundings: DataSurroundings
    ) -> OverlayData {
        var shapes = GeoJSONShapes(template, style, file, surroundings)
        for (index, content) in gpx.contents.enumerated() where !WorkContext.isCancelled {
            shapes.take(DataFeature(content, index: index))
        }
        return shapes.finished()
    }

    private init(_ template: Overlay, _ style: DataOverlay, _ file: String, _ surroundings: DataSurroundings) {
        (self.template, self.style, self.file, self.surroundings) = (template, style, file, surroundings)
        isStyled = style.isStyledByData
        data.coordinateSystem = template.coordinateSystem
    }

    /// Adds a feature; one whose look depends on the others waits for them.
    private mutating func take(_ feature: DataFeature) {
        var feature = feature
        if let ground = surroundings.ground { stand(&feature, on: ground) }
        if isStyled { waiting.append(feature) } else { add(feature, featureStyle(feature), nil) }
    }

    /// Gives lines and points the heights of the ground in place of their own.
    private mutating func stand(_ feature: inout DataFeature, on ground: GroundHeights) {
        // Colors along a line are those of its corners.
        let isColored = style.colorBy.flatMap { TrackValue(rawValue: $0.property) } != nil
        let counts = feature.stand(on: ground, addingCorners: isColored, file: file)
        standing += counts.all
        found += counts.whole
    }

    private mutating func finished() -> OverlayData {
        if found < standing {
            surroundings.report(
                .warning, .dataNoHeights, at: "elevation",
                "the ground below \(standing - found) of \(standing) lines and points is not known everywhere")
        }
        guard isStyled else { return data }
        var features = waiting
        waiting = []
        let look = shape(&features)
        data.sections = look.sections
        data.pattern = look.pattern
        for feature in features {
            guard !WorkContext.isCancelled else { break }
            add(feature, featureStyle(feature), look.part(of: feature))
        }
        return data
    }

    private func featureStyle(_ feature: DataFeature) -> FeatureStyle {
        let properties = feature.properties.members.isEmpty ? nil : JSONNode(.object(feature.properties))
        return FeatureStyle(properties, style) { [surroundings, file] name, expected, found in
            // Without a position: of many features with the same value one is enough.
            surroundings.diagnostics.add(
                Diagnostic(
                    .warning, code: DocumentProblem.invalidValue.code(in: .geojson), file: file,
                    path: "properties.\(name)", "expected \(expected), found \(found.summary); it is ignored",
                    expected: expected, found: found.summary))
        }
    }

    /// Joins tables, draws flows, counts in cells; then looks at the values.
    private mutating func shape(_ features: inout [DataFeature]) -> FeatureLook {
        if let join = style.join, let table = surroundings.tables[join.file] {
            join.apply(table, to: &features, surroundings)
        }
        let sources = features
        if let flows = style.flows {
            features = flows.features(of: features, flows.file.flatMap { surroundings.tables[$0] }, surroundings)
        }
        if style.flows != nil, let name = style.sizeBy?.property {
            // The widest lines are on top.
            let order = features.enumerated().map { ($0.offset, $0.element.value(name)?.datum ?? 0) }
            features = order.sorted { ($0.1, $0.0) < ($1.1, $1.0) }.map { features[$0.0] }
        }
        if let aggregate = style.aggregate {
            features = aggregate.features(of: features, surroundings)
            style = style.countingByDefault
        }
        return FeatureLook(style, features, from: sources, alpha: template.alpha, surroundings)
    }

    /// The last is what data decide of the feature; nil where they decide nothing.
    private mutating func add(_ feature: DataFeature, _ own: FeatureStyle, _ part: FeatureLook.Part?) {
        // With a scale of sizes, areas are circles in their middle.
        if let part, let diameter = part.diameter, feature.isPoint || feature.isArea {
            guard diameter > 0 else { return }
            for point in feature.isArea ? feature.geometries.middle.map({ [$0] }) ?? [] : feature.points {
                guard add(part.circle(diameter, style, place: point), own) else { return }
            }
        } else {
            addShapes(of: feature, own, part)
        }
        if let track = feature.track { add(track, own, part) }
        if let part, let text = part.label,
            let place = style.flows?.middle(of: feature) ?? feature.geometries.middle
        {
            add(part.annotation(text, at: place), own)
        }
    }

    /// Adds what is marked along a track, and remembers it for profiles and reports.
    private mutating func add(_ track: Track, _ own: FeatureStyle, _ part: FeatureLook.Part?) {
        let marks = style.track ?? TrackStyle()
        for var mark in track.marks(marks, surroundings) {
            mark.coordinateSystem = template.coordinateSystem
            mark.take(template)
            guard data.add(mark, from: file) else { break }
        }
        data.tracks.append(
            DrawnTrack(
                track: track, colors: part?.cornerColors ?? [], color: part?.color ?? own.line.strokeColor,
                units: marks.units))
    }

    private mutating func addShapes(of feature: DataFeature, _ own: FeatureStyle, _ part: FeatureLook.Part?) {
        var lineCount = 0
        for geometry in feature.geometries {
            switch geometry {
            case .points(let points):
                for point in points {
                    guard add(own.point.annotation(at: point, title: own.title), own) else { return }
                }
            case .lines(let lines):
                let line = part?.line(own.line) ?? own.line
                guard line.lineWidth != .points(0) || own.line.lineWidth == line.lineWidth else { continue }
                for corners in lines where corners.count > 1 {
                    defer { lineCount += 1 }
                    // The parts of one feature are one stroke, and so are those of all that are seen through.
                    var polyline = Polyline(corners, style: line, mergeStrokes: style.flows == nil)
                    polyline.geodesic = style.flows?.shape == .geodesic
                    polyline.arrows = style.flows?.arrows
                    if let colors = part?.cornerColors(of: feature.track, lineCount), colors.count == corners.count {
                        polyline.gradient = Polyline.Gradient(colors)
                        polyline.gradient?.followsCorners = true
                        polyline.mergeStrokes = false
                    }
                    add(.polyline(polyline), feature, own)
                }
            case .polygons(let polygons):
                let fill = part?.color ?? own.fill
                let edge = part.map { $0.edge(own.edge, style) } ?? own.edge
                for rings in polygons {
                    guard let outer = rings.first, outer.count > 2 else { continue }
                    let polygon = Polygon(outer, holes: Array(rings.dropFirst()), fillColor: fill, style: edge)
                    add(.polygon(polygon), feature, own)
                }
            }
        }
    }

    @discardableResult
    private mutating func add(_ annotation: Annotation, _ style: FeatureStyle) -> Bool {
        var annotation = annotation
        annotation.title = annotation.title ?? style.title
        annotation.coordinateSystem = template.coordinateSystem
        annotation.properties = style.properties ?? template.properties
        if surroundings.ground != nil { annotation.elevation = .terrain }
        annotation.take(template)
        return data.add(annotation, from: file)
    }

    private mutating func add(_ content: Overlay.Content, _ feature: DataFeature, _ style: FeatureStyle) {
        var overlay = template
        overlay.content = content
        overlay.title = style.title ?? template.title
        overlay.properties = style.properties ?? template.properties
        overlay.feature = feature.index
        data.add(overlay, from: file)
    }
}

extension DataFeature {
    init(_ feature: GeoJSONFeature) {
        self.init(
            index: feature.index, id: feature.node["id"], properties: feature.properties?.object ?? JSONObject(),
            geometries: feature.geometries)
        let samples = TrackSamples.of(feature)
        let lines = lines
        guard !samples.isEmpty, samples.count == lines.count else { return }
        let name = (value("title") ?? value("name"))?.string
        track = Track(name: name, zip(lines, samples).filter { $0.0.count > 1 }.map { ($0, $1) })
    }

    init(_ content: GPXFile.Content, index: Int) {
        let (title, geometry): (String?, GeoJSONGeometry)
        switch content {
        case .track(let lines, let name): (title, geometry) = (name, .lines(lines.map(\.coordinates)))
        case .waypoint(let place, let name): (title, geometry) = (name, .points([place]))
        }
        var properties = JSONObject()
        if let title { properties.members.append(JSONObject.Member("name", .text(title))) }
        self.init(index: index, id: nil, properties: properties, geometries: [geometry])
        if case .track(let lines, let name) = content {
            track = Track(name: name, lines.map { ($0.coordinates, $0.samples) })
        }
    }

    /// Takes the heights of the ground: lines become tracks, and a point has it as its property `elevation`.
    ///
    /// - Parameters:
    ///   - ground: its heights.
    ///   - addingCorners: whether the lines themselves get corners where the ground is known.
    ///   - file: how messages name the data.
    /// - Returns: the number of lines and points, and of those below which the ground is known everywhere.
    fileprivate mutating func stand(
        on ground: GroundHeights, addingCorners: Bool, file: String
    ) -> (all: Int, whole: Int) {
        var (all, whole, index) = (0, 0, 0)
        var lines: [(coordinates: [Coordinate], samples: TrackSamples)] = []
        for (number, geometry) in geometries.enumerated() {
            guard case .lines(var own) = geometry else { continue }
            for (place, line) in own.enumerated() where line.count > 1 {
                defer { index += 1 }
                all += 1
                let found = ground.standing(line, track?.samples(ofLine: index) ?? TrackSamples(), at: file)
                if found.known == found.coordinates.count { whole += 1 }
                lines.append((found.coordinates, found.samples))
                if addingCorners { own[place] = found.coordinates }
            }
            geometries[number] = .lines(own)
        }
        let name = track?.name ?? (value("title") ?? value("name"))?.string
        track = lines.contains { !$0.samples.isEmpty } ? Track(name: name, lines) : nil
        let places = points
        if let place = places.first {
            all += 1
            if let height = ground.height(at: place) {
                whole += 1
                properties.set("elevation", .number((height * 10).rounded() / 10))
            }
        }
        return (all, whole)
    }
}
