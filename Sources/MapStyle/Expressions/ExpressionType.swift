// SPDX-License-Identifier: MIT

/// The static type of an expression.
indirect enum ExpressionType: Sendable, Hashable, CustomStringConvertible {
    case null, number, string, boolean, color, projectionDefinition, object, value, collator, formatted, padding
    case numberArray, colorArray, resolvedImage, variableAnchorOffsetCollection
    /// The type of an expression that always fails; allowed everywhere.
    case error
    case array(ExpressionType, length: Int?)

    /// As the specification's error messages name it.
    var description: String {
        switch self {
        case .null: "null"
        case .number: "number"
        case .string: "string"
        case .boolean: "boolean"
        case .color: "color"
        case .projectionDefinition: "projectionDefinition"
        case .object: "object"
        case .value: "value"
        case .collator: "collator"
        case .formatted: "formatted"
        case .padding: "padding"
        case .numberArray: "numberArray"
        case .colorArray: "colorArray"
        case .resolvedImage: "resolvedImage"
        case .variableAnchorOffsetCollection: "variableAnchorOffsetCollection"
        case .error: "error"
        case .array(let item, let length?): "array<\(item), \(length)>"
        case .array(.value, nil): "array"
        case .array(let item, nil): "array<\(item)>"
        }
    }

    /// The type's name; of arrays without the item type.
    var kind: String { if case .array = self { "array" } else { description } }

    var isArray: Bool { if case .array = self { true } else { false } }

    /// True when a value of the other type is allowed where this one is expected.
    func accepts(_ other: ExpressionType) -> Bool {
        if other == .error || other == self { return true }
        switch self {
        case .array(let item, let length):
            guard case .array(let otherItem, let otherLength) = other else { return false }
            let itemFits = item.accepts(otherItem) || (otherLength == 0 && otherItem == .value)
            return itemFits && (length == nil || length == otherLength)
        case .value: return other != .collator
        default: return false
        }
    }

    /// The message for a type that is not allowed here; nil when it is.
    func mismatch(_ found: ExpressionType) -> String? {
        accepts(found) ? nil : "Expected \(self) but found \(found) instead."
    }

    /// True when values of this type can be interpolated.
    var isInterpolatable: Bool {
        switch self {
        case .number, .color, .projectionDefinition, .padding, .numberArray, .colorArray: true
        case .variableAnchorOffsetCollection: true
        // Arrays of unknown length might differ in it.
        case .array(.number, let length): length != nil
        default: false
        }
    }
}

extension ExpressionType {
    /// The type that a property's expression must have; nil where any is allowed.
    init?(_ spec: PropertySpec) {
        if spec.kind == .array {
            self = .array(spec.element.map(ExpressionType.init) ?? .value, length: spec.length)
        } else {
            self.init(spec.kind)
        }
    }

    private init(_ kind: PropertySpec.Kind) {
        self =
            switch kind {
            case .number: .number
            case .string, .enum: .string
            case .boolean: .boolean
            case .color: .color
            case .array: .array(.value, length: nil)
            case .formatted: .formatted
            case .resolvedImage: .resolvedImage
            case .padding: .padding
            case .numberArray: .numberArray
            case .colorArray: .colorArray
            case .variableAnchorOffsetCollection: .variableAnchorOffsetCollection
            case .projectionDefinition: .projectionDefinition
            }
    }
}

extension Value {
    /// The dynamic type; an array of mixed items is an array of values.
    var type: ExpressionType {
        switch self {
        case .null: return .null
        case .bool: return .boolean
        case .number: return .number
        case .string: return .string
        case .color: return .color
        case .object: return .object
        case .formatted: return .formatted
        case .image: return .resolvedImage
        case .padding: return .padding
        case .numberArray: return .numberArray
        case .colorArray: return .colorArray
        case .variableAnchorOffsets: return .variableAnchorOffsetCollection
        case .projection: return .projectionDefinition
        case .collator: return .collator
        case .array(let items):
            guard let first = items.first?.type, items.allSatisfy({ $0.type == first }) else {
                return .array(.value, length: items.count)
            }
            return .array(first, length: items.count)
        }
    }
}
