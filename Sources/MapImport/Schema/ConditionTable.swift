// SPDX-License-Identifier: MIT
import MapCore

/// A step of a condition that is laid out in an array: looking at it follows no references, whose counts all threads would write.
struct ConditionStep: Sendable {
    enum Kind { case all, any, none, has, hasNot, isClosed, isMember }

    var kind: Kind
    /// Behind the parts, which follow it.
    var end = 0
    var key: OSMWord = 0
    /// Of the words, in ascending order.
    var values = 0..<0
    /// Whether the key may be absent, or the way is closed.
    var flag = false
    /// Of the memberships.
    var membership = 0
}

/// Takes conditions, and lays them out.
struct ConditionWriter {
    private(set) var steps: [ConditionStep] = []
    private(set) var words: [OSMWord] = []
    private(set) var memberships: [[(key: OSMWord, values: Set<OSMWord>)]] = []

    /// Adds a condition.
    ///
    /// - Returns: its place.
    mutating func add(_ condition: SchemaCondition) -> Int {
        let index = steps.count
        switch condition {
        case .all(let parts): add(.all, parts)
        case .any(let parts): add(.any, parts)
        case .none(let parts): add(.none, parts)
        case .has(let key, let values): steps.append(ConditionStep(kind: .has, key: key, values: add(values)))
        case .hasNot(let key, let values, let mayBeAbsent):
            steps.append(ConditionStep(kind: .hasNot, key: key, values: add(values), flag: mayBeAbsent))
        case .isClosed(let isClosed): steps.append(ConditionStep(kind: .isClosed, flag: isClosed))
        case .isMember(let wanted):
            steps.append(ConditionStep(kind: .isMember, membership: memberships.count))
            memberships.append(wanted)
        }
        steps[index].end = steps.count
        return index
    }

    private mutating func add(_ kind: ConditionStep.Kind, _ parts: [SchemaCondition]) {
        steps.append(ConditionStep(kind: kind))
        for part in parts { _ = add(part) }
    }

    private mutating func add(_ values: Set<OSMWord>) -> Range<Int> {
        let start = words.count
        words += values.sorted()
        return start..<words.count
    }
}

/// The conditions of a schema.
struct ConditionTable: Sendable {
    private let steps: FixedArray<ConditionStep>
    private let words: FixedArray<OSMWord>

    init(_ writer: ConditionWriter) { (steps, words) = (FixedArray(writer.steps), FixedArray(writer.words)) }

    func free() {
        steps.free()
        words.free()
    }

    /// True where the condition at a place holds.
    func holds(_ index: Int, _ feature: FeatureTags) -> Bool {
        let step = steps[index]
        switch step.kind {
        case .all, .any, .none:
            var part = index + 1
            while part < step.end {
                if holds(part, feature) != (step.kind == .all) { return step.kind == .any }
                part = steps[part].end
            }
            return step.kind != .any
        case .has:
            guard let value = feature[step.key] else { return false }
            return step.values.isEmpty || contains(value, step.values)
        case .hasNot:
            guard let value = feature[step.key] else { return step.flag }
            return !contains(value, step.values)
        case .isClosed: return feature.feature.isClosed == step.flag
        case .isMember:
            return feature.relations.contains { relation in
                feature.schema.memberships[step.membership].allSatisfy { item in
                    guard let value = feature.value(item.key, of: relation) else { return false }
                    return item.values.isEmpty || item.values.contains(value)
                }
            }
        }
    }

    private func contains(_ word: OSMWord, _ values: Range<Int>) -> Bool {
        let index = values.partitioningIndex { words[$0] >= word }
        return index < values.upperBound && words[index] == word
    }
}

/// An array that never changes and has no reference count, so that threads that read it write nothing. Its owner frees it.
struct FixedArray<Element: Sendable>: @unchecked Sendable {
    private let elements: UnsafeMutableBufferPointer<Element>

    init(_ array: [Element]) {
        elements = .allocate(capacity: array.count)
        _ = elements.initialize(from: array)
    }

    func free() { elements.deinitialize().deallocate() }

    var count: Int { elements.count }

    @inline(__always)
    subscript(_ index: Int) -> Element {
        precondition(index >= 0 && index < elements.count)
        return elements[index]
    }
}
