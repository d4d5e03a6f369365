// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

@Suite("staticmap render") struct RenderTests {
    @Test("a scene becomes a PNG of its size, in pixels") func file() async throws {
        let folder = try ScratchFolder()
        let scene = try folder.write("scene.json", Scenes.plain)
        let outcome = try await Program.built.render(scene, "-o", folder.file("map.png"))
        #expect(outcome.errors == "")
        #expect(outcome.exitCode == 0)
        #expect(outcome.output.isEmpty)
        #expect(pngSize(try folder.contents("map.png")) == [120, 80])
        #expect(try folder.names() == ["map.png", "scene.json"])
    }

    @Test("the image on standard output is that of the file, and nothing else is written there")
    func standardOutput() async throws {
        let folder = try ScratchFolder()
        let scene = try folder.write("scene.json", Scenes.plain)
        let written = try await Program.built.render(scene, "-o", folder.file("map.png"))
        let piped = try await Program.built.render("-", "-o", "-", input: Data(Scenes.plain.utf8))
        #expect(written.exitCode == 0)
        #expect(piped.exitCode == 0)
        #expect(piped.output == (try folder.contents("map.png")))
    }

    @Test(
        "the format is what --format says, else what the name says",
        arguments: [
            ("map.png", nil, "png"), ("map.jpg", nil, "jpeg"), ("map.JPEG", nil, "jpeg"), ("map.webp", nil, "webp"),
            ("map", "webp", "webp"), ("map", "jpeg", "jpeg"), ("map.png", "png8", "png"),
        ] as [(String, String?, String)])
    func format(name: String, option: String?, expected: String) async throws {
        let folder = try ScratchFolder()
        var arguments = ["render", try folder.write("scene.json", Scenes.plain), "-o", folder.file(name)]
        if let option { arguments += ["--format", option] }
        let outcome = try await Program.built.run(arguments)
        #expect(outcome.errors == "")
        #expect(outputFormat(try folder.contents(name)) == expected)
    }

    @Test("options win over the scene") func options() async throws {
        let outcome = try await Program.built.render(
            "-", "-o", "-", "--size", "30x20@3x", input: Data(Scenes.plain.utf8))
        #expect(outcome.errors == "")
        #expect(pngSize(outcome.output) == [90, 60])
    }

    @Test(
        "a map of a box is as high, or as wide, as the box where one side is left out",
        arguments: [
            (["--width", "600"], #"[600,"auto"]"#), (["--height", "300"], #"["auto",300]"#),
            (["--width", "600", "--padding", "10"], #"[600,"auto"]"#),
            (["--width", "600", "--height", "50"], "[600,50]"),
            (["--width", "600", "--padding", "10%"], "[600,600]"), ([], "[800,600]"),
        ])
    func derived(options: [String], expected: String) async throws {
        let outcome = try await Program.built.run(["render", "--print-scene", "--bbox", "10,50,14,52"] + options)
        #expect(outcome.errors == "")
        #expect(outcome.text.filter { !$0.isWhitespace }.contains(#""size":\#(expected)"#), "\(outcome.text)")
    }

    @Test(
        "size, scale, padding and attribution are written into the scene",
        arguments: [
            (["--width", "30"], #""size":[30,40]"#), (["--height", "1in"], #""size":[60,96]"#),
            (["--size", "10x20", "--height", "25"], #""size":[10,25]"#), (["--scale", "3"], #""scale":3"#),
            (["--padding", "8"], #""padding":8"#), (["--padding", "10%, 4"], #""padding":["10%",4]"#),
            (["--padding", "1,2,3,4"], #""padding":[1,2,3,4]"#), (["--attribution", "© Me"], #""attribution":"© Me""#),
            (["--attribution", "none"], #""attribution":"none""#),
        ])
    func frame(options: [String], expected: String) async throws {
        let outcome = try await Program.built.run(
            ["render", "-", "--print-scene"] + options, input: Data(Scenes.plain.utf8))
        #expect(outcome.errors == "")
        #expect(outcome.text.filter { !$0.isWhitespace }.contains(expected.filter { !$0.isWhitespace }))
    }

    @Test(
        "two scales, and padding that is none, are usage errors",
        arguments: [
            ["--scale", "2", "--dpi", "96"], ["--scale", "2", "--size", "9x9@2x"], ["--scale", "99"], ["--width", "0"],
            ["--padding", "1,2,3"], ["--padding=-4"], ["--padding", "wide"],
        ])
    func badFrame(options: [String]) async throws {
        let outcome = try await Program.built.run(
            ["render", "-", "--print-scene"] + options, input: Data(Scenes.plain.utf8))
        #expect(outcome.exitCode == 64)
    }

    @Test("a folder of fonts that does not exist is an error", arguments: ["--fonts", "--only-fonts", "--assets"])
    func missingFolder(option: String) async throws {
        let outcome = try await Program.built.run(
            ["render", "-", "-o", "-", option, "/nonexistent"], input: Data(Scenes.plain.utf8))
        #expect(outcome.exitCode == 64)
        #expect(outcome.errors.contains("/nonexistent: there is no such folder"))
    }

    @Test("without any font there is one error, and without any text none") func withoutFonts() async throws {
        let folder = try ScratchFolder()
        let arguments = ["render", "-", "-o", "-", "--only-fonts", folder.path]
        let named = Scenes.plain.replacing("\"camera\"", with: "\"attribution\": \"© Me\", \"camera\"")
        let outcome = try await Program.built.run(arguments, input: Data(named.utf8))
        #expect(outcome.exitCode == 66)
        #expect(outcome.errors.split(separator: "\n").count == 1)
        #expect(outcome.errors.contains("there are no fonts"))
        #expect(try await Program.built.run(arguments, input: Data(Scenes.plain.utf8)).exitCode == 0)
    }

    @Test("the same bytes come from 1, 2 and 8 threads") func threads() async throws {
        var outputs: [Data] = []
        for count in ["1", "2", "8"] {
            let outcome = try await Program.built.render(
                "-o", "-", "--center", "24.9445,60.1715", "--zoom", "14", "--size", "400x300", "--threads", count)
            #expect(outcome.exitCode == 0)
            outputs.append(outcome.output)
        }
        #expect(outputs[0] == outputs[1])
        #expect(outputs[0] == outputs[2])
    }

    @Test(
        "the bytes of each format are the same for any threads, language, time zone, home, umask, folder and processor",
        arguments: ["png", "png8", "jpeg", "webp", "svg", "pdf"])
    func surroundings(format: String) async throws {
        let folder = try ScratchFolder()
        let options = [
            "render", "--only-fonts", try TestFonts.folder().path, "--format", format, "--center", "24.9445,60.1715",
            "--zoom", "14.5", "--size", "200x150", "--bearing", "20", "-o",
        ]
        let expected = try await Program.built.run(options + ["-", "--threads", "1"])
        #expect(expected.exitCode == 0, "\(expected.errors)")
        let surroundings = [
            ("2", "077", ["LANG": "tr_TR.UTF-8", "TZ": "Asia/Kathmandu", "HOME": folder.path]),
            (
                "8", "000",
                ["LC_ALL": "ar_EG.UTF-8", "LANGUAGE": "ja:zh", "TZ": "America/St_Johns", "HOME": "/nonexistent"]
            ),
            // As on a processor without the instructions that glibc's sines and pixman's scaling use where they can.
            ("1", "022", ["GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-FMA,-AVX", "PIXMAN_DISABLE": "ssse3"]),
        ]
        for (threads, umask, environment) in surroundings {
            var shell = try Program.built
            let program = shell.file.path(percentEncoded: false)
            shell.file = URL(filePath: "/bin/sh")
            shell.environment.merge(environment) { $1 }
            shell.workingFolder = URL(filePath: folder.path)
            let outcome = try await shell.run(
                ["-c", "umask \(umask); exec \"$0\" \"$@\"", program] + options + ["map", "--threads", threads])
            #expect(
                try folder.contents("map") == expected.output, "\(threads) threads, umask \(umask): \(outcome.errors)")
        }
    }

    @Test("one's own archive draws with nothing else to configure") func tiles() async throws {
        let archive = packageRoot.appending(path: "basemap/helsinki.pmtiles").path
        let outcome = try await Program.built.render(
            "-o", "-", "--tiles", archive, "--bbox", "24.936,60.165,24.953,60.179", "--size", "200x150")
        #expect(outcome.errors == "")
        #expect(pngSize(outcome.output) == [200, 150])
    }

    @Test("with --root, a scene reads nothing from elsewhere") func root() async throws {
        let folder = try ScratchFolder()
        try folder.write("outside.geojson", #"{"type": "Point", "coordinates": [0, 0]}"#)
        let scene = try folder.write(
            "scenes/scene.json",
            #"""
            {"version": 1, "size": [40, 40], "camera": {"center": [0, 0], "zoom": 2},
             "overlays": [{"type": "geojson", "data": "../outside.geojson"}]}
            """#)
        let trusted = try await Program.built.render(scene, "-o", folder.file("map.png"))
        #expect(trusted.exitCode == 0, "\(trusted.errors)")
        let confined = try await Program.built.render(
            scene, "-o", folder.file("other.png"), "--root", folder.file("scenes"))
        #expect(confined.exitCode != 0)
        #expect(confined.errors.contains("lies outside of the folders that may be read"))
        #expect(try folder.names() == ["map.png", "outside.geojson", "scenes"])
        let missing = try await Program.built.render(scene, "-o", "-", "--root", folder.file("none"))
        #expect(missing.errors.contains("there is no such folder"))
    }

    @Test("the environment, the working folder and the user's font rules do not change the image")
    func environment() async throws {
        let folder = try ScratchFolder()
        let rules = try folder.write(
            "home/.config/fontconfig/fonts.conf",
            """
            <?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd"><fontconfig>
            <match target="pattern"><edit name="family" mode="assign" binding="strong"><string>Other</string></edit></match>
            <match target="font"><edit name="embolden" mode="assign"><bool>true</bool></edit></match></fontconfig>
            """)
        let scene = try folder.write(
            "scene.json",
            #"""
            {"version": 1, "size": [200, 100], "camera": {"center": [24.94, 60.17], "zoom": 14}, "annotations": [
             {"coordinate": [24.94, 60.171], "view": "text", "text": "Rue Бгдпт i"},
             {"coordinate": [24.94, 60.169], "view": "image", "image":
              "<svg xmlns='http://www.w3.org/2000/svg' width='90' height='30'><text y='20'>Rue Бгдпт</text></svg>"}]}
            """#)
        let plain = try await Program.built.render(scene, "-o", "-")
        #expect(plain.exitCode == 0, "\(plain.errors)")
        for (name, value) in [
            ("HOME", folder.file("home")), ("FONTCONFIG_FILE", rules), ("LANG", "ja_JP.UTF-8"),
            ("LC_ALL", "tr_TR.UTF-8"),
            ("LANGUAGE", "zh_CN:sr"), ("PANGO_LANGUAGE", "sr"), ("TZ", "Asia/Tokyo"),
        ] {
            var program = try Program.built
            program.environment[name] = value
            program.workingFolder = URL(filePath: folder.path)
            #expect(try await program.render(scene, "-o", "-").output == plain.output, "\(name)")
        }
    }
}
