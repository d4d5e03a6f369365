// SPDX-License-Identifier: MIT
public import ArgumentParser
public import StaticMap

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// `600x400`, `600x400@2x` or `210mmx297mm`.
struct OutputSize: ExpressibleByArgument {
    let points: Size
    let scale: Double?

    init?(argument: String) {
        let parts = argument.lowercased().split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count <= 2, let (width, rest) = Self.length(parts[0]), rest.first == "x",
            let (height, end) = Self.length(rest.dropFirst()), end.isEmpty,
            width >= 1, height >= 1, width <= Scene.longestSide, height <= Scene.longestSide
        else { return nil }
        points = Size(width: width, height: height)
        guard parts.count == 2 else {
            scale = nil
            return
        }
        guard parts[1].hasSuffix("x"), let factor = Double(parts[1].dropLast()), Scene.scales.contains(factor) else {
            return nil
        }
        scale = factor
    }

    /// Points of a map for each unit of a page: a point is a CSS pixel (CSS Values 4, §6.2).
    private static let units = [("mm", 96 / 25.4), ("cm", 96 / 2.54), ("in", 96.0), ("pt", 96.0 / 72), ("px", 1.0)]

    /// A length at the beginning of a text, in points, and what comes after it.
    static func length(_ text: Substring) -> (points: Double, rest: Substring)? {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard let number = Double(digits) else { return nil }
        let rest = text.dropFirst(digits.count)
        guard let unit = units.first(where: { rest.hasPrefix($0.0) }) else { return (number, rest) }
        return (number * unit.1, rest.dropFirst(unit.0.count))
    }
}

/// `west,south,east,north`.
struct BoundingBox: ExpressibleByArgument {
    let box: CoordinateBox

    init?(argument: String) {
        let numbers = argument.split(separator: ",").compactMap { Double($0) }
        guard numbers.count == 4, numbers.allSatisfy(\.isFinite), abs(numbers[1]) <= 90, abs(numbers[3]) <= 90,
            numbers[1] <= numbers[3], abs(numbers[0]) <= 360, abs(numbers[2]) <= 360
        else { return nil }
        box = CoordinateBox(west: numbers[0], south: numbers[1], east: numbers[2], north: numbers[3])
    }
}

extension OutputFormat: ExpressibleByArgument {}

/// A path that stays right when it is resolved from another folder.
func absolutePath(_ path: String) -> String {
    guard !path.hasPrefix("/"), let here = getcwd(nil, 0) else { return path }
    defer { free(here) }
    return String(cString: here) + "/" + path
}
