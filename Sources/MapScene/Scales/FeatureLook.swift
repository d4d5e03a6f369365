// SPDX-License-Identifier: MIT
import Libc
import MapCore
import MapData
import MapGeo
import MapGeometry
import MapImages

/// A feature with all its properties, before it is styled.
struct DataFeature {
    /// Its number in the data.
    var index: Int
    var id: JSONNode?
    var properties: JSONObject
    var geometries: [GeoJSONGeometry]
    /// What it is divided into like a pie; empty for a disc.
    var slices: [(value: JSONNode, size: Double)] = []
    /// What was measured along its lines; nil for nothing.
    var track: Track?

    func value(_ name: String) -> JSONNode? { properties[name] }

    /// True where it has points, and neither lines nor areas.
    var isPoint: Bool { geometries.allSatisfy { if case .points = $0 { true } else { false } } }
    /// True where it has an area.
    var isArea: Bool { geometries.contains { if case .polygons = $0 { true } else { false } } }

    /// The points of all its geometries, and its lines.
    var points: [Coordinate] {
        geometries.flatMap { geometry -> [Coordinate] in if case .points(let points) = geometry { points } else { [] } }
    }
    var lines: [[Coordinate]] {
        geometries.flatMap { geometry -> [[Coordinate]] in if case .lines(let lines) = geometry { lines } else { [] } }
    }
}

extension [DataFeature] {
    /// The names of properties; of a thousand features the first ones tell which there are.
    var propertyNames: [String] {
        var seen: Set<String> = []
        return prefix(1000).flatMap { $0.properties.members.map(\.key).filter { seen.insert($0).inserted } }
    }
}

/// What the values of features decide, for all features of an overlay.
struct FeatureLook {
    private let colors: ResolvedColors?
    private let trackColors: TrackColors?
    private let sizes: ResolvedSizes?
    private let colorBy: ColorScale?
    private let sizeBy: SizeScale?
    private let label: (template: LabelTemplate, style: AnnotationTextStyle)?
    private let symbols: NumberSymbols
    private let isDark: Bool
    /// What the legend says of it.
    private(set) var sections: [LegendSection] = []
    /// What descriptions say of it.
    let pattern: DataPattern?

    /// What is decided for one feature; nil for what the feature's own style says.
    struct Part {
        var color: Color?
        /// The width of a line.
        var width: Double?
        /// The diameter of a circle; 0 for none.
        var diameter: Double?
        var label: String?
        var labelStyle = AnnotationTextStyle()
        /// How far above its place the label stands, in points; nil for a label in the middle.
        var labelLift: Double?
        /// Larger circles lie below smaller ones, and all below labels.
        var zPriority: Double?
        /// Colors and the fractions of a circle that have them; empty for one color.
        var slices: [(color: Color, share: Double)] = []
        /// At the corners of a track; empty for one color.
        var cornerColors: [Color] = []
        let isDark: Bool
    }

    /// `sources` are the features of the data, where `features` are made of them.
    init(
        _ data: DataOverlay, _ features: [DataFeature], from sources: [DataFeature], alpha: Double,
        _ surroundings: DataSurroundings
    ) {
        (colorBy, sizeBy, isDark) = (data.colorBy, data.sizeBy, surroundings.isDark)
        symbols = NumberSymbols(surroundings.language)
        let known = features.propertyNames
        let hasLines = features.contains { !$0.isPoint && !$0.isArea }
        let hasAreas = features.contains(where: \.isArea)
        let trackColors = TrackColors(
            data.colorBy, features, units: data.track?.units ?? .metric, alpha: alpha, surroundings)
        self.trackColors = trackColors
        colors =
            trackColors != nil
            ? nil
            : data.colorBy.map { scale in
                // The slices of pies are values of the data.
                let valued = data.aggregate?.pie == nil ? features : sources
                return ResolvedColors(scale, valued.map { $0.value(scale.property) }, known: known, surroundings)
            }
        sizes = data.sizeBy.map { scale in
            ResolvedSizes(scale, features.map { $0.value(scale.property) }, known: known, surroundings)
        }
        pattern = trackColors == nil ? DataPattern(data, features, colors) : nil
        label = FeatureLook.label(data.label, features, known, surroundings)
        let symbol: LegendSection.Symbol = hasLines ? .line : hasAreas && sizes == nil ? .area : .dot
        if let section = trackColors?.section { sections.append(section) }
        if let section = colors?.legend(symbol, alpha: alpha) { sections.append(section) }
        if let sizes {
            let color = colors == nil ? data.plainCircleColor : Color(rgb: isDark ? 0xAEAEB2 : 0x8E8E93)
            let section =
                hasLines
                ? sizes.widths((colors == nil ? data.style.strokeColor : color).opacity(alpha))
                : sizes.circles(fill: color.opacity(0.25 * alpha), edge: color.opacity(alpha))
            if let section { sections.append(section) }
        }
    }

    private static func label(
        _ label: DataLabel?, _ features: [DataFeature], _ known: [String], _ surroundings: DataSurroundings
    ) -> (LabelTemplate, AnnotationTextStyle)? {
        guard let label else { return nil }
        do throws(LabelTemplate.Problem) {
            let template = try LabelTemplate(label.text)
            for name in template.properties where !known.contains(name) && !features.isEmpty {
                guard !features.contains(where: { $0.value(name) != nil }) else { continue }
                surroundings.reportUnknown(name, at: "label", known: known)
            }
            var style = AnnotationTextStyle()
            style.size = 11
            return (template, label.style ?? style)
        } catch {
            surroundings.report(.error, .dataInvalidLabel, at: "label", error.message)
            return nil
        }
    }

    func part(of feature: DataFeature) -> Part {
        var part = Part(isDark: isDark)
        if let trackColors, let track = feature.track { part.cornerColors = trackColors.colors(of: track) }
        let total = feature.slices.reduce(0) { $0 + $1.size }
        if total > 0, let colors {
            part.slices = feature.slices.map { (colors.color($0.value), $0.size / total) }
        } else if let colorBy {
            part.color = colors?.color(feature.value(colorBy.property))
        }
        if let sizeBy, let sizes {
            let value = feature.value(sizeBy.property)
            part.width = sizes.width(value) ?? 0
            part.diameter = sizes.diameter(value) ?? 0
            // Within 100...400: above what has no order of its own comes what was said to be above.
            part.zPriority = part.diameter.map { 400 - 300 * min(1, $0 / 1000) }
        } else if colors != nil, feature.isPoint {
            let diameter = feature.value("circle-radius")?.datum.map { 2 * min(500, max(0, $0)) } ?? 9
            part.diameter = diameter
            if label != nil { (part.zPriority, part.labelLift) = (400, diameter / 2) }
        }
        if let label {
            part.label = label.template.text(symbols) { feature.value($0) }
            part.labelStyle = label.style
        }
        return part
    }
}

extension DataOverlay {
    /// True where values of features decide how they look.
    package var isStyledByData: Bool {
        colorBy != nil || sizeBy != nil || label != nil || join != nil || flows != nil || aggregate != nil
    }

    /// True where features that are not in view decide how others look: their values bound classes and sizes, and fill cells.
    package var dependsOnAllFeatures: Bool {
        colorBy?.breaks.isEmpty ?? false || sizeBy.map { $0.maxValue == nil } ?? false || aggregate != nil
            || flows != nil
    }

    /// The overlay with what shows the numbers of its cells or clusters, where it says nothing of it.
    var countingByDefault: DataOverlay {
        guard let aggregate else { return self }
        var copy = self
        let value = aggregate.property ?? "count"
        if let pie = aggregate.pie {
            copy.colorBy = copy.colorBy ?? ColorScale(pie, method: .categorical)
            copy.colorBy?.property = pie
        }
        if aggregate.shape == .clusters {
            copy.sizeBy = copy.sizeBy ?? SizeScale(value, minSize: 4)
        } else {
            copy.colorBy = copy.colorBy ?? ColorScale(value)
        }
        return copy
    }

    /// The color of circles without a scale of colors.
    var plainCircleColor: Color { fillColor ?? (style == .simplestyle ? Color(rgb: 0xD1495B) : style.strokeColor) }
}

extension FeatureLook.Part {
    /// The look of lines.
    func line(_ own: LineStyle) -> LineStyle {
        var style = own
        if let color { style.strokeColor = color }
        if !cornerColors.isEmpty, own == .simplestyle || own == LineStyle() {
            style.lineWidth = .points(4.5)
            style.casing = LineStyle.Casing(color: isDark ? Color(rgb: 0x1C1C1E) : .white, width: 1.5)
            (style.lineCap, style.lineJoin) = (.round, .round)
        }
        if let width { style.lineWidth = .points(width) }
        return style
    }

    /// The colors at the corners of one of the lines of a track.
    func cornerColors(of track: Track?, _ line: Int) -> [Color]? {
        guard let track, !cornerColors.isEmpty, track.lines.indices.contains(line) else { return nil }
        return Array(cornerColors[track.lines[line]])
    }

    /// The edge of areas that are colored: a hairline of the ground's color, unless the overlay or the feature has its own.
    func edge(_ own: LineStyle?, _ data: DataOverlay) -> LineStyle? {
        guard color != nil, own == .simplestyle, data.style == .simplestyle else { return own }
        return LineStyle(
            strokeColor: (isDark ? Color(rgb: 0x1C1C1E) : .white).opacity(0.7), lineWidth: .points(0.5))
    }

    /// A circle in points, which lies on what is below as a disc that is seen through a little.
    func circle(_ diameter: Double, _ data: DataOverlay, place: Coordinate) -> Annotation {
        let fill = color ?? data.plainCircleColor.opacity(data.fillColor == nil ? 0.6 : 1)
        let (edge, width): (Color, Double)
        if data.style == .simplestyle {
            edge = isDark ? Color(rgb: 0x1C1C1E).opacity(0.8) : .white.opacity(0.9)
            width = diameter < 6 ? 0.5 : 0.75
        } else if case .points(let points) = data.style.lineWidth {
            (edge, width) = (data.style.strokeColor, points)
        } else {
            (edge, width) = (.transparent, 0)
        }
        // A twentieth of a point is not seen, and sizes that are shared are drawn once.
        let rounded = max(0.1, (diameter * 20).rounded() / 20)
        let side = min(2000, max(1, (rounded + width).rounded(.up) + 1))
        let image = ImageAsset.drawing(size: Size(width: side, height: side)) { canvas in
            let middle = Point(side / 2, side / 2)
            if slices.isEmpty { canvas.fill(.circle(center: middle, radius: rounded / 2), with: fill) }
            var start = -0.25
            for slice in slices {
                let wedge = Path.wedge(around: middle, rounded / 2, from: start, turn: slice.share)
                canvas.fill(wedge, with: slice.color)
                start += slice.share
            }
            canvas.stroke(.circle(center: middle, radius: rounded / 2), with: edge, lineWidth: width)
        }
        return Annotation(
            at: place, view: .image(image), zPriority: zPriority, collisionMode: Annotation.CollisionMode.none)
    }

    /// The text of a feature at a place.
    func annotation(_ text: String, at place: Coordinate) -> Annotation {
        var annotation = Annotation(at: place, view: .text(text, style: labelStyle))
        annotation.zPriority = 450
        annotation.displayPriority = Annotation.DisplayPriority.low + (diameter.map { min(400, $0) } ?? 0)
        annotation.isListed = false
        if let labelLift {
            annotation.anchor = Point(0.5, 1)
            annotation.centerOffset.y = .points(-labelLift)
        }
        return annotation
    }
}

extension Path {
    /// A part of a disc; angles in turns, clockwise from the right.
    fileprivate static func wedge(around center: Point, _ radius: Double, from start: Double, turn: Double) -> Path {
        guard turn < 0.9999 else { return .circle(center: center, radius: radius) }
        let count = max(1, Int((turn * 8).rounded(.up)))
        let step = turn / Double(count) * 2 * .pi
        // The control distance of an arc of this angle.
        let k = 4.0 / 3 * tan(step / 4) * radius
        func direction(_ angle: Double) -> Point { Point(cos(angle), sin(angle)) }
        var path = Path()
        path.move(to: center)
        var angle = start * 2 * .pi
        path.line(to: center + direction(angle) * radius)
        for _ in 0..<count {
            let next = angle + step
            let (a, b) = (direction(angle), direction(next))
            let (from, to) = (center + a * radius, center + b * radius)
            path.curve(from + Point(-a.y, a.x) * k, to + Point(b.y, -b.x) * k, to: to)
            angle = next
        }
        path.close()
        return path
    }
}

extension [GeoJSONGeometry] {
    /// Where a circle or a text stands for all of a feature: its first point, the middle of its longest line, or a place within
    /// its largest area.
    var middle: Coordinate? {
        var largest: (rings: [[Coordinate]], outer: [Coordinate], area: Double) = ([], [], 0)
        var longest: (line: [Coordinate], plane: [Coordinate], length: Double) = ([], [], -1)
        var point: Coordinate?
        for geometry in self {
            switch geometry {
            case .points(let points): point = point ?? points.first
            case .lines(let lines):
                for line in lines {
                    let plane = unwrapped(line)
                    let length = plane.planeLength
                    if length > longest.length { longest = (line, plane, length) }
                }
            case .polygons(let polygons):
                for rings in polygons {
                    let outer = unwrappedRing(rings.first ?? [])
                    let area = abs(outer.centroid.area)
                    if area > largest.area { largest = (rings, outer, area) }
                }
            }
        }
        if let ring = largest.rings.first {
            let holes = largest.rings.dropFirst().map { aligned(unwrappedRing($0), with: largest.outer) }
            return ([largest.outer] + holes).placeWithin.map(ring.wrapped)
        }
        if longest.length > 0 { return longest.plane.halfway.map(longest.line.wrapped) }
        return point ?? longest.line.first
    }
}

extension [Coordinate] {
    /// A place of the unwrapped line, within -180...180 if all corners are.
    fileprivate func wrapped(_ place: Coordinate) -> Coordinate {
        guard allSatisfy({ abs($0.longitude) <= 180 }) else { return place }
        return Coordinate(latitude: place.latitude, longitude: wrapLongitude(place.longitude))
    }

    /// The length in degrees.
    fileprivate var planeLength: Double {
        zip(self, dropFirst()).reduce(0) { sum, ends in
            let (x, y) = (ends.1.longitude - ends.0.longitude, ends.1.latitude - ends.0.latitude)
            return sum + (x * x + y * y).squareRoot()
        }
    }

    /// The place at half of the length.
    fileprivate var halfway: Coordinate? {
        var rest = planeLength / 2
        for (start, end) in zip(self, dropFirst()) {
            let own = [start, end].planeLength
            guard own < rest else {
                let part = own > 0 ? rest / own : 0
                return Coordinate(
                    latitude: start.latitude + (end.latitude - start.latitude) * part,
                    longitude: start.longitude + (end.longitude - start.longitude) * part)
            }
            rest -= own
        }
        return last
    }

    /// The signed area of a ring in square degrees, and its center of mass.
    fileprivate var centroid: (area: Double, place: Coordinate) {
        guard let origin = first else { return (0, Coordinate(latitude: 0, longitude: 0)) }
        var (area, x, y) = (0.0, 0.0, 0.0)
        for (a, b) in zip(self, dropFirst() + prefix(1)) {
            let (ax, ay) = (a.longitude - origin.longitude, a.latitude - origin.latitude)
            let (bx, by) = (b.longitude - origin.longitude, b.latitude - origin.latitude)
            let cross = ax * by - bx * ay
            area += cross / 2
            x += (ax + bx) * cross / 6
            y += (ay + by) * cross / 6
        }
        guard area != 0 else { return (0, origin) }
        return (area, Coordinate(latitude: origin.latitude + y / area, longitude: origin.longitude + x / area))
    }
}

extension [[Coordinate]] {
    /// The center of mass of a polygon, or, where that lies outside, the middle of the widest part at its latitude.
    fileprivate var placeWithin: Coordinate? {
        guard let outer = first, let start = outer.first else { return nil }
        let center = outer.centroid.place
        var crossings: [Double] = []
        for ring in self {
            for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1))
            where (a.latitude > center.latitude) != (b.latitude > center.latitude) {
                let part = (center.latitude - a.latitude) / (b.latitude - a.latitude)
                crossings.append(a.longitude + (b.longitude - a.longitude) * part)
            }
        }
        crossings.sort()
        let spans = stride(from: 0, to: crossings.count - 1, by: 2).map { (crossings[$0], crossings[$0 + 1]) }
        guard let widest = spans.max(by: { $0.1 - $0.0 < $1.1 - $1.0 }) else { return start }
        if spans.contains(where: { $0.0 <= center.longitude && center.longitude <= $0.1 }) { return center }
        return Coordinate(latitude: center.latitude, longitude: (widest.0 + widest.1) / 2)
    }
}
