// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import Libc
import NIOCore
import Synchronization

/// Counts answers, and writes the counts as Prometheus reads them.
package final class Metrics: Sendable {
    private struct Histogram {
        /// How many lie between each bound and the one below it.
        var buckets = [Int](repeating: 0, count: Metrics.bounds.count)
        var sum = 0.0
        var count = 0

        mutating func add(_ seconds: Double) {
            sum += seconds
            count += 1
            if let index = Metrics.bounds.firstIndex(where: { seconds <= $0 }) { buckets[index] += 1 }
        }
    }

    private struct Route {
        var answers: [Int: Int] = [:]
        var seconds = Histogram()

        mutating func add(_ status: Int, _ seconds: Double) {
            answers[status, default: 0] += 1
            self.seconds.add(seconds)
        }
    }

    private struct State {
        var routes: [String: Route] = [:]
        var phases: [String: Histogram] = [:]
        var cache: [ResponseMetadata.CacheOutcome: Int] = [:]
        var pixels = 0
        var bytes = 0
        var underway = 0
        var warnings = 0
    }

    /// Seconds.
    private static let bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

    private let state = Mutex(State())

    package init() {}

    func begin() { state.withLock { $0.underway += 1 } }

    func end() { state.withLock { $0.underway -= 1 } }

    func add(_ answer: Response, seconds: Double) {
        let metadata = answer.metadata
        state.withLock { state in
            state.routes[metadata.route, default: Route()].add(answer.status.code, seconds)
            if let cache = metadata.cache { state.cache[cache, default: 0] += 1 }
            // Who shares a drawing, or finds it in a cache, has drawn nothing.
            if metadata.cache == nil || metadata.cache == .miss {
                for phase in metadata.phases { state.phases[phase.name, default: Histogram()].add(phase.seconds) }
                state.pixels += metadata.pixels
            }
            state.bytes += answer.body.readableBytes
            state.warnings += metadata.warnings
        }
    }

    /// The text format, version 0.0.4.
    ///
    /// - Parameters:
    ///   - reloads: how often the configuration was read again.
    ///   - gauges: what is measured elsewhere.
    /// - Returns: all counts.
    package func text(reloads: Int = 0, gauges: [(name: String, help: String, value: Double)]) -> String {
        let state = state.withLock { $0 }
        var text = head("staticmap_requests_total", "counter", "Answers by route and status.")
        for (route, answers) in state.routes.sorted(by: { $0.key < $1.key }) {
            for (code, count) in answers.answers.sorted(by: { $0.key < $1.key }) {
                text += "staticmap_requests_total{route=\"\(route)\",status=\"\(code)\"} \(count)\n"
            }
        }
        text += histograms(
            "staticmap_request_seconds", "Time from a request's arrival to its answer.", "route",
            state.routes.mapValues(\.seconds))
        text += histograms("staticmap_phase_seconds", "Time of each phase of drawing.", "phase", state.phases)
        text += head("staticmap_images_total", "counter", "Maps sent, by cache outcome.")
        for (outcome, count) in state.cache.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            text += "staticmap_images_total{cache=\"\(outcome.rawValue)\"} \(count)\n"
        }
        for (name, help, value) in [
            ("staticmap_pixels_total", "Pixels that were drawn.", state.pixels),
            ("staticmap_response_bytes_total", "Bytes of bodies.", state.bytes),
            ("staticmap_warnings_total", "Warnings about scenes.", state.warnings),
            ("staticmap_reloads_total", "How often the configuration was read again.", reloads),
        ] {
            text += head(name, "counter", help) + "\(name) \(value)\n"
        }
        text += head("staticmap_requests_underway", "gauge", "Requests without an answer yet.")
        text += "staticmap_requests_underway \(state.underway)\n"
        for gauge in gauges {
            text += head(gauge.name, "gauge", gauge.help) + "\(gauge.name) \(gauge.value)\n"
        }
        return text
    }

    /// A number with its description.
    static func line(_ name: String, _ kind: String, _ help: String, _ value: Int) -> String {
        "# HELP \(name) \(help)\n# TYPE \(name) \(kind)\n\(name) \(value)\n"
    }

    private func head(_ name: String, _ kind: String, _ help: String) -> String {
        "# HELP \(name) \(help)\n# TYPE \(name) \(kind)\n"
    }

    private func histograms(_ name: String, _ help: String, _ label: String, _ all: [String: Histogram]) -> String {
        var text = head(name, "histogram", help)
        for (value, histogram) in all.sorted(by: { $0.key < $1.key }) {
            var count = 0
            for (bound, own) in zip(Self.bounds, histogram.buckets) {
                count += own
                text += "\(name)_bucket{\(label)=\"\(value)\",le=\"\(bound)\"} \(count)\n"
            }
            text += "\(name)_bucket{\(label)=\"\(value)\",le=\"+Inf\"} \(histogram.count)\n"
            text += "\(name)_sum{\(label)=\"\(value)\"} \(histogram.sum)\n"
            text += "\(name)_count{\(label)=\"\(value)\"} \(histogram.count)\n"
        }
        return text
    }
}

/// Bytes of the process in memory, from `/proc`; 0 where there is none.
func residentBytes() -> Int {
    guard let data = FileManager.default.contents(atPath: "/proc/self/statm") else { return 0 }
    let fields = String(decoding: data, as: UTF8.self).split(separator: " ")
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * sysconf(Int32(_SC_PAGESIZE)) : 0
}
