// SPDX-License-Identifier: MIT
import MapCore
import MapData

/// A table whose rows are joined to features by a key: their columns become properties.
public struct DataJoin: Hashable, Sendable {
    /// A file of text with columns (CSV), relative to the scene's folder.
    public var file: String
    /// The column with the key.
    public var key: String
    /// The property of features that has the key; nil for the one with the column's name, or else for the id of features.
    public var on: String?

    /// Creates a join.
    public init(_ file: String, key: String, on: String? = nil) {
        self.file = file
        self.key = key
        self.on = on
    }
}

extension DataJoin: KeyedValue {
    static var usual: Self { Self("", key: "") }
    static let definition = "join"

    mutating func keys(_ k: inout Keys) {
        k.required("file", &file, .filled)
        k.required("key", &key, .filled)
        k("on", &on, .filled)
    }
}

extension DataJoin {
    /// Adds the columns of matching rows to the properties of features. Numbers match whatever zeros they begin with.
    func apply(_ table: DataTable, to features: inout [DataFeature], _ surroundings: DataSurroundings) {
        guard let column = table.column(key, at: "join.key", surroundings) else { return }
        let property = on ?? key
        let hasProperty = features.contains { $0.value(property) != nil }
        guard hasProperty || on == nil else {
            return surroundings.reportUnknown(property, at: "join.on", known: features.propertyNames)
        }
        var rows: [String: Int] = [:]
        var repeated: String?
        for (index, row) in table.rows.enumerated() where !row[column].isEmpty {
            if rows.updateValue(index, forKey: row[column].joinKey) != nil { repeated = repeated ?? row[column] }
        }
        if let repeated {
            surroundings.report(
                .warning, .dataRepeatedKey, at: "join.key",
                "\(quoted(table.file)) has several rows with the key \(quoted(repeated)): the last one counts")
        }
        var missing: [String] = []
        var matches = 0
        for index in features.indices {
            let own = hasProperty ? features[index].value(property) : features[index].id
            guard let text = own?.categoryText, let row = rows[text.joinKey] else {
                missing.append(own?.categoryText ?? "none")
                continue
            }
            matches += 1
            for (name, value) in zip(table.columns, table.rows[row]) where features[index].value(name) == nil {
                features[index].properties.members.append(JSONObject.Member(name, .text(value)))
            }
        }
        guard let first = missing.first else { return }
        let example = table.rows.first.map { $0[column] } ?? ""
        surroundings.report(
            matches == 0 ? .error : .warning, matches == 0 ? .dataNoMatch : .dataUnmatched, at: "join",
            "\(missing.count) of \(features.count) features have no row in \(quoted(table.file)), such as "
                + "\(quoted(first)) by \(hasProperty ? quoted(property) : "id")",
            hint: matches == 0
                ? "the column \(quoted(key)) has keys such as \(quoted(example)); \"on\" names the property of features"
                : nil)
    }
}

extension DataTable {
    /// The index of a column; nil, and reported with the names that there are, when there is none.
    func column(_ name: String, at key: String, _ surroundings: DataSurroundings) -> Int? {
        if let index = columns.firstIndex(of: name) { return index }
        surroundings.report(
            .error, .dataNoColumn, at: key, "\(quoted(file)) has no column \(quoted(name))",
            hint: didYouMean(name, columns) ?? "its columns are " + listing(columns.prefix(12)))
        return nil
    }
}

extension String {
    /// The text by which rows and features find each other: programs drop the zeros before numbers.
    var joinKey: String {
        guard utf8.first == 0x30, utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return self }
        let rest = drop { $0 == "0" }
        return rest.isEmpty ? "0" : String(rest)
    }
}
