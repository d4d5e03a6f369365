// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapImages
import MapStyle

extension FuzzTarget {
    /// A style file: decoded, and validated.
    static let style = FuzzTarget("style") { bytes throws(BrokenPromise) in
        guard let document = accepted({ () throws(Diagnostic) in try JSONDocument(.style, file: "input", text: bytes) })
        else { return }
        let sink = DiagnosticSink()
        let sheet = StyleSheet.decode(Field(document, diagnostics: sink), baseFolder: "")
        try promise(sheet != nil || !sink.all.isEmpty, "a style is refused without a reason")
        _ = StyleValidation.diagnostics(for: document)
    }

    /// The index of a sprite, over a sheet of 64 by 64 pixels.
    static let sprite = FuzzTarget("sprite") { bytes throws(BrokenPromise) in
        guard
            let document = accepted({ () throws(Diagnostic) in try JSONDocument(.sprite, file: "input", text: bytes) })
        else { return }
        let sheet = Bitmap(width: 64, height: 64, pixels: [UInt32](repeating: 0xFF80_4020, count: 64 * 64))
        let images = SpriteIndex(sheet: sheet).images(Field(document, diagnostics: DiagnosticSink()))
        for (name, image) in images.prefix(50) {
            let bitmap = image.bitmap
            try promise(
                bitmap.width == image.pixelWidth && bitmap.height == image.pixelHeight, "\(name) has another size")
            _ = image.borderedBitmap
            for zone in image.stretchX + image.stretchY {
                try promise(zone.lowerBound >= 0 && zone.upperBound <= 64, "\(name) stretches outside of itself")
            }
        }
    }
}
