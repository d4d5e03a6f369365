// SPDX-License-Identifier: MIT
import MapCore
import MapData
import MapGeo
import MapGeometry
import MapRaster
import MapTiles

/// Some tiles that the archives of the corpus have, and some that no archive has.
private let tiles = [
    TileID(z: 0, x: 0, y: 0), TileID(z: 1, x: 1, y: 0), TileID(z: 2, x: 1, y: 3), TileID(z: 14, x: 8192, y: 5461),
]

/// Queries without end end soon, so that many inputs are tried.
private let maxSteps = 5000

private func readTiles(_ archive: any TileArchive) throws(BrokenPromise) {
    _ = archive.info
    for id in tiles {
        _ = accepted { () throws(Diagnostic) in try archive.hasTile(id) }
        let tile = accepted { () throws(Diagnostic) in try archive.tile(id) } ?? nil
        try promise(tile?.count ?? 0 <= decompressedSizeLimit, "a tile is larger than allowed")
    }
}

extension FuzzTarget {
    /// A PMTiles archive: header, metadata, directories, tiles.
    static let pmtiles = FuzzTarget("pmtiles") { bytes throws(BrokenPromise) in
        try withScratchFile(bytes, "pmtiles") { path throws(BrokenPromise) in
            let archive = accepted { () throws(Diagnostic) in try PMTilesArchive(path: path) }
            if let archive { try readTiles(archive) }
        }
    }

    /// A directory of a PMTiles archive, unpacked.
    static let pmtilesDirectory = FuzzTarget("pmtiles-directory") { bytes throws(BrokenPromise) in
        guard let directory = PMTilesDirectory(bytes) else { return }
        for entry in directory.entries.prefix(100) {
            let found = directory.entry(for: entry.firstTile)
            try promise(found?.firstTile == entry.firstTile, "an entry of a directory is not found")
        }
        for tile in [0, 1, 5, UInt64.max] { _ = directory.entry(for: tile) }
    }

    /// An MBTiles archive, whose tables may be anything.
    static let mbtiles = FuzzTarget("mbtiles", maxLength: 32768) { bytes throws(BrokenPromise) in
        try withScratchFile(bytes, "mbtiles") { path throws(BrokenPromise) in
            let archive = accepted { () throws(Diagnostic) in try MBTilesArchive(path: path, maxQuerySteps: maxSteps) }
            guard let archive else { return }
            try readTiles(archive)
            _ = archive.extent()
        }
    }

    /// A GeoTIFF, as colors, as heights and as contours; libtiff unpacks it.
    static let geotiff = FuzzTarget("geotiff", maxLength: 32768) { bytes throws(BrokenPromise) in
        try withScratchFile(bytes, "tif") { path throws(BrokenPromise) in
            let archive = accepted { () throws(Diagnostic) in try GeoTIFFArchive([path], name: "input") }
            guard let archive, let place = archive.info.bounds?.center else { return }
            let point = WebMercator.project(place)
            for zoom in Set([0, archive.nativeZoom, archive.info.maxZoom]).sorted() {
                let count = Double(1 << zoom)
                func whole(_ share: Double) -> Int { Int(max(0, min(count - 1, share * count))) }
                let id = TileID(z: zoom, x: whole(point.x), y: whole(point.y))
                let tile = accepted { () throws(Diagnostic) in try archive.tile(id) } ?? nil
                try promise(tile?.count ?? 0 <= decompressedSizeLimit, "a tile is larger than allowed")
                let heights = accepted { () throws(Diagnostic) in try archive.heightTile(id, side: 64) } ?? nil
                try promise(heights.map { $0.count == 4096 } ?? true, "a tile of heights has another size")
            }
            _ = accepted { () throws(Diagnostic) in try archive.height(at: place) }
            _ = accepted { () throws(Diagnostic) in try Contours(path, interval: 100).lines.count }
        }
    }

    /// A GeoPackage, whose tables may be anything.
    static let geopackage = FuzzTarget("geopackage", maxLength: 65536) { bytes throws(BrokenPromise) in
        try withScratchFile(bytes, "gpkg") { path throws(BrokenPromise) in
            _ = accepted { () throws(Diagnostic) in
                try GeoPackage(path: path, limit: 1 << 20, maxQuerySteps: maxSteps)
            }
        }
    }
}
