// SPDX-License-Identifier: MIT
import Libc
import MapCore
import MapImages

/// A scale of sizes for the values that are there.
struct ResolvedSizes {
    /// The value with the largest size.
    private let largest: Double
    /// The least value above zero.
    private let least: Double
    private let definition: SizeScale
    private let surroundings: DataSurroundings

    init(_ definition: SizeScale, _ values: [JSONNode?], known: [String], _ surroundings: DataSurroundings) {
        self.definition = definition
        self.surroundings = surroundings
        let given = values.compactMap { $0?.isMissing ?? true ? nil : $0 }
        let numbers = given.compactMap(\.datum)
        largest = definition.maxValue ?? numbers.max() ?? 0
        least = numbers.filter { $0 > 0 }.min() ?? 0
        let name = quoted(definition.property)
        if given.isEmpty {
            guard !values.isEmpty, !known.contains(definition.property) else { return }
            surroundings.reportUnknown(definition.property, at: "sizeBy.property", known: known)
        } else if numbers.count < given.count {
            let example = given.first { $0.datum == nil }?.summary ?? ""
            surroundings.report(
                numbers.isEmpty ? .error : .warning, numbers.isEmpty ? .dataNoNumbers : .dataNotNumbers,
                at: "sizeBy.property",
                "\(given.count - numbers.count) of \(given.count) values of \(name) are no numbers, such as \(example)"
                    + (numbers.isEmpty ? "" : "; their features are not drawn"))
        } else if let least = numbers.min(), least < 0 {
            surroundings.report(
                .warning, .dataNotPositive, at: "sizeBy.property",
                "sizes need values above 0; features with less are not drawn, the least \(name) is \(formatted(least))")
        }
    }

    /// The diameter of a circle in points, whose area is in proportion to the value; nil for values of zero and below.
    func diameter(_ node: JSONNode?) -> Double? { node?.datum.flatMap { diameter(of: $0) } }

    /// The width of a line in points, in proportion to the value; nil for values of zero and below.
    func width(_ node: JSONNode?) -> Double? {
        guard let value = node?.datum, value > 0, largest > 0 else { return nil }
        return max(definition.minSize ?? 0.5, (definition.maxSize ?? 10) * min(1, value / largest))
    }

    private func diameter(of value: Double) -> Double? {
        guard value > 0, largest > 0 else { return nil }
        return max(definition.minSize ?? 0, (definition.maxSize ?? 48) * min(1, value / largest).squareRoot())
    }

    /// What a legend says of circles.
    func circles(fill: Color, edge: Color) -> LegendSection? {
        section {
            diameter(of: $0)
        } content: {
            .circles($0, fill: fill, edge: edge)
        }
    }

    /// What a legend says of lines.
    func widths(_ color: Color) -> LegendSection? {
        section {
            width(.number($0))
        } content: {
            .widths($0, color)
        }
    }

    private func section(
        _ size: (Double) -> Double?, content: ([LegendSection.Size]) -> LegendSection.Content
    ) -> LegendSection? {
        guard largest > 0, largest.isFinite else { return nil }
        let first = Self.round(largest)
        // Nothing below what is there: no fifths of a flight.
        let values = [first, Self.round(first / 4), Self.round(first / 20)].filter { $0 == first || 2 * $0 >= least }
        let writer = NumberWriter(surroundings.language, pattern: definition.format)
        let sizes = values.compactMap { value in
            size(value).map { LegendSection.Size(points: $0, text: writer.text(value)) }
        }
        return LegendSection(title: definition.title, name: definition.property, content: content(sizes))
    }

    /// The largest of 1, 2 and 5 times a power of ten that is not above the value.
    private static func round(_ value: Double) -> Double {
        let unit = pow(10, log10(value).rounded(.down))
        return ([5, 2, 1].first { $0 * unit <= value * 1.000001 } ?? 1) * unit
    }
}
