// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapGeo

extension BaseMap {
    /// A style's name or file, or an object with style and tiles.
    init?(_ field: Field) {
        if field.node.string != nil {
            guard let style = Style(field) else { return nil }
            self.init(style: style)
            return
        }
        guard field.node.object != nil, var object = field.object() else {
            field.report(expected: "a style's name or an object")
            return nil
        }
        self.init(
            style: object.optional("style", Style.init),
            tiles: object.optional("tiles", BaseMap.files) ?? [],
            missingTiles: object.optional("missingTiles") { $0.choice() },
            language: object.optional("language") { $0.languageTag() })
        edits = StyleEdits(&object)
        projection = object.optional("projection") { $0.choice(of: Projection.self) }
        coordinateSystem = object.optional("coordinateSystem") { $0.choice(of: CoordinateSystem.self) } ?? .wgs84
        object.finish()
    }

    private static func files(_ field: Field) -> [String]? {
        switch field.node.value {
        case .string: return field.filled().map { [$0] }
        case .array(let elements) where !elements.isEmpty: return field.array { $0.filled() }
        default: return field.expected("a file or an array of files")
        }
    }
}

extension BaseMap.Style {
    /// An object is a style; a string with a slash or with ".json" at its end is a file, any other a name.
    init?(_ field: Field) {
        if field.node.object != nil {
            self = .inline(InlineJSON(field))
            return
        }
        guard field.node.string != nil else {
            field.report(expected: "a style's name, a file or a style")
            return nil
        }
        guard let text = field.filled() else { return nil }
        self = text.contains("/") || text.hasSuffix(".json") ? .file(text) : .named(text)
    }
}

extension Field {
    /// A string that is not empty.
    func filled() -> String? {
        guard let text = string() else { return nil }
        return text.isEmpty ? expected("a string that is not empty") : text
    }
}
