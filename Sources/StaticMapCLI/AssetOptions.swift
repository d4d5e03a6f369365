// SPDX-License-Identifier: MIT
import ArgumentParser
import StaticMap

/// What says where fonts, styles and base map are.
struct AssetOptions: ParsableArguments {
    @Option(help: "A folder of fonts, instead of the system's. Can be repeated.")
    var fonts: [String] = []

    @Option(help: "A folder with images for scenes, besides their own folder. Can be repeated.")
    var assets: [String] = []

    @Option(help: "The folder with styles and base map. Overrides STATICMAP_HOME.")
    var home: String?

    /// The renderer for these folders.
    func renderer(threads: Int?) -> MapRenderer {
        let home = home.map(Home.init(folder:)) ?? .ofExecutable ?? Home(folder: "/usr/local/share/staticmap")
        return MapRenderer(
            home: home, fontFolders: fonts, useSystemFonts: fonts.isEmpty,
            assetFolders: assets.map(absolutePath), threads: threads, cacheBytes: 0)
    }
}
