// SPDX-License-Identifier: MIT

import MapPlane

/// A filter tied to one layer of one tile: a chain of tests, each of which says where to go on.
///
/// Most tests look at a single property, so that their answer depends on the value's place in the table alone: it is
/// worked out once for each distinct value and then read off. What looks at more is evaluated as ever.
package struct FilterProgram {
    private struct Step {
        /// The property's place, or what else is looked at.
        var subject: Subject
        /// Where the answers begin: the first one is for features without the property.
        var answers: Int
        var onTrue: Int32
        var onFalse: Int32
        /// An expression that fails decides for all that it is part of.
        var onFailure: Int32
    }

    private enum Subject {
        case property(UInt32)
        /// As `property`, for tables with so many values that answers would seldom be needed again.
        case singularProperty(UInt32)
        case missingProperty
        case shape
        case all
    }

    private enum Answer {
        static let unknown: UInt8 = 0
        static let yes: UInt8 = 1
        static let no: UInt8 = 2
        static let failure: UInt8 = 3
    }

    /// A tile's layer has fewer distinct values for each feature; a whole GeoJSON file's table has far more.
    private static let valuesPerFeature = 16

    private static let kept: Int32 = -1
    private static let left: Int32 = -2

    private let columns: any FeatureColumns
    private var context: EvaluationContext
    private let probe = ProbeFeature()
    private var steps: [Step] = []
    private var tests: [FilterTest] = []
    private var answers: [UInt8] = []
    private var first = FilterProgram.kept

    init(_ filter: LegacyFilter, columns: any FeatureColumns, context: EvaluationContext) {
        self.columns = columns
        self.context = context
        first = entry(filter, onTrue: Self.kept, onFalse: Self.left)
    }

    /// True when every feature passes.
    package var keepsAll: Bool { first == Self.kept }
    /// True when none can.
    package var keepsNone: Bool { first == Self.left }

    /// - Parameters:
    ///   - row: the feature's tags and shape.
    ///   - feature: the feature as a whole, asked for only by tests of more than one property.
    /// - Returns: true when the feature passes.
    package mutating func matches(_ row: FeatureRow, _ feature: () -> any ExpressionFeature) -> Bool {
        var place = first
        while place >= 0 {
            let step = steps[Int(place)]
            let index: Int
            switch step.subject {
            case .property(let key):
                index = step.answers + Self.valuePlace(of: key, in: row.tags) + 1
            case .missingProperty: index = step.answers
            case .shape: index = step.answers + Int(row.shape.rawValue)
            case .singularProperty, .all: index = -1
            }
            var answer = index >= 0 ? answers[index] : Answer.unknown
            if answer == Answer.unknown {
                switch step.subject {
                case .all: answer = answerOfAll(Int(place), feature())
                case .singularProperty(let key): answer = find(Int(place), Self.valuePlace(of: key, in: row.tags) + 1)
                case .property, .missingProperty, .shape:
                    answer = find(Int(place), index - step.answers)
                    answers[index] = answer
                }
            }
            place = answer == Answer.yes ? step.onTrue : answer == Answer.no ? step.onFalse : step.onFailure
        }
        return place == Self.kept
    }

    /// The place of a feature's value, -1 when it has none; of a repeated key the last one counts.
    @inline(__always)
    private static func valuePlace(of key: UInt32, in tags: UnsafeBufferPointer<UInt32>) -> Int {
        var i = tags.count &- 2
        while i >= 0 {
            if tags[i] == key { return Int(tags[i &+ 1]) }
            i &-= 2
        }
        return -1
    }

    /// Works an answer out with a feature that has just this value or shape.
    private mutating func find(_ place: Int, _ index: Int) -> UInt8 {
        probe.value = nil
        probe.shape = .unknown
        switch steps[place].subject {
        case .property where index > 0, .singularProperty where index > 0: probe.value = columns.value(index - 1)
        case .shape: probe.shape = FeatureShape(rawValue: UInt8(truncatingIfNeeded: index)) ?? .unknown
        case .property, .singularProperty, .missingProperty, .all: break
        }
        context.feature = probe
        return Self.code(tests[place].answer(context))
    }

    private mutating func answerOfAll(_ place: Int, _ feature: any ExpressionFeature) -> UInt8 {
        context.feature = feature
        return Self.code(tests[place].answer(context))
    }

    private static func code(_ answer: Bool?) -> UInt8 {
        answer.map { $0 ? Answer.yes : Answer.no } ?? Answer.failure
    }
}

extension FilterProgram {
    /// The step at which a filter begins, when the steps that it leads to are there already.
    private mutating func entry(_ filter: LegacyFilter, onTrue: Int32, onFalse: Int32) -> Int32 {
        switch filter {
        case .always(let answer): return answer ? onTrue : onFalse
        case .not(let filter): return entry(filter, onTrue: onFalse, onFalse: onTrue)
        case .all(let filters):
            return filters.reversed().reduce(onTrue) { entry($1, onTrue: $0, onFalse: onFalse) }
        case .any(let filters):
            return filters.reversed().reduce(onFalse) { entry($1, onTrue: onTrue, onFalse: $0) }
        case .comparison(let subject, _, _), .isIn(let subject, _), .has(let subject):
            return step(.filter(filter), looksAt: FilterDependencies(subject), onTrue, onFalse, onFalse)
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
        let sight = FilterDependencies(node)
        if case .nothing = sight {
            context.feature = nil
            switch FilterTest.node(node).answer(context) {
            case true?: return onTrue
            case false?: return onFalse
            case nil: return onFailure
            }
        }
        return step(.node(node), looksAt: sight, onTrue, onFalse, onFailure)
    }

    private mutating func step(
        _ test: FilterTest, looksAt sight: FilterDependencies, _ onTrue: Int32, _ onFalse: Int32, _ onFailure: Int32
    ) -> Int32 {
        let subject: Subject
        var count = 0
        switch sight {
        case .nothing, .all: subject = .all
        case .shape:
            subject = .shape
            count = FeatureShape.allCases.count
        case .property(let name):
            if let key = columns.key(name) {
                let repeats = columns.valueCount <= Self.valuesPerFeature * columns.rowCount
                subject = repeats ? .property(key) : .singularProperty(key)
                count = repeats ? columns.valueCount + 1 : 0
            } else {
                subject = .missingProperty
                count = 1
            }
        }
        steps.append(
            Step(
                subject: subject, answers: answers.count, onTrue: onTrue, onFalse: onFalse, onFailure: onFailure))
        tests.append(test)
        answers.append(contentsOf: repeatElement(Answer.unknown, count: count))
        return Int32(truncatingIfNeeded: steps.count - 1)
    }
}

/// A part of a filter that is not cut any further.
private enum FilterTest {
    case filter(LegacyFilter)
    case node(any ExpressionNode)

    /// Nil when evaluation fails.
    func answer(_ context: EvaluationContext) -> Bool? {
        switch self {
        case .filter(let filter): filter.matches(context)
        case .node(let node): try? node.bool(context)
        }
    }
}

/// A feature of which only one thing is known.
private final class ProbeFeature: ExpressionFeature {
    var value: Value?
    var shape = FeatureShape.unknown

    var featureID: Value? { nil }
    var geometryType: String? { shape.name }
    func property(_ name: String) -> Value? { value }
    var allProperties: [String: Value] { [:] }
    var lonLatGeometry: [[Point]] { [] }
}
