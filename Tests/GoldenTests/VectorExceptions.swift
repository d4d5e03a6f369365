// SPDX-License-Identifier: MIT

/// Golden scenes whose vector pictures are further from ours than the rest, each with its cause.
enum VectorExceptions {
    struct Exception {
        /// Limits in place of the usual ones.
        var mean: Double
        var far: Double
        var because: String
    }

    private static let rim = Exception(
        mean: 1.6, far: 0.025,
        because: "MapLibre smooths a fill with a rim half a pixel beyond it; dark on light, it shows")
    private static let beside = Exception(
        mean: 2, far: 0.012,
        because: "MapLibre's lines beside a sharp corner run over it and cross; strokes are mitered")
    private static let thin = Exception(
        mean: 2.5, far: 0.01, because: "rims of half a pixel around coasts that are hardly wider")

    static let svg = [
        "fill/antimeridian": rim, "fill/filter": rim, "fill/hole": rim, "fill/neighbours-without-seam": rim,
        "line/gap": beside, "line/offset": beside, "streets/zoom-0": thin,
    ]
    static let pdf = svg
}
