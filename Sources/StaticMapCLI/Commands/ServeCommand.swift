// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation
import Logging
import MapCore
import StaticMap
import StaticMapServer

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serves maps over HTTP: static map APIs, tiles, styles and scenes.")

    @Argument(
        help: "Archives to serve: MBTiles, PMTiles or GeoJSON. Without any, the installed styles and base map.",
        completion: .file())
    var files: [String] = []

    @OptionGroup var options: ServerOptions
    @OptionGroup var reporting: DiagnosticOptions

    func run() async throws {
        var configuration = try options.configuration()
        configuration.files = files
        let isJSON = configuration.logsJSON
        LoggingSystem.bootstrap { LineLogHandler(label: $0, isJSON: isJSON) }
        var logger = Logger(label: "staticmap")
        logger.logLevel = Logger.Level(rawValue: configuration.logLevel) ?? .info
        let seat = try seat()
        if let seat {
            logger[metadataKey: "process"] = "\(seat.number)"
        } else {
            for warning in configuration.warnings { logger.warning("\(warning)") }
            if configuration.hasTestFaults { logger.warning("--test-faults: scenes can end the server") }
            if configuration.processes > 0 { try serveByOthers(configuration, logger) }
        }
        try await serve(configuration, seat, logger)
    }

    private func serve(
        _ configuration: ServerConfiguration, _ seat: ProcessSeat?, _ logger: Logger
    ) async throws {
        let service: MapService
        do throws(RequestError) {
            service = try MapService(configuration, seat: seat)
        } catch {
            reporting.report([Diagnostic(code: .serverFailed, error.message, hint: error.hint)])
            throw ExitCode.missingInput
        }
        // One process says it for all of them.
        if seat?.number ?? 1 == 1 {
            for warning in service.configurationWarnings + service.catalog.warnings { logger.warning("\(warning)") }
        }
        let ids = service.catalog.styles.map(\.id).joined(separator: ", ")
        let host = configuration.host
        do {
            try await MapServer(service, seat: seat, logger: logger).run { port in
                if seat == nil { logger.notice("serving http://\(host):\(port)/", metadata: ["styles": "\(ids)"]) }
            }
        } catch {
            reporting.report([Diagnostic(code: .serverFailed, "\(error)")])
            throw ExitCode.cannotDraw
        }
    }

    /// What the process that started this one has left for it; nil when none did.
    private func seat() throws -> ProcessSeat? {
        guard let text = ProcessInfo.processInfo.environment[ProcessSeat.variable] else { return nil }
        do throws(RequestError) {
            return try ProcessSeat(text)
        } catch {
            throw ValidationError("\(error)")
        }
    }

    /// Starts the processes that serve, and ends when they have.
    private func serveByOthers(_ configuration: ServerConfiguration, _ logger: Logger) throws -> Never {
        let supervisor: Supervisor
        do throws(RequestError) {
            supervisor = try Supervisor(configuration, logger: logger)
        } catch {
            reporting.report([Diagnostic(code: .serverFailed, error.message, hint: error.hint)])
            throw ExitCode.cannotDraw
        }
        throw ExitCode(supervisor.run())
    }
}

/// How the server runs. Each option has an environment variable: `--max-age` is `STATICMAP_MAX_AGE`.
struct ServerOptions: ParsableArguments {
    @Option(
        help: "A tileserver-gl config.json, or the same as YAML; keys of staticmap are under \"staticmap\".",
        completion: .file())
    var config: String?

    @Option(help: "The address to listen on; 0.0.0.0 for all interfaces.")
    var host: String?

    @Option(help: "The port to listen on; 0 for any free port.")
    var port: Int?

    @OptionGroup var assets: AssetOptions

    @Option(
        help: ArgumentHelp(
            "A folder of scenes with placeholders, which requests fill: trip.json answers at /v1/templates/trip.",
            valueName: "folder"), completion: .directory)
    var templates: String?

    @Option(
        help: ArgumentHelp(
            """
            The coordinate systems of WMS and OGC API – Maps besides EPSG:3857 and degrees, such as EPSG:3035,EPSG:25832; by \
            default those of continents and many countries.
            """, valueName: "codes"))
    var crs: String?

    @Option(help: "The number of rendering threads; by default one per processor.")
    var workers: Int?

    @Option(
        help: ArgumentHelp(
            """
            How many processes serve; each has the other options for itself, and one that ends is replaced. 0 for a \
            single one that nobody watches.
            """, valueName: "count"))
    var processes: Int?

    @Option(
        help: ArgumentHelp(
            "Caches encoded maps in this folder, which several processes may share.", valueName: "folder"),
        completion: .directory)
    var cache: String?

    @Option(help: ArgumentHelp("The maximum size of the cache folder.", valueName: "MB"))
    var cacheSize: Int?

    @Option(help: ArgumentHelp("The maximum size of the cache of encoded maps in memory.", valueName: "MB"))
    var memory: Int?

    @Option(help: ArgumentHelp("How long clients and proxies may cache an image.", valueName: "seconds"))
    var maxAge: Int?

    @Option(help: ArgumentHelp("The maximum number of pixels of an image.", valueName: "pixels"))
    var maxPixels: Int?

    @Option(help: "The maximum scale of an image.")
    var maxScale: Double?

    @Option(help: ArgumentHelp("The maximum size of a request's body.", valueName: "bytes"))
    var maxBody: Int?

    @Option(help: ArgumentHelp("The maximum length of a URL.", valueName: "bytes"))
    var maxAddress: Int?

    @Option(help: "The maximum number of annotations of a scene.")
    var maxAnnotations: Int?

    @Option(help: "The maximum number of overlays of a scene.")
    var maxOverlays: Int?

    @Option(help: "The maximum number of vertices of a scene.")
    var maxVertices: Int?

    @Option(help: "The maximum nesting of a scene's JSON.")
    var maxNesting: Int?

    @Option(help: ArgumentHelp("The maximum size of a scene's data: URLs.", valueName: "bytes"))
    var maxData: Int?

    @Option(
        help: ArgumentHelp(
            """
            How much a map may cost: strict (the default), generous, or limits by their names, such as \
            vertices=1000000.
            """, valueName: "limits"))
    var limits: String?

    @Option(help: ArgumentHelp("How long rendering may take.", valueName: "seconds"))
    var timeout: Double?

    @Option(
        help: ArgumentHelp(
            "How long after --timeout a map may go on before its process is replaced.", valueName: "seconds"))
    var watchdog: Double?

    @Option(help: "How many requests may wait for a rendering thread.")
    var queue: Int?

    @Option(help: ArgumentHelp("How long a request may wait for a rendering thread.", valueName: "seconds"))
    var queueTimeout: Double?

    @Option(help: ArgumentHelp("How long a connection may be idle.", valueName: "seconds"))
    var idleTimeout: Double?

    @Option(help: "The maximum number of open connections.")
    var maxConnections: Int?

    @Option(help: "An allowed value of the Host header. Can be repeated. Default: any.")
    var allowedHost: [String] = []

    @Option(help: ArgumentHelp("The base of URLs in styles, TileJSON and capabilities.", valueName: "address"))
    var publicURL: String?

    @Flag(help: "Trusts X-Forwarded-Host, -Proto and -Prefix. Use it only behind a proxy that sets them.")
    var trustForwarded = false

    @Option(help: ArgumentHelp("The value of Access-Control-Allow-Origin; empty to omit it.", valueName: "origin"))
    var corsOrigin: String?

    @Option(help: ArgumentHelp("The URL signing secret of the Google dialect.", valueName: "base64url"))
    var googleSecret: String?

    @Option(
        help: ArgumentHelp(
            "A key of Apple's Web Snapshots as PEM, private or public. Can be repeated.", valueName: "id:file"))
    var appleKey: [String] = []

    @Option(
        help: ArgumentHelp("The private key that requests of the AMap dialect are signed with.", valueName: "secret"))
    var amapSecret: String?

    @Option(
        help: ArgumentHelp("The most requests a minute of one key or address; 0 for any number.", valueName: "count"))
    var rateLimit: Int?

    @Option(help: ArgumentHelp("A key for signed URLs. Can be repeated.", valueName: "id:secret"))
    var signingKey: [String] = []

    @Flag(help: "Refuses URLs that are not signed.")
    var requireSignature = false

    @Option(help: ArgumentHelp("An API key; requests must carry one of them. Can be repeated.", valueName: "key"))
    var apiKey: [String] = []

    @Option(
        help: "A JSON file of API keys with scopes, budgets and dates; it is read again when it changes.",
        completion: .file())
    var keys: String?

    @Flag(help: "Refuses data: images in scenes.")
    var noInlineImages = false

    @Flag(help: "Turns off the playground: / is a plain list of styles.")
    var noPlayground = false

    @Flag(help: .hidden)
    var testFaults = false

    @Option(help: "The format of log lines: text or json.")
    var log: String?

    @Option(help: "The lowest level that is logged: debug, info, notice, warning or error.")
    var logLevel: String?

    func configuration() throws -> ServerConfiguration {
        let home = assets.home.map(Home.init(folder:)) ?? .installed
        var result = ServerConfiguration(home: home, processors: processorCount())
        let environment = ServerEnvironment(ProcessInfo.processInfo.environment)
        result.configFile = config ?? environment.text("CONFIG")
        result.host = host ?? environment.text("HOST") ?? result.host
        result.port = try port ?? environment.number("PORT") ?? result.port
        guard (0...65535).contains(result.port) else {
            throw ValidationError("the port must be from 0 to 65535, found \(result.port)")
        }
        let onlyFonts = assets.onlyFonts + environment.list("ONLY_FONTS")
        result.fonts = assets.fonts + environment.list("FONTS") + onlyFonts
        result.usesSystemFonts = onlyFonts.isEmpty
        result.assets = assets.assets + environment.list("ASSETS")
        result.templates = templates ?? environment.text("TEMPLATES")
        if let folder = result.templates, !fileExists(folder + "/.") {
            throw ValidationError("--templates \(folder): there is no such folder")
        }
        if let text = crs ?? environment.text("CRS") {
            result.systems = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        result.workers = try workers ?? environment.number("WORKERS") ?? result.workers
        guard result.workers >= 1 else {
            throw ValidationError("there must be at least one rendering thread, found \(result.workers)")
        }
        result.processes = try processes ?? environment.number("PROCESSES") ?? 0
        guard (0...64).contains(result.processes) else {
            throw ValidationError("there can be up to 64 processes, found \(result.processes)")
        }
        result.hasTestFaults = testFaults
        result.diskCache = cache ?? environment.text("CACHE")
        if let size = try cacheSize ?? environment.number("CACHE_SIZE") { result.diskCacheBytes = size << 20 }
        if let size = try memory ?? environment.number("MEMORY") { result.mapCacheBytes = size << 20 }
        result.maxAge = try maxAge ?? environment.number("MAX_AGE") ?? result.maxAge
        result.allowedHosts = allowedHost + environment.list("ALLOWED_HOST")
        result.publicURL = publicURL ?? environment.text("PUBLIC_URL")
        result.trustsForwarded = trustForwarded || environment.flag("TRUST_FORWARDED")
        result.corsOrigin = corsOrigin ?? environment.text("CORS_ORIGIN") ?? result.corsOrigin
        result.googleSecret = googleSecret ?? environment.text("GOOGLE_SECRET")
        for key in appleKey + environment.list("APPLE_KEY") {
            guard let colon = key.firstIndex(of: ":"), colon > key.startIndex else {
                throw ValidationError("--apple-key must be id:file")
            }
            let file = String(key[key.index(after: colon)...])
            guard let bytes = FileManager.default.contents(atPath: file) else {
                throw ValidationError("--apple-key: \(file) cannot be read")
            }
            result.appleKeys[String(key[..<colon])] = String(decoding: bytes, as: UTF8.self)
        }
        result.amapSecret = amapSecret ?? environment.text("AMAP_SECRET")
        result.requestsPerMinute = try rateLimit ?? environment.number("RATE_LIMIT") ?? result.requestsPerMinute
        for key in signingKey + environment.list("SIGNING_KEY") {
            guard let colon = key.firstIndex(of: ":"), colon > key.startIndex else {
                throw ValidationError("--signing-key must be id:secret")
            }
            result.signingKeys[String(key[..<colon])] = String(key[key.index(after: colon)...])
        }
        result.requiresSignature = requireSignature || environment.flag("REQUIRE_SIGNATURE")
        result.apiKeys = Set(apiKey + environment.list("API_KEY"))
        result.keysFile = keys ?? environment.text("KEYS")
        result.allowsInlineImages = !(noInlineImages || environment.flag("NO_INLINE_IMAGES"))
        result.servesPlayground = !(noPlayground || environment.flag("NO_PLAYGROUND"))
        result.logsJSON = (log ?? environment.text("LOG")) == "json"
        result.logLevel = logLevel ?? environment.text("LOG_LEVEL") ?? result.logLevel
        try setLimits(of: &result, environment)
        result.decided = Set(
            [
                ("maxAge", maxAge != nil || environment.text("MAX_AGE") != nil),
                ("allowedHosts", !result.allowedHosts.isEmpty), ("publicURL", result.publicURL != nil),
                ("rateLimit", rateLimit != nil || environment.text("RATE_LIMIT") != nil),
                ("allowInlineMarkerImages", !result.allowsInlineImages),
                ("maxScaleFactor", maxScale != nil || environment.text("MAX_SCALE") != nil),
                ("maxAnnotations", maxAnnotations != nil || environment.text("MAX_ANNOTATIONS") != nil),
                ("maxVertices", maxVertices != nil || environment.text("MAX_VERTICES") != nil),
                ("queue", queue != nil || environment.text("QUEUE") != nil),
            ].filter(\.1).map(\.0))
        result.warnings = environment.others(than: variableNames)
        return result
    }

    /// The variables of all options, those of `AssetOptions` among them.
    private var variableNames: Set<String> {
        func names(_ value: Any) -> [String] {
            Mirror(reflecting: value).children.flatMap { child -> [String] in
                guard let label = child.label?.drop(while: { $0 == "_" }) else { return [] }
                return [variableName(String(label))]
            }
        }
        return Set(names(self) + names(assets) + [String(ProcessSeat.variable.dropFirst("STATICMAP_".count))])
    }

    /// `maxAge` is MAX_AGE, `publicURL` PUBLIC_URL.
    private func variableName(_ property: String) -> String {
        var name = ""
        for character in property {
            if character.isUppercase, name.last?.isLowercase == true { name += "_" }
            name.append(character)
        }
        return name.uppercased()
    }

    private func setLimits(of result: inout ServerConfiguration, _ environment: ServerEnvironment) throws {
        try setMapLimits(of: &result, environment)
        var limits = result.limits
        limits.scale = try maxScale ?? environment.number("MAX_SCALE") ?? limits.scale
        limits.bodyBytes = try maxBody ?? environment.number("MAX_BODY") ?? limits.bodyBytes
        limits.addressBytes = try maxAddress ?? environment.number("MAX_ADDRESS") ?? limits.addressBytes
        limits.annotations = try maxAnnotations ?? environment.number("MAX_ANNOTATIONS") ?? limits.annotations
        limits.overlays = try maxOverlays ?? environment.number("MAX_OVERLAYS") ?? limits.overlays
        limits.sceneVertices = try maxVertices ?? environment.number("MAX_VERTICES") ?? limits.sceneVertices
        limits.dataBytes = try maxData ?? environment.number("MAX_DATA") ?? limits.dataBytes
        limits.watchdogSeconds = try watchdog ?? environment.number("WATCHDOG") ?? limits.watchdogSeconds
        guard limits.watchdogSeconds >= 0 else {
            throw ValidationError("--watchdog must be at least 0 seconds, found \(limits.watchdogSeconds)")
        }
        limits.queue = try queue ?? environment.number("QUEUE") ?? limits.queue
        limits.queueSeconds = try queueTimeout ?? environment.number("QUEUE_TIMEOUT") ?? limits.queueSeconds
        limits.idleSeconds = try idleTimeout ?? environment.number("IDLE_TIMEOUT") ?? limits.idleSeconds
        limits.connections = try maxConnections ?? environment.number("MAX_CONNECTIONS") ?? limits.connections
        result.limits = limits
    }

    /// What `--limits` says, and the options of their own that three of these limits have.
    private func setMapLimits(of result: inout ServerConfiguration, _ environment: ServerEnvironment) throws {
        let pixels = try environment.number(maxPixels, or: "MAX_PIXELS")
        let nesting = try environment.number(maxNesting, or: "MAX_NESTING")
        let timeout = try environment.number(timeout, or: "TIMEOUT")
        do throws(RequestError) {
            if let limits {
                try result.setLimits(limits, by: "--limits")
            } else if let text = environment.text("LIMITS") {
                try result.setLimits(text, by: "STATICMAP_LIMITS")
            }
            if let pixels { try result.setLimit(.pixels, pixels.value, by: pixels.name) }
            if let nesting { try result.setLimit(.nesting, nesting.value, by: nesting.name) }
            if let timeout { try result.setTimeout(timeout.value, by: timeout.name) }
        } catch {
            throw ValidationError("\(error)")
        }
    }
}

/// `STATICMAP_…` variables, as containers are configured.
private struct ServerEnvironment {
    private let variables: [String: String]

    init(_ variables: [String: String]) {
        self.variables = variables
    }

    func text(_ name: String) -> String? {
        variables["STATICMAP_" + name].flatMap { $0.isEmpty ? nil : $0 }
    }

    func number<Number: LosslessStringConvertible>(_ name: String) throws -> Number? {
        guard let text = text(name) else { return nil }
        guard let number = Number(text) else {
            throw ValidationError("STATICMAP_\(name) must be a number, found \"\(text)\"")
        }
        return number
    }

    /// What an option says, or else its variable, and which of them does.
    func number<Number: LosslessStringConvertible>(
        _ option: Number?, or name: String
    ) throws -> (value: Number, name: String)? {
        if let option { return (option, "--" + name.lowercased().replacing("_", with: "-")) }
        return try number(name).map { ($0, "STATICMAP_" + name) }
    }

    /// A sentence for each variable that none of the names stands for.
    func others(than names: Set<String>) -> [String] {
        variables.keys.sorted().compactMap { variable in
            guard variable.hasPrefix("STATICMAP_") else { return nil }
            let name = String(variable.dropFirst("STATICMAP_".count))
            guard !names.contains(name) else { return nil }
            return "the variable \(variable) is not known" + (didYouMean(name, names.sorted()).map { " (\($0))" } ?? "")
        }
    }

    /// Commas between the items.
    func list(_ name: String) -> [String] { text(name)?.split(separator: ",").map(String.init) ?? [] }

    func flag(_ name: String) -> Bool { ["1", "true", "yes"].contains(text(name)?.lowercased() ?? "") }
}
