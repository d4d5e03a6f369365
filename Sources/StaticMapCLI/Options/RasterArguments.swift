// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation
import MapCore

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
            JSONObject.Member("type", .text("geotiff")),
            JSONObject.Member("data", .text(absolutePath(String(parts[0])))),
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
