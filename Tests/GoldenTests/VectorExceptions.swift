// SPDX-License-Identifier: MIT

/// Golden scenes whose vector pictures are further from ours than the rest, each with its cause.
enum VectorExceptions {
    struct Exception {
        /// Limits in place of the usual ones.
        var mean: Double
        var far: Double
        var because: String
    }

    private static let beside = Exception(
        mean: 2, far: 0.012,
        because: "MapLibre's lines beside a sharp corner run over it and cross; strokes are mitered")
    private static let thin = Exception(
        mean: 1.7, far: 0.006, because: "coasts hardly wider than a pixel, which each program smooths in its way")

    static let svg = ["line/gap": beside, "line/offset": beside, "streets/zoom-0": thin]
    static let pdf = svg
}
