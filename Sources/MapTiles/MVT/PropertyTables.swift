// SPDX-License-Identifier: MIT

/// The keys and values shared by the features of a layer, as in an encoded tile.
final class PropertyTables: Sendable {
    let keys: [String]
    let values: [PropertyValue]
    /// Pairs of key index and value index of all features, one after the other; all are in range.
    let tags: [UInt32]
    private let indices: [String: UInt32]

    static let empty = PropertyTables(keys: [], values: [], tags: [], indices: [:])

    /// - Precondition: every tag is in range, and `indices` is the inverse of `keys`.
    init(keys: [String], values: [PropertyValue], tags: [UInt32], indices: [String: UInt32]) {
        self.keys = keys
        self.values = values
        self.tags = tags
        self.indices = indices
    }

    func index(of name: String) -> UInt32? { indices[name] }

    /// The value of a feature for a key; of a repeated key the last one counts.
    func value(ofKey key: UInt32, in range: Range<UInt32>) -> PropertyValue? {
        tags.withUnsafeBufferPointer { tags in
            var i = min(Int(range.upperBound), tags.count) - 2
            while i >= Int(range.lowerBound) {
                if tags[i] == key { return values[Int(tags[i + 1])] }
                i -= 2
            }
            return nil
        }
    }

    func properties(in range: Range<UInt32>) -> [String: PropertyValue] {
        var all: [String: PropertyValue] = [:]
        for i in stride(from: Int(range.lowerBound), to: min(Int(range.upperBound), tags.count), by: 2) {
            all[keys[Int(tags[i])]] = values[Int(tags[i + 1])]
        }
        return all
    }
}

extension PropertyTables {
    /// Builds tables feature by feature.
    struct Builder {
        private var keys: [String] = []
        private var values: [PropertyValue] = []
        private var tags: [UInt32] = []
        private var indices: [String: UInt32] = [:]

        /// Adds one feature's members; returns its range of tags.
        mutating func add(_ members: some Sequence<(String, PropertyValue)>) -> Range<UInt32> {
            let start = UInt32(truncatingIfNeeded: tags.count)
            for (key, value) in members {
                tags.append(index(of: key))
                tags.append(UInt32(truncatingIfNeeded: values.count))
                values.append(value)
            }
            return start..<UInt32(truncatingIfNeeded: tags.count)
        }

        private mutating func index(of key: String) -> UInt32 {
            if let known = indices[key] { return known }
            let index = UInt32(truncatingIfNeeded: keys.count)
            keys.append(key)
            indices[key] = index
            return index
        }

        func finish() -> PropertyTables {
            PropertyTables(keys: keys, values: values, tags: tags, indices: indices)
        }
    }
}
