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

struct EditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Drags items of a scene to other points and writes the new scene.",
        discussion: """
            Targets are annotation/ID, userLocation, overlay/ID for a circle, overlay/ID/handle/N for vertices of areas, \
            overlay/ID/vertex/N for those of lines, by id or by number; N alone is a vertex of the only area. Only the \
            numbers that change are replaced in the text; a camera that fits or follows what is dragged becomes the view of the \
            drag. Events are printed as JSON, one per line, in the order in \
            which an app receives them: highlighted, moved, moved with isFinish, finished.
            """)

    @Argument(help: "The scene, a JSON file. - reads standard input.", completion: .file())
    var scene: String

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("An item and the point to drag it to. Can be repeated.", valueName: "target:x,y"))
    var drag: [DragArgument]

    @Option(
        name: [.short, .long], help: "The file for the new scene. - is standard output, without the events.",
        completion: .file())
    var output: String

    @Option(
        help: "Renders the new scene with the last item still held: its handle highlighted, or its pin lifted.",
        completion: .file())
    var preview: String?

    @OptionGroup var options: SceneOptions
    @OptionGroup var assets: AssetOptions
    @OptionGroup var reporting: DiagnosticOptions

    func validate() throws {
        try options.check(scene: scene)
        if let preview, preview == "-" || OutputFormat(fileName: preview) == nil {
            throw ValidationError("--preview must be a .png, .jpg or .webp file, found \"\(preview)\"")
        }
    }

    func run() throws {
        let renderer = assets.renderer(threads: nil)
        let (editor, lines) = try reporting.attempt { () throws(RenderError) in
            try dragged(SceneInput.sceneText(of: scene), with: renderer)
        }
        if let preview, let format = OutputFormat(fileName: preview) {
            let held = Array(editor.preview.text.utf8)
            let snapshot = try reporting.attempt { () throws(RenderError) in
                try renderer.render(
                    SceneInput.document(held, scene, options, keepsCamera: editor.fixesCamera), as: format)
            }
            try reporting.write(snapshot.bytes, to: preview)
        }
        reporting.report(editor.warnings)
        try reporting.write(Array(editor.text.utf8), to: output)
        if output != "-" { lines.forEach { StandardOutput.print($0) } }
    }

    /// The camera is that of the options; the text that is written is the scene's own.
    private func dragged(
        _ text: [UInt8], with renderer: MapRenderer
    ) throws(RenderError) -> (SceneEditor, events: [String]) {
        let map = try renderer.projection(of: SceneInput.document(text, scene, options))
        let file = SceneInput.name(of: scene)
        do {
            let document = try SceneDocument(text: text, file: file)
            var editor = try SceneEditor(document, map: map)
            var lines: [String] = []
            for drag in drag {
                let events = try editor.drag(path: drag.target, to: drag.point)
                let target = editor.heldTarget ?? drag.target
                lines += events.map { $0.json(target: target, coordinateSystem: map.coordinateSystem) }
            }
            return (editor, lines)
        } catch {
            throw RenderError(any: error, file: file)
        }
    }
}

/// `annotation/hotel:120,88`: a target, a colon, and points.
struct DragArgument: ExpressibleByArgument {
    let target: String
    let point: Point

    init?(argument: String) {
        guard let colon = argument.lastIndex(of: ":"), colon > argument.startIndex,
            let position = PlaneArgument(argument: String(argument[argument.index(after: colon)...]))
        else { return nil }
        target = String(argument[..<colon])
        point = position.point
    }
}
