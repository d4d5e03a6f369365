// SPDX-License-Identifier: MIT
import Foundation
import Libc
import TestSupport
import Testing

@Suite("Progress on a terminal") struct ProgressTests {
    /// What the program prints to a terminal that is its standard error.
    private func terminal(_ arguments: [String]) async throws -> String {
        let controller = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        var (lock, number) = (Int32(0), Int32(-1))
        // What unlockpt(3) and ptsname(3) do, which Swift does not see.
        try #require(controller >= 0 && ioctl(controller, Self.unlock, &lock) == 0)
        try #require(ioctl(controller, Self.numberOfTerminal, &number) == 0)
        let name = "/dev/pts/\(number)"
        let built = try Program.built
        let end = open(name, O_RDWR | O_NOCTTY)
        defer {
            close(end)
            close(controller)
        }
        var child = ChildProcess(built.file.path, arguments)
        child.environment = built.environment.merging(["TERM": "xterm"]) { $1 }
        child.errors = name
        _ = try await child.run()
        // What was printed waits in the terminal.
        var bytes = [UInt8](repeating: 0, count: 65_536)
        _ = fcntl(controller, F_SETFL, O_NONBLOCK)
        let count = max(0, read(controller, &bytes, bytes.count))
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    /// TIOCSPTLCK and TIOCGPTN of ioctl_tty(2).
    private static let (unlock, numberOfTerminal) = (UInt(0x4004_5431), UInt(0x8004_5430))

    private static let erase = "\r\u{1B}[K"

    @Test("the phases are shown, and erased before the warnings") func phases() async throws {
        let folder = try ScratchFolder()
        let scene = try folder.write("scene.json", Scenes.plain)
        let text = try await terminal(["render", scene, "-o", folder.file("map.png"), "--quality", "50"])
        for phase in ["Opening…", "Laying out…", "Painting…", "Encoding…"] {
            #expect(text.contains(Self.erase + phase))
        }
        #expect(text.contains(Self.erase + "warning: --quality has no effect"))
    }

    @Test(
        "nothing is shown when it is not wanted, or would stand between lines of JSON",
        arguments: [["--quiet"], ["-q"], ["--diagnostics", "json"]])
    func quiet(options: [String]) async throws {
        let folder = try ScratchFolder()
        let scene = try folder.write("scene.json", Scenes.plain)
        #expect(try await terminal(["render", scene, "-o", folder.file("map.png")] + options).isEmpty)
    }

    @Test("nothing is shown in a file") func file() async throws {
        let folder = try ScratchFolder()
        let scene = try folder.write("scene.json", Scenes.plain)
        let outcome = try await Program.built.run(["render", scene, "-o", folder.file("map.png")])
        #expect(outcome.errors.isEmpty)
    }

    @Test("an error is a line of its own") func error() async throws {
        let folder = try ScratchFolder()
        let text = try await terminal(["render", "--style", "no-such-style", "-o", folder.file("map.png")])
        #expect(text.contains(Self.erase + "basemap.style: "))
    }
}
