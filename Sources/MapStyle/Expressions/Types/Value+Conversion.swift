// SPDX-License-Identifier: MIT
import MapCanvas

/// The result of a conversion.
enum Conversion {
    case value(Value)
    case failed(EvaluationError.Reason)
}

extension Value {
    /// The value as another type; image names are looked up among the available ones.
    func converted(to type: ExpressionType, _ context: EvaluationContext) -> Conversion {
        switch type {
        case .boolean: return .value(.bool(isTruthy))
        case .string: return .value(.string(text))
        case .formatted:
            if case .formatted = self { return .value(self) }
            return .value(.formatted(Formatted(sections: [.init(text: text)])))
        case .resolvedImage:
            if case .image = self { return .value(self) }
            let name = text
            if name.isEmpty { return .value(.null) }
            return .value(.image(ResolvedImage(name: name, available: context.availableImages.contains(name))))
        case .number:
            if let number = asNumber { return .value(.number(number)) }
            return .failed(.text("Could not convert \(json) to number."))
        case .color: return asColor
        default:
            if let value = asCompound(type) { return .value(value) }
            return .failed(.unparsable(type: type, found: self))
        }
    }

    /// As JavaScript's `Boolean()`.
    var isTruthy: Bool {
        switch self {
        case .null: false
        case .bool(let bool): bool
        case .number(let number): number != 0 && !number.isNaN
        case .string(let string): !string.isEmpty
        default: true
        }
    }

    /// As JavaScript's `Number()`, nil for NaN.
    private var asNumber: Double? {
        switch self {
        case .null: 0
        case .bool(let bool): bool ? 1 : 0
        case .number(let number): number.isNaN ? nil : number
        case .string(let string): javaScriptNumber(string)
        case .array(let items) where items.isEmpty: 0
        default: nil
        }
    }

    private var asColor: Conversion {
        switch self {
        case .color: return .value(self)
        case .string(let string):
            if let color = Color(css: string) { return .value(.color(color)) }
        case .array(let items):
            let numbers = items.compactMap(\.number)
            guard (3...4).contains(items.count), numbers.count == items.count else {
                let expected = "expected an array containing either three or four numeric values."
                return .failed(.text("Invalid rgba value \(json): \(expected)"))
            }
            if let problem = rgbaProblem(numbers) { return .failed(.text(problem)) }
            return .value(.color(Color(bytes: numbers)))
        default: break
        }
        return .failed(.unparsable(type: .color, found: self))
    }
}
