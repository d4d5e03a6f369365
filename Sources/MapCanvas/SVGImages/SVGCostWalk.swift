// SPDX-License-Identifier: MIT
import MapCore
import MapGeometry

/// Walks over an SVG image as it is drawn, and adds up its cost.
struct SVGCostWalk {
    /// What an element inherits.
    private struct Context {
        var transform: Transform
        /// User units.
        var viewport: Size
        var fontSize = 16.0
        var strokeWidth = 1.0
        var miterLimit = 4.0
        /// The mean length of dashes and gaps; nil for a solid stroke.
        var dash: Double?
        var depth = 0
        var layerDepth = 0
    }

    private let document: SVGDocument
    private let canvas: Rect
    private(set) var cost = SVGCost()
    private var visits = 0

    /// - Parameters:
    ///   - document: the image.
    ///   - size: its size in points.
    /// - Throws: when it has too many elements, or they refer to each other in a circle.
    init(_ document: SVGDocument, size: Size) throws(Diagnostic) {
        self.document = document
        canvas = Rect(size: size)
        var context = Context(transform: .identity, viewport: size)
        enter(document.root, size, &context)
        _ = try draw(document.root, context, isRoot: true)
    }

    /// Draws an element.
    /// - Returns: its bounds in the user units of `outer`.
    private mutating func draw(
        _ node: SVGNode, _ outer: Context, isRoot: Bool = false
    ) throws(Diagnostic) -> Rect {
        var context = outer
        context.depth += 1
        visits += 1
        guard visits <= SVGCost.maxVisits, context.depth <= SVGCost.maxDepth else {
            throw SVGDocument.problem("too many elements, or references that go in a circle")
        }
        let own = try node.attributes["transform"].map { text throws(Diagnostic) in try svgTransform(text) } ?? nil
        let transform = own ?? .identity
        context.transform = transform.then(outer.transform)
        try inherit(node, &context)
        if isLayer(node) {
            context.layerDepth += 1
            cost.layers += 1
            guard context.layerDepth <= SVGCost.maxLayerDepth else {
                throw SVGDocument.problem("groups with opacity, masks and filters are nested too deep")
            }
        }
        let visitsBefore = visits
        let bounds = try content(of: node, &context, isRoot: isRoot)
        let shapes = Double(visits - visitsBefore + 1)
        try clip(node, context, bounds, shapes: shapes)
        try mask(node, context, bounds)
        try filter(node, context, bounds)
        return isRoot ? bounds : transform.apply(bounds)
    }

    /// Draws what an element contains.
    /// - Returns: its bounds in its own user units.
    private mutating func content(
        of node: SVGNode, _ context: inout Context, isRoot: Bool
    ) throws(Diagnostic) -> Rect {
        func length(_ name: String, _ whole: Double, _ fallback: Double = 0) throws(Diagnostic) -> Double {
            guard let text = node.attributes[name], let first = try SVGLength.list(text)?.first else { return fallback }
            return first.resolved(of: whole, fontSize: context.fontSize)
        }
        let (w, h) = (context.viewport.width, context.viewport.height)
        switch node.name {
        case "svg" where !isRoot:
            let origin = Point(try length("x", w), try length("y", h))
            return try nested(
                node, origin, Size(width: try length("width", w, w), height: try length("height", h, h)), context)
        case "svg", "g", "a", "switch":
            return try children(of: node, context)
        case "use":
            guard let id = node.target, let target = document.elements[id] else { return .null }
            let origin = Point(try length("x", w), try length("y", h))
            let size = Size(width: try length("width", w, w), height: try length("height", h, h))
            if target.name == "symbol" || target.name == "svg" { return try nested(target, origin, size, context) }
            var inner = context
            inner.transform = Transform.translation(origin).then(context.transform)
            let box = try draw(target, inner)
            return box.isNull ? box : box.offset(by: origin)
        case "rect":
            let box = Rect(
                x: try length("x", w), y: try length("y", h), width: max(0, try length("width", w)),
                height: max(0, try length("height", h)))
            let rounded = node.attributes["rx"] != nil || node.attributes["ry"] != nil
            return try shape(box, segments: rounded ? 20 : 4, length: 2 * (box.width + box.height), context)
        case "circle", "ellipse":
            let whole = max(w, h)
            let r = try length("r", whole)
            let (rx, ry) = (abs(try length("rx", whole, r)), abs(try length("ry", whole, r)))
            let radius = max(rx, ry, abs(r))
            let (x, y) = (try length("cx", w), try length("cy", h))
            let box = Rect(x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius)
            return try shape(box, segments: 16, length: 7 * radius, context)
        case "line":
            var extent = SVGPathExtent()
            let start = Point(try length("x1", w), try length("y1", h))
            extent.add(start, Point(try length("x2", w), try length("y2", h)), from: start)
            return try shape(extent.bounds, segments: 1, length: extent.length, context)
        case "polyline", "polygon":
            let numbers = try SVGLength.list(node.attributes["points"] ?? "") ?? []
            var extent = SVGPathExtent()
            var last: Point?
            for index in stride(from: 0, to: numbers.count - 1, by: 2) {
                let p = Point(numbers[index].value, numbers[index + 1].value)
                extent.add(p, from: last ?? p)
                last = p
            }
            return try shape(extent.bounds, segments: extent.segments + 1, length: 2 * extent.length, context)
        case "path":
            let extent = try SVGPathReader(node.attributes["d"] ?? "").extent
            return try shape(extent.bounds, segments: extent.segments, length: extent.length, context)
        case "text": return try text(node, context)
        default: return .null
        }
    }

    private mutating func children(of node: SVGNode, _ context: Context) throws(Diagnostic) -> Rect {
        var bounds = Rect.null
        for child in node.children {
            // Others are drawn only where something refers to them.
            switch child.name {
            case "svg", "g", "a", "switch", "use", "rect", "circle", "ellipse", "line", "polyline", "polygon", "path",
                "text":
                bounds = bounds.union(try draw(child, context))
            default: continue
            }
        }
        return bounds
    }

    /// Draws an inner image at a position.
    /// - Returns: its bounds in the user units of `context`.
    private mutating func nested(
        _ node: SVGNode, _ origin: Point, _ size: Size, _ context: Context
    ) throws(Diagnostic) -> Rect {
        var inner = context
        inner.transform = .identity
        inner.depth += 1
        guard inner.depth <= SVGCost.maxDepth else {
            throw SVGDocument.problem("too many elements, or references that go in a circle")
        }
        try inherit(node, &inner)
        enter(node, size, &inner)
        let local = inner.transform.then(.translation(origin))
        inner.transform = local.then(context.transform)
        visits += 1
        let box = try children(of: node, inner)
        try clip(node, inner, box, shapes: Double(SVGCost.maxVisits))
        try mask(node, inner, box)
        return box.isNull ? box : local.apply(box)
    }

    /// Makes the coordinates of an image's viewBox current.
    private func enter(_ node: SVGNode, _ size: Size, _ context: inout Context) {
        context.viewport = size
        guard let box = (try? SVGLength.list(node.attributes["viewBox"] ?? ""))?.map(\.value), box.count == 4,
            box[2] > 0, box[3] > 0
        else { return }
        let (sx, sy) = (size.width / box[2], size.height / box[3])
        let aspect = node.attributes["preserveAspectRatio"] ?? ""
        let uniform = aspect.contains("slice") ? max(sx, sy) : min(sx, sy)
        let fits = aspect.contains("none") ? Point(sx, sy) : Point(uniform, uniform)
        let align = Point(
            aspect.contains("xMin") ? 0 : aspect.contains("xMax") ? 1 : 0.5,
            aspect.contains("YMin") ? 0 : aspect.contains("YMax") ? 1 : 0.5)
        let slack = Point(
            (size.width - box[2] * fits.x) * align.x, (size.height - box[3] * fits.y) * align.y)
        context.transform = Transform.translation(Point(-box[0], -box[1])).then(.scale(fits.x, fits.y))
            .then(.translation(slack)).then(context.transform)
        context.viewport = Size(width: box[2], height: box[3])
    }

    private func inherit(_ node: SVGNode, _ context: inout Context) throws(Diagnostic) {
        let whole = max(context.viewport.width, context.viewport.height)
        func length(_ name: String, _ whole: Double) throws(Diagnostic) -> Double? {
            guard let text = node.property(name), let first = try SVGLength.list(text)?.first else { return nil }
            return abs(first.resolved(of: whole, fontSize: context.fontSize))
        }
        if let size = try length("font-size", context.fontSize) { context.fontSize = size }
        if let width = try length("stroke-width", whole) { context.strokeWidth = width }
        if let limit = try length("stroke-miterlimit", 1) { context.miterLimit = limit }
        if let text = node.property("stroke-dasharray") {
            let fontSize = context.fontSize
            let dashes = try SVGLength.list(text)?.map { abs($0.resolved(of: whole, fontSize: fontSize)) } ?? []
            let sum = dashes.reduce(0, +)
            context.dash = sum > 0 ? sum / Double(dashes.count) : nil
        }
    }

    private func isLayer(_ node: SVGNode) -> Bool {
        func differs(_ name: String, _ plain: String) -> Bool { node.property(name).map { $0 != plain } ?? false }
        return differs("opacity", "1") || differs("mix-blend-mode", "normal") || differs("isolation", "auto")
            || node.reference("mask") != nil || node.reference("filter") != nil
    }

    /// Adds a shape's cost.
    /// - Returns: its bounds with the stroke.
    private mutating func shape(
        _ box: Rect, segments: Int, length: Double, _ context: Context
    ) throws(Diagnostic) -> Rect {
        guard !box.isNull else { return box }
        let t = context.transform
        let scale = (t.a * t.a + t.b * t.b + t.c * t.c + t.d * t.d).squareRoot()
        extend(box.inset(by: -context.strokeWidth * max(1, context.miterLimit)), context)
        let stroked = box.inset(by: -context.strokeWidth)
        let device = t.apply(stroked)
        let visible = device.intersection(canvas)
        if !visible.isNull {
            cost.area += visible.width * visible.height
            cost.rows += 2 * Double(segments) * visible.height
        }
        let curve = 5 + (max(device.width, device.height) + context.strokeWidth * scale).squareRoot()
        cost.segments += Double(segments) * curve
        if let dash = context.dash { cost.segments += 4 * length / dash }
        return stroked
    }

    private mutating func extend(_ box: Rect, _ context: Context) {
        let device = context.transform.apply(box)
        let reach = max(abs(device.minX), abs(device.minY), abs(device.maxX), abs(device.maxY))
        cost.reach = max(cost.reach, reach.isFinite ? reach : .infinity)
    }

    /// Adds the cost of a text with its spans.
    private mutating func text(_ node: SVGNode, _ context: Context) throws(Diagnostic) -> Rect {
        var letters = 0.0
        var offset = 0.0
        let whole = max(context.viewport.width, context.viewport.height)
        for name in ["x", "y", "dx", "dy", "letter-spacing"] {
            guard let text = node.property(name), let values = try SVGLength.list(text) else { continue }
            for value in values { offset += abs(value.resolved(of: whole, fontSize: context.fontSize)) }
        }
        var bounds = Rect.null
        for part in node.content {
            switch part {
            case .text(let text): letters += Double(text.unicodeScalars.count)
            case .element(let child):
                var inner = context
                inner.depth += 1
                visits += 1
                try inherit(child, &inner)
                bounds = bounds.union(try text(child, inner))
            }
        }
        visits += Int(letters)
        guard visits <= SVGCost.maxVisits else { throw SVGDocument.problem("there are too many letters") }
        let t = context.transform
        let scale = (t.a * t.a + t.b * t.b + t.c * t.c + t.d * t.d).squareRoot()
        let size = context.fontSize * scale
        cost.fontSize = max(cost.fontSize, size.isFinite ? size : .infinity)
        // Letter spacing counts for each letter.
        let reach = (letters + 1) * (context.fontSize + offset)
        let box = Rect(x: -reach, y: -reach, width: 2 * reach, height: 2 * reach)
        extend(box.inset(by: -context.strokeWidth * max(1, context.miterLimit)), context)
        cost.area += letters * min(size * size, canvas.width * canvas.height)
        cost.rows += 100 * letters * min(size, canvas.height)
        cost.segments += 200 * letters
        return bounds.union(box)
    }

    /// Adds the cost of a clip path, which cairo applies to each shape anew.
    private mutating func clip(
        _ node: SVGNode, _ context: Context, _ bounds: Rect, shapes: Double
    ) throws(Diagnostic) {
        guard let id = node.reference("clip-path"), let target = document.elements[id], target.name == "clipPath"
        else { return }
        let before = cost
        try referenced(target, context, bounds, units: target.attributes["clipPathUnits"])
        var added = cost
        added.area -= before.area
        added.rows -= before.rows
        added.segments -= before.segments
        added.layers -= before.layers
        cost.add(added, times: shapes)
    }

    private mutating func mask(_ node: SVGNode, _ context: Context, _ bounds: Rect) throws(Diagnostic) {
        guard let id = node.reference("mask"), let target = document.elements[id], target.name == "mask" else { return }
        cost.layers += 2
        var inner = context
        inner.layerDepth += 1
        guard inner.layerDepth <= SVGCost.maxLayerDepth else {
            throw SVGDocument.problem("groups with opacity, masks and filters are nested too deep")
        }
        try referenced(target, inner, bounds, units: target.attributes["maskContentUnits"])
    }

    /// Draws what a clip path or mask contains, with its own clip path and mask.
    private mutating func referenced(
        _ target: SVGNode, _ context: Context, _ bounds: Rect, units: String?
    ) throws(Diagnostic) {
        var inner = context
        inner.depth += 1
        visits += 1
        guard visits <= SVGCost.maxVisits, inner.depth <= SVGCost.maxDepth else {
            throw SVGDocument.problem("too many elements, or references that go in a circle")
        }
        if units == "objectBoundingBox" {
            guard !bounds.isNull else { return }
            inner.transform = Transform.scale(bounds.width, bounds.height)
                .then(.translation(Point(bounds.minX, bounds.minY))).then(context.transform)
        }
        if let text = target.attributes["transform"], let own = try svgTransform(text) {
            inner.transform = own.then(inner.transform)
        }
        try inherit(target, &inner)
        let box = try children(of: target, inner)
        try clip(target, inner, box, shapes: Double(target.children.count + 1))
        try mask(target, inner, box)
    }

    private mutating func filter(_ node: SVGNode, _ context: Context, _ bounds: Rect) throws(Diagnostic) {
        guard let id = node.reference("filter"), let target = document.elements[id], target.name == "filter" else {
            return
        }
        let primitives = target.children
        guard primitives.count <= 32 else { throw SVGDocument.problem("a filter has over 32 steps") }
        guard target.attributes["primitiveUnits"] != "objectBoundingBox" else {
            throw SVGDocument.problem("primitiveUnits: expected \"userSpaceOnUse\", found \"objectBoundingBox\"")
        }
        cost.layers += 4 * Double(primitives.count + 1)
        // Regions are parts of the bounds, or in user units.
        let isUserSpace = target.attributes["filterUnits"] == "userSpaceOnUse"
        for (element, isRegion) in [(target, true)] + primitives.map({ ($0, false) }) {
            for name in ["x", "y", "width", "height", "dx", "dy"] {
                guard let text = element.attributes[name], let value = try SVGLength.list(text)?.first else { continue }
                let inBounds = isRegion && !isUserSpace
                let whole = inBounds ? 1 : max(context.viewport.width, context.viewport.height)
                let number = abs(value.resolved(of: whole, fontSize: context.fontSize))
                let side = inBounds && !bounds.isNull ? number * max(bounds.width, bounds.height) : number
                extend(Rect(x: -side, y: -side, width: 2 * side, height: 2 * side), context)
            }
            for child in [element] + element.children {
                let blurs = try SVGLength.list(child.attributes["stdDeviation"] ?? "") ?? []
                for blur in blurs {
                    let side = 100 * abs(blur.value)
                    extend(Rect(x: 0, y: 0, width: side, height: side), context)
                }
            }
        }
    }
}
