// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics

/// Checks the members of a style's root that a flat map does not use, so that `staticmap check` is complete.
///
/// The reference validator leaves out the name of the object in their paths: `color`, not `light.color`.
struct RootPropertyChecker {
    let root: Field

    func light(_ field: Field) -> Bool {
        check(
            field,
            [
                "anchor": .frame(of: "viewport"), "position": .numbers([1.15, 210, 30], .dataConstant),
                "color": .color(.white, .dataConstant), "intensity": .number(0.5, from: 0, to: 1, .dataConstant),
            ], transitions: ["position", "color", "intensity"])
    }

    func sky(_ field: Field) -> Bool {
        check(field, StyleSky.specs)
    }

    func projection(_ field: Field) -> Bool {
        check(field, ["type": PropertySpec(kind: .projectionDefinition, propertyType: .dataConstant)])
    }

    func terrain(_ field: Field) -> Bool {
        let source = PropertySpec(kind: .string, propertyType: .constant, interpolated: false)
        return check(field, ["source": source, "exaggeration": .number(1, from: 0, .constant)])
    }

    /// Font files by name: an address, or a list of files for ranges of characters.
    func fontFaces(_ field: Field) -> Bool {
        guard let object = field.node.object else { return field.failType("object") }
        var isValid = true
        for member in object.members {
            let face = field.child(member.key, member.node)
            if member.node.string != nil { continue }
            let isFaceValid =
                member.node.array == nil
                ? face.failType("string or array") : face.checkArray { $0.checkObject(.fontFace) }
            isValid = isFaceValid && isValid
        }
        return isValid
    }

    func glyphs(_ field: Field) -> Bool {
        guard let url = field.node.string else { return field.failType("string") }
        var isValid = true
        for token in ["{fontstack}", "{range}"] where !url.contains(token) {
            isValid = field.fail(.missingGlyphToken, "\"glyphs\" url must include a \"\(token)\" token")
        }
        return isValid
    }

    private func check(
        _ field: Field, _ known: [String: PropertySpec], transitions: Set<String> = []
    ) -> Bool {
        guard let object = field.node.object else { return field.failType("object") }
        var isValid = true
        for member in object.members {
            let property = root.child(member.key, member.node)
            if let spec = known[member.key] {
                let checker = PropertyChecker(name: member.key, spec: spec, group: .paint)
                isValid = checker.compile(property) != nil && isValid
            } else if member.key.hasSuffix("-transition"), transitions.contains(String(member.key.dropLast(11))) {
                isValid = property.checkObject(.transition) && isValid
            } else {
                isValid = property.failUnknown(member.key, known: known.keys.sorted())
            }
        }
        return isValid
    }
}
