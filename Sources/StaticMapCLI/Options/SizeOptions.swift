// SPDX-License-Identifier: MIT
import ArgumentParser
import MapGeo
import StaticMap

/// Options that say how large the map is, in points and in pixels.
struct SizeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The size in points, mm, cm, in or pt, or a format such as A4 or 'A4 landscape', and the scale.",
            valueName: "WxH[@Nx]"),
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
        guard text.root.object != nil, text.root["size"] == nil, text.root["page"]?["size"] == nil else { return }
        try text.set(.list([defaultSize.width, defaultSize.height].map(JSONNode.number)), at: [.key("size")])
    }

    /// Writes size and scale into a scene; a scene without a size gets the default.
    func edit(_ text: inout some EditableJSON, isFlat: Bool) throws {
        let page = text.root["page"]?.object
        let isAsked = size != nil || width != nil || height != nil
        if isAsked, var page, page["size"] != nil {
            page.members.removeAll { $0.key == "size" }
            try text.set(JSONNode(.object(page)), at: [.key("page")])
        }
        if isAsked || text.root["size"] == nil && page?["size"] == nil {
            let written = Self.sides(of: text.root["size"])
            let wide = (width?.points ?? size?.points.width).map(JSONNode.number) ?? written?[0]
            let high = (height?.points ?? size?.points.height).map(JSONNode.number) ?? written?[1]
            // A map of an extent has one side from the other.
            let isFree = isFlat && Self.framesExtent(text.root["camera"]) && (wide == nil) != (high == nil)
            let sides = [
                wide ?? (isFree ? "auto" : .number(Self.defaultSize.width)),
                high ?? (isFree ? "auto" : .number(Self.defaultSize.height)),
            ]
            try text.set(.list(sides), at: [.key("size")])
        }
        if let chosenScale { try text.set(.number(chosenScale), at: [.key("scale")]) }
    }

    /// Pixels per point; nil when nothing says it.
    var chosenScale: Double? { scale ?? dpi.map { $0 / Self.dotsPerInch } ?? size?.scale }

    /// Of a size as scenes have it; nil for none.
    private static func sides(of size: JSONNode?) -> [JSONNode]? {
        if let format = size?.string.flatMap(Paper.size(named:)) {
            return [format.width, format.height].map(JSONNode.number)
        }
        return size?.array.flatMap { $0.count == 2 ? $0 : nil }
    }

    /// True for a camera that frames a box from straight above.
    private static func framesExtent(_ camera: JSONNode?) -> Bool {
        let padding = camera?["padding"]
        return ["bounds", "region", "mapRect"].contains { camera?[$0] != nil }
            && ["pitch", "roll"].allSatisfy { camera?[$0] == nil }
            && ([padding] + (padding?.array ?? [])).allSatisfy { $0?.string == nil }
    }
}

/// A length on the page, such as `600` or `210mm`.
struct OutputLength: ExpressibleByArgument {
    let points: Double

    init?(argument: String) {
        guard let (number, unit, rest) = Paper.length(argument.lowercased()[...]), rest.isEmpty else { return nil }
        points = number * (unit ?? 1)
        guard (1...Scene.longestSide).contains(points) else { return nil }
    }
}
