// SPDX-License-Identifier: MIT
package import MapCore
import MapGeometry

/// A filter compiled for one layer of one tile: a chain of tests, each with the next step for every outcome.
///
/// Most tests depend on a single property, so that their outcome depends only on the index of its value: it is computed once
/// for each distinct value and then looked up. Other tests are evaluated for each feature.
package struct FilterProgram {
    private struct Step {
        /// The index of the property's key, or the other input.
        var input: Input
        /// The index of the first outcome, which is that of features without the property.
        var outcomes: Int
        var onTrue: Int32
        var onFalse: Int32
        /// After an expression that fails, which makes the expressions around it fail.
        var onFailure: Int32
    }

    private enum Input {
        case property(UInt32)
        /// As `property`, for tables with so many distinct values that outcomes would rarely be used again.
        case singularProperty(UInt32)
        case missingProperty
        case shape
        case all
    }

    private enum Outcome {
        static let unknown: UInt8 = 0
        static let yes: UInt8 = 1
        static let no: UInt8 = 2
        static let failure: UInt8 = 3
    }

    /// The layer of a tile has fewer distinct values per feature; the table of a whole GeoJSON file has far more.
    private static let valuesPerFeature = 16

    private static let pass: Int32 = -1
    private static let reject: Int32 = -2

    private let columns: any FeatureColumns
    private var context: EvaluationContext
    private let probe = ProbeFeature()
    private var steps: [Step] = []
    /// Each with the steps of evaluating it once.
    private var tests: [(test: FilterTest, cost: Int)] = []
    /// The steps of all evaluations so far.
    package private(set) var stepsTaken = 0
    private var outcomes: [UInt8] = []
    private var first = FilterProgram.pass

    init(_ filter: LegacyFilter, columns: any FeatureColumns, context: EvaluationContext) {
        self.columns = columns
        self.context = context
        // As many as most filters take.
        steps.reserveCapacity(4)
        tests.reserveCapacity(4)
        first = entry(filter, onTrue: Self.pass, onFalse: Self.reject)
    }

    /// True when no feature can pass.
    package var keepsNone: Bool { first == Self.reject }

    /// The keys whose values decide, together with the geometry's type, which features pass; nil when more does.
    package var decidingKeys: [UInt32]? {
        var keys: [UInt32] = []
        for step in steps {
            switch step.input {
            case .property(let key): if !keys.contains(key) { keys.append(key) }
            case .missingProperty, .shape: continue
            case .singularProperty, .all: return nil
            }
        }
        return keys.sorted()
    }

    /// - Parameters:
    ///   - row: the feature's tags and geometry type.
    ///   - feature: the feature as a whole, used only by tests that depend on more than one property.
    /// - Returns: true when the feature passes.
    package mutating func matches(_ row: FeatureRow, _ feature: () -> any ExpressionFeature) -> Bool {
        var stepIndex = first
        while stepIndex >= 0 {
            let step = steps[Int(stepIndex)]
            let index: Int
            switch step.input {
            case .property(let key):
                index = step.outcomes + Self.valueIndex(of: key, in: row.tags) + 1
            case .missingProperty: index = step.outcomes
            case .shape: index = step.outcomes + Int(row.shape.rawValue)
            case .singularProperty, .all: index = -1
            }
            var outcome = index >= 0 ? outcomes[index] : Outcome.unknown
            if outcome == Outcome.unknown {
                switch step.input {
                case .all: outcome = evaluate(Int(stepIndex), feature())
                case .singularProperty(let key):
                    outcome = evaluateProbe(Int(stepIndex), Self.valueIndex(of: key, in: row.tags) + 1)
                case .property, .missingProperty, .shape:
                    outcome = evaluateProbe(Int(stepIndex), index - step.outcomes)
                    outcomes[index] = outcome
                }
            }
            stepIndex = outcome == Outcome.yes ? step.onTrue : outcome == Outcome.no ? step.onFalse : step.onFailure
        }
        return stepIndex == Self.pass
    }

    /// The index of a feature's value, -1 when it has none; of a repeated key the last one counts.
    @inline(__always)
    private static func valueIndex(of key: UInt32, in tags: UnsafeBufferPointer<UInt32>) -> Int {
        var i = tags.count &- 2
        while i >= 0 {
            if tags[i] == key { return Int(tags[i &+ 1]) }
            i &-= 2
        }
        return -1
    }

    /// Evaluates a test with a feature that has only this value or shape.
    private mutating func evaluateProbe(_ stepIndex: Int, _ index: Int) -> UInt8 {
        probe.value = nil
        probe.shape = .unknown
        switch steps[stepIndex].input {
        case .property where index > 0, .singularProperty where index > 0: probe.value = columns.value(index - 1)
        case .shape: probe.shape = FeatureShape(rawValue: UInt8(truncatingIfNeeded: index)) ?? .unknown
        case .property, .singularProperty, .missingProperty, .all: break
        }
        context.feature = probe
        stepsTaken &+= tests[stepIndex].cost
        return Self.code(tests[stepIndex].test.outcome(context))
    }

    private mutating func evaluate(_ stepIndex: Int, _ feature: any ExpressionFeature) -> UInt8 {
        context.feature = feature
        stepsTaken &+= tests[stepIndex].cost
        return Self.code(tests[stepIndex].test.outcome(context))
    }

    private static func code(_ outcome: Bool?) -> UInt8 {
        outcome.map { $0 ? Outcome.yes : Outcome.no } ?? Outcome.failure
    }
}

extension FilterProgram {
    /// The first step of a filter whose following steps have been compiled already.
    private mutating func entry(_ filter: LegacyFilter, onTrue: Int32, onFalse: Int32) -> Int32 {
        switch filter {
        case .always(let outcome): return outcome ? onTrue : onFalse
        case .not(let filter): return entry(filter, onTrue: onFalse, onFalse: onTrue)
        case .all(let filters):
            return filters.reversed().reduce(onTrue) { entry($1, onTrue: $0, onFalse: onFalse) }
        case .any(let filters):
            return filters.reversed().reduce(onFalse) { entry($1, onTrue: onTrue, onFalse: $0) }
        case .comparison(let input, _, _), .isIn(let input, _), .has(let input):
            return step(.filter(filter), reading: input.featureInput, onTrue, onFalse, onFalse)
        case .expression(let root): return entry(root, onTrue, onFalse, onFailure: onFalse)
        }
    }

    private mutating func entry(
        _ node: any ExpressionNode, _ onTrue: Int32, _ onFalse: Int32, onFailure: Int32
    ) -> Int32 {
        if let node = node as? LogicNode {
            return node.children.reversed().reduce(node.isAny ? onFalse : onTrue) { next, child in
                node.isAny
                    ? entry(child, onTrue, next, onFailure: onFailure)
                    : entry(child, next, onFalse, onFailure: onFailure)
            }
        }
        if let node = node as? NotNode {
            return entry(node.children[0], onFalse, onTrue, onFailure: onFailure)
        }
        if case .nothing = node.traits.input {
            context.feature = nil
            switch FilterTest.node(node).outcome(context) {
            case true?: return onTrue
            case false?: return onFalse
            case nil: return onFailure
            }
        }
        return step(.node(node), reading: node.traits.input, onTrue, onFalse, onFailure)
    }

    private mutating func step(
        _ test: FilterTest, reading part: FeatureInput, _ onTrue: Int32, _ onFalse: Int32,
        _ onFailure: Int32
    ) -> Int32 {
        let input: Input
        var count = 0
        switch part {
        case .nothing, .all: input = .all
        case .shape:
            input = .shape
            count = FeatureShape.allCases.count
        case .property(let name):
            if let key = columns.key(name) {
                let repeats = columns.valueCount <= Self.valuesPerFeature * columns.rowCount
                input = repeats ? .property(key) : .singularProperty(key)
                count = repeats ? columns.valueCount + 1 : 0
            } else {
                input = .missingProperty
                count = 1
            }
        }
        steps.append(
            Step(
                input: input, outcomes: outcomes.count, onTrue: onTrue, onFalse: onFalse, onFailure: onFailure))
        tests.append((test, test.steps))
        outcomes.append(contentsOf: repeatElement(Outcome.unknown, count: count))
        return Int32(truncatingIfNeeded: steps.count - 1)
    }
}

/// A part of a filter that is evaluated as a whole.
private enum FilterTest {
    case filter(LegacyFilter)
    case node(any ExpressionNode)

    /// Of one evaluation.
    var steps: Int {
        switch self {
        case .filter: 1
        case .node(let node): node.traits.cost
        }
    }

    /// Nil when evaluation fails.
    func outcome(_ context: EvaluationContext) -> Bool? {
        switch self {
        case .filter(let filter): filter.matches(context)
        case .node(let node): try? node.bool(context)
        }
    }
}

/// A feature with a single property or only a geometry type.
private final class ProbeFeature: ExpressionFeature {
    var value: Value?
    var shape = FeatureShape.unknown

    var featureID: Value? { nil }
    var geometryType: String? { shape.name }
    func property(_ name: String) -> Value? { value }
    var allProperties: [String: Value] { [:] }
    var lonLatGeometry: [[Point]] { [] }
}

/// The properties of many features as in an encoded layer: a table of keys, a table of distinct values, and for each
/// feature its pairs of indices into the two.
package protocol FeatureColumns: AnyObject {
    /// The index of a key; nil when no feature has it.
    func key(_ name: String) -> UInt32?
    var valueCount: Int { get }
    /// The number of features.
    var rowCount: Int { get }
    /// The value with an index below `valueCount`.
    func value(_ index: Int) -> Value
}

/// A feature in columns.
@usableFromInline package struct FeatureRow {
    /// Pairs of key index and value index.
    @usableFromInline package var tags: UnsafeBufferPointer<UInt32>
    @usableFromInline package var shape: FeatureShape

    @inlinable package init(tags: UnsafeBufferPointer<UInt32>, shape: FeatureShape) {
        self.tags = tags
        self.shape = shape
    }
}

/// The geometry type of a feature, as `geometry-type` and `$type` see it.
@usableFromInline @frozen package enum FeatureShape: UInt8, Sendable, CaseIterable {
    case unknown, point, lineString, polygon

    /// As spelled in expressions; nil when unknown.
    package var name: String? {
        switch self {
        case .unknown: nil
        case .point: "Point"
        case .lineString: "LineString"
        case .polygon: "Polygon"
        }
    }
}

/// A layer's filter: an expression, or one of the forms from before expressions.
package struct Filter: Sendable {
    private let condition: LegacyFilter

    /// - Throws: all compile errors.
    package static func compile(_ node: JSONNode) throws(ExpressionErrors) -> Filter {
        if node.isNull { return Filter(condition: .always(true)) }
        return Filter(condition: try LegacyFilter(node, depth: 0))
    }

    /// False also when evaluation fails.
    package func matches(_ context: EvaluationContext) -> Bool { condition.matches(context) }

    /// The same filter for features in columns, all evaluated in one context; `context.feature` is ignored.
    package func program(over columns: any FeatureColumns, _ context: EvaluationContext) -> FilterProgram {
        FilterProgram(condition, columns: columns, context: context)
    }

    /// The names of the feature properties that the filter reads; nil when they depend on the feature.
    package var propertyNames: Set<String>? { condition.propertyNames }

    /// The steps of one evaluation, about.
    package var steps: Int { condition.steps }

    var readsFeatureState: Bool { condition.dependencies.contains(.featureState) }

    /// The same filter with all parts that depend on the zoom evaluated for one zoom.
    package func specialised(zoom: Double) -> Filter {
        condition.dependencies.contains(.zoom) ? Filter(condition: condition.specialised(zoom: zoom)) : self
    }
}

extension LegacyFilter.Operand {
    fileprivate var featureInput: FeatureInput {
        switch self {
        case .property(let name): .property(name)
        case .geometryType: .shape
        case .id: .all
        }
    }
}
