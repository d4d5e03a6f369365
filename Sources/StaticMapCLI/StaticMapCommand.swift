// SPDX-License-Identifier: MIT
import ArgumentParser

@main
struct StaticMapCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "staticmap",
        abstract: "Draws maps from local data: no network, no GPU, no display.",
        discussion: """
            Exit codes: 0 done, 64 wrong usage, 65 bad data in a scene, style or archive, 66 an input file is missing, \
            73 the output cannot be written.
            """,
        version: "0.1.0",
        subcommands: [
            RenderCommand.self, CheckCommand.self, InspectCommand.self, ProjectCommand.self, HitCommand.self,
            EditCommand.self, LocateCommand.self, SchemaCommand.self,
        ],
        defaultSubcommand: RenderCommand.self)
}
