// SPDX-License-Identifier: MIT
import ArgumentParser
import StaticMap

struct ProjectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "project",
        abstract: "Converts coordinates to points of the image, and back.",
        discussion: """
            Prints one line of JSON for each: {"coordinate": [lon, lat], "coordinateSystem": "wgs84", "point": [x, y], "pixel": [x, y], "inside": true}. \
            Points are measured from the top left; pixels are points times the scale. Coordinates are in the scene's datum. \
            Without --coordinate and --point, lines such as "24.94,60.17" or "point 120,88" are read from standard input.
            """)

    @Argument(help: "The scene, a JSON file. - reads standard input.", completion: .file())
    var scene: String

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("A coordinate to convert. Can be repeated.", valueName: "lon,lat"))
    var coordinate: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("A point to convert, measured from the top left. Can be repeated.", valueName: "x,y"))
    var point: [PlaneArgument] = []

    @OptionGroup var options: SceneOptions
    @OptionGroup var assets: AssetOptions
    @OptionGroup var reporting: DiagnosticOptions

    func validate() throws {
        try options.check(scene: scene)
        if let wrong = coordinate.first(where: { coordinate($0) == nil }) {
            throw ValidationError("--coordinate must be lon,lat, found \"\(wrong)\"")
        }
        if scene == "-", coordinate.isEmpty, point.isEmpty {
            throw ValidationError("the scene comes from standard input: give --coordinate or --point")
        }
    }

    private func coordinate(_ text: String, in datum: CoordinateSystem = .wgs84) -> Coordinate? {
        Coordinate(argument: text, latitudeFirst: options.shapes.latlng, in: datum)
    }

    func run() throws {
        let renderer = assets.renderer(threads: nil)
        let map = try reporting.attempt { () throws(RenderError) in
            try renderer.withinLimits { () throws(RenderError) in
                try renderer.projection(of: SceneInput.read(scene, options))
            }
        }
        reporting.report(map.warnings)
        guard coordinate.isEmpty, point.isEmpty else {
            for text in coordinate {
                if let coordinate = coordinate(text, in: map.coordinateSystem) {
                    StandardOutput.print(map.line(coordinate))
                }
            }
            for coordinate in point { StandardOutput.print(map.line(coordinate.point)) }
            return
        }
        var number = 0
        while let line = readLine() {
            number += 1
            let words = line.split(whereSeparator: \.isWhitespace)
            guard let last = words.last.map(String.init) else { continue }
            if words.count == 2, words[0] == "point", let coordinate = PlaneArgument(argument: last) {
                StandardOutput.print(map.line(coordinate.point))
            } else if words.count == 1 || words[0] == "coordinate", words.count <= 2,
                let coordinate = coordinate(last, in: map.coordinateSystem)
            {
                StandardOutput.print(map.line(coordinate))
            } else {
                reporting.report([
                    Diagnostic(
                        code: .commandInvalidLine, file: "standard input",
                        position: Position(line: number, column: 1), expected: "\"lon,lat\" or \"point x,y\"",
                        found: "\"\(line.prefix(60))\"")
                ])
                throw ExitCode.badData
            }
        }
    }
}

extension HitMap {
    fileprivate func line(_ coordinate: Coordinate) -> String { json(coordinate, point(for: coordinate)) }

    fileprivate func line(_ point: Point) -> String { json(coordinate(at: point), point) }

}

struct HitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hit",
        abstract: "Finds out what is at a point of the image.",
        discussion: """
            Prints one line of JSON for each point: the topmost item as "target", such as annotation/hotel/callout/right, \
            with its texts and link; everything at that point as "all"; and the coordinate. The target is "map" where there \
            is nothing else. Among overlapping handles, the one with the nearest center is hit.
            """)

    @Argument(help: "The scene, a JSON file. - reads standard input.", completion: .file())
    var scene: String

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("A point of the image, measured from the top left. Can be repeated.", valueName: "x,y"))
    var at: [PlaneArgument]

    @OptionGroup var options: SceneOptions
    @OptionGroup var assets: AssetOptions
    @OptionGroup var roots: RootOptions
    @OptionGroup var reporting: DiagnosticOptions

    func validate() throws { try options.check(scene: scene) }

    func run() throws {
        let renderer = assets.renderer(threads: nil, roots: roots)
        let map = try reporting.attempt { () throws(RenderError) in
            try renderer.withinLimits { () throws(RenderError) in
                try renderer.hitMap(of: SceneInput.read(scene, options))
            }
        }
        reporting.report(map.warnings)
        for position in at { StandardOutput.print(map.hit(at: position.point).json) }
    }
}
