// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics

/// Checks the members of a style that a flat picture does without, so that `staticmap check` is complete.
///
/// The reference validator leaves out the name of the object in these paths: `color`, not `light.color`.
struct SurroundingsChecker {
    let values: ValueChecker

    func light(_ place: Place) -> Bool {
        properties(
            of: place,
            [
                "anchor": .frame(of: "viewport"), "position": .numbers([1.15, 210, 30], .dataConstant),
                "color": .color(.white, .dataConstant), "intensity": .number(0.5, from: 0, to: 1, .dataConstant),
            ], transitions: ["position", "color", "intensity"])
    }

    func sky(_ place: Place) -> Bool {
        let blend = PropertySpec.number(0.8, from: 0, to: 1, .dataConstant)
        let color = PropertySpec.color(.white, .dataConstant)
        return properties(
            of: place,
            [
                "sky-color": color, "horizon-color": color, "fog-color": color, "fog-ground-blend": blend,
                "horizon-fog-blend": blend, "sky-horizon-blend": blend, "atmosphere-blend": blend,
            ])
    }

    func projection(_ place: Place) -> Bool {
        properties(of: place, ["type": PropertySpec(kind: .projectionDefinition, propertyType: .dataConstant)])
    }

    func terrain(_ place: Place) -> Bool {
        let source = PropertySpec(kind: .string, propertyType: .constant, interpolated: false)
        return properties(of: place, ["source": source, "exaggeration": .number(1, from: 0, .constant)])
    }

    /// Font files by name: an address, or a list of files for ranges of characters.
    func fontFaces(_ place: Place) -> Bool {
        guard let object = place.node.object else { return values.wrongType(place, "object") }
        var isRight = true
        for member in object.members {
            let face = place.member(member.key, member.node)
            if member.node.string != nil { continue }
            let passes =
                member.node.array == nil
                ? values.wrongType(face, "string or array")
                : values.array(face) { values.object($0, .fontFace) }
            isRight = passes && isRight
        }
        return isRight
    }

    func glyphs(_ place: Place) -> Bool {
        guard let url = place.node.string else { return values.wrongType(place, "string") }
        var isRight = true
        for token in ["{fontstack}", "{range}"] where !url.contains(token) {
            values.findings.add(place, "\"glyphs\" url must include a \"\(token)\" token")
            isRight = false
        }
        return isRight
    }

    private func properties(
        of place: Place, _ known: [String: PropertySpec], transitions: Set<String> = []
    ) -> Bool {
        guard let object = place.node.object else { return values.wrongType(place, "object") }
        var isRight = true
        for member in object.members {
            let property = Place(node: member.node, path: member.key)
            if let spec = known[member.key] {
                let checker = PropertyChecker(values: values, name: member.key, spec: spec, group: .paint)
                isRight = checker.compile(property) != nil && isRight
            } else if member.key.hasSuffix("-transition"), transitions.contains(String(member.key.dropLast(11))) {
                isRight = values.object(property, .transition) && isRight
            } else {
                values.unknown(property, member.key, known: known.keys.sorted())
                isRight = false
            }
        }
        return isRight
    }
}
