// SPDX-License-Identifier: MIT
import MapCanvas
public import MapCore
public import MapGeo
import MapGeometry
import MapLayout
import MapScene
import MapText
import MapTiles

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A rendered map: the encoded image, and what is known about it.
///
/// ```swift
/// let snapshot = try await renderer.render(scene)
/// try snapshot.write(to: URL(filePath: "map.png"))
/// let dot = snapshot.point(for: hotel)
/// ```
///
/// - SeeAlso: `MKMapSnapshotter.Snapshot`.
public struct MapSnapshot: Sendable {
    /// The encoded image.
    public var bytes: [UInt8]
    /// The media type of `bytes`, such as "image/png".
    public var mediaType: String
    /// The width of the image, in pixels.
    public var width: Int
    /// The height of the image, in pixels.
    public var height: Int
    /// Warnings and notes: what was questionable, but could be rendered.
    public var warnings: [Diagnostic]
    /// The attribution of all sources in plain text, whether or not it is drawn.
    public var attribution: String
    /// How long each phase took, in order.
    public var phases: [Phase]
    /// Files that the image links to, and that must be beside it: see `EncodingOptions.linkedImages`.
    public var files: [File] = []
    /// What is where in the image.
    public var hitMap: HitMap
    var metadata: RenderMetadata

    /// A file that an SVG links to.
    public struct File: Sendable {
        /// Relative to the image.
        public var name: String
        /// The file's content.
        public var bytes: [UInt8]
    }

    /// A phase of rendering.
    public struct Phase: Sendable {
        /// "open", "layout", "paint" or "encode".
        public var name: String
        /// Wall-clock time.
        public var seconds: Double
    }

    /// The encoded image.
    public var data: Data { Data(bytes) }

    /// The solved camera, which converts between coordinates and points of the image; in the scene's datum.
    public var viewport: Viewport { hitMap.viewport }

    /// Writes the image, and the files that it links to beside it.
    ///
    /// Each file is replaced as a whole, so that no reader sees half an image. Permissions of an existing file stay, a
    /// symbolic link stays a link, and devices and pipes are written to directly.
    ///
    /// - Parameter url: a file URL in an existing folder.
    /// - Throws: `RenderError` of kind `cannotWrite`, with the path and the system's reason.
    public func write(to url: URL) throws(RenderError) {
        let folder = url.deletingLastPathComponent()
        for file in files { try Self.write(file.bytes, to: folder.appending(path: file.name)) }
        try Self.write(bytes, to: url)
    }

    private static func write(_ bytes: [UInt8], to url: URL) throws(RenderError) {
        do throws(Diagnostic) {
            try writeFile(bytes, to: url.path)
        } catch {
            throw RenderError(.cannotWrite, [error])
        }
    }
}

/// What is known of an image beside its pixels.
struct RenderMetadata: Sendable {
    var format = OutputFormat.png
    var datum = SceneDatum((.wgs84, .wgs84))
    /// The attribution as it is written in the image; empty for none, and for a symbol.
    var drawnAttribution = ""
    var omissions: [Omission] = []
    /// Which annotations stand together.
    var clusters: [(id: String, members: [String])] = []
    /// Names of fonts, sorted.
    var fonts: [String] = []
    /// Tiles that an archive should have and has not.
    var missingTiles: [MissingTile] = []
    /// The archives of vector tiles that the base map was drawn from, with their schemas.
    var schemas: [(archive: String, schema: TileSchema)] = []
    /// The highest zoom for which the base map has data in the view; nil when that is not known.
    var dataZoom: Int?
    /// The tracks of each fog, from which what it has cleared is found when somebody asks: that takes a while.
    var fogs: [(target: String, tracks: [ExploredTrack])] = []
    /// The tracks of overlays of data, with the targets of these.
    var tracks: [(target: String, track: Track)] = []
    /// The heights of annotations that stand on the ground, in metres, by their targets.
    var elevations: [(target: String, meters: Double)] = []
}

extension MapRenderer.OpenedMap {
    /// What is known of the map once it is drawn.
    func metadata(of drawing: Drawing, _ format: OutputFormat) -> RenderMetadata {
        let maskedFills = FogLayout(viewport: input.viewport, overlays: input.overlays)
        let fogs = input.overlays.enumerated().compactMap { index, overlay -> (String, [ExploredTrack])? in
            guard case .fog(let fog) = overlay.content else { return nil }
            return (overlay.path(at: index), maskedFills.exploredTracks(fog))
        }
        return RenderMetadata(
            format: format, datum: SceneDatum(systems), drawnAttribution: drawing.attribution,
            omissions: drawing.omissions, clusters: drawing.clusters,
            fonts: drawing.fontNames,
            missingTiles: tileLog.all, schemas: schemas, dataZoom: dataZoom?.zoom, fogs: fogs,
            tracks: input.tracks.map { ($0.path, $0.track) },
            elevations: input.annotations.enumerated().compactMap { index, annotation in
                annotation.height.map { (annotation.path(at: index), $0) }
            })
    }
}

extension Drawing {
    /// The attribution's text, line after line.
    fileprivate var attribution: String {
        let lines = items.filter { $0.role == .attribution }.compactMap { item in
            if case .glyphs(let run) = item.mark { run.text } else { nil }
        }
        return lines.joined(separator: " ").replacing("\u{A0}", with: " ")
    }
}

/// A tile that is missing in an archive that should contain it.
public struct MissingTile: Hashable, Sendable {
    /// The archive's name in the scene or the style.
    public var archive: String
    /// The tile as z/x/y, such as "14/8299/5636".
    public var tile: String
}

/// The area that a fog of the scene has cleared, on the ground.
public struct ExploredFog: Hashable, Sendable {
    /// The fog's path, such as `overlay/fog`.
    public var target: String
    /// The area within reach of any of its tracks, whether or not it is visible, in square kilometres.
    public var squareKilometers: Double
}

extension MapSnapshot {
    /// A world file: six lines that give the position of the image's pixels in EPSG:3857, in metres; of a map in another
    /// projection, in the units of its coordinate system. Rotated maps have a rotated grid; the pixels of tilted maps are in no
    /// grid, so that the file fits their ground only.
    ///
    /// - SeeAlso: ESRI, *World files for raster datasets*: the numbers are for pixel centers, x first.
    public var worldFile: String {
        // From pixels to a plane with y to the north.
        var toPlane = viewport.groundToMercator.then(.translation(Point(-0.5, -0.5)))
            .then(.scale(WebMercator.circumference, -WebMercator.circumference))
        if let projected = viewport.perspective?.projected { toPlane = projected.toPlane }
        let middle = toPlane.apply(Point(0.5, 0.5))
        let numbers = [toPlane.a, toPlane.b, toPlane.c, toPlane.d, middle.x, middle.y]
        // A grid that is not turned has no terms that only rounding makes.
        return numbers.map { "\($0 == 0 ? 0 : $0)\n" }.joined()
    }
}

extension OutputFormat {
    /// The extension of the image's world file: the first and last letter of the image's own, and a w.
    public var worldFileExtension: String {
        switch self {
        case .png, .png8: "pgw"
        case .jpeg: "jgw"
        case .webp: "wpw"
        case .svg: "sgw"
        case .pdf: "pfw"
        }
    }
}
