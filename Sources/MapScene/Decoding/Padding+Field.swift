// SPDX-License-Identifier: MIT
import MapDiagnostics

extension Padding {
    /// A length, `[vertical, horizontal]` or `[top, right, bottom, left]`.
    init?(_ field: Field) {
        guard field.node.array != nil else {
            guard let length = Length(field) else { return nil }
            self.init(length)
            return
        }
        guard let fields = field.elements(), fields.count == 2 || fields.count == 4 else {
            field.report(expected: "a length, [vertical, horizontal] or [top, right, bottom, left]")
            return nil
        }
        let lengths = fields.compactMap(Length.init)
        guard lengths.count == fields.count else { return nil }
        if lengths.count == 2 {
            self.init(vertical: lengths[0], horizontal: lengths[1])
        } else {
            self.init(top: lengths[0], right: lengths[1], bottom: lengths[2], left: lengths[3])
        }
    }
}

extension Padding.Length {
    /// Points, or a percentage of the picture's side.
    init?(_ field: Field) {
        switch field.node.value {
        case .number(let points) where points >= 0: self = .points(points)
        case .string(let text):
            let digits = text.dropLast()
            guard text.hasSuffix("%"), digits.first != ".", digits.last != ".",
                digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }),
                let percent = Double(digits), (0...100).contains(percent)
            else { fallthrough }
            self = .percent(percent)
        default:
            field.report(expected: "points from 0 or a percentage such as \"10%\"")
            return nil
        }
    }
}

extension EdgeInsets {
    init?(_ field: Field) {
        guard var object = field.object() else { return nil }
        let points = { (field: Field) in field.number(in: 0...Double.greatestFiniteMagnitude) }
        self.init(
            top: object.optional("top", points) ?? 0, left: object.optional("left", points) ?? 0,
            bottom: object.optional("bottom", points) ?? 0, right: object.optional("right", points) ?? 0)
        object.finish()
    }
}
