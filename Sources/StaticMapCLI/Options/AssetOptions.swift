// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation
import MapCore
import StaticMap

/// What says where fonts, styles and base map are.
struct AssetOptions: ParsableArguments {
    @Option(
        help: "A folder of fonts that are preferred to those of the machine. Can be repeated.", completion: .directory)
    var fonts: [String] = []

    @Option(help: "A folder of fonts, instead of those of the machine. Can be repeated.", completion: .directory)
    var onlyFonts: [String] = []

    @Option(help: "A folder with images for scenes, besides their own folder. Can be repeated.", completion: .directory)
    var assets: [String] = []

    @Option(help: "The folder with styles and base map. Overrides STATICMAP_HOME.", completion: .directory)
    var home: String?

    func validate() throws {
        let folders = [("--fonts", fonts), ("--only-fonts", onlyFonts), ("--assets", assets)]
        for (option, folders) in folders + [("--home", home.map { [$0] } ?? [])] {
            for folder in folders where !fileExists(folder + "/.") {
                throw ValidationError("\(option) \(folder): there is no such folder")
            }
        }
    }

    /// Where styles and base map are unless an option says it.
    static var installedHome: Home { .ofExecutable ?? Home(folder: "/usr/local/share/staticmap") }

    /// The renderer for these folders, and for scenes that may read from some folders alone; one that draws many maps keeps
    /// what they share.
    func renderer(threads: Int?, roots: RootOptions? = nil, cacheBytes: Int = 0) -> MapRenderer {
        MapRenderer(
            home: home.map { Home(folder: $0) } ?? Self.installedHome,
            fontFolders: (fonts + onlyFonts).map { URL(filePath: $0) }, useSystemFonts: onlyFonts.isEmpty,
            assetFolders: assets.map { URL(filePath: absolutePath($0)) },
            fileRoots: (roots?.root).flatMap { $0.isEmpty ? nil : $0.map { URL(filePath: $0) } },
            threads: threads, cacheBytes: cacheBytes, limits: roots?.renderLimits ?? .generous)
    }
}

/// What scenes may read, and how much their maps may cost.
struct RootOptions: ParsableArguments {
    @Option(
        help: """
            Read nothing that the scene names unless it lies below this folder, links followed: for scenes that are not \
            trusted. Can be repeated.
            """, completion: .directory)
    var root: [String] = []

    @Option(
        help: ArgumentHelp(
            """
            How much the map may cost: strict for scenes that are not trusted, generous (the default), or limits by \
            their names, such as strict,milliseconds=5000.
            """, valueName: "limits"))
    var limits: String?

    /// What `--limits` says.
    var renderLimits: RenderLimits { (try? RenderLimits(limits ?? "")) ?? .generous }

    func validate() throws {
        do {
            _ = try RenderLimits(limits ?? "")
        } catch {
            throw ValidationError("--limits: \(error)")
        }
        for folder in root where !fileExists(folder + "/.") {
            throw ValidationError("--root \(folder): there is no such folder")
        }
    }
}

/// What a shell offers for a style: the names of installed ones, and files.
@Sendable func styleCompletions(_ words: [String], _ index: Int, _ start: String) -> [String] {
    let folder = start.lastIndex(of: "/").map { String(start[...$0]) } ?? ""
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
    return (AssetOptions.installedHome.styleNames + files.map { folder + $0 }).filter { $0.hasPrefix(start) }.sorted()
}
