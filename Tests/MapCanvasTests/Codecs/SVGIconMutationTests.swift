// SPDX-License-Identifier: MIT
import Foundation
import MapCanvas
import MapCore
import TestSupport
import Testing

/// Random images with values at and beyond all limits: each is drawn or refused, and none ends the process.
///
/// `STATICMAP_FUZZ_COUNT` is the number of images, `STATICMAP_FUZZ_SEED` the first seed, and `STATICMAP_FUZZ_LAST` a file
/// that always has the image that is being drawn, for when the process ends.
@Suite("Random SVG icons") struct SVGIconMutationTests {
    @Test("no image of random elements and numbers crashes or hangs librsvg") func random() throws {
        let environment = ProcessInfo.processInfo.environment
        let count = environment["STATICMAP_FUZZ_COUNT"].flatMap(Int.init) ?? 400
        let seed = environment["STATICMAP_FUZZ_SEED"].flatMap(UInt64.init) ?? 1
        let last = environment["STATICMAP_FUZZ_LAST"].flatMap { FileHandle(forUpdatingAtPath: $0) }
        var (drawn, slowest) = (0, (seconds: 0.0, seed: seed))
        for number in 0..<UInt64(count) {
            var random = RandomSVG(seed: seed + number)
            let text = random.document()
            if let last {
                try last.seek(toOffset: 0)
                try last.write(contentsOf: Data("\(seed + number)\n\(text)\n\n".utf8))
            }
            let start = Date()
            if let icon = try? SVGIcon(Array(text.utf8)) {
                for scale in [1.0, 2.5] where (try? icon.bitmap(scale: scale, maxPixels: 1 << 22)) != nil { drawn += 1 }
            }
            let seconds = -start.timeIntervalSinceNow
            if seconds > slowest.seconds { slowest = (seconds, seed + number) }
        }
        if count > 1000 { print("\(count) images, \(drawn) drawings, slowest: \(slowest)") }
        #expect(drawn > count / 8)
    }
}

private struct RandomSVG {
    private var random: SplitMix
    private var depth = 0
    /// Most documents have one odd value or a few, so that they are not all refused.
    private var oddness: UInt64
    /// What is referred to seldom refers to something else, so that few references go in a circle.
    private var isReferenced = false

    init(seed: UInt64) {
        random = SplitMix(seed: seed)
        oddness = [0, 1, 2, 10, 40][Int(random.next() % 5)]
    }

    private mutating func one(_ values: [String]) -> String { values[Int(random.next() % UInt64(values.count))] }

    private mutating func number() -> String {
        if random.next() % 100 < oddness {
            return one([
                "1e7", "-1e7", "9999999", "8388607", "8388608", "-8388609", "32767", "32768", "65536", "99999",
                "-99999",
                "1e-30", "1e-7", "-1e-9", "0.0001", "1e300", "1e400", "NaN", "-0", "1000000", "100000", "46341",
                "2147483",
                "3000", "5000", "-3000", "100%", "1000%", "-50%", "10em", "1e5pt", "auto", "none", "",
            ])
        }
        return one([
            "0", "1", "2", "3", "5", "8", "10", "12", "20", "23", "30", "40", "46", "-1", "-5", "0.5", ".25", "1e1",
        ])
    }

    private mutating func numbers(_ count: Int) -> String { (0..<count).map { _ in number() }.joined(separator: " ") }

    private mutating func transform() -> String {
        one([
            "translate(\(numbers(2)))", "scale(\(number()))", "scale(\(numbers(2)))", "rotate(\(number()))",
            "rotate(\(numbers(3)))", "skewX(\(number()))", "skewY(\(number()))", "matrix(\(numbers(6)))",
            "translate(\(number())) rotate(\(number())) scale(\(number()))",
        ])
    }

    private mutating func path() -> String {
        var text = "M\(numbers(2))"
        for _ in 0..<(random.next() % 8) {
            text += one([
                "L\(numbers(2))", "l\(numbers(2))", "h\(number())", "V\(number())", "C\(numbers(6))", "c\(numbers(6))",
                "s\(numbers(4))", "S\(numbers(4))", "q\(numbers(4))", "t\(numbers(2))", "T\(numbers(2)) \(numbers(2))",
                "a\(numbers(3)) 0 1 \(numbers(2))", "A\(numbers(3)) 1 0 \(numbers(2))", "z", "m\(numbers(4))", "Z",
            ])
        }
        return text
    }

    /// The number at the end of an id; most often of none that there is, inside of what is referred to.
    private mutating func id() -> String {
        let index = random.next() % 3
        return isReferenced && random.next() % 8 > 0 ? "none" : "\(index)"
    }

    private mutating func attributes() -> String {
        var text = ""
        for _ in 0..<(random.next() % 4) {
            text +=
                " "
                + one([
                    "fill=\"\(one(["red", "none", "url(#g)", "url(#r)", "#0f08", "rgb(1,2,3)", "hsl(9e9,1%,2%)", "currentColor"]))\"",
                    "stroke=\"\(one(["blue", "url(#g)", "url(#r)", "none", "#123"]))\"", "stroke-width=\"\(number())\"",
                    "stroke-linejoin=\"\(one(["round", "bevel", "miter"]))\"",
                    "stroke-linecap=\"\(one(["round", "square", "butt"]))\"", "stroke-miterlimit=\"\(number())\"",
                    "stroke-dasharray=\"\(numbers(2))\"", "stroke-dashoffset=\"\(number())\"",
                    "opacity=\"\(number())\"",
                    "fill-opacity=\"0.5\"", "transform=\"\(transform())\"", "clip-path=\"url(#c\(id()))\"",
                    "mask=\"url(#m\(id()))\"", "filter=\"url(#f\(id()))\"",
                    "style=\"mix-blend-mode:\(one(["multiply", "screen", "hue"]));isolation:isolate\"",
                    "fill-rule=\"evenodd\"", "display=\"\(one(["none", "inline"]))\"",
                    "overflow=\"\(one(["visible", "hidden"]))\"",
                    "paint-order=\"stroke\"", "font-size=\"\(number())\"", "letter-spacing=\"\(number())\"",
                    "vector-effect=\"non-scaling-stroke\"", "visibility=\"hidden\"", "class=\"a\"",
                ])
        }
        return text
    }

    private mutating func element() -> String {
        depth += 1
        defer { depth -= 1 }
        let a = attributes()
        switch random.next() % (depth > 4 ? 9 : 13) {
        case 0, 1: return "<path d=\"\(path())\"\(a)/>"
        case 2:
            return
                "<rect x=\"\(number())\" y=\"\(number())\" width=\"\(number())\" height=\"\(number())\" rx=\"\(number())\"\(a)/>"
        case 3: return "<circle cx=\"\(number())\" cy=\"\(number())\" r=\"\(number())\"\(a)/>"
        case 4: return "<ellipse cx=\"\(number())\" cy=\"\(number())\" rx=\"\(number())\" ry=\"\(number())\"\(a)/>"
        case 5:
            return
                "<line x1=\"\(number())\" y1=\"\(number())\" x2=\"\(number())\" y2=\"\(number())\" stroke=\"red\"\(a)/>"
        case 6: return "<\(one(["polygon", "polyline"])) points=\"\(numbers(2 * Int(random.next() % 6)))\"\(a)/>"
        case 7:
            let letters = one(["A", "Hé", "漢字", "שלום", "e\u{301}\u{302}", "👩‍🚀", "\u{202E}abc", "", "fi"])
            return
                "<text x=\"\(number())\" y=\"\(number())\"\(a)>\(letters)<tspan dx=\"\(number())\"\(attributes())>b</tspan></text>"
        case 8:
            return
                "<use href=\"#\(isReferenced && random.next() % 8 > 0 ? "x" : one(["s", "n", "x", "c0", "g"]))\" x=\"\(number())\" width=\"\(number())\"\(a)/>"
        case 9, 10: return "<g\(a)>\((0..<3).map { _ in element() }.joined())</g>"
        case 11:
            return "<svg x=\"\(number())\" width=\"\(number())\" height=\"\(number())\" viewBox=\"\(numbers(4))\" "
                + "preserveAspectRatio=\"\(one(["none", "xMinYMin slice", "xMidYMax meet"]))\"\(a)>\(element())</svg>"
        default:
            let name = one(["a", "switch"])
            return "<\(name)\(a)>\(element())</\(name)>"
        }
    }

    private mutating func units(_ name: String) -> String {
        " \(name)=\"\(one(["objectBoundingBox", "userSpaceOnUse"]))\""
    }

    private mutating func primitive() -> String {
        one([
            "<feGaussianBlur stdDeviation=\"\(numbers(2))\"/>", "<feOffset dx=\"\(number())\" dy=\"\(number())\"/>",
            "<feFlood flood-color=\"red\" flood-opacity=\"\(number())\" x=\"\(number())\" width=\"\(number())\"/>",
            "<feColorMatrix type=\"matrix\" values=\"\(numbers(20))\"/>",
            "<feColorMatrix type=\"saturate\" values=\"\(number())\"/>",
            "<feComposite operator=\"arithmetic\" k1=\"\(number())\" k2=\"\(number())\" in2=\"SourceGraphic\"/>",
            "<feBlend mode=\"multiply\" in2=\"SourceAlpha\"/>",
            "<feMerge><feMergeNode/><feMergeNode in=\"x\"/></feMerge>",
            "<feDropShadow dx=\"\(number())\" dy=\"\(number())\" stdDeviation=\"\(number())\"/>",
            "<feComponentTransfer><feFuncR type=\"table\" tableValues=\"\(numbers(3))\"/>"
                + "<feFuncA type=\"gamma\" amplitude=\"\(number())\" exponent=\"\(number())\"/></feComponentTransfer>",
        ])
    }

    mutating func document() -> String {
        isReferenced = true
        var text = "<svg xmlns=\"http://www.w3.org/2000/svg\" "
        text += one([
            "width=\"46\" height=\"46\"", "viewBox=\"\(numbers(4))\"",
            "width=\"\(number())\" height=\"46\" viewBox=\"0 0 46 46\"",
        ])
        text += "><defs><linearGradient id=\"g\" x1=\"\(number())\" x2=\"\(number())\"\(units("gradientUnits")) "
        text +=
            "spreadMethod=\"\(one(["pad", "repeat", "reflect"]))\" gradientTransform=\"\(transform())\" href=\"#r\">"
        text +=
            "<stop offset=\"\(number())\" stop-color=\"red\"/><stop offset=\"1\" stop-opacity=\"\(number())\"/></linearGradient>"
        text +=
            "<radialGradient id=\"r\" r=\"\(number())\" fx=\"\(number())\" fr=\"\(number())\" cx=\"\(number())\"\(units("gradientUnits")) "
        text +=
            "spreadMethod=\"\(one(["pad", "repeat", "reflect"]))\"><stop stop-color=\"blue\"/><stop offset=\"\(number())\"/></radialGradient>"
        text += "<g id=\"n\">\(element())</g><symbol id=\"s\" viewBox=\"\(numbers(4))\">\(element())</symbol>"
        for index in 0..<3 {
            text += "<clipPath id=\"c\(index)\"\(units("clipPathUnits"))>\(element())</clipPath>"
            text +=
                "<mask id=\"m\(index)\"\(units("maskUnits"))\(units("maskContentUnits")) width=\"\(number())\">\(element())</mask>"
            text += "<filter id=\"f\(index)\"\(units("filterUnits")) x=\"\(number())\" width=\"\(number())\">"
            text += (0..<(1 + random.next() % 3)).map { _ in primitive() }.joined() + "</filter>"
        }
        isReferenced = false
        text += "</defs><style>.a{stroke:red;stroke-width:\(number())}</style>"
        for _ in 0..<(1 + random.next() % 4) { text += element() }
        return text + "</svg>"
    }
}
