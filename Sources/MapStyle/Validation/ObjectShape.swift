// SPDX-License-Identifier: MIT
import MapDiagnostics

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
            isValid = fail(.missingProperty, "missing required property \"\(member.name)\"")
        }
        return isValid
    }

    /// Reports a member that the specification does not know.
    @discardableResult
    func failUnknown(_ key: String, known: [String]) -> Bool {
        fail(.unknownProperty, "unknown property \"\(key)\"", hint: didYouMean(key, known))
    }
}
