// SPDX-License-Identifier: MIT
package import MapGeometry
import MapText

/// A display list: what to paint, in order, in output pixels, before it is encoded in any format.
///
/// PNG, SVG, PDF and hit testing all read it.
package struct Drawing: Sendable {
    /// Pixels.
    package var width: Int
    /// Pixels.
    package var height: Int
    /// Pixels per point, for formats that measure in points.
    package var scale: Double
    /// The items from bottom to top.
    package var items: [DrawingItem] = []
    /// What was requested but is not drawn.
    package var omissions: [Omission] = []
    /// Items that are drawn as one, with the name of the cluster.
    package var clusters: [(id: String, members: [String])] = []

    package init(width: Int, height: Int, scale: Double) {
        self.width = width
        self.height = height
        self.scale = scale
    }

    package var rect: Rect { Rect(x: 0, y: 0, width: Double(width), height: Double(height)) }
}

/// One element of a drawing, with the identifier that vector formats and hit testing know it by.
package struct DrawingItem: Sendable {
    /// The semantic class of an item, as ARIA has roles: written as the `class` of SVG groups and reported by hit
    /// testing.
    ///
    /// The canvas attaches no meaning to the names, which the layout assigns; what it does depends on the traits
    /// below only.
    package enum Role: String, Sendable {
        case background, layer, label, overlay, annotation, callout, decoration, attribution
        /// A draggable control point.
        case handle

        /// Flat geometry that was cut into tiles: fills of one color do not overlap, so vector formats may join, simplify
        /// and regroup their paths.
        package var isTiledGeometry: Bool { self == .layer }
        /// True when items whose ids extend this one's by a path component are nested in it.
        package var canContainItems: Bool { self != .layer && self != .label && self != .background }
        /// True when the item with the nearest center is hit, not the topmost one.
        package var isHitByDistance: Bool { self == .handle }
    }

    /// An identifier such as `layer/water` or `annotation/hotel`; consecutive items may share it. An item that can be
    /// hit has the path of its target as its id.
    package var id: String
    package var role: Role
    /// Encloses everything that the mark paints, in pixels.
    package var bounds: Rect
    package var mark: Mark
    /// The hit targets of the item; later items lie over earlier ones. Empty for the base map.
    package var targets: [Target]

    package init(id: String, role: Role, bounds: Rect, mark: Mark, targets: [Target] = []) {
        self.id = id
        self.role = role
        self.bounds = bounds
        self.mark = mark
        self.targets = targets
    }
}

/// Something that was requested but is not painted.
package struct Omission: Hashable, Sendable {
    package enum Reason: String, Sendable {
        /// It would cover something of higher priority.
        case covered
        /// No free position was found.
        case noRoom = "no room"
        /// It belongs to something outside the map.
        case outside = "outside the map"
        /// It belongs to something on the far side of a globe, or behind the camera of a tilted map.
        case hidden = "behind the horizon"
    }

    /// An identifier such as `annotation/hotel`, `annotation/hotel/title` or `layer/poi`.
    package var id: String
    /// Its text, if any.
    package var text: String?
    package var reason: Reason

    package init(id: String, text: String?, reason: Reason) {
        self.id = id
        self.text = text
        self.reason = reason
    }
}

extension Drawing {
    /// The sorted names of the fonts whose outlines are painted.
    package var fontNames: [String] {
        var names: Set<String> = []
        for item in items { item.mark.forEachFont { names.insert($0.name) } }
        return names.sorted()
    }
}

extension Mark {
    fileprivate func forEachFont(_ visit: (FontFace) -> Void) {
        switch self {
        case .glyphs(let run): for glyph in run.glyphs { visit(glyph.face) }
        case .group(let group): for mark in group.marks { mark.forEachFont(visit) }
        case .fill, .aliasedFill, .edge, .stroke, .ribbon, .circles, .image, .sdf, .maskedFill, .faces: break
        }
    }
}

extension Drawing {
    /// About how many pixels painting touches, one over another, or a number within a limit.
    ///
    /// What is cheap by the pixel counts for less: plain fills are spans of whole rows.
    ///
    /// - Parameter limit: where a bound that is quickly found is within it, that is returned.
    /// - Returns: a number of pixels.
    package func paintedPixels(limit: Int) -> Int {
        let bound = PaintingCost(rect: rect, isExact: false).pixels(of: items)
        return bound <= limit ? bound : PaintingCost(rect: rect, isExact: true).pixels(of: items)
    }

    /// The item that paints the most pixels; nil in an empty drawing.
    package var costliestItem: DrawingItem? {
        let cost = PaintingCost(rect: rect, isExact: true)
        return items.map { (item: $0, pixels: cost.pixels(of: [$0])) }.max { $0.pixels < $1.pixels }?.item
    }
}

private struct PaintingCost {
    let rect: Rect
    /// True to look at the points of paths and lines.
    let isExact: Bool

    func pixels(of items: [DrawingItem]) -> Int {
        Int(min(1e15, items.reduce(0) { $0 + cost(of: $1.mark, within: $1.bounds.intersection(rect)) }))
    }

    private func cost(of mark: Mark, within area: Rect) -> Double {
        let pixels = area.isNull ? 0 : area.width * area.height
        switch mark {
        case .fill(let path, _, .color), .aliasedFill(let path, .color), .edge(let path, _):
            return (isExact ? self.area(of: path.bounds, within: area) : pixels) / 8
        case .stroke, .glyphs, .sdf: return pixels / 8
        case .fill(let path, _, _), .aliasedFill(let path, _):
            return isExact ? self.area(of: path.bounds, within: area) : pixels
        case .image(let image): return self.area(of: image.bounds, within: area)
        case .maskedFill: return pixels
        case .faces(let faces): return faces.faces.reduce(0) { $0 + self.area(of: $1.bounds, within: area) }
        case .circles(let circles): return circles.coveredPixels(within: pixels)
        case .ribbon(let ribbon): return ribbon.coveredPixels(within: pixels, isExact: isExact)
        case .group(let group):
            let isLayer = group.opacity < 1 || group.blend != .normal
            return group.marks.reduce(isLayer ? pixels : 0) { $0 + cost(of: $1, within: area) }
        }
    }

    private func area(of bounds: Rect, within area: Rect) -> Double {
        let visible = bounds.intersection(area)
        return visible.isNull ? 0 : visible.width * visible.height
    }
}

extension Circles {
    /// Of each circle, at most those of an area.
    fileprivate func coveredPixels(within area: Double) -> Double {
        let areas = styles.map { min(area, .pi * $0.outerRadius * $0.outerRadius) }
        return circles.reduce(0) { $0 + areas[$1.style] }
    }
}

extension Ribbon {
    /// The time that a pixel of a ribbon takes, compared with others.
    private static let pixelCost = 2.0

    /// Of each segment, at most those of an area.
    fileprivate func coveredPixels(within area: Double, isExact: Bool) -> Double {
        strips.reduce(0) { sum, strip in
            // Half of the vertices are on the left side: the diagonal is longer than any segment in the box.
            let segments = Double(strip.vertices.count) / 2
            let width = 2 * Double(shapes[strip.shape].outset)
            let (boxWidth, boxHeight) = (strip.bounds.width, strip.bounds.height)
            let most = segments * min(area, width * (boxWidth * boxWidth + boxHeight * boxHeight).squareRoot())
            return sum + Self.pixelCost * (isExact ? min(most, width * length(of: strip)) : most)
        }
    }

    /// The length of a strip along its center.
    private func length(of strip: Strip) -> Double {
        var (length, last) = (0.0, SIMD2<Float>(0, 0))
        for (index, p) in sourcePoints[strip.source.points].enumerated() {
            let step = p - last
            if index > 0 { length += Double((step * step).sum().squareRoot()) }
            last = p
        }
        return length
    }
}

extension Drawing {
    /// The drawing without lines and letters: what displays with few colors dither.
    package var areas: Drawing {
        var copy = self
        copy.items = items.compactMap { item in
            var area = item
            guard let mark = item.mark.area else { return nil }
            area.mark = mark
            return area
        }
        return copy
    }
}

extension Mark {
    /// The mark without lines and letters; nil where nothing else is there.
    fileprivate var area: Mark? {
        switch self {
        case .fill, .aliasedFill, .circles, .image, .maskedFill, .faces: return self
        // The edge of an area is as soft as the area itself.
        case .edge: return self
        case .stroke, .ribbon, .glyphs, .sdf: return nil
        case .group(let group):
            var copy = group
            copy.marks = group.marks.compactMap(\.area)
            // A copy of artwork is that of other marks now.
            copy.placement = nil
            return copy.marks.isEmpty ? nil : .group(copy)
        }
    }
}

/// A part of the output that responds to a pointer: its name, description, link and hit area.
///
/// Hit testing, image maps and links in SVG are derived from targets. An item may have several targets, as lines
/// drawn with one stroke do.
package struct Target: Hashable, Sendable {
    /// A path such as `annotation/hotel/callout/right`; see `targetPath(_:)`.
    package var path: String
    /// The id that the scene gives this part; nil for none.
    package var name: String?
    /// The human-readable name.
    package var title: String?
    /// The alternative text.
    package var alt: String?
    /// The link; never an address with a scheme that `refusedScheme(of:)` reports.
    package var href: String?
    /// The hit area in pixels; may extend beyond what is painted.
    package var shape: HitShape

    /// Creates a target; an address with a refused scheme is dropped.
    package init(
        path: String, name: String? = nil, title: String? = nil, alt: String? = nil, href: String? = nil,
        shape: HitShape
    ) {
        self.path = path
        self.name = name
        self.title = title
        self.alt = alt
        self.href = href.flatMap { refusedScheme(of: $0) == nil ? $0 : nil }
        self.shape = shape
    }
}

/// Joins the components of a target's path with slashes. Slashes and percent signs within a component are
/// percent-encoded, so that paths are unambiguous.
package func targetPath(_ components: String...) -> String {
    var path = ""
    for (index, component) in components.enumerated() {
        if index > 0 { path += "/" }
        let isPlain = !component.utf8.contains { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "/") }
        path += isPlain ? component : component.replacing("%", with: "%25").replacing("/", with: "%2F")
    }
    return path
}

/// The URL schemes that links may have. Others run code, carry content, open local files, or start other programs.
private let linkSchemes: Set<String> = ["http", "https", "mailto", "tel"]

/// The scheme that disqualifies an address as a link, such as "javascript"; "//" for an address that names a host
/// without a scheme.
///
/// The scheme is parsed as browsers do, which ignore tabs and line breaks, and leading control characters and spaces.
///
/// - Returns: nil for relative addresses and the schemes `http`, `https`, `mailto` and `tel`.
/// - SeeAlso: URL Standard, §4.4 "URL parsing".
package func refusedScheme(of address: String) -> String? {
    let scalars = address.unicodeScalars.drop { $0.value <= 0x20 }.filter { !["\t", "\n", "\r"].contains($0) }
    // Browsers read a backslash as a slash.
    if scalars.prefix(2).count == 2, scalars.prefix(2).allSatisfy({ $0 == "/" || $0 == "\\" }) { return "//" }
    var scheme = ""
    for scalar in scalars {
        switch scalar {
        case ":" where !scheme.isEmpty: return linkSchemes.contains(scheme) ? nil : scheme
        case "a"..."z", "A"..."Z": scheme += String(scalar).lowercased()
        case "0"..."9", "+", "-", ".":
            guard !scheme.isEmpty else { return nil }
            scheme += String(scalar)
        default: return nil
        }
    }
    return nil
}
