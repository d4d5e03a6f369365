// SPDX-License-Identifier: MIT
import MapDiagnostics

/// Checks constants against what the reference says of them. Each check reports what it finds and says whether the
/// value is right.
struct ValueChecker {
    let findings: ValidationFindings

    @discardableResult
    func string(_ place: Place) -> Bool {
        place.node.string != nil || wrongType(place, "string")
    }

    @discardableResult
    func boolean(_ place: Place) -> Bool {
        place.node.bool != nil || wrongType(place, "boolean")
    }

    @discardableResult
    func number(_ place: Place, from minimum: Double? = nil, to maximum: Double? = nil) -> Bool {
        guard let number = place.node.number else { return wrongType(place, "number") }
        if let minimum, number < minimum {
            findings.add(place, "\(formatted(number)) is less than the minimum value \(formatted(minimum))")
            return false
        }
        if let maximum, number > maximum {
            findings.add(place, "\(formatted(number)) is greater than the maximum value \(formatted(maximum))")
            return false
        }
        return true
    }

    @discardableResult
    func choice(_ place: Place, of words: [String]) -> Bool {
        if let word = place.node.string, words.contains(word) { return true }
        findings.add(
            place, "expected one of [\(words.joined(separator: ", "))], \(place.node.compactText) found",
            hint: place.node.string.flatMap { didYouMean($0, words) })
        return false
    }

    /// A CSS color. What is one is known where expressions are compiled.
    @discardableResult
    func color(_ place: Place) -> Bool {
        guard let text = place.node.string else { return wrongType(place, "color") }
        if (try? StyleExpression.compile(place.node, spec: .color(nil, .dataDriven))) != nil { return true }
        findings.add(place, "color expected, \"\(text.clipped)\" found")
        return false
    }

    /// An array whose elements all pass a check.
    @discardableResult
    func array(_ place: Place, length: Int? = nil, _ element: (Place) -> Bool) -> Bool {
        guard let items = place.node.array else { return wrongType(place, "array") }
        if let length, items.count != length {
            findings.add(place, "array length \(length) expected, length \(items.count) found")
            return false
        }
        return allElements(place, items, element)
    }

    /// One value, or an array of at least one.
    func oneOrMore(_ place: Place, _ element: (Place) -> Bool) -> Bool {
        guard let items = place.node.array else { return element(place) }
        guard !items.isEmpty else {
            findings.add(place, "array length at least 1 expected, length 0 found")
            return false
        }
        return allElements(place, items, element)
    }

    /// One number for all sides, or one to four of them, as CSS has it.
    func padding(_ place: Place) -> Bool {
        guard let items = place.node.array else { return number(place) }
        guard 1...4 ~= items.count else {
            findings.add(place, "padding requires 1 to 4 values; \(items.count) values found")
            return false
        }
        return allElements(place, items) { number($0) }
    }

    /// Anchors, each followed by its offset of two numbers.
    func anchorOffsets(_ place: Place) -> Bool {
        guard let items = place.node.array, !items.isEmpty, items.count.isMultiple(of: 2) else {
            findings.add(place, "variableAnchorOffsetCollection requires a non-empty array of even length")
            return false
        }
        var isRight = true
        for (index, item) in items.enumerated() {
            let element = place.element(index, item)
            let passes =
                index.isMultiple(of: 2)
                ? choice(element, of: PropertySpec.anchors) : array(element, length: 2) { number($0) }
            isRight = passes && isRight
        }
        return isRight
    }

    /// Reports that a value has not the type that it should have.
    func wrongType(_ place: Place, _ expected: String, isFatal: Bool = false) -> Bool {
        findings.add(place, "\(expected) expected, \(place.node.kindName) found", isFatal: isFatal)
        return false
    }

    private func allElements(_ place: Place, _ items: [JSONNode], _ element: (Place) -> Bool) -> Bool {
        var isRight = true
        for (index, item) in items.enumerated() where !element(place.element(index, item)) { isRight = false }
        return isRight
    }
}
