// SPDX-License-Identifier: MIT
import ArgumentParser
import StaticMap

/// What says where fonts, styles and base map are.
struct AssetOptions: ParsableArguments {
    @Option(help: "A folder of fonts to use instead of the machine's (may be repeated).")
    var fonts: [String] = []

    @Option(help: "A folder that scenes may take images from, besides their own (may be repeated).")
    var assets: [String] = []

    @Option(help: "The folder with styles and base map; STATICMAP_HOME does the same.")
    var home: String?

    /// The renderer for these folders.
    func renderer(threads: Int?) -> MapRenderer {
        let home = home.map(Home.init(folder:)) ?? installedHome() ?? Home(folder: "/usr/local/share/staticmap")
        return MapRenderer(
            home: home, fontFolders: fonts, useSystemFonts: fonts.isEmpty,
            assetFolders: assets.map(absolutePath), threads: threads, cacheBytes: 0)
    }
}
