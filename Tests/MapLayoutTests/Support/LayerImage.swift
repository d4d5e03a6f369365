// SPDX-License-Identifier: MIT
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
import Testing

/// A raster tile archive that computes its tiles.
struct MemoryTiles: TileArchive {
    var info = ArchiveInfo(file: "memory", container: .folder, format: .png, minZoom: 0, maxZoom: 22)
    let image: @Sendable (TileID) -> Bitmap?

    init(_ image: @escaping @Sendable (TileID) -> Bitmap?) { self.image = image }

    func tile(_ id: TileID) throws(Diagnostic) -> [UInt8]? {
        guard let image = image(id) else { return nil }
        do { return try encodePNG(image) } catch { throw Diagnostic(code: "test.encoding", "\(error)") }
    }
}

/// A bitmap that is `pixel` all over.
func plain(_ pixel: UInt32, side: Int = 16) -> Bitmap {
    Bitmap(width: side, height: side, pixels: Array(repeating: pixel, count: side * side))
}

/// One style layer over one source, laid out and painted.
struct LayerImage {
    var layer: String
    var source: LayoutSource
    var size = 64.0
    var scale = 1.0
    var zoom = 0.0
    var bearing = 0.0
    var center = Coordinate(latitude: 0, longitude: 0)
    var threads = 1

    init(_ layer: String, _ source: LayoutSource) {
        self.layer = layer
        self.source = source
    }

    /// The source as a style says it.
    private var sourceJSON: String {
        switch source {
        case .vector: "{\"type\": \"geojson\", \"data\": {\"type\": \"FeatureCollection\", \"features\": []}}"
        case .raster, .image: "{\"type\": \"raster\", \"tiles\": [\"{z}/{x}/{y}.png\"]}"
        case .elevation: "{\"type\": \"raster-dem\", \"tiles\": [\"{z}/{x}/{y}.png\"]}"
        }
    }

    func paint() throws -> Bitmap {
        let text = """
            {"version": 8, "sources": {"s": \(sourceJSON)}, "layers": [\(layer)]}
            """
        let diagnostics = DiagnosticSink()
        let document = try JSONDocument(file: "style.json", text: Array(text.utf8))
        let style = try #require(StyleSheet.decode(Field(document, diagnostics: diagnostics), baseFolder: "."))
        let viewport = Viewport(
            size: Size(width: size, height: size), scale: scale, center: center, zoom: zoom, bearing: bearing)
        var input = LayoutInput(
            viewport: viewport, style: style, fonts: FontLibrary(folders: [], useSystemFonts: false),
            diagnostics: diagnostics)
        (input.sources, input.threads) = (["s": source], threads)
        return try RasterPainter().paint(SceneLayout(input).drawing(), threads: threads)
    }
}

extension Bitmap {
    subscript(x: Int, y: Int) -> UInt32 { pixels[y * width + x] }
}
