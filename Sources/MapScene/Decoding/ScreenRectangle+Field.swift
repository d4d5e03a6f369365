// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics

extension ScreenRectangle {
    init?(_ object: inout ObjectReader) {
        let size = object.required("size", ScreenRectangle.size)
        let fill = object.optional("fillColor") { Color($0) }
        let stroke = object.optional("strokeColor") { Color($0) }
        let width = object.optional("lineWidth") { $0.number(in: 0...1000) }
        let radius = object.optional("cornerRadius", CornerRadii.init)
        let shadow = object.optional("shadow") { $0.bool() }
        guard let size else { return nil }
        self.init(
            width: size.width, height: size.height, fillColor: fill, strokeColor: stroke, lineWidth: width ?? 1,
            cornerRadius: radius ?? CornerRadii(), hasShadow: shadow ?? false)
    }

    /// `[width, height]`, each in points or as a percentage of the picture's.
    private static func size(_ field: Field) -> (width: Padding.Length, height: Padding.Length)? {
        guard field.node.array?.count == 2, let fields = field.elements() else {
            field.report(expected: "[width, height]")
            return nil
        }
        let (width, height) = (Padding.Length(fields[0]), Padding.Length(fields[1]))
        guard let width, let height else { return nil }
        return (width, height)
    }
}

extension ScreenRectangle.CornerRadii {
    /// One radius, or `[topLeft, topRight, bottomRight, bottomLeft]`.
    fileprivate init?(_ field: Field) {
        let range = 0...10_000.0
        guard field.node.array != nil else {
            guard let radius = field.number(in: range) else { return nil }
            self.init(radius)
            return
        }
        guard let fields = field.elements(), fields.count == 4 else {
            field.report(expected: "a radius or [topLeft, topRight, bottomRight, bottomLeft]")
            return nil
        }
        let radii = fields.compactMap { $0.number(in: range) }
        guard radii.count == 4 else { return nil }
        self.init(topLeft: radii[0], topRight: radii[1], bottomRight: radii[2], bottomLeft: radii[3])
    }
}
