// SPDX-License-Identifier: MIT
import Libc
import MapCanvas
import MapGeo
import MapGeometry
import MapImages
import MapStyle

/// The sky above the horizon of a tilted map, and the fog on the ground before it.
///
/// - SeeAlso: MapLibre GL JS, `sky.fragment.glsl`, `terrain.fragment.glsl`.
struct SkyLayout {
    private let sky: StyleSky
    private let context: LayerContext
    private let camera: PlanePerspective
    /// Towards the horizon, along the steepest way.
    private let upwards: Point

    /// 0 for a globe, around which there is space, up to 1 for a plane.
    private let flatness: Double

    /// Nil for a map without a sky.
    init?(_ sky: StyleSky?, _ context: LayerContext) {
        guard let sky, let perspective = context.viewport.perspective, perspective.projected == nil else { return nil }
        flatness = perspective.sphere.map { 1 - $0.globe.shape.blend } ?? 1
        (self.sky, self.context, camera) = (sky, context, perspective.camera)
        upwards = Point(-camera.sinRoll, -camera.cosRoll)
    }

    /// How many steps each gradient has: colors between them are not on a line.
    private static let steps = 16

    /// The sky, which lies below everything else; nil when the horizon is not seen.
    var item: DrawingItem? {
        let paint = context.paint()
        let horizon = camera.focus + upwards * camera.horizon
        let area = part(above: horizon)
        guard flatness > 0, !area.isEmpty else { return nil }
        let (high, low) = (
            sky.skyColor.color(paint).opacity(flatness), sky.horizonColor.color(paint).opacity(flatness)
        )
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
        guard strength > 0, start < 1, flatness == 1 else { return nil }
        return TerrainFog(
            sky.fogColor.color(paint), horizon: sky.horizonColor.color(paint), start: start,
            change: sky.horizonFogBlend.number(paint), strength: strength, camera)
    }

    private func item(_ name: String, _ area: Path, _ paint: Paint) -> DrawingItem {
        DrawingItem(
            id: "layer/\(name)", role: .background, bounds: area.bounds.intersection(context.viewport.pixelRect),
            mark: .fill(area, .nonZero, paint))
    }

    /// The part of the image above a line along the horizon.
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

/// The atmosphere around a globe, lit by the sun: it lies above all layers of the style.
///
/// - SeeAlso: MapLibre GL JS, `atmosphere.fragment.glsl` and `draw_sky.ts`, for the number of steps and the coefficients;
///   Nishita et al., *Display of the Earth Taking into Account Atmospheric Scattering*, 1993.
struct AtmosphereLayout {
    private let strength: Float
    private let viewport: Viewport
    private let camera: PlanePerspective
    /// In the axes of the camera, to the right, upwards and backwards: towards the sun, and from the globe's center to the camera
    /// in metres.
    private let (sun, position): (SIMD3<Float>, SIMD3<Float>)

    /// Nil for a map without an atmosphere.
    init?(_ sky: StyleSky, _ context: LayerContext) {
        let viewport = context.viewport
        guard let sphere = viewport.perspective?.sphere else { return nil }
        let (camera, globe) = (sphere.camera, sphere.globe)
        let blend = sky.atmosphereBlend.number(context.paint()) * globe.shape.blend
        guard blend > 0 else { return nil }
        (strength, self.viewport, self.camera) = (Float(min(1, blend)), viewport, camera)
        let scale = Self.planet / Float(globe.radius)
        let center = camera.axes(of: SIMD3(0, 0, -globe.radius), isDirection: false)
        position = SIMD3(-Float(center.x), -Float(center.y), -Float(center.z)) * scale
        let light = context.light
        let (azimuth, polar) = (light.azimuth * .pi / 180, light.polar * .pi / 180)
        var towards = SIMD3(sine(azimuth) * sine(polar), -cosine(azimuth) * sine(polar), -cosine(polar))
        if light.isFixedToMap {
            towards = camera.axes(ofEarth: towards, around: viewport.center, bearing: globe.shape.bearing)
        }
        sun = Self.normalized(SIMD3(Float(towards.x), Float(towards.y), Float(towards.z)))
    }

    private static let (planet, outer): (Float, Float) = (6_371_000, 6_471_000)
    private static let (raySteps, sunSteps) = (5, 3)
    private static let sunIntensity: Float = 22
    private static let rayleigh = SIMD3<Float>(5.5e-6, 13.0e-6, 22.4e-6)
    private static let mie: Float = 21e-6
    /// The heights in which the density falls to 1/e, in metres.
    private static let (rayleighHeight, mieHeight): (Float, Float) = (8000, 1200)
    private static let mieDirection: Float = 0.758

    func item(threads: Int) -> DrawingItem? {
        guard let area = PixelArea(viewport.pixelRect, within: viewport.pixelRect) else { return nil }
        let samples = Samples(self, area, threads: threads)
        return area.item(id: "layer/sky", threads: threads, addsLight: true) { row, pixels in
            for x in 0..<area.width {
                if let color = samples.color(x, row) {
                    pixels[x] = Self.packedPixel(color)
                } else {
                    let ray = ray(to: Point(Double(x) + 0.5, Double(row) + 0.5))
                    // There is nothing behind the air beside the globe that light could be added to.
                    pixels[x] = Self.packedPixel(color(along: ray), isOverSpace: meets(ray) < 2)
                }
            }
        }
    }

    private func ray(to point: Point) -> SIMD3<Float> {
        let ray = camera.ray(through: point)
        return Self.normalized(SIMD3(Float(ray.x), Float(ray.y), Float(ray.z)))
    }

    /// What a ray meets: the color changes evenly where its neighbors meet the same.
    private func meets(_ ray: SIMD3<Float>) -> Int {
        if let ground = Self.meeting(position, ray, Self.planet), ground.from > 0 { return 2 }
        return Self.meeting(position, ray, Self.outer).map { $0.to > 0 ? 1 : 0 } ?? 0
    }

    /// The colors at every eighth pixel.
    private struct Samples: Sendable {
        private static let spacing = 8
        private let columns: Int
        private let colors: [SIMD4<Float>]
        /// Whether the color changes along a line from each to the next ones to the right and below.
        private let isEven: [Bool]

        init(_ layout: AtmosphereLayout, _ area: PixelArea, threads: Int) {
            let columns = area.width / Self.spacing + 2
            let rows = area.height / Self.spacing + 2
            self.columns = columns
            @Sendable func ray(_ x: Int, _ y: Int) -> SIMD3<Float> {
                layout.ray(to: Point(Double(x * Self.spacing) + 0.5, Double(y * Self.spacing) + 0.5))
            }
            let colors = filledRows(width: columns, height: rows, threads: threads, zero: SIMD4()) { row, output in
                for x in 0..<columns { output[x] = layout.color(along: ray(x, row)) }
            }
            let kinds = filledRows(width: columns, height: rows, threads: threads, zero: 0) { row, output in
                for x in 0..<columns { output[x] = layout.meets(ray(x, row)) }
            }
            self.colors = colors
            isEven = (0..<columns * rows).map { top in
                let bottom = top + columns
                guard bottom + 1 < colors.count else { return false }
                let kind = kinds[top]
                guard kind != 1, kinds[top + 1] == kind, kinds[bottom] == kind, kinds[bottom + 1] == kind else {
                    return false
                }
                // Near the edge of the globe the color changes fast, and not along a line.
                let corners = (colors[top], colors[top + 1], colors[bottom], colors[bottom + 1])
                let low = pointwiseMin(pointwiseMin(corners.0, corners.1), pointwiseMin(corners.2, corners.3))
                let high = pointwiseMax(pointwiseMax(corners.0, corners.1), pointwiseMax(corners.2, corners.3))
                return (high - low).max() < 0.06
            }
        }

        /// The color at a pixel; nil where the samples around it are of different kinds, or in the thin ring of air.
        func color(_ x: Int, _ y: Int) -> SIMD4<Float>? {
            let (column, row) = (x / Self.spacing, y / Self.spacing)
            let (top, bottom) = (row * columns + column, (row + 1) * columns + column)
            guard isEven[top] else { return nil }
            let across = Float(x % Self.spacing) / Float(Self.spacing)
            let down = Float(y % Self.spacing) / Float(Self.spacing)
            let above = colors[top] + (colors[top + 1] - colors[top]) * across
            let below = colors[bottom] + (colors[bottom + 1] - colors[bottom]) * across
            return above + (below - above) * down
        }
    }

    /// The color in which the atmosphere is seen along a ray, and its opacity.
    private func color(along ray: SIMD3<Float>) -> SIMD4<Float> {
        guard var (from, to) = Self.meeting(position, ray, Self.outer), to > 0 else { return SIMD4() }
        from = max(0, from)
        if let ground = Self.meeting(position, ray, Self.planet), ground.from > 0 { to = min(to, ground.from) }
        let step = (to - from) / Float(Self.raySteps)
        var (rayleigh, mie) = (SIMD3<Float>(), SIMD3<Float>())
        var (rayleighDepth, mieDepth): (Float, Float) = (0, 0)
        for index in 0..<Self.raySteps {
            let point = position + ray * (from + (Float(index) + 0.5) * step)
            let height = Self.length(point) - Self.planet
            let (rayleighStep, mieStep) = (
                exp(-height / Self.rayleighHeight) * step, exp(-height / Self.mieHeight) * step
            )
            rayleighDepth += rayleighStep
            mieDepth += mieStep
            let sunStep = (Self.meeting(point, sun, Self.outer)?.to ?? -100_000) / Float(Self.sunSteps)
            var (rayleighSun, mieSun): (Float, Float) = (0, 0)
            for part in 0..<Self.sunSteps {
                let height = Self.length(point + sun * ((Float(part) + 0.5) * sunStep)) - Self.planet
                rayleighSun += exp(-height / Self.rayleighHeight) * sunStep
                mieSun += exp(-height / Self.mieHeight) * sunStep
            }
            let depth = Self.rayleigh * (rayleighDepth + rayleighSun) + Self.mie * (mieDepth + mieSun)
            let kept = SIMD3(exp(-depth.x), exp(-depth.y), exp(-depth.z))
            rayleigh += kept * rayleighStep
            mie += kept * mieStep
        }
        let cosine = (ray * sun).sum()
        let g = Self.mieDirection
        let rayleighPhase = 3 / (16 * Float.pi) * (1 + cosine * cosine)
        let narrow = 1 + g * g - 2 * cosine * g
        let miePhase =
            3 / (8 * Float.pi) * ((1 - g * g) * (cosine * cosine + 1)) / (narrow * narrow.squareRoot() * (2 + g * g))
        let light = (Self.rayleigh * rayleigh * rayleighPhase + mie * (Self.mie * miePhase)) * Self.sunIntensity
        let thickness = Self.length(Self.rayleigh) * Self.length(rayleigh) + Self.mie * Self.length(mie)
        // What is let through of what lies behind it; one value stands for all colors.
        let opacity = 1 - Self.gamma(exp(-thickness))
        return SIMD4(
            Self.gamma(1 - exp(-light.x)), Self.gamma(1 - exp(-light.y)), Self.gamma(1 - exp(-light.z)), opacity)
            * strength
    }

    private static func gamma(_ value: Float) -> Float { pow(value, 1 / 2.2) }

    private static func packedPixel(_ color: SIMD4<Float>, isOverSpace: Bool = false) -> UInt32 {
        let brightest = max(color.x, color.y, color.z)
        return packedLight(
            red: color.x, green: color.y, blue: color.z, alpha: isOverSpace ? max(color.w, brightest) : color.w)
    }

    /// Where a ray enters and leaves a sphere around the origin; nil where it misses it.
    @inline(__always)
    private static func meeting(
        _ origin: SIMD3<Float>, _ ray: SIMD3<Float>, _ radius: Float
    ) -> (from: Float, to: Float)? {
        let b = (ray * origin).sum()
        // The distance from the ray to the center, which keeps its precision.
        let nearest = origin - ray * b
        let square = radius * radius - (nearest * nearest).sum()
        guard square >= 0 else { return nil }
        let half = square.squareRoot()
        return (-b - half, -b + half)
    }

    @inline(__always)
    private static func length(_ v: SIMD3<Float>) -> Float { (v * v).sum().squareRoot() }

    private static func normalized(_ v: SIMD3<Float>) -> SIMD3<Float> {
        let length = length(v)
        return length > 0 ? v / length : v
    }
}

extension PlanePerspective {
    /// A position relative to the focus, in the camera's axes: to the right, upwards and backwards.
    fileprivate func axes(of p: SIMD3<Double>, isDirection: Bool) -> SIMD3<Double> {
        let y = p.y * cosPitch - p.z * sinPitch
        let depth = (isDirection ? 0 : distance) - p.y * sinPitch - p.z * cosPitch
        return SIMD3(p.x * cosRoll + y * sinRoll, p.x * sinRoll - y * cosRoll, -depth)
    }

    /// A direction from the Earth's center, to 90° E, to the north pole and to 0° N 0° E, in the camera's axes.
    fileprivate func axes(
        ofEarth v: SIMD3<Double>, around center: Coordinate, bearing: Double
    ) -> SIMD3<Double> {
        let (latitude, longitude) = (center.latitude * .pi / 180, center.longitude * .pi / 180)
        let (sinLongitude, cosLongitude) = (sin(longitude), cos(longitude))
        let east = v.x * cosLongitude - v.z * sinLongitude
        let out = v.x * sinLongitude + v.z * cosLongitude
        let (north, up) = (
            v.y * cos(latitude) - out * sin(latitude), v.y * sin(latitude) + out * cos(latitude)
        )
        let bearing = bearing * .pi / 180
        let (s, c) = (sine(bearing), cosine(bearing))
        return axes(of: SIMD3(east * c - north * s, -east * s - north * c, up), isDirection: true)
    }

    /// The direction in which the camera sees a point of the image, in its axes.
    fileprivate func ray(through q: Point) -> SIMD3<Double> {
        SIMD3(q.x - focus.x, focus.y - q.y, -distance)
    }
}
