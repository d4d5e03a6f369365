// SPDX-License-Identifier: MIT
#if canImport(FoundationEssentials)
    import MapRuntime
    import FoundationEssentials
#else
    import Foundation
#endif

/// The folder with what comes along with the program: `styles/NAME/style.json` and `basemap/*.pmtiles`.
public struct Home: Hashable, Sendable {
    /// The folder's path.
    public let folder: String

    /// Names a folder; nothing is looked up.
    public init(folder: String) {
        self.folder = folder
    }

    /// Finds the folder: what the user set, else `share/staticmap` beside an installed binary's `bin`, else the checkout
    /// that a binary was built in.
    ///
    /// - Parameters:
    ///   - environment: `STATICMAP_HOME` overrides everything.
    ///   - executable: the running binary's path, links resolved.
    /// - Returns: nil when there is none of them.
    public static func find(environment: [String: String], executable: String) -> Home? {
        if let set = environment["STATICMAP_HOME"], !set.isEmpty { return Home(folder: set) }
        var folder = parent(executable)
        for _ in 0..<6 {
            for candidate in [folder + "/share/staticmap", folder] where isHome(candidate) {
                return Home(folder: candidate)
            }
            folder = parent(folder)
        }
        return nil
    }

    private static func isHome(_ folder: String) -> Bool {
        let manager = FileManager.default
        return manager.fileExists(atPath: folder + "/styles/streets/style.json")
            && manager.fileExists(atPath: folder + "/basemap")
    }

    private static func parent(_ path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Names of the installed styles, sorted.
    public var styleNames: [String] {
        let folders = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/styles")) ?? []
        return folders.filter { FileManager.default.fileExists(atPath: stylePath($0)) }.sorted()
    }

    func stylePath(_ name: String) -> String { "\(folder)/styles/\(name)/style.json" }

    /// The base map's archives, sorted by name.
    var basemapArchives: [String] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/basemap")) ?? []
        return files.filter { $0.hasSuffix(".pmtiles") || $0.hasSuffix(".mbtiles") }.sorted()
            .map { folder + "/basemap/" + $0 }
    }
}
