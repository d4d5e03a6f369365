// SPDX-License-Identifier: MIT

/// How far the vector output of a golden scene, drawn by another program, may be from our own image.
struct VectorLimits {
    /// See `VectorComparison`.
    var mean: Double
    var far: Double
    var region: Int

    static let usual = VectorLimits(mean: 1.6, far: 0.006, region: 400)

    /// A scene that is further away, and the cause.
    struct Exception {
        var limits: VectorLimits
        var because: String
    }

    private static let beside = Exception(
        limits: VectorLimits(mean: 2, far: 0.012, region: 4000),
        because: "MapLibre's lines beside a sharp corner run over it and cross; strokes are mitered")
    private static let thin = Exception(
        limits: VectorLimits(mean: 1.9, far: 0.006, region: 4000),
        because:
            "coasts and borders hardly wider than a pixel all over the world, which each program smooths in its way")

    private static let tilted = Exception(
        limits: VectorLimits(mean: 2, far: 0.006, region: 4000),
        because: "far lines thinner than a pixel, which MapLibre draws broken, are whole areas")

    private static let solid = Exception(
        limits: VectorLimits(mean: 2.8, far: 0.006, region: 400),
        because: "walls and roofs have hard edges, as in MapLibre, and viewers smooth them")

    static let svg = [
        "line/gap": beside, "line/offset": beside, "streets/zoom-0": thin, "camera/pitch": tilted,
        "camera/pitch-horizon": tilted, "streets/tilted": solid, "streets/tilted-dark": solid,
    ]
    static let pdf = svg.merging(["basemap/language-zh": thin]) { own, _ in own }
}
