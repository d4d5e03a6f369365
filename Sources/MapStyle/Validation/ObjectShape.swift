// SPDX-License-Identifier: MIT
import MapCore

/// The members that an object of a style can have.
struct ObjectShape {
    typealias Check = (Field) -> Bool

    struct Member {
        let name: String
        let isRequired: Bool
        let check: Check
    }

    let members: [Member]
    /// True when members that are not listed are ignored.
    let allowsOthers: Bool

    init(_ members: [Member], allowsOthers: Bool = false) {
        self.members = members
        self.allowsOthers = allowsOthers
    }
}

extension ObjectShape.Member {
    static func any(_ name: String) -> Self { Self(name: name, isRequired: false) { _ in true } }
    static func requiredAny(_ name: String) -> Self { Self(name: name, isRequired: true) { _ in true } }
    static func string(_ name: String) -> Self { Self(name: name, isRequired: false) { $0.checkString() } }
    static func requiredString(_ name: String) -> Self { Self(name: name, isRequired: true) { $0.checkString() } }
    static func boolean(_ name: String) -> Self { Self(name: name, isRequired: false) { $0.checkBoolean() } }
    static func number(_ name: String, from minimum: Double? = nil, to maximum: Double? = nil) -> Self {
        Self(name: name, isRequired: false) { $0.checkNumber(from: minimum, to: maximum) }
    }
    static func choice(_ name: String, of words: [String]) -> Self {
        Self(name: name, isRequired: false) { $0.checkChoice(of: words) }
    }
    static func strings(_ name: String) -> Self {
        Self(name: name, isRequired: false) { $0.checkArray { $0.checkString() } }
    }
    static func requiredStrings(_ name: String) -> Self {
        Self(name: name, isRequired: true) { $0.checkArray { $0.checkString() } }
    }
    static func numbers(_ name: String, count: Int) -> Self {
        Self(name: name, isRequired: false) { $0.checkArray(length: count) { $0.checkNumber() } }
    }
    /// A member with a check of its own.
    static func custom(_ name: String, _ check: @escaping ObjectShape.Check) -> Self {
        Self(name: name, isRequired: false, check: check)
    }
}

extension Field {
    /// An object with the members of a shape; every member is checked, even after an invalid one.
    @discardableResult
    func checkObject(_ shape: ObjectShape) -> Bool {
        guard let object = node.object else { return failType("object") }
        var isValid = true
        for member in object.members {
            if let known = shape.members.first(where: { $0.name == member.key }) {
                isValid = known.check(child(member.key, member.node)) && isValid
            } else if !shape.allowsOthers {
                isValid = pointing(at: member.node).failUnknown(member.key, known: shape.members.map(\.name))
            }
        }
        for member in shape.members where member.isRequired && object[member.name] == nil {
            isValid = fail(.styleMissingProperty, "missing required property \"\(member.name)\"")
        }
        return isValid
    }

    /// Reports a member that the specification does not know.
    @discardableResult
    func failUnknown(_ key: String, known: [String]) -> Bool {
        fail(.styleUnknownProperty, "unknown property \"\(key)\"", hint: didYouMean(key, known))
    }
}

extension ObjectShape {
    /// `transition` and all `…-transition`: milliseconds.
    static var transition: ObjectShape { ObjectShape([.number("duration", from: 0), .number("delay", from: 0)]) }

    /// One entry of a list of sprites.
    static var sprite: ObjectShape { ObjectShape([.requiredString("id"), .requiredString("url")]) }

    /// One file of `font-faces`.
    static var fontFace: ObjectShape { ObjectShape([.requiredString("url"), .strings("unicode-range")]) }

    /// A function object; its stops and default have their own checks.
    static func function(stops: @escaping Check, default: @escaping Check) -> ObjectShape {
        ObjectShape([
            .any("expression"), .custom("stops", stops), .number("base", from: 0), .string("property"),
            .choice("type", of: ["identity", "exponential", "interval", "categorical"]),
            .choice("colorSpace", of: ["rgb", "lab", "hcl"]), .custom("default", `default`),
        ])
    }

    /// The members of a source (`source_*` of the reference).
    static func source(_ kind: StyleSource.Kind) -> ObjectShape {
        switch kind {
        case .vector:
            ObjectShape(
                tiled + [.custom("promoteId", promoteID), .choice("encoding", of: ["mvt", "mlt"])], allowsOthers: true)
        case .raster: ObjectShape(tiled + [.number("tileSize")], allowsOthers: true)
        case .rasterDEM: ObjectShape(elevation)
        case .geojson: ObjectShape(geojson)
        case .video: ObjectShape([.any("type"), .requiredStrings("urls"), corners])
        case .image: ObjectShape([.any("type"), .requiredString("url"), corners])
        }
    }

    private static var tiled: [Member] {
        [
            .any("type"), .string("url"), .strings("tiles"), .numbers("bounds", count: 4),
            .choice("scheme", of: ["xyz", "tms"]), .number("minzoom"), .number("maxzoom"), .string("attribution"),
            .boolean("volatile"),
        ]
    }

    private static var elevation: [Member] {
        tiled.filter { $0.name != "scheme" } + [
            .number("tileSize"), .choice("encoding", of: ["terrarium", "mapbox", "custom"]), .number("redFactor"),
            .number("blueFactor"), .number("greenFactor"), .number("baseShift"),
        ]
    }

    private static var geojson: [Member] {
        [
            .any("type"), .requiredAny("data"), .number("maxzoom"), .string("attribution"),
            .number("buffer", from: 0, to: 512), .custom("filter") { $0.checkFilter() != nil },
            .number("tolerance"), .boolean("cluster"), .number("clusterRadius", from: 0), .number("clusterMaxZoom"),
            .number("clusterMinPoints"), .any("clusterProperties"), .boolean("lineMetrics"), .boolean("generateId"),
            .custom("promoteId", promoteID),
        ]
    }

    /// The four corners of an image, clockwise from the top left: longitude and latitude.
    private static var corners: Member {
        Member(name: "coordinates", isRequired: true) { corners in
            corners.checkArray(length: 4) { $0.checkArray(length: 2) { $0.checkNumber() } }
        }
    }

    /// One property for all layers, or one for each layer.
    private static func promoteID(_ field: Field) -> Bool {
        guard let object = field.node.object else { return field.checkString() }
        return object.members.count { !field.child($0.key, $0.node).checkString() } == 0
    }
}

/// Checks of constants against the style reference. Each check reports what it finds, in the words of MapLibre's own
/// validator so that the two can be compared, and returns true for a valid value.
extension Field {
    /// Reports a problem; returns false for a check to return.
    ///
    /// A hint is computed only while diagnostics are kept, since a hostile style can have any number of problems.
    @discardableResult
    func fail(
        _ code: Diagnostic.Code, _ message: String, hint: @autoclosure () -> String? = nil, isFatal: Bool = false
    ) -> Bool {
        if isFatal || diagnostics.hasRoom {
            report(message, severity: isFatal ? .error : .warning, code: code, hint: hint())
        }
        return false
    }

    /// Reports that the value has not the type that it should have.
    @discardableResult
    func failType(_ expected: String, isFatal: Bool = false) -> Bool {
        fail(.styleWrongType, "\(expected) expected, \(node.kindName) found", isFatal: isFatal)
    }

    /// Reports the compile errors of an expression; returns nil for the decoder to pass on.
    func fail<T>(_ code: Diagnostic.Code, _ errors: ExpressionErrors) -> T? {
        for error in errors.errors {
            Field(node: node, path: path + error.key, document: document, diagnostics: diagnostics)
                .fail(code, error.message)
        }
        return nil
    }

    /// A member, with the path that the reference validator would print.
    func child(_ key: String, _ node: JSONNode) -> Field { plainMember(key, node) }

    /// The same path at another value: a problem of an object is shown where its member stands.
    func pointing(at node: JSONNode) -> Field {
        var field = self
        field.node = node
        return field
    }

    /// The same value with another destination for its diagnostics.
    func reporting(to sink: DiagnosticSink) -> Field {
        var field = self
        field.diagnostics = sink
        return field
    }
}

extension Field {
    @discardableResult
    func checkString() -> Bool { node.string != nil || failType("string") }

    @discardableResult
    func checkBoolean() -> Bool { node.bool != nil || failType("boolean") }

    @discardableResult
    func checkNumber(from minimum: Double? = nil, to maximum: Double? = nil) -> Bool {
        guard let number = node.number else { return failType("number") }
        if let minimum, number < minimum {
            return fail(
                .styleOutOfRange, "\(formatted(number)) is less than the minimum value \(formatted(minimum))")
        }
        if let maximum, number > maximum {
            return fail(
                .styleOutOfRange, "\(formatted(number)) is greater than the maximum value \(formatted(maximum))")
        }
        return true
    }

    @discardableResult
    func checkChoice(of words: [String]) -> Bool {
        if let word = node.string, words.contains(word) { return true }
        return fail(
            .styleUnknownValue, "expected one of [\(words.joined(separator: ", "))], \(node.compactText) found",
            hint: node.string.flatMap { didYouMean($0, words) })
    }

    /// A CSS color, which the expression compiler recognizes.
    @discardableResult
    func checkColor() -> Bool {
        guard let text = node.string else { return failType("color") }
        if (try? StyleExpression.compile(node, spec: .color(nil, .dataDriven))) != nil { return true }
        return fail(.styleUnknownValue, "color expected, \"\(text.clipped)\" found")
    }

    /// An array whose elements all pass a check.
    @discardableResult
    func checkArray(length: Int? = nil, _ checkElement: (Field) -> Bool) -> Bool {
        guard let items = node.array else { return failType("array") }
        if let length, items.count != length {
            return fail(.styleWrongLength, "array length \(length) expected, length \(items.count) found")
        }
        return checkElements(items, checkElement)
    }

    /// One value, or an array of at least one.
    func checkOneOrMore(_ checkElement: (Field) -> Bool) -> Bool {
        guard let items = node.array else { return checkElement(self) }
        guard !items.isEmpty else { return fail(.styleWrongLength, "array length at least 1 expected, length 0 found") }
        return checkElements(items, checkElement)
    }

    /// One number for all sides, or one to four numbers as in CSS.
    func checkPadding() -> Bool {
        guard let items = node.array else { return checkNumber() }
        guard 1...4 ~= items.count else {
            return fail(.styleWrongLength, "padding requires 1 to 4 values; \(items.count) values found")
        }
        return checkElements(items) { $0.checkNumber() }
    }

    /// Anchors, each followed by its offset of two numbers.
    func checkAnchorOffsets() -> Bool {
        guard let items = node.array, !items.isEmpty, items.count.isMultiple(of: 2) else {
            return fail(
                .styleWrongLength, "variableAnchorOffsetCollection requires a non-empty array of even length")
        }
        var isValid = true
        for (index, item) in items.enumerated() {
            let element = element(index, item)
            let isElementValid =
                index.isMultiple(of: 2)
                ? element.checkChoice(of: PropertySpec.anchors) : element.checkArray(length: 2) { $0.checkNumber() }
            isValid = isElementValid && isValid
        }
        return isValid
    }

    private func checkElements(_ items: [JSONNode], _ checkElement: (Field) -> Bool) -> Bool {
        var isValid = true
        for (index, item) in items.enumerated() where !checkElement(element(index, item)) { isValid = false }
        return isValid
    }
}
