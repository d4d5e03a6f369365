// SPDX-License-Identifier: MIT
import HTTPTypes
import Libc
import MapCore
import Synchronization

/// A key of the keys file: what it opens, from where, until when, and how much of it.
final class AccessKey: Sendable {
    /// In logs and metrics, which never have the key itself.
    let name: String
    /// Names of routes as metrics count them; nil for all.
    let routes: Set<String>?
    /// Ids of styles; nil for all.
    let styles: Set<String>?
    /// The most pixels of an image.
    let pixels: Int?
    /// Hosts of pages that may show maps, `*.` before them for all below.
    let referrers: [String]
    /// Origins whose scripts may read answers.
    let origins: Set<String>
    /// Seconds since 1970.
    let expires: Int?
    /// Whether caches that others share may keep answers.
    let isShared: Bool
    let usage: KeyUsage

    /// Digests of what clients send.
    fileprivate let digest: [UInt8]?
    /// What addresses are signed with.
    fileprivate let signing: [UInt8]?

    fileprivate static let members: Set<String> = [
        "key", "sha256", "signing", "routes", "styles", "maxPixels", "referrers", "origins", "expires", "rateLimit",
        "cpuSeconds", "cache",
    ]
    /// Shorter keys are guessed.
    private static let shortest = 16

    /// - Throws: what is wrong with its description.
    fileprivate init(
        _ name: String, _ node: JSONNode, usage count: (_ perMinute: Int, _ perHour: Double?) -> KeyUsage
    ) throws(KeyError) {
        guard let object = node.object else { throw KeyError(name, "expected an object") }
        let isName =
            (1...60).contains(name.utf8.count)
            && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
        guard isName else { throw KeyError(name, "a name has letters, digits, \"-\", \"_\" and \".\"") }
        for member in object.members where !Self.members.contains(member.key) {
            throw KeyError("\(name).\(member.key)", "is not known", hint: didYouMean(member.key, Self.members))
        }
        func texts(_ key: String) throws(KeyError) -> [String]? {
            guard let value = node[key] else { return nil }
            guard let texts = value.array?.compactMap(\.string), texts.count == value.array?.count, !texts.isEmpty
            else {
                throw KeyError("\(name).\(key)", "expected a list of texts")
            }
            return texts
        }
        func secret(_ key: String) throws(KeyError) -> [UInt8]? {
            guard let value = node[key] else { return nil }
            guard let text = value.string, text.utf8.count >= Self.shortest else {
                throw KeyError("\(name).\(key)", "expected a text of at least \(Self.shortest) bytes")
            }
            return Array(text.utf8)
        }
        func number(_ key: String, _ range: ClosedRange<Double>) throws(KeyError) -> Double? {
            guard let value = node[key] else { return nil }
            guard let number = value.number, range.contains(number) else {
                throw KeyError("\(name).\(key)", "expected a number from \(formatted(range.lowerBound))")
            }
            return number
        }
        self.name = name
        var digest = try secret("key").map { Digest.sha256.hash($0) }
        if let text = node["sha256"] {
            guard digest == nil else { throw KeyError("\(name).sha256", "there is \"key\" already") }
            guard let bytes = text.string.flatMap(bytes(hexadecimal:)), bytes.count == 32 else {
                throw KeyError("\(name).sha256", "expected 64 hexadecimal digits")
            }
            digest = bytes
        }
        self.digest = digest
        signing = try secret("signing")
        guard digest != nil || signing != nil else {
            throw KeyError(name, "expected \"key\", \"sha256\" or \"signing\"")
        }
        let known = Set(Route.all.map(\.name))
        routes = try texts("routes").map(Set.init)
        for route in routes ?? [] where !known.contains(route) {
            throw KeyError(
                "\(name).routes", "there is no route \"\(route.prefix(40))\"", hint: didYouMean(route, known))
        }
        styles = try texts("styles").map(Set.init)
        pixels = try number("maxPixels", 1...1e12).map { Int($0) }
        referrers = try texts("referrers")?.map { $0.lowercased() } ?? []
        origins = Set(try texts("origins") ?? [])
        expires = try node["expires"].map { value throws(KeyError) in
            guard let seconds = value.string.flatMap(secondsSince1970(rfc3339:)) else {
                throw KeyError("\(name).expires", "expected a date such as 2027-01-31 or 2027-01-31T12:00:00Z")
            }
            return seconds
        }
        switch node["cache"]?.string {
        case "public": isShared = true
        case nil where node["cache"] == nil, "private": isShared = false
        default: throw KeyError("\(name).cache", "expected \"private\" or \"public\"")
        }
        usage = count(Int(try number("rateLimit", 1...1e9) ?? 0), try number("cpuSeconds", 0.001...1e9))
    }

    /// Whether the key opens a request.
    ///
    /// - Throws: why it does not.
    func check(_ request: ServerRequest, now: Int) throws(RequestError) {
        if let expires, now > expires { throw refusal("the key has expired", "key") }
        if let routes, !routes.contains(request.route) { throw refusal("the key does not open this route", "key") }
        // What tools draw stands in no address.
        if request.route == "mcp", styles != nil || pixels != nil {
            throw refusal("a key for some styles or sizes does not open the tools", "key")
        }
        if !referrers.isEmpty {
            let host = request.headers[.referer].flatMap(Self.host)
            guard let host, referrers.contains(where: { Self.fits(host, $0) }) else {
                throw refusal("the key is for pages of other hosts", "Referer")
            }
        }
        if !origins.isEmpty, let origin = request.headers[.origin], !origins.contains(origin) {
            throw refusal("the key is for scripts of other origins", "Origin")
        }
        try usage.rateLimit?.admit(name)
    }

    private func refusal(_ message: String, _ parameter: String) -> RequestError {
        RequestError(.forbidden, message, parameter: parameter)
    }

    private static func host(of address: String) -> String? {
        let parts = address.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count > 2, parts[1].isEmpty, let host = parts[2].split(separator: "@").last else { return nil }
        return host.prefix { $0 != ":" }.lowercased()
    }

    private static func fits(_ host: String, _ pattern: String) -> Bool {
        pattern.hasPrefix("*.") ? host.hasSuffix(pattern.dropFirst()) : host == pattern
    }
}

/// What is wrong with a keys file. It never has a key in it.
struct KeyError: Error {
    let path: String
    let message: String
    var hint: String?

    init(_ path: String, _ message: String, hint: String? = nil) {
        (self.path, self.message, self.hint) = (path, message, hint)
    }
}

/// What has been asked with a key, over all versions of the keys file.
package final class KeyUsage: Sendable {
    private struct State {
        var answers: [Int: Int] = [:]
        var seconds = 0.0
        /// Processor seconds that are left, and when that was.
        var left: Double
        var filled: ContinuousClock.Instant
    }

    private let state: Mutex<State>
    let rateLimit: RateLimit?
    /// Processor seconds an hour; nil for any number.
    let perHour: Double?
    private let perMinute: Int

    init(perMinute: Int, perHour: Double?) {
        (self.perMinute, self.perHour) = (perMinute, perHour)
        rateLimit = RateLimit(perMinute: perMinute)
        state = Mutex(State(left: perHour ?? 0, filled: .now))
    }

    func has(_ perMinute: Int, _ perHour: Double?) -> Bool { self.perMinute == perMinute && self.perHour == perHour }

    func take(over other: KeyUsage) {
        let old = other.state.withLock { $0 }
        state.withLock { state in (state.answers, state.seconds) = (old.answers, old.seconds) }
    }

    func count(_ status: Int) { state.withLock { $0.answers[status, default: 0] += 1 } }

    /// Takes what a drawing has cost from what is left.
    func charge(_ seconds: Double) {
        state.withLock { state in
            state.seconds += seconds
            state.left -= seconds
        }
    }

    /// - Throws: 429 when nothing is left.
    func checkBudget() throws(RequestError) {
        guard let perHour else { return }
        let now = ContinuousClock.now
        let wait = state.withLock { state -> Double in
            state.left = min(perHour, state.left + (now - state.filled) / .seconds(1) * perHour / 3600)
            state.filled = now
            return state.left > 0 ? 0 : -state.left * 3600 / perHour
        }
        guard wait > 0 else { return }
        var error = RequestError(
            .tooManyRequests, "the key has used its \(formatted(perHour)) processor seconds an hour")
        error.headers[.retryAfter] = String(Int(wait.rounded(.up)))
        throw error
    }

    var counts: (answers: [Int: Int], seconds: Double) { state.withLock { ($0.answers, $0.seconds) } }
}

/// The keys of a file, which is read again when it changes.
final class KeyRing: Sendable {
    private struct State {
        var byDigest: [[UInt8]: AccessKey] = [:]
        var byName: [String: AccessKey] = [:]
    }

    private let path: String
    private let state = Mutex(State())

    /// - Throws: what is wrong with the file.
    init(path: String) throws(RequestError) {
        self.path = path
        try reload()
    }

    /// Reads the file again; when something is wrong with it, the keys stay as they were.
    func reload() throws(RequestError) {
        let root: JSONNode
        do throws(Diagnostic) {
            root = try JSONDocument(file: path, text: try readFile(path, limit: 16 << 20)).root
        } catch {
            // What stands in the file is not shown.
            throw RequestError(.internalServerError, "\(path): it cannot be read as JSON", hint: "no key of it is used")
        }
        let old = state.withLock(\.byName)
        var next = State()
        do throws(KeyError) {
            guard let members = root["keys"]?.object?.members, root.object?.members.count == 1 else {
                throw KeyError("", "expected {\"keys\": {…}}")
            }
            for member in members {
                let key = try AccessKey(member.key, member.node) { perMinute, perHour in
                    let usage = old[member.key]?.usage
                    if let usage, usage.has(perMinute, perHour) { return usage }
                    let own = KeyUsage(perMinute: perMinute, perHour: perHour)
                    if let usage { own.take(over: usage) }
                    return own
                }
                guard next.byName.updateValue(key, forKey: key.name) == nil,
                    key.digest.map({ next.byDigest.updateValue(key, forKey: $0) == nil }) ?? true
                else { throw KeyError(key.name, "there are two of it") }
            }
        } catch {
            throw RequestError(
                .internalServerError, "\(path): keys\(error.path.isEmpty ? "" : ".")\(error.path): \(error.message)",
                hint: error.hint)
        }
        let state = next
        self.state.withLock { $0 = state }
    }

    /// The key with this digest.
    func key(_ digest: [UInt8]) -> AccessKey? { state.withLock { $0.byDigest[digest] } }

    /// What addresses are signed with that name this key.
    func signing(_ name: String) -> (key: AccessKey, secret: [UInt8])? {
        state.withLock { $0.byName[name] }.flatMap { key in key.signing.map { (key, $0) } }
    }

    /// What was asked with each key, for Prometheus.
    var metrics: String {
        let keys = state.withLock(\.byName).sorted { $0.key < $1.key }
        var requests =
            "# HELP staticmap_key_requests_total Answers by key and status.\n"
            + "# TYPE staticmap_key_requests_total counter\n"
        var seconds =
            "# HELP staticmap_key_cpu_seconds_total Processor seconds of drawings by key.\n"
            + "# TYPE staticmap_key_cpu_seconds_total counter\n"
        for (name, key) in keys {
            let counts = key.usage.counts
            for (status, count) in counts.answers.sorted(by: { $0.key < $1.key }) {
                requests += "staticmap_key_requests_total{key=\"\(name)\",status=\"\(status)\"} \(count)\n"
            }
            seconds += "staticmap_key_cpu_seconds_total{key=\"\(name)\"} \(counts.seconds)\n"
        }
        return requests + seconds
    }
}

/// Bytes of hexadecimal digits; nil for anything else.
private func bytes(hexadecimal text: String) -> [UInt8]? {
    guard text.utf8.count.isMultiple(of: 2), text.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
    let digits = text.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
}

/// A date, or a date and a time in UTC; a date alone means its end.
func secondsSince1970(rfc3339 text: String) -> Int? {
    guard let match = text.wholeMatch(of: #/(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d):(\d\d)Z)?/#) else { return nil }
    let (year, month, day) = (Int32(match.1) ?? 0, Int32(match.2) ?? 0, Int32(match.3) ?? 0)
    guard (1970...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
    var parts = tm()
    (parts.tm_year, parts.tm_mon, parts.tm_mday) = (year - 1900, month - 1, day)
    guard let hours = match.4.flatMap({ Int32($0) }), let minutes = match.5.flatMap({ Int32($0) }),
        let seconds = match.6.flatMap({ Int32($0) })
    else { return timegm(&parts) + 86399 }
    guard hours < 24, minutes < 60, seconds < 60 else { return nil }
    (parts.tm_hour, parts.tm_min, parts.tm_sec) = (hours, minutes, seconds)
    return timegm(&parts)
}

extension MapService {
    /// What the key of a request opens; without one, all there is.
    func catalog(for request: ServerRequest) -> Catalog { catalog.opened(by: request.key) }

    func current(for request: ServerRequest) -> (catalog: Catalog, rendering: Rendering) {
        let (catalog, rendering) = current
        return (catalog.opened(by: request.key), rendering)
    }

    /// How many pixels an image may have.
    func pixels(for request: ServerRequest) -> Int { min(mapLimits.pixels, request.key?.pixels ?? .max) }
}

extension Catalog {
    /// Styles that a key does not open are as if they were not there.
    fileprivate func opened(by key: AccessKey?) -> Catalog {
        guard let names = key?.styles else { return self }
        var catalog = self
        catalog.styles.removeAll { !names.contains($0.id) }
        catalog.collectionStyles = collectionStyles.mapValues { styles in styles.filter { names.contains($0.id) } }
        return catalog
    }
}

extension ServerRequest {
    /// A request for something else by the same client.
    func to(_ target: String) -> ServerRequest {
        var request = ServerRequest(.get, target)
        request.key = key
        return request
    }
}
