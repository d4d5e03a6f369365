// SPDX-License-Identifier: MIT
import MapCore

/// How a map moves: camera, tracks and data over time. Still images do not show it.
public struct SceneAnimation: Hashable, Sendable {
    /// A camera at a time.
    public struct Waypoint: Hashable, Sendable {
        /// How a camera comes from the waypoint before.
        public enum Path: String, CaseIterable, Hashable, Sendable {
            /// It rises, flies and descends, as `flyTo` of MapLibre GL JS.
            case fly
            /// Center and zoom change evenly, as `easeTo` of MapLibre GL JS.
            case straight
            /// It stays until it jumps.
            case cut
        }

        /// How fast a camera moves on its way.
        public enum Ease: String, CaseIterable, Hashable, Sendable {
            /// It gathers speed and slows down.
            case smooth
            /// It moves evenly.
            case linear
        }

        /// Seconds from the start; nil to be spread evenly between its neighbors.
        public var at: Double?
        /// What is shown then; nil for the scene's own camera.
        public var camera: Camera?
        /// How the camera comes here.
        public var path = Path.fly
        /// How fast it moves on its way here.
        public var ease = Ease.smooth

        /// Creates a waypoint.
        public init(_ camera: Camera? = nil, at: Double? = nil, path: Path = .fly, ease: Ease = .smooth) {
            (self.camera, self.at, self.path, self.ease) = (camera, at, path, ease)
        }
    }

    /// A polyline that is drawn over time.
    public struct Track: Hashable, Sendable {
        /// The id of a polyline, or of an overlay of data whose lines are drawn one after another.
        public var track: String
        /// Seconds from the start.
        public var from = 0.0
        /// Seconds from the start; nil for the end.
        public var to: Double?
        /// The id of an annotation that moves along; nil for none.
        public var marker: String?

        /// Creates a track that is drawn over time.
        public init(_ track: String, from: Double = 0, to: Double? = nil, marker: String? = nil) {
            (self.track, self.from, self.to, self.marker) = (track, from, to, marker)
        }
    }

    /// Annotations and overlays that appear when a property of theirs says so.
    public struct Timeline: Hashable, Sendable {
        /// The name of a property: a number, such as a year, or a date as ISO 8601 writes it.
        public var property: String
        /// The value at the start; nil for the smallest.
        public var from: Value?
        /// The value at the end; nil for the largest.
        public var to: Value?
        /// How long things stay, in units of the property, which are seconds for dates; nil for until the end.
        public var window: Double?

        /// A number or a date.
        public enum Value: Hashable, Sendable {
            case number(Double)
            case date(String)

            /// The number, or the seconds of the date.
            package var number: Double? {
                switch self {
                case .number(let number): number
                case .date(let text): iso8601Seconds(text)
                }
            }
        }

        /// Creates a timeline.
        public init(_ property: String, from: Value? = nil, to: Value? = nil, window: Double? = nil) {
            (self.property, self.from, self.to, self.window) = (property, from, to, window)
        }
    }

    /// Seconds.
    public var duration = 6.0
    /// Frames per second.
    public var fps = 30.0
    /// Whether it begins again after its end.
    public var loop = true
    /// Where the camera passes; empty for one that stays.
    public var camera: [Waypoint] = []
    /// Lines that are drawn over time.
    public var tracks: [Track] = []
    /// When annotations and overlays appear; nil for all at once.
    public var timeline: Timeline?

    /// Creates an animation of six seconds in which nothing moves yet.
    public init() {}

    /// The valid durations, in seconds.
    public static let durations = 0.05...3600.0
    /// The valid numbers of frames per second.
    public static let frameRates = 1.0...60.0
}

extension SceneAnimation: KeyedValue {
    static var usual: Self { Self() }
    static let definition = "animation"

    mutating func keys(_ k: inout Keys) {
        k("duration", &duration, .number(Self.durations))
        k("fps", &fps, .number(Self.frameRates))
        k("loop", &loop)
        k("camera", &camera, .list(.objects()))
        k("tracks", &tracks, .list(.objects()))
        k("timeline", &timeline)
        guard k.isReading else { return }
        var last = 0.0
        for waypoint in camera {
            guard let at = waypoint.at else { continue }
            if at < last || at > duration {
                k.given("camera")?.report(
                    expected: "waypoints in the order of their times, up to the duration \(formatted(duration))",
                    found: "one at \(formatted(at))")
                k.isWhole = false
                break
            }
            last = at
        }
        for track in tracks where track.from >= track.to ?? duration {
            k.given("tracks")?.report(
                expected: "tracks that begin before they end", found: "one from \(formatted(track.from))")
            k.isWhole = false
        }
    }
}

extension SceneAnimation.Waypoint: KeyedValue {
    static var usual: Self { Self() }
    static let definition = "waypoint"

    mutating func keys(_ k: inout Keys) {
        k("at", &at, .number(0...3600))
        k("camera", &camera)
        k("path", &path)
        k("ease", &ease)
    }
}

extension SceneAnimation.Track: KeyedValue {
    static var usual: Self { Self("") }
    static let definition = "animatedTrack"

    mutating func keys(_ k: inout Keys) {
        k.required("track", &track, .filled)
        k("from", &from, .number(0...3600))
        k("to", &to, .number(0...3600))
        k("marker", &marker, .filled)
    }
}

extension SceneAnimation.Timeline: KeyedValue {
    static var usual: Self { Self("") }
    static let definition = "timeline"

    mutating func keys(_ k: inout Keys) {
        k.required("property", &property, .filled)
        k("from", &from, .moment)
        k("to", &to, .moment)
        k("window", &window, .number(0...1e12))
        guard k.isReading, let start = from?.number, let end = to?.number, start > end else { return }
        k.given("from")?.report(expected: "a value before \"to\"")
        k.isWhole = false
    }
}

extension KeyCodec where Self == Form<SceneAnimation.Timeline.Value> {
    /// A number, or a date as text.
    fileprivate static var moment: Self {
        Form(
            ["type": ["number", "string"]],
            { field in
                if let number = field.node.number { return .number(number) }
                if let text = field.node.string, iso8601Seconds(text) != nil { return .date(text) }
                return field.expected("a number or a date such as \"2024-05-01T10:00:00Z\"")
            },
            {
                switch $0 {
                case .number(let number): .number(number)
                case .date(let text): .text(text)
                }
            })
    }
}
