// SPDX-License-Identifier: MIT
import Foundation
import TestSupport

/// Runs a line of bash in a folder, in which `$map` is the built program and `$fonts` the folder with the fonts of the tests.
func bash(_ line: String, _ folder: ScratchFolder) async throws -> Program.Outcome {
    let built = try Program.built
    var shell = built
    shell.file = URL(filePath: "/bin/bash")
    shell.workingFolder = URL(filePath: folder.path)
    shell.environment["PATH"] = "/usr/bin:/bin"
    shell.environment["map"] = built.file.path
    shell.environment["fonts"] = try TestFonts.folder().path
    return try await shell.run(["-c", line])
}
