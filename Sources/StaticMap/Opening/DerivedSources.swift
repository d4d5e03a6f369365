// SPDX-License-Identifier: MIT
import MapCore
import MapLayout
import MapRaster
import MapStyle
import MapTiles

/// Sources whose tiles are made of the heights of another source, which their member `source` names:
///
/// ```json
/// "lines": {"type": "vector", "source": "dem", "contours": {"interval": 20, "index": 100, "unit": "m"}},
/// "steep": {"type": "raster", "source": "dem", "shading": "slope"}
/// ```
extension SourceOpener {
    /// Nil for a source that names tiles of its own.
    func derived(_ source: StyleSource, from style: StyleSheet) throws(Diagnostic) -> LayoutSource? {
        guard source.kind == .vector || source.kind == .raster, let name = source.members["source"]?.string else {
            return nil
        }
        guard let heights = style.sources[name], heights.kind == .rasterDEM else {
            throw Diagnostic(
                .warning, code: .styleUnknownSource, expected: "\"source\" to name a source of type \"raster-dem\"",
                found: "\"\(name.prefix(60))\"")
        }
        let tiles = try rasterTiles(heights, baseFolder: heights.sceneFolder ?? style.baseFolder)
        let field = HeightField(
            tiles.archive, zooms: tiles.minZoom...tiles.maxZoom, code: heights.elevationCode)
        return source.kind == .vector ? contours(source, field) : try shading(source, field)
    }

    private func contours(_ source: StyleSource, _ field: HeightField) -> LayoutSource {
        let members = source.members["contours"]?.object ?? JSONObject()
        let unit = members["unit"]?.string.flatMap(ContourSource.Unit.init) ?? .metres
        let usual = ContourSource.intervals(atZoom: viewport.zoom, unit)
        let interval = members["interval"]?.number.flatMap { $0 > 0 ? $0 : nil }
        let index = members["index"]?.number.flatMap { $0 > 0 ? $0 : nil }
        let archive = ContourSource(
            field, interval: interval ?? usual.interval, index: index ?? interval.map { 5 * $0 } ?? usual.index,
            unit: unit)
        return .vector([
            VectorStackEntry(
                source: archive, minZoom: archive.info.minZoom, maxZoom: archive.info.maxZoom,
                bounds: archive.info.bounds, name: archive.info.file, isComplete: false)
        ])
    }

    private func shading(_ source: StyleSource, _ field: HeightField) throws(Diagnostic) -> LayoutSource {
        let word = source.members["shading"]?.string ?? ""
        guard let method = ReliefShading.Method(rawValue: word) else {
            let known = ReliefShading.Method.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
            throw Diagnostic(
                .warning, code: .styleUnsupportedSource, expected: "\"shading\" to be one of \(known)",
                found: "\"\(word.prefix(60))\"")
        }
        var light = ReliefShading.Light()
        if let direction = source.members["direction"]?.number, direction.isFinite { light.direction = direction }
        if let altitude = source.members["altitude"]?.number, altitude.isFinite { light.altitude = altitude }
        let archive = try ReliefShading(field, method, light: light)
        var tiles = RasterTiles(
            archive: archive, minZoom: archive.info.minZoom, maxZoom: archive.info.maxZoom,
            tileSize: Double(archive.info.tileSide ?? 256))
        tiles.overzoomsMissingTiles = fillsHoles
        tiles.imageCache = cache.rasterImages
        return .raster(tiles)
    }
}
