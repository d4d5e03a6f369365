// SPDX-License-Identifier: MIT
import MapDiagnostics

/// Checks a function object, the form from before expressions: `{"stops": [[zoom, value], …]}` and its variants.
struct FunctionChecker {
    let spec: PropertySpec

    /// True for a valid function; problems have been reported.
    func check(_ field: Field) -> Bool {
        let node = field.node
        let type = node["type"]?.string
        let isCategorical = type == "categorical"
        let isZoomFunction = !isCategorical && node["property"] == nil
        let hasZoomStops = node["stops"]?.array?.first?.array?.first?.object != nil

        var isValid = checkMembers(field, hasZoomStops: hasZoomStops)
        func fail(_ code: StyleCode, _ message: String) { isValid = field.fail(code, message) }
        if type == "identity", isZoomFunction { fail(.missingProperty, "missing required property \"property\"") }
        if type != "identity", node["stops"]?.isTruthy != true {
            fail(.missingProperty, "missing required property \"stops\"")
        }
        if type == "exponential", !spec.interpolated {
            fail(.unsupportedExpression, "exponential functions not supported")
        }
        if !isZoomFunction, !spec.takesFeature {
            fail(.unsupportedExpression, "property functions not supported")
        } else if isZoomFunction, !spec.takesZoom {
            fail(.unsupportedExpression, "zoom functions not supported")
        }
        if isCategorical || hasZoomStops, node["property"] == nil {
            fail(.missingProperty, "\"property\" property is required")
        }
        return isValid
    }

    private func checkMembers(_ field: Field, hasZoomStops: Bool) -> Bool {
        let type = field.node["type"]
        let domain = StopDomain(
            isCategorical: type?.string == "categorical", offersCategorical: spec.takesFeature && type == nil)
        let stops = StopChecker(spec: spec, domain: domain, hasZoom: hasZoomStops)
        let isIdentity = type?.string == "identity"
        let shape = ObjectShape.function(
            stops: { field in
                if isIdentity {
                    return field.fail(.invalidFunction, "identity function may not have a \"stops\" property")
                }
                if field.node.array?.isEmpty == true {
                    return field.fail(.wrongLength, "array must have at least one stop")
                }
                return field.checkArray(stops.check)
            },
            default: { $0.checkFunctionValue(stops.spec) })
        return field.checkObject(shape)
    }
}

extension Field {
    /// An output or default of a function: a constant, or another function.
    func checkFunctionValue(_ spec: PropertySpec) -> Bool {
        guard node.object != nil, spec.takesExpressions else { return checkConstant(spec) }
        return FunctionChecker(spec: spec).check(self)
    }
}
