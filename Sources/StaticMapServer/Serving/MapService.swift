// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import MapCore
import MapImages
import MapText
import StaticMap
import Synchronization

/// Answers requests. Knows nothing of sockets: `ConnectionHandler` reads requests and writes answers.
package final class MapService: Sendable {
    package let configuration: ServerConfiguration
    /// What is odd about the configuration file and the folder of the cache.
    package let configurationWarnings: [String]
    package let metrics = Metrics()
    package let pool: DrawingPool
    package let board: Board
    /// Of this process on the board.
    package let place: Int
    /// Nil for a process that serves alone.
    let seat: ProcessSeat?
    let encodedMaps: SharedCache<String, EncodedMap>
    let targets: SharedCache<String, CachedResponse>
    let drawings = SingleFlight<EncodedMap>()
    let metatiles = SingleFlight<Bitmap>()
    /// Blocks of tiles that were drawn a moment ago.
    let blocks = SharedCache<String, Bitmap>(limit: 128 << 20)
    let disk: DiskCache?
    let digests: ContentDigests
    let access: AccessControl
    let rateLimit: RateLimit?
    /// The coordinate systems of maps in planes.
    let systems: ServedSystems
    private let held: Mutex<Held>
    /// Of the catalog, to be read without a lock.
    private let generation = Atomic(1)

    /// What a reload replaces.
    private struct Held {
        var catalog: Catalog
        var rendering: Rendering
        /// By the ids of styles.
        var watched: [String: WatchedFiles]
        /// For what no style has a part in.
        var unstyled: WatchedFiles

        init(_ configuration: ServerConfiguration, _ catalog: Catalog, _ digests: ContentDigests) {
            self.catalog = catalog
            var renderer = MapRenderer(
                home: configuration.home, fontFolders: configuration.fonts.map { URL(filePath: $0) },
                useSystemFonts: configuration.usesSystemFonts,
                assetFolders: catalog.assetFolders.map { URL(filePath: $0) },
                fileRoots: (catalog.fileRoots + configuration.fonts).map { URL(filePath: $0) },
                threads: 1, cacheBytes: configuration.tileCacheBytes, limits: configuration.mapLimits)
            let styles = catalog.styles + catalog.collectionStyles.values.flatMap { $0.map(\.style) }
            for style in styles {
                if let name = style.file, let named = style.named { renderer.namedStyles[name] = named }
            }
            renderer.defaultStyle = catalog.styles.first?.basemap.style
            rendering = Rendering(
                renderer: renderer, folder: catalog.assetFolders.first ?? ".",
                served: Set(catalog.data.map(\.path) + catalog.styles.flatMap(\.files)))
            let fonts = FontState(digests) { [library = renderer.fonts] in library.files }
            let since = configuration.configFile.flatMap { FileState($0)?.modified } ?? 0
            watched = [:]
            for style in styles {
                let digest = style.named == nil ? "" : hexDigest(style.json?.line ?? "")
                watched[style.id] = WatchedFiles(style.files, fonts: fonts, digests, digest: digest, since: since)
            }
            unstyled = WatchedFiles([], fonts: fonts, digests)
        }
    }

    /// - Throws: when there is nothing to serve.
    package init(_ given: ServerConfiguration, seat: ProcessSeat? = nil) throws(RequestError) {
        var configuration = given
        var warnings: [String] = []
        if let file = given.configFile { warnings += try ConfigurationFile(path: file).apply(to: &configuration) }
        let catalog = try CatalogLoader(configuration: configuration).load(generation: 1)
        digests = ContentDigests(
            store: configuration.diskCache.map { $0 + "/digests" } ?? ImportCache.folder(ofUser: "digests"))
        held = Mutex(Held(configuration, catalog, digests))
        // A worker's clock holds even where the renderer's is not looked at.
        var limits = configuration.limits
        limits.drawingSeconds = min(1e9, Double(configuration.mapLimits.milliseconds) / 1000)
        configuration.limits = limits
        self.configuration = configuration
        self.seat = seat
        board = seat?.board ?? Board(slots: configuration.workers)
        place = seat?.place ?? 0
        pool = DrawingPool(
            workers: configuration.workers, limits: limits, board: board, place: place,
            hasTestFaults: configuration.hasTestFaults)
        encodedMaps = SharedCache(limit: configuration.mapCacheBytes)
        targets = SharedCache(limit: max(1 << 20, configuration.mapCacheBytes / 8))
        disk = configuration.diskCache.map { DiskCache(folder: $0, limit: configuration.diskCacheBytes) }
        if let disk, !disk.isWritable {
            warnings.append("--cache: \(configuration.diskCache ?? "") cannot be written: no map is kept there")
        }
        configurationWarnings = warnings
        systems = try configuration.systems.map { list throws(RequestError) in try ServedSystems(list) } ?? .standard
        access = try AccessControl(configuration)
        rateLimit = RateLimit(perMinute: configuration.requestsPerMinute)
    }

    package var catalog: Catalog { held.withLock(\.catalog) }
    package var current: (catalog: Catalog, rendering: Rendering) { held.withLock { ($0.catalog, $0.rendering) } }
    var limits: Limits { configuration.limits }
    var mapLimits: RenderLimits { configuration.mapLimits }

    /// What scenes of requests may reach.
    func policy(_ catalog: Catalog, _ key: AccessKey? = nil) -> ScenePolicy {
        var own = mapLimits
        if let pixels = key?.pixels { own.pixels = min(own.pixels, pixels) }
        return ScenePolicy(
            catalog: catalog, limits: limits, mapLimits: own, allowsOwnStyles: key?.styles == nil,
            allowsInlineImages: configuration.allowsInlineImages)
    }

    /// What images in a style depend on besides their scenes.
    func watched(_ style: ServedStyle) -> WatchedFiles {
        held.withLock { $0.watched[style.id] ?? $0.unstyled }
    }

    /// Reads configuration, styles, data and fonts anew. Requests under way keep what they began with; when something
    /// is wrong, everything stays as it was.
    package func reload() throws(RequestError) {
        let old = catalog
        let generation = old.generation + 1
        let new = try CatalogLoader(configuration: configuration).load(generation: generation)
        let lost = new.broken.filter(old.serves)
        guard lost.isEmpty else {
            let reasons = new.warnings.filter { warning in lost.contains { warning.hasPrefix("\($0): ") } }
            throw RequestError(.internalServerError, reasons.joined(separator: "; "))
        }
        try access.ring?.reload()
        digests.forgetFolders()
        let next = Held(configuration, new, digests)
        held.withLock { $0 = next }
        self.generation.store(generation, ordering: .releasing)
        targets.removeAll()
    }

    /// Of the files whose change means that everything is read anew, by their paths.
    package var watchedState: [String: String] {
        let paths = catalog.watched + (configuration.keysFile.map { [$0] } ?? [])
        return Dictionary(
            paths.map { ($0, FileState($0)?.description ?? "none") }, uniquingKeysWith: { first, _ in first })
    }

    /// Ends the drawing threads.
    package func end() { pool.end() }

    /// The answer to any request; never throws, whatever is asked.
    package func answer(_ request: ServerRequest) async -> Response {
        let answer = rememberedAnswer(
            request.method, request.target, request.headers, mayPack: true, at: .now)
        var given = if let answer { answer } else { await answerAnew(request) }
        given.headers[.requestID] = request.id
        return given
    }

    /// The answer that an event loop may give: one to a request that came before, without any work.
    func quickAnswer(
        _ method: HTTPRequest.Method, _ target: String, _ headers: HTTPFields, at start: ContinuousClock.Instant
    ) -> Response? {
        rememberedAnswer(method, target, headers, mayPack: false, at: start)
    }

    /// The answer to a request that is refused before all of it has arrived.
    func refused(_ error: RequestError, _ path: String, id: String) -> Response {
        var request = ServerRequest(.get, path, id: id)
        _ = Route.find(&request)
        var answer = refusal(error, request)
        finish(&answer, request)
        metrics.add(answer, seconds: 0)
        return answer
    }

    /// The answer to a request that came before, if it is at hand and everybody may have it.
    private func rememberedAnswer(
        _ method: HTTPRequest.Method, _ target: String, _ headers: HTTPFields, mayPack: Bool,
        at start: ContinuousClock.Instant
    ) -> Response? {
        guard rateLimit == nil, access.isOpen,
            var answer = remembered(
                method, target, headers, generation.load(ordering: .acquiring), mayPack: mayPack, at: start)
        else { return nil }
        if method == .head { answer.removeBody() }
        metrics.add(answer, seconds: (ContinuousClock.now - start) / .seconds(1))
        return answer
    }

    private func answerAnew(_ given: ServerRequest) async -> Response {
        let start = ContinuousClock.now
        var request = given
        let route = Route.find(&request)
        metrics.begin()
        defer { metrics.end() }
        var answer: Response
        do throws(RequestError) {
            let admission = try admit(&request)
            answer = try await self.answer(admitted: request, route, at: start)
            restrictCaching(of: &answer, admission)
        } catch {
            answer = refusal(error, request)
            finish(&answer, request)
        }
        account(&answer, request)
        if request.method == .head { answer.removeBody() }
        metrics.add(answer, seconds: (ContinuousClock.now - start) / .seconds(1))
        return answer
    }

    private func answer(
        admitted request: ServerRequest, _ route: Route?, at start: ContinuousClock.Instant
    ) async throws(RequestError) -> Response {
        let generation = generation.load(ordering: .acquiring)
        if rateLimit != nil, access.isOpen,
            let known = remembered(
                request.method, request.target, request.headers, generation, mayPack: true, at: start)
        {
            return known
        }
        var answer = try await response(to: request, route)
        finish(&answer, request)
        return answer
    }

    /// Checks that come before any route: sizes, host, keys.
    private func admit(_ request: inout ServerRequest) throws(RequestError) -> AccessControl.Admission {
        guard request.target.utf8.count <= limits.addressBytes else {
            throw RequestError(.uriTooLong, "the address is longer than \(limits.addressBytes) bytes")
        }
        guard request.body.count <= limits.bodyBytes else {
            throw RequestError(.contentTooLarge, "the body is larger than \(limits.bodyBytes) bytes")
        }
        if !AccessControl.open.contains(request.path) { try rateLimit?.admit(client(request)) }
        let admission = try access.admit(&request)
        if request.method == .post, let encoding = request.headers[.contentEncoding],
            encoding.lowercased() != "identity"
        {
            var error = RequestError(
                .unsupportedMediaType, "the body is packed with \"\(encoding.prefix(40))\"",
                parameter: "Content-Encoding", hint: "send it as it is")
            error.headers[.acceptEncoding] = "identity"
            throw error
        }
        return admission
    }

    /// Keeps shared caches from giving what a key has opened to those without one, and a signed map for longer than its
    /// signature holds.
    private func restrictCaching(of answer: inout Response, _ admission: AccessControl.Admission) {
        guard let field = answer.headers[.cacheControl], field.hasPrefix("public") else { return }
        switch admission {
        case .open, .signed(nil): break
        case .key(let until, let isShared):
            answer.headers[.cacheControl] = "\(isShared ? "public" : "private"), max-age=\(age(field, until))"
        case .signed(let until?): answer.headers[.cacheControl] = "public, max-age=\(age(field, until))"
        }
    }

    /// The seconds of a field, but not beyond a time since 1970.
    private func age(_ field: String, _ until: Int?) -> Int {
        let age = field.split(separator: "=").last.flatMap { Int($0) } ?? configuration.maxAge
        return min(age, until.map { max(0, $0 - Int(Date().timeIntervalSince1970)) } ?? age)
    }

    /// Counts an answer for its key, and lets scripts of the key's origins alone read it.
    private func account(_ answer: inout Response, _ request: ServerRequest) {
        guard let key = request.key else { return }
        key.usage.count(answer.status.code)
        answer.metadata.key = key.name
        guard !key.origins.isEmpty else { return }
        answer.headers[.accessControlAllowOrigin] = request.headers[.origin].flatMap {
            key.origins.contains($0) ? $0 : nil
        }
        answer.headers[.vary] = answer.headers[.vary].map { $0 + ", Origin" } ?? "Origin"
    }

    /// The error in the form that the dialect's clients know.
    private func refusal(_ error: RequestError, _ request: ServerRequest) -> Response {
        var answer = DialectProblem.answer(error, request)
        answer.metadata.route = request.route
        return answer
    }
}
