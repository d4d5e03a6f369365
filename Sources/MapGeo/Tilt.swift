// SPDX-License-Identifier: MIT
import MapPlane

/// How far a camera is tilted, and how wide it sees.
public struct Tilt: Hashable, Sendable {
    /// From straight down towards the horizon, in degrees: 0...85.
    public var pitch: Double
    /// Clockwise around the line of sight, in degrees; the picture turns the other way.
    public var roll: Double
    /// The angle from the lower edge of the picture to the upper one, in degrees. It decides how much smaller distant
    /// things are drawn.
    public var verticalFieldOfView: Double

    /// Creates a tilt.
    ///
    /// - Parameters:
    ///   - pitch: degrees from straight down towards the horizon, 0...85.
    ///   - roll: degrees clockwise around the line of sight.
    ///   - verticalFieldOfView: degrees; see `fieldsOfView`.
    public init(pitch: Double = 0, roll: Double = 0, verticalFieldOfView: Double = Tilt.defaultFieldOfView) {
        self.pitch = pitch
        self.roll = roll
        self.verticalFieldOfView = verticalFieldOfView
    }

    /// MapLibre's vertical field of view, about 36.87 degrees: the camera is one and a half heights of the picture away.
    public static let defaultFieldOfView = 36.869_897_645_844_02
    /// The valid pitches, in degrees.
    public static let pitches: ClosedRange<Double> = 0...85
    /// The valid vertical fields of view, in degrees.
    public static let fieldsOfView: ClosedRange<Double> = 1...150

    /// True when the map is seen from straight above, without a roll.
    public var isFlat: Bool { pitch == 0 && roll == 0 }

    var angles: Perspective.Angles {
        Perspective.Angles(pitch: pitch, roll: roll, fieldOfView: verticalFieldOfView)
    }
}
