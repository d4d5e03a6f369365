// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics
package import MapStyle

/// The style's images by name; a name that is not there is reported once.
package struct ImageSet: Sendable {
    package let names: Set<String>
    private let sheet: SpriteSheet

    package init(_ sheet: SpriteSheet) {
        self.sheet = sheet
        names = Set(sheet.images.keys)
    }

    /// The image that a property names; nil for none, and for an unknown one, which is a warning.
    func image(_ value: Value, _ context: LayerContext, layer: String) -> SpriteImage? {
        let name: String
        switch value {
        case .string(let string): name = string
        case .image(let image): name = image.name
        default: return nil
        }
        guard !name.isEmpty else { return nil }
        if let image = sheet[name] { return image }
        context.problems.add(
            Diagnostic(
                .warning, path: "layers.\(layer)", "no sprite has an image \"\(name)\"",
                hint: didYouMean(name, names.sorted())))
        return nil
    }
}
