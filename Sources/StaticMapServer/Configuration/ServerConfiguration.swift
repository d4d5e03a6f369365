// SPDX-License-Identifier: MIT
package import MapCore
import MapData
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
    package var fonts: [String] = []
    package var assets: [String] = []
    package var limits = Limits()
    /// How much a map may cost, apart from what `limits` say of it.
    package var mapLimits = RenderLimits.strict
    /// Threads that draw; one for each processor unless told.
    package var workers: Int
    /// Bytes of encoded maps in memory.
    package var mapCacheBytes = 128 << 20
    /// Bytes of decoded tiles, styles and glyphs in memory.
    package var tileCacheBytes = 256 << 20
    package var diskCache: String?
    package var diskCacheBytes = 1 << 30
    /// Seconds that clients and proxies may keep a picture.
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
    /// Whether `data:` images in requests are drawn.
    package var allowsInlineImages = true
    /// Whether `/` is the playground: a page for people.
    package var servesPlayground = true
    package var mapTypes: [String: String] = [:]
    /// The quality of formats for requests that name none, by the formats' names.
    package var qualities: [String: Int] = [:]
    /// The attribution in maps of the tileserver-gl dialect, in place of what the data ask for.
    package var staticAttribution: String?
    /// How addresses of vector tiles end in TileJSON.
    package var vectorEnding = "pbf"
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

    /// How much a map may cost.
    package var renderLimits: RenderLimits {
        var result = mapLimits
        result.pixels = limits.pixels
        result.nesting = limits.nesting
        result.milliseconds = Int(max(1, min(1e9, limits.drawingSeconds * 1000)))
        return result
    }

    package init(home: Home, processors: Int) {
        self.home = home
        workers = processors
    }
}

/// How much one request may ask for. Each limit has an error of its own.
package struct Limits: Hashable, Sendable {
    /// Of the path and query.
    package var addressBytes = 16384
    /// Of a request's body; 5 MB as tileserver-gl has it.
    package var bodyBytes = 5 << 20
    /// Of an image: width times height after the scale.
    package var pixels = 16 << 20
    package var scale = 4.0
    package var annotations = 2000
    package var overlays = 500
    /// Of all lines and areas of a scene together.
    package var vertices = 200_000
    /// Of the scene's JSON.
    package var nesting = 64
    /// Of the `data:` addresses and inline SVGs of a scene together.
    package var dataBytes = 1 << 20
    /// How long a drawing may take, in seconds.
    package var drawingSeconds = 30.0
    /// How many drawings may wait for a worker.
    package var queue = 64
    /// How long a drawing may wait for a worker, in seconds.
    package var queueSeconds = 10.0
    /// How long a body may take to arrive, in seconds.
    package var bodySeconds = 20.0
    /// How long a connection may be silent, in seconds.
    package var idleSeconds = 60.0
    package var connections = 20000

    package init() {}
}
