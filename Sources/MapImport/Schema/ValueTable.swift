// SPDX-License-Identifier: MIT
import MapCore

/// A step of a value that is laid out in an array, as conditions are.
struct ValueStep: Sendable {
    enum Kind { case none, number, word, tag, first, match, table, choice, function }

    var kind = Kind.none
    var number = 0.0
    /// The word, or the key.
    var key: OSMWord?
    var function = SchemaFunction.truth
    /// Of the parts of `first`, or of the cases of `match`.
    var parts = 0..<0
    /// What is asked by `table`, or what is taken where a condition holds.
    var value = 0
    var otherwise = 0
    var condition = 0
    /// Of the tables of texts.
    var table = 0
}

/// A word of `match`, and its value.
struct ValueCase: Sendable {
    var word: OSMWord
    var value: Int
}

/// Takes values, and lays them out.
struct ValueWriter {
    private(set) var steps: [ValueStep] = []
    private(set) var parts: [Int] = []
    private(set) var cases: [ValueCase] = []
    private(set) var tables: [[String: Int]] = []

    /// Adds a value.
    ///
    /// - Returns: its place.
    mutating func add(_ value: SchemaValue) -> Int {
        var step = ValueStep()
        switch value {
        case .none: step.kind = .none
        case .number(let number): (step.kind, step.number) = (.number, number)
        case .word(let word): (step.kind, step.key) = (.word, word)
        case .tag(let key): (step.kind, step.key) = (.tag, key)
        case .first(let values):
            let places = values.map { add($0) }
            (step.kind, step.parts) = (.first, parts.count..<parts.count + places.count)
            parts += places
        case .match(let key, let table, let otherwise):
            let found = table.sorted { $0.key < $1.key }.map { ValueCase(word: $0.key, value: add($0.value)) }
            (step.kind, step.key, step.parts) = (.match, key, cases.count..<cases.count + found.count)
            cases += found
            step.otherwise = add(otherwise)
        case .table(let values, let table, let otherwise):
            (step.kind, step.value) = (.table, add(values.first ?? .none))
            var places: [String: Int] = [:]
            for (text, value) in table.sorted(by: { $0.key < $1.key }) { places[text] = add(value) }
            step.table = tables.count
            tables.append(places)
            step.otherwise = add(otherwise.first ?? .none)
        case .choice(let condition, let value, let otherwise):
            (step.kind, step.condition) = (.choice, condition)
            (step.value, step.otherwise) = (add(value), add(otherwise))
        case .function(let function, let key): (step.kind, step.function, step.key) = (.function, function, key)
        }
        steps.append(step)
        return steps.count - 1
    }
}

/// The values of a schema.
struct ValueTable: Sendable {
    private let steps: FixedArray<ValueStep>
    private let parts: FixedArray<Int>
    private let cases: FixedArray<ValueCase>

    init(_ writer: ValueWriter) {
        (steps, parts, cases) = (FixedArray(writer.steps), FixedArray(writer.parts), FixedArray(writer.cases))
    }

    func free() {
        steps.free()
        parts.free()
        cases.free()
    }

    /// What the value at a place is for a feature.
    func datum(_ index: Int, _ feature: FeatureTags) -> Datum {
        let step = steps[index]
        switch step.kind {
        case .none: return .none
        case .number: return .number(step.number)
        case .word: return step.key.map(Datum.word) ?? .none
        case .tag: return step.key.flatMap { feature[$0] }.map(Datum.word) ?? .none
        case .first:
            for part in step.parts {
                let datum = datum(parts[part], feature)
                if !datum.isNone { return datum }
            }
            return .none
        case .match:
            guard let value = step.key.flatMap({ feature[$0] }) else { return datum(step.otherwise, feature) }
            let index = step.parts.partitioningIndex { cases[$0].word >= value }
            let isKnown = index < step.parts.upperBound && cases[index].word == value
            return datum(isKnown ? cases[index].value : step.otherwise, feature)
        case .table:
            let text: String? =
                switch datum(step.value, feature) {
                case .none: nil
                case .truth: "true"
                case .number(let number): formatted(number)
                case .text(let text): text
                case .word(let word): feature.block.string(word, feature.schema.vocabulary)
                }
            return datum(text.flatMap { feature.schema.texts[step.table][$0] } ?? step.otherwise, feature)
        case .choice:
            let holds = feature.schema.conditions.holds(step.condition, feature)
            return datum(holds ? step.value : step.otherwise, feature)
        case .function: return step.function.datum(feature, step.key)
        }
    }
}
