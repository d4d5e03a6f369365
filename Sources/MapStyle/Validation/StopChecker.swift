// SPDX-License-Identifier: MIT
import MapCore

/// The inputs of a function's stops so far.
final class StopDomain {
    let isCategorical: Bool
    /// True when `"type": "categorical"` would allow strings as inputs.
    let offersCategorical: Bool
    var type: String?
    var previousNumber: Double?
    var previousZoom: Double?
    var seen: Set<String> = []

    init(isCategorical: Bool, offersCategorical: Bool) {
        self.isCategorical = isCategorical
        self.offersCategorical = offersCategorical
    }
}

/// Checks one stop of a function: its input and its output.
struct StopChecker {
    let spec: PropertySpec
    let domain: StopDomain
    /// True when each input is an object of a zoom and a feature's value.
    let hasZoom: Bool

    func check(_ stop: Field) -> Bool {
        guard let items = stop.node.array else { return stop.failType("array") }
        guard items.count == 2 else {
            return stop.fail(.styleWrongLength, "array length 2 expected, length \(items.count) found")
        }
        let input = stop.element(0, items[0])
        let output = stop.element(1, items[1])
        if hasZoom {
            guard let isInputValid = checkZoomAndValue(input, stop) else { return false }
            return checkOutput(output) && isInputValid
        }
        let isInputValid = checkInput(input)
        return checkOutput(output) && isInputValid
    }

    /// An input of a zoom and a feature's value; nil when the reference does not check the output then.
    private func checkZoomAndValue(_ input: Field, _ stop: Field) -> Bool? {
        func fail(_ field: Field, _ message: String) -> Bool? {
            field.fail(.styleInvalidFunction, message)
            return nil
        }
        guard let object = input.node.object else {
            return fail(stop, "object expected, \(input.node.kindName) found")
        }
        guard let zoom = object["zoom"] else { return fail(stop, "object stop key must have zoom") }
        guard let value = object["value"] else { return fail(stop, "object stop key must have value") }
        if let previous = domain.previousZoom, let number = zoom.number, previous > number {
            return fail(stop.pointing(at: zoom), "stop zoom values must appear in ascending order")
        }
        if zoom.number != domain.previousZoom {
            domain.previousZoom = zoom.number
            domain.previousNumber = nil
            domain.seen = []
        }
        let isObjectValid = input.checkObject(ObjectShape([.number("zoom"), .any("value")]))
        return checkInput(input.child("value", value)) && isObjectValid
    }

    private func checkInput(_ input: Field) -> Bool {
        let type = input.node.kindName
        let expected = domain.type ?? type
        domain.type = expected
        guard type == expected else {
            return input.fail(
                .styleInvalidFunction, "\(type) stop domain type must match previous stop domain type \(expected)")
        }
        guard type == "number" || type == "string" || type == "boolean" else {
            return input.fail(.styleInvalidFunction, "stop domain value must be a number, string, or boolean")
        }
        if type != "number", !domain.isCategorical {
            let advice = "\nIf you intended to use a categorical function, specify `\"type\": \"categorical\"`."
            return input.fail(
                .styleWrongType, "number expected, \(type) found" + (domain.offersCategorical ? advice : ""))
        }
        return domain.isCategorical ? checkCategory(input) : checkOrder(input)
    }

    private func checkCategory(_ input: Field) -> Bool {
        if let number = input.node.number, number != number.rounded() {
            return input.fail(.styleInvalidFunction, "integer expected, found \(formatted(number))")
        }
        guard domain.seen.insert(input.node.string ?? input.node.compactText).inserted else {
            return input.fail(.styleInvalidFunction, "stop domain values must be unique")
        }
        return true
    }

    private func checkOrder(_ input: Field) -> Bool {
        guard let number = input.node.number else { return true }
        if let previous = domain.previousNumber, number < previous {
            return input.fail(.styleInvalidFunction, "stop domain values must appear in ascending order")
        }
        domain.previousNumber = number
        return true
    }

    private func checkOutput(_ output: Field) -> Bool {
        if output.node.isExpression {
            return output.fail(.styleInvalidFunction, "expressions are not allowed in function stops.")
        }
        return output.checkFunctionValue(spec)
    }
}

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
        func fail(_ code: Diagnostic.Code, _ message: String) { isValid = field.fail(code, message) }
        if type == "identity", isZoomFunction { fail(.styleMissingProperty, "missing required property \"property\"") }
        if type != "identity", node["stops"]?.isTruthy != true {
            fail(.styleMissingProperty, "missing required property \"stops\"")
        }
        if type == "exponential", !spec.interpolated {
            fail(.styleUnsupportedExpression, "exponential functions not supported")
        }
        if !isZoomFunction, !spec.takesFeature {
            fail(.styleUnsupportedExpression, "property functions not supported")
        } else if isZoomFunction, !spec.takesZoom {
            fail(.styleUnsupportedExpression, "zoom functions not supported")
        }
        if isCategorical || hasZoomStops, node["property"] == nil {
            fail(.styleMissingProperty, "\"property\" property is required")
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
                    return field.fail(.styleInvalidFunction, "identity function may not have a \"stops\" property")
                }
                if field.node.array?.isEmpty == true {
                    return field.fail(.styleWrongLength, "array must have at least one stop")
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
