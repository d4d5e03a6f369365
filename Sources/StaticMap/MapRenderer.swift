// SPDX-License-Identifier: MIT
import Libc
public import MapCore
import MapGeo
package import MapLayout
public import MapScene
import MapStyle
package import MapText
import Synchronization

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Renders scenes to images.
///
/// ```swift
/// let renderer = MapRenderer()
/// let snapshot = try await renderer.render(scene)
/// try snapshot.write(to: URL(filePath: "map.png"))
/// ```
///
/// Create one renderer and use it from any number of tasks: it keeps decoded tiles, styles and glyphs in memory.
public struct MapRenderer: Sendable {
    /// The version of the library and of the program.
    public static let version = "0.1.0"
    let home: Home
    package let fonts: FontLibrary
    /// How many threads render one map.
    package var threads: Int
    let assetFolders: [String]
    let tileProviders: [any TileProvider]
    /// Styles that are in no file, by the names that scenes have for them; they precede installed ones.
    package var namedStyles: [String: NamedStyle] = [:]
    /// The style of scenes that name none; nil for the installed Streets.
    package var defaultStyle: BaseMap.Style?
    let pictograms: PictogramLibrary
    let fileAccess: FileAccess
    package let cache: RendererCache
    /// How much one map may cost: past a limit, rendering ends with a `RenderError` that names it.
    public var limits: RenderLimits
    /// How many maps are rendered at a time by the asynchronous functions: the number of processors, and at least 2, unless
    /// it is set. Further calls wait for their turn without blocking a thread.
    ///
    /// Copies of a renderer count their maps together until one of them is given a number of its own.
    public var maximumConcurrentMaps: Int {
        get { maps.maximum }
        set { maps = WorkerPool(name: "staticmap", maximum: newValue) }
    }
    /// Renders the maps of asynchronous calls.
    private var maps: WorkerPool
    /// Replaces the view of an annotation, as `mapView(_:viewFor:)` does; nil keeps the view that the scene has.
    ///
    /// It is called once for each annotation of a map, including those of data files, on one of the renderer's threads.
    ///
    /// ```swift
    /// renderer.viewForAnnotation = { annotation in
    ///     guard annotation.id == "hotel" else { return nil }
    ///     return .image(.drawing(size: Size(width: 24, height: 24)) { canvas in
    ///         canvas.fill(.circle(center: Point(12, 12), radius: 11), with: .systemGreen)
    ///         canvas.text("H", at: Point(12, 12), size: 14, color: .white)
    ///     })
    /// }
    /// ```
    public var viewForAnnotation: (@Sendable (Annotation) -> Annotation.View?)?

    /// Creates a renderer.
    ///
    /// - Parameters:
    ///   - home: the folder with the installed styles and base map.
    ///   - fontFolders: folders to search for fonts, before those of `home` and those of the system.
    ///   - useSystemFonts: false to use `fontFolders` only, so that images are the same on every machine.
    ///   - assetFolders: folders that a scene may load images from, besides its own.
    ///   - fileRoots: the folders below which a scene, a style and all that they name may be read, links followed,
    ///     besides `home` and `assetFolders`; nil for scenes that are trusted with every file.
    ///   - tileProviders: queried for tiles before the archives that style and scene name.
    ///   - threads: how many threads render one map; nil for one per processor. The image does not depend on it.
    ///   - cacheBytes: the memory, in bytes, for decoded tiles, styles, sprites and glyphs that are kept from one map to
    ///     the next; 0 for a renderer that renders one map.
    ///   - limits: how much one map may cost; `.strict` for scenes of strangers.
    public init(
        home: Home = .installed, fontFolders: [URL] = [], useSystemFonts: Bool = true, assetFolders: [URL] = [],
        fileRoots: [URL]? = nil, tileProviders: [any TileProvider] = [], threads: Int? = nil,
        cacheBytes: Int = 256 << 20, limits: RenderLimits = .generous
    ) {
        self.limits = limits
        let processors = processorCount()
        maps = WorkerPool(name: "staticmap", maximum: max(2, processors))
        self.tileProviders = tileProviders
        cache = RendererCache(limit: max(0, cacheBytes))
        self.home = home
        pictograms = PictogramLibrary(home: home)
        self.assetFolders = assetFolders.map(\.givenPath)
        let own = [home.path] + home.basemapArchives + self.assetFolders
        fileAccess = fileRoots.map { FileAccess(roots: $0.map(\.givenPath) + own) } ?? FileAccess()
        let installedFonts = useSystemFonts ? home.fontFolders : []
        fonts = FontLibrary(
            folders: fontFolders.map(\.givenPath) + installedFonts, useSystemFonts: useSystemFonts,
            cacheBytes: max(cacheBytes / 16, 2 << 20))
        self.threads = max(1, threads ?? processors)
    }

    /// Leaves what the renderer holds, such as fonts, and the maps that it draws to the end of the process: to give them back piece
    /// by piece takes longer.
    package func keepUntilExit() {
        cache.keepMaps()
        Self.kept.withLock { $0.append((fonts, cache)) }
    }

    private static let kept = Mutex<[(FontLibrary, RendererCache)]>([])

    /// A scene with everything opened and the camera solved.
    package struct OpenedMap {
        package var input: LayoutInput
        /// Of the style's layers.
        package var layerIDs: [String] { input.style.layers.map(\.id) }
        var attribution: String
        var tileLog: TileLog
        /// The datum of the scene's coordinates, and that of the map.
        var systems: (scene: CoordinateSystem, map: CoordinateSystem)
        /// True when the view would move with what is moved on the map.
        var followsContent: Bool
        /// How deep the base map's data goes in the view; nil when that is not known.
        var dataZoom: DataZoom?
        /// The language of labels, and the author's own words about the map.
        var words: (language: String?, title: String?, text: String?)
        /// The display for which the image is made; nil for all colors.
        var display: Display?
    }

    /// Opens all that a scene names.
    package func open(_ document: SceneDocument, _ diagnostics: DiagnosticSink) throws(RenderError) -> OpenedMap {
        try fileAccess.run { () throws(RenderError) in
            try SceneOpening(renderer: self, document: document, diagnostics: diagnostics).map()
        }
    }
}

extension MapRenderer {
    /// Does work for one map within the renderer's limits.
    ///
    /// Work that is already part of such work shares its budget.
    ///
    /// - Parameters:
    ///   - shared: the budget of all parts of work for one map; nil for work that is the whole.
    ///   - work: reads, lays out, paints or encodes the map.
    /// - Returns: what the work returns.
    /// - Throws: an error of kind `pastLimit` with one diagnostic when a limit is passed, else what the work throws.
    package func withinLimits<Result>(
        _ shared: RenderBudget? = nil, _ work: () throws(RenderError) -> Result
    ) throws(RenderError) -> Result {
        guard WorkContext.current.budget == nil else { return try work() }
        let budget = shared ?? RenderBudget(limits)
        do throws(RenderError) {
            let result = try budget.run(work)
            guard let problem = budget.problem else { return result }
            throw RenderError(.pastLimit, [problem])
        } catch {
            throw budget.problem.map { RenderError(.pastLimit, [$0]) } ?? error
        }
    }
}

extension MapRenderer {
    /// Runs work on one of the threads for `maximumConcurrentMaps`, and stops it when the task is cancelled.
    ///
    /// Work that waits for its turn blocks no thread, and leaves the queue when its task is cancelled.
    ///
    /// The caller does not wait for cancelled work: some steps, such as the compression of a JPEG, are single calls of a
    /// library and cannot be interrupted. They finish on their thread, and the result is discarded.
    ///
    /// - Throws: what the work throws, or `CancellationError`.
    func cancellable<Result: Sendable>(
        _ work: @Sendable @escaping () throws(RenderError) -> Result
    ) async throws -> Result {
        let cancellation = WorkCancellation()
        let reply = Reply<Result>()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                guard reply.isAwaited(by: continuation) else { return }
                maps.submit(isWanted: { !cancellation.isCancelled }) {
                    reply.send(Swift.Result { try cancellation.run(work) })
                }
            }
        } onCancel: {
            cancellation.cancel()
            reply.send(.failure(CancellationError()))
            maps.dropUnwanted()
        }
    }
}

/// The first of several results, for one continuation; the others are discarded.
private final class Reply<Value: Sendable>: Sendable {
    private enum State {
        case empty
        case awaited(CheckedContinuation<Value, any Error>)
        case early(Result<Value, any Error>)
        case sent
    }
    private let state = Mutex(State.empty)

    /// False when there is a result already, with which the continuation is resumed.
    func isAwaited(by continuation: CheckedContinuation<Value, any Error>) -> Bool {
        let early = state.withLock { state -> Result<Value, any Error>? in
            if case .early(let result) = state {
                state = .sent
                return result
            }
            state = .awaited(continuation)
            return nil
        }
        if let early { continuation.resume(with: early) }
        return early == nil
    }

    func send(_ result: Result<Value, any Error>) {
        let continuation = state.withLock { state -> CheckedContinuation<Value, any Error>? in
            switch state {
            case .empty:
                state = .early(result)
                return nil
            case .awaited(let continuation):
                state = .sent
                return continuation
            case .early, .sent: return nil
            }
        }
        continuation?.resume(with: result)
    }
}

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
    /// All else is as in the asynchronous function.
    public func render(
        _ scene: Scene, as format: OutputFormat = .png, options: EncodingOptions = EncodingOptions()
    ) throws(RenderError) -> MapSnapshot {
        try render(SceneDocument(scene: scene), as: format, options: options)
    }

    /// Renders a scene that was read from JSON, and blocks the calling thread until the image is finished.
    /// All else is as in the asynchronous function.
    public func render(
        _ document: SceneDocument, as format: OutputFormat = .png, options: EncodingOptions = EncodingOptions()
    ) throws(RenderError) -> MapSnapshot {
        try render(document, as: [format], options: options)[0]
    }

    /// Renders a scene once, encodes it in several formats, and blocks the calling thread until they are finished.
    /// All else is as in the asynchronous function.
    public func render(
        _ document: SceneDocument, as formats: [OutputFormat], options: EncodingOptions = EncodingOptions()
    ) throws(RenderError) -> [MapSnapshot] {
        try render(document, as: formats.map { ($0, nil) }, options: options)
    }

    /// As `render`; images that are painted in strips are written to their files, if they have any, and have no bytes.
    package func render(
        _ document: SceneDocument, as formats: [(OutputFormat, StripFile?)], options: EncodingOptions
    ) throws(RenderError) -> [MapSnapshot] {
        try inPipeline { pipeline throws(RenderError) in try pipeline.snapshots(of: document, as: formats, options) }
    }
}

/// What the system lets the process do, for programs that use the library.
package enum ProcessLimits {
    /// Below that, libraries end the process when they cannot open a file: libdispatch, for one, which counts its threads
    /// in `/proc`.
    package static let fewestFiles = 32

    /// Makes a file that grows beyond the limit of the process an error of its writer, where it would be a signal.
    package static func reportLargeFiles() { signal(SIGXFSZ, SIG_IGN) }

    /// Raises the limit of open files as far as the process may.
    ///
    /// - Returns: how many files may be open.
    package static func raiseOpenFiles() -> Int {
        var limit = rlimit()
        #if canImport(Glibc)
            let resource = __rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue))
        #else
            let resource = RLIMIT_NOFILE
        #endif
        guard getrlimit(resource, &limit) == 0 else { return fewestFiles }
        if limit.rlim_cur < limit.rlim_max {
            let given = limit.rlim_cur
            limit.rlim_cur = min(limit.rlim_max, 1 << 20)
            if setrlimit(resource, &limit) != 0 { limit.rlim_cur = given }
        }
        return Int(clamping: limit.rlim_cur)
    }

    /// How many connections a server may hold so that its archives, fonts and threads still find files to open.
    ///
    /// - Parameter files: how many files may be open.
    /// - Returns: at least one.
    package static func connections(ofFiles files: Int) -> Int { max(1, files - min(256, max(files / 2, fewestFiles))) }
}
