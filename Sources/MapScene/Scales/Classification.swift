// SPDX-License-Identifier: MIT
import Libc
import MapCore
package import MapGeo

/// Numbers put into classes by upper bounds, each of which belongs to its class.
///
/// A value that equals a bound is in the class below it, so that equal values are never parted. Where so many values are equal
/// that bounds would repeat, there are fewer classes.
///
/// - SeeAlso: mapclassify of PySAL, whose Quantiles, EqualInterval, FisherJenks and UserDefined these are.
package struct Classification: Hashable, Sendable {
    /// Ascending; the last is the largest value, or larger.
    package private(set) var bounds: [Double]
    /// The least value.
    package let lowest: Double

    /// Nil without values, which are finite. `breaks` are the bounds of `manual`, ascending; a class for what is larger than the
    /// last is added.
    package init?(_ values: [Double], _ method: ColorScale.Method, classes: Int, breaks: [Double] = []) {
        let sorted = values.sorted()
        guard let low = sorted.first, let high = sorted.last else { return nil }
        lowest = low
        let count = max(1, classes)
        switch method {
        case .equal: bounds = Self.equal(low, high, count)
        case .jenks: bounds = Self.jenks(sorted, count)
        case .log: bounds = Self.logarithmic(sorted, count)
        case .manual: bounds = high > breaks.last ?? -.infinity ? breaks + [high] : breaks
        case .quantile, .categorical, .continuous, .continuousLog: bounds = Self.quantiles(sorted, count)
        }
    }

    /// Leaves out the classes that no whole number can be in: between their bounds there is none.
    mutating func dropEmptyOfWholeNumbers() {
        bounds = bounds.enumerated().filter { index, bound in
            index == 0 || bounds[index - 1].rounded(.down) < bound.rounded(.down)
        }.map(\.element)
    }

    /// The class of a value; the last one for those beyond.
    package func index(of value: Double) -> Int {
        var (low, high) = (0, bounds.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if bounds[middle] < value { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// How many of these values are in each class.
    package func counts(of values: [Double]) -> [Int] {
        var counts = [Int](repeating: 0, count: bounds.count)
        for value in values { counts[index(of: value)] += 1 }
        return counts
    }

    /// Percentiles, between two values in proportion, as SciPy's `scoreatpercentile`.
    private static func quantiles(_ sorted: [Double], _ count: Int) -> [Double] {
        let width = 100 / Double(count)
        var bounds: [Double] = []
        for number in 0..<count {
            let percent = min(100, width + Double(number) * width)
            let place = percent / 100 * Double(sorted.count - 1)
            let index = Int(place)
            let bound: Double
            if place == Double(index) || index + 1 >= sorted.count {
                bound = sorted[min(index, sorted.count - 1)]
            } else {
                let (before, after) = (Double(index + 1) - place, place - Double(index))
                bound = (sorted[index] * before + sorted[index + 1] * after) / (before + after)
            }
            if bounds.last.map({ $0 < bound }) ?? true { bounds.append(bound) }
        }
        return bounds
    }

    private static func equal(_ low: Double, _ high: Double, _ count: Int) -> [Double] {
        guard low < high else { return [high] }
        let width = (high - low) / Double(count)
        let first = low + width
        let step = (first + width) - first
        return (0..<count).map { $0 == count - 1 ? high : first + Double($0) * step }
    }

    /// Equal steps of the logarithm between the least and the largest value above zero; what is not above zero is in the
    /// first class, without the others where these are all equal.
    private static func logarithmic(_ sorted: [Double], _ count: Int) -> [Double] {
        guard let low = sorted.first(where: { $0 > 0 }), let high = sorted.last, low < high else {
            let high = sorted.last ?? 0
            return count > 1 && high > 0 && sorted[0] <= 0 ? [0, high] : [high]
        }
        let (start, end) = (Libc.log(low), Libc.log(high))
        return (1...count).map { $0 == count ? high : exp(start + (end - start) * Double($0) / Double(count)) }
    }

    /// The classes with the least sum of squared deviations from their means (Fisher 1958, Jenks 1977), found exactly.
    ///
    /// Of several that are as good, the one whose upper classes begin lowest. Equal values are one place with a weight; the best
    /// start of a class never moves down as its end moves up, so that each layer takes n log n steps.
    private static func jenks(_ sorted: [Double], _ count: Int) -> [Double] {
        // Deviations from a value in the middle lose no digits.
        let origin = sorted[sorted.count / 2]
        var (places, sums, squares, weights): ([Double], [Double], [Double], [Double]) = ([], [0], [0], [0])
        for value in sorted {
            let shifted = value - origin
            if places.last == value {
                sums[sums.count - 1] += shifted
                squares[squares.count - 1] += shifted * shifted
                weights[weights.count - 1] += 1
            } else {
                places.append(value)
                sums.append((sums.last ?? 0) + shifted)
                squares.append((squares.last ?? 0) + shifted * shifted)
                weights.append((weights.last ?? 0) + 1)
            }
        }
        guard places.count > count else { return places }
        /// The cost of a class from `start` up to, without, `end`.
        func cost(_ start: Int, _ end: Int) -> Double {
            let sum = sums[end] - sums[start]
            return squares[end] - squares[start] - sum * sum / (weights[end] - weights[start])
        }
        var best = (0...places.count).map { $0 == 0 ? 0 : cost(0, $0) }
        var starts: [[Int]] = []
        for classes in 2..<max(3, count + 1) where classes <= count {
            var (next, start) = (best, [Int](repeating: 0, count: places.count + 1))
            /// Fills the ends within a range, whose best starts lie within another one.
            func fill(_ ends: ClosedRange<Int>, _ range: ClosedRange<Int>) {
                let end = (ends.lowerBound + ends.upperBound) / 2
                var least = (cost: Double.infinity, start: range.lowerBound)
                for candidate in range.lowerBound...max(range.lowerBound, min(range.upperBound, end - 1)) {
                    let total = best[candidate] + cost(candidate, end)
                    if total < least.cost { least = (total, candidate) }
                }
                (next[end], start[end]) = least
                if ends.lowerBound < end { fill(ends.lowerBound...end - 1, range.lowerBound...least.start) }
                if end < ends.upperBound { fill(end + 1...ends.upperBound, least.start...range.upperBound) }
            }
            fill(classes...places.count, classes - 1...places.count - 1)
            (best, starts) = (next, starts + [start])
        }
        var (bounds, end) = ([places[places.count - 1]], places.count)
        for start in starts.reversed() {
            end = start[end]
            bounds.insert(places[end - 1], at: 0)
        }
        return bounds
    }
}

/// The values that decide how the features of an overlay look, for descriptions.
package struct DataPattern: Hashable, Sendable {
    /// A feature of the data.
    package struct Item: Hashable, Sendable {
        package var name: String?
        /// Nil for none, and for one that is no number.
        package var value: Double?
        /// The value as text; nil for none.
        package var text: String?
        /// In the middle of it.
        package var place: Coordinate
    }

    /// What the scale is called; the property for one that has no title.
    package var title: String
    package var isNamed = true
    /// True where values are names of categories.
    package var areCategories: Bool
    /// A pattern for numbers; nil for as many decimals as they have.
    package var format: String?
    package var items: [Item]
    /// The classes as the legend has them; empty for a ramp and for sizes.
    package var classes: [String] = []
    /// How many features are in each class.
    package var counts: [Int] = []
    package var coordinateSystem: CoordinateSystem?
}

extension DataPattern {
    /// Nil for scales without features that have values.
    init?(_ data: DataOverlay, _ features: [DataFeature], _ colors: ResolvedColors?) {
        guard let property = data.colorBy?.property ?? data.sizeBy?.property, data.aggregate?.pie == nil else {
            return nil
        }
        items = features.compactMap { feature in
            guard let place = feature.geometries.middle else { return nil }
            let node = feature.value(property).flatMap { $0.isMissing ? nil : $0 }
            let name = ["title", "name", "NAME", "Name"].firstNonNil { feature.value($0)?.string }
            return Item(name: name, value: node?.datum, text: node?.categoryText, place: place)
        }
        guard items.contains(where: { $0.text != nil }) else { return nil }
        let ownTitle = data.colorBy?.title ?? data.sizeBy?.title
        (title, isNamed) = (ownTitle ?? property, ownTitle != nil)
        format = data.colorBy?.format ?? data.sizeBy?.format
        areCategories = colors?.hasCategories ?? false
        if case .classes(let rows, _)? = colors?.legend(.area, alpha: 1)?.content {
            classes = rows.map(\.text)
            counts = colors?.classCounts ?? []
        }
    }
}
