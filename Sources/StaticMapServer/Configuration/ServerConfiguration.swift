// SPDX-License-Identifier: MIT
import HTTPTypes
package import MapCore
package import StaticMap

/// How a server runs, out of flags, environment variables and a file.
package struct ServerConfiguration: Sendable {
    package var host = "127.0.0.1"
    package var port = 8080
    package var home: Home
    /// Archives that are served with a style that fits them.
    package var files: [String] = []
    /// tileserver-gl's `config.json`, or the same as YAML.
    package var configFile: String?
    /// Keys of the file that options or variables have decided, which the file changes no more.
    package var decided: Set<String> = []
    package var fonts: [String] = []
    /// Whether the fonts of the machine are used besides.
    package var usesSystemFonts = true
    package var assets: [String] = []
    /// The folder of templates; nil for none.
    package var templates: String?
    package var limits = Limits()
    /// How much a map may cost.
    package var mapLimits = RenderLimits.strict
    /// By which option or key each limit of maps was set.
    private var limitNames: [LimitCode: String] = [:]
    /// Threads that draw; one for each processor unless told.
    package var workers: Int
    /// Processes that serve, each of which is replaced when it ends; 0 for one that nobody watches.
    package var processes = 0
    /// Whether scenes may ask for a `TestFault`.
    package var hasTestFaults = false
    /// Codes of the coordinate systems that maps are offered in, besides Web Mercator and degrees; nil for usual ones.
    package var systems: [String]?
    /// Bytes of encoded maps in memory.
    package var mapCacheBytes = 128 << 20
    /// Bytes of decoded tiles, styles and glyphs in memory.
    package var tileCacheBytes = 256 << 20
    package var diskCache: String?
    package var diskCacheBytes = 1 << 30
    /// Seconds that clients and proxies may keep an image.
    package var maxAge = 3600
    /// Names that `Host` may have; empty for any.
    package var allowedHosts: [String] = []
    /// What addresses in documents begin with; nil to take it from the request.
    package var publicURL: String?
    /// True behind a proxy that sets `X-Forwarded-…`.
    package var trustsForwarded = false
    /// `Access-Control-Allow-Origin`; empty for none.
    package var corsOrigin = "*"
    /// The URL-signing secret of the Google dialect, base64url.
    package var googleSecret: String?
    /// Our own signatures: secrets by the ids of their keys.
    package var signingKeys: [String: String] = [:]
    /// With signing keys: whether each request must be signed.
    package var requiresSignature = false
    package var apiKeys: Set<String> = []
    /// The file of keys with scopes and budgets.
    package var keysFile: String?
    /// Whether `data:` images in requests are drawn.
    package var allowsInlineImages = true
    /// Whether `/` is the playground: a page for people.
    package var servesPlayground = true
    package var mapTypes: [String: String] = [:]
    /// The quality of formats for requests that name none, by the formats' names.
    package var qualities: [String: Int] = [:]
    /// The attribution in maps of the tileserver-gl dialect, in place of what the data ask for.
    var staticAttribution: String?
    /// How addresses of vector tiles end in TileJSON.
    var vectorEnding = "pbf"
    /// Hosts in the addresses of TileJSON; empty for the one that was asked.
    package var domains: [String] = []
    /// Requests a minute of one client, by its key or address; 0 for any number.
    package var requestsPerMinute = 0
    /// Keys of Apple's Web Snapshots: PEM texts by the keys' ids.
    package var appleKeys: [String: String] = [:]
    /// The private key that requests of the AMap dialect are signed with.
    package var amapSecret: String?
    package var logsJSON = false
    package var logLevel = "info"
    /// Tiles of a metatile's side.
    package var metatile = 4
    /// What is odd about options and variables.
    package var warnings: [String] = []

    package init(home: Home, processors: Int) {
        self.home = home
        workers = processors
    }
}

extension ServerConfiguration {
    /// Sets a limit of maps, some of which have several names.
    ///
    /// - Parameters:
    ///   - code: the limit.
    ///   - value: in the limit's own unit.
    ///   - name: the option or key that says it.
    /// - Throws: when another option or key has set it to another value.
    package mutating func setLimit(_ code: LimitCode, _ value: Int, by name: String) throws(RequestError) {
        if let other = limitNames[code], mapLimits[code] != value {
            throw RequestError(
                .internalServerError,
                "\(other) and \(name) set the limit \"\(code.name)\" to \(mapLimits[code]) and to \(value)",
                hint: "leave out one of them")
        }
        mapLimits[code] = value
        limitNames[code] = name
    }

    /// Sets limits of maps as `--limits` has them: `strict`, `generous`, and limits by their names.
    ///
    /// How large an image may be, how deep its scene is nested and how long it may take change by their names alone.
    ///
    /// - Throws: when the text is none of this, or says what another option says with another value.
    package mutating func setLimits(_ text: String, by option: String) throws(RequestError) {
        let limits: RenderLimits
        do throws(RenderLimits.TextError) {
            limits = try RenderLimits(text, base: .strict)
        } catch {
            throw RequestError(.internalServerError, "\(option): \(error)")
        }
        let named = Set(text.split(separator: ",").map { $0.prefix { $0 != "=" } })
        for code in LimitCode.allCases {
            if named.contains(code.name[...]) {
                try setLimit(code, limits[code], by: "\(option) \(code.name)=")
            } else if ![.pixels, .nesting, .milliseconds].contains(code), limitNames[code] == nil {
                mapLimits[code] = limits[code]
            }
        }
    }

    /// Sets how long a map may take.
    ///
    /// - Throws: when it was set to another time.
    package mutating func setTimeout(_ seconds: Double, by name: String) throws(RequestError) {
        try setLimit(.milliseconds, Int(max(1, min(1e9, seconds * 1000))), by: name)
    }
}

/// How much one request may ask for, besides what its map may cost (`RenderLimits`). Each limit has an error of its own.
package struct Limits: Hashable, Sendable {
    /// Of the path and query.
    package var addressBytes = 16384
    /// Of a request's body; 5 MB as tileserver-gl has it.
    package var bodyBytes = 5 << 20
    /// Of an image, in pixels per point.
    package var scale = 4.0
    package var annotations = 2000
    package var overlays = 500
    /// Of all lines and areas that stand in a scene; those of data files count for its map alone.
    package var sceneVertices = 200_000
    /// Of the `data:` addresses and inline SVGs of a scene together.
    package var dataBytes = 1 << 20
    /// How long a drawing may keep its worker, in seconds: the `milliseconds` of its map.
    package internal(set) var drawingSeconds = 30.0
    /// How long a drawing may go on after that, in seconds, until its process is to be replaced.
    package var watchdogSeconds = 5.0
    /// How many drawings may wait for a worker.
    package var queue = 64
    /// How long a drawing may wait for a worker, in seconds.
    package var queueSeconds = 10.0
    /// How long a body may take to arrive, in seconds.
    var bodySeconds = 20.0
    /// How long a connection may be silent, in seconds.
    package var idleSeconds = 60.0
    package var connections = 20000

    package init() {}
}
