// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

@Suite("Standard output without room") struct FullDeviceTests {
    @Test(
        "is an output that cannot be written, whatever was asked for",
        arguments: [
            "--help", "help render", "render --help", "--version", "schema", "inspect scene.json",
            "inspect --json scene.json",
            "check bad.json", "project scene.json --coordinate 0,0", "hit scene.json --at 1,1",
            "render scene.json --print-scene",
            "render scene.json -o -", "render scene.json -o map.png --report -", "diff scene.json scene.json",
            "batch lines.jsonl -o out --results -", "tiles verify archive", "--generate-completion-script bash",
        ])
    func full(_ arguments: String) async throws {
        let folder = try ScratchFolder()
        let scene =
            #"{"version": 1, "size": [60, 40], "camera": {"center": [0, 0], "zoom": 2}, "annotations": [{"coordinate": [0, 0]}]}"#
        try folder.write("scene.json", scene)
        try folder.write("bad.json", scene.replacing("\"size\"", with: "\"sise\""))
        try folder.write("lines.jsonl", #"{"id": "a", "scene": \#(scene)}"#)
        try folder.write("archive/0/0/0.pbf", [0x1A, 0x02, 0x78, 0x02])
        let sound = try await bash("$map \(arguments)", folder)
        try #require([0, 1, 65].contains(sound.exitCode) && !sound.output.isEmpty, "\(sound.exitCode) \(sound.errors)")
        let outcome = try await bash("$map \(arguments) > /dev/full", folder)
        #expect(outcome.exitCode == 73, "\(outcome.errors)")
        #expect(outcome.errors.contains("standard output"), "\(outcome.errors)")
    }
}
