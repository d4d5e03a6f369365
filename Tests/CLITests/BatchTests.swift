// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

@Suite("A batch") struct BatchTests {
    /// A scene of one color on one line.
    private static func scene(_ color: String = "#dde8d0") -> String {
        """
        {"version": 1, "size": [60, 40], "basemap": {"style": {"version": 8, "sources": {}, "layers": [{"id": "ground", \
        "type": "background", "paint": {"background-color": "\(color)"}}]}}, "camera": {"center": [0, 0], "zoom": 1}}
        """
    }

    private static func line(_ id: String, _ color: String = "#dde8d0") -> String {
        #"{"id": "\#(id)", "scene": \#(scene(color))}"#
    }

    private func results(_ text: String) throws -> [[String: Any]] {
        try text.split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
    }

    @Test("draws each line as render does, and writes a result for each") func lines() async throws {
        let folder = try ScratchFolder()
        try folder.write("scenes.jsonl", Self.scene("red") + "\n\n" + Self.line("blue", "blue") + "\r\n")
        try folder.write("red.json", Self.scene("red"))
        let outcome = try await bash("$map batch scenes.jsonl -o maps && $map render red.json -o red.png", folder)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(try folder.contents("maps/1.png") == folder.contents("red.png"))
        #expect(pngSize(try folder.contents("maps/blue.png")) == [60, 40])
        let results = try results(String(decoding: try folder.contents("maps/results.jsonl"), as: UTF8.self))
        #expect(Set(results.compactMap { $0["id"] as? String }) == ["1", "blue"])
        let sums = try await bash("cd maps && sha256sum 1.png blue.png", folder).text
        for result in results {
            let output = try #require((result["outputs"] as? [[String: Any]])?.first)
            let name = try #require(output["name"] as? String)
            #expect(output["bytes"] as? Int == (try folder.contents("maps/" + name)).count)
            #expect(sums.contains("\(try #require(output["sha256"] as? String))  \(name)"))
        }
    }

    @Test("reports what is wrong with a line, and goes on") func badLines() async throws {
        let folder = try ScratchFolder()
        let lines = [
            Self.line("a"), "{not JSON", #"{"id": "b", "scene": {"version": 1, "sise": [1, 1]}}"#,
            #"{"id": "c", "scene": {}, "output": []}"#, "[1]", Self.line("d"),
        ]
        try folder.write("scenes.jsonl", lines.joined(separator: "\n"))
        let outcome = try await bash("$map batch scenes.jsonl -o maps --ordered", folder)
        #expect(outcome.exitCode == 1)
        #expect(outcome.errors.contains("scenes.jsonl:2:2: expected a key in double quotes"))
        #expect(outcome.errors.contains("scenes.jsonl:3:37: sise: unknown key"), "\(outcome.errors)")
        #expect(outcome.errors.contains(#"scenes.jsonl:4:1: output: unknown key "output" (did you mean "outputs"?)"#))
        #expect(outcome.errors.contains("scenes.jsonl:5:1: expected a scene"))
        #expect(outcome.errors.contains("maps: 2 drawn, 4 failed"))
        #expect(try folder.names() == ["maps", "scenes.jsonl"])
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.file("maps")).sorted() == [
                "a.png", "d.png", "results.jsonl",
            ])
        let results = try results(String(decoding: try folder.contents("maps/results.jsonl"), as: UTF8.self))
        #expect(results.compactMap { $0["id"] as? String } == ["a", "2", "b", "c", "5", "d"])
        #expect(results[1]["outputs"] == nil && results[1]["errors"] != nil)
    }

    private static let template = """
        {
          "version": 1, "size": [60, 40],
          "basemap": {"style": {"version": 8, "sources": {}, "layers": [
            {"id": "ground", "type": "background", "paint": {"background-color": "{{color|red}}"}}]}},
          "camera": {"center": ["{{lon}}", "{{lat}}"], "zoom": "{{zoom:number}}"},
          "x-title": "{{name:text}}, {{{{ no. {{number}} }}"
        }
        """

    @Test("fills a template with the rows of a table, typed and escaped") func template() async throws {
        let folder = try ScratchFolder()
        try folder.write("card.json", Self.template)
        let rows = """
            number;name;lon;lat;zoom;color
            1;"Say ""hi""
            twice; \\ }";24.9;60.2;3;
            007;plain;-10;+5;"4";"#00f"
            3;no place;;60;3;blue
            4;bad zoom;1;2;near;blue
            5;short
            """
        try folder.write("shops.csv", "\u{FEFF}" + rows)
        let line = "$map batch --template card.json --rows shops.csv -o maps --ordered --name '{{number}}.png'"
        let outcome = try await bash(line, folder)
        #expect(outcome.exitCode == 1)
        #expect(outcome.errors.contains("shops.csv:5:1: lon: there is no value for {{lon}}"), "\(outcome.errors)")
        #expect(outcome.errors.contains("used at card.json:5:"))
        #expect(outcome.errors.contains(#"shops.csv:6:1: zoom: {{zoom}}: expected a number, found "near""#))
        #expect(outcome.errors.contains("shops.csv:7:1: expected 6 fields, found 2"))
        // A number that JSON does not write so is a text, which a latitude cannot be.
        #expect(outcome.errors.contains("shops.csv:4:1: camera.center"), "\(outcome.errors)")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.file("maps")).sorted() == [
                "1.png", "results.jsonl",
            ])
        try folder.write("shops.csv", "lon,lat\n1,2\n")
        let missing = try await bash("$map batch --template card.json --rows shops.csv -o maps", folder)
        #expect(missing.exitCode == 65)
        #expect(missing.errors.contains(#"card.json:5:56: the table has no column "zoom""#), "\(missing.errors)")
    }

    @Test("a mistake that all rows share is printed once, with a hint for numbers that are meant as text")
    func sharedMistake() async throws {
        let folder = try ScratchFolder()
        try folder.write(
            "card.json",
            #"{"version": 1, "size": [60, 40], "camera": {"center": [0, 0], "zoom": 1}, "title": "{{page}}"}"#
                .replacing(
                    #""title""#, with: #""annotations": [{"coordinate": [0, 0], "title""#
                ).replacing(#"}}"}"#, with: #"}}"}]}"#))
        try folder.write("rows.csv", "page\n" + (1...9).map { "\($0)\n" }.joined())
        let all = try await bash("$map batch --template card.json --rows rows.csv -o maps.pdf", folder)
        #expect(all.exitCode == 1)
        let lines = all.errors.split(separator: "\n")
        #expect(lines.count == 3, "\(all.errors)")
        #expect(
            lines.first?.contains(
                "annotations[0].title: expected a string, found 1 (write {{page:text}}; in card.json:1:") ?? false)
        #expect(lines.dropFirst().first == "rows.csv: note: annotations[0].title: all 9 maps have this error")
        // A document without pages is none.
        #expect(!FileManager.default.fileExists(atPath: folder.file("maps.pdf")))
        #expect(!FileManager.default.fileExists(atPath: folder.file("maps.pdf.part")))
        // With a row that is right each of the others is named.
        try folder.write("rows.csv", "page\n" + (1...9).map { "\($0)\n" }.joined() + "ten\n")
        let most = try await bash("$map batch --template card.json --rows rows.csv -o maps.pdf", folder)
        #expect(most.errors.split(separator: "\n").count == 10, "\(most.errors)")
        #expect(FileManager.default.fileExists(atPath: folder.file("maps.pdf")))
    }

    @Test("fills a template with features", arguments: ["rows.geojson", "rows.geojsonl"])
    func features(name: String) async throws {
        let folder = try ScratchFolder()
        let template = Self.template.replacing(#"["{{lon}}", "{{lat}}"]"#, with: #""{{geometry.coordinates}}""#)
        try folder.write("card.json", template)
        let feature =
            #"{"type": "Feature", "id": "f", "properties": {"name": 7, "number": "n", "zoom": 3}, "geometry": {"type": "Point", "coordinates": [24, 60]}}"#
        try folder.write("rows.geojson", #"{"type": "FeatureCollection", "features": [\#(feature)]}"#)
        try folder.write("rows.geojsonl", "\u{1E}\(feature)\n")
        let outcome = try await bash("$map batch --template card.json --rows \(name) -o maps", folder)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(pngSize(try folder.contents("maps/f.png")) == [60, 40])
    }

    @Test("no row and no line writes outside of the output") func names() async throws {
        let folder = try ScratchFolder()
        let template = Self.template.replacing(#"["{{lon}}", "{{lat}}"]"#, with: "[0, 0]")
        try folder.write("card.json", template)
        try folder.write("rows.jsonl", #"{"id": "../../a/b\u0000", "name": "x", "number": 1, "zoom": 1}"# + "\n")
        let line = "$map batch --template card.json --rows rows.jsonl -o out/maps --name '{{id}}/{{id}}.png'"
        let outcome = try await bash(line, folder)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let made = try await bash("cd out/maps && find . -type f -name '*.png'", folder).lines
        #expect(made == ["./_.-..-a-b-/_.-..-a-b-.png"])
        try folder.write(
            "scenes.jsonl",
            ["../x.png", "/tmp/x.png", "a/../../x.png", "x", ".", "a//b.png"].map {
                #"{"scene": \#(Self.scene()), "outputs": ["\#($0)"]}"#
            }.joined(separator: "\n"))
        let hostile = try await bash("$map batch scenes.jsonl -o out2", folder)
        #expect(hostile.exitCode == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("out2")) == ["results.jsonl"])
        for pattern in ["../{{id}}.png", "{{id}}/..", "/{{id}}.png"] {
            let outcome = try await bash(
                "$map batch --template card.json --rows rows.jsonl -o out3 --name '\(pattern)'", folder)
            #expect(outcome.exitCode == 65, "\(outcome.errors)")
            #expect(
                outcome.errors
                    == "--name: expected a name within the output, such as maps/one.png, found \"\(pattern)\"\n")
        }
        try folder.write("two.jsonl", Self.line("a") + "\n" + Self.line("a", "red"))
        let repeated = try await bash("$map batch two.jsonl -o out4", folder)
        #expect(repeated.exitCode == 1)
        #expect(repeated.errors.contains(#"two.jsonl:2:1: another map has the output "a.png""#))
    }

    @Test("a name of no format is told once where no row changes it, else with its row") func formats() async throws {
        let folder = try ScratchFolder()
        try folder.write("card.json", Scenes.plain.replacing("[0, 0]", with: #"["{{lon}}", 0]"#))
        try folder.write("rows.csv", "lon,ending\n1,png\n2,bmp\n")
        let line = "$map batch --template card.json --rows rows.csv -o maps --name"
        let never = try await bash("\(line) '{{number}}.bmp'", folder)
        #expect(never.exitCode == 65)
        #expect(
            never.errors
                == #"--name: expected a name that ends with the extension of a format, found "{{number}}.bmp" (or give --format)"#
                + "\n")
        let once = try await bash("\(line) '{{number}}.{{ending}}'", folder)
        #expect(once.exitCode == 1)
        #expect(
            once.errors.contains(
                #"rows.csv:3:1: expected a name that ends with the extension of a format, found "2.bmp""#),
            "\(once.errors)")
    }

    @Test("a name with a column, which scenes have not, is told of with the scene") func columns() async throws {
        let folder = try ScratchFolder()
        try folder.write("scenes.jsonl", Self.line("a"))
        let outcome = try await bash("$map batch scenes.jsonl -o maps --name '{{nope}}.png'", folder)
        #expect(outcome.exitCode == 1)
        #expect(
            outcome.errors.contains(
                "scenes.jsonl:1:1: nope: there is no value for {{nope}} (there are no columns; write {{nope|…}} for a value in "
                    + "its place; used at the name of the output, where {{id}} and {{number}} are known too)"),
            "\(outcome.errors)")
    }

    @Test("writes archives, a database and a document", arguments: ["tar", "zip", "sqlite", "pdf"])
    func containers(kind: String) async throws {
        let folder = try ScratchFolder()
        let long = String(repeating: "long/", count: 30) + "name"
        let lines =
            ["a", "b"].map { Self.line($0) } + [#"{"scene": \#(Self.scene("red")), "outputs": ["\#(long).png"]}"#]
        try folder.write("scenes.jsonl", lines.joined(separator: "\n"))
        let outcome = try await bash("$map batch scenes.jsonl -o maps.\(kind) --ordered", folder)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        switch kind {
        case "tar":
            let listed = try await bash(
                "tar -xf maps.tar && tar -tf maps.tar && cmp maps.tar <($map batch scenes.jsonl -o - --container tar --ordered)",
                folder)
            #expect(listed.exitCode == 0, "\(listed.errors)")
            #expect(listed.lines == ["a.png", "b.png", long + ".png"])
            #expect(pngSize(try folder.contents(long + ".png")) == [60, 40])
        case "zip":
            let listed = try await bash("python3 -m zipfile -t maps.zip && python3 -m zipfile -e maps.zip .", folder)
            #expect(listed.exitCode == 0, "\(listed.errors)")
            #expect(pngSize(try folder.contents(long + ".png")) == [60, 40])
        case "sqlite":
            let query =
                "import sqlite3; print(sqlite3.connect('maps.sqlite').execute('select name, number, width, length(image) > 90 from maps order by number').fetchall())"
            let listed = try await bash("python3 -c \"\(query)\"; ls", folder)
            #expect(listed.text.contains("('a.png', 1, 60, 1), ('b.png', 2, 60, 1), ('\(long).png', 3, 60, 1)"))
            #expect(!listed.text.contains("-wal"))
        default:
            let bytes = try folder.contents("maps.pdf")
            let text = String(decoding: bytes.map { $0 < 128 ? $0 : 63 }, as: UTF8.self)
            #expect(text.contains("/Count 3") && text.contains("/Title (a)") && text.contains("/Title (b)"))
            #expect(!FileManager.default.fileExists(atPath: folder.file("maps.pdf.part")))
        }
    }

    @Test("writes frames with their lengths, in order, as lines come in") func frames() async throws {
        let folder = try ScratchFolder()
        // The second line is sent once the first frame is there, the last two together.
        let lines = [Self.line("a", "red"), "{", Self.line("b", "blue"), Self.line("c") + "\n" + Self.line("d")]
        try folder.write("lines", lines.joined(separator: "\n\n") + "\n")
        let script = """
            import json, subprocess, sys
            worker = subprocess.Popen(
                [sys.argv[1], 'batch', '-', '-o', '-', '--ordered'], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            for lines in open('lines').read().split('\\n\\n'):
                worker.stdin.write(lines.strip().encode() + b'\\n')
                worker.stdin.flush()
                for line in lines.strip().splitlines():
                    head = json.loads(worker.stdout.readline())
                    bodies = [worker.stdout.read(output['bytes']) for output in head.get('outputs', [])]
                    print(head['id'], len(head.get('errors', [])), [body[:4] == b'\\x89PNG' for body in bodies])
            worker.stdin.close()
            print(worker.stdout.read(), worker.wait())
            """
        try folder.write("worker.py", script)
        let outcome = try await bash("python3 worker.py $map", folder)
        let frames = ["a 0 [True]", "2 1 []", "b 0 [True]", "c 0 [True]", "d 0 [True]"]
        #expect(outcome.lines == frames + ["b'' 1"], "\(outcome.errors)")
    }

    @Test("frames may have one name: nothing is remembered of those that were written") func equalFrames() async throws
    {
        let folder = try ScratchFolder()
        try folder.write("scenes.jsonl", [Self.line("a"), Self.line("a", "red")].joined(separator: "\n"))
        let outcome = try await bash("$map batch scenes.jsonl -o - | grep -ac '\"outputs\"'", folder)
        #expect(outcome.lines == ["2"], "\(outcome.errors)")
    }

    @Test(
        "goes on after it was killed, with nothing lost or done twice",
        arguments: ["maps", "maps.tar", "maps.zip", "maps.sqlite"])
    func resume(output: String) async throws {
        let folder = try ScratchFolder()
        let count = 60
        let lines = (0..<count).map {
            Self.line("m\($0)", "rgb(\($0), 0, 0)").replacing("[60, 40]", with: "[400, 400]")
        }
        try folder.write("scenes.jsonl", lines.joined(separator: "\n"))
        let journal = output == "maps" ? "maps/results.jsonl" : output + ".results.jsonl"
        let script = """
            for rounds in 1 2 3; do
              $map batch scenes.jsonl -o \(output) --resume --ordered --threads 2 & pid=$!
              goal=$((rounds * 8))
              until [ "$(wc -l < \(journal) 2>/dev/null || echo 0)" -ge $goal ]; do kill -0 $pid || break; done
              kill -9 $pid; wait $pid 2>/dev/null
            done
            printf '{"number": 5, "id"' >> \(journal)
            $map batch scenes.jsonl -o \(output) --resume --ordered || exit 2
            mkdir clean && cd clean && $map batch ../scenes.jsonl -o \(output) --ordered
            """
        let outcome = try await bash(script, folder)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let results = try results(String(decoding: try folder.contents(journal), as: UTF8.self))
        #expect(results.count == count)
        #expect(Set(results.compactMap { $0["id"] as? String }).count == count)
        let again = try await bash(
            "cp \(journal) before; $map batch scenes.jsonl -o \(output) --resume && cmp before \(journal)", folder)
        #expect(again.exitCode == 0, "\(again.errors)")
        switch output {
        case "maps":
            let same = try await bash(
                "cd maps && for file in *.png; do cmp $file ../clean/maps/$file || exit 1; done; ls -A | wc -l", folder)
            #expect(same.exitCode == 0 && same.lines == ["\(count + 1)"], "\(same.text)")
        case "maps.sqlite":
            let dump =
                "import sqlite3, sys; print(hash(tuple(sqlite3.connect(sys.argv[1]).execute('select * from maps order by number').fetchall())))"
            let same = try await bash(
                "export PYTHONHASHSEED=1; for f in . clean; do python3 -c \"\(dump)\" $f/maps.sqlite; done", folder)
            #expect(same.lines.count == 2 && same.lines.first == same.lines.last, "\(same.errors)")
        default:
            // The end was written three times, once by each run that came to it.
            let same = try await bash("cmp \(output) clean/\(output)", folder)
            #expect(same.exitCode == 0, "\(same.text)")
        }
    }

    @Test("does not take another input for the one that was drawn, and draws what is gone") func changed() async throws
    {
        let folder = try ScratchFolder()
        try folder.write("scenes.jsonl", [Self.line("a"), Self.line("b"), Self.line("c")].joined(separator: "\n"))
        _ = try await bash("$map batch scenes.jsonl -o maps; rm maps/c.png", folder)
        try folder.write(
            "scenes.jsonl", [Self.line("a"), Self.line("b", "red"), Self.line("c")].joined(separator: "\n"))
        let outcome = try await bash("$map batch scenes.jsonl -o maps --resume", folder)
        #expect(outcome.exitCode == 1)
        #expect(outcome.errors.contains("scenes.jsonl:2:1: the input is another than the one that was drawn"))
        #expect(outcome.errors.contains("maps: 1 drawn, 1 drawn before, 1 failed"), "\(outcome.errors)")
        #expect(pngSize(try folder.contents("maps/c.png")) == [60, 40])
        try folder.write("maps/results.jsonl", "hello\nworld\n")
        let broken = try await bash("$map batch scenes.jsonl -o maps --resume", folder)
        #expect(broken.exitCode == 65 && broken.errors.contains("maps/results.jsonl:1:1: the line is no result"))
    }

    @Test(
        "options that make no sense are refused",
        arguments: [
            ["-o", "x"], ["--template", "a", "-o", "x"], ["a", "--resume", "-o", "-"],
            ["a", "--resume", "-o", "x.pdf"],
            ["a", "-o", "-", "--container", "folder"], ["a", "-", "--rows", "-", "-o", "x"],
            ["a", "--id", "x", "-o", "x"],
            ["a", "-o", "-", "--results", "-"], ["a", "-o", "x", "--threads", "0"],
        ])
    func usage(arguments: [String]) async throws {
        let outcome = try await Program.built.run(["batch"] + arguments)
        #expect(outcome.exitCode == 64, "\(outcome.errors)")
    }

    @Test("an input that is missing, and an output that cannot be written, end it") func files() async throws {
        let folder = try ScratchFolder()
        #expect(try await bash("$map batch none.jsonl -o maps", folder).exitCode == 66)
        #expect(try folder.names() == [])
        try folder.write("scenes.jsonl", Self.line("a"))
        try folder.write("file", "")
        #expect(try await bash("$map batch scenes.jsonl -o file/maps", folder).exitCode == 73)
        #expect(
            try await bash("$map batch scenes.jsonl -o /dev/full --container tar --results r", folder).exitCode == 73)
    }
}
