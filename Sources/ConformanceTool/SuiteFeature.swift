// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapPlane
import MapStyle

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A feature of the expression suite; its geometry is rounded to the grid of a tile when the case names one.
final class SuiteFeature: ExpressionFeature {
    let featureID: Value?
    let geometryType: String?
    let allProperties: [String: Value]
    let lonLatGeometry: [[Point]]

    init(_ node: JSONNode, tileZoom: Double?) {
        featureID = node["id"].map { Value($0) }
        allProperties = members(node["properties"])
        let geometry = node["geometry"]
        let type = geometry?["type"]?.string ?? node["type"]?.string
        geometryType = type.map { $0.hasPrefix("Multi") ? String($0.dropFirst(5)) : $0 }
        let coordinates = geometry?["coordinates"] ?? JSONNode(.array([]))
        let parts: [[Point]] =
            switch type {
            case "Point": [[point(coordinates)]]
            case "MultiPoint": (coordinates.array ?? []).map { [point($0)] }
            case "LineString": [line(coordinates)]
            case "MultiLineString", "Polygon": (coordinates.array ?? []).map(line)
            case "MultiPolygon": (coordinates.array ?? []).flatMap { ($0.array ?? []).map(line) }
            default: []
            }
        lonLatGeometry = tileZoom.map { zoom in parts.map { $0.map { snap($0, zoom: zoom) } } } ?? parts
    }

    func property(_ name: String) -> Value? { allProperties[name] }
}

private func point(_ node: JSONNode) -> Point {
    let numbers = (node.array ?? []).compactMap(\.number)
    return numbers.count > 1 ? Point(numbers[0], numbers[1]) : .zero
}

private func line(_ node: JSONNode) -> [Point] { (node.array ?? []).map(point) }

/// The nearest point on a tile's grid of 8192 units.
private func snap(_ p: Point, zoom: Double) -> Point {
    let world = pow(2, zoom) * 8192
    let x = ((180 + p.x) / 360 * world).rounded() / world
    let y = ((180 - 180 / .pi * log(tan(.pi / 4 + p.y * .pi / 360))) / 360 * world).rounded() / world
    return Point(x * 360 - 180, 360 / .pi * atan(exp((180 - y * 360) * .pi / 180)) - 90)
}
