// SPDX-License-Identifier: MIT
public import ArgumentParser
import MapCore
public import MapScene
import StaticMap

struct ProfileCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile",
        abstract: "Draws what was measured along a track over the distance, without a map.",
        discussion: """
            The height, unless --value names something else. In a map the decoration "profile" shows the same chart. --stats prints \
            the track in numbers.
            """)

    @Argument(
        help: "A track: a GPX, KML or GeoJSON file with heights or times, or any line with --elevation.",
        completion: .file())
    var track: String

    @OptionGroup var output: OutputOptions

    @Flag(help: "Prints distance, times, climb, descent and speeds as JSON.")
    var stats = false

    @Option(
        help: ArgumentHelp(
            "Heights of the ground in place of those of the track: a GeoTIFF, .hgt files, a folder of either, or tiles. Can be repeated.",
            valueName: "file"), completion: .file())
    var elevation: [String] = []

    @Option(help: "What it shows over the distance.")
    var value: Profile.Value = .elevation

    @Option(
        help: ArgumentHelp(
            "Colors by what was measured, such as speed or slope, or a \"colorBy\" of the scene format as JSON.",
            valueName: "value|json"))
    var colorBy: ScaleArgument?

    @Option(help: "The units of distances, heights and speeds.")
    var units: ScaleBar.Units = .metric

    @Option(help: "The title above the chart.")
    var heading: String?

    @Option(help: ArgumentHelp("The language of numbers, as a BCP 47 tag.", valueName: "tag"))
    var language: String?

    @OptionGroup var size: SizeOptions
    @OptionGroup var assets: AssetOptions
    @OptionGroup var roots: RootOptions
    @OptionGroup var reporting: DiagnosticOptions

    /// Points, where no size is given.
    private static let usualSize = Size(width: 720, height: 220)

    func validate() throws {
        if output.paths.isEmpty, !stats {
            throw ValidationError("expected an output, such as -o profile.svg, or --stats")
        }
        if stats, output.paths.contains("-") { throw ValidationError("--stats and -o - both write to standard output") }
        guard let format = DataOverlay.Format(extensionOf: track), [.gpx, .kml, .geojson].contains(format) else {
            throw ValidationError("\(track): expected a file that ends with .gpx, .kml, .kmz or .geojson")
        }
    }

    func run() throws {
        let renderer = assets.renderer(threads: nil, roots: roots)
        let snapshots = try reporting.attempt { () throws(RenderError) in
            let scene = try scene
            return try renderer.withinLimits { () throws(RenderError) in
                try renderer.render(
                    scene, as: output.paths.isEmpty ? [.png] : output.formats, options: output.encoding)
            }
        }
        let isEmpty = snapshots[0].warnings.contains { $0.code == .decorationsProfileEmpty }
        reporting.report(output.warnings + snapshots[0].warnings)
        if stats { StandardOutput.print(snapshots[0].trackReport) }
        if isEmpty { throw ExitCode.badData }
        for (path, snapshot) in zip(output.paths, snapshots) { try reporting.write(snapshot.bytes, to: path) }
    }

    /// A scene that is a chart alone.
    private var scene: SceneDocument {
        get throws(RenderError) {
            let points = size.size?.points ?? Self.usualSize
            let format = DataOverlay.Format(extensionOf: track) ?? .gpx
            let overlay: JSONNode = [
                "type": .text(format.rawValue), "data": .text(absolutePath(track)), "alpha": 0,
                "track": ["units": .text(units.rawValue)], "colorBy": colorBy?.json,
                "elevation": elevation.isEmpty ? nil : "terrain",
            ]
            let sides: JSONNode = [.number(points.width), .number(points.height)]
            let chart: JSONNode = [
                "type": "profile", "value": .text(value.rawValue), "origin": [0, 0],
                "size": sides, "card": false, "title": heading.map(JSONNode.text),
            ]
            let ground: JSONNode = [
                "data": .list(elevation.map { .text(absolutePath($0)) }), "hillshade": "none",
                "contours": false,
            ]
            let paper: JSONNode = ["id": "ground", "type": "background", "paint": ["background-color": "#fff"]]
            let style: JSONNode = ["version": 8, "sources": JSONNode(.object(JSONObject())), "layers": [paper]]
            let scene: JSONNode = [
                "version": 1, "size": sides, "scale": size.chosenScale.map(JSONNode.number),
                "basemap": [
                    "style": style, "language": language.map(JSONNode.text),
                    "elevation": elevation.isEmpty ? nil : ground,
                ],
                "camera": ["center": [0, 0], "zoom": 0],
                "overlays": [overlay], "decorations": [chart], "attribution": "none",
            ]
            return try SceneInput.document(Array(scene.line.utf8), nil, nil)
        }
    }
}

extension Profile.Value: ExpressibleByArgument {}
extension ScaleBar.Units: ExpressibleByArgument {}
