// SPDX-License-Identifier: MIT
import MapCore
public import MapScene

extension MapRenderer {
    /// Renders a scene that was built in Swift. Its relative paths begin in the working directory.
    ///
    /// The work is done on threads of its own, so that it does not block Swift's cooperative threads. When the task is
    /// cancelled, the function throws at once and the work stops.
    ///
    /// - Parameters:
    ///   - scene: what to draw.
    ///   - format: the format of the image.
    ///   - options: how the image is encoded.
    /// - Returns: the image, and what is known about it.
    /// - Throws: `RenderError` with everything that is wrong, or `CancellationError`.
    public func render(
        _ scene: Scene, as format: OutputFormat = .png, options: EncodingOptions = EncodingOptions()
    ) async throws -> MapSnapshot {
        try await cancellable { () throws(RenderError) in try render(scene, as: format, options: options) }
    }

    /// Renders a scene that was read from JSON.
    ///
    /// - Parameters:
    ///   - document: what to draw.
    ///   - format: the format of the image.
    ///   - options: how the image is encoded.
    /// - Returns: the image, and what is known about it.
    /// - Throws: `RenderError` with everything that is wrong, or `CancellationError`.
    public func render(
        _ document: SceneDocument, as format: OutputFormat = .png, options: EncodingOptions = EncodingOptions()
    ) async throws -> MapSnapshot {
        try await cancellable { () throws(RenderError) in try render(document, as: format, options: options) }
    }

    /// Renders a scene once, and encodes it in several formats.
    ///
    /// - Parameters:
    ///   - document: what to draw.
    ///   - formats: at least one.
    ///   - options: how the images are encoded; each format uses what applies to it.
    /// - Returns: an image for each format, in their order. All have the phases of the whole work.
    /// - Throws: `RenderError` with everything that is wrong, or `CancellationError`.
    public func render(
        _ document: SceneDocument, as formats: [OutputFormat], options: EncodingOptions = EncodingOptions()
    ) async throws -> [MapSnapshot] {
        try await cancellable { () throws(RenderError) in try render(document, as: formats, options: options) }
    }
}

extension MapRenderer {
    /// Renders a scene that was built in Swift, and blocks the calling thread until the image is finished.
    ///
    /// - Parameters:
    ///   - scene: what to draw.
    ///   - format: the format of the image.
    ///   - options: how the image is encoded.
    /// - Returns: the image, and what is known about it.
    /// - Throws: a `RenderError` with everything that is wrong.
    public func render(
        _ scene: Scene, as format: OutputFormat = .png, options: EncodingOptions = EncodingOptions()
    ) throws(RenderError) -> MapSnapshot {
        try render(SceneDocument(scene: scene), as: format, options: options)
    }

    /// Renders a scene that was read from JSON, and blocks the calling thread until the image is finished.
    ///
    /// - Parameters:
    ///   - document: what to draw.
    ///   - format: the format of the image.
    ///   - options: how the image is encoded.
    /// - Returns: the image, and what is known about it.
    /// - Throws: a `RenderError` with everything that is wrong.
    public func render(
        _ document: SceneDocument, as format: OutputFormat = .png, options: EncodingOptions = EncodingOptions()
    ) throws(RenderError) -> MapSnapshot {
        try render(document, as: [format], options: options)[0]
    }

    /// Renders a scene once, encodes it in several formats, and blocks the calling thread until they are finished.
    ///
    /// - Parameters:
    ///   - document: what to draw.
    ///   - formats: at least one.
    ///   - options: how the images are encoded; each format uses what applies to it.
    /// - Returns: an image for each format, in their order. All have the phases of the whole work.
    /// - Throws: a `RenderError` with everything that is wrong.
    public func render(
        _ document: SceneDocument, as formats: [OutputFormat], options: EncodingOptions = EncodingOptions()
    ) throws(RenderError) -> [MapSnapshot] {
        try inPipeline { pipeline throws(RenderError) in try pipeline.snapshots(of: document, as: formats, options) }
    }
}
