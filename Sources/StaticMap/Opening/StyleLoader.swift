// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapLayout
import MapRuntime
import MapScene
import MapStyle

/// Finds and decodes the style that a scene names.
struct StyleLoader {
    /// A large style has about 1 MB.
    static let limit = 32 << 20

    let home: Home
    let language: LabelLanguage?
    let cache: RendererCache
    let diagnostics: DiagnosticSink

    func load(_ style: BaseMap.Style?, of document: SceneDocument) throws(RenderError) -> StyleSheet {
        switch style {
        case nil: return try read(home.stylePath("streets"))
        case .named(let name): return try readNamed(name)
        case .file(let path): return try read(document.resolve(path))
        case .inline(let inline): return try decode(inline.field(diagnostics), baseFolder: document.folder)
        }
    }

    private func readNamed(_ name: String) throws(RenderError) -> StyleSheet {
        let names = home.styleNames
        guard names.contains(name) else {
            let known =
                names.isEmpty
                ? "none is installed in \(home.folder): STATICMAP_HOME or --home names the folder with styles and base map"
                : "installed: \(listing(names)); a file is named by a path or .json"
            diagnostics.add(
                Diagnostic(
                    code: RenderCode.unknownStyle, path: "basemap.style", expected: "an installed style",
                    found: "\"\(name)\"",
                    hint: didYouMean(name, names) ?? known))
            throw RenderError(.missingInput, diagnostics.all)
        }
        return try read(home.stylePath(name))
    }

    private func read(_ path: String) throws(RenderError) -> StyleSheet {
        guard let stamp = FileStamp(path) else { return try readAnew(path) }
        let entry = try cache.styles.value(
            for: RendererCache.StyleKey(file: stamp, language: language), cost: { $0.style.byteCount }
        ) { () throws(RenderError) in
            let found = DiagnosticSink()
            let own = StyleLoader(home: home, language: language, cache: cache, diagnostics: found)
            do throws(RenderError) {
                return RendererCache.StyleEntry(style: try own.readAnew(path), findings: found.all)
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
        guard let style = StyleSheet.decode(field, baseFolder: baseFolder, language: language) else {
            throw RenderError(.badData, diagnostics.all)
        }
        return style
    }
}

extension StyleSheet {
    /// The memory that it takes, about: expressions are trees of small objects.
    fileprivate var byteCount: Int { 4096 + layers.reduce(0) { $0 + 1024 + 512 * $1.properties.count } }
}
