// SPDX-License-Identifier: MIT
import MapDiagnostics

/// What the inputs of a function's stops have been so far.
final class StopDomain {
    let isCategorical: Bool
    /// True when `"type": "categorical"` would make words allowed as inputs.
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
    let values: ValueChecker
    let spec: PropertySpec
    let domain: StopDomain
    /// True when each input is an object of a zoom and a feature's value.
    let hasZoom: Bool

    func check(_ stop: Place) -> Bool {
        guard let items = stop.node.array else { return values.wrongType(stop, "array") }
        guard items.count == 2 else {
            return fault(stop, "array length 2 expected, length \(items.count) found")
        }
        let input = stop.element(0, items[0])
        let output = stop.element(1, items[1])
        if hasZoom {
            guard let inputIsRight = zoomAndValue(input, stop) else { return false }
            return outputIsRight(output) && inputIsRight
        }
        let inputIsRight = self.input(input)
        return outputIsRight(output) && inputIsRight
    }

    /// An input of a zoom and a feature's value; nil when the output is not worth a look.
    private func zoomAndValue(_ input: Place, _ stop: Place) -> Bool? {
        guard let object = input.node.object else {
            return noFault(stop, "object expected, \(input.node.kindName) found")
        }
        guard let zoom = object["zoom"] else { return noFault(stop, "object stop key must have zoom") }
        guard let value = object["value"] else { return noFault(stop, "object stop key must have value") }
        if let previous = domain.previousZoom, let number = zoom.number, previous > number {
            return noFault(stop.pointing(at: zoom), "stop zoom values must appear in ascending order")
        }
        if zoom.number != domain.previousZoom {
            domain.previousZoom = zoom.number
            domain.previousNumber = nil
            domain.seen = []
        }
        let shape = ObjectShape([.number("zoom"), .any("value")])
        let isRight = values.object(input, shape)
        return self.input(input.member("value", value)) && isRight
    }

    private func input(_ place: Place) -> Bool {
        let type = place.node.kindName
        let expected = domain.type ?? type
        domain.type = expected
        guard type == expected else {
            return fault(place, "\(type) stop domain type must match previous stop domain type \(expected)")
        }
        guard type == "number" || type == "string" || type == "boolean" else {
            return fault(place, "stop domain value must be a number, string, or boolean")
        }
        if type != "number", !domain.isCategorical {
            let advice = "\nIf you intended to use a categorical function, specify `\"type\": \"categorical\"`."
            return fault(place, "number expected, \(type) found" + (domain.offersCategorical ? advice : ""))
        }
        return domain.isCategorical ? category(place) : ascending(place)
    }

    private func category(_ place: Place) -> Bool {
        if let number = place.node.number, number != number.rounded() {
            return fault(place, "integer expected, found \(formatted(number))")
        }
        guard domain.seen.insert(place.node.string ?? place.node.compactText).inserted else {
            return fault(place, "stop domain values must be unique")
        }
        return true
    }

    private func ascending(_ place: Place) -> Bool {
        guard let number = place.node.number else { return true }
        if let previous = domain.previousNumber, number < previous {
            return fault(place, "stop domain values must appear in ascending order")
        }
        domain.previousNumber = number
        return true
    }

    private func outputIsRight(_ output: Place) -> Bool {
        if output.node.isExpression {
            return fault(output, "expressions are not allowed in function stops.")
        }
        return values.functionValue(output, spec)
    }

    private func fault(_ place: Place, _ message: String) -> Bool {
        values.findings.add(place, message)
        return false
    }

    private func noFault(_ place: Place, _ message: String) -> Bool? {
        values.findings.add(place, message)
        return nil
    }
}
