// SPDX-License-Identifier: MIT
import ArgumentParser
import MapGeo
import StaticMap

/// Options that say how large the map is, in points and in pixels.
struct SizeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The size in points, mm, cm, in or pt, and the scale.", valueName: "WxH[@Nx]"),
        transform: OutputSize.init(parsing:))
    var size: OutputSize?

    @Option(help: "The width alone, in points, mm, cm, in or pt; a map of a box is as high as the box then.")
    var width: OutputLength?

    @Option(help: "The height alone, likewise.")
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
            let own = width?.points ?? size?.points.width ?? written[0]
            let other = height?.points ?? size?.points.height ?? written[1]
            let sides = BoxSides(text.root["camera"])
            let wide = own ?? other.flatMap { sides?.width(height: $0) } ?? Self.defaultSize.width
            let high = other ?? own.flatMap { sides?.height(width: $0) } ?? Self.defaultSize.height
            try text.set(.list([wide, high].map(JSONNode.number)), at: [.key("size")])
        }
        if let scale = scale ?? dpi.map({ $0 / Self.dotsPerInch }) ?? size?.scale {
            try text.set(.number(scale), at: [.key("scale")])
        }
    }
}

/// The sides of a map that shows a box and nothing around it: one follows from the other.
private struct BoxSides {
    /// Height to width.
    private let ratio: Double
    /// Points on each side.
    private let padding: Double

    /// Nil for other cameras, and for one that is turned or tilted.
    init?(_ camera: JSONNode?) {
        guard let box = camera?["bounds"]?.array?.compactMap(\.number), box.count == 4, box[1] < box[3],
            ["bearing", "pitch", "roll", "contentInsets"].allSatisfy({ camera?[$0] == nil })
        else { return nil }
        guard let padding = camera?["padding"].map(\.number) ?? 0 else { return nil }
        let corners = [(box[0], box[3]), (box[2], box[1])].map {
            WebMercator.project(Coordinate(latitude: max(-85, min(85, $0.1)), longitude: $0.0))
        }
        let width = corners[1].x - corners[0].x + (box[2] < box[0] ? 1 : 0)
        guard width > 0 else { return nil }
        (ratio, self.padding) = ((corners[1].y - corners[0].y) / width, padding)
    }

    func height(width: Double) -> Double { side((width - 2 * padding) * ratio) }
    func width(height: Double) -> Double { side((height - 2 * padding) / ratio) }

    /// A whole number of points, within what a scene may have.
    private func side(_ content: Double) -> Double {
        max(1, min(Scene.longestSide, (content + 2 * padding).rounded(.up)))
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
