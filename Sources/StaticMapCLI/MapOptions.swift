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
            assetFolders: assets.map(absolutePath), threads: threads)
    }
}

/// Options that complete a scene, or change what it says.
struct SceneOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The picture's size in points, and pixels a point.", valueName: "WxH[@Nx]"))
    var size: PictureSize?

    @Option(parsing: .unconditional, help: ArgumentHelp("The center.", valueName: "lon,lat"))
    var center: LonLat?

    @Option(parsing: .unconditional, help: "MapLibre's zoom: at 0 the world is 512 points wide.")
    var zoom: Double?

    @Option(parsing: .unconditional, help: "Degrees clockwise from north that point up.")
    var bearing: Double?

    @Option(parsing: .unconditional, help: ArgumentHelp("What must be seen.", valueName: "w,s,e,n"))
    var bbox: BoundingBox?

    @Option(help: "An installed style's name, or a MapLibre style file.")
    var style: String?

    @Option(help: "An MBTiles, PMTiles or GeoJSON file or a tile folder in place of the base map (may be repeated).")
    var tiles: [String] = []

    func validate() throws {
        if bbox != nil, center != nil || zoom != nil {
            throw ValidationError("--bbox says what --center and --zoom say: give one or the other")
        }
        if let zoom, !Camera.zooms.contains(zoom) {
            throw ValidationError("--zoom must be from \(Camera.zooms.lowerBound) to \(Camera.zooms.upperBound)")
        }
        if let bearing, !bearing.isFinite { throw ValidationError("--bearing must be a number of degrees") }
    }

    /// Flags win over the scene.
    func apply(to scene: inout Scene) {
        if let size {
            scene.size = size.points
            scene.scale = size.scale ?? scene.scale
        }
        scene.size = scene.size ?? Size(width: 800, height: 600)
        if let bbox { scene.camera.framing = .bounds(bbox.box) }
        if center != nil || zoom != nil { scene.camera.framing = centered(scene.camera.framing) }
        if let bearing { scene.camera.bearing = bearing }
        if let style {
            let isFile = style.contains("/") || style.hasSuffix(".json")
            scene.basemap.style = isFile ? .file(absolutePath(style)) : .named(style)
        }
        if !tiles.isEmpty { scene.basemap.tiles = tiles.map(absolutePath) }
    }

    private func centered(_ framing: Camera.Framing) -> Camera.Framing {
        if case .center(let middle, let level) = framing {
            return .center(center?.coordinate ?? middle, zoom: zoom ?? level)
        }
        return .center(center?.coordinate ?? Coordinate(latitude: 0, longitude: 0), zoom: zoom ?? 10)
    }
}
