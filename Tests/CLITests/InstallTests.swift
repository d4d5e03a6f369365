// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

@Suite("An installed program") struct InstallTests {
    @Test("finds styles and base map beside itself, from any folder") func finds() async throws {
        let prefix = try ScratchFolder()
        let program = try install(into: prefix)
        try copyShare(to: URL(filePath: prefix.file("share/staticmap")))
        let outcome = try await program.render("-o", "-", "--center", "24.945,60.172", "--zoom", "14")
        #expect(outcome.errors == "")
        #expect(outputFormat(outcome.output) == "png")
    }

    @Test("is found through a link") func link() async throws {
        let prefix = try ScratchFolder()
        var program = try install(into: prefix)
        try copyShare(to: URL(filePath: prefix.file("share/staticmap")))
        try FileManager.default.createSymbolicLink(
            at: URL(filePath: prefix.file("link")), withDestinationURL: program.file)
        program.file = URL(filePath: prefix.file("link"))
        #expect(try await program.render("-o", "-", "--size", "60x40").exitCode == 0)
    }

    @Test("does without them where STATICMAP_HOME names others") func home() async throws {
        let (prefix, elsewhere) = (try ScratchFolder(), try ScratchFolder())
        var program = try install(into: prefix)
        let lost = try await program.render("-o", "-", "--size", "60x40")
        #expect(lost.exitCode == 66)
        #expect(lost.errors.contains("styles/streets"))

        try copyShare(to: URL(filePath: elsewhere.file("home")))
        program.environment["STATICMAP_HOME"] = elsewhere.file("home")
        #expect(try await program.render("-o", "-", "--size", "60x40").exitCode == 0)
    }

    @Test("shells complete file names and installed styles") func completion() async throws {
        let folder = try ScratchFolder()
        try folder.write("harbor.json", "{}")
        let script = """
            ln -s "$map" staticmap; export PATH=$PWD:$PATH
            source <(staticmap --generate-completion-script bash)
            complete_last() {
                COMPREPLY=(); COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
                _staticmap staticmap "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"; echo "${COMPREPLY[*]}"
            }
            complete_last staticmap render har
            complete_last staticmap render --report har
            complete_last staticmap render --style str
            complete_last staticmap render --style har
            """
        let outcome = try await bash(script, folder)
        #expect(outcome.lines == ["harbor.json", "harbor.json", "streets", "harbor.json"], "\(outcome.errors)")
    }

    /// The program alone, in `bin`, to be run from a folder that has nothing to do with it.
    private func install(into prefix: ScratchFolder) throws -> Program {
        var program = try Program.built
        let binary = URL(filePath: prefix.file("bin/staticmap"))
        try FileManager.default.createDirectory(
            at: binary.deletingLastPathComponent(), withIntermediateDirectories: true)
        // Not by ourselves: a process that another test starts meanwhile would hold the file open for writing for a moment,
        // and a file that is written to is not run.
        let copy = try Process.run(URL(filePath: "/bin/cp"), arguments: [program.file.path, binary.path])
        copy.waitUntilExit()
        #expect(copy.terminationStatus == 0)
        program.file = binary
        program.environment = [:]
        program.workingFolder = URL(filePath: "/")
        return program
    }

    private func copyShare(to folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in ["styles", "basemap"] {
            try FileManager.default.copyItem(at: packageRoot.appending(path: name), to: folder.appending(path: name))
        }
    }
}
