// SPDX-License-Identifier: MIT
import MapCore
import MapData
import MapLayout
import MapScene
import MapStyle
import MapTiles

/// A style that is in no file.
package struct NamedStyle: Sendable {
    let json: JSONNode
    /// The file that messages name.
    let file: String

    /// - Parameters:
    ///   - json: the style's root object.
    ///   - file: a path for messages; relative addresses in the style begin in its folder.
    package init(json: JSONNode, file: String) {
        self.json = json
        self.file = file
    }
}

/// Finds and decodes the style that a scene names.
struct StyleLoader {
    /// A large style has about 1 MB.
    static let limit = 32 << 20

    let home: Home
    let named: [String: NamedStyle]
    let language: LabelLanguage?
    let cache: RendererCache
    let threads: Int
    let diagnostics: DiagnosticSink
    /// Output pixels per point of a map that draws the style with its own tiles: archives and sprites are opened while layers are
    /// decoded. Nil where none are.
    var scale: Double?

    func load(_ style: BaseMap.Style?, of document: SceneDocument) throws(RenderError) -> StyleSheet {
        switch style {
        case nil: return try read(home.stylePath("streets"))
        case .named(let name): return try readNamed(name)
        case .file(let path): return try read(document.resolve(path))
        case .inline(let inline): return try decode(inline.field(diagnostics), baseFolder: document.folderPath)
        }
    }

    /// The style of a base map by MapKit's names of map types, where no style of such a name is installed.
    ///
    /// - Parameter style: the scene's.
    /// - Returns: nil for the style that is drawn where none is named.
    func resolved(_ style: BaseMap.Style?) -> BaseMap.Style? {
        guard case .named(let name) = style, !home.styleNames.contains(name) else { return style }
        switch name {
        case "standard": return nil
        case "mutedStandard": return .named("light")
        default: return style
        }
    }

    /// The kind of map that a scene's own images make, where no style of its name is installed.
    func imagery(_ style: BaseMap.Style?) -> ImageryMap? {
        guard case .named(let name) = style, named[name] == nil, !home.styleNames.contains(name) else { return nil }
        return ImageryMap(style)
    }

    private static let howToShowImages =
        "aerial images are not installed: name yours with --tiles, or as \"tiles\" of the base map: an archive of image tiles, "
        + "or a GeoTIFF or a folder of them"

    private func readNamed(_ name: String) throws(RenderError) -> StyleSheet {
        if let style = named[name] {
            return try kept(RendererCache.StyleKey(source: .name(name), language: language)) {
                (loader) throws(RenderError) in
                let document = JSONDocument(.style, file: style.file, root: style.json)
                return try loader.decode(
                    Field(document, diagnostics: loader.diagnostics), baseFolder: baseFolder(of: style.file))
            }
        }
        let names = home.styleNames
        guard names.contains(name) else {
            if ImageryMap(.named(name)) != nil {
                diagnostics.add(
                    code: .basemapUnknownStyle, path: "basemap.style", "the map type \"\(name)\" needs image tiles",
                    hint: Self.howToShowImages)
                throw RenderError(.missingInput, diagnostics.all)
            }
            let known =
                names.isEmpty
                ? "none is installed in \(home.path): STATICMAP_HOME or --home names the folder with styles and base map"
                : "installed: \(listing(names)); a file is named by a path or .json"
            diagnostics.add(
                Diagnostic(
                    code: .basemapUnknownStyle, path: "basemap.style", expected: "an installed style",
                    found: "\"\(name)\"",
                    hint: didYouMean(name, names) ?? known))
            throw RenderError(.missingInput, diagnostics.all)
        }
        return try read(home.stylePath(name))
    }

    private func read(_ path: String) throws(RenderError) -> StyleSheet {
        guard let stamp = FileStamp(path) else { return try readAnew(path) }
        return try kept(RendererCache.StyleKey(source: .file(stamp), language: language)) {
            (loader) throws(RenderError) in try loader.readAnew(path)
        }
    }

    /// The style of a key, which is decoded once; its findings are reported each time.
    private func kept(
        _ key: RendererCache.StyleKey, _ decode: (StyleLoader) throws(RenderError) -> StyleSheet
    ) throws(RenderError) -> StyleSheet {
        let entry = try cache.styles.value(for: key, cost: { $0.style.byteCount }) { () throws(RenderError) in
            let found = DiagnosticSink()
            let own = StyleLoader(
                home: home, named: named, language: language, cache: cache, threads: threads, diagnostics: found,
                scale: scale)
            do throws(RenderError) {
                return RendererCache.StyleEntry(style: try decode(own), findings: found.all)
            } catch {
                found.all.forEach(diagnostics.add)
                throw RenderError(error.kind, diagnostics.all)
            }
        }
        entry.findings.forEach(diagnostics.add)
        return entry.style
    }

    private func readAnew(_ path: String) throws(RenderError) -> StyleSheet {
        let text: [UInt8]
        do {
            text = try readFile(path, limit: Self.limit)
        } catch {
            diagnostics.add(error)
            throw RenderError(.missingInput, diagnostics.all)
        }
        do {
            let json = try JSONDocument(.style, file: path, text: text)
            return try decode(Field(json, diagnostics: diagnostics), baseFolder: baseFolder(of: path))
        } catch let error as Diagnostic {
            diagnostics.add(error)
            throw RenderError(.badData, diagnostics.all)
        } catch {
            throw RenderError(.badData, diagnostics.all)
        }
    }

    private func decode(_ field: Field, baseFolder: String) throws(RenderError) -> StyleSheet {
        let work = scale.map { scale -> [@Sendable (StyleSheet) -> Void] in
            [{ openArchives(of: $0, scale) }, { _ = cache.sprites(of: $0, scale: scale, DiagnosticSink()) }]
        }
        let style = StyleSheet.decode(
            field, baseFolder: baseFolder, language: language, threads: threads, besides: work ?? [])
        guard let style else { throw RenderError(.badData, diagnostics.all) }
        return style
    }

    /// More are not opened before it is known whether they are drawn.
    private static let maxArchives = 4

    /// Opens the first archives of a style, so that the map finds them in the cache. What is wrong with one is reported when the map
    /// opens it.
    private func openArchives(of style: StyleSheet, _ scale: Double) {
        let paths = style.sources.sorted { $0.key < $1.key }.flatMap { _, source -> [String] in
            if source.kind == .vector, source.url == SourceOpener.basemapAddress { return home.basemapArchives }
            let address = source.url.flatMap { try? StyleAddress.resolve($0, baseFolder: style.baseFolder) }
            switch address {
            case .mbtiles(let path), .pmtiles(let path): return [path]
            case .file, .template, nil: return []
            }
        }
        for path in paths.prefix(Self.maxArchives) { _ = try? cache.open(path, scale: scale) }
    }
}

extension StyleSheet {
    /// The memory that it takes, about: expressions are trees of small objects.
    fileprivate var byteCount: Int { 4096 + layers.reduce(0) { $0 + 1024 + 512 * $1.properties.count } }
}

/// Makes the changes to a style that a scene asks for.
struct StyleEditing {
    let document: SceneDocument
    let language: LabelLanguage?
    let diagnostics: DiagnosticSink

    /// The style with what a base map asks for; one that is tilted may stand on the heights of the ground.
    func apply(_ base: BaseMap, to style: StyleSheet, isTilted: Bool) -> StyleSheet {
        let changes = [base.edits, base.furtherEdits].filter { $0 != StyleEdits() }
        guard !changes.isEmpty || base.elevation != nil else { return recolored(style, base) }
        var editor = StyleEditor(style, language: language)
        if let elevation = base.elevation {
            let layers = ElevationLayers(elevation: elevation, isDark: style.appearance == .dark)
            layers.add(to: &editor, folder: document.folderPath, isTilted: isTilted, diagnostics)
        }
        for edits in changes { apply(edits, &editor) }
        return recolored(editor.style, base)
    }

    private func apply(_ edits: StyleEdits, _ editor: inout StyleEditor) {
        for (id, filter) in inOrder(edits.filters) { editor.setFilter(matching: id, filter) }
        for (id, properties) in inOrder(edits.paint) { editor.setPaint(of: id, properties) }
        for (id, properties) in inOrder(edits.layout) { editor.setLayout(of: id, properties) }
        setVisibility(false, edits.hide, key: "hide", &editor)
        setVisibility(true, edits.show, key: "show", &editor)
        for (name, source) in inOrder(edits.sources) { editor.addSource(name, source, folder: document.folderPath) }
        for layer in edits.layers { editor.addLayer(layer.field(diagnostics), folder: document.folderPath) }
    }

    private func recolored(_ style: StyleSheet, _ base: BaseMap) -> StyleSheet {
        base.recolor.map { style.recolored($0) } ?? style
    }

    /// By position in the scene, then by name.
    private func inOrder(_ parts: [String: InlineJSON]) -> [(String, Field)] {
        parts.sorted { ($0.value.node.offset, $0.key) < ($1.value.node.offset, $1.key) }
            .map { ($0.key, $0.value.field(diagnostics)) }
    }

    private func setVisibility(_ isVisible: Bool, _ patterns: [String], key: String, _ editor: inout StyleEditor) {
        for (index, pattern) in patterns.enumerated() {
            guard let problem = editor.setVisibility(isVisible, matching: pattern) else { continue }
            document.reporter(diagnostics).report(
                "basemap", key, String(index), severity: .warning, code: .styleUnknownLayer,
                message: problem.message, hint: problem.hint)
        }
    }
}

extension StyleSheet {
    /// Reports overlays that name a layer which the style does not have; their `level` applies.
    ///
    /// - Parameters:
    ///   - scene: the scene with data files read; such overlays lose their `before`.
    ///   - written: the scene as it was written.
    ///   - reporter: receives the warnings.
    func checkOverlays(of scene: inout Scene, written: Scene, _ reporter: SceneReporter) {
        let ids = Set(layers.map(\.id))
        for (index, overlay) in written.overlays.enumerated() {
            guard let before = overlay.before, !ids.contains(before) else { continue }
            reporter.report(
                "overlays", String(index), "before", severity: .warning, code: .styleUnknownLayer,
                message: "the style has no layer \"\(before)\"; the overlay is drawn at its level",
                hint: didYouMean(before, ids.sorted()))
        }
        for index in scene.overlays.indices {
            if let before = scene.overlays[index].before, !ids.contains(before) { scene.overlays[index].before = nil }
        }
    }
}

extension StyleSheet {
    /// Warns about layers that a flat map without a network draws in another way than the style means, if they are drawn.
    func reportUnsupported(at zoom: Double, sources: [String: LayoutSource], _ diagnostics: DiagnosticSink) {
        let drawn = layers.filter { layer in
            layer.isVisible(at: zoom) && (layer.source.map { sources[$0] != nil } ?? true)
        }
        if drawn.contains(where: { $0.sets(.textField) }), let problem = remoteGlyphs { diagnostics.add(problem) }
    }

    /// What is wrong with an address of glyphs that cannot be read here.
    var remoteGlyphs: Diagnostic? {
        guard let glyphs, let location = glyphsLocation else { return nil }
        do throws(Diagnostic) {
            _ = try StyleAddress.resolve(glyphs, baseFolder: baseFolder)
            return nil
        } catch {
            return location.warning(
                "\(error.message); text is set in installed fonts", code: .styleMissingGlyphs,
                hint: Self.howToKeepGlyphs)
        }
    }

    private static let howToKeepGlyphs =
        "for the style's own letters put its glyph files beside it, and write \"glyphs/{fontstack}/{range}.pbf\""
}

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
