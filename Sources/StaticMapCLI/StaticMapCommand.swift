// SPDX-License-Identifier: MIT
import ArgumentParser

@main
struct StaticMapCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "staticmap",
        abstract: "Renders maps from local data, without a network, a GPU or a display.",
        discussion: """
            Exit codes: 0 success; 64 wrong usage; 65 wrong data in a scene, a style or an archive; 66 an input file is \
            missing; 69 the output format cannot hold this map; 73 the output cannot be written.
            """,
        version: "0.1.0",
        subcommands: [
            RenderCommand.self, CheckCommand.self, InspectCommand.self, ProjectCommand.self, HitCommand.self,
            EditCommand.self, LocateCommand.self, SchemaCommand.self, CompareCommand.self, ServeCommand.self,
        ],
        defaultSubcommand: RenderCommand.self)
}
