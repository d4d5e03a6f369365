// SPDX-License-Identifier: MIT
public import ArgumentParser
import Foundation
import MapCore
public import StaticMap

/// How the values of data decide what the map shows: of all files of data on the command line.
struct DataOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Colors features by a property: its name, or a \"colorBy\" of the scene format as JSON. A legend is added.",
            valueName: "property|json"))
    var colorBy: ScaleArgument?

    @Option(
        help: ArgumentHelp(
            "Sizes of circles, or widths of lines, by a property: its name, or a \"sizeBy\" of the scene format as JSON.",
            valueName: "property|json"))
    var sizeBy: ScaleArgument?

    @Option(
        help: ArgumentHelp("Texts on features, with properties in braces.", valueName: "'{name}: {rate|0.0} %'"))
    var label: String?

    @Option(
        help: ArgumentHelp(
            "A CSV file whose columns become properties of features: the column with the key, and the property that has it.",
            valueName: "file|key:column|on:property"), completion: .file())
    var join: JoinArgument?

    @Option(
        help: ArgumentHelp(
            "What is marked along tracks, and their units: a \"track\" of the scene format as JSON, such as "
                + "'{\"distanceMarks\": 5, \"ends\": true}'.", valueName: "json"))
    var track: ScaleArgument?

    @Flag(help: "Adds a profile of the first track: its height over the distance.")
    var profile = false

    @Option(
        help: ArgumentHelp(
            "Few colors, for electronic paper and printers: a palette, or colors such as #000,#fff,#f00.",
            valueName: "gray2|gray4|gray16|eink7|colors"))
    var palette: PaletteArgument?

    @Option(help: "How areas get tones between the colors of --palette.")
    var dither: Dithering?

    func validate() throws {
        if dither != nil, palette == nil { throw ValidationError("--dither goes with --palette") }
    }

    /// The keys of an overlay of data.
    var members: [JSONObject.Member] {
        let nodes: [(String, JSONNode?)] = [
            ("colorBy", colorBy?.json), ("sizeBy", sizeBy?.json), ("label", label.map(JSONNode.text)),
            ("join", join?.json), ("track", track?.json),
        ]
        return nodes.compactMap { key, node in node.map { JSONObject.Member(key, $0) } }
    }

    /// Writes what is of overlays into the one overlay of data that a scene has.
    private func style(_ text: inout some EditableJSON) throws {
        let overlays = text.root["overlays"]
        guard !members.isEmpty, overlays == nil || overlays?.array != nil else { return }
        let types = (overlays?.array ?? []).map { $0["type"]?.string ?? "" }
        let data = types.indices.filter { DataOverlay.Format(rawValue: types[$0]) != nil }
        guard let index = data.first, data.count == 1 else {
            throw ValidationError(
                "--color-by, --size-by, --label, --join and --track are for files of data, or for a scene with one overlay of "
                    + "data; this one has \(data.isEmpty ? "none" : String(data.count))")
        }
        for member in members {
            try text.set(member.node, at: [.key("overlays"), .index(index), .key(member.key)])
        }
    }

    /// Writes what is not of overlays into a scene, and what is of them unless files of options have it.
    func edit(_ text: inout some EditableJSON, namesFiles: Bool) throws {
        if !namesFiles { try style(&text) }
        if let palette {
            let display: JSONNode = [
                "palette": palette.json, "dither": dither.map { JSONNode.text($0.rawValue) },
            ]
            try text.set(display, at: [.key("display")])
        }
        if profile {
            let count = text.root["decorations"]?.array?.count ?? 0
            try text.set(["type": "profile"], at: [.key("decorations"), .index(count)])
        }
        guard colorBy != nil || sizeBy != nil else { return }
        let decorations = text.root["decorations"]
        guard decorations == nil || decorations?.array != nil else { return }
        let old = decorations?.array ?? []
        guard !old.contains(where: { $0["type"]?.string == "legend" }) else { return }
        try text.set(["type": "legend"], at: [.key("decorations"), .index(old.count)])
    }
}

extension Dithering: ExpressibleByArgument {}

/// A property's name, or an object of the scene format.
struct ScaleArgument: ExpressibleByArgument {
    let json: JSONNode

    init?(argument: String) {
        guard !argument.isEmpty else { return nil }
        guard argument.first(where: { !$0.isWhitespace }) == "{" else {
            json = .text(argument)
            return
        }
        guard let root = try? JSONDocument(file: "", text: Array(argument.utf8)).root else { return nil }
        json = root.withoutPlaces
    }
}

/// A file, and attributes after it.
struct JoinArgument: ExpressibleByArgument {
    let file: String
    let json: JSONNode

    init?(argument: String) {
        let parts = argument.split(separator: "|", omittingEmptySubsequences: false)
        var words: [String: String] = [:]
        for part in parts.dropFirst() {
            let pair = part.split(separator: ":", maxSplits: 1).map(String.init)
            guard pair.count == 2, ["key", "on"].contains(pair[0]) else { return nil }
            words[pair[0]] = pair[1]
        }
        guard let file = parts.first, !file.isEmpty, let key = words["key"] else { return nil }
        self.file = String(file)
        json = ["file": .text(inputPath(self.file)), "key": .text(key), "on": words["on"].map(JSONNode.text)]
    }
}

/// The name of a palette, or colors.
struct PaletteArgument: ExpressibleByArgument {
    let json: JSONNode

    init?(argument: String) {
        let colors = argument.split(separator: ",").map(String.init)
        json = colors.count > 1 ? .list(colors.map(JSONNode.text)) : .text(argument)
    }
}

/// Rasters with a place on the Earth: images, and heights.
struct RasterArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A GeoTIFF or a folder of them to draw on the map. |bands:, |stretch: and |colors: say how values become colors. Can be "
                + "repeated.",
            valueName: "file|bands:4,3,2|stretch:2-98%|colors:viridis"), completion: .file())
    var geotiff: [String] = []

    @Option(
        help: ArgumentHelp(
            "Heights, as a GeoTIFF, .hgt files, a folder of either, or tiles: the map gets hillshade and contours, a tilted one "
                + "stands on them. Can be repeated.", valueName: "file"), completion: .file())
    var elevation: [String] = []

    /// True when there is something to look at.
    var namesFraming: Bool { !geotiff.isEmpty || !elevation.isEmpty }

    func validate() throws {
        for argument in geotiff { _ = try Self.overlay(argument) }
        for file in elevation where file.hasPrefix("https://") || file.hasPrefix("http://") {
            throw ValidationError("--elevation \(file): staticmap reads local files only")
        }
    }

    /// As the scene's `overlays` have them. Arguments were checked.
    var overlays: [JSONNode] { geotiff.compactMap { try? Self.overlay($0) } }

    private static let words = ["bands", "stretch", "colors"]

    private static func overlay(_ argument: String) throws -> JSONNode {
        let isPlain = !argument.contains("|") || fileExists(argument)
        let parts = isPlain ? [argument[...]] : argument.split(separator: "|", omittingEmptySubsequences: false)
        var members = [
            JSONObject.Member("type", "geotiff"), JSONObject.Member("data", .text(absolutePath(String(parts[0])))),
        ]
        for part in parts.dropFirst() {
            let word = String(part.prefix { $0 != ":" })
            let value = String(part.dropFirst(word.count + 1))
            guard words.contains(word), !value.isEmpty else {
                throw ValidationError(
                    "--geotiff \(argument): expected bands:, stretch: or colors: after the file, found \"\(part)\"")
            }
            members.append(JSONObject.Member(word, node(word, value)))
        }
        return JSONNode(.object(JSONObject(members)))
    }

    /// Numbers with commas between them become a list; what is wrong is for the decoder to tell.
    private static func node(_ word: String, _ value: String) -> JSONNode {
        let parts = value.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        let numbers = parts.compactMap { Double($0) }
        if word == "bands" || word == "stretch", numbers.count == parts.count {
            return .list(numbers.map(JSONNode.number))
        }
        return parts.count > 1 ? .list(parts.map(JSONNode.text)) : .text(value)
    }
}
