// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics
import MapGeo

extension AnnotationOffset {
    /// `[x, y]` or `{"x": …, "y": …}`; each in points or as a percentage.
    init?(_ field: Field) {
        if field.node.object != nil, var object = field.object() {
            self.init(
                x: object.optional("x", Length.init) ?? .points(0), y: object.optional("y", Length.init) ?? .points(0))
            object.finish()
            return
        }
        guard field.node.array?.count == 2, let fields = field.elements() else {
            field.report(expected: "[x, y]")
            return nil
        }
        let (x, y) = (Length(fields[0]), Length(fields[1]))
        guard let x, let y else { return nil }
        self.init(x: x, y: y)
    }
}

extension AnnotationOffset.Length {
    init?(_ field: Field) {
        switch field.node.value {
        case .number(let points) where abs(points) <= 32_767: self = .points(points)
        case .string(let text):
            guard text.hasSuffix("%"), let percent = Double(text.dropLast()), abs(percent) <= 10_000 else {
                fallthrough
            }
            self = .percent(percent)
        default:
            field.report(expected: "points or a percentage of the own size such as \"-50%\"")
            return nil
        }
    }
}

extension AnnotationTextStyle {
    init?(_ field: Field) {
        guard var object = field.object() else { return nil }
        self.init()
        let points = { (field: Field) in field.number(in: 0...1000) }
        size = object.optional("size") { $0.number(in: 1...1000) } ?? size
        weight = object.optional("weight") { $0.integer(in: 100...900) } ?? weight
        color = object.optional("color") { Color($0) }
        halo = object.optional("halo") { Color($0) }
        haloWidth = object.optional("haloWidth", points) ?? haloWidth
        box = object.optional("box") { Color($0) }
        if let padding = object.field("padding") {
            if padding.node.array != nil {
                let sides = padding.array(points) ?? []
                if padding.node.array?.count == 2, sides.count == 2 {
                    (verticalPadding, horizontalPadding) = (sides[0], sides[1])
                } else {
                    padding.report(expected: "points or [vertical, horizontal]")
                }
            } else if let all = points(padding) {
                (verticalPadding, horizontalPadding) = (all, all)
            }
        }
        radius = object.optional("radius", points) ?? radius
        maxWidth = object.optional("maxWidth") { $0.number(in: 1...32_767) }
        align = object.optional("align") { $0.choice(of: Align.self) } ?? align
        object.finish()
    }
}

extension UserLocation {
    init?(_ field: Field) {
        guard var object = field.object() else { return nil }
        let coordinate = object.required("coordinate", Coordinate.init)
        let accuracy = object.optional("accuracy") { $0.number(in: 0...20_037_508) }
        let heading = object.optional("heading") { $0.number() }
        object.finish()
        guard let coordinate else { return nil }
        self.init(at: coordinate, accuracy: accuracy, heading: heading)
    }
}
