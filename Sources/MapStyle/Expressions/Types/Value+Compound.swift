// SPDX-License-Identifier: MIT
import MapCanvas

extension Value {
    /// The value converted to a compound type of the style specification; nil when that is not possible.
    func asCompound(_ type: ExpressionType) -> Value? {
        switch type {
        case .padding: asPadding
        case .numberArray: asNumberArray
        case .colorArray: asColorArray
        case .variableAnchorOffsetCollection: asAnchorOffsets
        case .projectionDefinition: asProjection
        default: nil
        }
    }

    private var numbers: [Double]? {
        guard case .array(let items) = self else { return nil }
        let numbers = items.compactMap(\.number)
        return numbers.count == items.count ? numbers : nil
    }

    /// One to four numbers in the order of CSS: all; vertical, horizontal; top, horizontal, bottom; and so on.
    private var asPadding: Value? {
        if case .padding = self { return self }
        if case .number(let all) = self { return .padding([all, all, all, all]) }
        guard let numbers else { return nil }
        return switch numbers.count {
        case 1: .padding([numbers[0], numbers[0], numbers[0], numbers[0]])
        case 2: .padding([numbers[0], numbers[1], numbers[0], numbers[1]])
        case 3: .padding([numbers[0], numbers[1], numbers[2], numbers[1]])
        case 4: .padding(numbers)
        default: nil
        }
    }

    private var asNumberArray: Value? {
        if case .numberArray = self { return self }
        if case .number(let number) = self { return .numberArray([number]) }
        return numbers.flatMap { $0.isEmpty ? nil : .numberArray($0) }
    }

    private var asColorArray: Value? {
        switch self {
        case .colorArray: return self
        case .color(let color): return .colorArray([color])
        case .string(let string): return Color(css: string).map { .colorArray([$0]) }
        case .array(let items):
            let colors = items.compactMap { item in
                if case .color(let color) = item { color } else { item.string.flatMap { Color(css: $0) } }
            }
            return colors.count == items.count && !colors.isEmpty ? .colorArray(colors) : nil
        default: return nil
        }
    }

    private static let anchors: Set<String> = [
        "center", "left", "right", "top", "bottom", "top-left", "top-right", "bottom-left", "bottom-right",
    ]

    private var asAnchorOffsets: Value? {
        if case .variableAnchorOffsets = self { return self }
        guard case .array(let items) = self, !items.isEmpty, items.count % 2 == 0 else { return nil }
        var offsets: [AnchorOffset] = []
        for index in stride(from: 0, to: items.count, by: 2) {
            guard let anchor = items[index].string, Value.anchors.contains(anchor),
                let offset = items[index + 1].numbers, offset.count == 2
            else { return nil }
            offsets.append(AnchorOffset(anchor: anchor, x: offset[0], y: offset[1]))
        }
        return .variableAnchorOffsets(offsets)
    }

    private var asProjection: Value? {
        switch self {
        case .projection: return self
        case .string(let name): return .projection(from: name, to: name, transition: 1)
        case .array(let items):
            guard items.count == 3, let from = items[0].string, let to = items[1].string,
                let transition = items[2].number
            else { return nil }
            return .projection(from: from, to: to, transition: transition)
        default: return nil
        }
    }
}
