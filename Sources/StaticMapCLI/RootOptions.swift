// SPDX-License-Identifier: MIT
import ArgumentParser
import MapRuntime
import StaticMap

/// What scenes may read, and how much their maps may cost.
struct RootOptions: ParsableArguments {
    @Option(
        help: """
            Read nothing that the scene names unless it lies below this folder, links followed: for scenes that are not \
            trusted. Can be repeated.
            """)
    var root: [String] = []

    @Option(
        help: ArgumentHelp(
            """
            How much the map may cost: strict for scenes that are not trusted, generous (the default), or limits by \
            their names, such as strict,milliseconds=5000.
            """, valueName: "limits"))
    var limits: String?

    /// What `--limits` says.
    var renderLimits: RenderLimits { (try? RenderLimits(limits ?? "")) ?? .generous }

    func validate() throws {
        do {
            _ = try RenderLimits(limits ?? "")
        } catch {
            throw ValidationError("--limits: \(error)")
        }
        for folder in root where !fileExists(folder + "/.") {
            throw ValidationError("--root \(folder): there is no such folder")
        }
    }
}
