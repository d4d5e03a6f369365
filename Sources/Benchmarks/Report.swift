// SPDX-License-Identifier: MIT
import Foundation

/// The cost of one benchmark, in seconds and bytes.
struct Measurement: Codable {
    var name: String
    var cpu: Double
    var wall: Double
    var fastest: Double
    /// Units per second of wall-clock time.
    var rate: Double?
    var unit: String?
    var allocations: UInt64
    var allocatedBytes: UInt64
    var peakMemory: Int
}

/// Measurements, as written to a file and compared.
struct Report: Codable {
    var results: [Measurement] = []

    init() {}

    init(file: String) throws {
        self = try JSONDecoder().decode(Report.self, from: try Data(contentsOf: URL(fileURLWithPath: file)))
    }

    func write(to file: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(self).write(to: URL(fileURLWithPath: file))
    }

    subscript(name: String) -> Measurement? { results.first { $0.name == name } }

    static func title(comparing: Bool) -> String {
        row("", "CPU ms", "wall ms", "a second", "allocations", "MB asked", "peak MiB", comparing ? "CPU new/old" : "")
    }
}

extension Measurement {
    func line(_ earlier: Measurement?) -> String {
        let speed = rate.map { "\(short($0)) \(unit ?? "")" } ?? ""
        let change = earlier.map { String(format: "%.2f", cpu / $0.cpu) } ?? ""
        return row(
            name, String(format: "%.1f", cpu * 1000), String(format: "%.1f", wall * 1000), speed, "\(allocations)",
            String(format: "%.1f", Double(allocatedBytes) / 1e6), "\(peakMemory >> 20)", change)
    }

    private func short(_ number: Double) -> String {
        switch number {
        case 1e6...: String(format: "%.1f M", number / 1e6)
        case 1e4...: String(format: "%.0f k", number / 1e3)
        case 100...: String(format: "%.0f", number)
        default: String(format: "%.1f", number)
        }
    }
}

private func row(_ name: String, _ cells: String...) -> String {
    let widths = [9, 9, 18, 12, 9, 9, 13]
    let padded = zip(cells, widths).map { String(repeating: " ", count: max(1, $1 - $0.count)) + $0 }
    return name + String(repeating: " ", count: max(1, 40 - name.count)) + padded.joined()
}
