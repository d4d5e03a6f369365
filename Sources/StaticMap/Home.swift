// SPDX-License-Identifier: MIT
import Libc
import MapCore
import MapScene
import MapStyle

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The folder with the installed styles and base map: `styles/NAME/style.json` and `basemap/*.pmtiles`; in packages that
/// need no others, also `fonts`.
public struct Home: Hashable, Sendable {
    /// The folder's path, relative to the working directory.
    package let path: String

    /// The folder.
    public var folder: URL { URL(filePath: path, directoryHint: .isDirectory) }

    /// Names a folder. Whether it exists is checked when a map is rendered.
    public init(folder: URL) {
        self.init(folder: folder.givenPath)
    }

    /// As the public initializer, for a path.
    package init(folder path: String) {
        self.path = path
    }

    /// The installed home. It is the first that exists of:
    ///
    /// 1. the environment variable `STATICMAP_HOME`, if it is set,
    /// 2. `share/staticmap` in a folder above the running executable, or a checkout of this package above it,
    /// 3. the checkout that the library was built from,
    /// 4. `/usr/local/share/staticmap`, `/usr/share/staticmap`.
    ///
    /// If there is none, rendering fails with a message that suggests `STATICMAP_HOME`.
    public static var installed: Home {
        find(named, executable: executablePath, defaults: defaults) ?? Home(folder: "/usr/local/share/staticmap")
    }

    /// The home of the running program: what `STATICMAP_HOME` names, or a folder above the executable; nil if there is none.
    package static var ofExecutable: Home? {
        find(named, executable: executablePath, defaults: [])
    }

    /// Finds the home for an environment and an executable, in the order of `installed`.
    ///
    /// - Parameters:
    ///   - environment: `STATICMAP_HOME` overrides everything else.
    ///   - executable: the running executable, with symbolic links resolved.
    /// - Returns: nil if there is none.
    public static func find(environment: [String: String], executable: URL) -> Home? {
        find(environment[variable], executable: executable.givenPath, defaults: defaults)
    }

    private static let variable = "STATICMAP_HOME"
    private static var named: String? { getenv(variable).map { String(cString: $0) } }
    private static var defaults: [String] { [sourceCheckout, "/usr/local/share/staticmap", "/usr/share/staticmap"] }

    private static func find(_ named: String?, executable: String, defaults: [String]) -> Home? {
        if let named, !named.isEmpty { return Home(folder: named) }
        var folder = MapCore.folder(of: executable)
        for _ in 0..<maxLevels {
            for candidate in [folder + "/share/staticmap", folder] where isHome(candidate) {
                return Home(folder: candidate)
            }
            folder = MapCore.folder(of: folder)
        }
        return defaults.first(where: isHome).map { Home(folder: $0) }
    }

    /// `.build/x86_64-unknown-linux-gnu/release/Tests.xctest/Contents/MacOS/Tests` is 7 levels below its package.
    private static let maxLevels = 8

    /// The package that this file belongs to: three levels up.
    private static let sourceCheckout = MapCore.folder(of: MapCore.folder(of: MapCore.folder(of: #filePath)))

    private static var executablePath: String {
        #if os(Linux)
            let path = "/proc/self/exe"
        #else
            let path = CommandLine.arguments[0]
        #endif
        return realPath(path) ?? CommandLine.arguments[0]
    }

    private static func isHome(_ folder: String) -> Bool {
        FileState(folder + "/styles/streets/style.json") != nil && FileState(folder + "/basemap") != nil
    }

    /// Names of the installed styles, sorted.
    public var styleNames: [String] {
        fileNames(in: path + "/styles").filter { FileState(stylePath($0)) != nil }
    }

    func stylePath(_ name: String) -> String { "\(path)/styles/\(name)/style.json" }

    /// The base map's archives, sorted by name.
    var basemapArchives: [String] {
        fileNames(in: path + "/basemap").filter { $0.hasSuffix(".pmtiles") || $0.hasSuffix(".mbtiles") }
            .map { path + "/basemap/" + $0 }
    }

    /// The language of a map's names by its tag, BCP 47 or "local", with the names of countries that are installed.
    func labelLanguage(_ tag: String) -> LabelLanguage {
        LabelLanguage(tag, countryTable: try? readFile(path + "/basemap/country-names.tsv", limit: 4 << 20))
    }

    /// The table of what countries say of disputed borders.
    var worldviewFile: String { path + "/basemap/worldviews.geojson" }

    /// The folder of the fonts that are installed with the program, if there are some.
    var fontFolders: [String] { realPath(path + "/fonts").map { [$0] } ?? [] }
}
