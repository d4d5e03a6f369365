// SPDX-License-Identifier: MIT
package import MapCanvas

/// A paint or layout property, ready to evaluate.
package struct StyleProperty: Sendable {
    package let expression: StyleExpression

    package init(_ expression: StyleExpression) { self.expression = expression }

    package var isFeatureConstant: Bool { expression.isFeatureConstant }
    package var isZoomConstant: Bool { expression.isZoomConstant }

    package func value(_ context: EvaluationContext) -> Value { expression.evaluate(context) }

    package func number(_ context: EvaluationContext) -> Double {
        if case .number(let n) = value(context) { n } else { 0 }
    }
    package func color(_ context: EvaluationContext) -> Color {
        if case .color(let c) = value(context) { c } else { .transparent }
    }
    package func string(_ context: EvaluationContext) -> String {
        if case .string(let s) = value(context) { s } else { "" }
    }
    package func bool(_ context: EvaluationContext) -> Bool {
        if case .bool(let b) = value(context) { b } else { false }
    }
    package func numbers(_ context: EvaluationContext) -> [Double] {
        switch value(context) {
        case .array(let items): items.compactMap { if case .number(let n) = $0 { n } else { nil } }
        case .padding(let p): p
        case .numberArray(let n): n
        case .number(let n): [n]
        default: []
        }
    }
    package func colors(_ context: EvaluationContext) -> [Color] {
        switch value(context) {
        case .colorArray(let colors): colors
        case .color(let color): [color]
        default: []
        }
    }
    package func strings(_ context: EvaluationContext) -> [String] {
        switch value(context) {
        case .array(let items): items.compactMap { if case .string(let s) = $0 { s } else { nil } }
        case .string(let s): [s]
        default: []
        }
    }
}
