// SPDX-License-Identifier: MIT
import ArgumentParser
import MapRuntime

/// The folders that scenes may read from.
struct RootOptions: ParsableArguments {
    @Option(
        help: """
            Read nothing that the scene names unless it lies below this folder, links followed: for scenes that are not \
            trusted. Can be repeated.
            """)
    var root: [String] = []

    func validate() throws {
        for folder in root where !fileExists(folder + "/.") {
            throw ValidationError("--root \(folder): there is no such folder")
        }
    }
}
