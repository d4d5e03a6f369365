// SPDX-License-Identifier: MIT
import CBrotli
import CDeflate
package import HTTPTypes
import Libc
import MapCore
package import NIOCore

/// What goes back to the client.
package struct Response: Sendable {
    package var status: HTTPResponse.Status
    package var headers: HTTPFields
    package var body: ByteBuffer
    /// What is written to the log about it.
    package var metadata = ResponseMetadata()

    package init(
        _ status: HTTPResponse.Status = .ok, type: String? = nil, headers: HTTPFields = HTTPFields(),
        body: ByteBuffer = ByteBuffer()
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        if let type { self.headers[.contentType] = type }
    }

    package init(_ status: HTTPResponse.Status = .ok, type: String, bytes: some Sequence<UInt8>) {
        self.init(status, type: type, body: ByteBuffer(bytes: bytes))
    }

    package init(_ status: HTTPResponse.Status = .ok, type: String = "text/plain; charset=utf-8", text: String) {
        self.init(status, type: type, body: ByteBuffer(string: text))
    }

    /// JSON that the renderer has written already.
    static func json(_ text: String) -> Response { Response(type: "application/json", text: text) }

    static func json(_ node: JSONNode) -> Response { json(node.lines + "\n") }

    /// The same, which no cache keeps.
    var uncached: Response {
        var copy = self
        copy.headers[.cacheControl] = "no-store"
        return copy
    }

    /// Leaves the length, as `HEAD` asks for it.
    mutating func removeBody() {
        headers[.contentLength] = String(body.readableBytes)
        body = ByteBuffer()
    }

    /// The body, for tests.
    package var bytes: [UInt8] { Array(body.readableBytesView) }
    package var text: String { String(buffer: body) }
}

/// What is known of an answer besides what is sent.
package struct ResponseMetadata: Sendable {
    package enum CacheOutcome: String, Sendable {
        case hit, disk, miss, shared, notModified
    }

    /// The name of the request's route.
    package var route = "other"
    package var style = ""
    /// The name of the key of the keys file.
    package var key = ""
    package var pixels = 0
    package var cache: CacheOutcome?
    /// Seconds by phase, in order.
    package var phases: [(name: String, seconds: Double)] = []
    /// That drew the map.
    package var threads = 1
    package var warnings = 0
}

extension HTTPField.Name {
    /// A field's name that is written here; an impossible one would be lost in `Server`.
    static func own(_ name: String) -> HTTPField.Name { HTTPField.Name(name) ?? .server }

    package static let serverTiming = own("Server-Timing")
    static let referrerPolicy = own("Referrer-Policy")
    static let frameOptions = own("X-Frame-Options")
    /// What was odd about the request or the scene, one field for each.
    package static let staticMapWarning = own("X-Staticmap-Warning")
    package static let forwardedFor = own("X-Forwarded-For")
    static let forwardedProto = own("X-Forwarded-Proto")
    static let forwardedHost = own("X-Forwarded-Host")
    package static let forwardedPrefix = own("X-Forwarded-Prefix")
    package static let apiKey = own("X-Api-Key")
    package static let requestID = own("X-Request-Id")
}

extension HTTPFields {
    /// True when the client's copy is still right: it has the tag, or, where it names none, a date that is not older than
    /// the newest of the files.
    ///
    /// - SeeAlso: RFC 9110, §13.2.2.
    func hold(_ tag: String, modified: Int = 0) -> Bool {
        if let field = self[.ifNoneMatch] { return StaticMapServer.matches(field, tag: tag) }
        guard modified > 0, let field = self[.ifModifiedSince], let date = secondsSince1970(httpDate: field) else {
            return false
        }
        return modified <= date
    }
}

/// True when `If-None-Match` names the tag, so that the client's copy is still right.
///
/// - SeeAlso: RFC 9110, §13.1.2: the weak comparison is used.
package func matches(_ field: String, tag: String) -> Bool {
    // As browsers and caches send it.
    if field == tag { return true }
    if field.trimmed == "*" { return true }
    return field.split(separator: ",").contains { candidate in
        let candidate = candidate.drop { $0 == " " || $0 == "\t" }
        let strong = candidate.hasPrefix("W/") ? candidate.dropFirst(2) : candidate
        return String(strong).trimmed == tag
    }
}

extension String {
    /// Without spaces and tabs at both ends.
    package var trimmed: String {
        var text = self[...]
        while let first = text.first, first == " " || first == "\t" { text = text.dropFirst() }
        while let last = text.last, last == " " || last == "\t" { text = text.dropLast() }
        return String(text)
    }
}

/// What a list such as `Accept` prefers: names with their weights, in the order of the text.
///
/// - SeeAlso: RFC 9110, §12.4.2.
package func weighted(_ field: String) -> [(name: String, weight: Double)] {
    field.split(separator: ",").map { part in
        let parts = part.split(separator: ";").map { String($0).trimmed }
        let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
        return (parts.first?.lowercased() ?? "", weight)
    }
}

/// A date as HTTP writes it, such as "Sun, 06 Nov 1994 08:49:37 GMT".
///
/// - SeeAlso: RFC 9110, §5.6.7; Howard Hinnant, *chrono-Compatible Low-Level Date Algorithms*.
package func httpDate(secondsSince1970 seconds: Int) -> String {
    let days = Int((Double(seconds) / 86400).rounded(.down))
    let time = seconds - days * 86400
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(weekdays[((days % 7) + 7) % 7]), \(two(day)) \(monthNames[month - 1]) \(year) "
        + "\(two(time / 3600)):\(two(time / 60 % 60)):\(two(time % 60)) GMT"
}

/// The date of a field in one of the three forms that HTTP knows; nil for anything else.
///
/// - SeeAlso: RFC 9110, §5.6.7.
package func secondsSince1970(httpDate text: String) -> Int? {
    // In each form the day comes before the year.
    let words = text.split { $0 == " " || $0 == "," || $0 == "-" }
    let numbers = words.compactMap { whole($0) }
    let time = words.first { $0.contains(":") }?.split(separator: ":").compactMap { whole($0) } ?? []
    guard (5...6).contains(words.count), numbers.count == 2, time.count == 3,
        let month = monthNames.firstIndex(where: { words.contains($0[...]) }), (1...31).contains(numbers[0]),
        time[0] < 24, time[1] < 60, time[2] <= 60
    else { return nil }
    var parts = tm()
    (parts.tm_mday, parts.tm_mon) = (Int32(numbers[0]), Int32(month))
    let year = numbers[1] >= 100 ? numbers[1] : numbers[1] + (numbers[1] < 70 ? 2000 : 1900)
    parts.tm_year = Int32(clamping: year - 1900)
    (parts.tm_hour, parts.tm_min, parts.tm_sec) = (Int32(time[0]), Int32(time[1]), Int32(time[2]))
    return timegm(&parts)
}

private let monthNames = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

/// Packs bytes with brotli, at a level that costs little; nil when there is no memory.
private func brotliPacked(_ bytes: [UInt8]) -> [UInt8]? {
    let capacity = BrotliEncoderMaxCompressedSize(bytes.count)
    guard capacity > 0 else { return nil }
    let packed = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        var size = capacity
        let isDone = BrotliEncoderCompress(
            5, 22, BROTLI_MODE_GENERIC, bytes.count, bytes, &size, buffer.baseAddress)
        count = isDone != 0 ? min(size, capacity) : 0
    }
    return packed.isEmpty ? nil : packed
}

/// Types worth compressing. Images are compressed already.
private let packable = ["json", "text/", "xml", "svg", "x-protobuf", "maplibre-tile", "javascript"]

func isPackable(_ mediaType: String) -> Bool { packable.contains { mediaType.contains($0) } }

/// Packs a body with what the client prefers, brotli or gzip, if it is worth while. The tag says that it names other bytes.
func compress(_ answer: inout Response, accepted: String) {
    guard answer.headers[.contentEncoding] == nil else { return }
    answer.headers[.vary] = answer.headers[.vary].map { $0 + ", Accept-Encoding" } ?? "Accept-Encoding"
    guard answer.status != .partialContent, answer.body.readableBytes >= 1024,
        let encoding = contentEncoding(accepted: accepted)
    else { return }
    let bytes = Array(answer.body.readableBytesView)
    guard let packed = encoding == "br" ? brotliPacked(bytes) : gzipped(bytes), packed.count < bytes.count else {
        return
    }
    answer.body = ByteBuffer(bytes: packed)
    answer.headers[.contentEncoding] = encoding
    // A strong tag names bytes: those of the packed body are others.
    if let tag = answer.headers[.eTag], tag.hasPrefix("\"") { answer.headers[.eTag] = "W/" + tag }
}

/// `br` or `gzip`, as a client prefers; nil for neither. Of equals it is brotli, which is smaller.
///
/// - SeeAlso: RFC 9110, §12.5.3.
package func contentEncoding(accepted field: String) -> String? {
    let wishes = weighted(field)
    func weight(_ name: String) -> Double {
        wishes.first { $0.name == name }?.weight ?? wishes.first { $0.name == "*" }?.weight ?? 0
    }
    let (brotli, gzip) = (weight("br"), weight("gzip"))
    guard max(brotli, gzip) > 0 else { return nil }
    return brotli >= gzip ? "br" : "gzip"
}

/// Packs bytes as gzip, at a level that costs little; nil when there is no memory.
func gzipped(_ bytes: [UInt8]) -> [UInt8]? {
    guard let compressor = libdeflate_alloc_compressor(6) else { return nil }
    defer { libdeflate_free_compressor(compressor) }
    let capacity = libdeflate_gzip_compress_bound(compressor, bytes.count)
    let packed = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        count = libdeflate_gzip_compress(compressor, bytes, bytes.count, buffer.baseAddress, capacity)
    }
    return packed.isEmpty ? nil : packed
}
