// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics
import MapLayout
import MapRuntime
import MapStyle

extension RendererCache {
    /// The images of a style's sprites.
    func sprites(of style: StyleSheet, scale: Double, _ diagnostics: DiagnosticSink) -> ImageSet {
        guard !style.sprites.isEmpty else { return ImageSet(SpriteSheet()) }
        var names: [String] = []
        var files: [FileStamp?] = []
        for (id, url) in style.sprites {
            names += [id, url, style.baseFolder]
            guard case .file(let path)? = try? StyleAddress.resolve(url, baseFolder: style.baseFolder) else { continue }
            files += [".json", ".png", "@2x.json", "@2x.png"].map { FileStamp(path + $0) }
        }
        let key = SpriteKey(names: names, files: files, isLarge: scale > 1)
        let entry = sprites.value(for: key, cost: { $0.images.byteCount }) {
            let found = DiagnosticSink()
            let sheet = SpriteSheet.load(for: style, scale: scale, diagnostics: found, decode: decodeImage)
            return SpriteEntry(images: ImageSet(sheet), findings: found.all)
        }
        entry.findings.forEach(diagnostics.add)
        return entry.images
    }
}
