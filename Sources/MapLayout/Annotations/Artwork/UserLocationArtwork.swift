// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane

/// The user's location: a blue dot in a white ring, a circle of its accuracy and a cone for its heading; points around
/// the coordinate.
struct UserLocationArtwork {
    private static let blue = Color(rgb: 0x007AFF)

    /// In points.
    var accuracyRadius: Double?
    /// Degrees clockwise from the top of the output.
    var heading: Double?

    var marks: [Mark] { halo + cone + dot }

    /// The circle of the accuracy, which lies on the ground.
    var halo: [Mark] {
        guard let radius = accuracyRadius, radius > 10 else { return [] }
        let circle = Path.circle(center: .zero, radius: radius)
        return [
            .fill(circle, .nonZero, .color(Self.blue.opacity(0.15))),
            .stroke(circle, StrokeStyle(width: 1, join: .round), Self.blue.opacity(0.25)),
        ]
    }

    private var cone: [Mark] {
        guard let heading else { return [] }
        let rotation = Transform.rotation(heading * .pi / 180)
        let coneLength = 48.0
        let half = 0.42
        var path = Path()
        path.move(to: rotation.apply(Point(0, 0)))
        path.line(to: rotation.apply(Point(-coneLength * sine(half), -coneLength * cosine(half))))
        let k = 4.0 / 3 * sine(half / 2) / cosine(half / 2) * coneLength
        path.curve(
            rotation.apply(
                Point(-coneLength * sine(half) + k * cosine(half), -coneLength * cosine(half) - k * sine(half))),
            rotation.apply(
                Point(coneLength * sine(half) - k * cosine(half), -coneLength * cosine(half) - k * sine(half))),
            to: rotation.apply(Point(coneLength * sine(half), -coneLength * cosine(half))))
        path.close()
        let fade = RadialGradient(
            center: .zero, radius: coneLength,
            stops: [
                GradientStop(0, Self.blue.opacity(0.75)), GradientStop(0.25, Self.blue.opacity(0.55)),
                GradientStop(0.65, Self.blue.opacity(0.2)), GradientStop(1, Self.blue.opacity(0)),
            ])
        return [.fill(path, .nonZero, .radialGradient(fade))]
    }

    private var dot: [Mark] {
        let light = LinearGradient(
            from: Point(0, -7), to: Point(0, 7),
            stops: [GradientStop(0, Color(rgb: 0x2B90FF)), GradientStop(1, Color(rgb: 0x0070F0))])
        return [
            SoftShadow.circle(center: Point(0, 1), radius: 10.2, blur: 4, color: .black.opacity(0.28)),
            .fill(.circle(center: .zero, radius: 10), .nonZero, .color(.white)),
            .fill(.circle(center: .zero, radius: 7), .nonZero, .linearGradient(light)),
        ]
    }
}
