// SPDX-License-Identifier: MIT
import MapGeo
import MapPlane

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The zoom of tiles at a distance from the camera: the farther away, the lower.
///
/// - SeeAlso: MapLibre GL JS, `covering_tiles.ts`.
struct TileGrading {
    private let detail: Double
    /// Of the camera above the ground, and from the camera to the center, in widths of the world.
    private let (height, distance): (Double, Double)
    private let fieldOfView: Double
    private let pitch: Double
    private let behavior: Double

    /// MapLibre's limits: the zooms in one view, and how many more tiles than from straight above there may be.
    private static let (maxZooms, maxRatio) = (9.314, 3.0)
    /// Nothing is drawn above this pitch, in degrees.
    private static let maxPitch = 89.25

    /// - Parameters:
    ///   - viewport: of the map.
    ///   - perspective: of its camera.
    ///   - detail: the zoom at the center, from which that of the tiles is rounded down.
    init(_ viewport: Viewport, _ perspective: Perspective, detail: Double) {
        self.detail = detail
        let unit = viewport.groundToMercator.applyToVector(Point(1, 0)).length
        distance = perspective.distance * unit
        height = distance * perspective.cosPitch
        let tilt = viewport.tilt
        fieldOfView = tilt.verticalFieldOfView * .pi / 180
        pitch = tilt.pitch * .pi / 180
        func cosine(_ degrees: Double) -> Double { cos(degrees * .pi / 180) }
        let range = cosine(Self.maxPitch - tilt.verticalFieldOfView) / cosine(Self.maxPitch)
        behavior = 2 * ((Self.maxZooms - 1) / log2(max(1.001, range)) - 1)
    }

    /// The zoom of tiles at a distance from the point below the camera, in widths of the world.
    func wantedZoom(away: Double) -> Int {
        let half = fieldOfView / 2
        let highest = min(Self.maxPitch * .pi / 180, pitch + half)
        let ratio = tileCount(min(highest, pitch - half), highest) / (2 * tileCount(0, half)) / Self.maxRatio
        let direct = (away * away + height * height).squareRoot()
        var wanted = detail + log2(distance / direct / max(0.5, cos(half)))
        wanted += behavior * log2(cos(atan(away / height))) / 2
        wanted -= log2(max(1, ratio)) / 2
        return max(0, Int(wanted.rounded(.down)))
    }

    /// The integral of the cosine's power, by its value at the middle of ten steps, as in MapLibre.
    private func tileCount(_ from: Double, _ to: Double) -> Double {
        (0..<10).reduce(0) {
            $0 + (to - from) / 10 * pow(cos(from + (Double($1) + 0.5) / 10 * (to - from)), behavior - 1)
        }
    }
}
