// SPDX-License-Identifier: MIT
package import MapDiagnostics
import MapGeo

/// Reads GeoJSON into overlays and annotations. What is broken is warned about and left out.
package struct GeoJSONShapes {
    private let template: Overlay
    private let style: DataOverlay
    private var data = OverlayData()
    /// How many features were read.
    private var count = 0

    /// - Parameters:
    ///   - root: a FeatureCollection, a Feature or a geometry.
    ///   - template: gives name, level and opacity to all that is read.
    ///   - style: the look of what does not name its own.
    /// - Returns: nil, and reported as an error, when it is not GeoJSON at all.
    package static func read(_ root: Field, template: Overlay, style: DataOverlay) -> OverlayData? {
        var reader = GeoJSONShapes(template: template, style: style)
        let none = FeatureStyle(nil, style)
        switch root.node["type"]?.string {
        case "FeatureCollection":
            guard let node = root.node["features"], node.array != nil else {
                return root.expected("a FeatureCollection with an array \"features\"")
            }
            for feature in root.member("features", node).elements() ?? [] { reader.add(feature: feature) }
        case "Feature": reader.add(feature: root)
        case .some: reader.add(geometry: root, none)
        case nil: return root.expected("a GeoJSON object with a \"type\"")
        }
        return reader.data
    }

    private init(template: Overlay, style: DataOverlay) {
        self.template = template
        self.style = style
    }

    private mutating func add(feature: Field) {
        guard feature.node["type"]?.string == "Feature" else {
            warn(feature, "a GeoJSON Feature")
            return
        }
        guard let geometry = feature.node["geometry"], !geometry.isNull else { return }
        count += 1
        add(geometry: feature.member("geometry", geometry), FeatureStyle(feature.node["properties"], style))
    }

    private mutating func add(geometry: Field, _ look: FeatureStyle) {
        let type = geometry.node["type"]?.string
        if type == "GeometryCollection", let node = geometry.node["geometries"], node.array != nil {
            // Collections in collections are allowed, but not without end: the JSON reader limits its depth.
            for part in geometry.member("geometries", node).elements() ?? [] { add(geometry: part, look) }
            return
        }
        guard let node = geometry.node["coordinates"] else {
            warn(geometry, "a GeoJSON geometry")
            return
        }
        let field = geometry.member("coordinates", node)
        switch type {
        case "Point": if let c = position(field) { add(place: c, look) }
        case "MultiPoint": for c in line(field) ?? [] { add(place: c, look) }
        case "LineString": if let line = line(field) { add(line: line, look) }
        case "MultiLineString": for part in parts(field) { if let line = line(part) { add(line: line, look) } }
        case "Polygon": add(rings: field, look)
        case "MultiPolygon": for part in parts(field) { add(rings: part, look) }
        default: warn(geometry, "a GeoJSON geometry")
        }
    }

    private mutating func add(place: Coordinate, _ look: FeatureStyle) {
        var annotation = look.place.annotation(at: place, title: look.title)
        annotation.coordinateSystem = template.coordinateSystem
        annotation.properties = look.properties ?? template.properties
        data.annotations.append(annotation)
    }

    private mutating func add(line: [Coordinate], _ look: FeatureStyle) {
        guard line.count > 1 else { return }
        // The parts of one feature are one stroke, and so are those of all that are seen through.
        data.overlays.append(overlay(.polyline(Polyline(line, look: look.line, mergeStrokes: true)), look))
    }

    private mutating func add(rings field: Field, _ look: FeatureStyle) {
        let rings = parts(field).compactMap { line($0) }
        guard let outer = rings.first, outer.count > 2 else { return }
        let polygon = Polygon(outer, holes: Array(rings.dropFirst()), fillColor: look.fill, look: look.edge)
        data.overlays.append(overlay(.polygon(polygon), look))
    }

    private func overlay(_ content: Overlay.Content, _ look: FeatureStyle) -> Overlay {
        var overlay = template
        overlay.content = content
        overlay.title = look.title ?? template.title
        overlay.properties = look.properties ?? template.properties
        overlay.feature = count
        return overlay
    }

    private func parts(_ field: Field) -> [Field] {
        guard field.node.array != nil else {
            warn(field, "an array")
            return []
        }
        return field.elements() ?? []
    }

    private func line(_ field: Field) -> [Coordinate]? {
        guard let nodes = field.node.array else {
            warn(field, "an array of positions")
            return nil
        }
        var line: [Coordinate] = []
        line.reserveCapacity(nodes.count)
        for (index, node) in nodes.enumerated() {
            guard let c = coordinate(node) else {
                warn(field.element(index, node), "a position [longitude, latitude]")
                return nil
            }
            line.append(c)
        }
        return line
    }

    private func position(_ field: Field) -> Coordinate? {
        if let c = coordinate(field.node) { return c }
        warn(field, "a position [longitude, latitude]")
        return nil
    }

    /// Longitude, latitude, and an altitude that is not used.
    private func coordinate(_ node: JSONNode) -> Coordinate? {
        guard let numbers = node.array, numbers.count >= 2, let longitude = numbers[0].number,
            let latitude = numbers[1].number, abs(longitude) <= 720, abs(latitude) <= 90
        else { return nil }
        return Coordinate(latitude: latitude, longitude: longitude)
    }

    private func warn(_ field: Field, _ expected: String) {
        field.report("expected \(expected), found \(field.node.summary); it is left out", severity: .warning)
    }
}
