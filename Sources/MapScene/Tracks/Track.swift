// SPDX-License-Identifier: MIT
import Libc
import MapCore
package import MapData
package import MapGeo

/// A way that somebody went: the corners of all its lines, and what is known at each. What is not known is not a number.
package struct Track: Hashable, Sendable {
    package let name: String?
    package let coordinates: [Coordinate]
    /// Where its lines lie in the columns; nobody knows what was between two of them.
    package let lines: [Range<Int>]
    /// Metres from the start, without what lies between lines.
    package let distances: [Double]
    /// What was measured; gaps between two values are filled evenly along the way.
    package let samples: TrackSamples
    /// Metres a second; empty without times.
    package let speeds: [Double]
    /// Rise by run; empty without heights.
    package let slopes: [Double]
    /// True where somebody stood at a corner; empty without times.
    package let pauses: [Bool]
    /// The corners whose times are known.
    private let timed: [Int]

    /// A speed is measured over so many seconds before and after a corner.
    private static let speedReach = 5.0
    /// A slope is measured over so many metres before and after a corner: heights have steps of a metre, and errors of several.
    private static let slopeReach = 50.0
    /// Whoever comes no farther than by this many metres a second within `pauseReach` seconds stands.
    private static let leastSpeed = 0.4
    private static let pauseReach = 10.0

    /// - Parameters:
    ///   - name: of the track.
    ///   - lines: of two corners or more, with what was measured on them.
    package init(name: String?, _ lines: [(coordinates: [Coordinate], samples: TrackSamples)]) {
        self.name = name
        var (all, ranges, distances): ([Coordinate], [Range<Int>], [Double]) = ([], [], [])
        var (samples, way) = (TrackSamples(), 0.0)
        for (line, own) in lines {
            let start = all.count
            for (index, corner) in line.enumerated() {
                if index > 0 { way += line[index - 1].distance(to: corner) }
                distances.append(way)
            }
            all += line
            ranges.append(start..<all.count)
            func join(_ path: WritableKeyPath<TrackSamples, [Double]>) {
                let column = own[keyPath: path]
                guard column.count == line.count else { return }
                samples[keyPath: path] += Array(repeating: .nan, count: start - samples[keyPath: path].count) + column
            }
            for path in TrackSamples.columns { join(path) }
        }
        for path in TrackSamples.columns where !samples[keyPath: path].isEmpty {
            var column = samples[keyPath: path]
            column += Array(repeating: .nan, count: all.count - column.count)
            if path == \.times { Self.straighten(&column) }
            samples[keyPath: path] = Self.filled(column, ranges, distances)
        }
        (coordinates, self.lines, self.distances, self.samples) = (all, ranges, distances, samples)
        let times = samples.times
        timed = times.indices.filter { times[$0].isFinite }
        speeds = times.isEmpty ? [] : Self.rates(distances, over: times, ranges, reach: Self.speedReach)
        slopes =
            samples.elevations.isEmpty
            ? [] : Self.rates(samples.elevations, over: distances, ranges, reach: Self.slopeReach)
        pauses = times.isEmpty ? [] : Self.pauses(all, times, ranges)
    }

    /// What was measured on one of its lines.
    func samples(ofLine index: Int) -> TrackSamples {
        guard lines.indices.contains(index) else { return TrackSamples() }
        var own = TrackSamples()
        for path in TrackSamples.columns where samples[keyPath: path].count == coordinates.count {
            own[keyPath: path] = Array(samples[keyPath: path][lines[index]])
        }
        return own
    }

    package static func == (a: Track, b: Track) -> Bool {
        a.name == b.name && a.lines == b.lines && a.coordinates == b.coordinates && a.samples == b.samples
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(lines)
        hasher.combine(distances.last)
    }

    /// Puts values between those that are known, evenly along the way.
    private static func filled(_ column: [Double], _ lines: [Range<Int>], _ way: [Double]) -> [Double] {
        var result = column
        for line in lines {
            var last: Int?
            for index in line where column[index].isFinite {
                if let last, index > last + 1 {
                    let length = way[index] - way[last]
                    for gap in last + 1..<index {
                        let share =
                            length > 0
                            ? (way[gap] - way[last]) / length : Double(gap - last) / Double(index - last)
                        result[gap] = column[last] + (column[index] - column[last]) * share
                    }
                }
                last = index
            }
        }
        return result
    }

    /// Clocks jump to and fro: of all times, the most that never go back are believed.
    private static func straighten(_ times: inout [Double]) {
        // From the end on: for each number of times, the corner with the latest time that such a row can begin at, and which
        // corner follows each in its row.
        var (starts, next): ([Int], [Int]) = ([], Array(repeating: -1, count: times.count))
        for index in times.indices.reversed() where times[index].isFinite {
            let length = starts.partitioningIndex { times[$0] < times[index] }
            if length > 0 { next[index] = starts[length - 1] }
            if length < starts.count { starts[length] = index } else { starts.append(index) }
        }
        var believed = starts.last ?? -1
        for index in times.indices {
            if index == believed { believed = next[index] } else { times[index] = .nan }
        }
    }

    /// Calls `body` with each corner of a line, its place among those for which `isKnown` holds, all of these, and the places of
    /// the first and the last of them within a reach along an axis that never falls.
    private static func eachReach(
        _ reach: Double, along axis: [Double], _ lines: [Range<Int>], where isKnown: (Int) -> Bool,
        _ body: (_ corner: Int, _ place: Int, _ known: [Int], _ reached: ClosedRange<Int>) -> Void
    ) {
        for line in lines {
            let known = line.filter { isKnown($0) && axis[$0].isFinite }
            guard known.count > 1 else { continue }
            var (low, high) = (0, 0)
            for (place, corner) in known.enumerated() {
                while low < place, axis[corner] - axis[known[low]] > reach { low += 1 }
                high = max(high, place)
                while high + 1 < known.count, axis[known[high + 1]] - axis[corner] <= reach { high += 1 }
                body(corner, place, known, low...high)
            }
        }
    }

    /// How a column changes with another that never falls, over a reach before and after each corner.
    private static func rates(
        _ values: [Double], over axis: [Double], _ lines: [Range<Int>], reach: Double
    ) -> [Double] {
        var rates = [Double](repeating: .nan, count: values.count)
        eachReach(reach, along: axis, lines, where: { values[$0].isFinite }) { corner, place, known, reached in
            // Two neighbors at least, however far away.
            let from = known[min(reached.lowerBound, max(0, place - 1))]
            let to = known[max(reached.upperBound, min(place + 1, known.count - 1))]
            let span = axis[to] - axis[from]
            if span > 0 { rates[corner] = (values[to] - values[from]) / span }
        }
        return rates
    }

    private static func pauses(_ places: [Coordinate], _ times: [Double], _ lines: [Range<Int>]) -> [Bool] {
        var pauses = [Bool](repeating: false, count: places.count)
        eachReach(pauseReach, along: times, lines, where: { _ in true }) { corner, _, known, reached in
            let (from, to) = (known[reached.lowerBound], known[reached.upperBound])
            let span = times[to] - times[from]
            if span > 0 { pauses[corner] = places[from].distance(to: places[to]) < leastSpeed * span }
        }
        return pauses
    }
}

extension Track {
    /// The time between two corners that follow each other, if somebody moved.
    private func movingTime(from index: Int) -> Double {
        let span = samples.times[index + 1] - samples.times[index]
        guard span.isFinite, span > 0, !(pauses[index] && pauses[index + 1]) else { return 0 }
        // Devices that stop recording leave a long way in time and a short one on the ground.
        return distances[index + 1] - distances[index] < Self.leastSpeed * span ? 0 : span
    }

    /// Metres; heights that change by less than this are errors.
    private static let leastClimb = 3.0

    /// What it was in numbers.
    package var statistics: TrackStatistics {
        var numbers = TrackStatistics()
        numbers.name = name
        numbers.distance = distances.last ?? 0
        let times = samples.times.filter(\.isFinite)
        if let first = times.first, let last = times.last, last > first {
            numbers.start = first
            numbers.duration = last - first
            var moving = 0.0
            for line in lines { for index in line.dropLast() { moving += movingTime(from: index) } }
            numbers.movingTime = moving
            if moving > 0 { numbers.averageSpeed = numbers.distance / moving }
            numbers.maxSpeed = speeds.filter(\.isFinite).max()
        }
        let heights = samples.elevations.filter(\.isFinite)
        if let lowest = heights.min(), let highest = heights.max() {
            (numbers.lowest, numbers.highest) = (lowest, highest)
            let climbs = climbs
            (numbers.ascent, numbers.descent) = (climbs.up, climbs.down)
        }
        let beats = samples.heartRates.filter(\.isFinite)
        if !beats.isEmpty {
            numbers.averageHeartRate = beats.reduce(0, +) / Double(beats.count)
            numbers.maxHeartRate = beats.max()
        }
        return numbers
    }

    private var climbs: (up: Double, down: Double) {
        var (up, down) = (0.0, 0.0)
        for line in lines {
            let heights = samples.elevations[line].filter(\.isFinite)
            guard var turn = heights.first else { continue }
            // The height that was reached since the way turned, and which way it leads.
            var (reached, direction) = (turn, 0.0)
            for height in heights {
                if direction == 0 {
                    if abs(height - turn) >= Self.leastClimb { (direction, reached) = (height > turn ? 1 : -1, height) }
                } else if (height - reached) * direction >= 0 {
                    reached = height
                } else if abs(height - reached) >= Self.leastClimb {
                    if direction > 0 { up += reached - turn } else { down += turn - reached }
                    (turn, reached, direction) = (reached, height, -direction)
                }
            }
            if direction > 0 { up += reached - turn } else if direction < 0 { down += turn - reached }
        }
        return (up, down)
    }

    /// Where somebody stood for at least so many seconds: corners from the first to the last one.
    package func pauses(atLeast seconds: Double) -> [(corners: ClosedRange<Int>, seconds: Double)] {
        guard !pauses.isEmpty else { return [] }
        var found: [(ClosedRange<Int>, Double)] = []
        for line in lines {
            var start: Int?
            func end(_ index: Int) {
                guard let from = start else { return }
                start = nil
                let span = samples.times[index] - samples.times[from]
                if span >= seconds { found.append((from...index, span)) }
            }
            for index in line.dropLast() {
                let span = samples.times[index + 1] - samples.times[index]
                if span.isFinite, movingTime(from: index) == 0 {
                    if start == nil { start = index }
                } else {
                    end(index)
                }
            }
            end(line.upperBound - 1)
        }
        return found
    }

    /// The place at a distance from the start, in metres.
    package func place(at meters: Double) -> Coordinate? {
        let index = distances.partitioningIndex { $0 >= meters }
        guard index < distances.count else { return nil }
        guard index > 0, !lines.contains(where: { $0.lowerBound == index }) else { return coordinates[index] }
        let step = distances[index] - distances[index - 1]
        return coordinates[index - 1].mixed(
            with: coordinates[index], step > 0 ? (meters - distances[index - 1]) / step : 1)
    }

    /// When it was recorded, as ISO 8601 writes it; nil without times.
    package var period: (from: String, to: String)? {
        guard let first = timed.first, let last = timed.last else { return nil }
        return (iso8601(samples.times[first]), iso8601(samples.times[last]))
    }

    /// Where somebody was at a time, in seconds since 1970; nil before the start and after the end.
    package func place(atTime time: Double) -> Coordinate? {
        let next = timed.partitioningIndex { samples.times[$0] >= time }
        guard next < timed.count else { return nil }
        let (after, timeAfter) = (coordinates[timed[next]], samples.times[timed[next]])
        guard next > 0 else { return timeAfter == time ? after : nil }
        let (before, timeBefore) = (coordinates[timed[next - 1]], samples.times[timed[next - 1]])
        return before.mixed(with: after, (time - timeBefore) / (timeAfter - timeBefore))
    }
}

extension Coordinate {
    /// Metres on the ellipsoid.
    fileprivate func distance(to other: Coordinate) -> Double { geodesic(to: other).meters }

    /// On the straight line between two near places.
    fileprivate func mixed(with other: Coordinate, _ share: Double) -> Coordinate {
        Coordinate(
            latitude: latitude + (other.latitude - latitude) * share,
            longitude: longitude + (other.longitude - longitude) * share)
    }
}

/// A track in numbers.
public struct TrackStatistics: Hashable, Sendable {
    /// The name of the track.
    public var name: String?
    /// Metres along the way.
    public var distance = 0.0
    /// When it began, in seconds since 1970; nil without times.
    public var start: Double?
    /// Seconds from the start to the end; nil without times.
    public var duration: Double?
    /// Seconds in which somebody moved; nil without times.
    public var movingTime: Double?
    /// Metres that the way went up, without changes of less than three metres; nil without heights.
    public var ascent: Double?
    /// Metres that the way went down; nil without heights.
    public var descent: Double?
    /// The least height, in metres; nil without heights.
    public var lowest: Double?
    /// The largest height, in metres; nil without heights.
    public var highest: Double?
    /// Metres a second while moving; nil without times.
    public var averageSpeed: Double?
    /// The largest speed over ten seconds, in metres a second; nil without times.
    public var maxSpeed: Double?
    /// Beats a minute; nil without a sensor.
    public var averageHeartRate: Double?
    /// Beats a minute; nil without a sensor.
    public var maxHeartRate: Double?
}
