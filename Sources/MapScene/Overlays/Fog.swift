// SPDX-License-Identifier: MIT
public import MapCanvas
public import MapGeo

/// Fog of war: covers the whole map except near tracks.
public struct Fog: Hashable, Sendable {
    /// A part of the map that is cleared from fog.
    public struct Reveal: Hashable, Sendable {
        /// The overlays or the line to clear the fog around.
        public enum Track: Hashable, Sendable {
            /// Polylines, polygons or circles of the scene, by their id; the inside of areas is cleared too.
            case overlays([String])
            /// A line of its own, in degrees; a single coordinate clears a circle.
            case line([Coordinate])
        }

        /// How far the fog is cleared around a track.
        public enum Reach: Hashable, Sendable {
            /// The width of the cleared lane on screen, in points.
            case width(Double)
            /// The distance to each side on the ground, in metres.
            case radiusMeters(Double)
        }

        /// The overlays or the line to clear the fog around.
        public var track: Track
        /// How far the fog is cleared around the track.
        public var reach: Reach

        /// Creates a reveal.
        ///
        /// - Parameters:
        ///   - track: the overlays or the line to clear the fog around.
        ///   - reach: the width of the cleared lane in points, or its distance to each side in metres.
        public init(_ track: Track, reach: Reach = .width(32)) {
            self.track = track
            self.reach = reach
        }
    }

    /// The fog's color and opacity.
    public var color: Color
    /// The parts that are cleared from fog.
    public var reveal: [Reveal]
    /// The width of the soft edge, in points, 0...200; it is centered on the end of the reach.
    public var feather: Double

    /// Creates fog.
    ///
    /// - Parameters:
    ///   - color: the fog's color and opacity.
    ///   - reveal: the parts that are cleared.
    ///   - feather: the width of the soft edge in points, 0...200.
    public init(
        color: Color = Color(rgb: 0x141820).opacity(0.8), reveal: [Reveal], feather: Double = 8
    ) {
        self.color = color
        self.reveal = reveal
        self.feather = feather
    }
}
