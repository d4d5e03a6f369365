// SPDX-License-Identifier: MIT
import MapCore

/// What was measured at the corners of a line: a column for each sensor, as long as the line, or empty. What is not known is not a
/// number.
package struct TrackSamples: Hashable, Sendable {
    /// Metres above the sea.
    package var elevations: [Double] = []
    /// Seconds since 1970.
    package var times: [Double] = []
    /// Beats in a minute.
    package var heartRates: [Double] = []
    /// Turns or steps in a minute.
    package var cadences: [Double] = []
    /// Degrees Celsius.
    package var temperatures: [Double] = []

    package init() {}

    package static var columns: [WritableKeyPath<TrackSamples, [Double]>] {
        [\.elevations, \.times, \.heartRates, \.cadences, \.temperatures]
    }

    package var isEmpty: Bool { Self.columns.allSatisfy { self[keyPath: $0].isEmpty } }

    /// Adds a value to the column of a line that has so many corners before it.
    static func add(_ value: Double?, to column: inout [Double], after count: Int) {
        guard let value, value.isFinite else { return }
        column += Array(repeating: .nan, count: max(0, count - column.count))
        column.append(value)
    }

    /// Makes every column that has values as long as the line.
    mutating func fill(to count: Int) {
        for path in Self.columns where !self[keyPath: path].isEmpty {
            let missing = max(0, count - self[keyPath: path].count)
            self[keyPath: path] += Array(repeating: .nan, count: missing)
        }
    }
}

extension TrackSamples {
    /// What a GeoJSON feature says of each of its lines: heights as the third numbers of positions, and columns in the properties
    /// `coordTimes`, `times`, `heartRates` or `coordinateProperties`, as togeojson and others write them.
    ///
    /// - Parameter feature: with geometries of lines.
    /// - Returns: an entry for each line, in the order of the geometries; empty when nothing was measured.
    package static func of(_ feature: GeoJSONFeature) -> [TrackSamples] {
        guard let geometry = feature.node["geometry"] ?? (feature.properties == nil ? feature.node : nil) else {
            return []
        }
        var lines: [[JSONNode]] = []
        collect(geometry, &lines)
        guard !lines.isEmpty else { return [] }
        let properties = feature.properties
        let nested = properties?["coordinateProperties"]
        func column(_ names: String...) -> [[JSONNode]] {
            for name in names {
                guard let list = (nested?[name] ?? properties?[name])?.array, let first = list.first else { continue }
                // Of several lines: a list for each.
                if first.array != nil { return list.map { $0.array ?? [] } }
                return [list]
            }
            return []
        }
        let times = column("times", "coordTimes")
        let hearts = column("heartRates", "hearts", "heart")
        let cadences = column("cadences", "cads", "cad")
        let temperatures = column("temperatures", "atemps", "atemp")
        var samples = lines.map { TrackSamples($0.count, heights: $0) }
        func put(_ column: [[JSONNode]], _ path: WritableKeyPath<TrackSamples, [Double]>, _ read: (JSONNode) -> Double?)
        {
            for (index, list) in column.enumerated() where index < samples.count && list.count == lines[index].count {
                let values = list.map { read($0) ?? .nan }
                if values.contains(where: \.isFinite) { samples[index][keyPath: path] = values }
            }
        }
        // Numbers are milliseconds, as in JavaScript.
        put(times, \.times) { $0.number.map { $0 / 1000 } ?? $0.string.flatMap(iso8601Seconds) }
        put(hearts, \.heartRates, \.number)
        put(cadences, \.cadences, \.number)
        put(temperatures, \.temperatures, \.number)
        return samples.allSatisfy(\.isEmpty) ? [] : samples
    }

    private init(_ count: Int, heights line: [JSONNode]) {
        guard line.first?.array?.count ?? 0 > 2 else { return }
        let heights = line.map { position in
            position.array.flatMap { $0.count > 2 ? $0[2].number : nil } ?? .nan
        }
        // Contour lines, and files that write 0 for want of a height, are no tracks.
        guard let first = heights.first(where: \.isFinite), heights.contains(where: { $0.isFinite && $0 != first })
        else {
            return
        }
        elevations = heights
    }

    private static func collect(_ geometry: JSONNode, _ lines: inout [[JSONNode]]) {
        switch geometry["type"]?.string {
        case "LineString": lines.append(geometry["coordinates"]?.array ?? [])
        case "MultiLineString": lines += (geometry["coordinates"]?.array ?? []).map { $0.array ?? [] }
        case "GeometryCollection":
            for member in geometry["geometries"]?.array ?? [] { collect(member, &lines) }
        default: break
        }
    }
}
