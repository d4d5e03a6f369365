// SPDX-License-Identifier: MIT
package import MapCore
import MapGeo
import MapGeometry
package import MapStyle
package import MapTiles

/// Compiles the `filter` of a GeoJSON source.
///
/// - Returns: a predicate for features whose geometry is in the unit Mercator square.
/// - Throws: all compile errors.
package func featureFilter(_ node: JSONNode) throws(ExpressionErrors) -> @Sendable (VectorFeature) -> Bool {
    let filter = try Filter.compile(node)
    return { feature in
        let expressionFeature = TileFeature(feature: feature, tile: TileID(z: 0, x: 0, y: 0), extent: 1)
        return filter.matches(EvaluationContext(zoom: 0, feature: expressionFeature))
    }
}

/// The `clusterProperties` of a GeoJSON source: a map expression for points and a reduce expression for clusters, as in
/// supercluster.
package struct ClusterProperties: Sendable {
    private struct Reducer: Sendable {
        var name: String
        var map: CompiledExpression
        var reduce: CompiledExpression
    }

    private let reducers: [Reducer]

    /// Omits expressions that do not compile; they were reported when the style was decoded.
    package init(_ properties: JSONObject) {
        var reducers: [Reducer] = []
        for member in properties.members {
            guard let parts = member.node.array, parts.count == 2 else { continue }
            // A bare operator is short for `[operator, ["accumulated"], ["get", name]]`.
            let reduce = parts[0].string == nil ? parts[0] : Self.sum(parts[0], of: member.key)
            guard let map = try? CompiledExpression(parts[1], spec: nil),
                let reduce = try? CompiledExpression(reduce, spec: nil)
            else { continue }
            reducers.append(Reducer(name: member.key, map: map, reduce: reduce))
        }
        self.reducers = reducers
    }

    /// The initial cluster properties of a point.
    package func map(_ properties: [String: PropertyValue]) -> [String: PropertyValue] {
        let context = EvaluationContext(zoom: 0, feature: PropertiesOnly(properties: properties))
        var result: [String: PropertyValue] = [:]
        for sum in reducers {
            if let value = try? sum.map.evaluate(context) { result[sum.name] = PropertyValue(value) }
        }
        return result
    }

    /// Accumulates the properties of a point or cluster into those of a cluster.
    package func reduce(_ total: inout [String: PropertyValue], _ other: [String: PropertyValue]) {
        var context = EvaluationContext(zoom: 0, feature: PropertiesOnly(properties: other))
        for sum in reducers {
            context.accumulated = total[sum.name].map(Value.init) ?? .null
            if let value = try? sum.reduce.evaluate(context) { total[sum.name] = PropertyValue(value) }
        }
    }

    private static func sum(_ name: JSONNode, of property: String) -> JSONNode {
        let text = { (text: String) in JSONNode(.string(text), offset: name.offset) }
        let list = { (items: [JSONNode]) in JSONNode(.array(items), offset: name.offset) }
        return list([name, list([text("accumulated")]), list([text("get"), text(property)])])
    }
}

/// A feature that has only properties.
private final class PropertiesOnly: ExpressionFeature {
    let properties: [String: PropertyValue]

    init(properties: [String: PropertyValue]) { self.properties = properties }

    var featureID: Value? { nil }
    var geometryType: String? { "Point" }
    func property(_ name: String) -> Value? { properties[name].map(Value.init) }
    var allProperties: [String: Value] { properties.mapValues(Value.init) }
    var lonLatGeometry: [[Point]] { [] }
}

extension PropertyValue {
    /// The result of an expression; null for values that a property cannot have, such as colors.
    fileprivate init(_ value: Value) {
        switch value {
        case .string(let s): self = .string(s)
        case .number(let n): self = .number(n)
        case .bool(let b): self = .bool(b)
        case .array(let items): self = .array(items.map { PropertyValue($0) })
        case .object(let members): self = .object(members.mapValues { PropertyValue($0) })
        default: self = .null
        }
    }
}
