// SPDX-License-Identifier: MIT
import Testing

@Suite("Limits of the server") struct ServeLimitTests {
    @Test(
        "one limit with two values is an error that names both, before anything is served",
        arguments: [
            (["--timeout", "30", "--limits", "milliseconds=5000"], ["--timeout", "--limits milliseconds="]),
            (["--max-pixels", "5", "--limits", "generous,pixels=6"], ["--max-pixels", "--limits pixels="]),
            (["--max-nesting", "5", "--limits", "nesting=6"], ["--max-nesting", "--limits nesting="]),
        ])
    func conflicts(_ options: [String], _ names: [String]) async throws {
        // Without the check, the missing archive would end the program.
        let outcome = try await Program.built.run(["serve", "--port", "0"] + options + ["/nowhere.mbtiles"])
        #expect(outcome.exitCode == 64)
        for name in names { #expect(outcome.errors.contains(name), "\(outcome.errors)") }
    }

    @Test(
        "what cannot be is refused before anything is served",
        arguments: [
            (["--port", "99999"], "0 to 65535"), (["--port=-1"], "0 to 65535"), (["--workers", "0"], "at least one"),
        ])
    func refuses(_ options: [String], _ text: String) async throws {
        let outcome = try await Program.built.run(["serve"] + options + ["/nowhere.mbtiles"])
        #expect(outcome.exitCode == 64 && outcome.errors.contains(text), "\(outcome.errors)")
    }

    @Test("unknown variables are named") func unknownVariables() async throws {
        var program = try Program.built
        (program.environment["STATICMAP_MAX_AGES"], program.environment["STATICMAP_PUBLIC_URL"]) = ("1", "http://a")
        let outcome = try await program.run(["serve", "--port", "0", "/nowhere.mbtiles"])
        #expect(outcome.errors.contains("STATICMAP_MAX_AGES is not known") && outcome.errors.contains("MAX_AGE"))
        #expect(!outcome.errors.contains("PUBLIC_URL") && !outcome.errors.contains("STATICMAP_HOME"))
    }

    @Test("a variable of the environment is named as such") func variables() async throws {
        var program = try Program.built
        program.environment["STATICMAP_TIMEOUT"] = "30"
        let outcome = try await program.run(["serve", "--limits", "milliseconds=5000", "/nowhere.mbtiles"])
        #expect(outcome.exitCode == 64)
        #expect(outcome.errors.contains("STATICMAP_TIMEOUT"), "\(outcome.errors)")
    }
}
