import MapCanvas
import MapDiagnostics
// SPDX-License-Identifier: MIT
import MapRuntime
package import MapStyle
import Synchronization

/// The style's images by name; a name that is not there is reported once.
package struct ImageSet: Sendable {
    package let names: Set<String>
    private let sheet: SpriteSheet
    private let suggestions = SpriteNameSuggestions()
    /// Tells these images from others.
    var identity: ObjectIdentity<SpriteNameSuggestions> { ObjectIdentity(suggestions) }

    package init(_ sheet: SpriteSheet) {
        self.sheet = sheet
        names = Set(sheet.images.keys)
    }

    /// The memory that it takes, about.
    package var byteCount: Int {
        sheet.images.values.reduce(1024) { $0 + 512 + 4 * $1.pixelWidth * $1.pixelHeight }
    }

    /// What each image is called, by its bitmaps, for formats that can say so.
    package var bitmapNames: [ObjectIdentifier: String] {
        var names: [ObjectIdentifier: String] = [:]
        for (name, image) in sheet.images {
            names[ObjectIdentifier(image.bitmap)] = name
            names[ObjectIdentifier(image.borderedBitmap)] = name
        }
        return names
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
        context.diagnostics.add(
            Diagnostic(
                .warning, path: "layers.\(layer)", "no sprite has an image \"\(name)\"",
                hint: suggestions.hint(for: name, among: names)))
        return nil
    }
}

/// What names that are not there may have been meant to be: the same one is asked for by feature after feature.
final class SpriteNameSuggestions: Sendable {
    private let cache = Mutex<[String: String?]>([:])

    func hint(for name: String, among names: Set<String>) -> String? {
        if let hint = cache.withLock({ $0[name] }) { return hint }
        let hint = didYouMean(name, names.sorted())
        cache.withLock { cache in
            // Names come from data, of which there may be any number.
            if cache.count < 1024 { cache.updateValue(hint, forKey: name) }
        }
        return hint
    }
}
