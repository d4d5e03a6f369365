public import MapDiagnostics
public import MapGeo
import MapRuntime

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
    /// The solved camera, which converts between coordinates and points of the image.
    public var viewport: Viewport
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
