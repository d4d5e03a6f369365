// SPDX-License-Identifier: MIT
import Foundation
import MapCanvas
import MapCore
import MapGeo
import MapImages
import MapLayout
import MapScene
import MapTiles
import StaticMap
import StaticMapBatch
import TestSupport
import Testing

/// `tiles render` draws a pyramid in blocks; what lies on the edges between them must be whole.
@Suite("Labels across blocks") struct BlockLabelTests {
    private static let home = Home(folder: packageRoot.path(percentEncoded: false))
    private static let side = 256
    /// What one of cairo's 15 rows of samples in a pixel counts: a corner that is rounded to the other of two neighboring 1/256
    /// pixels may gain or lose one.
    private static let sampleRow = 255 / 15

    /// The base map of a scene with the labels of the style "streets" alone, on white.
    private func basemap() throws -> JSONNode {
        let folder = Self.home.path + "/styles/streets"
        let text = try Data(contentsOf: URL(filePath: folder + "/style.json"))
        let style = try JSONDocument(file: "style", text: Array(text)).root
        let layers = (style["layers"]?.array ?? []).filter { $0["type"]?.string == "symbol" }
        let sprite = "\(folder)/\(try #require(style["sprite"]?.string))"
        var labels = try #require(style.object)
        labels.members.removeAll { ["layers", "sprite"].contains($0.key) }
        labels.members += [.init("layers", .list(layers)), .init("sprite", .text(sprite))]
        return .members(["style": JSONNode(.object(labels))])
    }

    private func renderer() -> MapRenderer {
        MapRenderer(home: Self.home, fontFolders: testFontFolders, useSystemFonts: false, threads: 2)
    }

    /// Four by four tiles as a pyramid has them, side by side.
    private func joined(_ z: Int, _ column: Int, _ row: Int, _ basemap: JSONNode) throws -> [UInt32] {
        let world = Double(1 << z)
        func latitude(_ y: Double) -> Double { atan(sinh(.pi * (1 - 2 * y / world))) * 180 / .pi }
        // A box that ends inside of the outer tiles.
        let (left, right) = (Double(column) + 0.5, Double(column) + 3.5)
        let (top, bottom) = (Double(row) + 0.5, Double(row) + 3.5)
        let box = CoordinateBox(
            west: left / world * 360 - 180, south: latitude(bottom), east: right / world * 360 - 180,
            north: latitude(top))
        var plan = PyramidPlan(region: TileRegion(boxes: [box]), zooms: z...z)
        plan.metatile = 2
        let folder = try ScratchFolder()
        let run = PyramidRun(renderer(), plan, basemap: basemap, format: .png, quality: nil)
        let store = try TileStore(folder.file("store"), settings: run.settings, isResumed: false)
        _ = try run.run(into: store) { _, _ in }
        let width = 4 * Self.side
        // Tiles without anything are not kept.
        var pixels = [UInt32](repeating: 0, count: width * width)
        try store.forEachTile { (number, image) throws(Diagnostic) in
            guard let id = TileID(hilbertNumber: number) else { return }
            let tile = try decodeImage(try store.bytes(of: image), maxPixels: 1 << 20)
            for line in 0..<Self.side {
                let start = ((id.y - row) * Self.side + line) * width + (id.x - column) * Self.side
                let source = line * Self.side
                pixels.replaceSubrange(start..<start + Self.side, with: tile.pixels[source..<source + Self.side])
            }
        }
        return pixels
    }

    /// The same map, drawn at once with labels placed as on blocks of two by two tiles.
    private func whole(_ z: Int, _ column: Int, _ row: Int, _ basemap: JSONNode) throws -> [UInt32] {
        let world = Double(1 << z)
        let latitude = atan(sinh(.pi * (1 - 2 * Double(row + 2) / world))) * 180 / .pi
        let scene = JSONNode.members([
            "version": .count(1), "size": .list([.count(4 * Self.side), .count(4 * Self.side)]), "basemap": basemap,
            "camera": .members([
                "center": .list([.number(Double(column + 2) / world * 360 - 180), .number(latitude)]),
                "zoom": .count(z - 1),
            ]), "attribution": .text("none"),
        ])
        let document = try SceneDocument(text: Array(scene.line.utf8), file: "scene", folder: ".")
        let map = try renderer().layout(document, cutAlong: BlockGrid(side: Double(2 * Self.side), scale: 1))
        return try RasterPainter().paint(map.drawing, threads: 1).pixels
    }

    /// Europe, the world with the antimeridian, and the center of Helsinki.
    @Test(
        "are whole: joined tiles are the map that is drawn at once",
        arguments: [(6, 32, 16), (4, 12, 4), (14, 9324, 4740)])
    func areWhole(_ z: Int, _ column: Int, _ row: Int) throws {
        let basemap = try basemap()
        let tiles = try joined(z, column, row, basemap)
        let whole = try whole(z, column, row, basemap)
        // Antialiasing may round in another way where blocks have other coordinates.
        #expect(zip(tiles, whole).count { $0.differences(from: $1).max() > Self.sampleRow } == 0)
        let width = 4 * Self.side
        let middle = 2 * Self.side
        var onEdges: Set<UInt32> = []
        for pixel in 0..<width { onEdges.formUnion([tiles[pixel * width + middle], tiles[middle * width + pixel]]) }
        #expect(onEdges.count > 1, "no label lies on an edge between blocks")
    }
}
