// SPDX-License-Identifier: MIT
import MapDiagnostics

/// Checks an old-style function object: `{"stops": [[zoom, value], …]}` and its kin.
struct FunctionChecker {
    let values: ValueChecker
    let spec: PropertySpec

    /// Reports what is wrong; true when nothing is.
    func check(_ place: Place) -> Bool {
        let count = values.findings.all.count
        let node = place.node
        let type = node["type"]?.string
        let isCategorical = type == "categorical"
        let isZoomFunction = !isCategorical && node["property"] == nil
        let hasZoomStops = node["stops"]?.array?.first?.array?.first?.object != nil

        members(place, hasZoomStops: hasZoomStops)
        if type == "identity", isZoomFunction { report(place, "missing required property \"property\"") }
        if type != "identity", node["stops"]?.isGiven != true { report(place, "missing required property \"stops\"") }
        if type == "exponential", !spec.interpolated { report(place, "exponential functions not supported") }
        if !isZoomFunction, !spec.takesFeature {
            report(place, "property functions not supported")
        } else if isZoomFunction, !spec.takesZoom {
            report(place, "zoom functions not supported")
        }
        if isCategorical || hasZoomStops, node["property"] == nil {
            report(place, "\"property\" property is required")
        }
        return values.findings.all.count == count
    }

    private func members(_ place: Place, hasZoomStops: Bool) {
        let type = place.node["type"]
        let domain = StopDomain(
            isCategorical: type?.string == "categorical", offersCategorical: spec.takesFeature && type == nil)
        let stops = StopChecker(values: values, spec: spec, domain: domain, hasZoom: hasZoomStops)
        let isIdentity = type?.string == "identity"
        let shape = ObjectShape.function(
            stops: { values, place in
                if isIdentity {
                    values.findings.add(place, "identity function may not have a \"stops\" property")
                    return false
                }
                if place.node.array?.isEmpty == true {
                    values.findings.add(place, "array must have at least one stop")
                    return false
                }
                return values.array(place, stops.check)
            },
            default: { values, place in values.functionValue(place, stops.spec) })
        values.object(place, shape)
    }

    private func report(_ place: Place, _ message: String) {
        values.findings.add(place, message)
    }
}

extension ValueChecker {
    /// An output or default of a function: a constant, or once more a function.
    func functionValue(_ place: Place, _ spec: PropertySpec) -> Bool {
        guard place.node.object != nil, spec.takesExpressions else { return constant(place, spec) }
        return FunctionChecker(values: self, spec: spec).check(place)
    }
}
