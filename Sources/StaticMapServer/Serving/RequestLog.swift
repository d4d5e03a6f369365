// SPDX-License-Identifier: MIT
import HTTPTypes
import Libc
package import Logging
package import MapCore
import NIOCore

/// One line for each request.
struct RequestLog: Sendable {
    let logger: Logger

    func write(
        _ id: String, _ method: String, _ target: String, _ answer: Response, peer: any Channel,
        start: ContinuousClock.Instant
    ) {
        let level: Logger.Level = answer.status.code >= 500 ? .warning : .info
        guard logger.logLevel <= level else { return }
        let metadata = answer.metadata
        let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
        var fields: Logger.Metadata = [
            "id": "\(id)", "method": "\(method)",
            "path": "\(headerText(String(withoutSecrets(target).prefix(400))))",
            "status": .stringConvertible(answer.status.code),
            "bytes": .stringConvertible(answer.body.readableBytes),
            "ms": .stringConvertible((milliseconds * 100).rounded() / 100),
            "route": "\(metadata.route)",
        ]
        if let address = peer.remoteAddress?.ipAddress { fields["peer"] = "\(address)" }
        if !metadata.key.isEmpty { fields["key"] = "\(metadata.key)" }
        if !metadata.style.isEmpty { fields["style"] = "\(metadata.style)" }
        if metadata.pixels > 0 { fields["pixels"] = .stringConvertible(metadata.pixels) }
        if let cache = metadata.cache { fields["cache"] = "\(cache.rawValue)" }
        if metadata.warnings > 0 { fields["warnings"] = .stringConvertible(metadata.warnings) }
        for phase in metadata.phases {
            fields["\(phase.name)_ms"] = .stringConvertible((phase.seconds * 10000).rounded() / 10)
        }
        logger.log(level: level, "request", metadata: fields)
    }
}

/// Writes log lines to standard error, as `key=value` text or as JSON.
package struct LineLogHandler: LogHandler {
    package var logLevel = Logger.Level.info
    package var metadata = Logger.Metadata()
    private let isJSON: Bool
    private let label: String

    package init(label: String, isJSON: Bool) {
        self.label = label
        self.isJSON = isJSON
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        let fields = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
        let time = timestamp()
        var line: String
        if isJSON {
            var object = JSONObject([
                .init("time", .text(time)), .init("level", .text(event.level.rawValue)),
                .init("message", "\(event.message)"),
            ])
            object.members += fields.map { .init($0.key, $0.value.node) }
            line = JSONNode(.object(object)).line
        } else {
            line = "\(time) \(event.level.rawValue) \(event.message)"
            for (key, value) in fields {
                let text = "\(value)"
                line += " \(key)=" + (text.contains(" ") || text.contains("\"") ? quoted(text) : text)
            }
        }
        writeLine(line)
    }
}

extension Logger.MetadataValue {
    /// Numbers as numbers, all else as text.
    package var node: JSONNode {
        guard case .stringConvertible(let value) = self else { return "\(self)" }
        if let count = value as? Int { return .count(count) }
        return (value as? Double).map { .number($0) } ?? "\(value)"
    }
}

/// Writes one line to standard error at once, so that lines of several threads do not mix.
func writeLine(_ line: String) {
    var bytes = Array(line.utf8)
    bytes.append(0x0A)
    _ = bytes.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
}

/// The time in UTC, as RFC 3339 has it, with milliseconds.
func timestamp() -> String {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    var parts = tm()
    gmtime_r(&now.tv_sec, &parts)
    func digits(_ number: Int, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    let date = [digits(Int(parts.tm_year) + 1900, 4), digits(Int(parts.tm_mon) + 1, 2), digits(Int(parts.tm_mday), 2)]
    let time = [Int(parts.tm_hour), Int(parts.tm_min), Int(parts.tm_sec)].map { digits($0, 2) }
    return date.joined(separator: "-") + "T" + time.joined(separator: ":") + "." + digits(now.tv_nsec / 1_000_000, 3)
        + "Z"
}
