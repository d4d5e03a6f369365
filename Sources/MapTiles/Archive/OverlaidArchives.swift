// SPDX-License-Identifier: MIT
package import MapCore
package import MapGeo
import MapGeometry

/// Archives of vector tiles as one: inside its bounds a smaller archive hides the larger ones below it, and where an
/// archive has no more detail its largest tiles are enlarged. Clients that know one archive for a source read the same map
/// that is drawn from all of them.
package struct OverlaidArchives: TileArchive {
    package let info: ArchiveInfo
    /// The lowest first.
    private let archives: [any TileArchive]

    /// The part of an archive that a tile shows, as rectangles of the tile's unit square.
    private struct Part {
        let archive: any TileArchive
        let areas: [Rect]
    }

    /// Nil for no archives.
    package init?(_ archives: [any TileArchive]) {
        func area(_ archive: any TileArchive) -> Double { archive.info.bounds?.mercatorRect.area ?? .infinity }
        self.archives = archives.enumerated().sorted { a, b in
            let (areaA, areaB) = (area(a.element), area(b.element))
            return areaA == areaB ? a.offset < b.offset : areaA > areaB
        }.map(\.element)
        guard let first = self.archives.first else { return nil }
        let infos = self.archives.map(\.info)
        var info = first.info
        info.minZoom = infos.map(\.minZoom).min() ?? 0
        info.maxZoom = infos.map(\.maxZoom).max() ?? 0
        info.format = .mvt
        info.tileCount = nil
        var layers: [VectorLayerInfo] = []
        for other in infos {
            for layer in other.vectorLayers {
                if let index = layers.firstIndex(where: { $0.id == layer.id }) {
                    layers[index].fields.merge(layer.fields) { own, _ in own }
                } else {
                    layers.append(layer)
                }
            }
        }
        info.vectorLayers = layers
        info.attribution = infos.attribution
        self.info = info
    }

    package func tile(_ id: TileID) throws(Diagnostic) -> [UInt8]? {
        let parts = parts(of: id)
        if parts.count == 1, let only = parts.first, id.z <= only.archive.info.maxZoom, only.archive.info.format == .mvt
        {
            return try only.archive.tile(id)
        }
        return try vectorTile(parts, id)?.encoded
    }

    package func vectorTile(_ id: TileID, layers _: Set<String>?) throws(Diagnostic) -> VectorTile? {
        try vectorTile(parts(of: id), id)
    }

    /// Which archives a tile shows, the lowest first.
    private func parts(of id: TileID) -> [Part] {
        var free = [Rect(x: 0, y: 0, width: 1, height: 1)]
        var parts: [Part] = []
        let tile = id.mercatorRect
        for (index, archive) in archives.enumerated().reversed()
        where archive.info.minZoom <= id.z && !free.isEmpty {
            // The lowest may reach beyond its bounds; the others cover them and no more.
            let bounds = index == 0 ? nil : archive.info.bounds?.turnedRects
            let own = (bounds ?? [.everything]).map {
                $0.offset(by: Point(-tile.minX, -tile.minY)).scaled(by: 1 / tile.width)
            }
            let areas = own.flatMap { own in free.map { $0.intersection(own) } }
                .filter { !$0.isNull && $0.area > 1e-9 }
            guard !areas.isEmpty else { continue }
            parts.append(Part(archive: archive, areas: areas))
            for own in own { free = free.flatMap { $0.without(own) } }
        }
        return parts.reversed()
    }

    private func vectorTile(_ parts: [Part], _ id: TileID) throws(Diagnostic) -> VectorTile? {
        var layers: [String: (extent: Int, features: [VectorFeature])] = [:]
        var order: [String] = []
        var isFound = false
        for part in parts {
            let source = id.ancestor(atZoom: min(id.z, part.archive.info.maxZoom))
            guard let tile = try part.archive.vectorTile(source) else { continue }
            isFound = true
            for layer in tile.layers {
                let crop = TileCrop(of: id, in: source, extent: Double(layer.extent))
                let features = layer.features.flatMap { crop.pieces(of: $0, in: part.areas) }
                if layers[layer.name] == nil {
                    order.append(layer.name)
                    layers[layer.name] = (layer.extent, [])
                }
                // Layers of one name have one extent: those that follow are brought to it.
                let factor = Double(layers[layer.name]?.extent ?? layer.extent) / Double(layer.extent)
                layers[layer.name]?.features += factor == 1 ? features : features.map { $0.scaled(by: factor) }
            }
        }
        guard isFound else { return nil }
        return VectorTile(
            layers: order.compactMap { name in
                layers[name].map { VectorLayer(name: name, version: 2, extent: $0.extent, features: $0.features) }
            })
    }
}

extension [ArchiveInfo] {
    /// Those of all archives, each once; nil where none has any.
    package var attribution: String? {
        var makers: [String] = []
        for case let maker? in map(\.attribution) where !makers.contains(maker) { makers.append(maker) }
        return makers.isEmpty ? nil : makers.joined(separator: " | ")
    }
}

/// Cuts a tile out of a larger one.
private struct TileCrop {
    /// From the units of the larger tile.
    private let transform: Transform
    private let extent: Double

    /// Units beyond the tile's edges, for outlines and wide lines: those of most tiles.
    private var buffer: Double { extent / 64 }

    init(of id: TileID, in source: TileID, extent: Double) {
        let zooms = id.z - source.z
        let factor = Double(1 << zooms)
        let (column, row) = (id.x - source.x << zooms, id.y - source.y << zooms)
        transform = Transform.scale(factor, factor).then(
            .translation(Point(-Double(column) * extent, -Double(row) * extent)))
        self.extent = extent
    }

    func pieces(of feature: VectorFeature, in areas: [Rect]) -> [VectorFeature] {
        let geometry = feature.geometry()
        let points = geometry.points.map(transform.apply)
        var cut = TileGeometry()
        for area in areas {
            let rect = frame(of: area)
            for part in geometry.parts {
                let piece = Array(points[part])
                switch feature.type {
                case .unknown: break
                case .point:
                    let inside = piece.filter { rect.contains($0) }
                    if !inside.isEmpty { cut.append(inside) }
                case .lineString: for line in clippedLine(piece, to: rect) where line.count > 1 { cut.append(line) }
                case .polygon:
                    let ring = clippedRing(piece, to: rect)
                    if ring.count > 2 { cut.append(ring) }
                }
            }
        }
        guard !cut.parts.isEmpty else { return [] }
        return [VectorFeature(id: feature.id, type: feature.type, properties: feature.properties, geometry: cut)]
    }

    /// With a buffer where the area ends at the tile's edge; none where another archive begins.
    private func frame(of area: Rect) -> Rect {
        Rect(
            minX: area.minX <= 0 ? -buffer : area.minX * extent, minY: area.minY <= 0 ? -buffer : area.minY * extent,
            maxX: area.maxX >= 1 ? extent + buffer : area.maxX * extent,
            maxY: area.maxY >= 1 ? extent + buffer : area.maxY * extent)
    }
}

extension VectorFeature {
    func scaled(by factor: Double) -> VectorFeature {
        var geometry = geometry()
        geometry.points = geometry.points.map { $0 * factor }
        return VectorFeature(id: id, type: type, properties: properties, geometry: geometry)
    }
}

extension CoordinateBox {
    fileprivate var mercatorRect: Rect {
        let northWest = WebMercator.project(Coordinate(latitude: north, longitude: west))
        let southEast = WebMercator.project(Coordinate(latitude: south, longitude: east))
        return Rect(minX: northWest.x, minY: northWest.y, maxX: southEast.x, maxY: southEast.y)
    }

    /// The places of `mercatorRect` on the unit square: two where it crosses the antimeridian.
    fileprivate var turnedRects: [Rect] {
        [-1.0, 0, 1].map { mercatorRect.offset(by: Point($0, 0)) }.filter { $0.minX < 1 && $0.maxX > 0 }
    }
}

extension Rect {
    fileprivate var area: Double { width * height }

    fileprivate func scaled(by factor: Double) -> Rect {
        Rect(minX: minX * factor, minY: minY * factor, maxX: maxX * factor, maxY: maxY * factor)
    }

    /// What is left around another rectangle: above, below, left and right.
    fileprivate func without(_ other: Rect) -> [Rect] {
        let hole = intersection(other)
        guard !hole.isNull, hole.area > 0 else { return [self] }
        let parts = [
            Rect(minX: minX, minY: minY, maxX: maxX, maxY: hole.minY),
            Rect(minX: minX, minY: hole.maxY, maxX: maxX, maxY: maxY),
            Rect(minX: minX, minY: hole.minY, maxX: hole.minX, maxY: hole.maxY),
            Rect(minX: hole.maxX, minY: hole.minY, maxX: maxX, maxY: hole.maxY),
        ]
        return parts.filter { $0.width > 0 && $0.height > 0 }
    }
}
