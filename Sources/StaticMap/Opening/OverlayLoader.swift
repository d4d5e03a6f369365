// SPDX-License-Identifier: MIT
import MapCore
import MapData
import MapGeo
import MapLayout
import MapRaster
import MapScene
import MapTiles

/// Opens what overlays name: files of data, and tiles.
struct OverlayLoader {
    let document: SceneDocument
    let diagnostics: DiagnosticSink
    /// What the map shows, in degrees; nil when that follows from its content.
    var reach: CoordinateBox?
    /// The heights of the ground, in the datum of the base map.
    var ground: GroundHeights?

    /// Bytes of a file of data.
    private static let limit = 256 << 20

    /// The scene with its files of data read, and their values shown as colors and sizes that suit a light or a dark map.
    func expand(_ scene: Scene, isDark: Bool) -> Scene {
        let hasData = scene.overlays.contains { if case .data = $0.content { true } else { false } }
        let needsTracks =
            scene.annotations.contains { $0.moment != nil }
            || scene.decorations.contains { if case .profile = $0.content { true } else { false } }
        guard hasData || needsTracks && scene.tracks.isEmpty else { return scene }
        let errors = diagnostics.errorCount
        let expanded = expandData(of: scene, isDark: isDark)
        // Of data that cannot be read, a profile has nothing to show: that was told.
        for profile in diagnostics.errorCount > errors ? [] : expanded.emptyProfiles {
            diagnostics.add(
                .warning, code: .decorationsProfileEmpty, path: "decorations[\(profile.index)]", profile.message,
                hint: profile.hint)
        }
        let imported = expanded.annotations.count - scene.annotations.count
        return expanded.placingMoments { index, message, hint in
            diagnostics.add(
                .error, code: .dataNoTrack, path: "annotations[\(index - imported)].coordinate", message, hint: hint)
        }
    }

    private func expandData(of scene: Scene, isDark: Bool) -> Scene {
        var files = DataFiles()
        return scene.expandingData { index, overlay, data in
            guard !WorkContext.isCancelled else { return nil }
            do throws(Diagnostic) {
                var surroundings = DataSurroundings(
                    isDark: isDark, language: scene.basemap.language, path: "overlays[\(index)]",
                    diagnostics: diagnostics)
                for name in data.tables where surroundings.tables[name] == nil {
                    let path = document.resolve(name)
                    do throws(Diagnostic) {
                        surroundings.tables[name] = try DataTable(readDocument(path, limit: Self.limit), file: path)
                    } catch {
                        throw error.at("overlays[\(index)].\(name == data.join?.file ? "join" : "flows").file")
                    }
                }
                let shapes = try read(data, for: overlay, of: scene, in: surroundings, &files)
                if let shapes, shapes.annotations.isEmpty, shapes.overlays.isEmpty, reach != nil,
                    DataFile.isIndexed(data.format)
                {
                    diagnostics.add(
                        .note, code: .overlaysNotInView, path: "overlays[\(index)]",
                        "nothing of the data lies in the view")
                } else if let shapes, shapes.annotations.isEmpty, shapes.overlays.isEmpty {
                    diagnostics.add(
                        .warning, code: .dataEmpty, file: data.file.map(document.resolve),
                        path: "overlays[\(index)].data", "there is nothing in the data that can be drawn")
                } else if let shapes, shapes.overlays.isEmpty, !data.isStyledByData,
                    data.stylesLines || overlay.blendMode != .normal
                {
                    diagnostics.add(
                        .note, code: .sceneNoEffect, path: "overlays[\(index)]",
                        "the data has points alone, which become markers: the style of lines and areas has no effect")
                } else if let shapes, data.fillColor != nil, !data.isStyledByData,
                    !shapes.overlays.contains(where: { if case .polygon = $0.content { true } else { false } })
                {
                    diagnostics.add(
                        .note, code: .sceneNoEffect, path: "overlays[\(index)].fillColor",
                        "\"fillColor\" has no effect: the data has no areas")
                }
                return shapes
            } catch {
                diagnostics.add(error.path.isEmpty ? error.at("overlays[\(index)].data") : error)
                return nil
            }
        }
    }

    private func read(
        _ data: DataOverlay, for overlay: Overlay, of scene: Scene, in surroundings: DataSurroundings,
        _ files: inout DataFiles
    ) throws(Diagnostic) -> OverlayData? {
        var (template, surroundings) = (overlay, surroundings)
        // GPX and KML are in WGS 84 by their standards, whatever the scene is in.
        if template.coordinateSystem == nil, [.gpx, .kml].contains(data.format) { template.coordinateSystem = .wgs84 }
        func setGround() {
            guard data.elevation == .terrain else { return }
            surroundings.ground = ground?.from(
                template.coordinateSystem ?? scene.coordinateSystem, to: scene.basemap.coordinateSystem)
        }
        let file = DataFile(
            limit: Self.limit, layers: data.layers, reading: data.reading,
            box: data.dependsOnAllFeatures ? nil : reach, diagnostics: diagnostics)
        let found: Field?
        switch data.source {
        case .inline(let json): found = try file.features(json.field(diagnostics), data.format)
        case .file(let name):
            let path = document.resolve(name)
            if data.format == .gpx {
                let gpx = try GPXFile(file.bytes(path), file: path)
                if let unread = gpx.firstUnread {
                    var warning = unread
                    if gpx.unreadCount > 1 { warning.message += "; so do \(gpx.unreadCount - 1) other values" }
                    diagnostics.add(warning)
                }
                setGround()
                return GeoJSONShapes.read(gpx, from: path, template: template, style: data, in: surroundings)
            }
            found = try files.features(path, data.format, file)
        }
        guard let found else { return nil }
        // So is what names its system.
        if template.coordinateSystem == nil, found.node.declaresWGS84 { template.coordinateSystem = .wgs84 }
        setGround()
        return GeoJSONShapes.read(found, template: template, style: data, in: surroundings)
    }

    /// The tiles of tile overlays. What cannot be opened is an error.
    func tiles(of scene: Scene, _ opener: inout SourceOpener) -> [TileOverlay: RasterTiles] {
        var opened: [TileOverlay: RasterTiles] = [:]
        for (index, overlay) in scene.overlays.enumerated() {
            guard case .tiles(let tiles) = overlay.content, opened[tiles] == nil else { continue }
            do throws(Diagnostic) {
                let raster = try open(tiles, scale: scene.scale, opener)
                opened[tiles] = raster
                guard overlay.alpha > 0 else { continue }
                guard let reason = tiles.reasonToHide(raster, in: opener.viewport) else {
                    opener.credit(raster, areOwn: !tiles.canReplaceMapContent)
                    if isCut(raster, in: opener.viewport) {
                        diagnostics.add(
                            .warning, code: .rasterUnsupported, path: "overlays[\(index)].data",
                            "nothing of a GeoTIFF is drawn beyond 85.05° north or south",
                            hint: "a globe has its outermost pixels up to the poles")
                    }
                    continue
                }
                diagnostics.add(
                    .note, code: .overlaysNotInView, path: "overlays[\(index)]",
                    "nothing of the tile overlay is drawn: \(reason)")
            } catch {
                diagnostics.add(error.at("overlays[\(index)].\(tiles.raster == nil ? "tiles" : "data")"))
            }
        }
        return opened
    }

    /// True when a raster and the view go on where the tiles that are drawn of it end.
    private func isCut(_ raster: RasterTiles, in viewport: Viewport) -> Bool {
        guard !raster.reachesPoles(in: viewport), let archive = raster.archive as? GeoTIFFArchive else { return false }
        let (view, beyond) = (viewport.bounds, WebMercator.maxLatitude + 1e-6)
        return [(view.north, true), (-view.south, false)].contains { end, isNorth in
            end > beyond && (try? archive.hasPixelsBeyondTiles(toNorth: isNorth)) ?? false
        }
    }

    /// Where the tile overlays of a scene have tiles. What cannot be opened is left out: it is reported when it is drawn.
    func extents(of scene: Scene, _ cache: RendererCache) -> [DataExtent] {
        scene.overlays.enumerated().compactMap { index, overlay in
            guard case .tiles(let tiles) = overlay.content else { return nil }
            if let bounds = tiles.bounds { return DataExtent(box: bounds) }
            if let raster = tiles.raster {
                do throws(Diagnostic) {
                    return DataExtent(try cache.raster(raster, in: document, scale: scene.scale))
                } catch {
                    // Without it, nothing tells where to look.
                    diagnostics.add(error.at("overlays[\(index)].data"))
                    return nil
                }
            }
            return (try? cache.open(path(of: tiles), scale: scene.scale)).map { DataExtent($0) }
        }
    }

    private func path(of tiles: TileOverlay) -> String {
        let path = document.resolve(tiles.tiles)
        return tiles.geometryFlipped ? path.replacing("{y}", with: "{-y}") : path
    }

    private func open(
        _ tiles: TileOverlay, scale: Double, _ opener: SourceOpener
    ) throws(Diagnostic) -> RasterTiles {
        if let archive = ProvidedArchive(tiles.tiles, format: .unknown) {
            var raster = opener.rasterTiles(archive, measuredBy: archive)
            raster.tileSize = tiles.tileSize ?? 256
            return raster
        }
        if let raster = tiles.raster {
            let archive = try opener.cache.raster(raster, in: document, scale: scale)
            return opener.rasterTiles(archive, measuredBy: archive)
        }
        let path = path(of: tiles)
        let archive = try opener.cache.open(path, scale: scale)
        guard [.png, .jpeg, .webp, .unknown].contains(archive.info.format) else {
            throw Diagnostic(
                code: .tilesUnsupportedFormat, file: archive.info.file, expected: "image tiles",
                found: "\(archive.info.format.rawValue) tiles")
        }
        if tiles.geometryFlipped, archive.info.container != .folder || !path.contains("{-y}") {
            throw Diagnostic(
                code: .tilesCannotFlip, file: archive.info.file, "only a path with {y} can be turned upside down",
                hint: "leave out \"geometryFlipped\": archives say it themselves")
        }
        // An image for fine screens covers no more ground than the plain one.
        let plain = path.contains("{ratio}") && scale > 1 ? try opener.cache.open(path, scale: 1) : archive
        var raster = opener.rasterTiles(archive, measuredBy: plain)
        raster.tileSize = tiles.tileSize ?? raster.tileSize
        return raster
    }
}

extension DataOverlay {
    /// True if the overlay has a style for lines or areas. GPX has one of its own by default.
    fileprivate var stylesLines: Bool {
        fillColor != nil || style != .simplestyle && (format != .gpx || style != LineStyle())
    }

    /// The file as the scene names it; nil for inline data.
    fileprivate var file: String? {
        if case .file(let name) = source { name } else { nil }
    }
}
