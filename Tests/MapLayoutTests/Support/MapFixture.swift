// SPDX-License-Identifier: MIT
import Foundation
import MapCanvas
import MapCore
import MapGeo
import MapGeometry
import MapImages
import MapLayout
import MapScene
import MapStyle
import MapText
import MapTiles
import TestSupport

/// A small map: a style, sources built in code, and a viewport.
struct MapFixture {
    /// The members of the style's `layers`.
    var layers: String
    /// More members of the style, such as `"sky": {}`.
    var members: [String] = []
    var sources: [String: LayoutSource]
    var view: Viewport
    var annotations: [Annotation] = []
    var overlays: [Overlay] = []
    var overlayTiles: [TileOverlay: RasterTiles] = [:]
    var attribution = AttributionLine("")
    var contentInsets = EdgeInsets()
    var missingTiles = MissingTilePolicy.skip
    var threads = 2
    /// The part of the image that will be painted, in pixels.
    var paintedArea: Rect?
    var images = ImageSet(SpriteSheet())
    let diagnostics = DiagnosticSink()

    static let fonts = FontLibrary(folders: testFontFolders.map(\.path), useSystemFonts: false)

    init(layers: String, sources: [String: LayoutSource], view: Viewport) {
        self.layers = layers
        self.sources = sources
        self.view = view
    }

    /// The world on a source "s" of one archive.
    init(_ source: StubArchive, layers: String, view: Viewport = .square(256)) {
        self.init(layers: layers, sources: ["s": source.layoutSource], view: view)
    }

    func drawing() throws -> Drawing {
        let names = sources.map { name, source in
            if case .raster = source { return #""\#(name)": {"type": "raster", "url": "mbtiles://x"}"# }
            return #""\#(name)": {"type": "vector", "url": "mbtiles://x"}"#
        }.joined(separator: ",")
        let json =
            #"{"version": 8, "sources": {\#(names)}, "layers": [\#(layers)]\#(members.map { ", " + $0 }.joined())}"#
        let document = try JSONDocument(file: "style.json", text: Array(json.utf8))
        guard let style = StyleSheet.decode(Field(document, diagnostics: diagnostics), baseFolder: ".") else {
            throw diagnostics.all.first ?? Diagnostic(code: "test.style", "no style")
        }
        var input = LayoutInput(viewport: view, style: style, fonts: Self.fonts, diagnostics: diagnostics)
        (input.sources, input.styleImages, input.missingTiles) = (sources, images, missingTiles)
        (input.annotations, input.overlays, input.attribution) = (annotations, overlays, attribution)
        (input.threads, input.paintedArea, input.contentInsets) = (threads, paintedArea, contentInsets)
        input.overlayTiles = overlayTiles
        return SceneLayout(input).drawing()
    }

    func image() throws -> Bitmap { try RasterPainter().paint(drawing(), threads: threads) }
}

extension Viewport {
    static func square(
        _ side: Double, longitude: Double = 0, latitude: Double = 0, zoom: Double = 0, bearing: Double = 0,
        scale: Double = 1
    ) -> Viewport {
        Viewport(
            size: Size(width: side, height: side), scale: scale,
            center: Coordinate(latitude: latitude, longitude: longitude), zoom: zoom, bearing: bearing)
    }
}

extension Drawing {
    func items(_ role: DrawingItem.Role) -> [DrawingItem] { items.filter { $0.role == role } }

    /// The indices of the pixels that an item paints by itself.
    func paintedPixels(of item: DrawingItem) throws -> Set<Int> {
        var alone = Drawing(width: width, height: height, scale: scale)
        alone.items = [item]
        let pixels = try RasterPainter().paint(alone, threads: 1).pixels
        return Set(pixels.indices.filter { pixels[$0] >> 24 > 0 })
    }
}

extension Bitmap {
    func pixel(_ x: Int, _ y: Int) -> UInt32 { pixels[y * width + x] }
}
