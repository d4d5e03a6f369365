// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapLayout
import MapScene
import MapStyle

/// Finds and decodes the style that a scene names.
struct StyleLoader {
    /// A large style has about 1 MB.
    static let limit = 32 << 20

    let home: Home
    let language: LabelLanguage?
    let cache: RendererCache
    let problems: Problems

    func load(_ style: BaseMap.Style?, of document: SceneDocument) throws(RenderFailure) -> StyleSheet {
        switch style {
        case nil: return try read(home.stylePath("streets"))
        case .named(let name): return try readNamed(name)
        case .file(let path): return try read(document.resolve(path))
        case .inline(let inline): return try decode(inline.field(problems), baseFolder: document.folder)
        }
    }

    private func readNamed(_ name: String) throws(RenderFailure) -> StyleSheet {
        let names = home.styleNames
        guard names.contains(name) else {
            problems.add(
                Diagnostic(
                    path: "basemap.style", "expected an installed style, found \"\(name)\"",
                    hint: didYouMean(name, names) ?? "installed: \(listing(names)); a file is named by a path or .json")
            )
            throw RenderFailure(kind: .missingInput, problems: problems.all)
        }
        return try read(home.stylePath(name))
    }

    private func read(_ path: String) throws(RenderFailure) -> StyleSheet {
        guard let stamp = FileStamp(path) else { return try readAnew(path) }
        let entry = try cache.styles.value(
            for: RendererCache.StyleKey(file: stamp, language: language), cost: { $0.style.byteCount }
        ) { () throws(RenderFailure) in
            let found = Problems()
            let own = StyleLoader(home: home, language: language, cache: cache, problems: found)
            do throws(RenderFailure) {
                return RendererCache.StyleEntry(style: try own.readAnew(path), findings: found.all)
            } catch {
                found.all.forEach(problems.add)
                throw RenderFailure(kind: error.kind, problems: problems.all)
            }
        }
        entry.findings.forEach(problems.add)
        return entry.style
    }

    private func readAnew(_ path: String) throws(RenderFailure) -> StyleSheet {
        let text: [UInt8]
        do {
            text = try readFile(path, limit: Self.limit)
        } catch {
            problems.add(error)
            throw RenderFailure(kind: .missingInput, problems: problems.all)
        }
        do {
            let json = try JSONDocument(file: path, text: text)
            return try decode(Field(json, problems: problems), baseFolder: folder(of: path))
        } catch let error as Diagnostic {
            problems.add(error)
            throw RenderFailure(kind: .badData, problems: problems.all)
        } catch {
            throw RenderFailure(kind: .badData, problems: problems.all)
        }
    }

    private func decode(_ field: Field, baseFolder: String) throws(RenderFailure) -> StyleSheet {
        guard let style = StyleSheet.decode(field, baseFolder: baseFolder, language: language) else {
            throw RenderFailure(kind: .badData, problems: problems.all)
        }
        return style
    }
}

extension StyleSheet {
    /// The memory that it takes, about: expressions are trees of small objects.
    fileprivate var byteCount: Int { 4096 + layers.reduce(0) { $0 + 1024 + 512 * $1.properties.count } }
}
