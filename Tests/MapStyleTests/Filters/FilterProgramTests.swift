// SPDX-License-Identifier: MIT
import MapGeometry
import MapStyle
import TestSupport
import Testing

@Suite("A filter over columns") struct FilterProgramTests {
    private static let filters = [
        #"["all"]"#, #"["any"]"#, #"["none"]"#, "null", "true", "false",
        #"["==", "class", "b"]"#, #"["!=", "class", "b"]"#, #"["<", "rank", 2]"#, #"[">=", "rank", "2"]"#,
        #"["in", "class", "a", "c"]"#, #"["!in", "rank", 1, 2]"#, #"["has", "class"]"#, #"["!has", "none"]"#,
        #"["==", "$type", "Point"]"#, #"["!in", "$type", "Polygon"]"#, #"["==", "$id", 3]"#, #"["has", "$id"]"#,
        #"["all", ["==", "class", "a"], ["any", ["<", "rank", 2], ["!has", "rank"]], ["none", ["==", "$type", "Point"]]]"#,
        #"["any", ["all", ["==", "class", "a"], ["==", "rank", 1]], ["all", ["==", "class", "b"], ["!=", "rank", 1]]]"#,
        #"["all", ["==", ["get", "class"], "a"], [">", ["get", "rank"], 1]]"#,
        #"["any", [">", ["get", "rank"], 1], ["==", ["get", "class"], "a"]]"#,
        #"["!", [">", ["get", "rank"], 1]]"#, #"["!", ["any", ["has", "rank"], ["==", ["geometry-type"], "Point"]]]"#,
        #"["match", ["get", "class"], ["a", "c"], true, false]"#,
        #"["match", ["geometry-type"], "LineString", true, false]"#,
        #"["==", ["get", "class"], ["get", "other"]]"#, #"["in", ["get", "class"], ["literal", ["a", "b"]]]"#,
        #"["case", ["has", "rank"], ["==", ["get", "class"], "b"], ["==", ["id"], 3]]"#,
        #"["all", ["boolean", ["get", "open"]], ["has", "class"]]"#, #"["boolean", ["get", "open"], true]"#,
        #"["has", "a", ["properties"]]"#, #"["all", [">=", ["zoom"], 4], ["==", ["get", "class"], "a"]]"#,
        #"["any", ["<", ["zoom"], 4], [">", ["number", ["get", "rank"], 9], 1]]"#,
    ]

    /// Features with some properties missing, some of another type than others have.
    private static func features(_ count: Int) -> [TestFeature] {
        var random = SplitMix(seed: 11)
        return (0..<count).map { index in
            var properties: [String: Value] = [:]
            func pick(_ key: String, _ values: [Value?]) {
                properties[key] = values[Int(random.next() % UInt64(values.count))]
            }
            pick("class", [.string("a"), .string("b"), .string("c"), nil])
            pick("other", [.string("a"), .string("b"), nil])
            pick("rank", [.number(1), .number(2), .number(3), .string("2"), .null, nil])
            pick("open", [.bool(true), .bool(false), .number(1), nil])
            let shapes: [String?] = ["Point", "LineString", "Polygon", nil]
            return TestFeature(
                featureID: index % 3 == 0 ? .number(Double(index % 7)) : nil,
                geometryType: shapes[Int(random.next() % 4)], allProperties: properties)
        }
    }

    @Test("keeps what the filter keeps", arguments: filters, [4, 300]) func agrees(_ text: String, _ count: Int) throws
    {
        let filter = try Filter.compile(try parsed(text))
        let features = Self.features(count)
        // Few features with many values take another way than many with few.
        let columns = Columns(features, unused: count < 10 ? 1000 : 0)
        var context = EvaluationContext(zoom: 5)
        var program = filter.program(over: columns, context)
        for (index, feature) in features.enumerated() {
            context.feature = feature
            let kept = columns.tags[index].withUnsafeBufferPointer { tags in
                program.matches(FeatureRow(tags: tags, shape: columns.shape(of: feature))) { feature }
            }
            #expect(kept == filter.matches(context), "\(text), feature \(index): \(feature.allProperties)")
            #expect(!program.keepsNone || !kept)
        }
    }

    @Test("asks once for each distinct value") func once() throws {
        let columns = Columns(Self.features(300), unused: 0)
        var program = try Filter.compile(try parsed(#"["==", "class", "b"]"#))
            .program(over: columns, EvaluationContext(zoom: 0))
        for tags in columns.tags {
            _ = tags.withUnsafeBufferPointer {
                program.matches(FeatureRow(tags: $0, shape: .point)) { TestFeature() }
            }
        }
        #expect(columns.asked == 3)
    }
}

/// Features in columns, as a tile has them; a repeated key's last value counts.
private final class Columns: FeatureColumns {
    private var keys: [String: UInt32] = [:]
    private var values: [Value] = []
    private(set) var tags: [[UInt32]] = []
    private(set) var asked = 0

    init(_ features: [TestFeature], unused: Int) {
        for feature in features {
            var own: [UInt32] = []
            for (name, value) in feature.allProperties.sorted(by: { $0.key < $1.key }) {
                let key = keys[name] ?? UInt32(keys.count)
                keys[name] = key
                own += [key, index(of: .string("overwritten")), key, index(of: value)]
            }
            tags.append(own)
        }
        values += (0..<unused).map { .number(Double($0) + 0.5) }
    }

    private func index(of value: Value) -> UInt32 {
        if let known = values.firstIndex(of: value) { return UInt32(known) }
        values.append(value)
        return UInt32(values.count - 1)
    }

    var valueCount: Int { values.count }
    var rowCount: Int { tags.count }
    func key(_ name: String) -> UInt32? { keys[name] }
    func value(_ index: Int) -> Value {
        asked += 1
        return values[index]
    }

    func shape(of feature: TestFeature) -> FeatureShape {
        FeatureShape.allCases.first { $0.name == feature.geometryType } ?? .unknown
    }
}
