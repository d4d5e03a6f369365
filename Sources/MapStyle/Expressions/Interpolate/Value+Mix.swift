// SPDX-License-Identifier: MIT
import MapCanvas

extension Value {
    /// Interpolates between two values of the same type; nil when the type does not allow it.
    func mix(_ other: Value, _ fraction: Double, _ space: ColorSpace) -> Value? {
        switch (self, other) {
        case (.number(let a), .number(let b)): return .number(mixed(a, b, fraction))
        case (.color(let a), .color(let b)): return .color(space.mix(a, b, fraction))
        case (.padding(let a), .padding(let b)): return mixed(a, b, fraction).map(Value.padding)
        case (.numberArray(let a), .numberArray(let b)): return mixed(a, b, fraction).map(Value.numberArray)
        case (.colorArray(let a), .colorArray(let b)):
            guard a.count == b.count else { return nil }
            return .colorArray(zip(a, b).map { space.mix($0, $1, fraction) })
        case (.variableAnchorOffsets(let a), .variableAnchorOffsets(let b)): return mixed(a, b, fraction)
        case (.projection(_, let from, _), .projection(_, let to, _)):
            return .projection(from: from, to: to, transition: fraction)
        case (.array(let a), .array(let b)):
            let (from, to) = (a.compactMap(\.number), b.compactMap(\.number))
            guard from.count == a.count, to.count == b.count else { return nil }
            return mixed(from, to, fraction).map { .array($0.map(Value.number)) }
        default: return nil
        }
    }

    private func mixed(_ a: Double, _ b: Double, _ fraction: Double) -> Double { a * (1 - fraction) + b * fraction }

    private func mixed(_ a: [Double], _ b: [Double], _ fraction: Double) -> [Double]? {
        a.count == b.count ? zip(a, b).map { mixed($0, $1, fraction) } : nil
    }

    /// Interpolates the offsets; the anchors must be the same, since they cannot be interpolated.
    private func mixed(_ a: [AnchorOffset], _ b: [AnchorOffset], _ fraction: Double) -> Value? {
        guard a.map(\.anchor) == b.map(\.anchor) else { return nil }
        return .variableAnchorOffsets(
            zip(a, b).map {
                AnchorOffset(anchor: $0.anchor, x: mixed($0.x, $1.x, fraction), y: mixed($0.y, $1.y, fraction))
            })
    }
}
