// SPDX-License-Identifier: MIT
public import ArgumentParser
import Libc
import MapCore
import MapData
public import StaticMap

/// `600x400`, `600,400`, `600x400@2x`, `210mmx297mm`, `210x297mm`, where a unit at the end is that of both sides, or `A4`.
struct OutputSize {
    let points: Size
    let scale: Double?

    /// - Throws: what is wrong, for the user.
    init(parsing argument: String) throws {
        let parts = argument.lowercased().split(separator: "@", omittingEmptySubsequences: false)
        let formats = "or a format of paper: \(Paper.formatNames)"
        guard parts.count <= 2, let points = parts.first.flatMap({ Paper.size(named: String($0)) ?? Self.sides($0) })
        else {
            throw ValidationError(
                "expected a width and a height, such as 600x400, 600x400@2x or 210x297mm, \(formats)")
        }
        let sides = 1...Scene.longestSide
        guard sides.contains(points.width), sides.contains(points.height) else {
            throw ValidationError("each side must be from 1 to \(Int(Scene.longestSide)) points")
        }
        self.points = points
        guard parts.count == 2 else {
            scale = nil
            return
        }
        let scales = Scene.scales
        guard parts[1].hasSuffix("x"), let factor = Double(parts[1].dropLast()), scales.contains(factor) else {
            throw ValidationError(
                "the scale must be from \(scales.lowerBound) to \(Int(scales.upperBound)), written as @2x")
        }
        scale = factor
    }

    private static func sides(_ text: Substring) -> Size? {
        guard let first = Paper.length(text), first.rest.first.map("x,×*".contains) ?? false,
            let second = Paper.length(first.rest.dropFirst()), second.rest.isEmpty
        else { return nil }
        return Size(
            width: first.number * (first.unit ?? second.unit ?? 1), height: second.number * (second.unit ?? 1))
    }
}

/// `west,south,east,north`.
struct BoundingBox {
    let box: CoordinateBox

    /// - Throws: what is wrong, for the user.
    init(parsing argument: String) throws {
        guard let n = numbers(argument), n.count == 4 else {
            throw ValidationError("expected four numbers: west,south,east,north")
        }
        let order = "the order is west,south,east,north"
        guard abs(n[1]) <= 90, abs(n[3]) <= 90, abs(n[0]) <= 360, abs(n[2]) <= 360 else {
            throw ValidationError("latitudes must be from -90 to 90, longitudes from -360 to 360; \(order)")
        }
        guard n[1] <= n[3] else {
            throw ValidationError("south \(formatted(n[1])) is above north \(formatted(n[3])); \(order)")
        }
        // A box across the antimeridian has its west in the east, but is not nearly as wide as the world.
        guard n[2] >= n[0] || n[2] + 360 - n[0] <= 180 else {
            throw ValidationError("west \(formatted(n[0])) is to the right of east \(formatted(n[2])); \(order)")
        }
        box = CoordinateBox(west: n[0], south: n[1], east: n[2], north: n[3])
    }
}

/// Finite numbers with commas between them, and blanks around; nil if one of them is none.
func numbers(_ argument: some StringProtocol) -> [Double]? {
    var numbers: [Double] = []
    for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
        let text = part.drop { $0 == " " }
        let end = text.lastIndex { $0 != " " }.map(text.index(after:)) ?? text.startIndex
        guard let number = Double(text[..<end]), number.isFinite else { return nil }
        numbers.append(number)
    }
    return numbers
}

extension OutputFormat: ExpressibleByArgument {}

/// An input that stays right when it is resolved from another folder; - is standard input.
func inputPath(_ path: String) -> String { path == "-" ? standardInputPath : absolutePath(path) }

/// A color of CSS, or as static map services write it: `0xRRGGBB`, `0xRRGGBBAA` and hexadecimal digits alone.
///
/// - Returns: a color of CSS; the text itself if it is something else.
func cssColor(_ text: String) -> String {
    let digits = text.lowercased().hasPrefix("0x") ? text.dropFirst(2) : text[...]
    let isColor = [3, 4, 6, 8].contains(digits.count) && digits.allSatisfy { $0.isASCII && $0.isHexDigit }
    return isColor ? "#" + digits : text
}

/// `120,88`: points from the top left.
struct PlaneArgument: ExpressibleByArgument {
    let point: Point

    init?(argument: String) {
        let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard numbers.count == 2, let x = numbers[0], let y = numbers[1], abs(x) <= 1e6, abs(y) <= 1e6 else {
            return nil
        }
        point = Point(x, y)
    }
}

extension DataReference {
    /// As on the command line, where a file of exactly this name has nothing behind it.
    init(argument: String) {
        if fileExists(argument) { self.init(data: argument) } else { self.init(argument) }
    }
}

/// `auto`, or the distance between lines of latitude and longitude in degrees: `10`, or `10,5` with the longitude first.
struct GraticuleArgument: ExpressibleByArgument {
    let json: JSONNode

    init?(argument: String) {
        guard argument != "auto" else {
            json = ["type": "graticule"]
            return
        }
        let words = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        if let grid = words.first?.lowercased(), ["utm", "mgrs"].contains(grid) || grid.hasPrefix("epsg:") {
            let meters = words.count == 2 ? Double(words[1]) : nil
            guard words.count == 1 || meters.map({ (0.0001...10_000_000).contains($0) }) ?? false else { return nil }
            json = [
                "type": "graticule", "grid": .text(grid.hasPrefix("epsg") ? grid.uppercased() : grid),
                "interval": meters.map(JSONNode.number),
            ]
            return
        }
        guard let degrees = numbers(argument), (1...2).contains(degrees.count),
            degrees.allSatisfy({ (0.0001...180).contains($0) }), (degrees.last ?? 0) <= 90
        else { return nil }
        json = [
            "type": "graticule",
            "interval": degrees.count == 1 ? .number(degrees[0]) : .list(degrees.map(JSONNode.number)),
        ]
    }
}

/// One, two or four lengths in the order of CSS, such as `24`, `10%` or `20,40,60,40`.
struct PaddingArgument: ExpressibleByArgument {
    /// As the scene's `padding` has them.
    let json: JSONNode

    init?(argument: String) {
        let lengths = argument.split(separator: ",", omittingEmptySubsequences: false)
            .map { $0.split(separator: " ").joined() }
        guard [1, 2, 4].contains(lengths.count) else { return nil }
        let nodes = lengths.compactMap { length -> JSONNode? in
            let number = Double(length.hasSuffix("%") ? String(length.dropLast()) : length)
            guard let number, number.isFinite, number >= 0 else { return nil }
            return length.hasSuffix("%") ? .text(length) : .number(number)
        }
        guard nodes.count == lengths.count else { return nil }
        json = nodes.count == 1 ? nodes[0] : .list(nodes)
    }
}

/// `1:25000` or `25000`.
struct MapScaleArgument: ExpressibleByArgument {
    let denominator: Double

    init?(argument: String) {
        let digits = argument.hasPrefix("1:") ? argument.dropFirst(2) : argument[...]
        guard let number = Double(digits.filter { !" \u{202F}_'".contains($0) }), Camera.mapScales.contains(number)
        else {
            return nil
        }
        denominator = number
    }
}
