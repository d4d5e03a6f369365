// SPDX-License-Identifier: MIT
import MapCore
import MapGeometry

/// How far an SVG image reaches and how much work it is, found by a walk over all that is drawn, `use` expanded.
///
/// All figures are upper bounds, in pixels at one pixel per point; `check(scale:)` applies them to a larger image.
struct SVGCost {
    /// cairo counts in 1/256 pixels with 32 bits, and some of its sums leave that range long before a coordinate does.
    static let maxReach = 100_000.0
    /// The largest text, in pixels per em.
    static let maxFontSize = 2000.0
    /// About a second's work.
    static let maxWork = 1e9
    /// The largest number of elements and letters that are drawn.
    static let maxVisits = 20_000
    /// The limit of nesting, `use` expanded.
    static let maxDepth = 64
    /// Masks, filters and groups with an opacity, inside of each other.
    static let maxLayerDepth = 8

    /// The largest coordinate.
    var reach = 0.0
    var fontSize = 0.0
    /// The pixels that shapes cover, together.
    var area = 0.0
    /// The rows that segments cross, together.
    var rows = 0.0
    /// The number of segments, dashes and round joins included.
    var segments = 0.0
    /// The number of intermediate images of the whole size.
    var layers = 0.0

    /// - Throws: when the image is too large or too much work at this number of pixels per point.
    func check(scale: Double, size: Size) throws(Diagnostic) {
        guard fontSize * scale <= Self.maxFontSize else {
            throw SVGDocument.problem("text is larger than 2000 pixels")
        }
        guard reach * scale <= Self.maxReach else {
            throw SVGDocument.problem("shapes reach further than 100000 pixels")
        }
        let pixels = size.width * size.height * scale * scale
        let work =
            area * scale * scale + 15 * rows * scale + 64 * segments * max(1, scale.squareRoot())
            + 8 * layers * pixels
        guard work <= Self.maxWork else { throw SVGDocument.problem("the image is too complex for its size") }
        // Shapes are painted by librsvg at about the speed of this many pixels.
        guard RenderBudget.spend(Int(work), .paintedPixels), RenderBudget.spend(4 * Int(min(pixels, 1e15)), .bytes)
        else {
            throw SVGDocument.problem("the map's images are too complex")
        }
    }

    mutating func add(_ other: SVGCost, times: Double) {
        area += other.area * times
        rows += other.rows * times
        segments += other.segments * times
        layers += other.layers * times
    }
}

/// What an SVG path covers at most, and how much work it is.
struct SVGPathExtent {
    /// Contains all points and control points.
    var bounds = Rect.null
    /// The number of segments.
    var segments = 0
    /// The length at most, in user units.
    var length = 0.0

    mutating func move(to p: Point) { bounds.extend(to: p) }

    /// Adds a line, or a curve with the control points between.
    mutating func add(_ points: Point..., from start: Point) {
        var last = start
        for p in points {
            bounds.extend(to: p)
            length += last.distance(to: p)
            last = p
        }
        segments += points.count
    }

    /// Adds an arc with radii up to `radius`; smaller ones are scaled up to reach the end.
    mutating func addArc(to end: Point, radius: Double, from start: Point) {
        let reach = 2 * max(radius, start.distance(to: end))
        for p in [start, end] {
            bounds = bounds.union(Rect(x: p.x - reach, y: p.y - reach, width: 2 * reach, height: 2 * reach))
        }
        length += 4 * reach
        segments += 8
    }
}

/// Reads the `d` attribute of a path.
struct SVGPathReader {
    private(set) var extent = SVGPathExtent()
    /// The bytes before the first mistake, which end the path by the SVG specification, §9.5.4.
    private(set) var validCount = 0

    private var scanner: SVGValueScanner
    private var point = Point.zero
    private var start = Point.zero
    /// The last control point of a curve, for the commands that mirror it, and whether the curve was cubic.
    private var control: Point?
    private var isCubic = false

    init(_ text: String) throws(Diagnostic) {
        scanner = SVGValueScanner(text)
        scanner.skipSpace()
        guard let first = scanner.next, first | 0x20 == UInt8(ascii: "m") else { return }
        while let command = scanner.letter() {
            guard try segments(of: command) else { return }
            scanner.skipSpace()
            validCount = scanner.at
        }
    }

    /// Reads a command with its repetitions; false after a mistake.
    private mutating func segments(of command: UInt8) throws(Diagnostic) -> Bool {
        let isRelative = command & 0x20 != 0
        var kind = Unicode.Scalar(command | 0x20)
        guard kind != "z" else {
            extent.add(start, from: point)
            (point, control) = (start, nil)
            return true
        }
        let origin = { (p: Point) in isRelative ? p : .zero }
        repeat {
            scanner.skipSpace()
            guard let n = try arguments(of: kind) else { return false }
            let base = origin(point)
            if kind == "a" {
                let end = base + Point(n[5], n[6])
                extent.addArc(to: end, radius: max(abs(n[0]), abs(n[1])), from: point)
                (point, control) = (end, nil)
            } else {
                draw(kind, n, base)
            }
            // Further pairs after a move are lines.
            if kind == "m" { kind = "l" }
            // Chains of relative commands, and of mirrored control points, can leave any range.
            let reach = max(abs(point.x), abs(point.y), abs(control?.x ?? 0), abs(control?.y ?? 0))
            guard reach <= SVGValueScanner.maxNumber else { throw SVGDocument.problem("a path is too large") }
            scanner.skipSeparator()
        } while startsNumber
        return true
    }

    private var startsNumber: Bool {
        guard let byte = scanner.next else { return false }
        return (0x30...0x39).contains(byte) || byte == 0x2D || byte == 0x2B || byte == 0x2E
    }

    /// Nil when one is missing or wrong.
    private mutating func arguments(of kind: Unicode.Scalar) throws(Diagnostic) -> [Double]? {
        let counts: [Unicode.Scalar: Int] = ["m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "t": 2, "a": 7]
        guard let count = counts[kind] else { return nil }
        var n: [Double] = []
        for index in 0..<count {
            if index > 0 { scanner.skipSeparator() }
            let isFlag = kind == "a" && (index == 3 || index == 4)
            guard let value = isFlag ? scanner.flag() : try scanner.number() else { return nil }
            n.append(value)
        }
        return n
    }

    private mutating func draw(_ kind: Unicode.Scalar, _ n: [Double], _ base: Point) {
        func p(_ index: Int) -> Point { base + Point(n[index], n[index + 1]) }
        let from = point
        let isMirrored = kind == "s" ? isCubic : !isCubic
        let mirrored = isMirrored ? control.map { from * 2 - $0 } ?? from : from
        control = nil
        isCubic = kind == "c" || kind == "s"
        switch kind {
        case "m":
            point = p(0)
            start = point
            extent.move(to: point)
        case "h":
            point = Point(base.x + n[0], from.y)
            extent.add(point, from: from)
        case "v":
            point = Point(from.x, base.y + n[0])
            extent.add(point, from: from)
        case "c":
            point = p(4)
            control = p(2)
            extent.add(p(0), p(2), p(4), from: from)
        case "s":
            point = p(2)
            control = p(0)
            extent.add(mirrored, p(0), p(2), from: from)
        case "q":
            point = p(2)
            control = p(0)
            extent.add(p(0), p(2), from: from)
        case "t":
            point = p(0)
            control = mirrored
            extent.add(mirrored, p(0), from: from)
        default:
            point = p(0)
            extent.add(point, from: from)
        }
    }
}
