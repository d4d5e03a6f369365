// SPDX-License-Identifier: MIT
import MapCore
import MapData
import MapLayout
import MapStyle
import MapTiles

/// Finds what of a style's files is missing, remote or of another kind, at all zooms and wherever they are.
struct StyleCheck {
    let renderer: MapRenderer
    let style: StyleSheet
    /// What the style was read from.
    let document: JSONDocument
    let diagnostics: DiagnosticSink

    /// All sources, sprites, glyphs and fonts. Those that only other machines have are warnings.
    func run() {
        for (name, source) in style.sources.sorted(by: { $0.key < $1.key }) where !WorkContext.isCancelled {
            do throws(Diagnostic) {
                try check(source, name: name)
            } catch {
                let source = document.root["sources"]?[name] ?? document.root
                let subject = error.file.map { "\($0): " } ?? ""
                diagnostics.add(
                    Diagnostic(
                        error.ofSource.severity, code: error.code, file: document.file,
                        position: document.position(of: source.offset), path: "sources.\(name)",
                        subject + error.message, hint: error.hint))
            }
        }
        _ = renderer.cache.sprites(of: style, scale: 1, diagnostics)
        guard style.layers.contains(where: { $0.sets(.textField) }) else { return }
        if let problem = style.remoteGlyphs { diagnostics.add(problem) }
        style.reportMissingFonts(
            of: style.layers.filter(\.isVisible), zoom: 0, fonts: renderer.fonts, files: renderer.cache.glyphs,
            diagnostics)
    }

    private func check(_ source: StyleSource, name: String) throws(Diagnostic) {
        switch source.kind {
        case .vector:
            guard source.url != SourceOpener.basemapAddress else { return }
            let asked = style.sourceLayers(of: name)
            StyleFit.report([renderer.cache.presented(try archive(source), to: asked).info], asked: asked, diagnostics)
        case .raster, .rasterDEM: _ = try archive(source)
        case .geojson: if let address = source.data?.string { try checkFile(DataReference(address).data) }
        case .image: if let address = source.url { try checkFile(address) }
        case .video: break
        }
    }

    private func archive(_ source: StyleSource) throws(Diagnostic) -> any TileArchive {
        try LocatedTiles(source, baseFolder: style.baseFolder, cache: renderer.cache, scale: 1).archive
    }

    private func checkFile(_ address: String) throws(Diagnostic) {
        guard case .file(let path) = try StyleAddress.resolve(address, baseFolder: style.baseFolder) else { return }
        try WorkContext.current.files.check(path)
        guard fileExists(path) else {
            throw Diagnostic(code: .fileMissing, file: path, "there is no such file")
        }
    }
}
