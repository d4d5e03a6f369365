// SPDX-License-Identifier: MIT
import ArgumentParser
import StaticMap

struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Prints the JSON schema of scenes, for editors and validators.")

    @Option(help: "The folder with styles and base map. Overrides STATICMAP_HOME.")
    var home: String?

    func run() throws {
        let home = home.map(Home.init(folder:)) ?? .installed
        try write(answer { () throws(RenderError) in try text(in: home) }, to: "-")
    }

    /// The schema of an installation, or else of a checkout.
    private func text(in home: Home) throws(RenderError) -> [UInt8] {
        if let source = try? SceneInput.text(of: home.folder + "/Sources/MapScene/scene.schema.json") { return source }
        return try SceneInput.text(of: home.folder + "/scene.schema.json")
    }
}
