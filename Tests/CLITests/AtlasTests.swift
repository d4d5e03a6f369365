// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

@Suite("staticmap atlas") struct AtlasTests {
    private func folder() throws -> ScratchFolder {
        let folder = try ScratchFolder()
        try folder.write(
            "area.geojson",
            #"{"type": "Polygon", "coordinates": [[[24.93, 60.165], [24.96, 60.165], [24.955, 60.178], [24.93, 60.165]]]}"#
        )
        try folder.write(
            "sheet.json",
            Scenes.plain.replacing(#""size": [60, 40]"#, with: #""page": {"size": "A6"}"#).replacing(
                #""center": [0, 0], "zoom": 1"#, with: #""center": [0, 0], "mapScale": 50000"#))
        return folder
    }

    @Test(
        "what it does not take is refused",
        arguments: [
            ("-o a.pdf --bearing 30", "--bearing is not for an atlas, whose sheets are flat and upright"),
            ("-o a.pdf --pitch 30", "--pitch is not for an atlas, whose sheets are flat and upright"),
            ("-o -", "-o -: an atlas goes to a file that ends with .pdf or .jsonl, or to a folder"),
            ("-o a.png", "name a folder, and give --format png"),
            ("-o a.pdf --overlap wide", "expected a length from 0 to 32767 points, such as 10mm"),
        ])
    func refused(options: String, message: String) async throws {
        let folder = try folder()
        let outcome = try await bash("$map atlas sheet.json --polygon area.geojson \(options)", folder)
        #expect(outcome.exitCode == 64)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
        #expect(try folder.names() == ["area.geojson", "sheet.json"])
    }

    @Test(
        "sheets along GPX, which is in WGS 84, are in the datum of their scene",
        arguments: [("wgs84", "[116.391244, 39.907375]"), ("gcj02", "[116.3974")])
    func datums(datum: String, center: String) async throws {
        let folder = try folder()
        let points = [116.389244, 116.393244].map { #"<trkpt lat="39.907375" lon="\#($0)"/>"# }.joined()
        try folder.write("walk.gpx", "<gpx><trk><trkseg>\(points)</trkseg></trk></gpx>")
        let sheet = String(decoding: try folder.contents("sheet.json"), as: UTF8.self)
        let key = #""coordinateSystem": "\#(datum)", "page""#
        try folder.write("datum.json", sheet.replacing(#""page""#, with: key))
        let outcome = try await bash("$map atlas datum.json --along walk.gpx -o sheets.jsonl", folder)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let sheets = String(decoding: try folder.contents("sheets.jsonl"), as: UTF8.self)
        #expect(sheets.contains(#""camera": {"center": \#(center)"#), "\(sheets)")
    }

    @Test(
        "the index takes its words and ids of layers",
        arguments: [
            ("foo", #"index: the style has no layer "foo" (known are streets, places, waters, and ids of its layers)"#),
            ("streets,street", #"index: the style has no layer "street" (did you mean "streets"?)"#),
            ("streets,places,waters,ground,gr*d", nil),
        ])
    func index(words: String, message: String?) async throws {
        let folder = try folder()
        let outcome = try await bash(
            "$map atlas sheet.json --only-fonts $fonts --polygon area.geojson -o a.pdf --index '\(words)'", folder)
        #expect(outcome.errors == (message.map { $0 + "\n" } ?? ""))
        #expect(outcome.exitCode == (message == nil ? 0 : 65))
        #expect(FileManager.default.fileExists(atPath: folder.file("a.pdf")) == (message == nil))
    }

    @Test("sheets may have nothing in common", arguments: ["0", "0mm"]) func noOverlap(length: String) async throws {
        let folder = try folder()
        let outcome = try await bash(
            "$map atlas sheet.json --polygon area.geojson --overlap \(length) -o sheets.jsonl", folder)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
    }

    @Test("a problem of sheets is one of the scene") func problems() async throws {
        let folder = try folder()
        let outcome = try await bash(
            "$map atlas --style none --map-scale 1:50000 --polygon area.geojson -o maps", folder)
        #expect(outcome.exitCode == 1)
        #expect(
            outcome.errors.hasPrefix("command line: basemap.style: expected an installed style"), "\(outcome.errors)")
    }
}
