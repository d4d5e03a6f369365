// SPDX-License-Identifier: MIT
import ArgumentParser
import MapCore
import StaticMap

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct StyleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "style", abstract: "Works on MapLibre styles.", subcommands: [StyleLocalizeCommand.self])
}

struct StyleLocalizeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "localize",
        abstract: "Makes a style local whose sources, sprites and glyphs are on other machines.",
        discussion: """
            Writes the style with the addresses of local files to style.json in a folder, and prints what has to be \
            downloaded there, as a configuration for "curl --config -". It opens no connection itself. Run it again after the \
            download: descriptions of tiles (TileJSON) are followed then, and what is there is not listed again.
            """)

    @Argument(help: "A MapLibre style.", completion: .file(extensions: ["json"]))
    var style: String

    @Option(name: .shortAndLong, help: "The folder, which is made if it is missing.", completion: .directory)
    var output: String

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The box whose tiles are listed, of sources that name tiles one by one.", valueName: "w,s,e,n"),
        transform: BoundingBox.init(parsing:))
    var bbox: BoundingBox?

    @Option(
        help: ArgumentHelp("The zooms of these tiles, such as 0-14.", valueName: "zooms"),
        transform: ZoomRange.init(parsing:))
    var zooms: ZoomRange?

    @Flag(help: "Lists glyphs of all scripts: without it, those of Latin, Greek, Cyrillic, Hebrew and Arabic letters.")
    var allGlyphs = false

    @OptionGroup var reporting: DiagnosticOptions

    func run() throws {
        let path = absolutePath(style)
        let localized = try reporting.attempt { () throws(Diagnostic) in
            let document = try JSONDocument(.style, file: style, text: try readFile(style, limit: 32 << 20))
            let area = bbox.map { StyleLocalization.Area($0.box, zooms: zooms?.zooms ?? 0...14) }
            return try StyleLocalization(
                document, baseFolder: folder(of: path), into: output, area: area, hasAllGlyphs: allGlyphs)
        }
        let target = "\(output)/style.json"
        guard absolutePath(target) != path else { throw ValidationError("\(style) is read: name another folder") }
        do {
            try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true)
        } catch {
            reporting.report([Diagnostic(code: .fileCannotWrite, file: output, "cannot make the folder")])
            throw ExitCode.cannotWrite
        }
        try reporting.write(Array((localized.style.lines + "\n").utf8), to: target)
        StandardOutput.print(localized.curlConfiguration, terminator: "")
    }
}
