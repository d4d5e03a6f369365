// SPDX-License-Identifier: MIT
import ArgumentParser
import StaticMap

struct LocateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "locate",
        abstract: "Resolves where a location picker starts, and what is nearby.",
        discussion: """
            Rules, in order: the center of a map that the user moved, the record's own coordinate, its address in the \
            gazetteer, a coordinate, a keyword in the gazetteer, the user's location (within 1000 m), the default. Prints \
            JSON: the rule that applied, the location with its properties, and a list of up to 20 places with their distance \
            in meters: after a keyword what it found, otherwise what is nearby. A search ranks the exact name first, then \
            names that start with the text, then names and addresses that contain it, each by distance.
            """)

    @Option(
        help: "A JSON file with center, record, coordinate, keyword or userLocation. - reads standard input.",
        completion: .file())
    var place: String?

    @Option(
        help: "A GeoJSON file of named points. Default: the names in the installed base map nearby.",
        completion: .file())
    var gazetteer: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The center of the map after the user moved it, instead of the file's.", valueName: "lon,lat"))
    var center: String?

    @Option(help: "The search term, instead of the file's.")
    var keyword: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("A coordinate, instead of the file's.", valueName: "lon,lat"))
    var coordinate: String?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("The result when nothing else is known.", valueName: "lon,lat"))
    var `default`: String?

    @Option(
        help: "The datum of all coordinates, instead of the file's: wgs84, gcj02 or bd09.",
        transform: { name in
            guard let system = CoordinateSystem(rawValue: name) else {
                throw ValidationError("--coordinate-system must be wgs84, gcj02 or bd09, found \"\(name)\"")
            }
            return system
        })
    var coordinateSystem: CoordinateSystem?

    @Option(help: "Selects a place by its number in the list.")
    var select: Int?

    @Flag(help: "Prints a scene with numbered markers and a legend.")
    var scene = false

    @OptionGroup var assets: AssetOptions
    @OptionGroup var reporting: DiagnosticOptions

    func validate() throws {
        for (name, text) in [("center", center), ("coordinate", coordinate), ("default", self.default)] {
            guard let text, Coordinate(argument: text, latitudeFirst: false) == nil else { continue }
            throw ValidationError("--\(name) must be lon,lat, found \"\(text)\"")
        }
    }

    func run() throws {
        let (located, warnings) = try reporting.attempt { () throws(RenderError) in
            let request = try request()
            let fallback = place(self.default, in: request.coordinateSystem)
            let known = try places(around: request, fallback)
            let located = LocationResolver(gazetteer: known, defaultCoordinate: fallback).resolve(request)
            return (located, known.warnings + located.warnings)
        }
        reporting.report(warnings)
        StandardOutput.print(scene ? located.sceneJSON() : located.json, terminator: "")
    }

    private func place(_ text: String?, in datum: CoordinateSystem) -> Coordinate? {
        text.flatMap { Coordinate(argument: $0, latitudeFirst: false, in: datum) }
    }

    private func request() throws(RenderError) -> LocationRequest {
        var request = LocationRequest()
        if let place {
            let text = try SceneInput.text(of: place)
            let file = SceneInput.name(of: place)
            request = try LocationRequest(text: text, file: file)
        }
        request.keyword = keyword ?? request.keyword
        request.selection = select ?? request.selection
        request.coordinateSystem = coordinateSystem ?? request.coordinateSystem
        request.center = place(center, in: request.coordinateSystem) ?? request.center
        request.coordinate = place(coordinate, in: request.coordinateSystem) ?? request.coordinate
        return request
    }

    private func places(
        around request: LocationRequest, _ fallback: Coordinate?
    ) throws(RenderError) -> Gazetteer {
        guard let gazetteer else {
            return assets.renderer(threads: nil).gazetteer(for: request, defaultCoordinate: fallback)
        }
        return try Gazetteer(geojson: SceneInput.text(of: gazetteer), file: SceneInput.name(of: gazetteer))
    }
}
