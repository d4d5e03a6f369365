// SPDX-License-Identifier: MIT

/// The features of a layer, grouped by their types and by the values of some keys: what depends on nothing else is found once for each
/// group, such as which of them pass a filter.
package struct FeatureGroups: Sendable {
    /// Few features, or groups of fewer, save nothing.
    private static let (minFeatures, featuresPerGroup) = (32, 4)
    /// They limit memory.
    private static let (maxGroups, maxValues) = (4096, 256)

    /// The group of each feature.
    package private(set) var numbers: [UInt16]
    /// The index of a feature of each group.
    package private(set) var examples: [Int] = []

    /// Nil where there are too many groups for it to be worth the effort.
    init?(_ tables: PropertyTables, _ types: [GeometryType], _ tags: [Range<UInt32>], by keys: [UInt32]) {
        let count = tags.count
        guard count >= Self.minFeatures else { return nil }
        numbers = [UInt16](repeating: 0, count: count)
        let shapes = types.map { type -> UInt16 in
            switch type {
            case .unknown: 0
            case .point: 1
            case .lineString: 2
            case .polygon: 3
            }
        }
        guard split(by: shapes, below: 4) else { return nil }
        // Values are numbered in the order of the features; 0 stands for none.
        var known = [UInt16](repeating: 0, count: tables.values.count)
        for key in keys {
            var column = [UInt16](repeating: 0, count: count)
            var values: [Int] = []
            for index in 0..<count {
                guard let value = tables.valueIndex(ofKey: key, in: tags[index]) else { continue }
                if known[value] == 0 {
                    guard values.count < Self.maxValues else { return nil }
                    values.append(value)
                    known[value] = UInt16(values.count)
                }
                column[index] = known[value]
            }
            for value in values { known[value] = 0 }
            guard split(by: column, below: UInt16(values.count + 1)) else { return nil }
        }
    }

    /// Splits each group by the numbers of a column; false when there are too many groups.
    private mutating func split(by column: [UInt16], below limit: UInt16) -> Bool {
        let most = min(Self.maxGroups, numbers.count / Self.featuresPerGroup)
        var groups = [UInt16](repeating: .max, count: max(1, examples.count) * Int(limit))
        examples.removeAll(keepingCapacity: true)
        for index in numbers.indices {
            let place = Int(numbers[index]) * Int(limit) + Int(column[index])
            if groups[place] == .max {
                guard examples.count < most else { return false }
                groups[place] = UInt16(examples.count)
                examples.append(index)
            }
            numbers[index] = groups[place]
        }
        return true
    }
}
