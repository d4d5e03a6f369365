// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeometry
import MapImages

extension SVGNumbers {
    /// For opacities and gradient offsets.
    static let share = SVGNumbers(decimals: 3)
    /// For the factors of transforms.
    static let factor = SVGNumbers(decimals: 6)
}

extension Color {
    /// `#1a2b3c`, or `#abc` when equivalent.
    var svgText: String {
        let long = Array(hexText)
        let isShort = long[1] == long[2] && long[3] == long[4] && long[5] == long[6]
        return isShort ? String([long[0], long[1], long[3], long[5]]) : String(long)
    }

    /// `fill="#abc" fill-opacity=".5"`.
    func svg(_ attribute: String, opacity: String? = nil) -> String {
        let solid = "\(attribute)=\"\(svgText)\""
        let name = opacity ?? attribute + "-opacity"
        return isOpaque ? solid : solid + " \(name)=\"\(SVGNumbers.share.text(max(0, alpha)))\""
    }
}

extension VectorPen {
    /// The stroke attributes; round caps and joins are the document's defaults.
    var svg: String {
        let numbers = SVGNumbers(decimals: 2)
        var text = "\(color.svg("stroke")) stroke-width=\"\(numbers.text(style.width))\""
        if style.cap != .round { text += " stroke-linecap=\"\(style.cap.rawValue)\"" }
        if style.join != .round { text += " stroke-linejoin=\"\(style.join.rawValue)\"" }
        if style.join == .miter, style.miterLimit != 4 {
            text += " stroke-miterlimit=\"\(numbers.text(max(1, style.miterLimit)))\""
        }
        if !style.dash.isEmpty {
            let lengths = style.drawnDash.map(numbers.text)
            text += " stroke-dasharray=\"\(lengths.joined(separator: " "))\""
            if style.dashPhase != 0 { text += " stroke-dashoffset=\"\(numbers.text(style.dashPhase))\"" }
        }
        return text
    }
}

extension [GradientStop] {
    var svg: String {
        map { stop in
            let color = stop.color.svg("stop-color", opacity: "stop-opacity")
            return "<stop offset=\"\(SVGNumbers.share.text(stop.offset))\" \(color)/>"
        }.joined()
    }
}

extension Transform {
    /// `matrix(…)`, or a shorter equivalent; translations have as many decimals as coordinates.
    var svg: String {
        let (factor, geometry) = (SVGNumbers.factor, SVGNumbers(decimals: 2))
        let translation = "\(geometry.text(tx)) \(geometry.text(ty))"
        if b == 0, c == 0 {
            if a == 1, d == 1 { return "translate(\(translation))" }
            if a == d { return "translate(\(translation)) scale(\(factor.text(a)))" }
        }
        return "matrix(\([a, b, c, d].map(factor.text).joined(separator: " ")) \(translation))"
    }
}

extension SVGTarget {
    /// The fill attributes; nil when the paint cannot be written.
    mutating func svg(_ paint: Paint) -> String? {
        switch paint {
        case .color(let color): return color.svg("fill")
        case .linearGradient(let gradient):
            let (a, b) = (gradient.from, gradient.to)
            let geometry =
                "x1=\"\(numbers.text(a.x))\" y1=\"\(numbers.text(a.y))\" "
                + "x2=\"\(numbers.text(b.x))\" y2=\"\(numbers.text(b.y))\""
            let stops = gradient.stops.svg
            let name = define("l") {
                "<linearGradient id=\"\($0)\" gradientUnits=\"userSpaceOnUse\" \(geometry)>\(stops)</linearGradient>"
            }
            return "fill=\"url(#\(name))\""
        case .radialGradient(let gradient):
            let center = gradient.center
            let geometry =
                "cx=\"\(numbers.text(center.x))\" cy=\"\(numbers.text(center.y))\" r=\"\(numbers.text(gradient.radius))\""
            let stops = gradient.stops.svg
            let name = define("r") {
                "<radialGradient id=\"\($0)\" gradientUnits=\"userSpaceOnUse\" \(geometry)>\(stops)</radialGradient>"
            }
            return "fill=\"url(#\(name))\""
        case .pattern(let bitmap, let transform, let opacity):
            guard let image = imageName(of: bitmap) else { return nil }
            let opacityAttribute = opacity < 1 ? " opacity=\"\(SVGNumbers.share.text(opacity))\"" : ""
            let name = define("t") {
                "<pattern id=\"\($0)\" patternUnits=\"userSpaceOnUse\" width=\"\(bitmap.width)\" "
                    + "height=\"\(bitmap.height)\" patternTransform=\"\(transform.svg)\">"
                    + "<use xlink:href=\"#\(image)\"\(opacityAttribute)/></pattern>"
            }
            return "fill=\"url(#\(name))\""
        }
    }
}

extension BlendMode {
    /// The keyword of `mix-blend-mode`: Core Graphics's name in kebab case.
    ///
    /// - SeeAlso: W3C *Compositing and Blending Level 2*, section 3.
    var css: String {
        rawValue.map { $0.isUppercase ? "-" + $0.lowercased() : String($0) }.joined()
    }
}
