// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapGeometry
import MapImages

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Renders vector operations to SVG elements.
struct SVGTarget: VectorTarget {
    let options: SVGOptions
    private let blocks: PathPartition
    /// The precision of coordinates.
    private(set) var numbers = SVGNumbers(decimals: 2)
    /// True for base map parts, in which fills of one paint do not overlap.
    private var isBaseMap = false
    var body: [UInt8] = []
    /// The content of `<defs>`: outlines, images, gradients, clips.
    var definitions: [UInt8] = []
    var files: [SVGDocument.File] = []
    /// The first error.
    var problem: Diagnostic?
    private(set) var hasLinks = false

    mutating func fail(_ error: CairoError) { problem = problem ?? error.diagnostic() }

    /// What was written before the current artwork.
    private var bodyBeforeArtwork: [UInt8] = []

    private var partNames: [String: Int] = [:]
    /// The ids of definitions by content, and the number of definitions of each kind.
    private var namesByContent: [String: String] = [:]
    private var counts: [Character: Int] = [:]
    var glyphNames: [VectorGlyphs.Shape: String?] = [:]
    /// With the bitmaps: as long as they live, nothing else has their identity.
    var bitmapNames: [ObjectIdentifier: (bitmap: Bitmap, name: String)] = [:]
    var bitmapsByContent: [BitmapKey: String] = [:]

    init(_ options: SVGOptions, blocks: PathPartition) {
        self.options = options
        self.blocks = blocks
    }

    mutating func put(_ text: String) {
        body.append(contentsOf: text.utf8)
    }

    /// Appends ` d="…"` for a path.
    mutating func putData(_ path: Path) {
        put(" d=\"")
        numbers.append(path, to: &body)
        put("\"")
    }

    /// The id of a definition, which is added unless an equal one exists: a letter for its kind and a number.
    mutating func define(_ kind: Character, _ content: (String) -> String) -> String {
        let key = content("")
        if let known = namesByContent[key] { return known }
        let name = nextName(kind)
        namesByContent[key] = name
        definitions.append(contentsOf: content(name).utf8)
        definitions.append(UInt8(ascii: "\n"))
        return name
    }

    mutating func nextName(_ kind: Character) -> String {
        let number = counts[kind, default: 0] + 1
        counts[kind] = number
        return "\(kind)\(number)"
    }

    func data(_ path: Path) -> String {
        var bytes: [UInt8] = []
        numbers.append(path, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension SVGTarget {
    mutating func beginPart(_ part: VectorPart) {
        var id = SVGName.id(part.id)
        let count = partNames[id, default: 0] + 1
        partNames[id] = count
        isBaseMap = part.role.isTiledGeometry
        numbers = SVGNumbers(decimals: isBaseMap ? 1 : 2)
        // Repeated parts, such as a layer between others, are numbered.
        if count > 1 { id += ".\(count)" }
        put("<g id=\"\(id)\" class=\"\(part.role.rawValue)\" data-id=\"\(markupEscaped(part.id))\"")
        if let name = part.name { put(" data-name=\"\(markupEscaped(name))\"") }
        // Written once for each part.
        if count == 1, let metadata = options.metadata[part.id] { put(metadata.svg) }
        put(">\n")
        if let title = part.title ?? part.alt { put("<title>\(markupEscaped(title))</title>\n") }
        if part.title != nil, let alt = part.alt { put("<desc>\(markupEscaped(alt))</desc>\n") }
    }

    mutating func endPart() {
        put("</g>\n")
    }

    mutating func beginLink(_ address: String) {
        hasLinks = true
        put("<a href=\"\(markupEscaped(address))\">\n")
    }

    mutating func endLink() {
        put("</a>\n")
    }

    mutating func beginGroup(clip: Path?, opacity: Double, blend: BlendMode) {
        put("<g")
        if let clip {
            let data = data(clip)
            let name = define("c") { "<clipPath id=\"\($0)\"><path d=\"\(data)\"/></clipPath>" }
            put(" clip-path=\"url(#\(name))\"")
        }
        if opacity < 1 { put(" opacity=\"\(SVGNumbers.share.text(opacity))\"") }
        if blend != .normal { put(" style=\"mix-blend-mode:\(blend.css)\"") }
        put(">\n")
    }

    mutating func endGroup() {
        put("</g>\n")
    }

    static let sharesArtwork = true

    mutating func beginArtwork() {
        bodyBeforeArtwork = body
        body = []
    }

    /// A `g` rather than a `symbol`, which clips and which Inkscape shows in a list of its own.
    mutating func endArtwork(at position: Point) {
        let content = String(decoding: body, as: UTF8.self)
        body = bodyBeforeArtwork
        bodyBeforeArtwork = []
        guard !content.isEmpty else { return }
        let name = define("s") { "<g id=\"\($0)\">\n\(content)</g>" }
        put("<use xlink:href=\"#\(name)\" x=\"\(numbers.text(position.x))\" y=\"\(numbers.text(position.y))\"/>\n")
    }

    mutating func fill(_ path: Path, _ rule: FillRule, _ paint: Paint) {
        guard let paint = svg(paint) else { return }
        let evenOdd = rule == .evenOdd
        put(isBaseMap && !evenOdd ? blocks.fills(path) : [path], paint + (evenOdd ? " fill-rule=\"evenodd\"" : ""))
    }

    mutating func fill(_ path: Path, _ color: Color, outlined pen: VectorPen) {
        guard !path.isEmpty else { return }
        put(isBaseMap ? blocks.fills(path) : [path], "\(color.svg("fill")) \(pen.svg)")
    }

    mutating func stroke(_ paths: [Path], _ pen: VectorPen) {
        let isDivisible = isBaseMap && pen.color.isOpaque
        put(paths.filter { !$0.isEmpty }.flatMap { isDivisible ? blocks.strokes($0) : [$0] }, pen.svg)
    }

    /// Writes paths with the same attributes.
    private mutating func put(_ paths: [Path], _ attributes: String) {
        guard !paths.isEmpty else { return }
        put(paths.count > 1 ? "<g \(attributes)>\n" : "")
        for path in paths {
            put(paths.count > 1 ? "<path" : "<path \(attributes)")
            putData(path)
            put("/>\n")
        }
        put(paths.count > 1 ? "</g>\n" : "")
    }

    mutating func stroke(_ path: Path, _ pens: [VectorPen]) {
        guard !path.isEmpty, !pens.isEmpty else { return }
        let data = data(path)
        let name = define("p") { "<path id=\"\($0)\" d=\"\(data)\"/>" }
        for pen in pens { put("<use xlink:href=\"#\(name)\" \(pen.svg)/>\n") }
    }

    mutating func circle(_ center: Point, _ circle: VectorCircle) {
        let (x, y) = (numbers.text(center.x), numbers.text(center.y))
        guard circle.stops.isEmpty else {
            let stops = circle.stops.svg
            let name = define("r") { "<radialGradient id=\"\($0)\">\(stops)</radialGradient>" }
            put(
                "<circle cx=\"\(x)\" cy=\"\(y)\" r=\"\(numbers.text(circle.gradientRadius))\" fill=\"url(#\(name))\"/>\n"
            )
            return
        }
        let fill = circle.fill.isInvisible ? "" : " \(circle.fill.svg("fill"))"
        let stroke = " \(circle.stroke.svg("stroke")) stroke-width=\"\(numbers.text(circle.strokeWidth))\""
        func circleElement(_ radius: Double, _ look: String) -> String {
            "<circle cx=\"\(x)\" cy=\"\(y)\" r=\"\(numbers.text(radius))\"\(look)/>\n"
        }
        if circle.hasStroke, circle.stroke.isOpaque {
            put(circleElement(circle.strokeRadius, fill + stroke))
        } else {
            if !fill.isEmpty { put(circleElement(circle.fillRadius, fill)) }
            if circle.hasStroke { put(circleElement(circle.strokeRadius, stroke)) }
        }
    }

    /// Writes a luminance mask that is white where the fill is opaque and darker around the holes.
    mutating func maskedFill(_ maskedFill: MaskedFill) {
        let area = maskedFill.area
        let box =
            "x=\"\(numbers.text(area.minX))\" y=\"\(numbers.text(area.minY))\" "
            + "width=\"\(numbers.text(area.width))\" height=\"\(numbers.text(area.height))\""
        var content = "<rect \(box) fill=\"#fff\"/>"
        let holes = maskedFill.holes.map { hole -> (String, MaskedFill.Hole) in
            let data = data(hole.path)
            return (define("p") { "<path id=\"\($0)\" d=\"\(data)\"/>" }, hole)
        }
        for (index, ring) in maskedFill.rings.enumerated() {
            let gray = Color(red: ring.opacity, green: ring.opacity, blue: ring.opacity)
            for (name, hole) in holes {
                let radius = hole.contours == nil ? hole.radius + ring.distance : 0
                if let contours = hole.contours, contours.indices.contains(index) {
                    content += "<path d=\"\(data(contours[index]))\" \(gray.svg("fill"))/>"
                }
                let fill = hole.isFilled ? "\(gray.svg("fill")) fill-rule=\"evenodd\"" : "fill=\"none\""
                guard radius > 0 || hole.isFilled else { continue }
                content += "<use xlink:href=\"#\(name)\" \(fill)"
                if radius > 0 { content += " \(gray.svg("stroke")) stroke-width=\"\(numbers.text(2 * radius))\"" }
                content += "/>"
            }
        }
        let name = define("m") {
            "<mask id=\"\($0)\" maskUnits=\"userSpaceOnUse\" \(box) stroke-linecap=\"round\" "
                + "stroke-linejoin=\"round\">\(content)</mask>"
        }
        put("<rect \(box) \(maskedFill.color.svg("fill")) mask=\"url(#\(name))\"/>\n")
    }
}

/// A key for bitmaps with equal content.
struct BitmapKey: Hashable {
    var width: Int
    var pixels: [UInt32]
}

extension SVGTarget {
    mutating func image(_ image: ImageMark) {
        guard let name = imageName(of: image.bitmap) else { return }
        put("<use xlink:href=\"#\(name)\"")
        if image.transform != .identity { put(" transform=\"\(image.transform.svg)\"") }
        if image.opacity < 1 { put(" opacity=\"\(SVGNumbers.share.text(image.opacity))\"") }
        // Images aligned to the drawing's pixels are better interpolated when the document is scaled.
        let keepsPixels = image.transform.keepsRectangles && image.transform.a == 1 && image.transform.d == 1
        if image.sampling == .nearest, !keepsPixels { put(" image-rendering=\"pixelated\"") }
        put("/>\n")
    }

    /// The id of an image, which is defined once; nil when it cannot be encoded.
    mutating func imageName(of bitmap: Bitmap) -> String? {
        if let cached = bitmapNames[ObjectIdentifier(bitmap)] { return cached.name }
        let key = BitmapKey(width: bitmap.width, pixels: bitmap.pixels)
        if let cached = bitmapsByContent[key] {
            bitmapNames[ObjectIdentifier(bitmap)] = (bitmap, cached)
            return cached
        }
        do throws(Diagnostic) {
            let png = try encodePNG(bitmap)
            let name = nextName("i")
            let href = address(of: png, name)
            var attributes = "width=\"\(bitmap.width)\" height=\"\(bitmap.height)\""
            if let cached = options.bitmapNames[ObjectIdentifier(bitmap)] {
                attributes += " data-name=\"\(markupEscaped(cached))\""
            }
            definitions.append(contentsOf: "<image id=\"\(name)\" \(attributes) xlink:href=\"\(href)\"/>\n".utf8)
            bitmapNames[ObjectIdentifier(bitmap)] = (bitmap, name)
            bitmapsByContent[key] = name
            return name
        } catch {
            problem = problem ?? error
            return nil
        }
    }

    private mutating func address(of png: [UInt8], _ name: String) -> String {
        switch options.images {
        case .embedded: return "data:image/png;base64," + Data(png).base64EncodedString()
        case .linked(let prefix):
            let file = "\(prefix)\(name).png"
            files.append(SVGDocument.File(name: file, bytes: png))
            return markupEscaped(percentEncoded(file, keeping: isUnreservedOrSlash))
        }
    }
}
