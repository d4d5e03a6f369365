// SPDX-License-Identifier: MIT
import Foundation
import Testing

/// `make check-server` does the same under load.
@Suite("Several processes") struct ProcessesTests {
    /// Runs a script while two processes serve at $ADDRESS, of which $SERVER is told signals.
    private func serve(timeout: Int = 60, _ script: String) async throws -> Program.Outcome {
        let program = try Program.built
        let text = """
            export SWIFT_BACKTRACE=enable=no
            folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
            "$1" serve --port 0 --processes 2 --test-faults --timeout \(timeout) --watchdog 0.5 2>"$folder/log" & SERVER=$!
            until ADDRESS=$(grep -o 'http://[0-9.:]*' "$folder/log"); do sleep 0.05; kill -0 $SERVER || exit 9; done
            until [ "$(grep -c 'process serves' "$folder/log")" = 2 ]; do sleep 0.05; done
            draw() {
                curl --silent --output "$folder/answer" --write-out '%{http_code}\\n' --json \\
                    '{"version": 1, "size": [32, 32], "camera": {"center": [24.94, 60.17], "zoom": 3}, "x-test-fault": "'"$1"'"}' $ADDRESS/render
            }
            \(script)
            kill $SERVER; wait $SERVER; echo "ended with $?"; cat "$folder/log" >&2
            """
        var bash = program
        bash.file = URL(filePath: "/bin/bash")
        bash.environment["PATH"] = "/usr/local/bin:/usr/bin:/bin"
        return try await bash.run(["-c", text, "-", program.file.path])
    }

    @Test("a scene that ends its process ends no other, and is refused afterwards") func crash() async throws {
        let outcome = try await serve("draw none; draw crash; draw crash; draw overflow; draw overflow; draw none")
        #expect(outcome.lines == ["200", "000", "422", "000", "422", "200", "ended with 0"], "\(outcome.errors)")
        #expect(outcome.errors.contains("scene refused for 600 s"))
        #expect(outcome.errors.contains(#"x-test-fault\": \"crash"#))
    }

    @Test("a scene without an end is answered in time, and its process replaced without a loss")
    func hang() async throws {
        let outcome = try await serve(
            timeout: 1, "draw hang; until grep -q 'scene refused' $folder/log; do sleep 0.05; done; draw hang")
        #expect(outcome.lines == ["504", "422", "ended with 0"], "\(outcome.errors)")
        #expect(outcome.errors.contains("a drawing outlives its limit"))
    }

    @Test("a process that is killed is replaced, and a reload and the end are those of all") func signals() async throws
    {
        let outcome = try await serve(
            """
            kill -9 $(grep -o 'pid=[0-9]*' $folder/log | head -1 | cut -c5-)
            draw none
            until [ "$(grep -c 'process serves' $folder/log)" = 3 ]; do sleep 0.05; done
            kill -HUP $SERVER
            until [ "$(grep -c 'reloaded' $folder/log)" = 2 ]; do sleep 0.05; done
            curl --silent $ADDRESS/metrics | grep -c 'staticmap_reloads_total{process="[12]"} '
            """)
        #expect(outcome.lines == ["200", "2", "ended with 0"], "\(outcome.errors)")
    }

    @Test("a connection that has just been opened has its answer before the end") func lateRequest() async throws {
        let outcome = try await serve(
            """
            place=${ADDRESS#http://}; exec 3<>/dev/tcp/${place%:*}/${place#*:}
            sleep 0.05; kill $SERVER; sleep 0.05
            printf 'GET /health HTTP/1.1\r\nHost: here\r\n\r\n' >&3; head -1 <&3 | tr -d '\r'
            while kill -0 $SERVER 2>/dev/null; do sleep 0.05; done
            """)
        #expect(outcome.lines == ["HTTP/1.1 200 OK", "ended with 0"], "\(outcome.errors)")
    }

    @Test("what one process could not begin with ends all of them") func configuration() async throws {
        let program = try Program.built
        let outcome = try await program.run(["serve", "--port", "0", "--processes", "2", "/nowhere.mbtiles"])
        #expect(outcome.exitCode == 66 && outcome.errors.contains("/nowhere.mbtiles"), "\(outcome.errors)")
        var child = program
        child.environment["STATICMAP_PROCESS"] = "1:0"
        let alone = try await child.run(["serve", "--port", "0"])
        #expect(alone.exitCode == 64 && alone.errors.contains("--processes"), "\(alone.errors)")
    }
}
