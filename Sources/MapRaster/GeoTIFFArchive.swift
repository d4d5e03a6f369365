// SPDX-License-Identifier: MIT
import Libc
package import MapCore
package import MapGeo
import MapGeometry
import MapImages
import MapProj
package import MapTiles
import Synchronization

/// GeoTIFF files as an archive of tiles, which are made when they are asked for. Of several files that lie over one another the last
/// is on top. A look over many of them ends with the map that it is for.
package struct GeoTIFFArchive: TileArchive {
    package let info: ArchiveInfo
    private let parts: [Part]
    private let painters: Painters
    private let content: Content
    /// Tiles of heights that were made: a terrain asks for them many times.
    private let heightTiles: SharedCache<TileID, [UInt8]?>
    /// Pixels of a tile.
    private let side: Int
    /// The zoom whose tiles are as fine as the finest of the rasters. Of colors there are tiles of higher zooms too, so that enlarging
    /// them samples the raster instead of its tiles.
    package let nativeZoom: Int
    /// Zooms beyond.
    private static let finerZooms = 2

    private struct Part: Sendable {
        var raster: GeoTIFF
        var box: CoordinateBox
        var zoom: Int
    }

    /// What tiles show.
    private enum Content: Hashable, Sendable {
        case colors(RasterOptions)
        /// Metres, as in terrarium tiles.
        case heights
    }

    /// Made once, when the first tile is asked for, and shared by the forms of an archive.
    private final class Painters: Sendable {
        private struct Key: Hashable {
            var index: Int
            var options: RasterOptions
        }

        private let known = Mutex<[Key: SamplePainter]>([:])
        private static let most = 256

        func painter(_ index: Int, _ raster: GeoTIFF, _ options: RasterOptions) throws(Diagnostic) -> SamplePainter {
            let key = Key(index: index, options: options)
            if let painter = known.withLock({ $0[key] }) { return painter }
            let painter = try SamplePainter(raster, options)
            // Of a map that was ended, not all samples were read.
            guard !WorkContext.isCancelled else { return painter }
            known.withLock { known in
                if known.count >= Self.most { known.removeAll() }
                known[key] = painter
            }
            return painter
        }
    }

    /// Opens a file, or several as one.
    ///
    /// - Parameters:
    ///   - paths: at least one; later ones lie over earlier ones.
    ///   - name: of the whole, for messages.
    ///   - scale: output pixels per point.
    /// - Throws: when one of them is no GeoTIFF that can be drawn.
    package init(_ paths: [String], name: String, scale: Double = 1) throws(Diagnostic) {
        var parts: [Part] = []
        for path in paths where parts.isEmpty || !WorkContext.isCancelled {
            let raster = try GeoTIFF(path)
            parts.append(Part(raster: raster, box: try raster.box(), zoom: try raster.zoom()))
        }
        try self.init(parts, name: name, side: scale > 1 ? 2 * Self.points : Self.points)
    }

    /// Several archives as one: later ones lie over earlier ones.
    ///
    /// - Throws: when there are none.
    package init(joining archives: [GeoTIFFArchive], name: String) throws(Diagnostic) {
        try self.init(archives.flatMap(\.parts), name: name, side: archives.map(\.side).max() ?? Self.points)
    }

    private init(_ parts: [Part], name: String, side: Int) throws(Diagnostic) {
        guard let first = parts.first else {
            throw Diagnostic(code: .rasterInvalid, file: name, expected: "GeoTIFF files", found: "none")
        }
        nativeZoom = parts.map(\.zoom).max() ?? 0
        var info = ArchiveInfo(
            file: name, container: .geotiff, format: .png, minZoom: 0,
            maxZoom: min(TileID.maxZoom, nativeZoom + Self.finerZooms))
        info.bounds = parts.dropFirst().reduce(first.box) { $0.union($1.box) }
        info.tileSide = Self.points
        self.info = info
        (self.parts, self.side) = (parts, side)
        (painters, content, heightTiles) = (Painters(), .colors(RasterOptions()), SharedCache(limit: 24 << 20))
    }

    private init(_ other: GeoTIFFArchive, _ content: Content) {
        (parts, side, nativeZoom, painters) = (other.parts, other.side, other.nativeZoom, other.painters)
        heightTiles = other.heightTiles
        self.content = content
        var info = other.info
        // Heights that are enlarged would be flat between those that are known.
        if content == .heights { info.maxZoom = nativeZoom }
        self.info = info
    }

    /// The side of a tile.
    package static let points = 256

    /// The same with the values as metres, in the encoding of terrarium tiles.
    package var heights: GeoTIFFArchive { GeoTIFFArchive(self, .heights) }

    /// The same in other colors.
    package func painted(_ options: RasterOptions) -> GeoTIFFArchive { GeoTIFFArchive(self, .colors(options)) }

    /// The same in other colors.
    ///
    /// - Throws: when one of the rasters has not the bands that these take.
    package func painted(checking options: RasterOptions) throws(Diagnostic) -> GeoTIFFArchive {
        for part in parts { try options.check(part.raster) }
        return painted(options)
    }

    package func hasTile(_ id: TileID) throws(Diagnostic) -> Bool {
        parts.contains { $0.box.touches(id.box) }
    }

    package func tile(_ id: TileID) throws(Diagnostic) -> [UInt8]? {
        switch content {
        case .colors(let options): try colors(id, options).map { storedPNG(side: side, $0) }
        case .heights:
            try heightTiles.value(for: id, cost: { 64 + ($0?.count ?? 0) }) { () throws(Diagnostic) in
                try encodedMetres(id)
            }
        }
    }

    package var makesPixels: Bool { if case .colors = content { true } else { false } }

    package func pixels(_ id: TileID) throws(Diagnostic) -> TilePixels? {
        guard case .colors(let options) = content, let colors = try colors(id, options) else { return nil }
        var pixels = [UInt32](unsafeUninitializedCapacity: side * side) { buffer, count in
            colors.withUnsafeBufferPointer { colors in
                for index in 0..<side * side {
                    let at = 4 * index
                    buffer[index] =
                        UInt32(colors[at + 3]) << 24 | UInt32(colors[at]) << 16 | UInt32(colors[at + 1]) << 8
                        | UInt32(colors[at + 2])
                }
            }
            count = side * side
        }
        pixels.withUnsafeMutableBufferPointer { PremultipliedPixel.premultiply($0) }
        return TilePixels(side: side, pixels: pixels)
    }

    /// Red, green, blue and opacity of a tile's pixels, not premultiplied; nil where it shows nothing.
    private func colors(_ id: TileID, _ options: RasterOptions) throws(Diagnostic) -> [UInt8]? {
        var pixels: [UInt8] = []
        for (index, part) in parts.enumerated().reversed() where part.box.touches(id.box) {
            let painter = try painters.painter(index, part.raster, options)
            guard !WorkContext.isCancelled else { break }
            let warp = RasterWarp(
                raster: part.raster, id: id, side: side, bands: painter.bands, isNearest: painter.isNearest,
                neighbors: neighbors(of: index, id))
            guard let plan = try warp.plan() else { continue }
            if painter.isPlainColor, try warp.paintColors(below: &pixels, plan) { continue }
            guard let tile = try warp.tile(plan) else { continue }
            if pixels.isEmpty { pixels = [UInt8](repeating: 0, count: 4 * side * side) }
            painter.paint(tile, below: &pixels)
        }
        return pixels.isEmpty ? nil : pixels
    }

    /// The rasters that go on where one ends, as far as they touch a tile.
    private func neighbors(of index: Int, _ id: TileID) -> [RasterNeighbor] {
        guard parts.count > 1 else { return [] }
        return parts.indices.reversed().compactMap { other in
            guard other != index, parts[other].box.touches(id.box) else { return nil }
            return RasterNeighbor(parts[other].raster, of: parts[index].raster)
        }
    }

    private func encodedMetres(_ id: TileID) throws(Diagnostic) -> [UInt8]? {
        guard let tile = try heightTile(id, side: side) else { return nil }
        // Where nothing is known there is no opacity.
        var pixels = [UInt8](repeating: 0, count: 4 * side * side)
        for (index, height) in tile.enumerated() where height.isFinite {
            let metres = max(-32768, min(32767, Double(height)))
            let steps = Int((metres + 32768) * 256 + 0.5)
            pixels[4 * index + 3] = 255
            pixels[4 * index] = UInt8(truncatingIfNeeded: steps >> 16)
            pixels[4 * index + 1] = UInt8(truncatingIfNeeded: steps >> 8)
            pixels[4 * index + 2] = UInt8(truncatingIfNeeded: steps)
        }
        return storedPNG(side: side, pixels)
    }

    /// The heights at the middles of a tile's pixels, row by row, in metres; not a number where none is known. Nil where the
    /// whole tile has none.
    package func heightTile(_ id: TileID, side: Int, isSmooth: Bool = false) throws(Diagnostic) -> [Float]? {
        var heights: [Float] = []
        for (index, part) in parts.enumerated().reversed()
        where !WorkContext.isCancelled && part.box.touches(id.box) {
            let warp = RasterWarp(
                raster: part.raster, id: id, side: side, bands: [0], isNearest: false, isSmooth: isSmooth,
                neighbors: neighbors(of: index, id))
            guard let plan = try warp.plan(), let tile = try warp.tile(plan) else { continue }
            if heights.isEmpty { heights = [Float](repeating: .nan, count: side * side) }
            let metres = Float(part.raster.metres)
            for index in heights.indices where tile.opacity[index] > 0 && heights[index].isNaN {
                heights[index] = tile.values[index] * metres
            }
        }
        return heights.isEmpty ? nil : heights
    }
}

extension GeoTIFFArchive {
    /// The height of the ground at a place, in metres, between the four values around it; nil where none is known.
    package func height(at place: Coordinate) throws(Diagnostic) -> Double? {
        for part in parts.reversed() where !WorkContext.isCancelled && part.box.contains(place) {
            if let height = try part.raster.height(at: place) { return height }
        }
        return nil
    }
}

extension GeoTIFFArchive {
    /// Whether there are pixels beyond the latitude at which tiles end.
    ///
    /// - Parameter toNorth: false for those in the south.
    /// - Returns: true where tiles leave out pixels; false for a map that has ended.
    /// - Throws: when coordinates cannot be transformed.
    package func hasPixelsBeyondTiles(toNorth: Bool) throws(Diagnostic) -> Bool {
        // A folder may have thousands, each of which is looked at in many points.
        for part in parts where !WorkContext.isCancelled {
            if try part.raster.hasPixelsBeyondTiles(toNorth: toNorth) { return true }
        }
        return false
    }

    /// Rasters of a mosaic that are looked at.
    private static let sampledParts = 8

    /// The heights between which nearly all of the ground lies; nil where none are known.
    func usualHeights() throws(Diagnostic) -> ClosedRange<Double>? {
        var found: ClosedRange<Double>?
        for part in parts.prefix(Self.sampledParts) where !WorkContext.isCancelled {
            guard let range = try part.raster.sample(bands: [0]).range(band: 0, 0.02, 0.98) else { continue }
            let metres = part.raster.metres
            found =
                min(
                    found?.lowerBound ?? .infinity, range.lowerBound * metres)...max(
                    found?.upperBound ?? -.infinity, range.upperBound * metres)
        }
        return found
    }
}

extension GeoTIFF {
    /// The first band at a place, in metres; nil beside the raster, and where there is no data.
    func height(at place: Coordinate) throws(Diagnostic) -> Double? {
        var points = [Point(place.longitude, place.latitude)]
        try position.pixels(&points, columns: main.width)
        let p = points[0]
        guard p.x >= 0, p.y >= 0, p.x < Double(main.width), p.y < Double(main.height) else { return nil }
        // Values are those of the middles of pixels.
        let (x, y) = (max(0, p.x - 0.5), max(0, p.y - 0.5))
        let (column, row) = (Int(x), Int(y))
        let window = try window(
            levels[0], columns: column..<min(column + 2, main.width), rows: row..<min(row + 2, main.height), bands: [0])
        var (sum, weights) = (0.0, 0.0)
        for down in 0..<window.height {
            for across in 0..<window.width {
                let at = down * window.width + across
                guard window.opacity.isEmpty || window.opacity[at] > 0 else { continue }
                let weight =
                    (1 - abs(x - Double(column + across))) * (1 - abs(y - Double(row + down)))
                sum += weight * Double(window.values[at])
                weights += weight
            }
        }
        return weights > 0.25 ? sum / weights * metres : nil
    }
}

extension GeoTIFF {
    /// Points along each edge by which the box around a raster is found.
    private static let edgePoints = 21

    /// Longitudes and latitudes along the edges, or so many pixels within them.
    private func edges(inset: Double) throws(Diagnostic) -> [Point] {
        let pixels = Rect(minX: 0, minY: 0, maxX: Double(main.width), maxY: Double(main.height)).inset(by: inset)
        var points: [Point] = []
        for index in 0...Self.edgePoints {
            let share = Double(index) / Double(Self.edgePoints)
            let (x, y) = (pixels.minX + pixels.width * share, pixels.minY + pixels.height * share)
            points += [Point(x, pixels.minY), Point(x, pixels.maxY), Point(pixels.minX, y), Point(pixels.maxX, y)]
        }
        for index in points.indices { points[index] = position.transform.apply(points[index]) }
        try position.system.toLongitudeLatitude(&points)
        return points.filter { $0.x.isFinite && $0.y.isFinite }
    }

    /// True for pixels whose middles lie beyond Web Mercator: at an edge, or around a pole.
    fileprivate func hasPixelsBeyondTiles(toNorth: Bool) throws(Diagnostic) -> Bool {
        let sign = toNorth ? 1.0 : -1
        if try edges(inset: 0.5).contains(where: { $0.y * sign > WebMercator.maxLatitude }) { return true }
        var pole = [Point(0, 90 * sign)]
        try position.pixels(&pole, columns: main.width)
        return pole[0].x > 0 && pole[0].y > 0 && pole[0].x < Double(main.width) && pole[0].y < Double(main.height)
    }

    /// The box around the raster.
    func box() throws(Diagnostic) -> CoordinateBox {
        let known = try edges(inset: 0)
        guard let first = known.first else {
            throw Diagnostic(code: .rasterNoPosition, file: path, "the raster does not lie on the Earth")
        }
        var (west, south, east, north) = (first.x, first.y, first.x, first.y)
        for p in known {
            // Across the antimeridian longitudes go on.
            let x = p.x - first.x > 180 ? p.x - 360 : p.x - first.x < -180 ? p.x + 360 : p.x
            (west, east) = (
                min(west, position.system.isGeographic ? p.x : x), max(east, position.system.isGeographic ? p.x : x)
            )
            (south, north) = (min(south, p.y), max(north, p.y))
        }
        let limit = WebMercator.maxLatitude
        (south, north) = (max(-limit, min(limit, south)), max(-limit, min(limit, north)))
        guard east > west, north > south else {
            throw Diagnostic(code: .rasterNoPosition, file: path, "the raster does not lie on the map")
        }
        if east - west >= 359.999 { return CoordinateBox(west: -180, south: south, east: 180, north: north) }
        let turn = (west + 180) / 360
        let shift = 360 * turn.rounded(.down)
        return CoordinateBox(west: west - shift, south: south, east: east - shift, north: north)
    }

    /// The zoom at which tiles of 256 pixels are as fine as the raster in its middle.
    func zoom() throws(Diagnostic) -> Int {
        let middle = Point(Double(main.width) / 2, Double(main.height) / 2)
        var points = [middle, Point(middle.x + 1, middle.y), Point(middle.x, middle.y + 1)].map(
            position.transform.apply)
        try position.system.toLongitudeLatitude(&points)
        let projected = points.map { WebMercator.project(Coordinate(latitude: $0.y, longitude: $0.x)) }
        let (east, south) = (projected[1] - projected[0], projected[2] - projected[0])
        let pixel = abs(east.x * south.y - east.y * south.x).squareRoot()
        guard pixel.isFinite, pixel > 0 else { return 0 }
        let zoom = log2(1 / (pixel * Double(GeoTIFFArchive.points)))
        return Int(max(0, min(Double(TileID.maxZoom), (zoom - 0.1).rounded(.up))))
    }
}

extension CoordinateBox {
    /// The box around two boxes.
    fileprivate func union(_ other: CoordinateBox) -> CoordinateBox {
        CoordinateBox(
            west: min(west, other.west), south: min(south, other.south), east: max(east, other.east),
            north: max(north, other.north))
    }
}

/// The GeoTIFF files, or files of heights, that a path names: itself, or those of a folder, by name; nil where it names something else.
package func rasterFiles(at path: String) -> [String]? {
    let lowercased = path.lowercased()
    guard ![".pmtiles", ".mbtiles", ".geojson", ".pbf", ".json"].contains(where: lowercased.hasSuffix),
        !path.contains("{"), WorkContext.current.files.permits(path), let state = FileState(path)
    else { return nil }
    switch state.kind {
    case .file: return HeightFile.matches(path) || isTIFF(path) ? [path] : nil
    case .folder:
        let names = fileNames(in: path).filter { name in
            [".tif", ".tiff"].contains(where: name.lowercased().hasSuffix) || HeightFile.matches(name)
        }
        return names.isEmpty ? nil : names.map { "\(path)/\($0)" }
    default: return nil
    }
}

/// True for the first bytes of a TIFF or BigTIFF.
private func isTIFF(_ path: String) -> Bool {
    [[0x49, 0x49, 42, 0], [0x4D, 0x4D, 0, 42], [0x49, 0x49, 43, 0], [0x4D, 0x4D, 0, 43]]
        .contains(firstBytes(of: path, count: 4))
}
