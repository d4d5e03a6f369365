// SPDX-License-Identifier: MIT
import MapDiagnostics

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
            return stop.fail(.wrongLength, "array length 2 expected, length \(items.count) found")
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
            field.fail(.invalidFunction, message)
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
                .invalidFunction, "\(type) stop domain type must match previous stop domain type \(expected)")
        }
        guard type == "number" || type == "string" || type == "boolean" else {
            return input.fail(.invalidFunction, "stop domain value must be a number, string, or boolean")
        }
        if type != "number", !domain.isCategorical {
            let advice = "\nIf you intended to use a categorical function, specify `\"type\": \"categorical\"`."
            return input.fail(
                .wrongType, "number expected, \(type) found" + (domain.offersCategorical ? advice : ""))
        }
        return domain.isCategorical ? checkCategory(input) : checkOrder(input)
    }

    private func checkCategory(_ input: Field) -> Bool {
        if let number = input.node.number, number != number.rounded() {
            return input.fail(.invalidFunction, "integer expected, found \(formatted(number))")
        }
        guard domain.seen.insert(input.node.string ?? input.node.compactText).inserted else {
            return input.fail(.invalidFunction, "stop domain values must be unique")
        }
        return true
    }

    private func checkOrder(_ input: Field) -> Bool {
        guard let number = input.node.number else { return true }
        if let previous = domain.previousNumber, number < previous {
            return input.fail(.invalidFunction, "stop domain values must appear in ascending order")
        }
        domain.previousNumber = number
        return true
    }

    private func checkOutput(_ output: Field) -> Bool {
        if output.node.isExpression {
            return output.fail(.invalidFunction, "expressions are not allowed in function stops.")
        }
        return output.checkFunctionValue(spec)
    }
}
