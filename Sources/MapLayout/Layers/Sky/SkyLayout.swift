// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeo
import MapPlane
import MapStyle

/// The sky above the horizon of a tilted map, and the fog on the ground before it.
///
/// - SeeAlso: MapLibre GL JS, `sky.fragment.glsl`, `terrain.fragment.glsl`.
struct SkyLayout {
    private let sky: StyleSky
    private let context: LayerContext
    private let perspective: Perspective
    /// Towards the horizon, along the steepest way.
    private let upwards: Point

    /// Nil for a map without a sky.
    init?(_ sky: StyleSky?, _ context: LayerContext) {
        // Around a globe there is space.
        guard let sky, let perspective = context.viewport.perspective, !perspective.isGlobe else { return nil }
        (self.sky, self.context, self.perspective) = (sky, context, perspective)
        upwards = Point(-perspective.sinRoll, -perspective.cosRoll)
    }

    /// How many steps each gradient has: colors between them are not on a line.
    private static let steps = 16

    /// The sky, which lies below everything else; nil when the horizon is not seen.
    var item: DrawingItem? {
        let paint = context.paint()
        let horizon = perspective.focus + upwards * perspective.horizon
        let area = part(above: horizon)
        guard !area.isEmpty else { return nil }
        let (high, low) = (sky.skyColor.color(paint), sky.horizonColor.color(paint))
        let reach = sky.skyHorizonBlend.number(paint) * context.viewport.pixelRect.height / 2
        guard reach > 0 else { return item("sky", area, .color(high)) }
        let stops = (0...Self.steps).map { step in
            let rise = Double(step) / Double(Self.steps)
            return GradientStop(rise, high.mix(low, (1 - rise) * (1 - rise)))
        }
        return item(
            "sky", area, .linearGradient(LinearGradient(from: horizon, to: horizon + upwards * reach, stops: stops)))
    }

    /// The fog before a terrain; nil below the pitch from which there is any.
    var terrainFog: TerrainFog? {
        let paint = context.paint()
        let strength = max(0, min(1, (context.viewport.tilt.pitch - 60) / 10))
        let start = sky.fogGroundBlend.number(paint)
        guard strength > 0, start < 1 else { return nil }
        return TerrainFog(
            sky.fogColor.color(paint), horizon: sky.horizonColor.color(paint), start: start,
            change: sky.horizonFogBlend.number(paint), strength: strength, perspective)
    }

    private func item(_ name: String, _ area: Path, _ paint: Paint) -> DrawingItem {
        DrawingItem(
            id: "layer/\(name)", role: .background, bounds: area.bounds.intersection(context.viewport.pixelRect),
            mark: .fill(area, .nonZero, paint))
    }

    /// The part of the picture above a line along the horizon.
    private func part(above line: Point) -> Path {
        let rect = context.viewport.pixelRect
        let reach = rect.width + rect.height + abs(line.x) + abs(line.y)
        let (side, up) = (Point(-upwards.y, upwards.x) * reach, upwards * reach)
        let half = [line - side, line + side, line + side + up, line - side + up]
        var path = Path()
        let ring = ConvexRegion(rect.corners).clipped(ring: half)
        if ring.count >= 3 { path.addLines(ring, closed: true) }
        return path
    }
}
