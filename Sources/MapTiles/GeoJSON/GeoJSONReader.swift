// SPDX-License-Identifier: MIT
package import MapDiagnostics
import MapGeo
import MapPlane

/// Reads GeoJSON into flat arrays; what is broken is reported as a warning and left out.
///
/// - SeeAlso: RFC 7946.
struct GeoJSONReader {
    private(set) var features = GeoJSONFeatures()
    private(set) var tables = PropertyTables.Builder()
    private let options: GeoJSONOptions
    /// The tolerance of the last zoom that is simplified, in the unit square.
    private let finest: Double
    private var line: [Point] = []
    /// Features of the document so far, for generated ids.
    private var count = 0

    /// What is wrong in a feature, with the steps that lead to it, innermost first.
    private struct Fault: Error {
        var node: JSONNode
        var expected: String
        var steps: [String] = []

        func within(_ step: String) -> Fault { Fault(node: node, expected: expected, steps: steps + [step]) }
    }

    private static let geometryTypes = [
        "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon", "GeometryCollection",
    ]
    /// Coordinates farther than this go round the Earth eight times; they are mistakes.
    private static let farthest = 8 * 360.0

    init(options: GeoJSONOptions) {
        self.options = options
        finest = options.tolerance / 512 / Double(1 << max(0, min(options.maxZoom, 30) - 1))
    }

    /// Reads a whole document; false, and reported as an error, when it is not GeoJSON at all.
    mutating func read(_ root: Field) -> Bool {
        guard let type = root.node["type"]?.string else {
            root.report("expected a GeoJSON object with a \"type\", found \(root.node.summary)")
            return false
        }
        switch type {
        case "FeatureCollection":
            guard let list = root.node["features"]?.array else {
                root.report("expected a FeatureCollection with an array \"features\"")
                return false
            }
            features.features.reserveCapacity(list.count)
            for (index, node) in list.enumerated() { readFeature(node, root, step: "features[\(index)]") }
        case "Feature": readFeature(root.node, root, step: "")
        case _ where Self.geometryTypes.contains(type):
            let start = mark()
            do throws(Fault) {
                try readGeometry(root.node, id: nil, tags: tables.add([]))
            } catch {
                warn(error, root, from: start)
            }
        default:
            let known = ["FeatureCollection", "Feature"] + Self.geometryTypes
            root.report("expected a GeoJSON type, found \"\(type)\"", hint: didYouMean(type, known))
            return false
        }
        return true
    }

    private mutating func readFeature(_ node: JSONNode, _ root: Field, step: String) {
        let start = mark()
        do throws(Fault) {
            guard node["type"]?.string == "Feature" else { throw Fault(node: node, expected: "a GeoJSON Feature") }
            count += 1
            guard let geometry = node["geometry"], !geometry.isNull else { return }
            let properties = node["properties"]?.object?.members ?? []
            let tags = tables.add(properties.lazy.map { ($0.key, PropertyValue($0.node)) })
            do throws(Fault) {
                try readGeometry(geometry, id: id(of: node), tags: tags)
            } catch {
                throw error.within("geometry")
            }
        } catch {
            warn(step.isEmpty ? error : error.within(step), root, from: start)
        }
    }

    /// The id as MapLibre takes it: text that is a number counts as one.
    private func id(of node: JSONNode) -> PropertyValue? {
        if options.generateIDs { return .number(Double(count - 1)) }
        let own = options.promoteID.map { node["properties"]?[$0] } ?? node["id"]
        guard let own else { return nil }
        switch own.value {
        case .number(let n): return .number(n)
        case .string(let s): return Double(s).flatMap { $0.isFinite ? .number($0) : nil } ?? .string(s)
        default: return nil
        }
    }

    private mutating func readGeometry(
        _ node: JSONNode, id: PropertyValue?, tags: Range<UInt32>
    ) throws(Fault) {
        guard let named = node["type"] else { throw Fault(node: node, expected: "a GeoJSON geometry") }
        guard let type = named.string, Self.geometryTypes.contains(type) else {
            throw Fault(node: named, expected: "a GeoJSON geometry's type", steps: ["type"])
        }
        if type == "GeometryCollection" {
            for (index, member) in (node["geometries"]?.array ?? []).enumerated() {
                do throws(Fault) { try readGeometry(member, id: id, tags: tags) } catch {
                    throw error.within("geometries[\(index)]")
                }
            }
            return
        }
        let coordinates = node["coordinates"] ?? node
        let firstPart = features.parts.count
        let kind: GeometryType
        do throws(Fault) {
            kind = try readParts(coordinates, type)
        } catch {
            throw error.within("coordinates")
        }
        guard firstPart < features.parts.count else { return }
        let parts = firstPart..<features.parts.count
        let own = (features.parts[firstPart].range.lowerBound)..<features.points.count
        let box = features.points[own].reduce(into: Rect.null) { $0.extend(to: $1) }
        guard !box.isNull else { return }
        features.features.append(.init(id: id, type: kind, tags: tags, parts: parts, box: box))
    }

    private mutating func readParts(_ node: JSONNode, _ type: String) throws(Fault) -> GeometryType {
        switch type {
        case "Point":
            line.removeAll(keepingCapacity: true)
            line.append(try position(node))
            features.appendPart(&line, type: .point, isOuter: true, finest: finest)
            return .point
        case "MultiPoint":
            try readLine(node, .point, isOuter: true)
            return .point
        case "LineString":
            try readLine(node, .lineString, isOuter: true)
            return .lineString
        case "MultiLineString":
            try forEach(node) { reader, member, _ throws(Fault) in
                try reader.readLine(member, .lineString, isOuter: true)
            }
            return .lineString
        case "Polygon":
            try readPolygon(node)
            return .polygon
        default:
            try forEach(node) { reader, member, _ throws(Fault) in try reader.readPolygon(member) }
            return .polygon
        }
    }

    private mutating func readPolygon(_ node: JSONNode) throws(Fault) {
        try forEach(node) { reader, ring, index throws(Fault) in
            try reader.readLine(ring, .polygon, isOuter: index == 0)
        }
    }

    private mutating func readLine(_ node: JSONNode, _ type: GeometryType, isOuter: Bool) throws(Fault) {
        line.removeAll(keepingCapacity: true)
        try forEach(node) { reader, member, _ throws(Fault) in reader.line.append(try reader.position(member)) }
        if !line.isEmpty { features.appendPart(&line, type: type, isOuter: isOuter, finest: finest) }
    }

    private mutating func forEach(
        _ node: JSONNode, _ body: (inout GeoJSONReader, JSONNode, Int) throws(Fault) -> Void
    ) throws(Fault) {
        guard case .array(let members) = node.value else { throw Fault(node: node, expected: "an array") }
        for (index, member) in members.enumerated() {
            do throws(Fault) { try body(&self, member, index) } catch { throw error.within("[\(index)]") }
        }
    }

    /// Longitude, latitude, and an altitude that is not used.
    private func position(_ node: JSONNode) throws(Fault) -> Point {
        guard case .array(let members) = node.value, members.count >= 2,
            case .number(let longitude) = members[0].value, case .number(let latitude) = members[1].value,
            abs(longitude) <= Self.farthest, abs(latitude) <= Self.farthest
        else { throw Fault(node: node, expected: "a position [longitude, latitude]") }
        return WebMercator.project(Coordinate(latitude: Self.folded(latitude), longitude: longitude))
    }

    /// Beyond a pole the latitude sinks again, as for MapLibre, which projects its sine.
    private static func folded(_ latitude: Double) -> Double {
        guard abs(latitude) > 90 else { return latitude }
        let turned = (latitude + 90).truncatingRemainder(dividingBy: 360)
        let fromPole = turned < 0 ? turned + 360 : turned
        return fromPole <= 180 ? fromPole - 90 : 270 - fromPole
    }

    /// How much there is, to go back to when a feature turns out to be broken.
    private func mark() -> (features: Int, parts: Int, points: Int) {
        (features.features.count, features.parts.count, features.points.count)
    }

    private mutating func warn(_ fault: Fault, _ root: Field, from start: (features: Int, parts: Int, points: Int)) {
        features.features.removeSubrange(start.features...)
        features.parts.removeSubrange(start.parts...)
        features.points.removeSubrange(start.points...)
        features.weights.removeSubrange(start.points...)
        var path = root.path
        for step in fault.steps.reversed() { path += path.isEmpty || step.hasPrefix("[") ? step : "." + step }
        Field(node: fault.node, path: path, document: root.document, diagnostics: root.diagnostics)
            .report("expected \(fault.expected), found \(fault.node.summary); it is left out", severity: .warning)
    }
}

extension PropertyValue {
    /// A member of GeoJSON `properties`.
    package init(_ node: JSONNode) {
        switch node.value {
        case .null: self = .null
        case .bool(let b): self = .bool(b)
        case .number(let n): self = .number(n)
        case .string(let s): self = .string(s)
        case .array(let members): self = .array(members.map(PropertyValue.init))
        case .object(let object):
            self = .object(
                Dictionary(object.members.map { ($0.key, PropertyValue($0.node)) }, uniquingKeysWith: { $1 }))
        }
    }
}
