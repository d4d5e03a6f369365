// SPDX-License-Identifier: MIT
import MapDiagnostics

/// What an object of the style may hold.
struct ObjectShape {
    typealias Check = (ValueChecker, Place) -> Bool

    struct Member {
        let name: String
        let isRequired: Bool
        let check: Check
    }

    let members: [Member]
    /// True when members that are not listed mean nothing but do no harm.
    let allowsOthers: Bool

    init(_ members: [Member], allowsOthers: Bool = false) {
        self.members = members
        self.allowsOthers = allowsOthers
    }
}

extension ObjectShape.Member {
    static func any(_ name: String) -> Self {
        Self(name: name, isRequired: false) { _, _ in true }
    }
    static func requiredAny(_ name: String) -> Self {
        Self(name: name, isRequired: true) { _, _ in true }
    }
    static func string(_ name: String) -> Self {
        Self(name: name, isRequired: false) { $0.string($1) }
    }
    static func requiredString(_ name: String) -> Self {
        Self(name: name, isRequired: true) { $0.string($1) }
    }
    static func boolean(_ name: String) -> Self {
        Self(name: name, isRequired: false) { $0.boolean($1) }
    }
    static func number(_ name: String, from minimum: Double? = nil, to maximum: Double? = nil) -> Self {
        Self(name: name, isRequired: false) { $0.number($1, from: minimum, to: maximum) }
    }
    static func choice(_ name: String, of words: [String]) -> Self {
        Self(name: name, isRequired: false) { $0.choice($1, of: words) }
    }
    static func strings(_ name: String) -> Self {
        Self(name: name, isRequired: false) { checker, place in checker.array(place) { checker.string($0) } }
    }
    static func requiredStrings(_ name: String) -> Self {
        Self(name: name, isRequired: true) { checker, place in checker.array(place) { checker.string($0) } }
    }
    static func numbers(_ name: String, count: Int) -> Self {
        Self(name: name, isRequired: false) { checker, place in
            checker.array(place, length: count) { checker.number($0) }
        }
    }
    /// A member that something else checks.
    static func custom(_ name: String, _ check: @escaping ObjectShape.Check) -> Self {
        Self(name: name, isRequired: false, check: check)
    }
}

extension ValueChecker {
    /// An object with the members of a shape; every member is checked, whatever the others are.
    @discardableResult
    func object(_ place: Place, _ shape: ObjectShape) -> Bool {
        guard let object = place.node.object else { return wrongType(place, "object") }
        var isRight = true
        for member in object.members {
            let known = shape.members.first { $0.name == member.key }
            if let known {
                isRight = known.check(self, place.member(member.key, member.node)) && isRight
            } else if !shape.allowsOthers {
                isRight = false
                unknown(place.pointing(at: member.node), member.key, known: shape.members.map(\.name))
            }
        }
        for member in shape.members where member.isRequired && object[member.name] == nil {
            findings.add(place, "missing required property \"\(member.name)\"")
            isRight = false
        }
        return isRight
    }

    /// Reports a member that the specification does not know.
    func unknown(_ place: Place, _ key: String, known: [String]) {
        findings.add(place, "unknown property \"\(key)\"", hint: didYouMean(key, known))
    }
}
