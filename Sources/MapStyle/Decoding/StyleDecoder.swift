// SPDX-License-Identifier: MIT
import MapDiagnostics

/// Reads a whole style: strict about its shape, lenient about what can be drawn without.
struct StyleDecoder {
    let values: ValueChecker
    let baseFolder: String
    let language: LabelLanguage?

    init(findings: ValidationFindings, baseFolder: String, language: LabelLanguage? = nil) {
        values = ValueChecker(findings: findings)
        self.baseFolder = baseFolder
        self.language = language
    }

    /// The style, as far as it could be read. What is wrong has been reported; fatal findings say that the rest is
    /// not worth drawing.
    func decode(_ root: Place) -> StyleSheet? {
        guard let object = root.node.object else {
            _ = values.wrongType(root, "object", isFatal: true)
            return nil
        }
        checkMembers(root, object)
        let globalState = state(object)
        var sheet = StyleSheet(
            name: object["name"]?.string, baseFolder: baseFolder, sources: sources(root, object),
            layers: layers(root, object, globalState), sprites: sprites(root, object), glyphs: object["glyphs"]?.string,
            globalState: globalState, camera: camera(object))
        sheet.glyphsPlace = object["glyphs"].map { values.findings.place(of: root.member("glyphs", $0)) }
        return sheet
    }

    private func checkMembers(_ root: Place, _ object: JSONObject) {
        for member in object.members {
            let place = root.member(member.key, member.node)
            if member.key == "version" {
                checkVersion(place)
            } else if member.key == "constants" {
                guard member.node.isGiven else { continue }
                values.findings.add(
                    place, "constants have been deprecated as of v8", hint: "write the values in their places",
                    isFatal: true)
            } else {
                _ = Self.shape.members.first { $0.name == member.key }?.check(values, place)
            }
        }
        for name in ["version", "sources", "layers"] where object[name] == nil {
            values.findings.add(root, "missing required property \"\(name)\"", isFatal: name == "layers")
        }
    }

    private func checkVersion(_ place: Place) {
        guard place.node.number != 8 else { return }
        values.findings.add(place, "expected one of [8], \(place.node.compactText) found", isFatal: true)
    }

    /// Members of the root apart from those that have a decoder of their own. Others are allowed and ignored.
    private static var shape: ObjectShape {
        ObjectShape(
            [
                .string("name"), .numbers("center", count: 2), .number("centerAltitude"), .number("zoom"),
                .number("bearing"), .number("pitch"), .number("roll"),
                .custom("transition") { $0.object($1, .transition) },
                .custom("light") { SurroundingsChecker(values: $0).light($1) },
                .custom("sky") { SurroundingsChecker(values: $0).sky($1) },
                .custom("terrain") { SurroundingsChecker(values: $0).terrain($1) },
                .custom("projection") { SurroundingsChecker(values: $0).projection($1) },
                .custom("font-faces") { SurroundingsChecker(values: $0).fontFaces($1) },
                .custom("glyphs") { SurroundingsChecker(values: $0).glyphs($1) },
                .custom("state") { $1.node.object != nil || $0.wrongType($1, "object") },
            ], allowsOthers: true)
    }

    private func sources(_ root: Place, _ object: JSONObject) -> [String: StyleSource] {
        guard let node = object["sources"] else { return [:] }
        let place = root.member("sources", node)
        guard let members = node.object?.members else {
            _ = values.wrongType(place, "object", isFatal: true)
            return [:]
        }
        let decoder = SourceDecoder(values: values)
        var sources: [String: StyleSource] = [:]
        for member in members { sources[member.key] = decoder.decode(place.member(member.key, member.node)) }
        return sources
    }

    private func layers(_ root: Place, _ object: JSONObject, _ globalState: [String: Value]) -> [StyleLayer] {
        guard let node = object["layers"] else { return [] }
        let place = root.member("layers", node)
        guard let items = node.array else {
            _ = values.wrongType(place, "array", isFatal: true)
            return []
        }
        let decoder = LayerDecoder(
            values: values, layers: items,
            sources: Dictionary(
                (object["sources"]?.object?.members ?? []).map { ($0.key, $0.node) }, uniquingKeysWith: { $1 }),
            globalState: globalState, language: language)
        return decoder.decode(place)
    }

    /// Sprites in the order of the style; those without an address are left out.
    private func sprites(_ root: Place, _ object: JSONObject) -> [(id: String, url: String)] {
        guard let node = object["sprite"] else { return [] }
        let place = root.member("sprite", node)
        guard let items = node.array else {
            values.string(place)
            return node.string.map { [(id: "default", url: $0)] } ?? []
        }
        var sprites: [(id: String, url: String)] = []
        var urls: Set<String> = []
        var ids: Set<String> = []
        for (index, item) in items.enumerated() {
            guard values.object(place.element(index, item), .sprite), let id = item["id"]?.string,
                let url = item["url"]?.string
            else { continue }
            if !urls.insert(url).inserted {
                values.findings.add(
                    place, "all the sprites' URLs must be unique, but \(url.clipped) is duplicated")
            }
            if ids.insert(id).inserted {
                sprites.append((id, url))
            } else {
                values.findings.add(place, "all the sprites' ids must be unique, but \(id.clipped) is duplicated")
            }
        }
        return sprites
    }

    /// The defaults of `global-state`.
    private func state(_ object: JSONObject) -> [String: Value] {
        var state: [String: Value] = [:]
        for member in object["state"]?.object?.members ?? [] {
            state[member.key] = member.node["default"].map(Value.init(json:)) ?? .null
        }
        return state
    }

    private func camera(_ object: JSONObject) -> StyleCamera {
        let center = object["center"]?.array?.compactMap(\.number) ?? []
        return StyleCamera(
            center: center.count == 2 ? center : nil, zoom: object["zoom"]?.number,
            bearing: object["bearing"]?.number)
    }
}

extension Value {
    /// The same value as JSON has it.
    fileprivate init(json node: JSONNode) {
        switch node.value {
        case .null: self = .null
        case .bool(let bool): self = .bool(bool)
        case .number(let number): self = .number(number)
        case .string(let string): self = .string(string)
        case .array(let items): self = .array(items.map(Value.init(json:)))
        case .object(let object):
            self = .object(
                Dictionary(object.members.map { ($0.key, Value(json: $0.node)) }, uniquingKeysWith: { $1 }))
        }
    }
}
