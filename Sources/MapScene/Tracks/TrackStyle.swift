// SPDX-License-Identifier: MIT
import MapCore
import MapGeo
import MapGeometry
import MapImages

/// What is marked along the tracks of an overlay of data, and in which units they are measured.
public struct TrackStyle: Hashable, Sendable {
    /// The units of distances, speeds and heights, also of legends and profiles.
    public var units: ScaleBar.Units
    /// The distance between marks with the distance from the start, in kilometres or miles, 0.05...10,000; nil for none.
    public var distanceMarks: Double?
    /// Whether start and finish are marked.
    public var ends: Bool
    /// The least duration of pauses that are marked, in seconds, 10...86,400; nil for none.
    public var pauses: Double?

    /// Creates a style.
    public init(
        units: ScaleBar.Units = .metric, distanceMarks: Double? = nil, ends: Bool = false, pauses: Double? = nil
    ) {
        (self.units, self.distanceMarks, self.ends, self.pauses) = (units, distanceMarks, ends, pauses)
    }
}

extension TrackStyle: KeyedValue {
    static var usual: Self { Self() }
    static let definition = "trackStyle"

    mutating func keys(_ k: inout Keys) {
        k("units", &units)
        k("distanceMarks", &distanceMarks, .number(0.05...10_000))
        k("ends", &ends)
        k("pauses", &pauses, .number(10...86_400))
    }
}

/// A place on a track, by the time at which somebody was there.
public struct TrackMoment: Hashable, Sendable {
    /// When, as ISO 8601 writes it, such as `2026-06-21T12:30:00Z`.
    public var time: String
    /// The id of the overlay of data that has the track; nil for the first one that was recorded then.
    public var track: String?

    /// Creates a place on a track.
    public init(time: String, track: String? = nil) {
        (self.time, self.track) = (time, track)
    }
}

extension TrackMoment: KeyedValue {
    static var usual: Self { Self(time: "") }
    static let definition = "trackMoment"

    mutating func keys(_ k: inout Keys) {
        k.required("time", &time, .time)
        k("track", &track, .filled)
    }
}

extension KeyCodec where Self == Form<String> {
    /// A date with a time.
    static var time: Self {
        Form(
            .filled,
            { field in
                guard let text = field.node.string, iso8601Seconds(text) != nil else {
                    return field.expected("a time such as \"2026-06-21T12:30:00Z\"")
                }
                return text
            }, JSONNode.text)
    }
}

extension Track {
    /// The most marks of distances on a track.
    private static let mostMarks = 500
    /// Metres; start and finish that are nearer to each other have one sign, as two would hide each other.
    private static let closeEnds = 50.0

    /// The annotations of what a style marks, in the language of the surroundings.
    func marks(_ style: TrackStyle, _ surroundings: DataSurroundings) -> [Annotation] {
        let words = TrackWords(surroundings.language)
        let symbols = NumberSymbols(surroundings.language)
        let look = TrackMarks(isDark: surroundings.isDark)
        var marks: [Annotation] = []
        if let interval = style.distanceMarks {
            let step = interval * style.units.large
            let count = min(Double(Self.mostMarks), ((distances.last ?? 0) / step).rounded(.down))
            for number in stride(from: 1, through: count, by: 1) {
                guard let place = place(at: number * step) else { continue }
                let distance = number * interval
                marks.append(look.distance(symbols.text(distance, decimals: distance.decimals(atMost: 2)), at: place))
            }
            if (distances.last ?? 0) / step > Double(Self.mostMarks) {
                surroundings.report(
                    .warning, .sceneNoEffect, at: "track.distanceMarks",
                    "a track has more than \(Self.mostMarks) marks of distances; the others are left out")
            }
        }
        if let least = style.pauses {
            for pause in pauses(atLeast: least).prefix(Self.mostMarks) {
                let middle = coordinates[(pause.corners.lowerBound + pause.corners.upperBound) / 2]
                let minutes = symbols.text((pause.seconds / 60).rounded(), decimals: 0)
                marks.append(look.pause("\(words.pause), \(minutes) min", at: middle))
            }
        }
        if style.ends, let first = coordinates.first, let last = coordinates.last {
            if first.geodesic(to: last).meters < Self.closeEnds {
                marks.append(look.loop("\(words.start) / \(words.finish)", at: first))
            } else {
                marks.append(look.finish(words.finish, at: last))
                marks.append(look.start(words.start, at: first))
            }
        }
        return marks
    }
}

extension ScaleBar.Units {
    /// The metres of a kilometre, a mile or a nautical mile.
    package var large: Double {
        switch self {
        case .metric: 1000
        // By the international yard and pound agreement of 1959.
        case .imperial: 1609.344
        case .nautical: 1852
        }
    }

    /// The name of it.
    package var largeName: String {
        switch self {
        case .metric: "km"
        case .imperial: "mi"
        case .nautical: "nm"
        }
    }
}

/// Small signs on a track.
private struct TrackMarks {
    let isDark: Bool

    private var paper: Color { isDark ? Color(rgb: 0x1C1C1E) : .white }
    private var ink: Color { isDark ? .white : Color(rgb: 0x1C1C1E) }

    func distance(_ text: String, at place: Coordinate) -> Annotation {
        let style = AnnotationTextStyle(
            size: 9.5, weight: 700, color: ink, box: paper, verticalPadding: 1.5, horizontalPadding: 5, radius: 8)
        var mark = Annotation(at: place, view: .text(text, style: style))
        mark.zPriority = 440
        mark.displayPriority = Annotation.DisplayPriority.low
        mark.isListed = false
        return mark
    }

    func start(_ title: String, at place: Coordinate) -> Annotation {
        sign(title, Self.green, at: place) { canvas, middle in Self.triangle(&canvas, middle) }
    }

    func finish(_ title: String, at place: Coordinate) -> Annotation {
        sign(title, Self.black, at: place) { canvas, middle in Self.chequers(&canvas, middle) }
    }

    /// Start and finish side by side.
    func loop(_ title: String, at place: Coordinate) -> Annotation {
        let (diameter, between) = (17.0, 15.0)
        let (left, right) = (Point(10.5, 10.5), Point(10.5 + between, 10.5))
        let image = ImageAsset.drawing(size: Size(width: diameter + 4 + between, height: diameter + 4)) { canvas in
            func pill(_ radius: Double, _ from: Double, _ to: Double) -> Path {
                .rectangle(Rect(x: from, y: left.y - radius, width: to - from, height: 2 * radius))
            }
            let (outer, inner, middle) = (diameter / 2 + 1.5, diameter / 2, (left.x + right.x) / 2)
            canvas.fill(pill(outer, left.x, right.x), with: .white)
            for end in [left, right] { canvas.fill(.circle(center: end, radius: outer), with: .white) }
            for (end, color) in [(left, Self.green), (right, Self.black)] {
                canvas.fill(.circle(center: end, radius: inner), with: color)
                canvas.fill(pill(inner, min(end.x, middle), max(end.x, middle)), with: color)
            }
            Self.triangle(&canvas, left)
            Self.chequers(&canvas, right)
        }
        return mark(title, image, at: place)
    }

    private static let green = Color(rgb: 0x1E9E5A)
    private static let black = Color(rgb: 0x1C1C1E)

    private static func triangle(_ canvas: inout DrawingCanvas, _ middle: Point) {
        var triangle = Path()
        triangle.addLines([middle + Point(-2.2, -3.6), middle + Point(4, 0), middle + Point(-2.2, 3.6)], closed: true)
        canvas.fill(triangle, with: .white)
    }

    private static func chequers(_ canvas: inout DrawingCanvas, _ middle: Point) {
        let side = 2.6
        for row in 0..<3 {
            for column in 0..<3 where (row + column).isMultiple(of: 2) {
                let corner = middle + Point(Double(column) - 1.5, Double(row) - 1.5) * side
                canvas.fill(.rectangle(Rect(x: corner.x, y: corner.y, width: side, height: side)), with: .white)
            }
        }
    }

    func pause(_ title: String, at place: Coordinate) -> Annotation {
        var mark = sign(title, Color(rgb: 0xE08A00), at: place, diameter: 13) { canvas, middle in
            for x in [-2.6, 0.9] {
                canvas.fill(.rectangle(Rect(x: middle.x + x, y: middle.y - 2.8, width: 1.7, height: 5.6)), with: .white)
            }
        }
        // Below the distances: a sign is still known by its rim, half a number is not.
        mark.zPriority = 435
        mark.displayPriority = Annotation.DisplayPriority.high
        return mark
    }

    private func sign(
        _ title: String, _ color: Color, at place: Coordinate, diameter: Double = 17,
        _ glyph: (inout DrawingCanvas, Point) -> Void
    ) -> Annotation {
        let side = diameter + 4
        let image = ImageAsset.drawing(size: Size(width: side, height: side)) { canvas in
            let middle = Point(side / 2, side / 2)
            canvas.fill(.circle(center: middle, radius: diameter / 2 + 1.5), with: .white)
            canvas.fill(.circle(center: middle, radius: diameter / 2), with: color)
            glyph(&canvas, middle)
        }
        return mark(title, image, at: place)
    }

    private func mark(_ title: String, _ image: ImageAsset, at place: Coordinate) -> Annotation {
        var mark = Annotation(
            at: place, view: .image(image), title: title, zPriority: 460, collisionMode: Annotation.CollisionMode.none)
        mark.isListed = false
        return mark
    }
}

/// The colors along tracks by what was measured on them.
struct TrackColors {
    /// What the colors mean.
    let value: TrackValue
    let section: LegendSection?
    /// Nil where nothing is known of it, which was reported.
    private let colors: ResolvedColors?
    private let units: ScaleBar.Units

    /// Nil for a scale of a property that features have themselves, or when there are no tracks.
    init?(
        _ scale: ColorScale?, _ features: [DataFeature], units: ScaleBar.Units, alpha: Double,
        _ surroundings: DataSurroundings
    ) {
        guard let scale, let value = TrackValue(rawValue: scale.property) else { return nil }
        let tracks = features.compactMap(\.track)
        guard !tracks.isEmpty, !features.contains(where: { !$0.isPoint && $0.value(scale.property) != nil }) else {
            return nil
        }
        let numbers = tracks.flatMap { value.values(of: $0, units) }
        guard numbers.contains(where: \.isFinite) else {
            let known = TrackValue.allCases.filter { other in
                tracks.contains { track in other.values(of: track, units).contains(where: \.isFinite) }
            }
            let names = tracks.compactMap(\.name).prefix(3)
            let subject = names.isEmpty ? "the tracks have" : "the tracks \(listing(names)) have"
            surroundings.report(
                .error, .dataNoProperty, at: "colorBy.property", "\(subject) \(value.need) at their points",
                hint: known.isEmpty ? nil : "known of them: \(known.map(\.rawValue).joined(separator: ", "))")
            (self.value, self.units, colors, section) = (value, units, nil, nil)
            return
        }
        var own = scale
        own.method = scale.method ?? (scale.breaks.isEmpty ? .continuous : .manual)
        if own.method == .continuous, own.breaks.isEmpty { own.breaks = value.ends(of: numbers) }
        if own.palette == nil {
            own.palette = .named(value.palette)
            own.reverse = scale.reverse != value.isTurned
        }
        own.title = scale.title ?? TrackWords(surroundings.language).title(of: value, units, tracks)
        let nodes = numbers.map { $0.isFinite ? JSONNode.number($0) : nil }
        let resolved = ResolvedColors(own, nodes, known: [], surroundings)
        (self.value, self.units, colors, section) = (value, units, resolved, resolved.legend(.line, alpha: alpha))
    }

    /// The color at each corner of a track; of one that has not been measured, those of no data.
    func colors(of track: Track) -> [Color] {
        guard let colors else { return [] }
        let values = value.values(of: track, units)
        guard !values.isEmpty else { return track.coordinates.map { _ in colors.noData } }
        return values.map { colors.color($0.isFinite ? .number($0) : nil) }
    }
}

extension TrackValue {
    /// What a track needs to have it.
    fileprivate var need: String {
        switch self {
        case .speed, .time: "no times"
        case .elevation, .slope: "no heights"
        case .heartRate: "no heart rates"
        case .cadence: "no cadences"
        case .temperature: "no temperatures"
        }
    }
}
