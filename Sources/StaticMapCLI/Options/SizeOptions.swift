// SPDX-License-Identifier: MIT
import ArgumentParser
import StaticMap

/// Options that say how large the map is, in points and in pixels.
struct SizeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The size in points, mm, cm, in or pt, and the scale.", valueName: "WxH[@Nx]"),
        transform: OutputSize.init(parsing:))
    var size: OutputSize?

    @Option(help: "The width alone, in points, mm, cm, in or pt.")
    var width: OutputLength?

    @Option(help: "The height alone, in points, mm, cm, in or pt.")
    var height: OutputLength?

    @Option(help: "The number of pixels per point.")
    var scale: Double?

    @Option(help: "The resolution, instead of a scale: 96 dpi is scale 1.")
    var dpi: Double?

    /// The size of a map when nothing says one.
    static let defaultSize = Size(width: 800, height: 600)
    /// Dots per inch at scale 1: a point is a CSS pixel (CSS Values 4, §6.2).
    private static let dotsPerInch = 96.0

    func validate() throws {
        let scales = Scene.scales
        if let dpi, !scales.contains(dpi / Self.dotsPerInch) {
            let (low, high) = (scales.lowerBound * Self.dotsPerInch, scales.upperBound * Self.dotsPerInch)
            throw ValidationError("--dpi must be from \(Int(low)) to \(Int(high))")
        }
        if let scale, !scales.contains(scale) {
            throw ValidationError("--scale must be from \(scales.lowerBound) to \(Int(scales.upperBound))")
        }
        let given = [("--scale", scale != nil), ("--dpi", dpi != nil), ("@Nx in --size", size?.scale != nil)]
            .filter(\.1).map(\.0)
        if given.count > 1 {
            throw ValidationError("\(given[0]) says what \(given[1]) says: give one or the other")
        }
    }

    /// Writes a size into a scene if it has none. What is not a JSON object stays as it is, for the decoder to tell.
    static func addDefault(to text: inout some EditableJSON) throws {
        guard text.root.object != nil, text.root["size"] == nil else { return }
        try text.set(.list([defaultSize.width, defaultSize.height].map(JSONNode.number)), at: [.key("size")])
    }

    /// Writes size and scale into a scene; a scene without a size gets the default.
    func edit(_ text: inout some EditableJSON) throws {
        let old = text.root["size"]?.array
        let written = old.flatMap { $0.count == 2 ? $0.map(\.number) : nil } ?? [nil, nil]
        if size != nil || width != nil || height != nil || text.root["size"] == nil {
            let sides = [
                width?.points ?? size?.points.width ?? written[0] ?? Self.defaultSize.width,
                height?.points ?? size?.points.height ?? written[1] ?? Self.defaultSize.height,
            ]
            try text.set(.list(sides.map(JSONNode.number)), at: [.key("size")])
        }
        if let scale = scale ?? dpi.map({ $0 / Self.dotsPerInch }) ?? size?.scale {
            try text.set(.number(scale), at: [.key("scale")])
        }
    }
}

/// A length on the page, such as `600` or `210mm`.
struct OutputLength: ExpressibleByArgument {
    let points: Double

    init?(argument: String) {
        guard let (number, unit, rest) = OutputSize.length(argument.lowercased()[...]), rest.isEmpty else { return nil }
        points = number * (unit ?? 1)
        guard (1...Scene.longestSide).contains(points) else { return nil }
    }
}
