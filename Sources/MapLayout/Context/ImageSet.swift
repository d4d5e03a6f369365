// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics
import MapRuntime
package import MapStyle
import Synchronization

/// The style's sprite images by name.
package struct ImageSet: Sendable {
    package let names: Set<String>
    private let sheet: SpriteSheet
    private let suggestions = SpriteNameSuggestions()
    /// Identifies this set of images in cache keys.
    var identity: ObjectIdentity<SpriteNameSuggestions> { ObjectIdentity(suggestions) }

    package init(_ sheet: SpriteSheet) {
        self.sheet = sheet
        names = Set(sheet.images.keys)
    }

    /// The approximate memory in bytes once all images are cut out: in the sheet, alone, and with a border.
    package var byteCount: Int {
        sheet.images.values.reduce(1024) { $0 + 512 + 12 * $1.pixelWidth * $1.pixelHeight }
    }

    /// The names of images by those of their bitmaps that were used, for output formats that can record them.
    package var bitmapNames: [ObjectIdentifier: String] {
        var names: [ObjectIdentifier: String] = [:]
        for (name, image) in sheet.images {
            for bitmap in image.madeBitmaps { names[ObjectIdentifier(bitmap)] = name }
        }
        return names
    }

    /// The image that a property names; nil for none. A name that no sprite has is reported once.
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
                .warning, code: LayoutCode.missingImage, path: "layers.\(layer)", "no sprite has an image \"\(name)\"",
                hint: suggestions.hint(for: name, among: names)))
        return nil
    }
}

/// Caches "did you mean" suggestions: the same missing name is requested for feature after feature.
final class SpriteNameSuggestions: Sendable {
    private let cache = Mutex<[String: String?]>([:])

    func hint(for name: String, among names: Set<String>) -> String? {
        if let hint = cache.withLock({ $0[name] }) { return hint }
        let hint = didYouMean(name, names.sorted())
        cache.withLock { cache in
            // Names can come from data, so their number is unbounded.
            if cache.count < 1024 { cache.updateValue(hint, forKey: name) }
        }
        return hint
    }
}
