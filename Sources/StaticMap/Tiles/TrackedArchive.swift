// SPDX-License-Identifier: MIT
import MapCore
import MapGeo
import MapLayout
import MapTiles
import Synchronization

/// Notes the tiles that were asked for and not there, and what was in the others; safe from many threads.
final class TileLog: Sendable {
    private let missing = Mutex<Set<MissingTile>>([])
    private let features = Mutex<[String: [String: Int]]>([:])
    private let absent = Mutex<[String: Set<TileID>]>([:])
    private let found = Atomic(false)

    /// True when some tile was there.
    var hasFound: Bool { found.load(ordering: .relaxed) }

    func noteFound() {
        found.store(true, ordering: .relaxed)
    }

    /// Counts the features of a tile.
    func noteFound(_ tile: VectorTile, in archive: String) {
        noteFound()
        features.withLock { features in
            for (layer, count) in tile.featureCounts { features[archive, default: [:]][layer, default: 0] += count }
        }
    }

    /// How many features each layer of an archive has in the tiles of the view.
    func features(in archive: String) -> [String: Int] { features.withLock { $0[archive] ?? [:] } }

    func note(_ id: TileID, missingIn archive: String) {
        missing.withLock { _ = $0.insert(MissingTile(archive: archive, tile: id.description)) }
    }

    /// True for a tile that was asked for before and is not there.
    func isAbsent(_ id: TileID, in archive: String) -> Bool { absent.withLock { $0[archive]?.contains(id) ?? false } }

    func noteAbsent(_ id: TileID, in archive: String) { absent.withLock { _ = $0[archive, default: []].insert(id) } }

    /// In an order that does not depend on the threads.
    var all: [MissingTile] {
        missing.withLock { $0 }.sorted { ($0.archive, $0.tile) < ($1.archive, $1.tile) }
    }
}

/// An archive whose tiles others may give, and whose holes are noted.
struct TrackedArchive: WrappedArchive {
    let original: any TileArchive
    /// How a provider knows it.
    let source: String
    let providers: [any TileProvider]
    /// The layers of tiles that the style draws of the source.
    var asked: Set<String> = []
    let log: TileLog

    func hasTile(_ id: TileID) throws(Diagnostic) -> Bool { try tile(id) != nil }

    /// What a provider gives does not come from the archive's file.
    func file(of id: TileID) -> FileStamp? { providers.isEmpty ? original.file(of: id) : nil }

    /// The name under which missing tiles are kept in mind: one for all that would ask the same.
    private var askedName: String { providers.isEmpty ? info.file : "\(info.file) \(source)" }

    func tile(_ id: TileID) throws(Diagnostic) -> [UInt8]? {
        guard !log.isAbsent(id, in: askedName) else { return nil }
        if let provided = try provided(id) { return provided }
        let bytes = try original.tile(id)
        if bytes == nil { noteMissing(id) } else { log.noteFound() }
        return bytes
    }

    var makesPixels: Bool { providers.isEmpty && original.makesPixels }

    func pixels(_ id: TileID) throws(Diagnostic) -> TilePixels? {
        guard !log.isAbsent(id, in: askedName) else { return nil }
        let pixels = try original.pixels(id)
        if pixels == nil { noteMissing(id) } else { log.noteFound() }
        return pixels
    }

    func vectorTile(_ id: TileID, layers: Set<String>?) throws(Diagnostic) -> VectorTile? {
        guard !log.isAbsent(id, in: askedName) else { return nil }
        let tile: VectorTile?
        if let bytes = try provided(id) {
            let own = try ProvidedTile(info: info, bytes: bytes).vectorTile(id)
            tile = own.map { SchemaAdapter.presented($0, to: asked, zoom: id.z) }
        } else {
            tile = try original.vectorTile(id, layers: layers)
        }
        if let tile { log.noteFound(tile, in: info.file) } else { noteMissing(id) }
        return tile
    }

    private func provided(_ id: TileID) throws(Diagnostic) -> [UInt8]? {
        for provider in providers {
            do {
                if let bytes = try provider.tile(id, of: source) {
                    log.noteFound()
                    return bytes
                }
            } catch {
                throw Diagnostic(
                    code: .tilesProviderFailed, file: info.file, path: "tile \(id)",
                    "the tile provider failed: \(error)")
            }
        }
        return nil
    }

    /// Beyond its bounds an archive may well have nothing, and GeoJSON has tiles only where it has features.
    private func noteMissing(_ id: TileID) {
        log.noteAbsent(id, in: askedName)
        guard info.container != .geojson, info.bounds?.touches(id.box) ?? true else { return }
        log.note(id, missingIn: info.file)
    }
}

/// A tile that does not come from its archive.
private struct ProvidedTile: TileArchive {
    let info: ArchiveInfo
    let bytes: [UInt8]

    func tile(_ id: TileID) throws(Diagnostic) -> [UInt8]? { bytes }
}

extension LayoutInput {
    /// Puts a watch on every archive.
    mutating func watch(_ log: TileLog, providers: [any TileProvider]) {
        func watched(_ archive: any TileArchive, _ source: String, asked: Set<String> = []) -> any TileArchive {
            TrackedArchive(original: archive, source: source, providers: providers, asked: asked, log: log)
        }
        func watched(_ tiles: RasterTiles, _ source: String) -> RasterTiles {
            var tiles = tiles
            tiles.archive = watched(tiles.archive, source)
            return tiles
        }
        for (name, source) in sources {
            switch source {
            case .vector(let stack):
                let asked = providers.isEmpty ? [] : style.sourceLayers(of: name)
                sources[name] = .vector(
                    stack.map { entry in
                        guard let archive = entry.source.archive else { return entry }
                        var entry = entry
                        entry.source = watched(archive, name, asked: asked)
                        return entry
                    })
            case .raster(let tiles): sources[name] = .raster(watched(tiles, name))
            case .elevation(let tiles, let code): sources[name] = .elevation(watched(tiles, name), code)
            case .image: break
            }
        }
        overlayTiles = overlayTiles.reduce(into: [:]) { $0[$1.key] = watched($1.value, $1.key.tiles) }
    }
}
