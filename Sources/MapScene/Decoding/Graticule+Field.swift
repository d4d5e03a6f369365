// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics

extension Graticule {
    init(_ object: inout ObjectReader) {
        self.init()
        interval = object.optional("interval", Interval.init)
        strokeColor = object.optional("strokeColor") { Color($0) }
        lineWidth = object.optional("lineWidth") { $0.number(in: 0...100) } ?? lineWidth
        lineDashPattern = object.optional("lineDashPattern", LineStyle.dashes) ?? lineDashPattern
        labels = object.optional("labels") { $0.bool() } ?? labels
        if let field = object.field("textStyle"), var style = AnnotationTextStyle(field) {
            if field.node["size"] == nil { style.size = textStyle.size }
            if field.node["weight"] == nil { style.weight = textStyle.weight }
            textStyle = style
        }
    }
}

extension Graticule.Interval {
    /// A number of degrees, or `[longitude, latitude]`.
    fileprivate init?(_ field: Field) {
        let finest = 0.0001
        if field.node.number != nil {
            guard let both = field.number(in: finest...90) else { return nil }
            self.init(longitude: both, latitude: both)
            return
        }
        guard field.node.array?.count == 2, let fields = field.elements() else {
            field.report(expected: "a number of degrees or [longitude, latitude]")
            return nil
        }
        guard let longitude = fields[0].number(in: finest...180), let latitude = fields[1].number(in: finest...90)
        else {
            return nil
        }
        self.init(longitude: longitude, latitude: latitude)
    }
}
