// SPDX-License-Identifier: MIT
import ServiceLifecycle

/// Metrics of several processes as one text, in which each number says whose it is.
package enum ProcessMetrics {
    /// - Parameter texts: in Prometheus's format, with the numbers of the processes.
    /// - Returns: the same numbers with the label `process`, those of one name together.
    package static func merged(_ texts: [(number: Int, text: String)]) -> String {
        var names: [Substring] = []
        var families: [Substring: (head: [Substring], samples: [String])] = [:]
        for (number, text) in texts {
            var name = Substring()
            for line in text.split(separator: "\n") {
                guard line.hasPrefix("# ") else {
                    families[name]?.samples.append(labelled(line, number))
                    continue
                }
                name = line.split(separator: " ", maxSplits: 3).dropFirst(2).first ?? ""
                if families[name] == nil {
                    names.append(name)
                    families[name] = ([], [])
                }
                if families[name]?.head.contains(line) == false { families[name]?.head.append(line) }
            }
        }
        return names.map { name in
            guard let family = families[name] else { return "" }
            return (family.head.map(String.init) + family.samples).map { $0 + "\n" }.joined()
        }.joined()
    }

    /// `name{route="render"} 1` as `name{process="2",route="render"} 1`.
    private static func labelled(_ line: Substring, _ number: Int) -> String {
        guard let end = line.firstIndex(where: { $0 == "{" || $0 == " " }) else { return String(line) }
        let rest = line[end] == "{" ? "," + line[line.index(after: end)...] : "}" + line[end...]
        return "\(line[..<end]){process=\"\(number)\"\(rest)"
    }
}

/// Writes the metrics of a process for the others, once a second.
struct MetricsPublisher: Service {
    let service: MapService

    func run() async throws {
        while !Task.isShuttingDownGracefully, !Task.isCancelled {
            service.publishMetrics()
            try? await Task.sleep(for: .seconds(1))
        }
    }
}
