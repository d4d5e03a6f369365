// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics
import MapGeo
import MapLayout
import MapRuntime
import MapStyle
import MapTiles

extension SourceOpener {
    /// An image source of more pixels is refused: 16,384 by 16,384.
    private static let maxImagePixels = 1 << 28

    /// Tiles of a `raster` or `raster-dem` source.
    mutating func rasterTiles(_ source: StyleSource, baseFolder: String) throws(Diagnostic) -> RasterTiles {
        let tiles = try locate(source, baseFolder: baseFolder)
        var rasterTiles = RasterTiles(
            archive: tiles.archive, minZoom: tiles.zooms.lowerBound, maxZoom: tiles.zooms.upperBound,
            tileSize: source.tileSize)
        rasterTiles.bounds = tiles.bounds
        rasterTiles.overzoomsMissingTiles = fillsHoles
        rasterTiles.imageCache = cache.rasterImages
        credit(rasterTiles)
        return rasterTiles
    }

    /// The image of an `image` source.
    func image(_ source: StyleSource, baseFolder: String) throws(Diagnostic) -> GroundImage {
        guard let url = source.url else {
            throw Diagnostic(.warning, code: StyleCode.missingTiles, "the source names no image")
        }
        guard let corners = source.corners else {
            throw Diagnostic(
                .warning, code: StyleCode.wrongLength, "expected four corners [longitude, latitude] in \"coordinates\"")
        }
        guard case .file(let path) = try StyleAddress.resolve(url, baseFolder: baseFolder) else {
            throw Diagnostic(
                .warning, code: StyleCode.invalidAddress, expected: "the address of an image", found: "\"\(url)\"")
        }
        do throws(Diagnostic) {
            let bitmap = try decodeImage(readFile(path, limit: 256 << 20), maxPixels: Self.maxImagePixels)
            return GroundImage(
                bitmap, corners: corners.map { Coordinate(latitude: $0.latitude, longitude: $0.longitude) })
        } catch {
            throw error.file == nil ? Diagnostic(error.severity, code: error.code, file: path, error.message) : error
        }
    }
}
