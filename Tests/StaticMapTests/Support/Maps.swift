// SPDX-License-Identifier: MIT
import Foundation
import MapImages
import StaticMap
import TestSupport

/// What the tests of the renderer draw with: the project's own styles and base maps, and the test fonts alone.
enum Maps {
    static let home = Home(folder: packageRoot.path(percentEncoded: false))
    static let helsinki = packageRoot.appending(path: "basemap/helsinki.pmtiles").path(percentEncoded: false)
    static let shared = renderer()

    static func renderer(threads: Int? = nil, home: Home = home) -> MapRenderer {
        MapRenderer(home: home, fontFolders: testFontFolders, useSystemFonts: false, threads: threads)
    }

    /// Draws a scene's JSON; relative paths begin in the folder.
    static func render(
        _ json: String, folder: String = ".", with renderer: MapRenderer = shared
    ) throws(RenderError) -> MapSnapshot {
        let document: SceneDocument
        do throws(SceneError) {
            document = try SceneDocument(text: Array(json.utf8), file: "scene.json", folder: folder)
        } catch {
            throw RenderError(error)
        }
        return try renderer.render(document)
    }

    /// Why a scene is not drawn; nil when it is.
    static func failure(_ json: String, folder: String = ".") -> RenderError? {
        do {
            _ = try render(json, folder: folder)
            return nil
        } catch {
            return error
        }
    }
}

extension MapSnapshot {
    func bitmap() throws -> Bitmap { try decodeImage(bytes, maxPixels: 1 << 26) }

    var warningTexts: [String] { warnings.map { "\($0)" } }
}

extension Bitmap {
    /// The color at a place, as ARGB.
    func pixel(_ x: Int, _ y: Int) -> UInt32 { pixels[y * width + x] }

    var colorCount: Int { Set(pixels).count }

    /// How many pixels have a color.
    func count(of color: UInt32) -> Int { pixels.count { $0 == color } }

    /// An image of one color.
    static func plain(_ color: UInt32, side: Int = 256) -> Bitmap {
        Bitmap(width: side, height: side, pixels: Array(repeating: color, count: side * side))
    }
}

extension ScratchFolder {
    /// Writes raster tiles of one color as `tiles/{z}/{x}/{y}.png`.
    func writeTiles(_ tiles: [String: UInt32]) throws {
        for (name, color) in tiles { try write("tiles/\(name).png", try encodePNG(.plain(color))) }
    }
}
